package levels

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

var edits = flag.Int("edits", 300, "number of random edits in TestRandomEdits")

// An editor makes random edits.
type editor struct {
	rand *rand.Rand
	d    *Document
}

func (e *editor) n(n int) int { return e.rand.IntN(n) }

// coordinate returns a random coordinate, usually with few decimals.
func (e *editor) coordinate(limit float64) float64 {
	if e.n(8) == 0 {
		return e.rand.Float64()*limit*1.1 - 1
	}
	return float64(e.n(int(limit)*2)) / 2
}

func (e *editor) vec() geom.Vec {
	return geom.Vec{X: e.coordinate(spec.FieldW), Y: e.coordinate(spec.LowestBrick)}
}

// brick returns a random brick, which may be invalid.
func (e *editor) brick() Brick {
	b := Brick{Kind: spec.Kind(e.n(spec.NumPlacedKinds)), Hue: uint8(e.n(spec.NumHues))}
	if e.n(2) == 0 {
		b = Brick{Kind: spec.Kind(e.n(2)), Hue: uint8(e.n(3))}
	}
	row := &spec.Kinds[b.Kind]
	if row.Paired() || e.n(40) == 0 {
		b.Pair = uint8(e.n(spec.MaxPairs + 2))
	}
	if row.Opening == spec.OneWay || e.n(40) == 0 {
		b.Way = geom.Direction(float64(e.n(24) * 15))
	}
	if e.n(6) == 0 {
		b.Drop = spec.DropKind(e.n(spec.NumDrops + 1))
	}
	if e.n(6) == 0 {
		b.Hits = uint8(e.n(5))
	}
	b.Dormant = e.n(20) == 0
	return b
}

// free returns a random brick outside of drawings, which may be invalid.
func (e *editor) free() FreeBrick {
	f := FreeBrick{Brick: e.brick(), Center: e.vec(), Radius: float64(e.n(8)) / 2, Turn: float64(e.n(6) * 15)}
	if f.Radius == 0 {
		f.NumCorners = 3 + e.n(2)
		w, h := float64(1+e.n(8)), float64(1+e.n(4))
		for i, c := range []geom.Vec{{}, {X: w}, {X: w, Y: h}, {Y: h}}[:f.NumCorners] {
			f.Corners[i] = f.Center.Add(c)
		}
	}
	if e.n(3) == 0 {
		f.Drift, f.Every = geom.Vec{X: float64(e.n(20) - 10), Y: float64(e.n(10) - 5)}, float64(e.n(40))/10
	}
	if e.n(3) == 0 {
		f.Spin = float64(e.n(200) - 100)
	}
	return f
}

// value returns a random key that is allowed once and a value, which may be invalid.
func (e *editor) value() (key, value string) {
	values := []struct{ key, values string }{
		{"level", "A|B|Back Door|\u200bC|日本|" + strings.Repeat("x", 41)},
		{"pack", "P|Q"},
		{"author", "me| you |\x01|"},
		{"balls", "1|2|3|4|"},
		{"shots", "0|9|x|"},
		{"drops", "0|40|"},
		{"speed", "50|100|"},
		{"world", "W|V|"},
		{"par time", "0:30|1:00|0|"},
		{"par score", "1000|"},
		{"twist", "mirrored|breath|"},
		{"limit", "1:00|"},
		{"medals", "time 1:00 0:45 0:30|"},
		{"boss", BossText(spec.BossSpec{Kind: spec.BossKind(e.n(spec.NumBosses)), At: e.vec()}) + "|"},
		{"drones", DronesText(&spec.DroneSpec{Max: e.n(4), Interval: 240 + e.n(999), Gates: []float64{16}}) + "|"},
		{"rows", "x"},
		{"other", "x"},
	}
	v := values[e.n(len(values))]
	all := strings.Split(v.values, "|")
	return v.key, all[e.n(len(all))]
}

// cells returns random cells of a drawing: the images of a line, a rectangle or an area under a symmetry.
func (e *editor) cells(d *Drawing) (all []Cell) {
	g := d.Grid
	a, b := Cell{e.n(g.Rows + 1), e.n(g.Cols)}, Cell{e.n(g.Rows), e.n(g.Cols)}
	switch e.n(6) {
	case 0:
		all = g.Line(g.Nearest(a), g.Nearest(b))
	case 1:
		all = g.Rect(a, b)
	case 2:
		all = g.Frame(a, b)
	case 3:
		old, ok := d.At(g.Nearest(a))
		all = g.Fill(g.Nearest(a), func(c Cell) bool {
			other, filled := d.At(c)
			return filled == ok && other == old
		})
	default:
		return []Cell{a}
	}
	return g.Images(Symmetry(e.n(NumSymmetries)), g.Middle(), all...)
}

// edit returns a random edit, which may be invalid.
func (e *editor) edit() Edit {
	level := e.n(e.d.NumLevels() + 1)
	switch e.n(20) {
	case 0:
		key, value := e.value()
		return SetKey{level - e.n(2), key, value}
	case 1:
		return SetKey{level, "author", []string{"", "a", "b"}[e.n(3)]}
	case 2, 3:
		return SetFree{level, e.n(4), e.free()}
	case 4:
		return RemoveFree{level, e.n(4)}
	case 5:
		em := spec.EmitterSpec{At: e.vec(), Degrees: float64(e.n(24) * 15), Spin: float64(e.n(3) * 10)}
		if e.n(2) == 0 {
			em.On, em.Off = 48+e.n(400), 48+e.n(400)
			em.Elapsed = e.n(em.On + em.Off)
		}
		return SetEmitter{level, e.n(spec.MaxEmitters + 1), em}
	case 6:
		return RemoveEmitter{level, e.n(3)}
	case 7:
		values := []string{"", "pitch 4 4", "boxes 4 2", "radius 2, left 1", "top 6", "pitch 3 3, left 0", "x"}
		return SetLattice{level, e.n(3), values[e.n(len(values))]}
	case 8:
		switch e.n(12) {
		case 0:
			return AddLevel{level, ""}
		case 1:
			return CopyLevel{level, ""}
		case 2, 3:
			return RemoveLevel{level}
		case 4:
			return MoveLevel{level, e.n(e.d.NumLevels() + 1)}
		}
	}

	if level == e.d.NumLevels() || len(e.d.Level(level).Drawings) == 0 {
		return SetCells{level, 0, []Dab{{Cell: Cell{0, 2}, Brick: e.brick()}}}
	}
	drawing := e.n(len(e.d.Level(level).Drawings))
	brick, empty := e.brick(), e.n(3) == 0
	var dabs []Dab
	for _, c := range e.cells(&e.d.Level(level).Drawings[drawing]) {
		dabs = append(dabs, Dab{c, brick, empty})
	}
	return SetCells{level, drawing, dabs}
}

// fieldDifference describes the first different field of two structs.
func fieldDifference(got, want any) string {
	a, b := reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem()
	for i := range a.NumField() {
		if x, y := fmt.Sprintf("%+v", a.Field(i)), fmt.Sprintf("%+v", b.Field(i)); x != y {
			n := 0
			for n < min(len(x), len(y)) && x[n] == y[n] {
				n++
			}
			n = max(0, n-80)
			x, y = x[n:], y[n:]
			return fmt.Sprintf("%s is\n…%.300s\nwant\n…%.300s", a.Type().Field(i).Name, x, y)
		}
	}
	return "equal in text"
}

// checkDocument compares a document with a new one of the same text, and with the parser.
func checkDocument(d *Document) error {
	text := d.Text()
	if d.size != len(text) {
		return fmt.Errorf("size %d, want %d", d.size, len(text))
	}
	fresh := ParseDocument(d.name, text)
	if fresh.NumLevels() != d.NumLevels() {
		return fmt.Errorf("%d levels, want %d", d.NumLevels(), fresh.NumLevels())
	}
	for i := range d.NumLevels() {
		if got, want := d.Level(i), fresh.Level(i); !reflect.DeepEqual(got, want) {
			return fmt.Errorf("level %d: %s", i, fieldDifference(got, want))
		}
	}

	var p parser
	p.parse(d.name, text, true)
	var got Errors
	for _, e := range d.Problems() {
		got = append(got, Error{File: d.name, Line: e.Line, Column: e.Column, Message: e.Message})
	}
	if got.Error() != p.errs.Error() {
		return fmt.Errorf("problems\n%v\nwant\n%v", got, p.errs)
	}
	for i := range d.NumLevels() {
		if !reflect.DeepEqual(d.Level(i).Level, p.pack.Levels[i]) {
			return fmt.Errorf("level %d: %s", i, fieldDifference(&d.Level(i).Level, &p.pack.Levels[i]))
		}
	}
	return nil
}

// checkCells returns an error unless an edit set its cells and no others.
func checkCells(before *DocumentLevel, d *Document, e SetCells) error {
	if len(before.Drawings) == 0 {
		return nil
	}
	old, now := &before.Drawings[e.Drawing], &d.Level(e.Level).Drawings[e.Drawing]
	want := map[Cell]string{}
	for _, c := range e.Cells {
		want[c.Cell] = c.Brick.String()
		if c.Empty {
			want[c.Cell] = ""
		}
	}
	for r := range old.Grid.Rows {
		for k := range old.Grid.Cols {
			c := Cell{r, k}
			text, ok := want[c]
			if b, filled := old.At(c); !ok && filled {
				text = b.String()
			}
			got := ""
			if b, filled := now.At(c); filled {
				got = b.String()
			}
			if got != text {
				return fmt.Errorf("cell %v is %q, want %q", c, got, text)
			}
			if old.Grid.Valid(c) && (!now.Grid.Valid(c) || now.Grid.Center(c).Sub(old.Grid.Center(c)).Norm() > 1e-9) {
				return fmt.Errorf("cell %v moved", c)
			}
		}
	}
	return nil
}

// runEdits makes n random edits and checks each state if thorough is true, and some states otherwise.
func runEdits(text string, r *rand.Rand, n int, thorough bool) error {
	e := editor{r, ParseDocument("x.level", text)}
	d := e.d
	for i := range n {
		check := thorough || e.n(100) == 0
		var err error
		switch e.n(30) {
		case 0:
			d.Undo()
		case 1:
			d.Redo()
		case 2:
			d.BeginGesture()
		case 3:
			d.EndGesture()
		default:
			edit := e.edit()
			cells, isCells := edit.(SetCells)
			var before *DocumentLevel
			if check && isCells && cells.Level < d.NumLevels() {
				before = d.Level(cells.Level)
			}
			state := ""
			if check {
				state = d.Text()
			}
			switch applied := d.Apply(edit); {
			case applied != nil && check && d.Text() != state:
				err = fmt.Errorf("%+v: changed the text despite the error %v", edit, applied)
			case applied == nil && before != nil && len(before.Problems) == 0:
				err = checkCells(before, d, cells)
			}
			if err != nil {
				return fmt.Errorf("edit %d: %+v: %w\n%s\nbefore:\n%s", i, edit, err, d.Text(), state)
			}
		}
		if check {
			if err := checkDocument(d); err != nil {
				return fmt.Errorf("edit %d: %w\n%s", i, err, d.Text())
			}
		}
	}

	d.EndGesture()
	last := d.Text()
	copied := ParseDocument(d.name, text)
	for _, r := range d.TakeRecords() {
		if err := copied.Replay(r); err != nil {
			return fmt.Errorf("replay %s: %w", r, err)
		}
	}
	if got := copied.Text(); got != last {
		return fmt.Errorf("the records give\n%q\nwant\n%q", got, last)
	}
	equal := func(a, b step) bool {
		return a.record("") == b.record("") && a.inverse().record("") == b.inverse().record("")
	}
	if !slices.EqualFunc(copied.steps[:copied.numApplied], d.steps[:d.numApplied], equal) {
		return fmt.Errorf("the records give %d steps, want %d", copied.numApplied, d.numApplied)
	}
	if r := d.RecordSince(text); r != "" {
		if err := ParseDocument(d.name, text).Replay(r); err != nil {
			return fmt.Errorf("replay %s: %w", r, err)
		}
	}

	steps := 0
	for d.Undo() {
		steps++
	}
	if got := d.Text(); got != text {
		return fmt.Errorf("after undoing %d steps, the text is\n%q\nwant\n%q", steps, got, text)
	}
	for range steps {
		d.Redo()
	}
	if got := d.Text(); got != last {
		return fmt.Errorf("after repeating %d steps, the text is\n%q\nwant\n%q", steps, got, last)
	}
	return nil
}

// editedTexts returns the texts with which random edits start.
func editedTexts(t testing.TB) (all []string) {
	files, err := filepath.Glob("shipped/[0-4]*.level")
	if err != nil || len(files) == 0 {
		t.Fatalf("no shipped levels: %v", err)
	}
	for _, f := range append(files, "testdata/kinds.level") {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	crlf := strings.ReplaceAll(newDocument, "\n", "\r\n")
	return append(all, newDocument, crlf, "\ufeff"+crlf, strings.TrimSuffix(newDocument, "\n"), FirstLine,
		"level: A\n", "", "# comment\n\n",
		FirstLine+"\nauthor: me\nlegend:\n  x plain\nlattice: boxes 4 2\n\n# a\nlevel: A\nrows:\n\n x\n\n\n"+
			"level: B\nrows:\n# c\n  x\n",
		FirstLine+"\nlevel: A\nlegend:\n  o foo\n  p plain\nrows:\n  p o q\n \to\n   p\nballs: 9\nnonsense\n")
}

func TestRandomEdits(t *testing.T) {
	texts := editedTexts(t)
	run := 20
	if *edits >= 100_000 {
		run = 500
	}
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < *edits/run && !t.Failed(); i = int(next.Add(1)) - 1 {
				r := rand.New(rand.NewPCG(uint64(i), 1))
				if err := runEdits(texts[i%len(texts)], r, run, *edits < 100_000); err != nil {
					t.Errorf("run %d: %v", i, err)
				}
				done.Add(int64(run))
			}
		})
	}
	workers.Wait()
	t.Logf("%d edits", done.Load())
}

func FuzzDocument(f *testing.F) {
	texts := editedTexts(f)
	for i, text := range texts[len(texts)-10:] {
		f.Add(text, uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if err := runEdits(text, rand.New(rand.NewPCG(seed, 2)), 20, true); err != nil {
			t.Fatal(err)
		}
	})
}
