package app

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// sampleShows reports a drop while a drop of this kind falls, and not while only another kind falls.
func TestSampleShowsItsDrop(t *testing.T) {
	g, err := engine.New(sampleGame(dropEntry(spec.DropExpand)))
	if err != nil {
		t.Fatal(err)
	}
	shows := sampleShows(dropEntry(spec.DropExpand))
	for kind, want := range map[spec.DropKind]bool{spec.DropExpand: true, spec.DropShrink: false} {
		g.Drops = append(g.Drops[:0], engine.Drop{Kind: kind})
		if got := shows(g); got != want {
			t.Errorf("while %s falls, sampleShows(expand) = %v, want %v", spec.Drops[kind].Name, got, want)
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
