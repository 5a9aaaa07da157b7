package replay

import (
	"cmp"
	"fmt"
	"sort"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/sound"
	"arkterm/render/text"
)

// A Rendering draws a part of a replay frame by frame, without a terminal or a clock. The same replay always results in
// the same frames. After NewRendering, call one of the methods that write or visit the frames.
type Rendering struct {
	replay    *Replay
	seeker    *record.Seeker
	view      *render.View
	band      sound.Band
	frame     cell.Frame
	from, to  uint64     // first and last tick of the game
	FPS       int        // frames per second
	Bells     bool       // ring the bell in a cast for important events
	Bookmarks []Bookmark // bookmarks of the rendered part; the first is the level in which that part begins
}

// A Bookmark is a named tick to jump to.
type Bookmark struct {
	Tick uint64
	Name string
}

// warmUpTicks is the number of ticks played before the first frame, so that the first frame contains running effects.
const warmUpTicks = 2 * engine.TicksPerSecond

// NewRendering returns a rendering of a part of a replay, in frames of w×h cells. from and to are the ticks at which
// the part begins and ends, counted from the beginning of the replay. If to is 0, the part extends to the end of the
// replay. NewRendering returns an error if the part is empty, or if the replay differs from the recorded game.
func NewRendering(replay *Replay, view *render.View, w, h, fps int, from, to uint64) (*Rendering, error) {
	seeker, err := replay.Seeker(0)
	if err != nil {
		return nil, err
	}
	r := &Rendering{replay: replay, seeker: seeker, view: view, FPS: fps}
	r.frame.Resize(w, h)

	first, last := r.seeker.Span()
	if first == last {
		return nil, cli.Errorf(cli.ExitFile, "%s: the recording has no ticks, so there is nothing to show",
			replay.Name)
	}
	if to == 0 || to > last-first {
		to = last - first
	}
	if from >= to {
		return nil, cli.Errorf(cli.ExitUsage, "%s: --from %.1f s: want a time before the end at %.1f s",
			replay.Name, seconds(from), seconds(to))
	}

	r.from, r.to = first+from, first+to
	if !r.seeker.Scout(last, replay.WorkLimit) { // to the end, so that the seeker finds all bookmarks
		return nil, cli.Errorf(cli.ExitFile, "%s: %w", replay.Name, ErrTooMuchWork)
	}

	if err := cmp.Or(replay.StartMismatch, r.seeker.Mismatch()); err != nil {
		return nil, cli.Errorf(cli.ExitVerify, "%s: %w", replay.Name, err)
	}

	r.findBookmarks()
	return r, nil
}

// findBookmarks sets Bookmarks.
func (r *Rendering) findBookmarks() {
	first := Bookmark{Tick: r.from} // the level in which the part begins
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
			first.Name = name
		case p.Tick > r.from && p.Tick <= r.to:
			r.Bookmarks = append(r.Bookmarks, Bookmark{p.Tick, name})
		}
	}
	sort.SliceStable(r.Bookmarks, func(i, j int) bool { return r.Bookmarks[i].Tick < r.Bookmarks[j].Tick })
	r.Bookmarks = append([]Bookmark{first}, r.Bookmarks...)
}

// ComboName returns the name of a combo of n bricks.
func ComboName(n int) string { return fmt.Sprintf(text.Viewer.Combo, n) }

// LevelName returns the number and name of level i of a pack.
func LevelName(pack levels.Pack, i int) string {
	return fmt.Sprintf(text.Viewer.Level, i+1, pack.Levels[i].Name)
}

// Each calls show with each frame, and with its time since the beginning of the rendered part. The last frame shows the
// last tick. If show returns an error, Each stops and returns it.
func (r *Rendering) Each(show func(at time.Duration, f *cell.Frame) error) error {
	first, _ := r.seeker.Span()
	r.seeker.Seek(max(r.from-min(warmUpTicks, r.from), first), record.Unlimited)
	r.view.Observe(r.seeker.Game().Events)
	for k := uint64(0); ; k++ {
		tick := min(r.from+k*engine.TicksPerSecond/uint64(r.FPS), r.to)
		for r.seeker.Game().Tick < tick && r.seeker.Next() {
			r.view.Observe(r.seeker.Game().Events)
			r.band.Observe(r.seeker.Game())
		}
		r.draw()
		if err := show(r.timeAt(tick), &r.frame); err != nil || tick == r.to {
			return err
		}
	}
}

// draw draws the current frame, including the banners that a player sees.
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

// timeAt returns the time of a tick since the beginning of the rendered part.
func (r *Rendering) timeAt(tick uint64) time.Duration {
	return time.Duration(tick-r.from) * time.Second / engine.TicksPerSecond
}

// Length returns the duration of the rendered part of the replay.
func (r *Rendering) Length() time.Duration { return r.timeAt(r.to) }

// seconds converts ticks to seconds.
func seconds(ticks uint64) float64 { return float64(ticks) / engine.TicksPerSecond }

// LevelEnd returns the headline after a cleared or skipped level.
func LevelEnd(g *engine.Game) string {
	if g.Tally.Warped {
		return text.Goal.NextLevel
	}
	return text.Goal.LevelClear
}
