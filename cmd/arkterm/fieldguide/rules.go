package fieldguide

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
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
	name  string // in files
	title string // as players read it
	says  string

	// met reports whether the player has met it in the last tick.
	met func(w *Watch, g *engine.Game) bool

	// A rule with a lesson is taught in the first game: lesson is what to do, shown from the moment when
	// fits is true until the rule is met.
	lesson string
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
		name: "steering", title: "steering",
		says:   "{move}: that moves the paddle. A tap is a small step, a key held down soon runs.",
		met:    func(w *Watch, _ *engine.Game) bool { return w.moved >= lessonMoves },
		lesson: "{move}: move the paddle",
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Serve },
	},
	Aiming: {
		name: "aiming", title: "the serve",
		says:   "{fire} serves where the dots point. Until then they swing to and fro.",
		met:    happens(engine.BallServed),
		lesson: "{fire}: serve where the dots point just then",
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Serve },
	},
	Catching: {
		name: "catching", title: "drops",
		says:   "Round drops are good to catch, pointed ones bad, square ones neither. Some bricks hold one; let the bad ones fall past.",
		met:    happens(engine.DropCaught),
		lesson: "Something falls: catch it with the paddle",
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Play && helpfulDrop(g) },
		sample: func(l *spec.Level) { l.Bricks = dropSample(spec.DropExpand, 0, sampleCols) },
	},
	Shoving: {
		name: "shove", title: "the shove",
		says: "While your balls fly, {shove} shoves them away from a level course. {up} bends them up, {down} down. " +
			"Bricks that you hit and balls that you return fill the meter for it.",
		met:    func(_ *Watch, g *engine.Game) bool { return byPlayer(g, engine.BallsShoved) },
		lesson: "{shove} in flight: shove the ball to another course",
		fits: func(w *Watch, g *engine.Game) bool {
			return w.returns >= shoveReturns && g.FireShoves(0) && g.Shoves[0].Meter >= engine.ShoveCost
		},
	},
	Returning: {
		name: "returning", title: "the return",
		says:   "The paddle's middle sends a ball straight up, its ends send it aside. Everywhere else a bounce is exact.",
		met:    func(w *Watch, _ *engine.Game) bool { return w.returns >= lessonReturns },
		lesson: "Be under the ball: the paddle's ends send it aside",
		fits:   func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Play },
	},
	SlowTime: {
		name: "slow-time", title: "slow time",
		says: "A second shove right after the first one slows time for a second, at the price of one more.",
		met:  func(_ *Watch, g *engine.Game) bool { return byPlayer(g, engine.TimeSlowed) },
	},
	Combos: {
		name: "combos", title: "combos",
		says: "Bricks broken before a ball comes back to the paddle are a combo. From {combo} bricks on hits pay half as much again, later " +
			"twice and three times as much.",
		met:    func(_ *Watch, g *engine.Game) bool { return g.Combo >= engine.ComboFrom },
		sample: func(l *spec.Level) { l.Bricks = append(row(0, spec.Bomb), row(1, spec.Plain)...) },
	},
	Chains: {
		name: "chains", title: "chains",
		says: "Returns in a row that each hit a brick are a chain, which adds to what hits pay. So do more balls in play, and the last bricks " +
			"of a level.",
		met:    func(_ *Watch, g *engine.Game) bool { return g.Adds(engine.OfChain) > 0 },
		sample: threeBalls,
	},
	Cannons: {
		name: "cannons", title: "cannons",
		says:   "A ball that another ball has just sent, and that breaks a brick, is a cannon: it pays extra.",
		met:    happens(engine.Cannon),
		sample: threeBalls,
	},
	Stars: {
		name: "stars", title: "stars",
		says: "A level has up to four stars: for clearing it, for its time, for its points and for losing no ball. The world map remembers " +
			"them.",
		met:    happens(engine.LevelClear),
		sample: fewBricks,
	},
	LostBalls: {
		name: "lost-balls", title: "lost balls",
		says: "When the last ball in play is lost, that costs one of your balls, and all that falls or runs ends.",
		met:  happens(engine.BallLost),
	},
	WonBalls: {
		name: "won-balls", title: "won balls",
		says: "Points win balls: the HUD says at how many the next one comes.",
		met:  happens(engine.LifeWon),
	},
	Beams: {
		name: "beams", title: "beams",
		says: "A beam charges a ball that it meets, whose hits count twice for a while, and stuns the paddle.",
		met:  func(_ *Watch, g *engine.Game) bool { return g.Phase == engine.Play && len(g.Emitters) > 0 },
		sample: func(l *spec.Level) {
			l.Emitters = []spec.EmitterSpec{{At: geom.Vec{X: 1, Y: 13}, Degrees: 20}}
		},
	},
	Bolts: {
		name: "bolts", title: "bolts",
		says:   "Bosses shoot bolts. One that meets the paddle stuns it and makes it narrower. A ball takes one out of the air.",
		met:    happens(engine.VolleyShot),
		sample: func(l *spec.Level) { *l = bossSample(spec.Bastion) },
	},
	Recalling: {
		name: "recalling", title: "recall",
		says: "A ball that flies for long and comes to nothing can be taken back: {fire} puts it on the paddle, and costs nothing.",
		met:  happens(engine.RecallReady),
	},
	Warping: {
		name: "warping", title: "the next level",
		says: "With {percent} % of a level's bricks broken, {warp} leads to the next level. There is no star for it.",
		met:  func(_ *Watch, g *engine.Game) bool { return g.CanWarp() },
	},
	LevelCourses: {
		name: "level-courses", title: "level courses",
		says: "A ball that flies almost level for a while without touching anything is bent by itself, until it is steep enough.",
		met:  happens(engine.BallBent),
	},
	Finales: {
		name: "finale", title: "the finale",
		says:   "With few bricks left the level ends in a finale: balls fly faster, and time slows for the last hit.",
		met:    happens(engine.FinaleBegun),
		sample: fewBricks,
	},
	Bursts: {
		name: "bursts", title: "bursts",
		says:   "A brick that nobody hits for long shows that it is overdue, then it bursts. That pays nothing.",
		met:    happens(engine.BrickOverdue),
		sample: fewBricks,
	},
	Buckets: {
		name: "buckets", title: "buckets",
		says:   "After the last brick the balls come down into buckets that pay. One that the paddle catches pays twice. {fire} ends it.",
		met:    happens(engine.BonusBegun),
		sample: fewBricks,
	},
	Storms: {
		name: "storms", title: "storms",
		says: "A ball of a storm that the paddle has returned shines: each brick that it breaks brings a lost ball back.",
		met:  func(_ *Watch, g *engine.Game) bool { return engine.Modes[g.Mode].Storm && g.Phase == engine.Play },
	},
	SentDrops: {
		name: "sent-drops", title: "sent drops",
		says: "In Arkanong what harms a paddle is sent to the opponent of whoever catches it.",
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
