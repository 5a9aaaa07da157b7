package record

import (
	"errors"

	"arkterm/engine"
)

// A Reel plays a recording to any tick, forward and back. It keeps copies of the
// game on the way, some seconds apart, and goes on from the last one before the
// tick that is asked for. A scout runs ahead of what is shown: it makes the
// copies and finds the places worth going to.
type Reel struct {
	now   *Playback   // what is shown
	scout *Playback   // how far all is known
	kept  []*Playback // copies, every so many ticks from the beginning
	every uint64
	bytes int // that the copies may take, about

	places []Place
	best   Place  // the best combo of the scout's level so far; Combo 0: none
	combo  Place  // the one that is being made
	points [2]int // of a match, so far
	differ error  // the first mismatch
}

// A Place is a tick worth going to: where a level begins, or just before its best
// combo, or before a point of a match.
type Place struct {
	Tick  uint64
	Level int // index
	Combo int // 0: the level begins, or a point is made

	Points [2]int // how a match stands after the point; zeros: it is another place
}

const (
	keepEvery = 5 * engine.TicksPerSecond
	beforeIt  = engine.TicksPerSecond     // a place is so long before the combo's first brick …
	beforeHit = 3 * engine.TicksPerSecond // … or before the point
)

// LeastCombo is the shortest combo that is worth a place.
const LeastCombo = 5

// NewReel returns a reel for the recording that begins with p. Its copies take no
// more than about the given number of bytes: of a long game they are farther
// apart.
func NewReel(p *Playback, bytes int) *Reel {
	r := &Reel{now: p, scout: p.Clone(), every: keepEvery, bytes: bytes}
	r.kept = append(r.kept, p.Clone())
	r.places = append(r.places, Place{Tick: p.Game.Tick, Level: p.Game.Level})
	return r
}

// Game returns the game that is shown. The next call of Next or Seek may replace
// it.
func (r *Reel) Game() *engine.Game { return r.now.Game }

// Ended reports whether what is shown is the end.
func (r *Reel) Ended() bool { return r.now.Ended() }

// Span returns the first and the last tick.
func (r *Reel) Span() (first, last uint64) {
	last = r.now.r.Tick()
	return last - uint64(r.now.r.ticks), last
}

// Places returns the places that are known so far, in their order.
func (r *Reel) Places() []Place { return r.places }

// Differs returns the first mismatch that is known so far, or nil.
func (r *Reel) Differs() error { return r.differ }

// Known returns the tick up to which all is known.
func (r *Reel) Known() uint64 { return r.scout.Game.Tick }

// Next plays one tick of what is shown and reports whether there was one.
func (r *Reel) Next() bool {
	more, err := r.now.Next()
	r.note(err)
	return more
}

func (r *Reel) note(err error) {
	if _, ok := errors.AsType[*Mismatch](err); ok && r.differ == nil {
		r.differ = err
	}
}

// Scout runs ahead until the tick is reached, the recording ends, or ticks of
// about the given cost (see [engine.Game.Cost]) are played; so a caller that has a
// picture to draw can stop it in time. It reports whether there is nothing more
// to do.
func (r *Reel) Scout(tick uint64, cost int) (done bool) {
	for s := r.scout; s.Game.Tick < tick && !s.Ended(); {
		if cost -= s.Game.Cost(); cost < 0 {
			return false
		}
		_, err := s.Next()
		r.note(err)
		r.look(s.Game)
		if first, _ := r.Span(); (s.Game.Tick-first)%r.every == 0 {
			r.keep(s)
		}
	}
	if r.scout.Ended() {
		r.endLevel()
	}
	return true
}

// Seek shows the game as it is at the given tick, or at the nearest end. All up to
// there must be known, else it shows what is.
func (r *Reel) Seek(tick uint64) {
	first, _ := r.Span()
	tick = max(first, min(tick, r.Known()))
	from := r.kept[min(int((tick-first)/r.every), len(r.kept)-1)]
	if here := r.now.Game.Tick; here > tick || here < from.Game.Tick {
		r.now = from.Clone()
	}
	for r.now.Game.Tick < tick && r.Next() {
	}
}

// keep keeps a copy, and every second one only when they take too much.
func (r *Reel) keep(p *Playback) {
	r.kept = append(r.kept, p.Clone())
	if len(r.kept)*p.Game.Size() < r.bytes || len(r.kept) < 8 {
		return
	}
	n := 0
	for i := 0; i < len(r.kept); i += 2 {
		r.kept[n] = r.kept[i]
		n++
	}
	clear(r.kept[n:])
	r.kept = r.kept[:n]
	r.every *= 2
}

// look notes what the scout sees after a tick.
func (r *Reel) look(g *engine.Game) {
	if g.Level != r.places[len(r.places)-1].Level {
		r.endLevel()
		r.places = append(r.places, Place{Tick: g.Tick, Level: g.Level})
	}
	if g.Faces() {
		r.lookAtPoints(g)
		return
	}
	switch {
	case g.Combo == 0:
		r.combo = Place{}
	case r.combo.Combo == 0:
		first := r.places[len(r.places)-1].Tick
		r.combo = Place{Tick: max(first+beforeIt, g.Tick) - beforeIt, Level: g.Level, Combo: g.Combo}
	default:
		r.combo.Combo = g.Combo
	}
	if r.combo.Combo >= LeastCombo && r.combo.Combo > r.best.Combo {
		r.best = r.combo
	}
}

// lookAtPoints makes a place of each point of a match, behind the place before it.
func (r *Reel) lookAtPoints(g *engine.Game) {
	if r.points == g.Match.Points {
		return
	}
	r.points = g.Match.Points
	after := r.places[len(r.places)-1].Tick + 1
	r.places = append(r.places, Place{Tick: max(after+beforeHit, g.Tick) - beforeHit, Level: g.Level, Points: r.points})
}

// endLevel makes a place of the best combo of the level that is over.
func (r *Reel) endLevel() {
	if r.best.Combo > 0 {
		r.places = append(r.places, r.best)
	}
	r.best, r.combo = Place{}, Place{}
}
