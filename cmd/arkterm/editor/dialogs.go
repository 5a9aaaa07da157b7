package editor

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// Screen is the ID of the main screen of the editor, which shows the level and the panel.
const Screen ui.ID = "editor"

// The dialogs of the editor.
const (
	menuScreen     ui.ID = "editor-menu"     // all commands
	keysScreen     ui.ID = "editor-keys"     // all keys
	brickScreen    ui.ID = "editor-brick"    // kind, color and details of a brick
	objectsScreen  ui.ID = "editor-objects"  // adding an object
	objectScreen   ui.ID = "editor-object"   // the values of an object
	levelScreen    ui.ID = "editor-level"    // title, author and rules of the level
	levelsScreen   ui.ID = "editor-levels"   // the levels of the file
	problemsScreen ui.ID = "editor-problems" // the problems of the level
	entryScreen    ui.ID = "editor-entry"    // entering a text
	quitScreen     ui.ID = "editor-quit"     // "Save changes?"
)

// FindScreen returns the screen of the editor with an ID. ok is false if the editor has no such screen.
func (e *Editor) FindScreen(id ui.ID) (s ui.Screen, ok bool) {
	switch id {
	case Screen:
		return ui.Screen{
			Key: e.key, Mouse: e.mouse, Draw: e.draw, DrawDialog: ui.NoOp,
			Words: e.words, Choose: e.choose, Advance: e.advance, NextAdvance: e.nextCheck,
			End: func(*ui.Screen, time.Duration) { e.endDrag() },
		}, true
	case entryScreen:
		s = e.UI.EntryScreen(&e.entry, func(m *ui.Menu) {
			m.Title = e.entryLabel
			m.Lines = []string{e.entry.WithCursor(), e.entry.UsedText()}
		})
		s.Draw, s.Detour = e.draw, true
		return s, true
	}
	back := func(now time.Duration) { e.UI.Back(now) }
	if id == keysScreen {
		return ui.Screen{
			Draw: e.drawKeys, DrawDialog: ui.NoOp, Back: Screen, Words: e.keysWords,
			Choose: func(int, time.Duration) {}, Step: func(dx, dy int) { e.keysPage += dx + dy }, Fire: back,
			Keys: ui.Keys{input.Menu: back, input.Quit: back, input.Help: back},
			Mouse: func(m ui.MouseMove) {
				if m.Pressed != 0 {
					back(m.Now)
				}
			},
		}, true
	}
	menu := map[ui.ID]func(m *ui.Menu){
		menuScreen: e.mainMenu, brickScreen: e.brickMenu, objectsScreen: e.objectsMenu, objectScreen: e.objectMenu,
		levelScreen: e.levelMenu, levelsScreen: e.levelsMenu,
		problemsScreen: e.problemsMenu, quitScreen: e.quitMenu,
	}[id]
	if menu == nil {
		return s, false
	}
	return ui.Screen{
		Menu: menu, Draw: e.draw, Back: Screen, KeepsSelection: true,
		Keys: ui.Keys{input.Menu: back, input.Quit: back},
	}, true
}

// A row is a button of a dialog, with a label and a value. If turn is not nil, the value has arrows, which call turn to
// change it.
type row struct {
	label, value string
	turn         func(d int)
	press        func(now time.Duration)
}

// addRows adds rows to a dialog, with aligned values, and a button that goes back.
func (e *Editor) addRows(m *ui.Menu, rows []row) {
	label, value := 0, 0
	for _, r := range rows {
		if r.value != "" {
			label, value = max(label, cell.Width(r.label)), max(value, cell.Width(r.value))
		}
	}
	for _, r := range rows {
		b := ui.Button{Name: r.label, Label: r.label, Press: r.press}
		if r.value != "" {
			b.Label = text.Pad(r.label, label) + "   " + text.Pad(r.value, value) + "  "
		}
		if r.turn != nil {
			b.Label = text.Pad(r.label, label) + " ◂ " + text.Pad(r.value, value) + " ▸"
			b.Turn = func(d int, _ time.Duration) { r.turn(d) }
		}
		m.Add(b)
	}
	m.AddButton(text.Menu.Back, func(now time.Duration) { e.UI.Back(now) })
	m.Stacked = true
	if e.message != "" {
		m.Notes = []string{e.message}
	}
}

// mainMenu fills in the menu with the commands.
func (e *Editor) mainMenu(m *ui.Menu) {
	m.Title, m.Stacked = strings.ToUpper(labels.Title), true
	m.AddButton(labels.Continue, func(now time.Duration) { e.UI.Back(now) })
	for i := range commands {
		if c := &commands[i]; c.inMenu {
			m.AddButton(text.Capitalize(*c.help), func(now time.Duration) {
				e.UI.Enter(Screen, now)
				e.runCommand(c, 1, now)
			})
		}
	}
}

// details shows the dialog for the selected object. If no object is selected, it copies the brick at the cursor to the
// brush and shows the dialog for the brush.
func (e *Editor) details(now time.Duration) {
	if e.selectedObject >= 0 {
		e.UI.Enter(objectScreen, now)
		return
	}
	if b, ok := e.cellAt(e.cursor); ok {
		e.brush = b
	}
	e.UI.Enter(brickScreen, now)
}

// brickMenu fills in the dialog for the brush. If there is a brick at the cursor, changes of the brush also apply to
// this brick.
func (e *Editor) brickMenu(m *ui.Menu) {
	_, here := e.cellAt(e.cursor)
	m.Title = strings.ToUpper(labels.Brick)
	m.Lines = []string{labels.ForBrush}
	if here {
		m.Lines[0] = labels.ForBrick
	}
	e.addRows(m, brickRows(e.brush, func(b levels.Brick) {
		e.brush = b
		if here {
			if spec.Kinds[b.Kind].Paired() && b.Pair == 0 {
				b.Pair = e.choosePair(b.Kind, nil)
			}
			e.setCells([]levels.Dab{{Cell: e.cursor, Brick: b}})
		}
		e.picture.stale = true
	}))
	m.Notes = []string{text.Translate(spec.Kinds[e.brush.Kind].Help)}
}

// brickRows returns the rows for the properties of brick b. When the player changes a property, the row calls set with
// the changed brick.
func brickRows(b levels.Brick, set func(b levels.Brick)) []row {
	kind := &spec.Kinds[b.Kind]
	change := func(do func(b *levels.Brick)) { do(&b); set(b) }
	rows := []row{
		{labels.Kind, text.Translate(kind.Name), func(d int) {
			set(withKind(b, spec.Kind(wrap(int(b.Kind)+d, spec.NumPlacedKinds))))
		}, nil},
		{text.Capitalize(labels.Color), strconv.Itoa(int(b.Hue)), func(d int) {
			change(func(b *levels.Brick) { b.Hue = uint8(wrap(int(b.Hue)+d, spec.NumHues)) })
		}, nil},
	}
	if kind.Hits > 1 {
		hits := cmp.Or(int(b.Hits), int(kind.Hits))
		rows = append(rows, row{labels.Hits, strconv.Itoa(hits), func(d int) {
			change(func(b *levels.Brick) {
				b.Hits = uint8(1 + wrap(hits-1+d, int(kind.Hits)))
				if b.Hits == kind.Hits {
					b.Hits = 0
				}
			})
		}, nil})
	}
	if kind.Breakable || kind.StrongOnly {
		name := labels.Nothing
		if b.Drop != spec.NoDrop {
			name = text.Translate(spec.Drops[b.Drop].Label)
		}
		rows = append(rows, row{labels.Holds, name, func(d int) {
			change(func(b *levels.Brick) { b.Drop = spec.DropKind(wrap(int(b.Drop)+d, spec.NumDrops)) })
		}, nil})
	}
	if kind.CanSprout && spec.Kind(b.Kind) == spec.Sprout {
		rows = append(rows, row{labels.Grows, onOff(b.Dormant), func(int) {
			change(func(b *levels.Brick) { b.Dormant = !b.Dormant })
		}, nil})
	}
	if kind.Paired() {
		n := labels.Automatic
		if b.Pair > 0 {
			n = strconv.Itoa(int(b.Pair))
		}
		rows = append(rows, row{labels.Pair, n, func(d int) {
			change(func(b *levels.Brick) { b.Pair = uint8(wrap(int(b.Pair)+d, spec.MaxPairs+1)) })
		}, nil})
	}
	if kind.Opening == spec.OneWay {
		degrees := directionOf(b.Way)
		rows = append(rows, row{labels.Way, directionName(degrees), func(d int) {
			change(func(b *levels.Brick) { b.Way = geom.Direction(turned(degrees, 2*d)) })
		}, nil})
	}
	return rows
}

// directionOf returns the angle of a unit vector in degrees, from 0 to 359.
func directionOf(v geom.Vec) float64 {
	return math.Mod(math.Round(math.Atan2(v.Y, v.X)*180/math.Pi)+360, 360)
}

// directionName returns the name of a direction, or its angle.
func directionName(degrees float64) string {
	names := [4]string{labels.Right, labels.Down, labels.Left, labels.Up}
	if math.Mod(degrees, 90) == 0 {
		return names[int(degrees/90)]
	}
	return formatNumber(degrees) + "°"
}

// wrap returns i modulo n, from 0 to n−1.
func wrap(i, n int) int { return (i%n + n) % n }

// onOff returns the text for the state of a switch.
func onOff(on bool) string {
	if on {
		return text.Options.On
	}
	return text.Options.Off
}

// formatNumber formats a number without trailing zeros.
func formatNumber(x float64) string { return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64) }

// objectsMenu fills in the dialog that adds objects and selects them.
func (e *Editor) objectsMenu(m *ui.Menu) {
	m.Title = strings.ToUpper(labels.Objects)
	var rows []row
	for k := range objectKinds {
		kind := &objectKinds[k]
		if kind.max > 0 && kind.count(e.current) >= kind.max {
			continue
		}
		rows = append(rows, row{label: fmt.Sprintf(labels.AddObject, *kind.name), press: func(now time.Duration) {
			e.UI.Enter(Screen, now)
			e.addObject(kind)
		}})
	}
	for i, o := range e.objects {
		at := e.handles(o)[0]
		label := fmt.Sprintf(labels.SelectObject, e.objectName(o), at.X, at.Y)
		rows = append(rows, row{label: label, press: func(now time.Duration) {
			e.selectedObject, e.selectedHandle = i, 0
			e.UI.Enter(Screen, now)
		}})
	}
	e.addRows(m, rows)
}

// objectMenu fills in the dialog with the values of the selected object.
func (e *Editor) objectMenu(m *ui.Menu) {
	if e.selectedObject < 0 {
		m.AddButton(text.Menu.Back, func(now time.Duration) { e.UI.Back(now) })
		return
	}
	o := e.objects[e.selectedObject]
	m.Title = strings.ToUpper(e.objectName(o))
	rows := o.kind.rows(e, o.index)
	rows = append(rows, row{label: labels.Remove, press: func(now time.Duration) {
		e.removeObject()
		e.UI.Back(now)
	}})
	e.addRows(m, rows)
}

// numberRow returns a row for the number x. Each press of an arrow changes the number by step, from lowest to highest.
func numberRow(label string, x, step, lowest, highest float64, set func(x float64)) row {
	return row{label, formatNumber(x), func(d int) {
		set(snap(max(lowest, min(x+float64(d)*step, highest)), 0.01))
	}, nil}
}

// freeRows returns the rows for the properties of free brick i.
func (e *Editor) freeRows(i int) []row {
	f := e.current.Free[i]
	set := func(change func(f *levels.FreeBrick)) {
		f := f
		change(&f)
		e.apply(levels.SetFree{Level: e.level, Index: i, Brick: f})
	}
	rows := brickRows(f.Brick, func(b levels.Brick) { set(func(f *levels.FreeBrick) { f.Brick = b }) })
	field := func(label string, of func(f *levels.FreeBrick) *float64, step, lowest, highest float64) {
		rows = append(rows, numberRow(label, *of(&f), step, lowest, highest, func(x float64) {
			set(func(f *levels.FreeBrick) {
				*of(f) = x
				f.Every = driftSeconds(f)
			})
		}))
	}
	if f.Radius > 0 {
		field("X", func(f *levels.FreeBrick) *float64 { return &f.Center.X }, 0.5, 0, spec.FieldW)
		field("Y", func(f *levels.FreeBrick) *float64 { return &f.Center.Y }, 0.5, 0, spec.LowestBrick)
		field(labels.Radius, func(f *levels.FreeBrick) *float64 { return &f.Radius }, 0.5, 0.5, maxRadius)
		field(labels.Turn, func(f *levels.FreeBrick) *float64 { return &f.Turn }, 5, -360, 360)
	} else {
		rows = append(rows, row{labels.Corners, strconv.Itoa(f.NumCorners), func(d int) {
			set(func(f *levels.FreeBrick) { setCorners(f, f.NumCorners+d) })
		}, nil})
	}
	if spec.Kinds[f.Kind].Immovable {
		return rows
	}
	field(labels.DriftX, func(f *levels.FreeBrick) *float64 { return &f.Drift.X }, 1, -spec.FieldW, spec.FieldW)
	field(labels.DriftY, func(f *levels.FreeBrick) *float64 { return &f.Drift.Y }, 1, -spec.FieldH, spec.FieldH)
	if f.Drift != (geom.Vec{}) {
		field(labels.Every, func(f *levels.FreeBrick) *float64 { return &f.Every }, 0.5, 0.5, 60)
	}
	field(labels.Spin, func(f *levels.FreeBrick) *float64 { return &f.Spin }, 15, -spec.MaxSpin, spec.MaxSpin)
	return rows
}

// driftSeconds returns the duration of a free brick's drift in seconds. It returns 0 if the brick does not drift, and
// defaultDriftSeconds if the drift is new.
func driftSeconds(f *levels.FreeBrick) float64 {
	if f.Drift == (geom.Vec{}) {
		return 0
	}
	return cmp.Or(f.Every, defaultDriftSeconds)
}

// setCorners replaces a polygon by a regular polygon with n corners and about the same size. It does nothing if n
// corners are not allowed.
func setCorners(f *levels.FreeBrick, n int) {
	if n < 3 || n > geom.MaxCorners {
		return
	}
	c := freeHandles(f)[0]
	r := 1.0
	for _, p := range f.Corners[:f.NumCorners] {
		r = max(r, p.Sub(c).Norm())
	}
	f.NumCorners = n
	for i := range n {
		d := geom.Direction(float64(i)*360/float64(n) - 90)
		f.Corners[i] = geom.Vec{X: snap(c.X+d.X*r, 0.1), Y: snap(c.Y+d.Y*r, 0.1)}
	}
}

// emitterRows returns the rows for the properties of emitter i.
func (e *Editor) emitterRows(i int) []row {
	s := e.current.Level.Emitters[i]
	w := labels
	set := func(change func(s *spec.EmitterSpec)) {
		s := s
		change(&s)
		e.apply(levels.SetEmitter{Level: e.level, Index: i, Emitter: s})
	}
	seconds := func(ticks int) float64 { return float64(ticks) / engine.TicksPerSecond }
	ticks := func(s float64) int { return int(math.Round(s * engine.TicksPerSecond)) }
	return []row{
		numberRow("X", s.At.X, 0.5, 0, spec.FieldW, func(x float64) { set(func(s *spec.EmitterSpec) { s.At.X = x }) }),
		numberRow("Y", s.At.Y, 0.5, 0, spec.FieldH, func(x float64) { set(func(s *spec.EmitterSpec) { s.At.Y = x }) }),
		numberRow(w.Angle, s.Degrees, 5, -360, 360,
			func(x float64) { set(func(s *spec.EmitterSpec) { s.Degrees = x }) }),
		numberRow(w.Spin, s.Spin, 5, -720, 720, func(x float64) { set(func(s *spec.EmitterSpec) { s.Spin = x }) }),
		numberRow(w.On, seconds(s.On), 0.5, 0, 60, func(x float64) {
			set(func(s *spec.EmitterSpec) {
				if s.On = ticks(x); s.On == 0 {
					s.Off, s.Elapsed = 0, 0
				} else if s.Off == 0 {
					s.Off = ticks(1)
				}
			})
		}),
		numberRow(w.Off, seconds(s.Off), 0.5, 0, 60, func(x float64) {
			set(func(s *spec.EmitterSpec) {
				if s.Off = ticks(x); s.Off == 0 {
					s.On, s.Elapsed = 0, 0
				} else if s.On == 0 {
					s.On = ticks(1)
				}
			})
		}),
	}
}

// droneRows returns the rows for the properties of the level's drones.
func (e *Editor) droneRows(int) []row {
	d := e.drones()
	w := labels
	set := func(change func(d *spec.DroneSpec)) {
		d := e.drones()
		change(&d)
		e.apply(e.setDrones(d))
	}
	rows := []row{
		numberRow(w.AtOnce, float64(d.Max), 1, 1, spec.MaxDrones, func(x float64) {
			set(func(d *spec.DroneSpec) { d.Max = int(x) })
		}),
		numberRow(w.Interval, float64(d.Interval)/engine.TicksPerSecond, 1, 1, 600, func(x float64) {
			set(func(d *spec.DroneSpec) { d.Interval = int(x * engine.TicksPerSecond) })
		}),
		{w.Gates, strconv.Itoa(len(d.Gates)), func(int) {
			set(func(d *spec.DroneSpec) {
				if len(d.Gates) > 1 {
					d.Gates = d.Gates[:1]
				} else {
					d.Gates = append(d.Gates, spec.FieldW-d.Gates[0])
				}
			})
		}, nil},
	}
	for k := range spec.NumDrones {
		kind := spec.DroneKind(k)
		in := slices.Contains(d.Kinds, kind) || len(d.Kinds) == 0 && spec.Drones[k].Common
		rows = append(rows, row{text.Translate(spec.Drones[k].Name), onOff(in), func(int) {
			set(func(d *spec.DroneSpec) {
				var kinds []spec.DroneKind
				for j := range spec.NumDrones {
					has := slices.Contains(d.Kinds, spec.DroneKind(j)) || len(d.Kinds) == 0 && spec.Drones[j].Common
					if has != (spec.DroneKind(j) == kind) {
						kinds = append(kinds, spec.DroneKind(j))
					}
				}
				if slices.Equal(kinds, spec.CommonDrones) {
					kinds = nil
				}
				d.Kinds = kinds
			})
		}, nil})
	}
	return rows
}

// bossRows returns the rows for the properties of the boss.
func (e *Editor) bossRows(int) []row {
	b := e.current.Level.Boss
	set := func(b spec.BossSpec) {
		b.At = e.bossPlace(b)
		e.apply(e.setBoss(b))
	}
	return []row{
		{labels.Kind, text.Translate(b.Kind.String()), func(d int) {
			b.Kind = spec.BossKind(1 + wrap(int(b.Kind)-1+d, spec.NumBosses-1))
			set(b)
		}, nil},
		numberRow("X", b.At.X, 1, 0, spec.FieldW, func(x float64) { b.At.X = x; set(b) }),
		numberRow("Y", b.At.Y, 1, 0, spec.FieldH, func(x float64) { b.At.Y = x; set(b) }),
	}
}

// A property describes a key of the level format that has a row in the dialog of the level.
type property struct {
	label *string
	key   string
	// For a number: the step of changes, the limits and the default. If the number equals the default, the key is
	// removed from the document. A step of 0 means that the property is a text.
	step, min, max, defaultValue int
	format                       func(n int) string
	value                        func(l *spec.Level) int
}

// properties lists the keys of the dialog of the level.
var properties = [...]property{
	{label: &text.Workshop.LevelTitle, key: "level"},
	{label: &text.Workshop.Author, key: "author"},
	{label: &text.Workshop.World, key: "world"},
	{
		&text.Workshop.Balls,
		"balls", 1, 1, spec.MaxServeBalls, 1, nil, func(l *spec.Level) int { return max(l.Balls, 1) },
	},
	{&text.Workshop.Speed, "speed", 5, spec.MinSpeed, spec.MaxSpeed, 100, inPercent, func(l *spec.Level) int {
		return cmp.Or(l.Speed, 100)
	}},
	{&text.Workshop.DropsLabel, "drops", 5, 0, 100, 0, inPercent, func(l *spec.Level) int { return l.Drops }},
	{&text.Workshop.Shots, "shots", 1, 0, spec.MaxShots, 0, nil, func(l *spec.Level) int { return l.Shots }},
	{&text.Workshop.ParTime, "par time", 5, 0, 3595, 0, parTimeText, func(l *spec.Level) int {
		return l.ParTime / engine.TicksPerSecond
	}},
	{&text.Workshop.ParScore, "par score", 500, 0, 9_999_500, 0, parScoreText, func(l *spec.Level) int {
		return l.ParScore
	}},
}

func inPercent(n int) string { return strconv.Itoa(n) + " %" }

// parTimeText formats a par time. 0 means that the game computes the par time.
func parTimeText(seconds int) string {
	if seconds == 0 {
		return labels.Automatic
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// parScoreText formats a par score.
func parScoreText(n int) string {
	if n == 0 {
		return labels.Nothing
	}
	return text.Number(n)
}

// lattices lists the lattices that the level dialog offers for a drawing, as written in a level file. "" is the
// default.
var lattices = [...]string{"", "pitch 3 3", "pitch 2 2", "pitch 6 6", "boxes 4 2", "boxes 6 2", "boxes 3 2"}

// levelMenu fills in the dialog of the level.
func (e *Editor) levelMenu(m *ui.Menu) {
	m.Title = strings.ToUpper(labels.Level)
	if e.current == nil {
		e.addRows(m, nil)
		return
	}
	var rows []row
	for i := range properties {
		p := &properties[i]
		value, _ := e.current.Key(p.key)
		if p.key == "level" {
			value = e.current.Level.Name
		}
		set := func(value string) { e.apply(levels.SetKey{Level: e.level, Key: p.key, Value: value}) }
		if p.step == 0 {
			rows = append(rows, row{*p.label, cmp.Or(value, "–"), nil, func(now time.Duration) {
				e.ask(*p.label, value, levels.MaxName, p.key != "level", set, now)
			}})
			continue
		}
		n := p.value(&e.current.Level)
		format := p.format
		if format == nil {
			format = strconv.Itoa
		}
		rows = append(rows, row{*p.label, format(n), func(d int) {
			next := max(p.min, min(n+d*p.step, p.max))
			if next == p.defaultValue {
				set("")
			} else if p.key == "par time" {
				set(parTimeText(next))
			} else {
				set(strconv.Itoa(next))
			}
		}, nil})
	}
	rows = append(rows, row{labels.Lattice, e.latticeName(), e.turnLattice, nil})
	if n := len(e.current.Drawings); n > 1 {
		value := fmt.Sprintf(labels.DrawingOf, e.drawingNo+1, n)
		rows = append(rows, row{labels.Drawing, value, func(d int) {
			e.drawingNo = wrap(e.drawingNo+d, n)
			e.compile()
		}, nil})
	}
	e.addRows(m, rows)
}

// latticeName returns the lattice of the current drawing, as written in a level file.
func (e *Editor) latticeName() string { return cmp.Or(e.grid.Lattice(), "pitch 4 4") }

// turnLattice selects the next lattice for the drawing.
func (e *Editor) turnLattice(d int) {
	i := max(0, slices.Index(lattices[:], e.grid.Lattice()))
	e.apply(levels.SetLattice{Level: e.level, Drawing: e.drawingNo, Value: lattices[wrap(i+d, len(lattices))]})
}

// ask shows a screen on which the player enters a text of at most the given number of columns. When the player
// completes the text, ask calls set with the text and returns to the previous screen. If allowEmpty is true, the player
// can also delete the text. In that case, ask calls set with "".
func (e *Editor) ask(label, value string, columns int, allowEmpty bool, set func(value string), now time.Duration) {
	e.entryLabel = strings.ToUpper(label)
	e.entry = ui.NewEntry(columns, "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz0123456789-.'!?", accept)
	e.entry.Text = value
	e.entry.Done = func(now time.Duration) {
		e.UI.Back(now)
		set(strings.TrimSpace(e.entry.Text))
		e.UI.Rebuild()
	}
	e.entry.Leave = func(now time.Duration) {
		e.closeAfterSave = false
		e.UI.Back(now)
		if allowEmpty && e.entry.Text == "" && value != "" {
			set("")
			e.UI.Rebuild()
		}
	}
	e.UI.Detour(entryScreen, now)
}

// accept appends r to entered if names may contain r. Otherwise, it returns entered unchanged.
func accept(entered string, r rune) string {
	if r < ' ' || levels.Clean(string(r)) != string(r) ||
		r == ' ' && (entered == "" || strings.HasSuffix(entered, " ")) {
		return entered
	}
	return entered + string(r)
}

// levelsMenu fills in the dialog with the levels of the file.
func (e *Editor) levelsMenu(m *ui.Menu) {
	w := labels
	m.Title = strings.ToUpper(w.Levels)
	var rows []row
	for i := range e.doc.NumLevels() {
		label := fmt.Sprintf("%d  %s", i+1, e.doc.Level(i).Level.Name)
		if i == e.level {
			label += " ◂"
		}
		rows = append(rows, row{label: label, press: func(now time.Duration) {
			e.showLevel(i)
			e.UI.Enter(Screen, now)
		}})
	}
	add := func(label string, edit func() levels.Edit, level func() int) {
		rows = append(rows, row{label: label, press: func(now time.Duration) {
			e.UI.Enter(Screen, now)
			to := level()
			if e.apply(edit()) {
				e.showLevel(to)
			}
		}})
	}
	add(w.NewLevel, func() levels.Edit {
		return levels.AddLevel{Level: e.level + 1, Name: e.unusedName(labels.Untitled)}
	}, func() int { return e.level + 1 })
	add(w.CopyLevel, func() levels.Edit {
		return levels.CopyLevel{Level: e.level, Name: e.unusedName(e.current.Level.Name)}
	}, func() int { return e.level + 1 })
	if e.doc.NumLevels() > 1 {
		add(w.RemoveLevel, func() levels.Edit { return levels.RemoveLevel{Level: e.level} },
			func() int { return min(e.level, e.doc.NumLevels()-2) })
		add(w.MoveUp, func() levels.Edit { return levels.MoveLevel{Level: e.level, To: max(e.level-1, 0)} },
			func() int { return max(e.level-1, 0) })
	}
	e.addRows(m, rows)
	m.InitialButton = e.level
}

// unusedName returns the given name, with a number if a level of the file already has the name.
func (e *Editor) unusedName(name string) string {
	taken := func(name string) bool {
		for i := range e.doc.NumLevels() {
			if strings.EqualFold(e.doc.Level(i).Level.Name, name) {
				return true
			}
		}
		return false
	}
	base := strings.TrimRight(name, " 0123456789")
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s %d", base, n)
	}
	return name
}

// problemsMenu fills in the list of problems. If a problem concerns a brick, pressing its row moves the cursor to that
// brick. Rows are often too short for the whole message, so the message of the selected problem is shown below the
// list.
func (e *Editor) problemsMenu(m *ui.Menu) {
	e.check()
	m.Title = strings.ToUpper(labels.ProblemsTitle)
	all := e.problems()
	if len(all) == 0 {
		m.Lines = []string{labels.NoProblems}
	}
	columns := e.UI.View.DialogColumns(&e.UI.Frame)
	notes := make(map[string][]string) // whole texts, by label
	// number of lines of the longest text, so that the dialog does not change its size
	height := 0
	var rows []row
	for _, q := range all {
		label := text.Fit(fmt.Sprintf(labels.ProblemLine, q.Line, q.Message), columns-2)
		notes[label] = widget.WrapText(q.Message, columns)
		height = max(height, len(notes[label]))
		rows = append(rows, row{label: label, press: func(now time.Duration) {
			if q.Brick >= 0 && q.Brick < len(e.current.Bricks) {
				if b := e.current.Bricks[q.Brick]; b.Drawing == e.drawingNo {
					e.cursor, e.cursorRow, e.selectedObject = b.Cell, b.Cell.Row, -1
				}
			}
			e.UI.Enter(Screen, now)
			e.say(q.Message, true)
		}})
	}
	e.addRows(m, rows)
	if len(all) > 0 {
		m.Notes = make([]string, height)
		copy(m.Notes, notes[m.Current().Name])
	}
}

// saveAs opens an entry for a file name without its suffix, and saves the document under this name.
func (e *Editor) saveAs(now time.Duration) {
	name := strings.TrimSuffix(e.file, levels.Suffix)
	if name == "" && e.current != nil {
		name = levels.Slug(e.current.Level.Name)
	}
	e.ask(labels.FileName, name, 60, false, func(name string) {
		if !strings.HasSuffix(name, levels.Suffix) {
			name += levels.Suffix
		}
		before := ""
		if name == e.file {
			before = e.onDisk
		}
		e.write(name, before)
	}, now)
}

// quit closes the editor. If there are unsaved changes, it shows the question about them instead.
func (e *Editor) quit(now time.Duration) {
	if e.doc.Changed() {
		e.UI.Enter(quitScreen, now)
		return
	}
	e.Leave(now)
}

// quitMenu fills in the question about unsaved changes.
func (e *Editor) quitMenu(m *ui.Menu) {
	m.Title, m.Centered = labels.SaveQuestion, true
	m.Lines = []string{labels.HasChanges}
	m.AddButton(labels.SaveAndClose, func(now time.Duration) {
		e.UI.Enter(Screen, now)
		e.closeAfterSave = true
		e.save(now)
	})
	m.AddButton(labels.Discard, func(now time.Duration) {
		e.Leave(now)
	})
	m.AddButton(labels.KeepEditing, func(now time.Duration) { e.UI.Back(now) })
}

// baseName returns the last part of a path.
func baseName(path string) string { return filepath.Base(path) }

// trimPrefix returns s without a prefix and the blank after it.
func trimPrefix(s, prefix string) string { return strings.TrimSpace(strings.TrimPrefix(s, prefix)) }
