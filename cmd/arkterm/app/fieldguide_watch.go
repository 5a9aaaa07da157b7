package app

import (
	"math"
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// A guideWatch observes a player's games. It adds new entries to the field guide, selects the objects to label, and
// selects the current lesson. It does not allocate once warm.
type guideWatch struct {
	guide      *FieldGuide
	levelBegun bool // a tick of level has been observed
	level      int  // index of the level

	moved      float64 // distance that the paddle has moved, in units
	lastX      float64 // x of the paddle in the last tick
	numReturns int     // number of balls that the paddle has returned

	labeledDrops [spec.NumDrops]bool // kinds of falling drops that are new and have a label
	labels       []brickLabel
}

// A brickLabel marks a brick whose kind is new to the player, so that its name is shown.
type brickLabel struct {
	brick int
	until uint64 // tick at which the label disappears; 0 until the next serve sets it
}

// labelTicks is the number of ticks after the serve for which a brick keeps its label: 3 s.
const labelTicks = 3 * engine.TicksPerSecond

// newGuideWatch returns a watch that adds entries to b.
func newGuideWatch(b *FieldGuide) *guideWatch { return &guideWatch{guide: b} }

// FieldGuide returns the field guide that w fills in.
func (w *guideWatch) FieldGuide() *FieldGuide { return w.guide }

// Begin resets w for a new game.
func (w *guideWatch) Begin() {
	w.levelBegun, w.labeledDrops, w.labels = false, [spec.NumDrops]bool{}, w.labels[:0]
}

// observeInterval is the maximum number of ticks between two complete observations. Game states without an event last
// longer than this interval, so the watch does not miss them.
const observeInterval = 4

// Observe observes the last tick of a game. It reports whether the player has met an entry for the first time.
func (w *guideWatch) Observe(g *engine.Game) (changed bool) {
	if !w.levelBegun || w.level != g.Level {
		w.beginLevel(g)
	}
	if len(g.Paddles) > 0 {
		x := g.Capsule(0).X
		w.moved += math.Abs(x - w.lastX)
		w.lastX = x
	}
	if len(g.Events) == 0 && g.Tick%observeInterval != 0 {
		return false
	}
	w.removeLabels(g)

	for i := range g.Events {
		if w.recordEvent(g, &g.Events[i]) {
			changed = true
		}
	}
	for r := range ruleRows {
		if i := ruleEntry(guideRule(r)); !w.guide.met[i] && ruleRows[r].met(w, g) {
			changed = w.guide.Meet(i) || changed
		}
	}
	return changed
}

// beginLevel prepares the observation of a new level. For each kind of brick that the player has not met, except plain
// bricks, it labels one brick.
func (w *guideWatch) beginLevel(g *engine.Game) {
	w.levelBegun, w.level, w.labels = true, g.Level, w.labels[:0]
	if len(g.Paddles) > 0 {
		w.lastX = g.Capsule(0).X
	}
	var seen [spec.NumPlacedKinds]bool
	for k := range g.Bricks {
		if b := &g.Bricks[k]; w.visible(b) && !w.guide.met[brickEntry(b.Kind)] && !seen[b.Kind] {
			seen[b.Kind] = true
			if b.Kind != spec.Plain {
				w.labels = append(w.labels, brickLabel{brick: lowestBrick(g, b.Kind)})
			}
		}
	}
}

// visible reports whether a brick is visible and its kind has an entry.
func (w *guideWatch) visible(b *engine.Brick) bool {
	return b.Hits > 0 && !b.Hidden && brickEntry(b.Kind) >= 0
}

// lowestBrick returns the index of the lowest visible brick of a kind. Among equally low bricks, it prefers the brick
// nearest to the middle of the field.
func lowestBrick(g *engine.Game, kind spec.Kind) (best int) {
	best = -1
	var at, off float64
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Kind != kind || b.Hits == 0 || b.Hidden {
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

// removeLabels removes labels that have expired, and labels of objects that no longer exist.
func (w *guideWatch) removeLabels(g *engine.Game) {
	for k, named := range &w.labeledDrops {
		if named {
			w.labeledDrops[k] = slices.ContainsFunc(g.Drops, func(d engine.Drop) bool { return int(d.Kind) == k })
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

// recordEvent adds the entries that an event shows to the field guide. It reports whether any of them is new.
func (w *guideWatch) recordEvent(g *engine.Game, e *engine.Event) (changed bool) {
	switch e.Kind {
	case engine.PaddleHit:
		w.numReturns++
	case engine.BallServed:
		return w.recordServe(g)
	case engine.BrickHit, engine.BrickBroken, engine.BrickGrown:
		return w.meetBrick(g, e.Brick)
	case engine.DropReleased:
		if w.guide.Meet(dropEntry(spec.DropKind(e.Value))) {
			w.labeledDrops[e.Value] = true
			return true
		}
	case engine.DroneEntered:
		for i := range g.Drones {
			if g.Drones[i].Brick == e.Brick {
				return w.guide.Meet(droneEntry(g.Drones[i].Kind))
			}
		}
	}
	return false
}

// recordServe adds the entries of the visible bricks and of the boss when a ball is served. It reports whether an entry
// is new. It also sets the time at which the labels disappear.
func (w *guideWatch) recordServe(g *engine.Game) (changed bool) {
	for k := range g.Bricks {
		if b := &g.Bricks[k]; w.visible(b) && w.guide.Meet(brickEntry(b.Kind)) {
			changed = true
		}
	}
	if g.Boss.Kind != spec.NoBoss && w.guide.Meet(bossEntry(g.Boss.Kind)) {
		changed = true
	}
	for i := range w.labels {
		if w.labels[i].until == 0 {
			w.labels[i].until = g.Tick + labelTicks
		}
	}
	return changed
}

// meetBrick adds the entry of brick k, which has become visible, and labels the brick. It reports whether the entry is
// new.
func (w *guideWatch) meetBrick(g *engine.Game, k int) bool {
	if k < 0 || k >= len(g.Bricks) {
		return false
	}
	b := &g.Bricks[k]
	i := brickEntry(b.Kind)
	if i < 0 || !w.guide.Meet(i) {
		return false
	}
	if b.Hits > 0 {
		w.labels = append(w.labels, brickLabel{k, g.Tick + labelTicks})
	}
	return true
}

// LabeledDrops returns, for each kind of drop, whether falling drops of this kind have a label.
func (w *guideWatch) LabeledDrops() *[spec.NumDrops]bool { return &w.labeledDrops }

// AppendLabeledBricks appends the indices of the bricks that have a label to bricks, and returns the result.
func (w *guideWatch) AppendLabeledBricks(bricks []int) []int {
	for _, l := range w.labels {
		bricks = append(bricks, l.brick)
	}
	return bricks
}

// A lesson is a text that teaches a rule during the first games.
type lesson struct {
	Text      string // with placeholders such as {fire}, see [guideKeys]
	Number    int    // from 1
	Total     int    // number of lessons
	WarpSkips bool   // input.Warp skips the lessons, not the level
}

// Lesson returns the lesson that applies to the current state of the game. ok is false if there is none.
func (w *guideWatch) Lesson(g *engine.Game) (l lesson, ok bool) {
	l.Number, l.WarpSkips = 1, !g.CanWarp()
	for r := range ruleRows {
		row := &ruleRows[r]
		if row.lesson == nil {
			continue
		}
		l.Total++
		switch {
		case w.guide.met[ruleEntry(guideRule(r))]:
			l.Number++
		case !ok && row.lessonApplies(w, g):
			l.Text, ok = *row.lesson, true
		}
	}
	return l, ok
}

// SkipLessons ends all lessons permanently. It reports whether any were left.
func (b *FieldGuide) SkipLessons() (changed bool) {
	for r := range ruleRows {
		if ruleRows[r].lesson != nil && b.Meet(ruleEntry(guideRule(r))) {
			changed = true
		}
	}
	return changed
}
