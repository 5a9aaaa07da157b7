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
	Medals  [NumMedals]int // what bronze, silver and gold take, in the measure's unit; zero: there are none
	Limit   int            // ticks of play until the game is over; 0: none
}

// Golds is the number of medals: bronze, silver and gold.
const NumMedals = 3

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
	Help string // what players read, at most 29 columns

	ConstantDrop  DropKind // its effect never ends; NoDrop: none
	Width         int      // percent of the paddle's widths; 0: 100
	WidthLoss     float64  // units that half of the paddle loses with each return
	SpeedUpFactor int      // factor of the balls' gain of speed with each return; 0: 1
	Mirrored      bool     // the paddle moves left where the player asks for right
	ReversedAim   bool     // the left half of the paddle sends balls to the right
	ClosedFloor   bool     // the floor is closed
	EndlessShoves bool     // the meter of shoves is always full
	NoReturns     bool     // a return loses the ball
	MaxReturns    int      // so many returns for each ball: the next one loses it; 0: any number
	TicksPerBrick int      // ticks that each broken brick adds to the limit
	LoseAll       bool     // with one ball all are lost
	CrackedCost   int      // ticks that each cracked brick which breaks takes from the limit
	MustCatch     bool     // a drop that is missed loses the ball, unless it is a bad one
}

// Twists has a row for each twist.
var Twists = [...]TwistRow{
	NoTwist:   {Name: "none", Help: "nothing but the medals"},
	Thin:      {Name: "thin", Help: "a paddle two fifths as wide", Width: 40},
	Melting:   {Name: "melting", Help: "each return melts the paddle", WidthLoss: 0.25},
	Mirrored:  {Name: "mirrored", Help: "left is right, right is left", Mirrored: true},
	Contrary:  {Name: "contrary", Help: "off the left, balls go right", ReversedAim: true},
	Night:     {Name: "night", Help: "only the balls give light", ConstantDrop: DropDark},
	Unseen:    {Name: "unseen", Help: "the paddle is hard to see", ConstantDrop: DropGhost},
	Marbles:   {Name: "marbles", Help: "balls are as small as marbles", ConstantDrop: DropTiny},
	Runaway:   {Name: "runaway", Help: "each return adds much speed", SpeedUpFactor: 5},
	Sticky:    {Name: "sticky", Help: "balls stick to the paddle", ConstantDrop: DropCatch},
	Gun:       {Name: "gun", Help: "hold fire to shoot", ConstantDrop: DropWeapon},
	Knife:     {Name: "knife", Help: "balls go through bricks", ConstantDrop: DropEnergy},
	Wild:      {Name: "wild", Help: "bricks send balls anywhere", ConstantDrop: DropScatter},
	Blaze:     {Name: "blaze", Help: "each brick you hit explodes", ConstantDrop: DropFire},
	Puppet:    {Name: "puppet", Help: "closed floor, endless shoves", ConstantDrop: DropFrozen, ClosedFloor: true, EndlessShoves: true},
	Untouched: {Name: "untouched", Help: "closed floor: touch no ball", ClosedFloor: true, NoReturns: true},
	Touches:   {Name: "touches", Help: "a ball survives three returns", MaxReturns: 3},
	Breath:    {Name: "breath", Help: "each brick gives some time", TicksPerBrick: world.TicksPerSecond * 6 / 10},
	Juggle:    {Name: "juggle", Help: "lose one ball, lose them all", LoseAll: true},
	Fragile:   {Name: "fragile", Help: "each cracked brick costs 15 s", CrackedCost: 15 * world.TicksPerSecond},
	Hungry:    {Name: "hungry", Help: "miss a good drop, lose a ball", MustCatch: true},
}

// Share returns the factor of the paddle's widths.
func (t *TwistRow) WidthFactor() float64 {
	if t.Width == 0 {
		return 1
	}
	return float64(t.Width) / 100
}

// Timed reports whether the twist changes the limit, so that a challenge needs one.
func (t *TwistRow) Timed() bool { return t.TicksPerBrick > 0 || t.CrackedCost > 0 }

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
	Name          string // as level files spell it
	Label         string // what players read, at most 8 columns
	Help          string // the goal, at most 29 columns
	LowerIsBetter bool   // less is better, and only a level that was cleared has a medal
	IsTime        bool   // it is in ticks
}

// Measures has a row for each measure.
var Measures = [...]MeasureRow{
	ByTime:    {Name: "time", Label: "time", Help: "clear it, quickly", LowerIsBetter: true, IsTime: true},
	ByReturns: {Name: "returns", Label: "returns", Help: "clear it with few returns", LowerIsBetter: true},
	ByBricks:  {Name: "bricks", Label: "bricks", Help: "break all the bricks you can"},
	ByCombo:   {Name: "combo", Label: "combo", Help: "many bricks between returns"},
	ByDrops:   {Name: "drops", Label: "drops", Help: "catch drops"},
	ByCannons: {Name: "cannons", Label: "cannons", Help: "balls send balls into bricks"},
	ByPoints:  {Name: "points", Label: "points", Help: "earn points, bonuses aside"},
	ByDrones:  {Name: "drones", Label: "drones", Help: "end drones"},
}

// Text returns a value of the measure as text: a number, or minutes and seconds, begun ones in full.
func (m *MeasureRow) Text(value int) string {
	if !m.IsTime {
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
func (m Measure) Earned(got int, medals [NumMedals]int) (won Medal) {
	for i, take := range medals {
		if take > 0 && (Measures[m].LowerIsBetter && got <= take || !Measures[m].LowerIsBetter && got >= take) {
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
	if c.Medals == [NumMedals]int{} {
		return nil
	}
	lo, hi := c.Medals[0], c.Medals[NumMedals-1]
	if Measures[c.Measure].LowerIsBetter {
		lo, hi = hi, lo
	}
	if between := c.Medals[1]; lo < 1 || lo >= between || between >= hi || hi > MaxMedal {
		return fmt.Errorf("challenge: medals for %v, want 1 to %d, each harder than the one before", c.Medals, MaxMedal)
	}
	return nil
}

// MaxMedal is the most that a medal can take, in the unit of its measure.
const MaxMedal = 10_000_000
