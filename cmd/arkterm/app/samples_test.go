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

// In a window that is too narrow for a paddle, the sample's field has ten columns.
func TestSampleFieldOfANarrowWindow(t *testing.T) {
	if c := difficultySample(10, 20); c.W != 41 {
		t.Errorf("the field is %g units wide, want 41", c.W)
	}
}
