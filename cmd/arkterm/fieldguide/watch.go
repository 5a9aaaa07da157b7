package fieldguide

import (
	"math"
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// A Watch follows the games of a player: what is met in them, what is to be named, which lesson fits. It
// allocates nothing once warm.
type Watch struct {
	book  *Book
	begun bool // a tick of a level was seen …
	level int  // … which is this one

	moved   float64 // units that the paddle was moved
	x       float64 // its place in the last tick
	returns int     // balls that have come off it

	drops  [spec.NumDrops]bool // fall for the first time
	labels []label
}

// A label names a brick, the first of its kind.
type label struct {
	brick int
	until uint64 // the tick at which it ends; 0: when the level was served for labelTicks
}

// labelTicks is how long a brick of a new kind is named in play: 3 s.
const labelTicks = 3 * engine.TicksPerSecond

// NewWatch returns a watch that notes in b what is met.
func NewWatch(b *Book) *Watch { return &Watch{book: b} }

// Book returns the book that w notes in.
func (w *Watch) Book() *Book { return w.book }

// Begin prepares w for another game.
func (w *Watch) Begin() {
	w.begun, w.drops, w.labels = false, [spec.NumDrops]bool{}, w.labels[:0]
}

// lookEvery is how many ticks may pass in which nothing happens before Observe looks: less than a frame. What a rule sees besides events lasts longer.
const lookEvery = 4

// Observe looks at a game after a tick, and reports whether something in it was met for the first time.
func (w *Watch) Observe(g *engine.Game) (changed bool) {
	if !w.begun || w.level != g.Level {
		w.beginLevel(g)
	}
	if len(g.Paddles) > 0 {
		x := g.Capsule(0).X
		w.moved += math.Abs(x - w.x)
		w.x = x
	}
	if len(g.Events) == 0 && g.Tick%lookEvery != 0 {
		return false
	}
	w.endNames(g)

	for i := range g.Events {
		if w.see(g, &g.Events[i]) {
			changed = true
		}
	}
	for r := range ruleRows {
		if i := OfRule(Rule(r)); !w.book.met[i] && ruleRows[r].met(w, g) {
			changed = w.book.Meet(i) || changed
		}
	}
	return changed
}

// beginLevel names a brick of each new kind of a level.
func (w *Watch) beginLevel(g *engine.Game) {
	w.begun, w.level, w.labels = true, g.Level, w.labels[:0]
	if len(g.Paddles) > 0 {
		w.x = g.Capsule(0).X
	}
	var seen [spec.NumPlacedKinds]bool
	for k := range g.Bricks {
		if b := &g.Bricks[k]; w.visible(b) && !w.book.met[OfBrick(b.Kind)] && !seen[b.Kind] {
			seen[b.Kind] = true
			if b.Kind != spec.Plain {
				w.labels = append(w.labels, label{brick: lowest(g, b.Kind)})
			}
		}
	}
}

// visible reports whether a brick can be seen that has an entry.
func (w *Watch) visible(b *engine.Brick) bool {
	return b.Hits > 0 && !b.Unseen && OfBrick(b.Kind) >= 0
}

// lowest returns the lowest brick of a kind, of several the one nearest to the middle of the field.
func lowest(g *engine.Game, kind spec.Kind) (best int) {
	best = -1
	var at, off float64
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Kind != kind || b.Hits == 0 || b.Unseen {
			continue
		}
		c, _ := g.Shape(k).Circle()
		d := math.Abs(c.X - g.W/2)
		if best < 0 || c.Y > at || c.Y == at && d < off {
			best, at, off = k, c.Y, d
		}
	}
	return best
}

// endNames ends the names whose time is over, or of which nothing is left.
func (w *Watch) endNames(g *engine.Game) {
	for k, named := range &w.drops {
		if named {
			w.drops[k] = slices.ContainsFunc(g.Drops, func(d engine.Drop) bool { return int(d.Kind) == k })
		}
	}
	kept := w.labels[:0]
	for _, l := range w.labels {
		if l.brick < len(g.Bricks) && g.Bricks[l.brick].Hits > 0 && (l.until == 0 || g.Tick < l.until) {
			kept = append(kept, l)
		}
	}
	w.labels = kept
}

// see notes what an event shows, and reports whether it is new.
func (w *Watch) see(g *engine.Game, e *engine.Event) (changed bool) {
	switch e.Kind {
	case engine.PaddleHit:
		w.returns++
	case engine.BallServed:
		return w.served(g)
	case engine.BrickHit, engine.BrickBroken, engine.BrickGrown:
		return w.meetBrick(g, e.Brick)
	case engine.DropReleased:
		if w.book.Meet(OfDrop(spec.DropKind(e.Value))) {
			w.drops[e.Value] = true
			return true
		}
	case engine.DroneEntered:
		for i := range g.Drones {
			if g.Drones[i].Brick == e.Brick {
				return w.book.Meet(OfDrone(g.Drones[i].Kind))
			}
		}
	}
	return false
}

// served notes all that stands when a ball is served: from now on the names end.
func (w *Watch) served(g *engine.Game) (changed bool) {
	for k := range g.Bricks {
		if b := &g.Bricks[k]; w.visible(b) && w.book.Meet(OfBrick(b.Kind)) {
			changed = true
		}
	}
	if g.Boss.Kind != spec.NoBoss && w.book.Meet(OfBoss(g.Boss.Kind)) {
		changed = true
	}
	for i := range w.labels {
		if w.labels[i].until == 0 {
			w.labels[i].until = g.Tick + labelTicks
		}
	}
	return changed
}

// meetBrick notes a brick that has shown itself, and names it.
func (w *Watch) meetBrick(g *engine.Game, k int) bool {
	if k < 0 || k >= len(g.Bricks) {
		return false
	}
	b := &g.Bricks[k]
	i := OfBrick(b.Kind)
	if i < 0 || !w.book.Meet(i) {
		return false
	}
	if b.Hits > 0 {
		w.labels = append(w.labels, label{k, g.Tick + labelTicks})
	}
	return true
}

// Drops returns which kinds of falling drops are to be named.
func (w *Watch) Drops() *[spec.NumDrops]bool { return &w.drops }

// Bricks appends the indexes of the bricks to be named to all.
func (w *Watch) Bricks(all []int) []int {
	for _, l := range w.labels {
		all = append(all, l.brick)
	}
	return all
}

// A Lesson is what is to be done now, in a player's first game.
type Lesson struct {
	Text   string // with {fire} and the like, see [Keys]
	Number int    // one more than the lessons that are done …
	Of     int    // … of so many
}

// Lesson returns the lesson that fits the moment, and whether there is one.
func (w *Watch) Lesson(g *engine.Game) (l Lesson, ok bool) {
	l.Number = 1
	for r := range ruleRows {
		row := &ruleRows[r]
		if row.lesson == nil {
			continue
		}
		l.Of++
		switch {
		case w.book.met[OfRule(Rule(r))]:
			l.Number++
		case !ok && row.fits(w, g):
			l.Text, ok = *row.lesson, true
		}
	}
	return l, ok
}

// SkipLessons ends the lessons for good, and reports whether there were any.
func (b *Book) SkipLessons() (changed bool) {
	for r := range ruleRows {
		if ruleRows[r].lesson != nil && b.Meet(OfRule(Rule(r))) {
			changed = true
		}
	}
	return changed
}
