package spec

import (
	"fmt"
	"strconv"

	"arkterm/engine/world"
)

// A Challenge is what makes a level a room of its own: a twist of the rules, and what its medals are given
// for. The zero Challenge is an ordinary level. It counts in the mode of challenges only.
type Challenge struct {
	Twist   Twist
	Measure Measure
	Medals  [Golds]int // what bronze, silver and gold take, in the measure's unit; zero: there are none
	Limit   int        // ticks of play until the game is over; 0: none
}

// Golds is the number of medals: bronze, silver and gold.
const Golds = 3

// MaxLimit is the greatest Limit of a challenge, in ticks: ten minutes.
const MaxLimit = 600 * world.TicksPerSecond

// A Twist is a rule that only a challenge has: an index into [Twists].
type Twist uint8

// The twists. A new one is a constant here and a row in Twists.
const (
	NoTwist Twist = iota
	Thin
	Melting
	Mirrored
	Contrary
	Night
	Unseen
	Marbles
	Runaway
	Sticky
	Gun
	Knife
	Wild
	Blaze
	Puppet
	Untouched
	Touches
	Breath
	Juggle
	Fragile
	Hungry
)

// A TwistRow describes one twist. What several of them could share is a column.
type TwistRow struct {
	Name string // as level files spell it
	Says string // what players read, at most 29 columns

	Always    DropKind // its effect never ends; NoDrop: none
	Width     int      // percent of the paddle's widths; 0: 100
	Melts     float64  // units that half of the paddle loses with each return
	Quicker   int      // factor of the balls' gain of speed with each return; 0: 1
	Mirrored  bool     // the paddle moves left where the player asks for right
	Contrary  bool     // the left half of the paddle sends balls to the right
	Closed    bool     // the floor is closed
	Shoves    bool     // the meter of shoves is always full
	Untouched bool     // a return loses the ball
	Returns   int      // so many returns for each ball: the next one loses it; 0: any number
	Breath    int      // ticks that each broken brick adds to the limit
	All       bool     // with one ball all are lost
	Costs     int      // ticks that each cracked brick which breaks takes from the limit
	Hungry    bool     // a drop that is missed loses the ball, unless it is a bad one
}

// Twists has a row for each twist.
var Twists = [...]TwistRow{
	NoTwist:   {Name: "none", Says: "nothing but the medals"},
	Thin:      {Name: "thin", Says: "a paddle two fifths as wide", Width: 40},
	Melting:   {Name: "melting", Says: "each return melts the paddle", Melts: 0.25},
	Mirrored:  {Name: "mirrored", Says: "left is right, right is left", Mirrored: true},
	Contrary:  {Name: "contrary", Says: "off the left, balls go right", Contrary: true},
	Night:     {Name: "night", Says: "only the balls give light", Always: DropDark},
	Unseen:    {Name: "unseen", Says: "the paddle is hard to see", Always: DropGhost},
	Marbles:   {Name: "marbles", Says: "balls are as small as marbles", Always: DropTiny},
	Runaway:   {Name: "runaway", Says: "each return adds much speed", Quicker: 5},
	Sticky:    {Name: "sticky", Says: "balls stick to the paddle", Always: DropCatch},
	Gun:       {Name: "gun", Says: "hold fire to shoot", Always: DropWeapon},
	Knife:     {Name: "knife", Says: "balls go through bricks", Always: DropEnergy},
	Wild:      {Name: "wild", Says: "bricks send balls anywhere", Always: DropScatter},
	Blaze:     {Name: "blaze", Says: "each brick you hit explodes", Always: DropFire},
	Puppet:    {Name: "puppet", Says: "closed floor, endless shoves", Always: DropFrozen, Closed: true, Shoves: true},
	Untouched: {Name: "untouched", Says: "closed floor: touch no ball", Closed: true, Untouched: true},
	Touches:   {Name: "touches", Says: "a ball survives three returns", Returns: 3},
	Breath:    {Name: "breath", Says: "each brick gives some time", Breath: world.TicksPerSecond * 6 / 10},
	Juggle:    {Name: "juggle", Says: "lose one ball, lose them all", All: true},
	Fragile:   {Name: "fragile", Says: "each cracked brick costs 15 s", Costs: 15 * world.TicksPerSecond},
	Hungry:    {Name: "hungry", Says: "miss a good drop, lose a ball", Hungry: true},
}

// Share returns the factor of the paddle's widths.
func (t *TwistRow) Share() float64 {
	if t.Width == 0 {
		return 1
	}
	return float64(t.Width) / 100
}

// Timed reports whether the twist changes the limit, so that a challenge needs one.
func (t *TwistRow) Timed() bool { return t.Breath > 0 || t.Costs > 0 }

// A Measure is what the medals of a challenge are given for: an index into [Measures].
type Measure uint8

// The measures. A new one is a constant here, a row in Measures, and what counts it in the engine.
const (
	ByTime Measure = iota
	ByReturns
	ByBricks
	ByCombo
	ByDrops
	ByCannons
	ByPoints
	ByDrones
)

// A MeasureRow describes one measure.
type MeasureRow struct {
	Name  string // as level files spell it
	Word  string // what players read, at most 8 columns
	Says  string // the goal, at most 29 columns
	Least bool   // less is better, and only a level that was cleared has a medal
	Clock bool   // it is in ticks
}

// Measures has a row for each measure.
var Measures = [...]MeasureRow{
	ByTime:    {Name: "time", Word: "time", Says: "clear it, quickly", Least: true, Clock: true},
	ByReturns: {Name: "returns", Word: "returns", Says: "clear it with few returns", Least: true},
	ByBricks:  {Name: "bricks", Word: "bricks", Says: "break all the bricks you can"},
	ByCombo:   {Name: "combo", Word: "combo", Says: "many bricks between returns"},
	ByDrops:   {Name: "drops", Word: "drops", Says: "catch drops"},
	ByCannons: {Name: "cannons", Word: "cannons", Says: "balls send balls into bricks"},
	ByPoints:  {Name: "points", Word: "points", Says: "earn points, bonuses aside"},
	ByDrones:  {Name: "drones", Word: "drones", Says: "end drones"},
}

// Text returns a value of the measure as text: a number, or minutes and seconds, begun ones in full.
func (m *MeasureRow) Text(value int) string {
	if !m.Clock {
		return strconv.Itoa(value)
	}
	s := (value + world.TicksPerSecond - 1) / world.TicksPerSecond
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// A Medal is what a challenge is remembered for.
type Medal uint8

// The medals.
const (
	NoMedal Medal = iota
	Bronze
	Silver
	Gold
)

func (m Medal) String() string { return [...]string{"none", "bronze", "silver", "gold"}[m] }

func (t Twist) String() string { return Twists[t].Name }

func (m Measure) String() string { return Measures[m].Name }

// Earned returns the medal for the value got, where bronze, silver and gold take medals.
func (m Measure) Earned(got int, medals [Golds]int) (won Medal) {
	for i, take := range medals {
		if take > 0 && (Measures[m].Least && got <= take || !Measures[m].Least && got >= take) {
			won = Medal(i + 1)
		}
	}
	return won
}

// check returns an error if c is invalid.
func (c *Challenge) check() error {
	if int(c.Twist) >= len(Twists) || int(c.Measure) >= len(Measures) {
		return fmt.Errorf("challenge: twist %d, measure %d", c.Twist, c.Measure)
	}
	if c.Limit < 0 || c.Limit > MaxLimit || Twists[c.Twist].Timed() && c.Limit == 0 {
		return fmt.Errorf("challenge: a limit of %d ticks, want 0 to %d, and one where bricks change it", c.Limit, MaxLimit)
	}
	if c.Medals == [Golds]int{} {
		return nil
	}
	lo, hi := c.Medals[0], c.Medals[Golds-1]
	if Measures[c.Measure].Least {
		lo, hi = hi, lo
	}
	if between := c.Medals[1]; lo < 1 || lo >= between || between >= hi || hi > MaxMedal {
		return fmt.Errorf("challenge: medals for %v, want 1 to %d, each harder than the one before", c.Medals, MaxMedal)
	}
	return nil
}

// MaxMedal is the most that a medal can take, in the unit of its measure.
const MaxMedal = 10_000_000
