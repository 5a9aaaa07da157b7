package progress

import (
	"fmt"
	"strings"

	"arkterm/render/text"
)

// Statistics contains sums over all games of a player.
type Statistics struct {
	Games     int    `json:"games"`
	GamesWon  int    `json:"won"`
	Ticks     uint64 `json:"ticks"`
	Points    int    `json:"points"`
	BestCombo int    `json:"best_combo"` // maximum over all games
	Counts
}

// Add adds a game.
func (t *Statistics) Add(s *Score) {
	t.Games++
	if s.Outcome == OutcomeWon {
		t.GamesWon++
	}
	t.Ticks += s.Ticks
	t.Points += s.Score
	t.BestCombo = max(t.BestCombo, s.BestCombo)
	t.Counts.add(&s.Counts)
}

// Lines returns the statistics as lines of at most 34 columns.
func (t *Statistics) Lines() []string {
	rows := [][2]string{
		{text.Scores.Games, fmt.Sprintf(text.Scores.GamesValue, t.Games, t.GamesWon)},
		{text.Scores.TimePlayed, text.PlayTime(t.Ticks)},
		{text.Scores.Points, text.Number(int(t.Points))},
		{text.Scores.Cleared, fmt.Sprintf("%d", t.LevelsCleared)},
		{text.Scores.Broken, text.Number(t.BricksBroken)},
		{text.Scores.Combos, fmt.Sprintf(text.Scores.CombosValue, t.Combos, t.BestCombo)},
		{text.Scores.PaddleWalls, fmt.Sprintf("%d, %d", t.PaddleHits, t.WallHits)},
		{text.Scores.BricksBalls, fmt.Sprintf("%d, %d", t.BrickHits, t.BallHits)},
		{text.Scores.Lost, fmt.Sprintf("%d", t.BallsLost)},
	}
	width := 0
	for _, row := range rows {
		width = max(width, text.Widest(row[0]))
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%-*s  %s", width, row[0], row[1]))
	}
	return lines
}

// Chart returns a bar chart of the parts of the floor where balls were lost, as lines of text. Each part is two columns
// wide. The last line labels the left and the right side.
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
		for _, n := range t.BallsLostAt {
			level := min(max(BarLength(n, &t.BallsLostAt, rows*full)-row*full, 0), full)
			b.WriteRune(ramp[level])
			b.WriteRune(ramp[level])
		}
		lines = append(lines, b.String())
	}
	return append(lines, fmt.Sprintf("%-*s%*s", FloorParts, text.Scores.Left, FloorParts, text.Scores.Right))
}

// BarLength returns the length of the bar for the number n in a chart of the given numbers. The longest bar has the
// length maxLength. The bar of a number above 0 has at least length 1.
func BarLength(n int, numbers *[FloorParts]int, maxLength int) int {
	top := 1
	for _, m := range numbers {
		top = max(top, m)
	}
	return (n*maxLength + top - 1) / top
}
