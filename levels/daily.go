package levels

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// This file generates the levels of a daily game from its date. They are the same for all players and different each
// day.

// dailyLevels is the number of levels per day.
const dailyLevels = 5

// maxDailyTries is the maximum number of attempts with a theme. After that, the first theme is used instead.
const maxDailyTries = 100

// Columns of the drawing of a daily level, and rows of the drawing in the first and last levels.
const (
	dailyCols      = 15
	dailyFirstRows = 9
	dailyLastRows  = 13
)

// A dailyTheme determines the bricks of a daily level.
type dailyTheme struct {
	kinds [3]string // kinds of brick for cells of strength 1, 2 and 3
	more  string    // additional lines of the level
}

var dailyThemes = [...]dailyTheme{
	{kinds: [3]string{"plain", "plain", "double"}, more: "drops: 15\n"},
	{kinds: [3]string{"plain", "double", "triple"}, more: "drops: 20\n"},
	{kinds: [3]string{"plain", "bomb", "double"}, more: "drops: 15\n"},
	{kinds: [3]string{"plain", "regrow", "plain"}, more: "drops: 25\n"},
	{kinds: [3]string{"plain", "seed", "double"}, more: "drops: 20\n"},
	{kinds: [3]string{"double", "hidden", "plain"}, more: "drops: 20\n"},
	{kinds: [3]string{"plain", "double", "quad"}, more: "drops: 10\nballs: 2\n"},
	{kinds: [3]string{"plain", "double", "bomb"}, more: "drops: 40\n"},
	{kinds: [3]string{"double", "triple", "quad"}, more: "drops: 30\nshots: 30\n"},
	{kinds: [3]string{"plain", "plain", "magnet"}, more: "drops: 20\n"},
	{kinds: [3]string{"double", "plain", "bumper"}, more: "drops: 20\n"},
	{kinds: [3]string{"plain", "chaos", "double"}, more: "drops: 25\n"},
}

// A dailyShape returns the strength of the cell that is x columns from the center and y bricks from the top, up to
// 3. A strength of 0 or less means an empty cell. The parameters a and b, 0 to 3, are random.
type dailyShape func(x, y, a, b int) int

var dailyShapes = [...]dailyShape{
	func(x, y, a, b int) int { return (x + a*y + b) % 4 },                                // stripes
	func(x, y, a, b int) int { return (max(x, 2*difference(y, 3)) + a) % (3 + b%2) },     // frames
	func(x, y, a, b int) int { return (x + 2*difference(y, 3) + b) / (1 + a) % 4 },       // diamonds
	func(x, y, a, b int) int { return (x*x + 4*y*y + b) / (8 + 4*a) % 4 },                // arcs
	func(x, y, a, b int) int { return (x&(y+a) + b) % 4 },                                // carpet
	func(x, y, a, b int) int { return (x/2*(a+1) + y/(1+b%2) + (x+y)/3) % 4 },            // blocks
	func(x, y, a, b int) int { return min(3, max(0, 4+a-difference(x, 2+b)-y*(b%2+1))) }, // towers
}

// difference returns the absolute difference of a and b.
func difference(a, b int) int { return max(a-b, b-a) }

// The first and second words of the names of daily levels.
var (
	dailyFirst = strings.Fields(`
		Amber Ashen Azure Blue Brass Calm Cold Coral Dark Dawn Deep Dusk Far First Gilt Grey High Iron Jade
		Last Late Lost Low Mild Misty New North Old Opal Pale Plum Quiet Red Rusty Salt Sandy Shy Slow Soft
		South Steep Still Sunny Tall Wild Windy`)
	dailySecond = strings.Fields(`
		Arch Bay Beacon Bell Cairn Cape Cliff Comb Cove Crest Crown Dam Delta Dune Field Fjord Forge Gate
		Glade Grove Hall Haven Hill Hive Isle Keep Lake Mast Mill Moor Peak Pier Pond Port Reef Ridge Rock
		Sail Shoal Spire Stair Tower Vale Wall Well Yard`)
)

// Daily returns the levels of a day.
func Daily(day engine.Day) Pack {
	c := random(day.Seed() * 0x9e3779b97f4a7c15)
	p := Pack{Name: "Daily " + day.String()}
	themes := c.permutation(len(dailyThemes))
	for n := range dailyLevels {
		for try := 0; ; try++ { // retry until the level is playable; nearly all levels are
			theme := &dailyThemes[themes[n]]
			if try >= maxDailyTries {
				theme = &dailyThemes[0]
			}
			text := c.board(n, theme)
			if board, err := Parse(p.Name, []byte(text)); err == nil && isPlayable(&board.Levels[0]) {
				p.Levels = append(p.Levels, board.Levels[0])
				break
			}
		}
	}
	return p
}

// isPlayable reports whether the number of required hits is appropriate for a daily level.
func isPlayable(l *spec.Level) bool {
	hits := 0
	for i := range l.Bricks {
		if k := l.Bricks[i].Kind; k.Needed() {
			hits += int(spec.Kinds[k].Hits)
		}
	}
	return hits >= 30 && hits <= 110
}

// board returns the text of level n of a day.
func (c *random) board(n int, theme *dailyTheme) string {
	var b strings.Builder
	fmt.Fprintf(&b, "arkterm levels 1\nlevel: %s %s\nauthor: arkterm\n%slegend:\n",
		c.pick(dailyFirst), c.pick(dailySecond), theme.more)
	hue := c.below(spec.NumHues)
	for i, kind := range theme.kinds {
		fmt.Fprintf(&b, "  %c %s %d\n", 'a'+i, kind, (hue+2*i)%spec.NumHues)
	}
	b.WriteString("rows:\n")
	shape := dailyShapes[c.below(len(dailyShapes))]
	p, q := c.below(4), c.below(4)
	for row := range min(dailyLastRows, dailyFirstRows+2*n) {
		b.WriteString("  ")
		for col := range dailyCols {
			symbol := byte(' ')
			if (row+col)%2 == 0 {
				symbol = ".abc"[max(0, min(3, shape(difference(col, dailyCols/2), row/2, p, q)))]
			}
			b.WriteByte(symbol)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// A random is a random number generator with identical results on every processor (splitmix64).
type random uint64

// below returns a random number in [0, n).
func (c *random) below(n int) int {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) >> 1 % uint64(n))
}

// pick returns a random word.
func (c *random) pick(words []string) string { return words[c.below(len(words))] }

// Permutation returns the numbers below n in an order that depends only on the seed.
func Permutation(seed uint64, n int) []int {
	c := random(seed)
	return c.permutation(n)
}

// permutation returns the numbers below n in random order.
func (c *random) permutation(n int) []int {
	all := make([]int, n)
	for i := range all {
		j := c.below(i + 1)
		all[i], all[j] = all[j], i
	}
	return all
}
