package app

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render"
	"arkterm/render/cell"
)

// entryInField reports a drop while a drop of this kind falls, and not while only another kind falls.
func TestSampleShowsItsDrop(t *testing.T) {
	g, err := engine.New(sampleGame(dropEntry(spec.DropExpand)))
	if err != nil {
		t.Fatal(err)
	}
	shows := entryInField(dropEntry(spec.DropExpand))
	for kind, want := range map[spec.DropKind]bool{spec.DropExpand: true, spec.DropShrink: false} {
		g.Drops = append(g.Drops[:0], engine.Drop{Kind: kind})
		if got := shows(g); got != want {
			t.Errorf("while %s falls, entryInField(expand) = %v, want %v", spec.Drops[kind].Name, got, want)
		}
	}
}

// In a large picture, a unit of the sample's field is as wide as a column. In a smaller picture, it is as wide as half
// a column. If the picture is too narrow for a paddle, the field has ten columns of bricks.
func TestFieldOfADifficultySample(t *testing.T) {
	for _, test := range []struct {
		cols, rows int
		w, h       float64
	}{
		{10, 20, 41, 60},
		{14, 12, 41, 44},
		{15, 10, 25, 40},
		{30, 21, 41, 60},
		{31, 20, 41, 60},
		{31, 21, 29, 40},
		{35, 21, 33, 40},
		{80, 40, 33, 60},
	} {
		if c := difficultySample(test.cols, test.rows); c.W != test.w || c.H != test.h {
			t.Errorf("in %d×%d cells, the field has %g×%g units, want %g×%g", test.cols, test.rows, c.W, c.H, test.w,
				test.h)
		}
	}
}

// A released sample keeps no memory for drawing, so the next drawing allocates it again.
func TestReleasedSampleKeepsNoMemory(t *testing.T) {
	p := new(sample)
	p.begin(sampleGame(0), render.Options{})
	draw := func() { p.draw(40, 20) }
	draw()
	frameOnly := testing.AllocsPerRun(10, func() { p.frame = cell.Frame{}; draw() })
	all := testing.AllocsPerRun(10, func() { p.release(); draw() })
	if all <= frameOnly {
		t.Errorf("after release, a drawing allocates %v times, want more than %v for the frame", all, frameOnly)
	}
}
