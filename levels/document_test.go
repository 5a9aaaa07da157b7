package levels

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// edit applies edits or fails.
func edit(t *testing.T, d *Document, edits ...Edit) {
	t.Helper()
	for _, e := range edits {
		if err := d.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
}

// setCells returns the edit that paints cells of the first drawing.
func setCells(b Brick, cells ...Cell) SetCells {
	var e SetCells
	for _, c := range cells {
		e.Cells = append(e.Cells, Dab{Cell: c, Brick: b})
	}
	return e
}

// clearCells returns the edit that clears cells of the first drawing.
func clearCells(cells ...Cell) SetCells {
	e := setCells(Brick{}, cells...)
	for i := range e.Cells {
		e.Cells[i].Empty = true
	}
	return e
}

// checkText fails unless the document has the given text.
func checkText(t *testing.T, d *Document, want string) {
	t.Helper()
	if got := d.Text(); got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
}

func TestNewDocumentIsPlayable(t *testing.T) {
	d := NewDocument("new.level")
	if p, err := Parse("new.level", []byte(d.Text())); err != nil || len(p.Levels) != 1 {
		t.Fatalf("Parse of a new document: %d levels, %v", len(p.Levels), err)
	}
	l := d.Level(0)
	if len(l.Problems) > 0 || len(l.Level.Bricks) != 19 || l.Level.Name != "Untitled" {
		t.Errorf("level %q with %d bricks and problems %v", l.Level.Name, len(l.Level.Bricks), l.Problems)
	}
	if d.Changed() || d.CanUndo() || d.CanRedo() || !strings.HasPrefix(d.Text(), FirstLine) {
		t.Error("the new document has changes")
	}
}

// written is a level as a person writes it.
const written = `arkterm levels 1
# A level with comments.
level: Back Door
author:   me
legend:
  o plain 1
  # wall 7
  u double 2
# The gate has to stay closed.
rows:
  #  o o  #

# between rows
   o     o

# a stone
hexagon: plain 3 at 30 30, radius 2
# the end
`

func TestEditsKeepOtherLines(t *testing.T) {
	d := ParseDocument("x.level", written)
	edit(t, d,
		SetKey{0, "author", "you"},
		SetKey{0, "par time", "1:00"},
		SetKey{0, "balls", "2"},
		SetFree{0, 0, FreeBrick{Brick: Brick{Hue: 3}, Center: geom.Vec{X: 31, Y: 30}, Radius: 2.5, Turn: 30}},
		SetFree{0, 1, FreeBrick{
			Brick: Brick{Kind: spec.Wall, Hue: 7}, NumCorners: 3, Spin: -45, Every: 4, Drift: geom.Vec{X: 12},
			Corners: [geom.MaxCorners]geom.Vec{{X: 5, Y: 30}, {X: 9, Y: 30}, {X: 9, Y: 33.5}},
		}},
		SetEmitter{0, 0, spec.EmitterSpec{At: geom.Vec{X: 2, Y: 36}, Degrees: 300, On: 360, Off: 720, Elapsed: 840}},
		SetKey{0, "boss", BossText(spec.BossSpec{Kind: spec.Queen, At: geom.Vec{X: 30.5, Y: 12}})},
		SetKey{0, "drones", DronesText(&spec.DroneSpec{
			Max: 2, Interval: 2880, Gates: []float64{16, 48}, Kinds: []spec.DroneKind{spec.Cone},
		})})
	checkText(t, d, `arkterm levels 1
# A level with comments.
level: Back Door
author: you
balls: 2
par time: 1:00
legend:
  o plain 1
  # wall 7
  u double 2
# The gate has to stay closed.
rows:
  #  o o  #

# between rows
   o     o

# a stone
hexagon: plain 3 at 31 30, radius 2.5, turn 30
polygon: wall 7 at 5 30, 9 30, 9 33.5, drift 12 0 every 4, spin -45
emitter: at 2 36, angle 300, on 1.5 off 3, delay 1
drones: 2 every 12 from 16 48 of cone
boss: queen at 30.5 12
# the end
`)

	edit(t, d, SetKey{0, "boss", ""}, SetKey{0, "drones", ""}, SetKey{0, "balls", ""}, SetKey{0, "par time", ""},
		SetKey{0, "author", "  me"}, RemoveEmitter{0, 0}, RemoveFree{0, 1},
		SetFree{0, 0, FreeBrick{Brick: Brick{Hue: 3}, Center: geom.Vec{X: 30, Y: 30}, Radius: 2}})
	checkText(t, d, strings.Replace(written, "author:   me", "author: me", 1))
	for d.Undo() {
	}
	checkText(t, d, written)
}

// drawn is a level with a drawing without full stops.
const drawn = `arkterm levels 1
level: Comb
legend:
  o plain 0
  x plain 3
rows:
       o
      o o
# middle
     o x o
      o o

hexagon: plain at 5 30, radius 2
`

func TestCellsAreWrittenLikeTheOthers(t *testing.T) {
	d := ParseDocument("x.level", drawn)
	grid := d.Level(0).Drawings[0].Grid
	if grid.Cols != 15 || grid.Rows != 17 || grid.Lattice() != "pitch 4 4" {
		t.Fatalf("a grid of %d columns and %d rows with %s", grid.Cols, grid.Rows, grid.Lattice())
	}
	// The drawing grows on both sides, because it is centered.
	seed := Brick{Kind: spec.Seed, Hue: 4}
	edit(t, d, setCells(seed, Cell{2, 3}), setCells(seed, Cell{2, 11}), clearCells(Cell{2, 7}))
	checkText(t, d, `arkterm levels 1
level: Comb
legend:
  o plain 0
  x plain 3
  s seed 4
rows:
      o
     o o
# middle
  s o   o s
     o o

hexagon: plain at 5 30, radius 2
`)

	// Cells below the drawing add rows. Without bricks at its edges, the drawing keeps its position.
	edit(t, d, clearCells(Cell{2, 3}, Cell{2, 11}), setCells(Brick{Hue: 3}, Cell{4, 7}))
	checkText(t, d, `arkterm levels 1
level: Comb
legend:
  o plain 0
  x plain 3
rows:
  .   o   .
     o o
# middle
    o   o
     o o
      x

hexagon: plain at 5 30, radius 2
`)
	for d.Undo() {
	}
	checkText(t, d, drawn)
}

func TestEmptyDrawingGetsFullStops(t *testing.T) {
	d := ParseDocument("x.level", FirstLine+"\r\nlevel: A\r\nhexagon: plain at 5 30, radius 2")
	edit(t, d, setCells(Brick{Kind: spec.Double, Hue: 2}, Cell{1, 7}))
	want := FirstLine + `
level: A
legend:
  d double 2
rows:
  . . . . . . . .
   . . . d . . .
hexagon: plain at 5 30, radius 2`
	checkText(t, d, strings.ReplaceAll(want, "\n", "\r\n"))
	edit(t, d, SetKey{0, "boss", "queen at 30.5 12"})
	checkText(t, d, strings.ReplaceAll(want+"\nboss: queen at 30.5 12\n", "\n", "\r\n"))
}

func TestEmptyRowsAndSymbolsStay(t *testing.T) {
	const text = FirstLine + "\nlevel: A\nlegend:\n  o plain\n  x plain\nrows:\n  o . x\n   . .\n  . . .\n"
	d := ParseDocument("x.level", text)
	grid := d.Level(0).Drawings[0].Grid
	edit(t, d, setCells(Brick{}, Cell{0, 5}, Cell{0, 9}))
	if d.CanUndo() {
		t.Errorf("bricks that were there before change the text:\n%s", d.Text())
	}
	edit(t, d, setCells(Brick{}, grid.Nearest(Cell{4, 7})), clearCells(grid.Nearest(Cell{4, 7})))
	checkText(t, d, strings.TrimSuffix(text, "   . .\n  . . .\n"))
}

func TestSymbolsAreReadable(t *testing.T) {
	d := NewDocument("x.level")
	for i, b := range []Brick{
		{Kind: spec.Plain, Hue: 1}, // in the legend
		{Kind: spec.Wall},
		{Kind: spec.Plain, Hue: 2},
		{Kind: spec.Plain, Hue: 3},
		{Kind: spec.Double},
		{Kind: spec.Plain, Hue: 1, Drop: spec.DropExpand},
		{Kind: spec.Gate, Way: geom.Direction(270)},
		{Kind: spec.Gate, Way: geom.Direction(37.5)},
		{Kind: spec.Portal, Pair: 1},
		{Kind: spec.Tripwire, Pair: 2},
		{Kind: spec.Regrow, Hue: 1, Hits: 2},
		{Kind: spec.Regrow, Hue: 1, Hits: 3}, // the default
		{Kind: spec.Sprout, Hue: 1, Dormant: true},
	} {
		edit(t, d, setCells(b, Cell{14 + i%2, i}))
	}
	want := `  o plain 1
  @ double 4
  # wall
  a plain 2
  b plain 3
  d double 0
  e plain 1 holds expand
  ^ gate way up
  > gate way 37.5
  A portal pair 1
  2 tripwire pair 2
  r regrow 1 hits 2
  R regrow 1
  p sprout 1 grows later
`
	const rows = "\n  o a d ^ A r p .\n   # b e > 2 R .\n"
	if got := d.Text(); !strings.Contains(got, want) || !strings.HasSuffix(got, rows) {
		t.Errorf("the text is\n%s\nwant the legend\n%s", got, want)
	}
	for b := range (Brick{}).symbols() {
		if b == emptyCell || !isDisplayable(b) {
			t.Errorf("symbol %q", b)
		}
	}
}

func TestLegendsOfAllLevelsAreUsed(t *testing.T) {
	const text = `arkterm levels 1
author: me
legend:
  p plain 2
lattice: boxes 4 2

level: A
rows:
  p.p

level: B
legend:
  p double 3
rows:
  p
`
	d := ParseDocument("x.level", text)
	a, b := setCells(Brick{Hue: 2}, d.Level(0).Drawings[0].Grid.Middle()), setCells(Brick{Hue: 2}, Cell{0, 0})
	b.Level = 1
	edit(t, d, a, b)
	if got := d.Text(); strings.Count(got, "plain 2") != 2 || !strings.Contains(got, "  o plain 2\nrows:\n  o") {
		t.Errorf("the text is\n%s\nwant another symbol in the second level", got)
	}
	if v, own := d.Level(1).Key("author"); v != "me" || own {
		t.Errorf("author %q, own %t, want the default", v, own)
	}
	edit(t, d, SetKey{1, "author", "you"}, SetKey{-1, "pack", "P"}, SetKey{-1, "speed", "90"})
	if v, own := d.Level(1).Key("author"); v != "you" || !own {
		t.Errorf("author %q, own %t, want the author of the level", v, own)
	}
	if got := d.Text(); !strings.HasPrefix(got, FirstLine+"\npack: P\nauthor: me\nspeed: 90\nlegend:\n") {
		t.Errorf("the text is\n%s\nwant the keys in the usual order", got)
	}
}

func TestLatticeOfADrawing(t *testing.T) {
	const text = FirstLine +
		"\nlevel: A\nlegend:\n  o plain\nrows:\n  o o\n# second\nrows:\n  . .\n\n\n\n\n\n\n\n\n  o\n"
	d := ParseDocument("x.level", text)
	edit(t, d, SetLattice{0, 0, "boxes 4 2, left 1"})
	want := strings.Replace(text, "rows:\n  o o\n# second",
		"lattice: boxes 4 2, left 1\nrows:\n  o o\nlattice: pitch 4 4\n# second", 1)
	checkText(t, d, want)
	edit(t, d, SetLattice{0, 0, "radius 2"}, SetLattice{0, 2, "boxes 6 2, top 30"})
	want = strings.Replace(want, "boxes 4 2, left 1", "radius 2", 1) + "lattice: boxes 6 2, top 30\nrows:\n"
	checkText(t, d, want)
	for i, want := range []string{"radius 2", "pitch 4 4", "boxes 6 2, top 30"} {
		if got := d.Level(0).Drawings[i].Grid.Lattice(); got != want {
			t.Errorf("drawing %d has the lattice %q, want %q", i, got, want)
		}
	}
	edit(t, d, SetLattice{0, 0, ""}, SetLattice{0, 1, ""})
	checkText(t, d, text+"lattice: boxes 6 2, top 30\nrows:\n")
}

func TestLevelsOfAPack(t *testing.T) {
	const text = FirstLine +
		"\npack: P\n\n# first\nlevel: A\nrows:\n\nlevel: B\nballs: 2\n\n\n# third\nlevel: C\nshots: 3"
	d := ParseDocument("x.level", text)
	edit(t, d, MoveLevel{0, 2})
	checkText(t, d, FirstLine+"\npack: P\n\nlevel: B\nballs: 2\n\n# third\nlevel: C\nshots: 3\n\n\n"+
		"# first\nlevel: A\nrows:")
	d.Undo()
	edit(t, d, CopyLevel{1, ""}, RemoveLevel{0})
	checkText(t, d,
		FirstLine+"\npack: P\n\nlevel: B\nballs: 2\n\n\nlevel: B 2\nballs: 2\n\n# third\nlevel: C\nshots: 3")
	edit(t, d, RemoveLevel{2}, RemoveLevel{1}, AddLevel{1, "D"}, AddLevel{0, ""})
	var names []string
	for i := range d.NumLevels() {
		names = append(names, d.Level(i).Level.Name)
	}
	if want := []string{"Untitled", "B", "D"}; !slices.Equal(names, want) {
		t.Errorf("levels %q, want %q", names, want)
	}

	for want, e := range map[string]Edit{
		"this is the only level of the file":            RemoveLevel{0},
		"no level 3, want 1 to 1":                       MoveLevel{0, 2},
		"the level in line 2 has the same name":         AddLevel{1, "a"},
		"the level's name is longer than 40 characters": SetKey{0, "level", strings.Repeat("x", 41)},
		"the level's name is missing":                   SetKey{0, "level", " "},
		`balls is "4", want 1 to 3`:                     SetKey{0, "balls", "4"},
		`"rows" cannot be set`:                          SetKey{0, "rows", "o"},
		"no cell in row 1, column 2 of this drawing":    setCells(Brick{}, Cell{0, 1}),
	} {
		d := ParseDocument("x.level", FirstLine+"\nlevel: A\n")
		if err := d.Apply(e); err == nil || err.Error() != want {
			t.Errorf("%+v: error %v, want %q", e, err, want)
		}
		if d.Changed() || d.CanUndo() {
			t.Errorf("%+v: changed the document despite the error", e)
		}
	}
}

func TestDamagedFileOpens(t *testing.T) {
	const text = FirstLine + "\nlevel: A\nbals: 3\nlegend:\n  o plain 9\n  p plain\nrows:\n  p o q\n"
	d := ParseDocument("x.level", text)
	var got []string
	for _, p := range d.Problems() {
		got = append(got, fmt.Sprintf("%d:%d:%d %s", p.Level, p.Line, p.Column, p.Message))
	}
	want := []string{
		`0:3:1 unknown key "bals", did you mean "balls"?`,
		`0:5:11 color "9", want 0 to 7`,
		`0:8:7 no 'q' in the legend: the legend has 'o' and 'p'`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	for _, text := range []string{
		"nonsense", magic + " 99\nlevel: A\n", "\xff\xfea\x00", strings.Repeat("#", MaxFile+1),
	} {
		d := ParseDocument("x.level", text)
		if len(d.Problems()) == 0 || d.NumLevels() > 0 || d.Apply(AddLevel{}) != ErrNotEditable || d.Text() != text {
			t.Errorf("%.20q: %d problems, %d levels, want a text that cannot be edited", text, len(d.Problems()),
				d.NumLevels())
		}
	}
}

func TestEmptyFileGetsALevel(t *testing.T) {
	d := ParseDocument("x.level", "")
	if len(d.Problems()) != 1 {
		t.Errorf("problems %v, want one", d.Problems())
	}
	edit(t, d, AddLevel{})
	checkText(t, d, newDocument)
	d.Undo()
	checkText(t, d, "")
}

func TestFileStaysReadable(t *testing.T) {
	d := ParseDocument("x.level", newDocument+strings.Repeat("#\n", MaxFile/2-200))
	var err error
	for err == nil {
		err = d.Apply(CopyLevel{0, ""})
	}
	if len(d.Text()) > MaxFile || !strings.Contains(err.Error(), "64 KiB") {
		t.Errorf("%d bytes with error %v, want at most %d", len(d.Text()), err, MaxFile)
	}
}

func TestProblemsNameTheBrick(t *testing.T) {
	d := ParseDocument("x.level", drawn)
	portal := Brick{Kind: spec.Portal, Pair: 1}
	edit(t, d, setCells(portal, Cell{0, 7}), SetFree{0, 1, FreeBrick{Center: geom.Vec{X: 30, Y: 10}, Radius: 1}})
	l := d.Level(0)
	if len(l.Problems) != 2 {
		t.Fatalf("problems %v, want a portal without a partner and an overlap", l.Problems)
	}
	if p := l.Bricks[l.Problems[0].Brick]; p.Drawing != 0 || p.Cell != (Cell{0, 7}) || p.Free >= 0 {
		t.Errorf("the portal is at %+v, want row 0, column 7", p)
	}
	if p := l.Bricks[l.Problems[1].Brick]; p.Drawing >= 0 || p.Free != 1 {
		t.Errorf("the overlapping brick is %+v, want the second free brick", p)
	}
}

func TestUnreachableBricks(t *testing.T) {
	d := ParseDocument("x.level", drawn)
	grid := d.Level(0).Drawings[0].Grid
	center := Cell{2, 7}
	edit(t, d, setCells(Brick{Kind: spec.Wall}, grid.Neighbors(center)...))
	l := d.Level(0)
	bricks, problems := l.Unreachable()
	if len(bricks) != 1 || l.Bricks[bricks[0]].Cell != center || len(problems) != 1 || problems[0].Brick != bricks[0] {
		t.Fatalf("unreachable %v with problems %v, want the brick in the middle", bricks, problems)
	}
	edit(t, d, setCells(Brick{}, Cell{4, 7}))
	if bricks, problems := d.Level(0).Unreachable(); len(bricks)+len(problems) > 0 {
		t.Errorf("unreachable %v with problems %v, want none", bricks, problems)
	}
}

func TestGesturesAreOneStep(t *testing.T) {
	d := ParseDocument("x.level", drawn)
	d.BeginGesture()
	for col := 0; col < 15; col += 2 {
		edit(t, d, setCells(Brick{Hue: 5}, Cell{9, col}))
	}
	d.EndGesture()
	stroke := d.Text()
	if !d.Undo() || d.CanUndo() {
		t.Error("the gesture is not one step")
	}
	checkText(t, d, drawn)
	if !d.Redo() || d.CanRedo() {
		t.Error("the gesture cannot be repeated")
	}
	checkText(t, d, stroke)

	d.MarkSaved()
	edit(t, d, SetKey{0, "balls", "2"})
	if !d.Changed() {
		t.Error("Changed is false after an edit")
	}
	if d.Undo(); d.Changed() {
		t.Error("Changed is true for the saved text")
	}
	if d.Undo(); !d.Changed() {
		t.Error("Changed is false before the saved text")
	}
	edit(t, d, SetKey{0, "balls", "2"})
	if d.Undo(); !d.Changed() {
		t.Error("Changed is false although the saved text cannot be restored")
	}
	edit(t, d, SetKey{0, "level", "Comb"})
	if d.CanUndo() {
		t.Error("an edit without a change is a step")
	}
}

func TestRecordsOfANewDocument(t *testing.T) {
	d := NewDocument("x.level")
	if r := d.TakeRecords(); len(r) > 0 {
		t.Errorf("records %q, want none before the first change", r)
	}
	edit(t, d, SetKey{0, "balls", "2"})
	records := d.TakeRecords()
	edit(t, d, SetKey{0, "balls", "3"})
	records = append(records, d.TakeRecords()...)

	copied := ParseDocument("x.level", "")
	for _, r := range records {
		if err := copied.Replay(r); err != nil {
			t.Fatalf("replay %s: %v", r, err)
		}
	}
	if !copied.HasText(d.Text()) || copied.HasText(newDocument) || !copied.Changed() {
		t.Errorf("the records give\n%s\nwant\n%s", copied.Text(), d.Text())
	}
	for copied.Undo() {
	}
	checkText(t, copied, newDocument)
	if !copied.Changed() {
		t.Error("Changed is false although the file is empty")
	}

	for _, r := range []string{
		"", "new", "new 0 0", records[0], "step", "step 1", "step 99 0", "step 0 99", "step 0 0 \"x", "step 0 0 \"x\"",
		"step 0 1 \"a\\nb\\n\"", "step 0 0 \"\"", "step 0 0  \"x\\n\"", "step 0 -1", "undo 0 0 1", "other 0 0",
	} {
		d := ParseDocument("x.level", written)
		if err := d.Replay(r); err == nil && d.Text() != written {
			t.Errorf("replay %q changed the text to\n%s", r, d.Text())
		}
	}
}
