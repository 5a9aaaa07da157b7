package ui

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/format"
)

// An eventRow describes the announcement of a kind of event.
type eventRow struct {
	says  func(n *Narrator, g *engine.Game, ev *engine.Event) string // nil, or "": nothing
	now   bool                                                       // at once, and nothing older after it
	turns bool                                                       // balls fly elsewhere: what was told of the next landing is over
}

// eventRows has a row for each kind of event that is told. What is seen or heard and changes nothing for the player,
// such as a wall, has none; broken bricks are counted.
var eventRows = [engine.EventKinds]eventRow{
	engine.PaddleHit:     {turns: true},
	engine.BallServed:    {turns: true},
	engine.BallsShoved:   {turns: true},
	engine.BallTravelled: {turns: true},

	engine.LevelBegun:  {says: levelBegun, now: true, turns: true},
	engine.LevelClear:  {says: fixedText("Level clear."), now: true},
	engine.LevelLeft:   {says: fixedText("Through the gate, to the next level."), now: true},
	engine.LevelWarped: {says: fixedText("On to the next level."), now: true},
	engine.GameEnded:   {says: gameEnded, now: true},
	engine.BallLost:    {says: ballLost, now: true, turns: true},
	engine.LifeWon: {says: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return fmt.Sprintf("A ball is won, you have %d.", g.Lives)
	}},
	engine.RecallReady: {says: fixedText("The ball is stuck. Space recalls it.")},
	engine.BonusBegun:  {says: fixedText("The last brick is gone. The balls come down: catch them."), now: true, turns: true},
	engine.FinaleBegun: {says: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return "The last bricks, at " + bricksLeft(g) + "."
	}},

	engine.DropBegun:  {says: dropBegun},
	engine.DropCaught: {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string { return "Caught: " + dropName(ev) + "." }},
	engine.DropEnded:  {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string { return "Over: " + dropName(ev) + "." }},
	engine.DropSent: {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return "Sent across: " + dropName(ev) + "."
	}},
	engine.BallHeld: {says: fixedText("The ball sticks to the paddle. Space lets it go.")},

	engine.PaddleStunned: {says: fixedText("A beam has stunned the paddle.")},
	engine.BoltHit:       {says: fixedText("A bolt has stunned the paddle, and made it narrower.")},
	engine.VolleyShot: {says: func(_ *Narrator, g *engine.Game, _ *engine.Event) string {
		return "The boss shoots, from " + placeText(PlaceOf(g, g.BossAt().X)) + "."
	}},
	engine.BossChanged: {says: func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf("The boss is in phase %d.", ev.Value)
	}},
	engine.BossKilled: {says: fixedText("The boss is gone.")},

	engine.BrickOverdue: {says: func(_ *Narrator, g *engine.Game, ev *engine.Event) string {
		return "A brick is about to burst, at " + placeText(PlaceOf(g, ev.At.X)) + "."
	}},
	engine.RowLanded:   {says: fixedText("A row has come too low.")},
	engine.TimeWon:     {says: timeOf("won")},
	engine.TimeLost:    {says: timeOf("lost")},
	engine.TimeSlowed:  {says: fixedText("Time is slow.")},
	engine.ShoveMissed: {says: fixedText("No shove is ready.")},
	engine.TrialFailed: {says: fixedText("The challenge is lost."), now: true},
	engine.PointScored: {says: pointScored, now: true, turns: true},
}

func fixedText(s string) func(*Narrator, *engine.Game, *engine.Event) string {
	return func(*Narrator, *engine.Game, *engine.Event) string { return s }
}

func timeOf(what string) func(*Narrator, *engine.Game, *engine.Event) string {
	return func(_ *Narrator, _ *engine.Game, ev *engine.Event) string {
		return fmt.Sprintf("%d seconds %s.", ev.Value/engine.TicksPerSecond, what)
	}
}

func levelBegun(n *Narrator, g *engine.Game, _ *engine.Event) string {
	name := fmt.Sprintf("Level %d", g.Level+1)
	if g.Level < len(n.Levels) && n.Levels[g.Level] != "" {
		name += ", " + n.Levels[g.Level]
	}
	return fmt.Sprintf("%s. %s, %s.", name, format.Count(g.BricksLeft, "brick"), format.Count(g.Lives, "ball"))
}

func gameEnded(_ *Narrator, g *engine.Game, _ *engine.Event) string {
	if g.Phase == engine.Won {
		return fmt.Sprintf("You have won. Score %d.", g.Score)
	}
	return fmt.Sprintf("The game is over. Score %d.", g.Score)
}

func ballLost(_ *Narrator, g *engine.Game, _ *engine.Event) string {
	if g.Phase != engine.Lost {
		return fmt.Sprintf("A ball is lost, %d left in play.", flying(g))
	}
	return fmt.Sprintf("Ball lost, %d left.", g.Lives)
}

func pointScored(_ *Narrator, g *engine.Game, ev *engine.Event) string {
	whose := "you"
	if ev.Value != 0 {
		whose = "your opponent"
	}
	return fmt.Sprintf("A point for %s: %d to %d.", whose, g.Match.Points[0], g.Match.Points[1])
}

func dropBegun(_ *Narrator, g *engine.Game, ev *engine.Event) string {
	what, advice := "A drop", ""
	switch g.BenefitOf(spec.DropKind(ev.Value)) {
	case spec.Good:
		what = "A good drop"
	case spec.Bad:
		what, advice = "A bad drop", ", keep away"
	}
	return fmt.Sprintf("%s, %s, falls at %s%s.", what, dropName(ev), placeText(PlaceOf(g, ev.At.X)), advice)
}

func dropName(ev *engine.Event) string { return spec.Drops[ev.Value].Word }

// bricksLeft returns the places of the bricks that must still be broken.
func bricksLeft(g *engine.Game) string {
	var at []string
	for p := 1; p <= NumPlaces; p++ {
		if k := bricksAt(g)[p-1]; k == 1 {
			at = append(at, fmt.Sprint(p))
		} else if k > 1 {
			at = append(at, fmt.Sprintf("%d with %d", p, k))
		}
	}
	return parse.List(at, "and")
}
