// Package narration describes a game in lines of text for screen readers.
//
// Lines announce events and the place at which the ball will come down. Showing or speaking them is left to the caller. The field is nine places wide. The landing place is announced as soon as it is known, and
// players steer by naming a place: see [Narrator.Steer].
//
//	n := narration.Narrator{On: true}
//	g.Step(in)
//	n.Observe(g) // once for each tick
//	for _, line := range n.Take() { … } // "Ball to 3, left."
//
// Two lines are at least 1.5 s apart at the intended speed, [Rate]. Events between them are summed up: "4 bricks, 31 left.
// Ball to 7, right." Only the end of a ball, a level or a game is announced immediately.
package narration

import (
	"strings"

	"arkterm/engine"
)

// Rate is the speed of the game's time, in percent, at which it can be followed by ear: a ball that falls from the
// bricks to the paddle then takes 3 to 6 s.
const Rate = 25

const (
	// apart is the least number of ticks between two lines: 1.5 s of listening at Rate.
	apart = engine.TicksPerSecond * 3 / 2 * Rate / 100

	// waits is how long something may wait to be told before it is old: 4 s of listening.
	waits = engine.TicksPerSecond * 4 * Rate / 100

	// look is how often the ball's landing is computed: 0.1 s of listening. What is told was seen twice.
	look = engine.TicksPerSecond / 10 * Rate / 100

	// through is how many bricks the ball may bounce off on its way to a landing that is told. With none it is told
	// late; with more, it is often wrong, since the first one breaks.
	through = 1

	// soon is how long before a landing a paddle that stands elsewhere is told so, in seconds of the game.
	soon = 0.6

	// most is how many lines may wait to be taken. More come only if nobody takes them.
	most = 64
)

// A Narrator tells one game after another. The zero Narrator says nothing: it has to be On.
type Narrator struct {
	On     bool
	Levels []string // names of the levels; none are told if there are fewer than the game has

	game  *engine.Game // the one being told
	now   uint64       // ticks observed
	said  uint64       // when the last line was
	lines []string     // since the last Take
	news  []item       // to be told, the oldest first

	broken int // bricks broken since the last line that says so

	landing engine.Landing // as of the last look
	falls   bool           // … and whether there is one
	seen    int            // its place then; 0: none
	told    int            // the place that was told of this fall; 0: none
	warned  bool           // that the paddle stands elsewhere
	ready   bool           // it was said that a ball is to be served
}

// An item is something to be told.
type item struct {
	text string
	at   uint64 // when it happened
}

// Observe listens to the game's last tick. Call it once for each tick, with or without events.
func (n *Narrator) Observe(g *engine.Game) {
	if !n.On {
		return
	}
	if n.game != g {
		n.begin(g)
	}
	n.now++

	for i := range g.Events {
		n.hear(g, &g.Events[i])
	}
	if n.now%look == 0 {
		n.watch(g)
	}
	n.speak(g)
}

// begin prepares for another game.
func (n *Narrator) begin(g *engine.Game) {
	*n = Narrator{On: true, Levels: n.Levels, game: g, now: n.now, said: n.said, lines: n.lines, news: n.news[:0]}
}

// Take returns the lines since the last call. They are valid until the next call of Observe.
func (n *Narrator) Take() []string {
	lines := n.lines
	n.lines = n.lines[:0]
	return lines
}

// hear takes an event.
func (n *Narrator) hear(g *engine.Game, ev *engine.Event) {
	if ev.Kind == engine.BrickBroken {
		n.broken++
	}
	row := &rows[ev.Kind]
	if row.turns {
		n.falls, n.told, n.seen, n.warned = false, 0, 0, false
	}
	if row.says == nil {
		return
	}
	text := row.says(n, g, ev)
	switch {
	case text == "":
	case row.now:
		n.news = n.news[:0] // what was to be told is of no use any more
		n.say(text)
	default:
		n.news = append(n.news, item{text, n.now})
	}
}

// watch looks where the next ball comes down.
func (n *Narrator) watch(g *engine.Game) {
	before := n.seen
	n.landing, n.falls = g.NextLanding(through)
	n.seen = 0
	if n.falls {
		n.seen = PlaceOf(g, n.landing.X)
	}
	if n.seen != before {
		n.falls = false // look once more
	}
}

// speak says what is due in the tick, if anything.
func (n *Narrator) speak(g *engine.Game) {
	for len(n.news) > 0 && n.now-n.news[0].at > waits {
		n.news = n.news[1:]
	}

	switch {
	case g.Phase != engine.Serve:
		n.ready = false
	case !n.ready && n.now-n.said >= apart:
		n.ready = true
		n.say("Ball on the paddle, at " + place(PlaceOf(g, g.Capsule(0).X)) + ". Space serves it.")
		return
	}

	astray := n.falls && n.told == n.seen && !n.warned && n.landing.After < soon && !n.covers(g)
	switch {
	case n.falls && n.told != n.seen && (n.told == 0 || n.now-n.said >= apart/2):
		n.told, n.warned = n.seen, false
		n.say(n.summary(g) + n.fall(g))
	case astray && n.now-n.said >= apart:
		n.warned = true
		n.say(n.fall(g) + " You are at " + place(PlaceOf(g, g.Capsule(0).X)) + ".")
	case len(n.news) > 0 && n.now-n.said >= apart:
		n.say(n.summary(g) + n.news[0].text)
		n.news = n.news[1:]
	case n.broken >= 5 && n.now-n.said >= 2*apart:
		n.say(strings.TrimSpace(n.summary(g)))
	}
}

// say adds a line.
func (n *Narrator) say(text string) {
	n.said = n.now
	if len(n.lines) < most {
		n.lines = append(n.lines, text)
	}
}
