package app

import (
	"slices"
	"testing"
	"time"

	"arkterm/engine"
)

// A combo that is the best of its level so far is marked when it ends.
func TestCombosAreMarkedInCasts(t *testing.T) {
	p := newSession(t, withBot)
	p.wait(time.Second)
	p.takeRequests()
	for _, combo := range []int{9, 0, 7, 0} { // the second combo is smaller than the first
		p.s.round.game.Combo = combo
		p.s.markCombo()
	}
	var markers []string
	for _, m := range requests[AddCastMarker](p) {
		markers = append(markers, m.Name)
	}
	if want := []string{"Level 1: Honeycomb", "Combo of 9"}; !slices.Equal(markers, want) {
		t.Errorf("the markers are %q, want %q", markers, want)
	}
}

// Combos of the demonstration game on the title are not marked.
func TestDemoCombosAreNotMarked(t *testing.T) {
	p := newSession(t)
	p.wait(time.Second)
	for _, combo := range []int{9, 0} {
		p.s.round.game.Combo = combo
		p.s.markCombo()
	}
	if markers := requests[AddCastMarker](p); len(markers) > 0 {
		t.Errorf("the markers are %q, want none", markers)
	}
}

func TestComboWatch(t *testing.T) {
	var w comboWatch
	g := &engine.Game{}
	var got []int
	for _, step := range []struct{ combo, level int }{
		{3, 0}, {6, 0}, {0, 0}, {5, 0}, {0, 0}, {4, 0}, {8, 0}, {0, 1}, {5, 1}, {1, 1}, {4, 2}, {0, 2},
	} {
		g.Combo, g.Level = step.combo, step.level
		if n := w.observe(g); n > 0 {
			got = append(got, n)
		}
	}
	g.Combo = 7
	w.observe(g)
	g.Phase = engine.Won
	for range 2 {
		if n := w.observe(g); n > 0 {
			got = append(got, n)
		}
	}
	if want := []int{6, 8, 5, 7}; !slices.Equal(got, want) {
		t.Errorf("observe() found combos of %v, want %v", got, want)
	}
}
