package editor

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// A testEditor is an editor with a simulated player.
type testEditor struct {
	*testing.T
	e     *Editor
	u     *ui.UI
	now   time.Duration
	saved []SaveRequest
	rated []RateRequest
	left  bool
}

// empty is the text of a level with an empty drawing of 15 × 17 hexagons.
const empty = "arkterm levels 1\nlevel: Test\nrows:\n  . . . . . . . .\n"

// edit opens a text in an editor of the given size.
func edit(t testing.TB, text string, w, h int) *testEditor {
	p := &testEditor{now: time.Second}
	p.T, _ = t.(*testing.T)
	p.u = &ui.UI{View: render.NewView(render.Options{})}
	p.u.Background = func() {}
	p.u.SetRate(60, true)
	p.e = New(Setup{
		UI: p.u, Save: func(s SaveRequest) { p.saved = append(p.saved, s) },
		Rate:  func(r RateRequest) { p.rated = append(p.rated, r) },
		Leave: func(time.Duration) { p.left = true },
	})
	p.u.Add(p.e.FindScreen)
	p.u.Resize(w, h, p.now)
	p.e.Open(levels.ParseDocument("test.level", text), "test.level", text, false)
	p.u.Enter(Screen, p.now)
	p.show()
	return p
}

// show draws a frame.
func (p *testEditor) show() {
	p.u.Advance(p.now)
	p.u.Frame.BorrowCells()
	p.u.Draw(p.now)
}

// keyNames maps names that the tests use to keys.
var keyNames = map[string]tcell.Key{
	"left": tcell.KeyLeft, "right": tcell.KeyRight, "up": tcell.KeyUp, "down": tcell.KeyDown, "enter": tcell.KeyEnter,
	"esc": tcell.KeyEsc, "del": tcell.KeyDelete, "tab": tcell.KeyTab, "f1": tcell.KeyF1, "f2": tcell.KeyF2,
	"f3": tcell.KeyF3, "f4": tcell.KeyF4, "f5": tcell.KeyF5, "f6": tcell.KeyF6, "f7": tcell.KeyF7, "f12": tcell.KeyF12,
	"pgdn": tcell.KeyPgDn, "pgup": tcell.KeyPgUp, "bs": tcell.KeyBackspace,
}

// keys presses keys, for example "right shift-down space u".
func (p *testEditor) keys(words string) {
	for word := range strings.FieldsSeq(words) {
		p.now += time.Second
		name, shifted := strings.CutPrefix(word, "shift-")
		ev := input.Keystroke{Key: keyNames[name]}
		switch {
		case name == "space":
			ev = input.Char(' ')
		case ev.Key == 0:
			ev = input.Char([]rune(name)[0])
		}
		if shifted {
			ev.Mods = tcell.ModShift
		}
		p.u.Key(p.now, ev)
		p.show()
	}
}

// mouse moves the mouse to a cell of the frame with buttons held.
func (p *testEditor) mouse(col, row int, buttons tcell.ButtonMask) {
	p.now += time.Second
	p.u.Mouse(p.now, input.MouseReport{Col: col, Row: row, Buttons: buttons})
	p.show()
}

// click clicks a cell of the frame.
func (p *testEditor) click(col, row int) {
	p.mouse(col, row, tcell.ButtonPrimary)
	p.mouse(col, row, 0)
}

// clickOn clicks a text on the screen.
func (p *testEditor) clickOn(text string) {
	p.Helper()
	for y, line := range strings.Split(p.u.Frame.String(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			p.click(cell.Width(before), y)
			return
		}
	}
	p.Fatalf("no %q on the screen:\n%s", text, p.u.Frame.String())
}

// place returns the cell of the frame at the center of a cell of the grid.
func (p *testEditor) place(row, col int) (x, y int) {
	return p.e.picture.cellOf(p.e.grid.Center(levels.Cell{Row: row, Col: col}))
}

// text checks the text of the document.
func (p *testEditor) text(want string) {
	p.Helper()
	if got := p.e.doc.Text(); got != want {
		p.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
}

// rows returns the rows of the document's first drawing without trailing empty cells.
func (p *testEditor) rows() string {
	_, rows, _ := strings.Cut(p.e.doc.Text(), "rows:\n")
	return rows
}

func TestPaintWithKeys(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.e.cursor, p.e.cursorRow = levels.Cell{Row: 0, Col: 0}, 0
	p.keys("space right 3 ] space shift-right shift-right")
	p.text("arkterm levels 1\nlevel: Test\nlegend:\n  o plain 1\n  d double 3\nrows:\n" +
		"  o d . . . . . .\n   d d . . . . .\n")
	before := p.e.doc.Text()
	p.keys("del")
	if p.e.doc.Text() == before {
		t.Error("Delete changes nothing")
	}
	p.keys("u")
	p.text(before)
	p.keys("u u u u u u u u")
	p.text(empty)
	p.keys("y y y y y y y y")
	if p.e.doc.Text() == empty {
		t.Error("nothing was done again")
	}
}

func TestLinesFillsAndMirrors(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.e.cursor, p.e.cursorRow = levels.Cell{Row: 2, Col: 2}, 2
	p.keys("l space right right space")
	if n := strings.Count(p.rows(), "o"); n != 3 {
		t.Errorf("a line of %d bricks, want 3:\n%s", n, p.rows())
	}
	p.keys("u f ] space")
	if n := strings.Count(p.rows(), "d"); n != len(p.e.grid.Rect(levels.Cell{}, levels.Cell{Row: 99, Col: 99})) {
		t.Errorf("fill paints %d cells", n)
	}
	p.keys("u p m space")
	if n := strings.Count(p.rows(), "d"); n != 2 {
		t.Errorf("%d bricks with a mirror, want 2:\n%s", n, p.rows())
	}
}

func TestCopyAndPaste(t *testing.T) {
	p := edit(t, strings.Replace(empty, "rows:", "legend:\n  o plain 1\nrows:", 1), 80, 24)
	p.e.cursor, p.e.cursorRow = levels.Cell{Row: 0, Col: 0}, 0
	p.keys("space right right space left left s space right right space c right right v")
	if n := strings.Count(p.rows(), "o"); n != 4 {
		t.Errorf("%d bricks, want 4:\n%s", n, p.rows())
	}
	p.keys("s space left left left left space x")
	if n := strings.Count(p.rows(), "o"); n != 1 {
		t.Errorf("%d bricks after a cut, want 1:\n%s", n, p.rows())
	}

	p.e.cursor, p.e.cursorRow = levels.Cell{Row: 8, Col: 0}, 8
	if p.keys("c"); p.e.message != labels.NothingHere {
		t.Errorf("message %q after copying an empty cell, want %q", p.e.message, labels.NothingHere)
	}
	p.keys("s right right c")
	if want := labels.NothingHere; p.e.message != want || len(p.e.clipboard) == 0 {
		t.Errorf("message %q and %d bricks after copying empty cells, want %q and the earlier bricks", p.e.message,
			len(p.e.clipboard), want)
	}
}

// The rating of a level returns when the editor opens it again, and after an undone change.
func TestRatingsReturn(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.keys("space")
	text := p.e.doc.Text()
	p.e.rate()
	p.e.Rated(RateResult{p.rated[0].Number, 24, 24, &bot.Rating{Difficulty: 42}, nil})
	now := fmt.Sprintf(labels.RatedNow, 42)
	for _, step := range [...]struct {
		do   func()
		want string
	}{
		{func() {}, now},
		{func() { p.keys("right space") }, fmt.Sprintf(labels.RatedBefore, 42)},
		{func() { p.keys("u") }, now},
		{func() { p.e.Open(levels.ParseDocument("other.level", empty), "other.level", empty, false) }, labels.Unrated},
		{func() { p.e.Open(levels.ParseDocument("test.level", text), "test.level", text, false) }, now},
	} {
		if step.do(); p.e.ratingLine().value != step.want {
			t.Errorf("the panel shows %q, want %q", p.e.ratingLine().value, step.want)
		}
	}
}

func TestPaintWithTheMouse(t *testing.T) {
	p := edit(t, empty, 80, 24)
	x, y := p.place(4, 2)
	x2, y2 := p.place(4, 8)
	p.mouse(x, y, tcell.ButtonPrimary)
	p.mouse(x2, y2, tcell.ButtonPrimary)
	p.mouse(x2, y2, 0)
	if n := strings.Count(p.rows(), "o"); n < 7 {
		t.Errorf("a drag paints %d bricks, want at least 7:\n%s", n, p.rows())
	}
	p.mouse(x2, y2, tcell.ButtonSecondary)
	p.mouse(x2, y2, 0)
	if n := strings.Count(p.rows(), "o"); n < 6 {
		t.Errorf("%d bricks, want 6 or more:\n%s", n, p.rows())
	}
	p.keys("u u")
	p.text(empty) // a drag is one step
}

// TestPaletteHasAllKinds clicks on each kind of brick and paints it.
func TestPaletteHasAllKinds(t *testing.T) {
	p := edit(t, empty, 80, 24)
	for k := range spec.NumPlacedKinds {
		x, y := p.e.picture.swatch(k)
		if int(p.e.brush.Kind) != k { // a second click would show the details
			p.click(x+1, y)
		}
		if int(p.e.brush.Kind) != k {
			t.Fatalf("a click on swatch %d selects %v", k, p.e.brush.Kind)
		}
		p.click(p.place(2*(k/7)+4, 2*(k%7)))
	}
	for k := range spec.NumPlacedKinds {
		if name := spec.Kinds[k].Name; !strings.Contains(p.e.doc.Text(), " "+name) {
			t.Errorf("no %s in\n%s", name, p.e.doc.Text())
		}
	}
}

// TestCommandsHaveTheirOwnKeys checks that no two commands have the same key, except for commands in other modes.
func TestCommandsHaveTheirOwnKeys(t *testing.T) {
	seen := map[string]*string{}
	for i := range commands {
		c := &commands[i]
		for k := range strings.FieldsSeq(c.keys + " " + c.oppositeKeys) {
			if other, ok := seen[k]; ok && other != nil && c.help != nil && c.help != &labels.RedoHelp {
				t.Errorf("key %s: %q and %q", k, *other, *c.help)
			}
			seen[k] = c.help
		}
	}
	for i := range tools {
		if _, ok := seen[tools[i].key]; ok {
			t.Errorf("key %s of the tool %s is also the key of a command", tools[i].key, *tools[i].name)
		}
		seen[tools[i].key] = tools[i].help
	}
}

// TestHintsAtAllSizes checks that the most important hints are visible, and that a click on a hint works.
func TestHintsAtAllSizes(t *testing.T) {
	for _, size := range [][2]int{{40, 16}, {60, 20}, {80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			p := edit(t, empty, size[0], size[1])
			for _, want := range []string{"space", "F5", "F2"} {
				if !strings.Contains(p.u.Frame.String(), want) {
					t.Errorf("no %s in\n%s", want, p.u.Frame.String())
				}
			}
			p.clickOn("F2")
			if len(p.saved) != 1 {
				t.Error("a click on F2 does not save")
			}
		})
	}
}

func TestSave(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.keys("space")
	if !p.e.Changed() {
		t.Error("no changes after painting")
	}
	p.keys("f2")
	if len(p.saved) != 1 || p.saved[0].Text != p.e.doc.Text() || p.saved[0].Before != empty {
		t.Fatalf("saved %+v", p.saved)
	}
	p.e.Saved("test.level", nil, p.now)
	if p.e.Changed() {
		t.Error("there are changes after saving")
	}
	p.keys("q")
	if !p.left {
		t.Error("q does not close the editor")
	}
}

// The dialog for the name of the file adds the suffix, so a player can add to the proposed name.
func TestSaveAs(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.keys("f12 - 2 enter")
	if len(p.saved) != 1 || p.saved[0].File != "test-2.level" {
		t.Errorf("saved %+v, want test-2.level", p.saved)
	}
}

// TestCloseAsks checks that closing with unsaved changes shows a question.
func TestCloseAsks(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.keys("space q")
	if p.left || p.u.ID() != quitScreen {
		t.Fatalf("the screen is %v, want the question", p.u.ID())
	}
	p.keys("enter")
	p.e.Saved("test.level", nil, p.now)
	if !p.left {
		t.Error("not closed after saving")
	}
}

// TestObjects adds each kind of object with keys, moves it, changes its values, and removes it.
func TestObjects(t *testing.T) {
	for k := range objectKinds {
		t.Run(*objectKinds[k].name, func(t *testing.T) {
			p := edit(t, empty, 80, 24)
			before := p.e.doc.Text()
			p.keys("o" + strings.Repeat(" down", k) + " enter")
			if len(p.e.objects) != 1 || p.e.selectedObject != 0 {
				t.Fatalf("objects %v, selected %d:\n%s", p.e.objects, p.e.selectedObject, p.u.Frame.String())
			}
			added := p.e.doc.Text()
			p.keys("right shift-right . right enter down right esc")
			if p.e.doc.Text() == added {
				t.Error("nothing has changed")
			}
			p.keys("del")
			p.text(before)
		})
	}
}

// TestProblemsAreMarked checks that a damaged file opens with its errors.
func TestProblemsAreMarked(t *testing.T) {
	p := edit(t, "arkterm levels 1\nlevel: Test\nlegend:\n  o plain 1\n  q portal 1 pair 1\nbogus: 1\nrows:\n  o q\n",
		80, 24)
	if !strings.Contains(p.u.Frame.String(), "2 problems") {
		t.Errorf("no problems in\n%s", p.u.Frame.String())
	}
	p.keys("f4")
	if !strings.Contains(p.u.Frame.String(), "bogus") {
		t.Errorf("no list of problems in\n%s", p.u.Frame.String())
	}
	edit(t, "\x00 not a level file", 80, 24).keys("space f4 esc q")
}

// TestProblemsAreComplete checks that the whole text of each selected problem is on the screen.
func TestProblemsAreComplete(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}} {
		p := edit(t, "arkterm levels 1\nlevel One\nrows:\n  o o\n", size[0], size[1])
		p.keys("f4")
		all := p.e.problems()
		for _, q := range all {
			screen := strings.Join(strings.FieldsFunc(p.u.Frame.String(), func(r rune) bool {
				return unicode.IsSpace(r) || r == '│'
			}), " ")
			if !strings.Contains(screen, q.Message) {
				t.Errorf("%v: %q is not on the screen:\n%s", size, q.Message, p.u.Frame.String())
			}
			p.keys("down")
		}
		if len(all) < 2 {
			t.Errorf("the file has %d problems, want at least 2", len(all))
		}
	}
}

// TestIdleFramesDoNotAllocate draws a frame that has not changed.
func TestIdleFramesDoNotAllocate(t *testing.T) {
	p := edit(t, empty, 200, 60)
	p.u.Frame.BorrowCells()
	if n := testing.AllocsPerRun(100, func() { p.e.draw(p.now) }); n > 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

// TestDragAnObject moves an object and one of its corners with the mouse.
func TestDragAnObject(t *testing.T) {
	p := edit(t, empty, 80, 24)
	drag := func(from, to geom.Vec) {
		x, y := p.e.picture.cellOf(from)
		p.mouse(x, y, tcell.ButtonPrimary)
		x, y = p.e.picture.cellOf(to)
		p.mouse(x, y, tcell.ButtonPrimary)
		p.mouse(x, y, 0)
	}
	p.keys("o enter")
	center := p.e.current.Free[0].Center
	to := geom.Vec{X: center.X + 12, Y: center.Y + 10}
	drag(center, to)
	if got := p.e.current.Free[0].Center; got.Sub(to).Norm() > 1 {
		t.Errorf("the center is at %v, want about %v", got, to)
	}
	corner := p.e.handles(p.e.objects[0])[1]
	drag(corner, geom.Vec{X: corner.X, Y: corner.Y - 2})
	if got := p.e.current.Free[0].Radius; got < 4 || got > 5 {
		t.Errorf("radius %v, want about 4.5", got)
	}
	p.keys("u u u")
	p.text(empty)
}

// BenchmarkFrames compares a frame of the editor after a movement of the cursor, and after painting a brick, with a
// frame of a game, all in 200×60 cells.
func BenchmarkFrames(b *testing.B) {
	file, err := os.ReadFile("../../../levels/shipped/12-dandelion.level")
	if err != nil {
		b.Fatal(err)
	}
	level := levels.Shipped().Levels[11]
	b.Run("game", func(b *testing.B) {
		v, f := render.NewView(render.Options{}), cell.Frame{}
		f.Resize(200, 60)
		g, err := engine.New(engine.Config{Levels: []spec.Level{level}})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			g.Step(engine.Input{engine.Idle})
			v.Draw(&f, g)
		}
	})
	p := edit(b, string(file), 200, 60)
	p.u.Frame.BorrowCells()
	b.Run("still", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.e.draw(p.now)
		}
	})
	b.Run("cursor", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			p.e.move(1-2*(i&1), 0)
			p.e.picture.stale = true
			p.e.draw(p.now)
		}
	})
	b.Run("paint", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			p.e.setKind(spec.Kind(i & 1))
			p.e.useTool()
			p.e.draw(p.now)
		}
	})
}

// TestRandomInput presses random keys and mouse buttons, and then undoes everything.
func TestRandomInput(t *testing.T) {
	names := slices.Sorted(maps.Keys(keyNames))
	for _, c := range "plrbfeksmcxvuyogd.,+-<>[]0123456789 " {
		names = append(names, strings.ReplaceAll(string(c), " ", "space"))
	}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 0))
		p := edit(t, empty, 60+int(seed)*20, 20+int(seed)*6)
		for range 300 {
			switch {
			case p.u.ID() == entryScreen || p.left:
				p.left = false
				p.keys("esc")
			case r.IntN(3) > 0:
				p.keys([]string{"", "", "shift-"}[r.IntN(3)] + names[r.IntN(len(names))])
			default:
				buttons := []tcell.ButtonMask{0, tcell.ButtonPrimary, tcell.ButtonSecondary, tcell.WheelDown}
				p.mouse(r.IntN(p.u.Frame.W), r.IntN(p.u.Frame.H), buttons[r.IntN(len(buttons))])
			}
		}
		p.mouse(0, 0, 0)
		for p.e.doc.Undo() {
		}
		p.text(empty)
	}
}

// TestMirroredGates checks that images of a gate have mirrored or turned directions.
func TestMirroredGates(t *testing.T) {
	p := edit(t, empty, 80, 24)
	p.keys("m left left left")
	p.e.setKind(spec.Gate)
	p.e.brush.Way = geom.Direction(0)
	p.keys("space")
	if text := p.e.doc.Text(); !strings.Contains(text, "way right") || !strings.Contains(text, "way left") {
		t.Errorf("no mirrored gates in\n%s", text)
	}

	p = edit(t, empty, 80, 24)
	for p.e.symmetry != levels.Thirds {
		p.keys("m")
	}
	p.keys("left left")
	p.e.setKind(spec.Gate)
	p.e.brush.Way = geom.Direction(0)
	p.keys("space")
	if text := p.e.doc.Text(); !strings.Contains(text, "way right") || !strings.Contains(text, "way 120") ||
		!strings.Contains(text, "way 240") {
		t.Errorf("no turned gates in\n%s", text)
	}
}
