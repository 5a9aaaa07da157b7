package record

import (
	"errors"
	"math"

	"arkterm/engine"
)

// A Seeker plays a recording to any tick, forward or backward. At intervals of some seconds it stores a copy of the
// game. To reach a tick, it plays from the last copy before the tick. A second playback, the scout, runs ahead of
// the shown game to create the copies and to find bookmarks.
type Seeker struct {
	shown    *Playback   // playback of the shown game
	scout    *Playback   // playback that runs ahead
	copies   []*Playback // copies at the start and after every interval ticks
	interval uint64      // ticks between two copies
	maxBytes int         // approximate memory limit of the copies

	bookmarks []Bookmark
	best      Bookmark // best combo in the scout's current level; Combo is 0 if there is none
	combo     Bookmark // the scout's current combo
	points    [2]int   // points in the match at the scout's tick
	mismatch  error    // the first mismatch, or nil
}

// A Bookmark is an interesting tick: the start of a level, or a tick shortly before the best combo of a level or before
// a point in a match.
type Bookmark struct {
	Tick  uint64
	Level int // index of the level
	Combo int // number of bricks in the combo; 0 if the bookmark is not a combo

	Points [2]int // points in the match after the point; zeros if the bookmark is not a point
}

// Intervals in ticks.
const (
	copyInterval = 5 * engine.TicksPerSecond // initial interval between two copies
	beforeCombo  = engine.TicksPerSecond     // time from a bookmark to the first brick of the combo
	beforePoint  = 3 * engine.TicksPerSecond // time from a bookmark to the point
)

// MinCombo is the minimum number of bricks of a combo that gets a bookmark. It is one more than the minimum for a
// combo in the game.
const MinCombo = engine.MinCombo + 1

// NewSeeker returns a seeker that starts at the tick of p. The copies use at most about the given number of bytes,
// so in a long game they are farther apart.
func NewSeeker(p *Playback, bytes int) *Seeker {
	r := &Seeker{shown: p, scout: p.Clone(), interval: copyInterval, maxBytes: bytes}
	r.copies = append(r.copies, p.Clone())
	r.bookmarks = append(r.bookmarks, Bookmark{Tick: p.Game.Tick, Level: p.Game.Level})
	return r
}

// Game returns the shown game. The next call of Next or Seek may replace it.
func (r *Seeker) Game() *engine.Game { return r.shown.Game }

// Ended reports whether the shown game is at the last tick recorded so far.
func (r *Seeker) Ended() bool { return r.shown.Ended() }

// Span returns the first and the last tick of the recording.
func (r *Seeker) Span() (first, last uint64) {
	last = r.shown.r.Tick()
	return last - uint64(r.shown.r.ticks), last
}

// Bookmarks returns the bookmarks found so far, in order. Callers must not modify them.
func (r *Seeker) Bookmarks() []Bookmark { return r.bookmarks }

// Mismatch returns the first mismatch found so far, or nil.
func (r *Seeker) Mismatch() error { return r.mismatch }

// Scouted returns the tick that the scout has reached.
func (r *Seeker) Scouted() uint64 { return r.scout.Game.Tick }

// Next plays one tick of the shown game. It returns false if there are no more ticks.
func (r *Seeker) Next() bool {
	more, err := r.shown.Next()
	r.recordMismatch(err)
	return more
}

// recordMismatch stores err if it is the first mismatch.
func (r *Seeker) recordMismatch(err error) {
	if _, ok := errors.AsType[*Mismatch](err); ok && r.mismatch == nil {
		r.mismatch = err
	}
}

// Scout runs the scout until it reaches the tick or the end of the recording. It stops earlier when it has done the
// given amount of work, so that the caller can draw in time; see [engine.Game.Work]. It reports whether the scout
// reached the tick or the end.
func (r *Seeker) Scout(tick, work uint64) (done bool) {
	limit := r.scout.Game.Work() + work
	for s := r.scout; s.Game.Tick < tick && !s.Ended(); {
		if s.Game.Work() >= limit {
			return false
		}
		_, err := s.Next()
		r.recordMismatch(err)
		r.observe(s.Game)
		if first, _ := r.Span(); (s.Game.Tick-first)%r.interval == 0 {
			r.saveCopy(s)
		}
	}
	if r.scout.Ended() && !r.scout.r.growing {
		r.endLevel()
	}
	return true
}

// Work returns the work of the scout from the start of the recording to Scouted.
func (r *Seeker) Work() uint64 { return r.scout.Game.Work() }

// Seek shows the game at the given tick, or at the nearest tick that the scout has reached. It reports whether it
// reached that tick. If it returns false, it has done the given amount of work, and the next call with the same tick
// continues.
func (r *Seeker) Seek(tick, work uint64) (done bool) {
	first, _ := r.Span()
	tick = max(first, min(tick, r.Scouted()))
	from := r.copies[min(int((tick-first)/r.interval), len(r.copies)-1)]
	if here := r.shown.Game.Tick; here > tick || here < from.Game.Tick {
		r.shown = from.Clone()
	}
	for limit := r.shown.Game.Work() + work; r.shown.Game.Tick < tick; r.Next() {
		if r.shown.Game.Work() >= limit {
			return false
		}
	}
	return true
}

// Unlimited is an amount of work that no recording needs. It is half of the maximum of uint64, so that sums with it
// do not overflow.
const Unlimited = math.MaxUint64 >> 1

// saveCopy adds a copy. If the copies use too much memory, it removes every second one.
func (r *Seeker) saveCopy(p *Playback) {
	r.copies = append(r.copies, p.Clone())
	if len(r.copies)*p.Game.Size() < r.maxBytes || len(r.copies) < 8 {
		return
	}
	n := 0
	for i := 0; i < len(r.copies); i += 2 {
		r.copies[n] = r.copies[i]
		n++
	}
	clear(r.copies[n:])
	r.copies = r.copies[:n]
	r.interval *= 2
}

// observe updates the bookmarks after a tick of the scout.
func (r *Seeker) observe(g *engine.Game) {
	if g.Level != r.bookmarks[len(r.bookmarks)-1].Level {
		r.endLevel()
		r.bookmarks = append(r.bookmarks, Bookmark{Tick: g.Tick, Level: g.Level})
	}
	if g.Versus() {
		r.observePoints(g)
		return
	}
	switch {
	case g.Combo == 0:
		r.combo = Bookmark{}
	case r.combo.Combo == 0:
		first := r.bookmarks[len(r.bookmarks)-1].Tick
		r.combo = Bookmark{Tick: max(first+beforeCombo, g.Tick) - beforeCombo, Level: g.Level, Combo: g.Combo}
	default:
		r.combo.Combo = g.Combo
	}
	if r.combo.Combo >= MinCombo && r.combo.Combo > r.best.Combo {
		r.best = r.combo
	}
}

// observePoints adds a bookmark if a point was just scored in a match. The tick of the bookmark is later than the
// tick of the previous bookmark.
func (r *Seeker) observePoints(g *engine.Game) {
	if r.points == g.Match.Points {
		return
	}
	r.points = g.Match.Points
	after := r.bookmarks[len(r.bookmarks)-1].Tick + 1
	tick := max(after+beforePoint, g.Tick) - beforePoint
	r.bookmarks = append(r.bookmarks, Bookmark{Tick: tick, Level: g.Level, Points: r.points})
}

// endLevel adds a bookmark for the best combo of the level that has ended.
func (r *Seeker) endLevel() {
	if r.best.Combo > 0 {
		r.bookmarks = append(r.bookmarks, r.best)
	}
	r.best, r.combo = Bookmark{}, Bookmark{}
}
