package ui

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// An eventRow describes how the narrator handles one kind of event.
type eventRow struct {
	// line returns the announcement, or "" if this event is not announced. A nil line means that events of this kind
	// are never announced.
	line func(n *Narrator, g *engine.Game, ev *engine.Event) string

	immediate     bool // announce immediately, and drop pending news
	playerOnly    bool // do not announce to spectators
	changesCourse bool // a ball may have changed direction, so the announced landing is no longer valid
}

// eventRows has a row for each kind of event. The row is empty for events that are not announced and do not change the
// course of a ball. Narrator.handleEvent counts broken bricks itself.
var eventRows = [engine.NumEvents]eventRow{
	engine.PaddleHit:      {changesCourse: true},
	engine.BallServed:     {changesCourse: true},
	engine.BallsShoved:    {changesCourse: true},
	engine.BallTeleported: {changesCourse: true},

	engine.LevelStarted: {line: levelStarted, immediate: true, changesCourse: true},
	engine.LevelClear:   {line: fixedText(&text.Narration.LevelClear), immediate: true},
	engine.LevelExited:  {line: fixedText(&text.Narration.ThroughGate), immediate: true},
	engine.LevelWarped:  {line: fixedText(&text.Narration.LevelSkipped), immediate: true},
	engine.GameEnded:    {line: gameEnded, immediate: true},
	engine.BallLost:     {line: ballLost, immediate: true, changesCourse: true},
	engine.LifeGained: {line: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf(text.Narration.LifeGained, g.Lives)
	}},
	engine.RecallReady:  {line: fixedText(&text.Narration.BallStuck), playerOnly: true},
	engine.BonusStarted: {line: fixedText(&text.Narration.Bonus), immediate: true, changesCourse: true},
	engine.FinaleStarted: {line: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf(text.Narration.Finale, remainingBrickPlaces(g))
	}},

	engine.DropReleased: {line: dropReleased, playerOnly: true},
	engine.DropCaught: {line: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.DropCaught, dropName(ev))
	}},
	engine.DropEnded: {line: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.EffectEnded, dropName(ev))
	}},
	engine.DropSent: {line: dropSent, playerOnly: true},
	engine.BallHeld: {line: fixedText(&text.Narration.BallSticks), playerOnly: true},

	engine.PaddleStunned: {line: fixedText(&text.Narration.BeamStun)},
	engine.BoltHit:       {line: fixedText(&text.Narration.BoltStun)},
	engine.VolleyShot: {line: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf(text.Narration.BossShoots, placeText(PlaceOf(g, g.BossAt().X)))
	}},
	engine.BossChanged: {line: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.BossPhase, ev.Value)
	}},
	engine.BossKilled: {line: fixedText(&text.Narration.BossGone)},
	engine.BallSaved:  {line: fixedText(&text.Narration.BallSaved)},
	engine.BossOpened: {line: fixedText(&text.Narration.BossOpen)},

	engine.BrickOverdue: {line: func(_ *Narrator, g *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.BrickOverdue, placeText(PlaceOf(g, ev.At.X)))
	}},
	engine.WireCut: {line: func(_ *Narrator, g *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.WireCut, placeText(PlaceOf(g, ev.At.X)))
	}},
	engine.RowLanded:       {line: fixedText(&text.Narration.RowLow)},
	engine.TimeGained:      {line: timeOf(&text.Narration.TimeWon)},
	engine.TimeLost:        {line: timeOf(&text.Narration.TimeLost)},
	engine.TimeSlowed:      {line: fixedText(&text.Narration.SlowTime)},
	engine.ShoveMissed:     {line: fixedText(&text.Narration.NoShove), playerOnly: true},
	engine.ChallengeFailed: {line: fixedText(&text.Narration.ChallengeFailed), immediate: true},
	engine.PointScored:     {line: pointScored, immediate: true, changesCourse: true},
}

// fixedText returns a function for eventRow.line that always returns *s.
func fixedText(s *string) func(*Narrator, *engine.Game, *engine.Event) string {
	return func(*Narrator, *engine.Game, *engine.Event) string { return *s }
}

// timeOf returns a function for eventRow.line that formats the event's value in seconds.
func timeOf(line *string) func(*Narrator, *engine.Game, *engine.Event) string {
	return func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(*line, ev.Value/engine.TicksPerSecond)
	}
}

func levelStarted(n *Narrator, g *engine.Game, _ *engine.Event) string {
	name := fmt.Sprintf(text.Goal.LevelNumber, g.Level+1)
	if g.Level < len(n.Levels) && n.Levels[g.Level] != "" {
		name += ", " + n.Levels[g.Level]
	}
	return fmt.Sprintf(text.Narration.LevelBegins, name, text.Count.Bricks.Of(g.BricksLeft),
		text.Count.Lives.Of(g.Lives))
}

func gameEnded(n *Narrator, g *engine.Game, _ *engine.Event) string {
	won := g.Phase == engine.Won
	if g.Versus() {
		won = g.Winner() == n.Paddle
	}
	if won && !n.Spectator {
		return fmt.Sprintf(text.Narration.Won, g.Score)
	}
	return fmt.Sprintf(text.Narration.GameLost, g.Score)
}

func ballLost(_ *Narrator, g *engine.Game, _ *engine.Event) string {
	switch {
	case g.Versus(): // pointScored announces the point
		return ""
	case g.Phase != engine.Lost:
		return text.Narration.BallLost.Of(ballsInPlay(g))
	}
	return text.Narration.LifeLost.Of(g.Lives)
}

func pointScored(n *Narrator, g *engine.Game, ev *engine.Event) string {
	line := text.Narration.YourPoint
	switch {
	case n.Spectator:
		return n.pointsLine(g)
	case ev.Value != n.Paddle:
		line = text.Narration.TheirPoint
	}
	return fmt.Sprintf(line, g.Match.Points[n.Paddle], g.Match.Points[1-n.Paddle])
}

// pointsLine returns the points of a match, starting with the listener's points. For spectators, the line also contains
// the names of the players.
func (n *Narrator) pointsLine(g *engine.Game) string {
	own, other := g.Match.Points[n.Paddle], g.Match.Points[1-n.Paddle]
	if n.Spectator {
		return fmt.Sprintf("%s %d, %s %d.", n.Players[0], own, n.Players[1], other)
	}
	return fmt.Sprintf("%d : %d", own, other)
}

func dropReleased(_ *Narrator, g *engine.Game, ev *engine.Event) string {
	line := text.Narration.Drop
	switch g.BenefitOf(spec.DropKind(ev.Value)) {
	case spec.Good:
		line = text.Narration.GoodDrop
	case spec.Bad:
		line = text.Narration.BadDrop
	}
	return fmt.Sprintf(line, dropName(ev), placeText(PlaceOf(g, ev.At.X)))
}

// dropSent announces a drop that affects the listener or the opponent.
func dropSent(n *Narrator, g *engine.Game, ev *engine.Event) string {
	line := text.Narration.DropSent
	if ev.At.Y > g.H/2 != g.Paddles[n.Paddle].Top {
		line = text.Narration.DropReceived
	}
	return fmt.Sprintf(line, dropName(ev))
}

// dropName returns the name of the drop in an event.
func dropName(ev *engine.Event) string { return text.Translate(spec.Drops[ev.Value].Label) }

// remainingBrickPlaces lists the places of the bricks that must still be broken. If a place has several bricks, the
// list also contains their number.
func remainingBrickPlaces(g *engine.Game) string {
	var at []string
	for p := 1; p <= NumPlaces; p++ {
		if k := bricksAt(g)[p-1]; k == 1 {
			at = append(at, fmt.Sprint(p))
		} else if k > 1 {
			at = append(at, fmt.Sprintf(text.Narration.PlaceWith, p, k))
		}
	}
	return parse.List(at, text.Narration.And)
}
