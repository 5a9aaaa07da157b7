package record

import (
	"errors"

	"arkterm/engine"
)

// A Seeker plays a recording to any tick, forward and back. It keeps copies of the
// game on the way, some seconds apart, and goes on from the last one before the
// tick that is asked for. A scout runs ahead of what is shown: it makes the
// copies and finds the bookmarks.
type Seeker struct {
	now    *Playback   // what is shown
	scout  *Playback   // how far all is known
	copies []*Playback // copies, every so many ticks from the beginning
	every  uint64
	bytes  int // that the copies may take, about

	bookmarks []Bookmark
	best      Bookmark // the best combo of the scout's level so far; Combo 0: none
	combo     Bookmark // the one that is being made
	points    [2]int   // of a match, so far
	differ    error    // the first mismatch
}

// A Bookmark is a tick worth going to: where a level begins, or just before its best
// combo, or before a point of a match.
type Bookmark struct {
	Tick  uint64
	Level int // index
	Combo int // 0: the level begins, or a point is made

	Points [2]int // how a match stands after the point; zeros: it is another place
}

const (
	copyEvery = 5 * engine.TicksPerSecond
	beforeIt  = engine.TicksPerSecond     // a place is so long before the combo's first brick …
	beforeHit = 3 * engine.TicksPerSecond // … or before the point
)

// LeastCombo is the shortest combo that gets a bookmark: one brick more than the shortest.
const LeastCombo = engine.ComboFrom + 1

// NewSeeker returns a seeker for the recording that begins with p. Its copies take no
// more than about the given number of bytes: of a long game they are farther
// apart.
func NewSeeker(p *Playback, bytes int) *Seeker {
	r := &Seeker{now: p, scout: p.Clone(), every: copyEvery, bytes: bytes}
	r.copies = append(r.copies, p.Clone())
	r.bookmarks = append(r.bookmarks, Bookmark{Tick: p.Game.Tick, Level: p.Game.Level})
	return r
}

// Game returns the game that is shown. The next call of Next or Seek may replace
// it.
func (r *Seeker) Game() *engine.Game { return r.now.Game }

// Ended reports whether what is shown is the end.
func (r *Seeker) Ended() bool { return r.now.Ended() }

// Span returns the first and the last tick.
func (r *Seeker) Span() (first, last uint64) {
	last = r.now.r.Tick()
	return last - uint64(r.now.r.ticks), last
}

// Bookmarks returns those that are known so far, in their order.
func (r *Seeker) Bookmarks() []Bookmark { return r.bookmarks }

// Differs returns the first mismatch that is known so far, or nil.
func (r *Seeker) Differs() error { return r.differ }

// Known returns the tick up to which all is known.
func (r *Seeker) Known() uint64 { return r.scout.Game.Tick }

// Next plays one tick of what is shown and reports whether there was one.
func (r *Seeker) Next() bool {
	more, err := r.now.Next()
	r.note(err)
	return more
}

func (r *Seeker) note(err error) {
	if _, ok := errors.AsType[*Mismatch](err); ok && r.differ == nil {
		r.differ = err
	}
}

// Scout runs ahead until the tick is reached, the recording ends, or ticks of
// about the given cost (see [engine.Game.Cost]) are played; so a caller that has a
// picture to draw can stop it in time. It reports whether there is nothing more
// to do.
func (r *Seeker) Scout(tick uint64, cost int) (done bool) {
	for s := r.scout; s.Game.Tick < tick && !s.Ended(); {
		if cost -= s.Game.Cost(); cost < 0 {
			return false
		}
		_, err := s.Next()
		r.note(err)
		r.observe(s.Game)
		if first, _ := r.Span(); (s.Game.Tick-first)%r.every == 0 {
			r.saveCopy(s)
		}
	}
	if r.scout.Ended() {
		r.endLevel()
	}
	return true
}

// Seek shows the game as it is at the given tick, or at the nearest end. All up to
// there must be known, else it shows what is.
func (r *Seeker) Seek(tick uint64) {
	first, _ := r.Span()
	tick = max(first, min(tick, r.Known()))
	from := r.copies[min(int((tick-first)/r.every), len(r.copies)-1)]
	if here := r.now.Game.Tick; here > tick || here < from.Game.Tick {
		r.now = from.Clone()
	}
	for r.now.Game.Tick < tick && r.Next() {
	}
}

// saveCopy adds a copy, and leaves only every second one when they take too much memory.
func (r *Seeker) saveCopy(p *Playback) {
	r.copies = append(r.copies, p.Clone())
	if len(r.copies)*p.Game.Size() < r.bytes || len(r.copies) < 8 {
		return
	}
	n := 0
	for i := 0; i < len(r.copies); i += 2 {
		r.copies[n] = r.copies[i]
		n++
	}
	clear(r.copies[n:])
	r.copies = r.copies[:n]
	r.every *= 2
}

// observe notes what the scout sees after a tick.
func (r *Seeker) observe(g *engine.Game) {
	if g.Level != r.bookmarks[len(r.bookmarks)-1].Level {
		r.endLevel()
		r.bookmarks = append(r.bookmarks, Bookmark{Tick: g.Tick, Level: g.Level})
	}
	if g.Faces() {
		r.observePoints(g)
		return
	}
	switch {
	case g.Combo == 0:
		r.combo = Bookmark{}
	case r.combo.Combo == 0:
		first := r.bookmarks[len(r.bookmarks)-1].Tick
		r.combo = Bookmark{Tick: max(first+beforeIt, g.Tick) - beforeIt, Level: g.Level, Combo: g.Combo}
	default:
		r.combo.Combo = g.Combo
	}
	if r.combo.Combo >= LeastCombo && r.combo.Combo > r.best.Combo {
		r.best = r.combo
	}
}

// observePoints makes a bookmark of each point of a match, behind the bookmark before it.
func (r *Seeker) observePoints(g *engine.Game) {
	if r.points == g.Match.Points {
		return
	}
	r.points = g.Match.Points
	after := r.bookmarks[len(r.bookmarks)-1].Tick + 1
	r.bookmarks = append(r.bookmarks, Bookmark{Tick: max(after+beforeHit, g.Tick) - beforeHit, Level: g.Level, Points: r.points})
}

// endLevel makes a bookmark of the best combo of the level that is over.
func (r *Seeker) endLevel() {
	if r.best.Combo > 0 {
		r.bookmarks = append(r.bookmarks, r.best)
	}
	r.best, r.combo = Bookmark{}, Bookmark{}
}
