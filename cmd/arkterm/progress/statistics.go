package progress

import (
	"fmt"
	"strings"

	"arkterm/render/format"
)

// Statistics are the sums over all games.
type Statistics struct {
	Games  int    `json:"games"`
	Won    int    `json:"won"`
	Ticks  uint64 `json:"ticks"`
	Points int    `json:"points"`
	Combo  int    `json:"best_combo"`
	Counts
}

// Add adds a game.
func (t *Statistics) Add(s *Score) {
	t.Games++
	if s.Outcome == OutcomeWon {
		t.Won++
	}
	t.Ticks += s.Ticks
	t.Points += s.Score
	t.Combo = max(t.Combo, s.Combo)
	t.Counts.add(&s.Counts)
}

// Lines returns the statistics as lines of at most 34 columns.
func (t *Statistics) Lines() []string {
	return []string{
		fmt.Sprintf("Games           %d, %d won", t.Games, t.Won),
		fmt.Sprintf("Time played     %s", format.PlayTime(t.Ticks)),
		fmt.Sprintf("Points          %s", format.Number(int(t.Points))),
		fmt.Sprintf("Levels cleared  %d", t.Cleared),
		fmt.Sprintf("Bricks broken   %s", format.Number(t.Bricks)),
		fmt.Sprintf("Combos          %d, best %d", t.Combos, t.Combo),
		fmt.Sprintf("Paddle, walls   %d, %d", t.Paddle, t.Walls),
		fmt.Sprintf("Bricks, balls   %d, %d", t.Hits, t.Balls),
		fmt.Sprintf("Balls lost      %d", t.Lost),
	}
}

// Chart returns a bar chart of the places where balls are lost, two columns for each part of the floor,
// with the sides named below it.
func (t *Statistics) Chart(ascii bool) []string {
	ramp := []rune(" ▁▂▃▄▅▆▇█")
	if ascii {
		ramp = []rune(" .:-=+*%#")
	}
	const rows = 2
	full := len(ramp) - 1
	var lines []string
	for row := rows - 1; row >= 0; row-- {
		var b strings.Builder
		for _, n := range t.LostAt {
			level := min(max(BarLength(n, &t.LostAt, rows*full)-row*full, 0), full)
			b.WriteRune(ramp[level])
			b.WriteRune(ramp[level])
		}
		lines = append(lines, b.String())
	}
	return append(lines, fmt.Sprintf("%-*s%*s", LostBins, "left", LostBins, "right"))
}

// BarLength returns the length of the bar for n if the longest bar of all has the length most. A bar for n
// > 0 has at least length 1.
func BarLength(n int, all *[LostBins]int, most int) int {
	top := 1
	for _, m := range all {
		top = max(top, m)
	}
	return (n*most + top - 1) / top
}
