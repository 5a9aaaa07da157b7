package replays

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

// A Rendering draws a stretch of a replay, frame by frame, with neither a terminal nor a clock: the same
// replay gives the same frames.
type Rendering struct {
	replay    *Replay
	seeker    *record.Seeker
	view      *render.View
	frame     cell.Frame
	from, to  uint64     // ticks of the game; both are shown
	FPS       int        // frames a second
	Bookmarks []Bookmark // the level in which the stretch begins first
}

// A Bookmark is a tick worth going to, and why.
type Bookmark struct {
	Tick uint64
	Name string
}

// warmUp is how long before its first frame a stretch is played, so that what flies then does.
const warmUp = 2 * engine.TicksPerSecond

// NewRendering finds the stretch from the tick from to the tick to of the replay, counted from its
// beginning; to is 0 for its end.
func NewRendering(of *Replay, view *render.View, w, h, fps int, from, to uint64) (*Rendering, error) {
	seeker, err := of.Seeker()
	if err != nil {
		return nil, err
	}
	r := &Rendering{replay: of, seeker: seeker, view: view, FPS: fps}
	r.frame.Resize(w, h)

	first, last := r.seeker.Span()
	if to == 0 || to > last-first {
		to = last - first
	}
	if from > to {
		return nil, exit.Errorf(exit.Usage, "%s: --from is at %.1f s, behind the end of the stretch at %.1f s", of.Name, seconds(from), seconds(to))
	}

	r.from, r.to = first+from, first+to
	for !r.seeker.Scout(last, 1<<20) { // to the end: only there are all places known
	}

	if err := cmp.Or(of.Differs, r.seeker.Differs()); err != nil {
		return nil, exit.Errorf(exit.Verify, "%s: %w", of.Name, err)
	}

	r.findBookmarks()
	return r, nil
}

// findBookmarks names the places of the stretch, that of the level in which it begins first.
func (r *Rendering) findBookmarks() {
	begins := Bookmark{Tick: r.from}
	for _, p := range r.seeker.Bookmarks() {
		name, level := ComboName(p.Combo), false
		switch {
		case p.Points != [2]int{}:
			name = fmt.Sprintf("%d : %d", p.Points[0], p.Points[1])
		case p.Combo == 0:
			name, level = LevelName(r.replay.Pack, p.Level), true
		}
		switch {
		case level && p.Tick <= r.from:
			begins.Name = name
		case p.Tick > r.from && p.Tick <= r.to:
			r.Bookmarks = append(r.Bookmarks, Bookmark{p.Tick, name})
		}
	}
	slices.SortStableFunc(r.Bookmarks, func(a, b Bookmark) int { return cmp.Compare(a.Tick, b.Tick) })
	r.Bookmarks = slices.Insert(r.Bookmarks, 0, begins)
}

// ComboName is what a combo is called.
func ComboName(n int) string { return fmt.Sprintf("Combo of %d", n) }

// LevelName is what a level of a pack is called.
func LevelName(pack levels.Pack, i int) string {
	return fmt.Sprintf("Level %d: %s", i+1, pack.Levels[i].Name)
}

// Each calls show with every frame and how long after the stretch's beginning it is due, the last
// tick among them.
func (r *Rendering) Each(show func(at time.Duration, f *cell.Frame) error) error {
	first, _ := r.seeker.Span()
	r.seeker.Seek(max(r.from-min(warmUp, r.from), first))
	r.view.Observe(r.seeker.Game().Events)
	for k := uint64(0); ; k++ {
		tick := min(r.from+k*engine.TicksPerSecond/uint64(r.FPS), r.to)
		for r.seeker.Game().Tick < tick && r.seeker.Next() {
			r.view.Observe(r.seeker.Game().Events)
		}
		r.draw()
		if err := show(r.since(tick), &r.frame); err != nil || tick == r.to {
			return err
		}
	}
}

// draw draws the game as its player saw it.
func (r *Rendering) draw() {
	g := r.seeker.Game()
	r.view.Draw(&r.frame, g)
	switch {
	case g.Phase == engine.Clear:
		r.view.Headline(&r.frame, LevelEnd(g))
	case g.Phase == engine.Won:
		r.view.Banner(&r.frame, "YOU WIN")
	case g.Phase == engine.Over:
		r.view.Banner(&r.frame, "GAME OVER")
	}
}

// since returns how long after the beginning of the stretch a tick is.
func (r *Rendering) since(tick uint64) time.Duration {
	return time.Duration(tick-r.from) * time.Second / engine.TicksPerSecond
}

// Length returns how long the stretch is.
func (r *Rendering) Length() time.Duration { return r.since(r.to) }

// seconds returns ticks as seconds.
func seconds(ticks uint64) float64 { return float64(ticks) / engine.TicksPerSecond }

// LevelEnd is the headline over the tally of a level.
func LevelEnd(g *engine.Game) string {
	if g.Card.Warped {
		return "NEXT LEVEL"
	}
	return "LEVEL CLEAR"
}
