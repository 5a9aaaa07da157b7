package bot

import (
	"errors"

	"arkterm/engine"
)

// A Strength is how well a bot plays: an index into [Strengths].
type Strength uint8

// The strengths, the weakest first. A new one is a constant here and a row in
// [Strengths].
const (
	Beginner Strength = iota
	Casual
	Able
	Skilled
	Master
)

// A StrengthRow says what a bot of one strength can do.
type StrengthRow struct {
	Name string // as flags spell it
	Says string // what it is, for people

	React     float64 // seconds from a ball's change of course until it moves for it
	Speed     float64 // units/s at which its hand moves …
	Hurry     float64 // … and at which it moves when it would be late
	Error     float64 // units by which it may misjudge where a ball comes down
	Lookahead int     // contacts of a falling ball that it thinks through
	Shots     int     // offsets that it considers for a return; 1: it meets the ball with the middle
	Swing     float64 // share of the paddle that these are spread over
	Depth     int     // contacts of each that it thinks through
	Drops     bool    // it goes for good drops and keeps away from bad ones
	Foresight bool    // it has all balls in mind, not only the next one
	Stubborn  bool    // it does not try other shots when those that look best break nothing
}

// Strengths says what each strength is. The errors are what tells them apart most: a
// paddle of medium width reaches 4.2 units to each side, and an error of E is one
// of at most E to either side, small ones more often than large ones, so a bot
// misses about (1 − 4.2/E)² of the balls that it gets to.
var Strengths = [...]StrengthRow{
	Beginner: {"beginner", "late, and often beside the ball", 0.35, 30, 45, 6.4, 1, 1, 0, 0, false, false, false},
	Casual:   {"casual", "follows the ball, and seldom aims", 0.25, 45, 80, 5, 3, 3, 0.25, 1, true, false, false},
	Able:     {"able", "aims, and misses what comes fast", 0.17, 60, 130, 4, 6, 7, 0.5, 3, true, false, false},
	Skilled:  {"skilled", "plans its shots, and misses little", 0.1, botSpeed, botHurry, 2.4, botLookahead, botShots, 0.8, botDepth, true, false, false},
	Master:   {"master", "plans its shots for all balls at once, and is always in time", 0, 90, engine.TargetSpeed, 0, 20, 25, 1, 8, true, true, false},
}

// plainBot is the bot of the title and of tests, whose games are kept as files: it
// is none of the five, so that they can be tuned.
var plainBot = StrengthRow{
	Speed: botSpeed, Hurry: botHurry,
	Lookahead: botLookahead, Shots: botShots, Swing: 1, Depth: botDepth, Drops: true, Stubborn: true,
}

func (s Strength) String() string { return Strengths[s].Name }

// StrengthNamed returns the strength with the given name.
func StrengthNamed(name string) (Strength, error) {
	for s := range Strengths {
		if Strengths[s].Name == name {
			return Strength(s), nil
		}
	}
	return Master, errors.New("there is no such strength")
}

// OfStrength returns a bot that plays so well. Bots with other seeds err in other
// places and prefer other shots.
func OfStrength(s Strength, seed uint64) *Bot {
	return &Bot{row: Strengths[s], rng: engine.Random(seed ^ 0xb07), ball: -1}
}

// whim draws what a shot is worth beside what it breaks, up to an eighth of a brick. The longer
// nothing was hit the more chance decides: what looked best was not.
func (b *Bot) whim(g *engine.Game) float64 {
	x := float64(b.rng.Below(1000)) / 4000
	if b.row.Stubborn {
		return x
	}
	return float64(x * (1 + float64(g.Undamaged())/engine.TicksPerSecond))
}

// errs draws by how much the bot misjudges where a ball comes down.
func (b *Bot) errs() float64 {
	const steps = 1000
	if b.row.Error == 0 {
		return 0
	}
	right, left := b.rng.Below(steps), b.rng.Below(steps)
	return float64(float64(right-left) / steps * b.row.Error)
}

// notices reports whether the bot has seen by now that the ball is on another
// course than the one that its plan is for.
func (b *Bot) notices(g *engine.Game, i int) bool {
	if b.row.React == 0 {
		return true
	}
	if c, _ := g.Disc(i).Course(); b.news != i || b.newsOf != c {
		b.news, b.newsOf, b.newsAt = i, c, g.Tick
	}
	return g.Tick-b.newsAt >= uint64(float64(b.row.React*engine.TicksPerSecond))
}
