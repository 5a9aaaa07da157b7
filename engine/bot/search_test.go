package bot

import (
	"errors"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// smallLevel returns a level with a few bricks, which bots clear quickly. A try above 0 has more of them.
func smallLevel(try, speed int) (spec.Level, error) {
	l := spec.Level{Name: "Small", Speed: speed}
	if speed == 0 {
		l.Speed = 100
	}
	for i := range 3 + 2*try {
		at := geom.Vec{X: 6 + 7*float64(i%8), Y: 6 + 4*float64(i/8)}
		l.Bricks = append(l.Bricks, spec.BrickSpec{Shape: geom.Regular(6, at, 2.4, 0)})
	}
	return l, nil
}

// TestSearchFindsDifficulty checks that the search finds a level of the requested difficulty, and that it returns the
// rating of this level.
func TestSearchFindsDifficulty(t *testing.T) {
	for _, target := range []int{5, 12} {
		s := NewSearch(target, smallLevel)
		last := 0
		for !s.Step(1000) {
			if p := s.Progress(); p < last || p >= 100 {
				t.Fatalf("Progress() = %d after %d, want an increase below 100", p, last)
			}
			last = s.Progress()
		}
		try, speed, r, err := s.Result()
		if err != nil {
			t.Fatal(err)
		}
		l, _ := smallLevel(try, speed)
		job := Job{Levels: []spec.Level{l}, Seeds: searchSeeds}
		all, err := job.Rate()
		if err != nil {
			t.Fatal(err)
		}
		if want := all[0].Difficulty; r.Difficulty != want || distance(want, target) > searchError {
			t.Errorf("search for %d: difficulty %d and Rate() %d, want equal ones near the target", target,
				r.Difficulty,
				want)
		}
	}
}

// TestSearchEndsAfterMaxTicks checks that a search ends even if all drafts are too easy.
func TestSearchEndsAfterMaxTicks(t *testing.T) {
	s := NewSearch(95, smallLevel)
	s.ticks = maxSearchTicks
	if !s.Step(maxSearchTicks) {
		t.Fatal("the search has not ended")
	}
	if _, _, r, err := s.Result(); err != nil || r.Games != searchSeeds {
		t.Errorf("Result() has %d games, error %v; want %d games", r.Games, err, searchSeeds)
	}
}

// TestSearchReportsErrors checks that an error of a draft ends the search.
func TestSearchReportsErrors(t *testing.T) {
	want := errors.New("no draft")
	s := NewSearch(20, func(int, int) (spec.Level, error) { return spec.Level{}, want })
	if _, _, _, err := s.Result(); !s.Step(1) || !errors.Is(err, want) {
		t.Errorf("Result() error = %v, want %v", err, want)
	}
}
