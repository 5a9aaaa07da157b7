package levels

import (
	"slices"

	"arkterm/engine"
)

// This file generates the levels of a daily game from its date. They are the same for all players and different each
// day.

// dailyLevels is the number of levels per day.
const dailyLevels = 5

// dailyDifficulties are the difficulties of the levels of a day, see [Request].
var dailyDifficulties = [dailyLevels]int{2, 4, 5, 6, 8}

// Daily returns the levels of a day. Each level has a different figure.
func Daily(day engine.Day) Pack {
	p := Pack{Name: "Daily " + day.String()}
	var figures []string
	for n, difficulty := range dailyDifficulties {
		w := Request{Seed: day.Seed() + uint64(n), Difficulty: difficulty}
		for try := 0; ; try++ {
			d, l := w.draft(try)
			if slices.Contains(figures, d.figure) {
				continue
			}
			l.Speed = predictSpeed(l, w.TargetRating())
			p.Levels, figures = append(p.Levels, *l), append(figures, d.figure)
			break
		}
	}
	return p
}

// A random is a random number generator with identical results on every processor (splitmix64).
type random uint64

// below returns a random number in [0, n).
//
//go:noinline // would be copied into many callers
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
