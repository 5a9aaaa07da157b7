package app

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// A guideRule identifies a rule of the game that has an entry in the field guide. It is an index into ruleRows.
type guideRule uint8

// The rules. To add a rule, add a constant here and a row to ruleRows.
const (
	steeringRule guideRule = iota
	aimingRule
	catchingRule
	shovingRule
	returningRule
	slowTimeRule
	combosRule
	chainsRule
	cannonsRule
	starsRule
	livesRule
	extraLivesRule
	beamsRule
	boltsRule
	recallingRule
	warpingRule
	horizontalFlightRule
	finalesRule
	burstsRule
	bucketsRule
	stormsRule
	sentDropsRule
	returningBricksRule

	numGuideRules
)

// A ruleRow describes a rule that has an entry in the field guide.
type ruleRow struct {
	name  string  // name in the player's file
	title *string // title on screen, in English
	help  *string // text on screen, in English

	// met reports whether the player has met the rule in the last tick.
	met func(w *guideWatch, g *engine.Game) bool

	// lesson is a text that teaches the rule in the first games; nil if there is none. Until the player has met the
	// rule, the lesson is shown in each tick for which lessonApplies returns true.
	lesson        *string
	lessonApplies func(w *guideWatch, g *engine.Game) bool

	sample func(l *spec.Level) // changes the level of the sample; nil leaves its two rows of bricks
}

// Requirements of the lessons.
const (
	lessonMoves           = 12 // distance that the paddle has to move, in units
	lessonReturns         = 4  // number of balls to return
	maxShoveLessonReturns = 12 // number of returned balls in a game after which the lesson about shoves ends
)

// ruleRows has a row for each rule. Rules with a lesson come first. If several lessons apply, the first one is shown.
var ruleRows = [numGuideRules]ruleRow{
	steeringRule: {
		name: "steering", title: &text.Rule.Steering,
		help:          &text.Rule.SteeringText,
		met:           func(w *guideWatch, _ *engine.Game) bool { return w.moved >= lessonMoves },
		lesson:        &text.Lesson.Steering,
		lessonApplies: func(_ *guideWatch, g *engine.Game) bool { return g.Phase == engine.Serve },
	},
	aimingRule: {
		name: "aiming", title: &text.Rule.Aiming,
		help:          &text.Rule.AimingText,
		met:           eventHappened(engine.BallServed),
		lesson:        &text.Lesson.Aiming,
		lessonApplies: func(_ *guideWatch, g *engine.Game) bool { return g.Phase == engine.Serve },
	},
	catchingRule: {
		name: "catching", title: &text.Rule.Catching,
		help:          &text.Rule.CatchingText,
		met:           eventHappened(engine.DropCaught),
		lesson:        &text.Lesson.Catching,
		lessonApplies: func(_ *guideWatch, g *engine.Game) bool { return g.Phase == engine.Play && helpfulDrop(g) },
		sample:        func(l *spec.Level) { l.Bricks = dropSample(spec.DropExpand, 0, sampleColumns) },
	},
	shovingRule: {
		name: "shove", title: &text.Rule.Shoving,
		help:   &text.Rule.ShovingText,
		met:    func(_ *guideWatch, g *engine.Game) bool { return byPlayer(g, engine.BallsShoved) },
		lesson: &text.Lesson.Shoving,
		lessonApplies: func(w *guideWatch, g *engine.Game) bool {
			return w.numReturns >= lessonReturns && w.numReturns < maxShoveLessonReturns && g.FireShoves(0) &&
				g.Shoves[0].Meter >= engine.ShoveCost
		},
	},
	returningRule: {
		name: "returning", title: &text.Rule.Returning,
		help:          &text.Rule.ReturningText,
		met:           func(w *guideWatch, _ *engine.Game) bool { return w.numReturns >= lessonReturns },
		lesson:        &text.Lesson.Returning,
		lessonApplies: func(_ *guideWatch, g *engine.Game) bool { return g.Phase == engine.Play },
	},
	slowTimeRule: {
		name: "slow-time", title: &text.Rule.SlowTime,
		help: &text.Rule.SlowTimeText,
		met:  func(_ *guideWatch, g *engine.Game) bool { return byPlayer(g, engine.TimeSlowed) },
	},
	combosRule: {
		name: "combos", title: &text.Rule.Combos,
		help:   &text.Rule.CombosText,
		met:    func(_ *guideWatch, g *engine.Game) bool { return g.Combo >= engine.MinCombo },
		sample: func(l *spec.Level) { l.Bricks = append(brickRow(0, spec.Bomb), brickRow(1, spec.Plain)...) },
	},
	chainsRule: {
		name: "chains", title: &text.Rule.Chains,
		help:   &text.Rule.ChainsText,
		met:    func(_ *guideWatch, g *engine.Game) bool { return g.MultiplierBonus(engine.ChainMultiplier) > 0 },
		sample: threeBalls,
	},
	cannonsRule: {
		name: "cannons", title: &text.Rule.Cannons,
		help:   &text.Rule.CannonsText,
		met:    eventHappened(engine.Cannon),
		sample: threeBalls,
	},
	starsRule: {
		name: "stars", title: &text.Rule.Stars,
		help:   &text.Rule.StarsText,
		met:    eventHappened(engine.LevelClear),
		sample: fewBricks,
	},
	livesRule: {
		name: "lost-balls", title: &text.Rule.Lives,
		help: &text.Rule.LivesText,
		met:  eventHappened(engine.BallLost),
	},
	extraLivesRule: {
		name: "won-balls", title: &text.Rule.ExtraLives,
		help: &text.Rule.ExtraLivesText,
		met:  eventHappened(engine.LifeGained),
	},
	beamsRule: {
		name: "beams", title: &text.Rule.Beams,
		help: &text.Rule.BeamsText,
		met:  func(_ *guideWatch, g *engine.Game) bool { return g.Phase == engine.Play && len(g.Emitters) > 0 },
		sample: func(l *spec.Level) {
			l.Emitters = []spec.EmitterSpec{{At: geom.Vec{X: 1, Y: 13}, Degrees: 20}}
		},
	},
	boltsRule: {
		name: "bolts", title: &text.Rule.Bolts,
		help:   &text.Rule.BoltsText,
		met:    eventHappened(engine.VolleyShot),
		sample: func(l *spec.Level) { *l = bossSample(spec.Bastion) },
	},
	recallingRule: {
		name: "recalling", title: &text.Rule.Recalling,
		help: &text.Rule.RecallingText,
		met:  eventHappened(engine.RecallReady),
	},
	warpingRule: {
		name: "warping", title: &text.Rule.Warping,
		help: &text.Rule.WarpingText,
		met:  func(_ *guideWatch, g *engine.Game) bool { return g.CanWarp() },
	},
	horizontalFlightRule: {
		name: "level-courses", title: &text.Rule.HorizontalFlight,
		help: &text.Rule.HorizontalFlightText,
		met:  eventHappened(engine.BallTurned),
	},
	finalesRule: {
		name: "finale", title: &text.Rule.Finales,
		help:   &text.Rule.FinalesText,
		met:    eventHappened(engine.FinaleStarted),
		sample: fewBricks,
	},
	burstsRule: {
		name: "bursts", title: &text.Rule.Bursts,
		help:   &text.Rule.BurstsText,
		met:    eventHappened(engine.BrickOverdue),
		sample: fewBricks,
	},
	bucketsRule: {
		name: "buckets", title: &text.Rule.Buckets,
		help:   &text.Rule.BucketsText,
		met:    eventHappened(engine.BonusStarted),
		sample: fewBricks,
	},
	stormsRule: {
		name: "storms", title: &text.Rule.Storms,
		help: &text.Rule.StormsText,
		met:  func(_ *guideWatch, g *engine.Game) bool { return engine.Modes[g.Mode].Storm && g.Phase == engine.Play },
	},
	sentDropsRule: {
		name: "sent-drops", title: &text.Rule.SentDrops,
		help: &text.Rule.SentDropsText,
		met:  eventHappened(engine.DropSent),
	},
	returningBricksRule: {
		name: "returning-bricks", title: &text.Rule.Returns,
		help: &text.Rule.ReturnsText,
		met: func(w *guideWatch, g *engine.Game) bool {
			return g.Mode.Versus() && eventHappened(engine.BrickGrown)(w, g)
		},
	},
}

// byPlayer reports whether the last tick has an event of the given kind that the first player has caused.
func byPlayer(g *engine.Game, kind engine.EventKind) bool {
	for i := range g.Events {
		if e := &g.Events[i]; e.Kind == kind && e.Value == 0 {
			return true
		}
	}
	return false
}

// eventHappened returns a function that reports whether the last tick has an event of the given kind.
func eventHappened(kind engine.EventKind) func(*guideWatch, *engine.Game) bool {
	return func(_ *guideWatch, g *engine.Game) bool {
		for i := range g.Events {
			if g.Events[i].Kind == kind {
				return true
			}
		}
		return false
	}
}

// helpfulDrop reports whether a drop is falling that does not harm the player.
func helpfulDrop(g *engine.Game) bool {
	for i := range g.Drops {
		if spec.Drops[g.Drops[i].Kind].Benefit != spec.Bad {
			return true
		}
	}
	return false
}
