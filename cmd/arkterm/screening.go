package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// A screening draws a stretch of a film, frame by frame, with neither a terminal nor a clock: the same
// film gives the same frames.
type screening struct {
	film     *film
	reel     *record.Reel
	view     *render.View
	frame    cell.Frame
	from, to uint64 // ticks of the game; both are shown
	fps      int
	marks    []mark
}

// A mark is a tick worth going to, and why.
type mark struct {
	tick uint64
	name string
}

// warmUp is how long before its first frame a stretch is played, so that what flies then does.
const warmUp = 2 * engine.TicksPerSecond

// newScreening finds the stretch from the tick from to the tick to of the film, counted from its
// beginning; to is 0 for its end.
func newScreening(f *film, view *render.View, dim size, fps int, from, to uint64) (*screening, error) {
	p, err := f.begin()
	if err != nil {
		return nil, err
	}
	s := &screening{film: f, reel: record.NewReel(p, reelBytes), view: view, fps: fps}
	s.frame.Resize(dim.w, dim.h)
	first, last := s.reel.Span()
	if to == 0 || to > last-first {
		to = last - first
	}
	if from > to {
		return nil, exit.Errorf(exit.Usage, "%s: --from is at %.1f s, behind the end of the stretch at %.1f s", f.name, seconds(from), seconds(to))
	}
	s.from, s.to = first+from, first+to
	for !s.reel.Scout(last, scoutSeek) { // to the end: only there are all places known
	}
	if err := cmp.Or(f.differs, s.reel.Differs()); err != nil {
		return nil, exit.Errorf(exit.Verify, "%s: %w", f.name, err)
	}
	s.findMarks()
	return s, nil
}

// findMarks names the places of the stretch, that of the level in which it begins first.
func (s *screening) findMarks() {
	begins := mark{tick: s.from}
	for _, p := range s.reel.Places() {
		name, level := comboMark(p.Combo), false
		switch {
		case p.Points != [2]int{}:
			name = fmt.Sprintf("%d : %d", p.Points[0], p.Points[1])
		case p.Combo == 0:
			name, level = levelMark(s.film.pack, p.Level), true
		}
		switch {
		case level && p.Tick <= s.from:
			begins.name = name
		case p.Tick > s.from && p.Tick <= s.to:
			s.marks = append(s.marks, mark{p.Tick, name})
		}
	}
	slices.SortStableFunc(s.marks, func(a, b mark) int { return cmp.Compare(a.tick, b.tick) })
	s.marks = slices.Insert(s.marks, 0, begins)
}

// comboMark is what a combo is called.
func comboMark(n int) string { return fmt.Sprintf("Combo of %d", n) }

// levelMark is what a level of a pack is called.
func levelMark(pack levels.Pack, i int) string {
	return fmt.Sprintf("Level %d: %s", i+1, pack.Levels[i].Name)
}

// each calls show with every frame and how long after the stretch's beginning it is due, the last
// tick among them.
func (s *screening) each(show func(at time.Duration, f *cell.Frame) error) error {
	first, _ := s.reel.Span()
	s.reel.Seek(max(s.from-min(warmUp, s.from), first))
	s.view.Observe(s.reel.Game().Events)
	for k := uint64(0); ; k++ {
		tick := min(s.from+k*engine.TicksPerSecond/uint64(s.fps), s.to)
		for s.reel.Game().Tick < tick && s.reel.Next() {
			s.view.Observe(s.reel.Game().Events)
		}
		s.draw()
		if err := show(s.since(tick), &s.frame); err != nil || tick == s.to {
			return err
		}
	}
}

// draw draws the game as its player saw it.
func (s *screening) draw() {
	g := s.reel.Game()
	s.view.Draw(&s.frame, g)
	switch {
	case g.Phase == engine.Clear:
		s.view.Headline(&s.frame, levelEnd(g))
	case g.Phase == engine.Won:
		s.view.Banner(&s.frame, "YOU WIN")
	case g.Phase == engine.Over:
		s.view.Banner(&s.frame, "GAME OVER")
	}
}

// since returns how long after the beginning of the stretch a tick is.
func (s *screening) since(tick uint64) time.Duration {
	return time.Duration(tick-s.from) * time.Second / engine.TicksPerSecond
}

// length returns how long the stretch is.
func (s *screening) length() time.Duration { return s.since(s.to) }

// seconds returns ticks as seconds.
func seconds(ticks uint64) float64 { return float64(ticks) / engine.TicksPerSecond }
