package bot

import (
	"arkterm/engine"
	"arkterm/engine/parse"
)

// A Strength is an index into [Strengths] and determines how well a bot plays.
type Strength uint8

// The strengths, weakest first. To add a strength, add a constant here and a row in [Strengths].
const (
	Novice Strength = iota
	Beginner
	Casual
	Able
	Skilled
	Master
)

// A StrengthRow describes the abilities of a bot of one strength.
type StrengthRow struct {
	Name string // name in flags
	Help string // description for players

	Reaction     float64 // seconds between a change of a ball's course and the bot's reaction
	Speed        float64 // maximum speed of the paddle, in units/s
	HurrySpeed   float64 // maximum speed if the paddle would be late otherwise
	MaxError     float64 // maximum error of the predicted position of a ball, in units
	Lookahead    int     // number of predicted contacts of a falling ball
	Shots        int     // number of offsets considered for a return; 1 means only the center
	AimRange     float64 // fraction of the paddle over which the offsets are spread
	Depth        int     // number of predicted contacts of each shot
	CatchesDrops bool    // catches good drops and avoids bad ones
	Foresight    bool    // plans for all balls instead of only the next one
	ShoveAfter   float64 // seconds without a hit before the bot considers a shove; 0 means that it never shoves
	Stubborn     bool    // repeats the same shots even when they break nothing
}

// Strengths has one row for each strength. MaxError has the largest effect. A paddle of medium width extends 4.2 units
// to each side. Errors are at most MaxError to either side, and small errors are more frequent. Therefore a bot misses
// about (1 − 4.2/MaxError)² of the balls that it reaches in time.
var Strengths = [...]StrengthRow{
	Novice: {
		Name: "novice", Help: "very slow to react and to move",
		Reaction: 0.45, Speed: 24, HurrySpeed: 36, MaxError: 5.8, Lookahead: 1, Shots: 1,
		CatchesDrops: true, ShoveAfter: 4,
	},
	Beginner: {
		Name: "beginner", Help: "slow to react, often misses",
		Reaction: 0.35, Speed: 30, HurrySpeed: 45, MaxError: 6.4, Lookahead: 1, Shots: 1, ShoveAfter: 3,
	},
	Casual: {
		Name: "casual", Help: "follows the ball, rarely aims",
		Reaction: 0.25, Speed: 45, HurrySpeed: 80, MaxError: 5, Lookahead: 3, Shots: 3, AimRange: 0.25, Depth: 1,
		CatchesDrops: true, ShoveAfter: 2,
	},
	Able: {
		Name: "able", Help: "aims, but misses fast balls",
		Reaction: 0.17, Speed: 60, HurrySpeed: 130, MaxError: 4, Lookahead: 6, Shots: 7, AimRange: 0.5, Depth: 3,
		CatchesDrops: true, ShoveAfter: 1,
	},
	Skilled: {
		Name: "skilled", Help: "plans its shots, rarely misses",
		Reaction: 0.1, Speed: defaultSpeed, HurrySpeed: defaultHurrySpeed, MaxError: 2.4,
		Lookahead: defaultLookahead, Shots: defaultShots, AimRange: 0.8, Depth: defaultDepth,
		CatchesDrops: true, ShoveAfter: 0.3,
	},
	Master: {
		Name: "master", Help: "plans its shots for all balls, and is always in time",
		Speed: 90, HurrySpeed: engine.TargetSpeed, Lookahead: 20, Shots: 25, AimRange: 1, Depth: 8,
		CatchesDrops: true, Foresight: true, ShoveAfter: 0.1,
	},
}

// defaultBot is the bot of the title screen and of tests with stored games. It is separate from [Strengths], so that
// the strengths can be tuned.
var defaultBot = StrengthRow{
	Speed: defaultSpeed, HurrySpeed: defaultHurrySpeed,
	Lookahead: defaultLookahead, Shots: defaultShots, AimRange: 1, Depth: defaultDepth,
	CatchesDrops: true, ShoveAfter: 0.3, Stubborn: true,
}

func (s Strength) String() string { return Strengths[s].Name }

// ParseStrength returns the strength with the given name. The error lists the allowed names.
func ParseStrength(name string) (Strength, error) {
	return parse.Name(name, Strength(0), len(Strengths))
}

// OfStrength returns a bot of the given strength. The seed determines its errors and its choice between equally good
// shots.
func OfStrength(s Strength, seed uint64) *Bot {
	return &Bot{abilities: Strengths[s], rng: engine.Random(seed ^ 0xb07), ball: -1}
}

// randomBonus returns a random addition to the value of a shot. Directly after a hit, it is at most an eighth of
// the value of a brick. The maximum grows with the time since the last hit, because the preferred shots have
// failed.
func (b *Bot) randomBonus(g *engine.Game) float64 {
	x := float64(b.rng.Below(1000)) / 4000
	if b.abilities.Stubborn {
		return x
	}
	return float64(x * (1 + float64(g.TicksSinceHit())/engine.TicksPerSecond))
}

// predictionError returns a random error of the predicted position of a ball.
func (b *Bot) predictionError() float64 {
	const steps = 1000
	if b.abilities.MaxError == 0 {
		return 0
	}
	right, left := b.rng.Below(steps), b.rng.Below(steps)
	return float64(float64(right-left) / steps * b.abilities.MaxError)
}

// hasNoticed reports whether enough time has passed for the bot to react to the current course of ball i, which differs
// from the planned course.
func (b *Bot) hasNoticed(g *engine.Game, i int) bool {
	if b.abilities.Reaction == 0 {
		return true
	}
	if c, _ := g.Disc(i).Course(); b.changedBall != i || b.changedCourse != c {
		b.changedBall, b.changedCourse, b.changedAt = i, c, g.Tick
	}
	return g.Tick-b.changedAt >= uint64(b.abilities.Reaction*engine.TicksPerSecond/g.PaddleSpeedFactor(b.paddle))
}
