package app

import (
	"math"
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// A guideWatch follows the games of a player: what is met in them, what is to be named, which lesson fits. It
// allocates nothing once warm.
type guideWatch struct {
	book  *FieldGuide
	begun bool // a tick of a level was seen …
	level int  // … which is this one

	moved   float64 // units that the paddle was moved
	x       float64 // its place in the last tick
	returns int     // balls that have come off it

	drops  [spec.NumDrops]bool // fall for the first time
	labels []dropLabel
}

// A dropLabel names a brick, the first of its kind.
type dropLabel struct {
	brick int
	until uint64 // the tick at which it ends; 0: when the level was served for labelTicks
}

// labelTicks is how long a brick of a new kind is named in play: 3 s.
const labelTicks = 3 * engine.TicksPerSecond

// newGuideWatch returns a watch that notes in b what is met.
func newGuideWatch(b *FieldGuide) *guideWatch { return &guideWatch{book: b} }

// FieldGuide returns the book that w notes in.
func (w *guideWatch) Book() *FieldGuide { return w.book }

// Begin prepares w for another game.
func (w *guideWatch) Begin() {
	w.begun, w.drops, w.labels = false, [spec.NumDrops]bool{}, w.labels[:0]
}

// lookEvery is how many ticks may pass in which nothing happens before Observe looks: less than a frame. What a rule sees besides events lasts longer.
const lookEvery = 4

// Observe looks at a game after a tick, and reports whether something in it was met for the first time.
func (w *guideWatch) Observe(g *engine.Game) (changed bool) {
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
		if i := ruleEntry(guideRule(r)); !w.book.met[i] && ruleRows[r].met(w, g) {
			changed = w.book.Meet(i) || changed
		}
	}
	return changed
}

// beginLevel names a brick of each new kind of a level.
func (w *guideWatch) beginLevel(g *engine.Game) {
	w.begun, w.level, w.labels = true, g.Level, w.labels[:0]
	if len(g.Paddles) > 0 {
		w.x = g.Capsule(0).X
	}
	var seen [spec.NumPlacedKinds]bool
	for k := range g.Bricks {
		if b := &g.Bricks[k]; w.visible(b) && !w.book.met[brickEntry(b.Kind)] && !seen[b.Kind] {
			seen[b.Kind] = true
			if b.Kind != spec.Plain {
				w.labels = append(w.labels, dropLabel{brick: lowest(g, b.Kind)})
			}
		}
	}
}

// visible reports whether a brick can be seen that has an entry.
func (w *guideWatch) visible(b *engine.Brick) bool {
	return b.Hits > 0 && !b.Unseen && brickEntry(b.Kind) >= 0
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
func (w *guideWatch) endNames(g *engine.Game) {
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
func (w *guideWatch) see(g *engine.Game, e *engine.Event) (changed bool) {
	switch e.Kind {
	case engine.PaddleHit:
		w.returns++
	case engine.BallServed:
		return w.served(g)
	case engine.BrickHit, engine.BrickBroken, engine.BrickGrown:
		return w.meetBrick(g, e.Brick)
	case engine.DropReleased:
		if w.book.Meet(dropEntry(spec.DropKind(e.Value))) {
			w.drops[e.Value] = true
			return true
		}
	case engine.DroneEntered:
		for i := range g.Drones {
			if g.Drones[i].Brick == e.Brick {
				return w.book.Meet(droneEntry(g.Drones[i].Kind))
			}
		}
	}
	return false
}

// served notes all that stands when a ball is served: from now on the names end.
func (w *guideWatch) served(g *engine.Game) (changed bool) {
	for k := range g.Bricks {
		if b := &g.Bricks[k]; w.visible(b) && w.book.Meet(brickEntry(b.Kind)) {
			changed = true
		}
	}
	if g.Boss.Kind != spec.NoBoss && w.book.Meet(bossEntry(g.Boss.Kind)) {
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
func (w *guideWatch) meetBrick(g *engine.Game, k int) bool {
	if k < 0 || k >= len(g.Bricks) {
		return false
	}
	b := &g.Bricks[k]
	i := brickEntry(b.Kind)
	if i < 0 || !w.book.Meet(i) {
		return false
	}
	if b.Hits > 0 {
		w.labels = append(w.labels, dropLabel{k, g.Tick + labelTicks})
	}
	return true
}

// dropChapter returns which kinds of falling drops are to be named.
func (w *guideWatch) Drops() *[spec.NumDrops]bool { return &w.drops }

// brickChapter appends the indexes of the bricks to be named to all.
func (w *guideWatch) Bricks(all []int) []int {
	for _, l := range w.labels {
		all = append(all, l.brick)
	}
	return all
}

// A lesson is what is to be done now, in a player's first game.
type lesson struct {
	Text   string // with {fire} and the like, see [guideKeys]
	Number int    // one more than the lessons that are done …
	Of     int    // … of so many
}

// lesson returns the lesson that fits the moment, and whether there is one.
func (w *guideWatch) Lesson(g *engine.Game) (l lesson, ok bool) {
	l.Number = 1
	for r := range ruleRows {
		row := &ruleRows[r]
		if row.lesson == nil {
			continue
		}
		l.Of++
		switch {
		case w.book.met[ruleEntry(guideRule(r))]:
			l.Number++
		case !ok && row.fits(w, g):
			l.Text, ok = *row.lesson, true
		}
	}
	return l, ok
}

// SkipLessons ends the lessons for good, and reports whether there were any.
func (b *FieldGuide) SkipLessons() (changed bool) {
	for r := range ruleRows {
		if ruleRows[r].lesson != nil && b.Meet(ruleEntry(guideRule(r))) {
			changed = true
		}
	}
	return changed
}
