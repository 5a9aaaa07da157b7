package editor

import (
	"fmt"
	"slices"
	"time"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// A picture is the content of the editor's main screen. It shows the level at the left, the panel at the right, and two
// rows of text at the bottom. The editor draws the picture again only after changes.
type picture struct {
	stale bool // the picture must be drawn again
	w, h  int  // size of the frame

	// The level.
	view                 *render.View
	field                cell.Frame
	level                *levels.DocumentLevel // level in field
	fieldForW, fieldForH int                   // size of the frame for which field was drawn
	x, y                 int                   // position of field in the frame

	// The panel.
	panel    widget.Area
	rows     []panelRow
	swatches swatches
	palette  widget.Area // area of the palette
	columns  int         // number of swatches in a row of the palette

	hints []hint
	whole cell.Frame // the whole picture
}

// A panelRow is a row of the panel that reacts to the mouse. turn changes the value of the row, and do executes the
// command of the row.
type panelRow struct {
	y    int
	turn func(d int)
	do   func(now time.Duration)
}

// A hint is a part of the last row that executes a command when it is clicked.
type hint struct {
	x, w    int
	command *command
}

// swatches are pictures of all kinds of bricks.
type swatches struct {
	view    *render.View
	frame   cell.Frame
	hue     uint8
	world   string
	columns int
}

// The size of a swatch, in units of its field.
const swatchW, swatchH, swatchGap = 4, 4, 1

// reset discards the picture, because the options for drawing have changed.
func (p *picture) reset() { *p = picture{stale: true} }

// draw draws the editor's screen.
func (e *Editor) draw(time.Duration) {
	f, p := &e.UI.Frame, &e.picture
	if p.view == nil {
		p.view, p.swatches.view = render.NewView(e.Render), render.NewView(e.Render)
		p.stale = true
	}
	if p.stale || f.W != p.w || f.H != p.h {
		p.stale, p.w, p.h = false, f.W, f.H
		p.whole.Resize(f.W, f.H)
		e.redraw(&p.whole)
	}
	copy(f.Cells, p.whole.Cells)
	f.Cursor = p.whole.Cursor
}

// statusRows is the number of rows of text below the level.
const statusRows = 2

// redraw draws the picture into f.
func (e *Editor) redraw(f *cell.Frame) {
	p := &e.picture
	f.Fill(0, 0, f.W, f.H, ' ', e.style(e.theme().Text, 0))
	p.panel = widget.Area{W: panelWidth(f.W), H: f.H - statusRows}
	p.panel.X = f.W - p.panel.W
	if e.drawLevel() {
		p.pasteField(f)
		e.drawMarks(f)
	}
	f.Fill(0, f.H-statusRows, f.W, statusRows, ' ', e.style(e.theme().Text, 0))
	e.drawPanel(f)
	e.drawStatus(f)
}

// panelWidth returns the width of the panel in a frame of width w, both in columns.
func panelWidth(w int) int {
	switch {
	case w >= 110:
		return 22
	case w >= 76:
		return 17
	}
	return 16
}

// drawLevel draws the level into the frame p.field, unless p.field already shows it. It returns false if there is too
// little room.
func (e *Editor) drawLevel() bool {
	p := &e.picture
	if p.level == e.current && p.fieldForW == p.w && p.fieldForH == p.h && p.level != nil {
		return true
	}
	p.level, p.fieldForW, p.fieldForH = e.current, p.w, p.h
	rows := p.h - statusRows - 1
	if !p.view.FitSample(&p.field, p.panel.X, rows) {
		p.level = nil
		return false
	}
	l := spec.Level{}
	if e.current != nil {
		l = e.current.Level
	}
	p.view.DrawSample(&p.field, gameOf(l))
	_, _, _, bottom := p.view.CellsOf(geom.Vec{}, geom.Vec{Y: spec.LowestBrick})
	p.x = (p.panel.X - p.field.W) / 2
	p.y = max(0, (p.h-statusRows-max(bottom+1, min(p.field.H, p.h-statusRows)))/2)
	return true
}

// gameOf returns a game that shows a level, even if the level is incomplete. A portal or trip wire without a partner
// becomes its own partner. Plain bricks replace hidden bricks. Sprouts that grow later are shown fully grown.
//
// If the engine rejects the level, gameOf removes the boss, then the drones, the emitters and the pairs, until the
// engine accepts the rest.
func gameOf(l spec.Level) *engine.Game {
	bricks := make([]spec.BrickSpec, 0, len(l.Bricks)+spec.MaxPairs)
	var number [spec.MaxPairs + 1]int
	for _, b := range l.Bricks {
		if spec.Kinds[b.Kind].Hides {
			b.Kind, b.Hits = spec.Plain, 0
		}
		b.Dormant = false
		bricks = append(bricks, b)
		number[b.Pair]++
	}
	for i := range bricks {
		if b := bricks[i]; b.Pair > 0 && number[b.Pair] == 1 {
			bricks = append(bricks, b)
		}
	}
	l.Bricks = bricks
	for _, remove := range [...]func(){
		func() {},
		func() { l.Boss = spec.BossSpec{} },
		func() { l.Drones = spec.DroneSpec{} },
		func() { l.Emitters = nil },
		func() { l.Bricks = slices.DeleteFunc(l.Bricks, func(b spec.BrickSpec) bool { return b.Pair > 0 }) },
	} {
		remove()
		if g, err := engine.New(engine.Config{Levels: []spec.Level{l}}); err == nil {
			return g
		}
	}
	g, _ := engine.New(engine.Config{Levels: []spec.Level{{}}})
	return g
}

// pasteField copies the picture of the level to its position in f.
func (p *picture) pasteField(f *cell.Frame) {
	for row := range p.field.H {
		if y := p.y + row; y < f.H {
			w := min(p.field.W, f.W-p.x)
			copy(f.Cells[y*f.W+p.x:][:w], p.field.Cells[row*p.field.W:][:w])
		}
	}
}

// theme returns the colors.
func (e *Editor) theme() *theme.Theme { return e.picture.view.TextLook().Theme }

// style returns a text style with the background color of the screen.
func (e *Editor) style(ink cell.Color, a cell.Attr) cell.Style {
	return cell.Style{Fg: ink, Bg: e.theme().Back, Attr: a}
}

// selectedStyle returns the style of a selected item.
func (e *Editor) selectedStyle() cell.Style {
	if e.Render.Tier == cell.Mono {
		return e.style(e.theme().Text, cell.Bold|cell.Reverse)
	}
	return cell.Style{Fg: e.theme().Chosen, Bg: e.theme().Accent, Attr: cell.Bold}
}

// drawMark draws a character in a cell of f, unless the cell belongs to the panel.
func (e *Editor) drawMark(f *cell.Frame, x, y int, r rune, ink cell.Color, a cell.Attr) {
	if c := f.At(x, y); c != nil && x < e.picture.panel.X {
		if e.ascii() {
			r = asciiMark(r)
		}
		*c = cell.Cell{Glyph: r, Fg: ink, Bg: e.markBackground(c), Attr: a}
	}
}

// markBackground returns the background color for a mark in cell c. On a brick, it returns the background color of the
// screen, because the mark would be hard to see on the light side of the brick.
func (e *Editor) markBackground(c *cell.Cell) cell.Color {
	if c.Glyph == 0 || c.Glyph == ' ' {
		return c.Bg
	}
	return e.theme().Back
}

// asciiMarks replaces the marks in the level for ASCII.
var asciiMarks = map[rune]rune{
	'┌': '[', '└': '[', '┐': ']', '┘': ']', '┏': '[', '┗': '[', '┓': ']', '┛': ']', '─': '-', '│': '|',
	'·': '.', '•': '.', '○': 'o', '◆': '#', '◊': '@', '●': '*',
}

func asciiMark(r rune) rune {
	if m, ok := asciiMarks[r]; ok {
		return m
	}
	return r
}

// box returns the rectangle of frame cells that a rectangle of the field covers. lo and hi are the corners of the
// rectangle in the field.
func (p *picture) box(lo, hi geom.Vec) (left, top, right, bottom int) {
	left, top, right, bottom = p.view.CellsOf(lo, hi)
	return left + p.x, top + p.y, right + p.x, bottom + p.y
}

// cellOf returns the frame cell that contains a point of the field.
//
//go:noinline // would be copied into many callers
func (p *picture) cellOf(point geom.Vec) (col, row int) {
	col, row, _, _ = p.box(point, point)
	return col, row
}

// pointAt returns the point of the field that a frame cell shows.
func (p *picture) pointAt(col, row int) geom.Vec { return p.view.FieldAt(col-p.x, row-p.y) }

// drawMarks draws the grid, marks, handles and cursor over the picture of the level.
func (e *Editor) drawMarks(f *cell.Frame) {
	if e.current == nil {
		return
	}
	t := e.theme()
	if !e.hideGrid {
		e.drawGrid(f)
	}
	e.markBricks(f)
	e.drawObjects(f)
	for _, i := range e.unreachable {
		e.markBrick(f, i)
	}
	for _, q := range e.current.Problems {
		if q.Brick >= 0 {
			e.markBrick(f, q.Brick)
		}
	}
	if e.hasSelection {
		e.drawOutline(f, e.region[0], e.region[1], t.Accent)
	}
	if e.selectedObject >= 0 {
		x, y := e.picture.cellOf(e.handles(e.objects[e.selectedObject])[e.selectedHandle])
		f.Cursor = cell.Cursor{X: x, Y: y, Placed: true}
		return
	}
	if tools[e.tool].cells != nil && e.anchored && tools[e.tool].name == &text.Workshop.Select {
		e.drawOutline(f, e.anchor, e.cursor, t.Accent)
	} else {
		cells := e.preview()
		for _, c := range e.withImages(cells) {
			e.drawBrackets(f, c, t.Soft, 0)
		}
	}
	e.drawBrackets(f, e.cursor, t.Accent, cell.Bold)
	x, y := e.picture.cellOf(e.cursorPoint())
	f.Cursor = cell.Cursor{X: x, Y: y, Placed: true}
}

// drawGrid draws a dot in each empty cell.
func (e *Editor) drawGrid(f *cell.Frame) {
	for row := range e.grid.Rows {
		for col := range e.grid.Cols {
			c := levels.Cell{Row: row, Col: col}
			if !e.grid.Valid(c) {
				continue
			}
			x, y := e.picture.cellOf(e.grid.Center(c))
			if at := f.At(x, y); at != nil && (at.Glyph == 0 || at.Glyph == ' ') && at.Attr == 0 {
				e.drawMark(f, x, y, '·', e.theme().Border, 0)
			}
		}
	}
}

// drawBrackets draws the corners of a cell of the grid.
func (e *Editor) drawBrackets(f *cell.Frame, c levels.Cell, ink cell.Color, a cell.Attr) {
	shape := e.grid.Shape(c)
	lo, hi := shape.Bounds()
	e.drawCorners(f, lo, hi, ink, a)
}

// drawCorners draws the corners of a rectangle of the field.
func (e *Editor) drawCorners(f *cell.Frame, lo, hi geom.Vec, ink cell.Color, a cell.Attr) {
	left, top, right, bottom := e.picture.box(lo, hi)
	if top == bottom {
		e.drawMark(f, left, top, '[', ink, a)
		e.drawMark(f, right, top, ']', ink, a)
		return
	}
	marks := lightCorners
	if a != 0 {
		marks = heavyCorners
	}
	e.drawMark(f, left, top, marks[0], ink, a)
	e.drawMark(f, right, top, marks[1], ink, a)
	e.drawMark(f, left, bottom, marks[2], ink, a)
	e.drawMark(f, right, bottom, marks[3], ink, a)
}

// lightCorners and heavyCorners are the corners of a rectangle.
var lightCorners, heavyCorners = [4]rune{'┌', '┐', '└', '┘'}, [4]rune{'┏', '┓', '┗', '┛'}

// drawOutline draws the outline of the rectangle of cells with the opposite corners a and b.
func (e *Editor) drawOutline(f *cell.Frame, a, b levels.Cell, ink cell.Color) {
	first, second := e.grid.Shape(a), e.grid.Shape(b)
	lo, hi := first.Bounds()
	l, h := second.Bounds()
	lo, hi = geom.Vec{X: min(lo.X, l.X), Y: min(lo.Y, l.Y)}, geom.Vec{X: max(hi.X, h.X), Y: max(hi.Y, h.Y)}
	left, top, right, bottom := e.picture.box(lo, hi)
	for x := left + 1; x < right; x++ {
		e.drawMark(f, x, top, '─', ink, 0)
		e.drawMark(f, x, bottom, '─', ink, 0)
	}
	for y := top + 1; y < bottom; y++ {
		e.drawMark(f, left, y, '│', ink, 0)
		e.drawMark(f, right, y, '│', ink, 0)
	}
	e.drawCorners(f, lo, hi, ink, cell.Bold)
}

// markBricks draws a character on each brick with a property that is not visible in a game: the letter of its drop, ?
// for a hidden brick, + for a sprout that grows later, or the number of its pair.
func (e *Editor) markBricks(f *cell.Frame) {
	for i := range e.current.Level.Bricks {
		b := &e.current.Level.Bricks[i]
		r := rune(0)
		switch {
		case b.Drop != spec.NoDrop:
			r = spec.Drops[b.Drop].Letter
		case spec.Kinds[b.Kind].Hides:
			r = hiddenMark
		case b.Dormant:
			r = '+'
		case b.Pair > 0:
			r = rune('0' + b.Pair)
		default:
			continue
		}
		center, _ := b.Shape.Circle()
		x, y := e.picture.cellOf(center)
		e.drawMark(f, x, y, r, e.theme().Text, cell.Bold)
	}
}

// hiddenMark marks hidden bricks.
const hiddenMark = '?'

// markBrick marks a brick with a problem.
func (e *Editor) markBrick(f *cell.Frame, i int) {
	if i >= len(e.current.Level.Bricks) {
		return
	}
	center, _ := e.current.Level.Bricks[i].Shape.Circle()
	x, y := e.picture.cellOf(center)
	if c := f.At(x, y); c != nil && x < e.picture.panel.X {
		*c = cell.Cell{Glyph: '!', Fg: e.theme().Chosen, Bg: e.theme().Alarm, Attr: cell.Bold | cell.Reverse}
		if e.Render.Tier != cell.Mono {
			c.Attr = cell.Bold
		}
	}
}

// drawObjects draws the paths of moving bricks, and the handles of the selected object.
func (e *Editor) drawObjects(f *cell.Frame) {
	t := e.theme()
	for i := range e.current.Free {
		b := &e.current.Free[i]
		center := freeHandles(b)[0]
		if b.Drift != (geom.Vec{}) {
			n := max(1, int(b.Drift.Norm()))
			for k := range n + 1 {
				x, y := e.picture.cellOf(center.Along(b.Drift, float64(k)/float64(n)))
				e.drawMark(f, x, y, '•', t.Aim, cell.Bold)
			}
			x, y := e.picture.cellOf(center.Add(b.Drift))
			e.drawMark(f, x, y, '○', t.Aim, cell.Bold)
		}
		if b.Spin != 0 {
			x, y := e.picture.cellOf(center)
			e.drawMark(f, x, y, '◊', t.Aim, cell.Bold)
		}
	}
	if b := e.current.Level.Boss; b.Kind != spec.NoBoss {
		lo, hi := b.Area()
		e.drawCorners(f, lo, hi, t.Soft, 0)
	}
	for i, o := range e.objects {
		for k, at := range e.handles(o) {
			x, y := e.picture.cellOf(at)
			switch {
			case i == e.selectedObject && k == e.selectedHandle:
				e.drawMark(f, x, y, '◆', t.Accent, cell.Bold|cell.Reverse)
			case i == e.selectedObject:
				e.drawMark(f, x, y, '○', t.Accent, cell.Bold)
			case k == 0 && o.kind != &objectKinds[0]:
				e.drawMark(f, x, y, '●', t.Lamp, cell.Bold)
			}
		}
	}
}

// drawStatus draws the two rows at the bottom: the status row and the row of hints.
func (e *Editor) drawStatus(f *cell.Frame) {
	t, p := e.theme(), &e.picture
	pen := widget.NewPen(f, 1, f.H-2, e.style(t.Text, 0))
	if e.isError {
		pen.Style = e.style(t.Alarm, cell.Bold)
	}
	pen.Cut(e.plainText(e.status()), f.W-2)

	p.hints = p.hints[:0]
	pen = widget.NewPen(f, 1, f.H-1, e.style(t.Text, 0))
	for i := range commands {
		c := &commands[i]
		if c.hint == nil || !c.when.shows(e.selectedObject >= 0) {
			continue
		}
		key, label := e.plainText(c.keyLabel()), e.plainText(*c.hint)
		w := cell.Width(key) + 1 + cell.Width(label)
		if pen.X+w >= f.W {
			continue
		}
		p.hints = append(p.hints, hint{pen.X, w, c})
		pen.Style = e.style(t.Accent, cell.Bold)
		pen.Text(key)
		pen.X++
		pen.Style = e.style(t.Soft, 0)
		pen.Text(label)
		pen.X += 2
	}
}

// status returns the text of the status row: a message, the selected object, or the brick at the cursor with its
// problem, if any.
func (e *Editor) status() string {
	switch {
	case e.message != "":
		return e.message
	case e.current == nil:
		return labels.NoLevel
	case e.selectedObject >= 0:
		o := e.objects[e.selectedObject]
		at := e.handles(o)[e.selectedHandle]
		return fmt.Sprintf(labels.AtObject, e.objectName(o), e.selectedHandle+1, len(e.handles(o)), at.X, at.Y)
	}
	if q := e.problemAt(e.cursor); q != "" {
		return q
	}
	b, ok := e.cellAt(e.cursor)
	if !ok {
		return fmt.Sprintf(labels.At, e.cursor.Col+1, e.cursor.Row+1, labels.Empty)
	}
	help := text.Translate(spec.Kinds[b.Kind].Help)
	return fmt.Sprintf(labels.At, e.cursor.Col+1, e.cursor.Row+1, b.String()) + " · " + help
}

// problemAt returns the problem of the brick in a cell, or "".
func (e *Editor) problemAt(c levels.Cell) string {
	is := func(i int) bool {
		return i >= 0 && i < len(e.current.Bricks) && e.current.Bricks[i].Cell == c &&
			e.current.Bricks[i].Drawing == e.drawingNo
	}
	for _, q := range e.current.Problems {
		if is(q.Brick) {
			return q.Message
		}
	}
	for _, i := range e.unreachable {
		if is(i) {
			return labels.Unreachable
		}
	}
	return ""
}

// plainText returns s, with characters outside of ASCII replaced if the glyph set is ASCII.
//
//go:noinline // would be copied into many callers
func (e *Editor) plainText(s string) string {
	if e.ascii() {
		return widget.Plain(s)
	}
	return s
}
