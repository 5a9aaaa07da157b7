package engine

import (
	"errors"
	"fmt"
	"strings"
)

// An Assist is a set of assists. A game in which any was on, in any tick, remains assisted; see
// [Game.UsedAssists].
type Assist uint8

// The assists. A new one is a constant here and a row in [Assists].
const (
	AssistAim   Assist = 1 << iota // a line shows the path of a falling ball
	AssistWide                     // the paddle is wider
	AssistSlow                     // time is slower while a ball comes down to the paddle
	AssistLives                    // more lives
	assistSpeed                    // a Terms.Speed below 100: in Game.UsedAssists only
)

// choosable are the assists that can be turned on; the speed is a number.
const selectableAssists = AssistAim | AssistWide | AssistSlow | AssistLives

// An AssistRow describes one assist.
type AssistRow struct {
	Name  string // as recordings and flags spell it
	Title string // for people
	Help  string // description for people
}

// Assists has a row for each assist, in the order of their bits. The last one, a speed below 100 %,
// cannot be chosen as an [Assist].
var Assists = [...]AssistRow{
	{"aim", "Aim line", "a line shows where the first falling ball comes down, and where the paddle would send it"},
	{"wide", "Wide paddle", "the paddle, and what limits its width, is half as wide again, as far as there is room"},
	{"slow", "Slow near paddle", "while a ball comes down, time slows from 100 % at 16 units above the paddle to 50 % at it"},
	{"lives", "More balls", "three balls more, to begin with and at most"},
	{"speed", "Speed", "time runs at 50 to 99 % of its usual speed"},
}

// The effects of assists.
const (
	wideShare        = 1.5  // factor of the paddle's width
	slowReach        = 16.0 // units above the paddle in which time slows
	minSlowSpeed     = 50   // percent of the speed of time at the paddle
	moreLives        = 3
	MinTimeSpeed     = 50  // percent
	MaxTimeSpeed     = 150 // percent: more is not an assist
	DefaultTimeSpeed = 100 // percent
	minTimeSpeed     = MinTimeSpeed * minLastBrickSpeed / 100
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

// ParseAssists returns the assists with the given names, separated by commas. "none" is the empty set.
func ParseAssists(names string) (Assist, error) {
	a, err := ParseUsed(names)
	if err == nil && a&^selectableAssists != 0 {
		err = errNoAssist
	}
	return a, err
}

var errNoAssist = errors.New("want none, or some of aim, wide, slow and lives with commas between them")

// ParseUsed parses the text of [Game.UsedAssists]. In addition to the names of ParseAssists it accepts the speed.
func ParseUsed(names string) (a Assist, err error) {
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

// Rate returns the speed of time until the next tick, in percent of [TicksPerSecond]: the game's
// speed, reduced to 50 % while a player has slowed time, while a ball flies at the last hit of a level, to
// 30 % at the brick, and while [AssistSlow] is on and a ball comes down to the paddle, linearly from 100 %
// at 16 units above it to 50 % at it. The engine itself knows ticks only: the caller delays the next tick
// accordingly. Paddles do not slow down: they move correspondingly farther in a tick.
func (g *Game) Rate() int { return g.rate(g.TimeIsSlow()) }

// rate is Rate while a player has slowed time, or not.
func (g *Game) rate(slow bool) int {
	share := min(g.slowAssistSpeed(), g.lastBrickTimeSpeed())
	if slow {
		share = min(share, slowPercent)
	}
	return g.timeSpeed * share / 100
}

// nearness returns the percentage to which [AssistSlow] reduces the speed of time.
func (g *Game) slowAssistSpeed() int {
	if g.assists&AssistSlow == 0 || g.Phase != Play || len(g.Paddles) == 0 {
		return DefaultTimeSpeed
	}
	p, least := &g.world.Capsules[0], slowReach
	for i := range g.Balls {
		b := &g.world.Discs[i]
		if b.Held || b.V.Y <= 0 {
			continue
		}
		if above := p.Y - p.R - b.R - g.BallAt(i).Y; above >= 0 && above < least {
			least = above
		}
	}
	return minSlowSpeed + int(float64((DefaultTimeSpeed-minSlowSpeed)*least)/slowReach)
}

// Haste returns the factor of the movement of paddle k in a tick against the usual speed of time.
func (g *Game) PaddleSpeedFactor(k int) float64 {
	slow := g.Phase == Play && g.isSlowedFor(k)
	if g.timeSpeed == DefaultTimeSpeed && g.assists&AssistSlow == 0 && !slow && g.lastBrickTimeSpeed() == DefaultTimeSpeed {
		return 1
	}
	return DefaultTimeSpeed / float64(g.rate(slow))
}

// breadth returns the factor of the paddle's widths.
func (a Assist) widthFactor() float64 {
	if a&AssistWide != 0 {
		return wideShare
	}
	return 1
}

// widths returns half of the least, usual and greatest width of paddle k. In a match, assists apply
// to the first player only.
func (g *Game) widths(k int) (narrow, usual, wide float64) {
	if k > 0 && g.Versus() {
		return g.row().widths(1, g.W)
	}
	return g.row().widths(float64(g.assists.widthFactor()*g.twist().WidthFactor()), g.W)
}

// widths is for a field of width w and a paddle widened by the factor breadth.
func (r *DifficultyRow) widths(breadth, w float64) (narrow, usual, wide float64) {
	limit := max(r.MaxHalfWidth, w/2)
	return min(float64(r.MinHalfWidth*breadth), limit), min(float64(r.HalfWidth*breadth), limit), min(float64(r.MaxHalfWidth*breadth), limit)
}

// mostLives returns the greatest number of lives in the game.
func (g *Game) maxLives() int { return g.row().maxLives(g.assists) }

func (r *DifficultyRow) maxLives(a Assist) int {
	if a&AssistLives != 0 {
		return r.MaxLives + moreLives
	}
	return r.MaxLives
}

// checkSpeed returns an error if the speed is out of range.
func checkSpeed(speed int) error {
	if speed < MinTimeSpeed || speed > MaxTimeSpeed {
		return fmt.Errorf("a speed of %d %%, want %d to %d", speed, MinTimeSpeed, MaxTimeSpeed)
	}
	return nil
}
