package replay

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/sound"
	"arkterm/render/text"
)

// A Rendering draws a part of a replay frame by frame, without a terminal or a clock. The same replay always results
// in the same frames.
type Rendering struct {
	replay    *Replay
	seeker    *record.Seeker
	view      *render.View
	band      sound.Band
	frame     cell.Frame
	from, to  uint64     // first and last tick of the game
	FPS       int        // frames per second
	Bells     bool       // ring the bell in a cast for the most important events
	Bookmarks []Bookmark // the first is the level in which the part begins
}

// A Bookmark is a named tick to jump to.
type Bookmark struct {
	Tick uint64
	Name string
}

// warmUp is the length played before the first frame, so that particles are in flight there.
const warmUp = 2 * engine.TicksPerSecond

// NewRendering returns a rendering of the part of a replay between two ticks, counted from the beginning of the
// replay. If to is 0, the part extends to the end.
func NewRendering(of *Replay, view *render.View, w, h, fps int, from, to uint64) (*Rendering, error) {
	seeker, err := of.Seeker(0)
	if err != nil {
		return nil, err
	}
	r := &Rendering{replay: of, seeker: seeker, view: view, FPS: fps}
	r.frame.Resize(w, h)

	first, last := r.seeker.Span()
	if first == last {
		return nil, exitcode.Errorf(exitcode.File, "%s: the recording has no ticks, so there is nothing to show",
			of.Name)
	}
	if to == 0 || to > last-first {
		to = last - first
	}
	if from >= to {
		return nil, exitcode.Errorf(exitcode.Usage, "%s: --from %.1f s is not before the end of the part at %.1f s",
			of.Name, seconds(from), seconds(to))
	}

	r.from, r.to = first+from, first+to
	if !r.seeker.Scout(last, of.WorkLimit) { // to the end, because only then the seeker has all bookmarks
		return nil, exitcode.Errorf(exitcode.File, "%s: %w", of.Name, ErrTooMuchWork)
	}

	if err := cmp.Or(of.Differs, r.seeker.Mismatch()); err != nil {
		return nil, exitcode.Errorf(exitcode.Verify, "%s: %w", of.Name, err)
	}

	r.findBookmarks()
	return r, nil
}

// findBookmarks finds the bookmarks of the part. The first is the level in which the part begins.
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

// ComboName returns the name of a combo of n bricks.
func ComboName(n int) string { return fmt.Sprintf(text.Viewer.Combo, n) }

// LevelName returns the number and name of level i of a pack.
func LevelName(pack levels.Pack, i int) string {
	return fmt.Sprintf(text.Viewer.Level, i+1, pack.Levels[i].Name)
}

// Each calls show with each frame and its time since the beginning of the part. The last frame shows the last tick.
func (r *Rendering) Each(show func(at time.Duration, f *cell.Frame) error) error {
	first, _ := r.seeker.Span()
	r.seeker.Seek(max(r.from-min(warmUp, r.from), first), record.Unlimited)
	r.view.Observe(r.seeker.Game().Events)
	for k := uint64(0); ; k++ {
		tick := min(r.from+k*engine.TicksPerSecond/uint64(r.FPS), r.to)
		for r.seeker.Game().Tick < tick && r.seeker.Next() {
			r.view.Observe(r.seeker.Game().Events)
			r.band.Observe(r.seeker.Game())
		}
		r.draw()
		if err := show(r.since(tick), &r.frame); err != nil || tick == r.to {
			return err
		}
	}
}

// draw draws the current frame as the player saw it.
func (r *Rendering) draw() {
	g := r.seeker.Game()
	r.view.Draw(&r.frame, g)
	switch {
	case g.Phase == engine.Clear:
		r.view.DrawHeadline(&r.frame, LevelEnd(g))
	case g.Phase == engine.Won:
		r.view.DrawBanner(&r.frame, text.Goal.YouWin)
	case g.Phase == engine.Over:
		r.view.DrawBanner(&r.frame, text.Goal.GameOver)
	}
}

// since returns the time from the beginning of the part to a tick.
func (r *Rendering) since(tick uint64) time.Duration {
	return time.Duration(tick-r.from) * time.Second / engine.TicksPerSecond
}

// Length returns the length of the part.
func (r *Rendering) Length() time.Duration { return r.since(r.to) }

// seconds converts ticks to seconds.
func seconds(ticks uint64) float64 { return float64(ticks) / engine.TicksPerSecond }

// LevelEnd returns the headline over the tally of a level.
func LevelEnd(g *engine.Game) string {
	if g.Tally.Warped {
		return text.Goal.NextLevel
	}
	return text.Goal.LevelClear
}
