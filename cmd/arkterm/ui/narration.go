package ui

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/render/text"
)

// NarrationRate is the game's speed during narration, in percent of normal speed. At this speed, a ball takes 3 to 6 s
// from the bricks to the paddle, so a listener can follow.
const NarrationRate = 25

const (
	// minLineTicks is the minimum number of ticks between two lines: 1.5 s at NarrationRate, see Narrator.scaleTicks.
	minLineTicks = engine.TicksPerSecond * 3 / 2 * NarrationRate / 100

	// maxItemTicks is the maximum age of pending news, in ticks: 4 s at NarrationRate. Older news is dropped.
	maxItemTicks = engine.TicksPerSecond * 4 * NarrationRate / 100

	// landingTicks is the number of ticks between two predictions of where the ball will land: 0.1 s at NarrationRate.
	// A landing is announced when two successive predictions agree.
	landingTicks = engine.TicksPerSecond / 10 * NarrationRate / 100

	// maxBounces is the maximum number of bounces off bricks for which a landing is predicted. With 0, announcements
	// would be late. With more than 1, they would often be wrong, because the first brick breaks and no longer deflects
	// the ball.
	maxBounces = 1

	// warningSeconds is the time before a landing within which the narrator warns the player that the paddle is in
	// another place. It is in seconds of game time.
	warningSeconds = 0.6

	// maxLines is the maximum number of lines kept for Take. More lines are dropped. This happens only if the caller
	// stops calling Take.
	maxLines = 64
)

// A Narrator describes games in lines of text for screen readers. It describes one game at a time. The zero Narrator
// produces no lines until Enabled is set.
//
//	n := ui.Narrator{Enabled: true}
//	g.Step(in)
//	n.Observe(g) // once for each tick
//	for _, line := range n.Take() { … } // "Ball to 3, left."
//
// The field is divided into nine places from left to right. When the narrator can predict where the ball will land, a
// line announces the place. The player moves the paddle to a place by its number, see [Narrator.SteerTarget].
//
// Lines are at least 1.5 s apart at [NarrationRate]. A line also summarizes the events since the previous line: "4
// bricks, 31 left. Ball to 7, right." Only important events, such as the end of a ball, a level or a game, are
// announced immediately. For spectators, games run at normal speed, and lines contain no landings or hints.
type Narrator struct {
	Enabled bool
	Levels  []string // names of the levels by index; may be shorter than the pack
	Paddle  int      // index of the listener's paddle

	Spectator bool      // the listener watches the game of another player
	Players   [2]string // names of the players of a match, for spectators

	game     *engine.Game // the game being narrated
	now      uint64       // ticks observed
	lastLine uint64       // tick of the last line
	lines    []string     // lines since the last Take
	news     []newsItem   // pending news, oldest first

	bricksBroken int // number of bricks broken since the last summary

	landing        engine.Landing // predicted landing of the next ball
	landingValid   bool           // landing is valid
	predictedPlace int            // place of the predicted landing; 0 if there is none
	announcedPlace int            // place announced for this landing; 0 if none
	warned         bool           // a line has warned that the paddle is in another place
	serveAnnounced bool           // a line has announced that a ball can be served
	stormWarned    bool           // a line has warned that the storm will be lost
}

// A newsItem is an announcement that waits until a line may be added.
type newsItem struct {
	text string
	at   uint64 // tick of the event
}

// Observe observes the last tick of the game g. Call it once for each tick, even if the tick has no events.
func (n *Narrator) Observe(g *engine.Game) {
	if !n.Enabled {
		return
	}
	if n.game != g {
		n.begin(g)
	}
	n.now++

	for i := range g.Events {
		n.handleEvent(g, &g.Events[i])
	}
	if expiring := g.StormExpires(); expiring != n.stormWarned && !n.Spectator {
		if n.stormWarned = expiring; expiring {
			n.say(text.Narration.MovePaddle)
		}
	}
	if n.now%landingTicks == 0 && !n.Spectator {
		n.predictLanding(g)
	}
	n.speak(g)
}

// scaleTicks converts a number of ticks at NarrationRate to the number of ticks that take the same real time at the
// speed of the narrated game. Only spectators watch games at normal speed.
func (n *Narrator) scaleTicks(atNarrationRate uint64) uint64 {
	if n.Spectator {
		return atNarrationRate * 100 / NarrationRate
	}
	return atNarrationRate
}

// begin resets the narrator for a new game. It keeps the lines that have not been taken.
func (n *Narrator) begin(g *engine.Game) {
	*n = Narrator{
		Enabled: true, Levels: n.Levels, Paddle: n.Paddle, Spectator: n.Spectator, Players: n.Players, game: g,
		now: n.now, lastLine: n.lastLine, lines: n.lines, news: n.news[:0],
	}
}

// Take returns the lines since the last call. They are valid until the next call of Observe.
func (n *Narrator) Take() []string {
	lines := n.lines
	n.lines = n.lines[:0]
	return lines
}

// handleEvent announces an event immediately, or adds it to the pending news.
func (n *Narrator) handleEvent(g *engine.Game, ev *engine.Event) {
	if ev.Kind == engine.BrickBroken {
		n.bricksBroken++
	}
	row := &eventRows[ev.Kind]
	if row.changesCourse {
		n.landingValid, n.announcedPlace, n.predictedPlace, n.warned = false, 0, 0, false
	}
	if row.line == nil || n.Spectator && row.playerOnly {
		return
	}
	line := row.line(n, g, ev)
	switch {
	case line == "":
	case row.immediate:
		n.news = n.news[:0] // older news no longer matters
		n.say(line)
	default:
		n.news = append(n.news, newsItem{line, n.now})
	}
}

// predictLanding predicts the place where the next ball will land. landingValid is true only if the previous prediction
// had the same place.
func (n *Narrator) predictLanding(g *engine.Game) {
	before := n.predictedPlace
	n.landing, n.landingValid = g.NextLanding(n.Paddle, maxBounces)
	n.predictedPlace = 0
	if n.landingValid {
		n.predictedPlace = PlaceOf(g, n.landing.X)
	}
	if n.predictedPlace != before {
		n.landingValid = false // wait for an equal prediction
	}
}

// speak adds the line that is due in this tick, if any.
func (n *Narrator) speak(g *engine.Game) {
	for len(n.news) > 0 && n.now-n.news[0].at > n.scaleTicks(maxItemTicks) {
		n.news = n.news[1:]
	}

	quiet, minTicks := n.now-n.lastLine, n.scaleTicks(minLineTicks)
	switch {
	case g.Phase != engine.Serve:
		n.serveAnnounced = false
	case !n.serveAnnounced && quiet >= minTicks && !n.Spectator && g.Server == n.Paddle:
		n.serveAnnounced = true
		n.say(fmt.Sprintf(text.Narration.Serve, placeText(n.paddlePlace(g))))
		return
	}

	warn := n.landingValid && n.announcedPlace == n.predictedPlace && !n.warned &&
		n.landing.Seconds < warningSeconds && !n.paddleCoversLanding(g)
	switch {
	case n.landingValid && n.announcedPlace != n.predictedPlace && (n.announcedPlace == 0 || quiet >= minTicks/2):
		n.announcedPlace, n.warned = n.predictedPlace, false
		n.say(n.summary(g) + n.landingLine(g))
	case warn && quiet >= minTicks:
		n.warned = true
		n.say(n.landingLine(g) + fmt.Sprintf(text.Narration.YouAreAt, placeText(n.paddlePlace(g))))
	case len(n.news) > 0 && quiet >= minTicks:
		n.say(n.summary(g) + n.news[0].text)
		n.news = n.news[1:]
	case n.bricksBroken >= 5 && quiet >= 2*minTicks:
		n.say(strings.TrimSpace(n.summary(g)))
	}
}

// Announce adds a line that does not describe the game.
func (n *Narrator) Announce(line string) {
	if n.Enabled {
		n.say(line)
	}
}

// say adds a line, unless maxLines lines are waiting.
func (n *Narrator) say(line string) {
	n.lastLine = n.now
	if len(n.lines) < maxLines {
		n.lines = append(n.lines, line)
	}
}
