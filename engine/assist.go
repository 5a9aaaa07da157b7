package engine

import (
	"errors"
	"fmt"
	"strings"
)

// An Assist is a set of assists. If an assist is on in any tick of a game, the game counts as
// assisted. See [Game.UsedAssists].
type Assist uint8

// The assists. To add one, add a constant here and a row in [Assists].
const (
	AssistAim   Assist = 1 << iota // shows the path of a falling ball
	AssistWide                     // widens the paddle
	AssistSlow                     // slows time while a ball falls toward the paddle
	AssistLives                    // adds lives
	assistSpeed                    // in Game.UsedAssists only: Terms.Speed was below 100
)

// selectableAssists are the assists that players can turn on. The speed is a number instead.
const selectableAssists = AssistAim | AssistWide | AssistSlow | AssistLives

// An AssistRow describes one assist.
type AssistRow struct {
	Name  string // name in recordings and flags
	Title string // name for players
	Help  string // description for players
}

// Assists has a row for each assist, in the order of their bits. The last row describes speeds
// below 100 %, which are not selectable as an [Assist].
var Assists = [...]AssistRow{
	{Name: "aim", Title: "Aim line", Help: "shows where the next ball will land, and its path after that"},
	{
		Name: "wide", Title: "Wide paddle",
		Help: "widens the paddle and its limits by 50 %, if there is room",
	},
	{
		Name: "slow", Title: "Slow near paddle",
		Help: "gradually slows time to 50 % while a ball falls the last 16 units",
	},
	{Name: "lives", Title: "More lives", Help: "adds three to the initial and the maximum number of lives"},
	{Name: "speed", Title: "Speed", Help: "time runs at 25 to 99 % of its normal speed"},
}

// Parameters of assists.
const (
	wideFactor       = 1.5  // factor of the paddle width
	slowReach        = 16.0 // distance from the paddle within which time slows, in units
	minSlowSpeed     = 50   // speed of time at the paddle, percent
	extraLives       = 3    // lives that AssistLives adds
	MinTimeSpeed     = 25   // minimum speed of time, percent
	MaxTimeSpeed     = 150  // maximum speed of time, percent; speeds above 100 are not an assist
	DefaultTimeSpeed = 100  // normal speed of time, percent
	minRate          = 15   // minimum of Rate in percent; with fewer ticks per second, the paddle would jerk
)

func (a Assist) String() string {
	if a == 0 {
		return "none"
	}
	var names []string
	for i := range Assists {
		if a&(1<<i) != 0 {
			names = append(names, Assists[i].Name)
		}
	}
	return strings.Join(names, ",")
}

// ParseAssists returns the assists with the given names, separated by commas. The name "none" means
// the empty set.
func ParseAssists(names string) (Assist, error) {
	a, err := ParseUsedAssists(names)
	if err == nil && a&^selectableAssists != 0 {
		err = errNoAssist
	}
	return a, err
}

var errNoAssist = errors.New("want none, or some of aim, wide, slow and lives, separated by commas")

// ParseUsedAssists parses the text of [Game.UsedAssists]. In addition to the names that
// ParseAssists accepts, it accepts "speed".
func ParseUsedAssists(names string) (a Assist, err error) {
	if names == "none" {
		return 0, nil
	}
next:
	for name := range strings.SplitSeq(names, ",") {
		for i := range Assists {
			if Assists[i].Name == name {
				a |= 1 << i
				continue next
			}
		}
		return 0, errNoAssist
	}
	return a, nil
}

// Rate returns the speed of time until the next tick, in percent of [TicksPerSecond]. It is at
// least 15 %. The engine only counts ticks, so the caller must delay the next tick accordingly.
// Paddles keep their real speed, because they move farther per tick.
//
// The result is the game's speed, reduced in three cases. Slow motion reduces it to 50 %.
// [AssistSlow] reduces it while a ball falls toward the paddle. The speed then falls linearly from
// 100 % at 16 units above the paddle to 50 % at the paddle. Before the last hit of a level, it
// falls to 30 %.
func (g *Game) Rate() int { return g.rate(g.TimeIsSlow()) }

// rate is like Rate, but slow determines whether slow motion is on.
func (g *Game) rate(slow bool) int {
	percent := min(g.slowAssistSpeed(), g.lastBrickTimeSpeed())
	if slow {
		percent = min(percent, slowPercent)
	}
	return max(g.timeSpeed*percent/100, minRate)
}

// slowAssistSpeed returns the percentage to which [AssistSlow] reduces the speed of time, or 100.
func (g *Game) slowAssistSpeed() int {
	if g.assists&AssistSlow == 0 || g.Phase != Play || len(g.Paddles) == 0 {
		return DefaultTimeSpeed
	}
	p, height := &g.world.Capsules[0], slowReach
	for i := range g.Balls {
		b := &g.world.Discs[i]
		if b.Held || b.V.Y <= 0 {
			continue
		}
		if above := p.Y - p.R - b.R - g.BallAt(i).Y; above >= 0 && above < height {
			height = above
		}
	}
	return minSlowSpeed + int(float64((DefaultTimeSpeed-minSlowSpeed)*height)/slowReach)
}

// PaddleSpeedFactor returns the factor by which paddle k moves farther per tick than at normal
// speed. With this factor, the paddle keeps its real speed when time is slow or fast.
func (g *Game) PaddleSpeedFactor(k int) float64 {
	slow := g.Phase == Play && g.isSlowedFor(k)
	if g.timeSpeed == DefaultTimeSpeed && g.assists&AssistSlow == 0 && !slow &&
		g.lastBrickTimeSpeed() == DefaultTimeSpeed {
		return 1
	}
	return DefaultTimeSpeed / float64(g.rate(slow))
}

// widthFactor returns the factor by which the assists widen the paddle.
func (a Assist) widthFactor() float64 {
	if a&AssistWide != 0 {
		return wideFactor
	}
	return 1
}

// widths returns half of the minimum, default and maximum width of paddle k, in units. In a match,
// assists apply only to the first player.
func (g *Game) widths(k int) (narrow, normal, wide float64) {
	if k > 0 && g.Versus() {
		return g.difficultyRow().widths(1, g.W)
	}
	return g.difficultyRow().widths(float64(g.assists.widthFactor()*g.twistRow().WidthFactor()), g.W)
}

// widths returns half of the minimum, default and maximum width of a paddle that is widened by a
// factor. None of them exceeds the larger of MaxHalfWidth and half of the field width w.
func (r *DifficultyRow) widths(factor, w float64) (narrow, normal, wide float64) {
	limit := max(r.MaxHalfWidth, w/2)
	narrow = min(float64(r.MinHalfWidth*factor), limit)
	normal = min(float64(r.HalfWidth*factor), limit)
	wide = min(float64(r.MaxHalfWidth*factor), limit)
	return narrow, normal, wide
}

// maxLives returns the maximum number of lives with the current difficulty and assists.
func (g *Game) maxLives() int { return g.difficultyRow().maxLives(g.assists) }

// maxLives returns the maximum number of lives with the given assists.
func (r *DifficultyRow) maxLives(a Assist) int {
	if a&AssistLives != 0 {
		return r.MaxLives + extraLives
	}
	return r.MaxLives
}

// checkSpeed returns an error if the speed of time, in percent, is out of range.
func checkSpeed(speed int) error {
	if speed < MinTimeSpeed || speed > MaxTimeSpeed {
		return fmt.Errorf("speed %d %%, want %d to %d", speed, MinTimeSpeed, MaxTimeSpeed)
	}
	return nil
}
