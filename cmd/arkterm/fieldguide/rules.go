package fieldguide

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// A Rule is a rule of the game that the book explains: an index into ruleRows.
type Rule uint8

// The rules. A new one is a constant here and a row in ruleRows.
const (
	Steering Rule = iota
	Aiming
	Catching
	Shoving
	Returning
	SlowTime
	Combos
	Chains
	Cannons
	Stars
	LostBalls
	WonBalls
	Beams
	Bolts
	Recalling
	Warping
	LevelCourses
	Finales
	Bursts
	Buckets
	Storms
	SentDrops

	ruleCount
)

// A ruleRow describes a rule.
type ruleRow struct {
	name  string  // in files
	title *string // as players read it
	says  *string

	// met reports whether the player has met it in the last tick.
	met func(w *Watch, g *engine.Game) bool

	// A rule with a lesson is taught in the first game: lesson is what to do, shown from the moment when
	// fits is true until the rule is met.
	lesson *string
	fits   func(w *Watch, g *engine.Game) bool

	sample func(l *spec.Level) // changes the level of its sample; nil: that has two rows of bricks
}

// How much of each thing a lesson asks for.
const (
	lessonMoves   = 12 // units that the paddle is moved
	lessonReturns = 4  // balls that come off the paddle …
	shoveReturns  = 2  // … before the shove is taught
)

// ruleRows has a row for each rule. The lessons come first: if several fit, the first one is given.
var ruleRows = [ruleCount]ruleRow{
	Steering: {
		name: "steering", title: &text.Rule.Steering,
		says:   &text.Rule.SteeringText,
		met:    func(w *Watch, _ *engine.Game) bool { return w.moved >= lessonMoves },
		lesson: &text.Lesson.Steering,
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Serve },
	},
	Aiming: {
		name: "aiming", title: &text.Rule.Aiming,
		says:   &text.Rule.AimingText,
		met:    happens(engine.BallServed),
		lesson: &text.Lesson.Aiming,
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Serve },
	},
	Catching: {
		name: "catching", title: &text.Rule.Catching,
		says:   &text.Rule.CatchingText,
		met:    happens(engine.DropCaught),
		lesson: &text.Lesson.Catching,
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Play && helpfulDrop(g) },
		sample: func(l *spec.Level) { l.Bricks = dropSample(spec.DropExpand, 0, sampleCols) },
	},
	Shoving: {
		name: "shove", title: &text.Rule.Shoving,
		says:   &text.Rule.ShovingText,
		met:    func(_ *Watch, g *engine.Game) bool { return byPlayer(g, engine.BallsShoved) },
		lesson: &text.Lesson.Shoving,
		fits: func(w *Watch, g *engine.Game) bool {
			return w.returns >= shoveReturns && g.FireShoves(0) && g.Shoves[0].Meter >= engine.ShoveCost
		},
	},
	Returning: {
		name: "returning", title: &text.Rule.Returning,
		says:   &text.Rule.ReturningText,
		met:    func(w *Watch, _ *engine.Game) bool { return w.returns >= lessonReturns },
		lesson: &text.Lesson.Returning,
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Play },
	},
	SlowTime: {
		name: "slow-time", title: &text.Rule.SlowTime,
		says: &text.Rule.SlowTimeText,
		met:  func(_ *Watch, g *engine.Game) bool { return byPlayer(g, engine.TimeSlowed) },
	},
	Combos: {
		name: "combos", title: &text.Rule.Combos,
		says:   &text.Rule.CombosText,
		met:    func(_ *Watch, g *engine.Game) bool { return g.Combo >= engine.MinCombo },
		sample: func(l *spec.Level) { l.Bricks = append(row(0, spec.Bomb), row(1, spec.Plain)...) },
	},
	Chains: {
		name: "chains", title: &text.Rule.Chains,
		says:   &text.Rule.ChainsText,
		met:    func(_ *Watch, g *engine.Game) bool { return g.MultiplierBonus(engine.ChainMultiplier) > 0 },
		sample: threeBalls,
	},
	Cannons: {
		name: "cannons", title: &text.Rule.Cannons,
		says:   &text.Rule.CannonsText,
		met:    happens(engine.Cannon),
		sample: threeBalls,
	},
	Stars: {
		name: "stars", title: &text.Rule.Stars,
		says:   &text.Rule.StarsText,
		met:    happens(engine.LevelClear),
		sample: fewBricks,
	},
	LostBalls: {
		name: "lost-balls", title: &text.Rule.LostBalls,
		says: &text.Rule.LostBallsText,
		met:  happens(engine.BallLost),
	},
	WonBalls: {
		name: "won-balls", title: &text.Rule.WonBalls,
		says: &text.Rule.WonBallsText,
		met:  happens(engine.LifeGained),
	},
	Beams: {
		name: "beams", title: &text.Rule.Beams,
		says: &text.Rule.BeamsText,
		met:  func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Play && len(g.Emitters) > 0 },
		sample: func(l *spec.Level) {
			l.Emitters = []spec.EmitterSpec{{At: geom.Vec{X: 1, Y: 13}, Degrees: 20}}
		},
	},
	Bolts: {
		name: "bolts", title: &text.Rule.Bolts,
		says:   &text.Rule.BoltsText,
		met:    happens(engine.VolleyShot),
		sample: func(l *spec.Level) { *l = bossSample(spec.Bastion) },
	},
	Recalling: {
		name: "recalling", title: &text.Rule.Recalling,
		says: &text.Rule.RecallingText,
		met:  happens(engine.RecallReady),
	},
	Warping: {
		name: "warping", title: &text.Rule.Warping,
		says: &text.Rule.WarpingText,
		met:  func(_ *Watch, g *engine.Game) bool { return g.CanWarp() },
	},
	LevelCourses: {
		name: "level-courses", title: &text.Rule.LevelCourses,
		says: &text.Rule.LevelCoursesText,
		met:  happens(engine.BallTurned),
	},
	Finales: {
		name: "finale", title: &text.Rule.Finales,
		says:   &text.Rule.FinalesText,
		met:    happens(engine.FinaleStarted),
		sample: fewBricks,
	},
	Bursts: {
		name: "bursts", title: &text.Rule.Bursts,
		says:   &text.Rule.BurstsText,
		met:    happens(engine.BrickOverdue),
		sample: fewBricks,
	},
	Buckets: {
		name: "buckets", title: &text.Rule.Buckets,
		says:   &text.Rule.BucketsText,
		met:    happens(engine.BonusStarted),
		sample: fewBricks,
	},
	Storms: {
		name: "storms", title: &text.Rule.Storms,
		says: &text.Rule.StormsText,
		met:  func(_ *Watch, g *engine.Game) bool { return engine.Modes[g.Mode].Storm && g.Phase == engine.Play },
	},
	SentDrops: {
		name: "sent-drops", title: &text.Rule.SentDrops,
		says: &text.Rule.SentDropsText,
		met:  happens(engine.DropSent),
	},
}

// byPlayer reports whether an event of the first player has happened.
func byPlayer(g *engine.Game, kind engine.EventKind) bool {
	for i := range g.Events {
		if e := &g.Events[i]; e.Kind == kind && e.Value == 0 {
			return true
		}
	}
	return false
}

// happens returns the function that reports an event of a kind.
func happens(kind engine.EventKind) func(*Watch, *engine.Game) bool {
	return func(_ *Watch, g *engine.Game) bool {
		for i := range g.Events {
			if g.Events[i].Kind == kind {
				return true
			}
		}
		return false
	}
}

// helpfulDrop reports whether a drop falls that one should catch.
func helpfulDrop(g *engine.Game) bool {
	for i := range g.Drops {
		if spec.Drops[g.Drops[i].Kind].Benefit != spec.Bad {
			return true
		}
	}
	return false
}
