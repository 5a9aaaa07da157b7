package spec

import (
	"fmt"
	"strconv"

	"arkterm/engine/world"
)

// A Challenge adds a special rule and medals to a level. It applies only in the mode Challenges.
// The zero Challenge adds nothing.
type Challenge struct {
	Twist   Twist
	Measure Measure
	// thresholds for bronze, silver and gold, in the unit of Measure; all 0 if there are no medals
	Medals [NumMedals]int
	Limit  int // ticks in Play until the game is over; 0 means no limit
}

// NumMedals is the number of medals: bronze, silver and gold.
const NumMedals = 3

// MaxLimit is the maximum Limit of a challenge, in ticks. It equals ten minutes.
const MaxLimit = 600 * world.TicksPerSecond

// A Twist is a special rule of a challenge. It is an index into [Twists].
type Twist uint8

// The twists. To add one, add a constant here and a row in Twists.
const (
	NoTwist Twist = iota
	TwistThin
	TwistMelting
	TwistMirrored
	TwistContrary
	TwistNight
	TwistUnseen
	TwistMarbles
	TwistRunaway
	TwistSticky
	TwistGun
	TwistKnife
	TwistWild
	TwistBlaze
	TwistPuppet
	TwistUntouched
	TwistTouches
	TwistBreath
	TwistJuggle
	TwistFragile
	TwistHungry
)

// A TwistRow describes one twist. An effect that several twists could share is a column.
type TwistRow struct {
	Name string // name in level files
	Help string // description for players, at most 29 columns

	ConstantDrop  DropKind // drop whose effect never ends, or NoDrop
	Width         int      // paddle width in percent; 0 means 100
	WidthLoss     float64  // reduction of half of the paddle width at each return, in units
	SpeedUpFactor int      // factor of the speed that a return adds; 0 means 1
	Mirrored      bool     // reverses left and right
	ReversedAim   bool     // the left half of the paddle sends balls to the right, and the right half to the left
	ClosedFloor   bool     // the floor is a wall
	EndlessShoves bool     // keeps the shove meter full
	NoReturns     bool     // returning a ball loses all balls
	MaxReturns    int      // returns per serve; one more return loses all balls; 0 means no limit
	TicksPerBrick int      // ticks that a broken brick adds to the limit
	LoseAll       bool     // losing one ball loses all balls
	CrackedCost   int      // ticks that a broken fragile brick subtracts from the limit
	MustCatch     bool     // missing a drop loses all balls, unless the drop is bad
}

// Twists has a row for each twist.
var Twists = [...]TwistRow{
	NoTwist:       {Name: "none", Help: "no special rule"},
	TwistThin:     {Name: "thin", Help: "the paddle is 60% narrower", Width: 40},
	TwistMelting:  {Name: "melting", Help: "returns narrow the paddle", WidthLoss: 0.25},
	TwistMirrored: {Name: "mirrored", Help: "left and right are reversed", Mirrored: true},
	TwistContrary: {Name: "contrary", Help: "the paddle's aim is reversed", ReversedAim: true},
	TwistNight:    {Name: "night", Help: "dark, except near balls", ConstantDrop: DropDark},
	TwistUnseen:   {Name: "unseen", Help: "the paddle is hard to see", ConstantDrop: DropGhost},
	TwistMarbles:  {Name: "marbles", Help: "balls are very small", ConstantDrop: DropTiny},
	TwistRunaway:  {Name: "runaway", Help: "each return speeds balls up", SpeedUpFactor: 5},
	TwistSticky:   {Name: "sticky", Help: "balls stick to the paddle", ConstantDrop: DropCatch},
	TwistGun:      {Name: "gun", Help: "hold fire to shoot", ConstantDrop: DropWeapon},
	TwistKnife:    {Name: "knife", Help: "balls go through bricks", ConstantDrop: DropEnergy},
	TwistWild:     {Name: "wild", Help: "bricks deflect balls randomly", ConstantDrop: DropScatter},
	TwistBlaze:    {Name: "blaze", Help: "each brick you hit explodes", ConstantDrop: DropFire},
	TwistPuppet: {
		Name: "puppet", Help: "fixed paddle, endless shoves", ConstantDrop: DropFrozen, ClosedFloor: true,
		EndlessShoves: true,
	},
	TwistUntouched: {Name: "untouched", Help: "the paddle must touch no ball", ClosedFloor: true, NoReturns: true},
	TwistTouches:   {Name: "touches", Help: "a ball survives three returns", MaxReturns: 3},
	TwistBreath:    {Name: "breath", Help: "each brick adds time", TicksPerBrick: world.TicksPerSecond * 6 / 10},
	TwistJuggle:    {Name: "juggle", Help: "lose one ball, lose them all", LoseAll: true},
	TwistFragile:   {Name: "fragile", Help: "break a cracked brick: -15 s", CrackedCost: 15 * world.TicksPerSecond},
	TwistHungry:    {Name: "hungry", Help: "miss a good drop, lose a life", MustCatch: true},
}

// WidthFactor returns the factor of the paddle width.
func (t *TwistRow) WidthFactor() float64 {
	if t.Width == 0 {
		return 1
	}
	return float64(t.Width) / 100
}

// Timed reports whether the twist changes the time limit. Such a challenge must have a limit.
func (t *TwistRow) Timed() bool { return t.TicksPerBrick > 0 || t.CrackedCost > 0 }

// A Measure is the value that decides the medals of a challenge. It is an index into [Measures].
type Measure uint8

// The measures. To add one, add a constant here, a row in Measures and a function in the engine.
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
	Name          string // name in level files
	Label         string // name for players, at most 8 columns
	Help          string // goal for players, at most 29 columns
	LowerIsBetter bool   // lower values are better, and a medal requires a cleared level
	IsTime        bool   // the value is in ticks
}

// Measures has a row for each measure.
var Measures = [...]MeasureRow{
	ByTime:    {Name: "time", Label: "time", Help: "clear the level quickly", LowerIsBetter: true, IsTime: true},
	ByReturns: {Name: "returns", Label: "returns", Help: "clear it with few returns", LowerIsBetter: true},
	ByBricks:  {Name: "bricks", Label: "bricks", Help: "break all the bricks you can"},
	ByCombo:   {Name: "combo", Label: "combo", Help: "break many bricks per return"},
	ByDrops:   {Name: "drops", Label: "drops", Help: "catch many drops"},
	ByCannons: {Name: "cannons", Label: "cannons", Help: "balls knock balls into bricks"},
	ByPoints:  {Name: "points", Label: "points", Help: "earn points, except bonuses"},
	ByDrones:  {Name: "drones", Label: "drones", Help: "destroy drones"},
}

// Text formats a value of the measure: as a number, or as minutes and seconds, rounded up to a full
// second.
func (m *MeasureRow) Text(value int) string {
	if !m.IsTime {
		return strconv.Itoa(value)
	}
	s := (value + world.TicksPerSecond - 1) / world.TicksPerSecond
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// A Medal is the award for a challenge.
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

// MedalFor returns the best medal for a value. The thresholds are in the order bronze, silver,
// gold. Medals with the threshold 0 are not awarded.
func (m Measure) MedalFor(value int, thresholds [NumMedals]int) (best Medal) {
	for i, threshold := range thresholds {
		reached := value >= threshold
		if Measures[m].LowerIsBetter {
			reached = value <= threshold
		}
		if threshold > 0 && reached {
			best = Medal(i + 1)
		}
	}
	return best
}

// check returns an error if c is invalid.
func (c *Challenge) check() error {
	if int(c.Twist) >= len(Twists) || int(c.Measure) >= len(Measures) {
		return fmt.Errorf("challenge: unknown twist %d or measure %d", c.Twist, c.Measure)
	}
	if c.Limit < 0 || c.Limit > MaxLimit || Twists[c.Twist].Timed() && c.Limit == 0 {
		return fmt.Errorf("challenge: limit of %d ticks, want 0 to %d, and at least 1 if the twist changes it", c.Limit,
			MaxLimit)
	}
	if c.Medals == [NumMedals]int{} {
		return nil
	}

	lo, hi := c.Medals[0], c.Medals[NumMedals-1]
	if Measures[c.Measure].LowerIsBetter {
		lo, hi = hi, lo
	}
	if middle := c.Medals[1]; lo < 1 || lo >= middle || middle >= hi || hi > MaxMedal {
		order := "increase"
		if Measures[c.Measure].LowerIsBetter {
			order = "decrease"
		}
		return fmt.Errorf("challenge: medals %v, want values from 1 to %d that %s", c.Medals, MaxMedal, order)
	}
	return nil
}

// MaxMedal is the maximum threshold of a medal, in the unit of its measure.
const MaxMedal = 10_000_000
