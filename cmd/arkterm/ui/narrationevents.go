package ui

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// An eventRow describes the announcement of a kind of event.
type eventRow struct {
	says func(n *Narrator, g *engine.Game, ev *engine.Event) string // nil, or "" for no announcement
	now  bool                                                       // announce immediately and drop older news
	// the balls change direction, so the announced landing is void
	turns bool
}

// eventRows has a row for each kind of event that is announced. Events that change nothing for the player, such as a
// hit on a wall, have no row. Broken bricks are only counted.
var eventRows = [engine.NumEvents]eventRow{
	engine.PaddleHit:      {turns: true},
	engine.BallServed:     {turns: true},
	engine.BallsShoved:    {turns: true},
	engine.BallTeleported: {turns: true},

	engine.LevelStarted: {says: levelBegun, now: true, turns: true},
	engine.LevelClear:   {says: fixedText(&text.Narration.LevelClear), now: true},
	engine.LevelExited:  {says: fixedText(&text.Narration.ThroughGate), now: true},
	engine.LevelWarped:  {says: fixedText(&text.Narration.Warped), now: true},
	engine.GameEnded:    {says: gameEnded, now: true},
	engine.BallLost:     {says: ballLost, now: true, turns: true},
	engine.LifeGained: {says: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf(text.Narration.BallWon, g.Lives)
	}},
	engine.RecallReady:  {says: fixedText(&text.Narration.Stuck)},
	engine.BonusStarted: {says: fixedText(&text.Narration.Bonus), now: true, turns: true},
	engine.FinaleStarted: {says: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf(text.Narration.Finale, bricksLeft(g))
	}},

	engine.DropReleased: {says: dropBegun},
	engine.DropCaught: {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.Caught, dropName(ev))
	}},
	engine.DropEnded: {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.Over, dropName(ev))
	}},
	engine.DropSent: {says: dropSent},
	engine.BallHeld: {says: fixedText(&text.Narration.Sticks)},

	engine.PaddleStunned: {says: fixedText(&text.Narration.Beam)},
	engine.BoltHit:       {says: fixedText(&text.Narration.Bolt)},
	engine.VolleyShot: {says: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf(text.Narration.BossShoots, placeText(PlaceOf(g, g.BossAt().X)))
	}},
	engine.BossChanged: {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.BossPhase, ev.Value)
	}},
	engine.BossKilled: {says: fixedText(&text.Narration.BossGone)},
	engine.BossOpened: {says: fixedText(&text.Narration.BossOpen)},

	engine.BrickOverdue: {says: func(_ *Narrator, g *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.Overdue, placeText(PlaceOf(g, ev.At.X)))
	}},
	engine.WireCut: {says: func(_ *Narrator, g *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(text.Narration.Wire, placeText(PlaceOf(g, ev.At.X)))
	}},
	engine.RowLanded:       {says: fixedText(&text.Narration.RowLow)},
	engine.TimeGained:      {says: timeOf(&text.Narration.TimeWon)},
	engine.TimeLost:        {says: timeOf(&text.Narration.TimeLost)},
	engine.TimeSlowed:      {says: fixedText(&text.Narration.SlowTime)},
	engine.ShoveMissed:     {says: fixedText(&text.Narration.NoShove)},
	engine.ChallengeFailed: {says: fixedText(&text.Narration.Failed), now: true},
	engine.PointScored:     {says: pointScored, now: true, turns: true},
}

func fixedText(s *string) func(*Narrator, *engine.Game, *engine.Event) string {
	return func(*Narrator, *engine.Game, *engine.Event) string { return *s }
}

func timeOf(line *string) func(*Narrator, *engine.Game, *engine.Event) string {
	return func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf(*line, ev.Value/engine.TicksPerSecond)
	}
}

func levelBegun(n *Narrator, g *engine.Game, _ *engine.Event) string {
	name := fmt.Sprintf(text.Goal.LevelNumber, g.Level+1)
	if g.Level < len(n.Levels) && n.Levels[g.Level] != "" {
		name += ", " + n.Levels[g.Level]
	}
	return fmt.Sprintf(text.Narration.LevelBegins, name, text.Count.Bricks.Of(g.BricksLeft),
		text.Count.Lives.Of(g.Lives))
}

func gameEnded(_ *Narrator, g *engine.Game, _ *engine.Event) string {
	if g.Phase == engine.Won {
		return fmt.Sprintf(text.Narration.Won, g.Score)
	}
	return fmt.Sprintf(text.Narration.Lost, g.Score)
}

func ballLost(_ *Narrator, g *engine.Game, _ *engine.Event) string {
	if g.Phase != engine.Lost {
		return text.Narration.OneLost.Of(flying(g))
	}
	return text.Narration.BallLost.Of(g.Lives)
}

func pointScored(_ *Narrator, g *engine.Game, ev *engine.Event) string {
	line := text.Narration.YourPoint
	if ev.Value != 0 {
		line = text.Narration.TheirPoint
	}
	return fmt.Sprintf(line, g.Match.Points[0], g.Match.Points[1])
}

func dropBegun(_ *Narrator, g *engine.Game, ev *engine.Event) string {
	line := text.Narration.Drop
	switch g.BenefitOf(spec.DropKind(ev.Value)) {
	case spec.Good:
		line = text.Narration.GoodDrop
	case spec.Bad:
		line = text.Narration.BadDrop
	}
	return fmt.Sprintf(line, dropName(ev), placeText(PlaceOf(g, ev.At.X)))
}

// dropSent announces a drop that affects the opponent, or the player at the floor.
func dropSent(_ *Narrator, g *engine.Game, ev *engine.Event) string {
	line := text.Narration.SentAway
	if ev.At.Y > g.H/2 {
		line = text.Narration.SentHere
	}
	return fmt.Sprintf(line, dropName(ev))
}

func dropName(ev *engine.Event) string { return text.Translate(spec.Drops[ev.Value].Label) }

// bricksLeft returns the places of the bricks that must still be broken.
func bricksLeft(g *engine.Game) string {
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
