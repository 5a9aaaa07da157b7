package progress

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// challengeSets lists the sets of challenges. A set opens when the player has the given number of campaign stars. A set
// is a world of [levels.Challenges]. The first two sets contain more than half of the challenges and are always open.
var challengeSets = [...]struct {
	world string
	stars int
}{
	{"Steady Hands", 0},
	{"Odd Tools", 0},
	{"Bated Breath", 40},
	{"Nerves of Steel", 60},
}

// ChallengeStars returns the number of stars that open the challenges of a world. 0 means that the challenges are
// always open.
func ChallengeStars(world string) int {
	for i := range challengeSets {
		if challengeSets[i].world == world {
			return challengeSets[i].stars
		}
	}
	return 0
}

// NewChallenges returns the names of the sets of challenges that open when the number of stars grows from oldStars to
// newStars.
func NewChallenges(oldStars, newStars int) (worlds []string) {
	for i := range challengeSets {
		if k := &challengeSets[i]; k.stars > oldStars && k.stars <= newStars {
			worlds = append(worlds, k.world)
		}
	}
	return worlds
}

// challengeRows returns the rows about a challenge in progress, with its special rule (if any), the measured value and
// the medals.
func (r *Round) challengeRows() (all []Goal) {
	if c := r.Game.Challenge(); c.Twist != spec.NoTwist {
		all = append(all, Goal{Label: text.Translate(spec.Twists[c.Twist].Help)})
	}
	return append(all, r.medalRows()...)
}

// medalRows returns a row with the value that the challenge measures, and a row for each medal, gold first. The mark of
// a medal is ★ if it is won, × if it can no longer be won, and otherwise ☆.
func (r *Round) medalRows() []Goal {
	g := r.Game
	c := g.Challenge()
	row := &spec.Measures[c.Measure]
	all := []Goal{{"", text.Capitalize(text.Translate(row.Label)), row.Text(g.MeasuredValue())}}
	thresholds := g.MedalThresholds()
	for m := spec.Gold; m > spec.NoMedal; m-- {
		mark, threshold := "☆", thresholds[m-1]
		switch {
		case g.Medal() >= m:
			mark = "★"
		case g.Phase.Ended() || row.LowerIsBetter && g.MeasuredValue() > threshold:
			mark = "×"
		}
		all = append(all, Goal{mark, text.Capitalize(text.Translate(m.String())), thresholdText(row, threshold)})
	}
	return all
}

// thresholdText describes the value needed for a medal, for example "20 or more".
func thresholdText(row *spec.MeasureRow, threshold int) string {
	if row.LowerIsBetter {
		return fmt.Sprintf(text.Map.OrLess, row.Text(threshold))
	}
	return fmt.Sprintf(text.Map.OrMore, row.Text(threshold))
}

// MedalTitle returns the headline of a challenge that has ended.
func MedalTitle(m spec.Medal) string {
	if m == spec.NoMedal {
		return text.Goal.NoMedal
	}
	return strings.ToUpper(text.Translate(m.String()))
}

// ChallengeLines describes challenge c for the menu, in lines of at most w columns. The first lines contain the special
// rule of the challenge, if any, and its goal. The rule and the goal share a line if both fit. The last line contains
// the values needed for medals at difficulty d, and the player's best value.
func ChallengeLines(c *spec.Challenge, d engine.Difficulty, best Achievement, w int) []string {
	row := &spec.Measures[c.Measure]
	rules := []string{text.Translate(row.Help)}
	if c.Twist != spec.NoTwist {
		rules = []string{text.Translate(spec.Twists[c.Twist].Help), rules[0]}
	}
	if one := strings.Join(rules, " · "); utf8.RuneCountInString(one) <= w {
		rules = []string{one}
	}

	thresholds := engine.MedalThresholdsAt(c, d)
	medals := fmt.Sprintf("★ %s  ★★ %s  ★★★ %s", row.Text(thresholds[0]), row.Text(thresholds[1]),
		row.Text(thresholds[2]))
	switch {
	case best.Ticks > 0:
		medals += fmt.Sprintf(text.Map.BestMeasure, row.Text(best.Ticks))
	case best.Points > 0:
		medals += fmt.Sprintf(text.Map.BestMeasure, row.Text(best.Points))
	default:
		medals += text.Map.NoMedal
	}
	return append(rules, medals)
}
