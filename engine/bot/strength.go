package bot

import (
	"arkterm/engine"
	"arkterm/engine/parse"
)

// A Strength is how well a bot plays: an index into [Strengths].
type Strength uint8

// The strengths, weakest first. A new one is a constant here and a row in [Strengths].
const (
	Beginner Strength = iota
	Casual
	Able
	Skilled
	Master
)

// A StrengthRow describes the abilities of a bot of one strength.
type StrengthRow struct {
	Name string // as flags spell it
	Help string // description for people

	Reaction   float64 // seconds from a ball's change of course until the bot reacts
	Speed      float64 // units/s of its hand …
	HurrySpeed float64 // … and when it would be late
	MaxError   float64 // greatest error of a ball's predicted place, in units
	Lookahead  int     // contacts of a falling ball that it predicts
	Shots      int     // offsets that it considers for a return; 1: only the middle
	AimRange   float64 // share of the paddle that the offsets are spread over
	Depth      int     // contacts of each shot that it predicts
	Drops      bool    // it catches good drops and avoids bad ones
	Foresight  bool    // it plans for all balls, not only for the next one
	ShoveAfter float64 // seconds without a hit until it thinks of a shove; 0: it never shoves
	Stubborn   bool    // it does not try other shots when the best ones break nothing
}

// Strengths has a row for each strength. The error matters most: a paddle of medium width reaches
// 4.2 units to each side, and an error of E is at most E to either side, small ones more often than
// large ones, so a bot misses about (1 − 4.2/E)² of the balls that it gets to.
var Strengths = [...]StrengthRow{
	Beginner: {"beginner", "late, and often beside the ball", 0.35, 30, 45, 6.4, 1, 1, 0, 0, false, false, 3, false},
	Casual:   {"casual", "follows the ball, and seldom aims", 0.25, 45, 80, 5, 3, 3, 0.25, 1, true, false, 2, false},
	Able:     {"able", "aims, and misses what comes fast", 0.17, 60, 130, 4, 6, 7, 0.5, 3, true, false, 1, false},
	Skilled:  {"skilled", "plans its shots, and misses little", 0.1, defaultSpeed, defaultHurrySpeed, 2.4, defaultLookahead, defaultShots, 0.8, defaultDepth, true, false, 0.3, false},
	Master:   {"master", "plans its shots for all balls at once, and is always in time", 0, 90, engine.TargetSpeed, 0, 20, 25, 1, 8, true, true, 0.1, false},
}

// plainBot is the bot of the title screen and of tests with stored games. It is none of the five,
// so that those can be tuned.
var defaultBot = StrengthRow{
	Speed: defaultSpeed, HurrySpeed: defaultHurrySpeed,
	Lookahead: defaultLookahead, Shots: defaultShots, AimRange: 1, Depth: defaultDepth, Drops: true, ShoveAfter: 0.3, Stubborn: true,
}

func (s Strength) String() string { return Strengths[s].Name }

// ParseStrength returns the strength with the given name.
func ParseStrength(name string) (Strength, error) {
	return parse.Name(name, Strength(0), len(Strengths))
}

// OfStrength returns a bot of the given strength. The seed decides its errors and which shots it
// prefers.
func OfStrength(s Strength, seed uint64) *Bot {
	return &Bot{abilities: Strengths[s], rng: engine.Random(seed ^ 0xb07), ball: -1}
}

// whim returns a random bonus for a shot, up to an eighth of a brick. It grows with the time since
// the last hit, since the shots that looked best have failed.
func (b *Bot) randomBonus(g *engine.Game) float64 {
	x := float64(b.rng.Below(1000)) / 4000
	if b.abilities.Stubborn {
		return x
	}
	return float64(x * (1 + float64(g.TicksSinceHit())/engine.TicksPerSecond))
}

// errs returns a random error of a ball's predicted place.
func (b *Bot) predictionError() float64 {
	const steps = 1000
	if b.abilities.MaxError == 0 {
		return 0
	}
	right, left := b.rng.Below(steps), b.rng.Below(steps)
	return float64(float64(right-left) / steps * b.abilities.MaxError)
}

// notices reports whether the bot has already seen that ball i is on another course than the
// planned one.
func (b *Bot) hasNoticed(g *engine.Game, i int) bool {
	if b.abilities.Reaction == 0 {
		return true
	}
	if c, _ := g.Disc(i).Course(); b.changedBall != i || b.changedCourse != c {
		b.changedBall, b.changedCourse, b.changedAt = i, c, g.Tick
	}
	return g.Tick-b.changedAt >= uint64(b.abilities.Reaction*engine.TicksPerSecond/g.PaddleSpeedFactor(b.paddle))
}
