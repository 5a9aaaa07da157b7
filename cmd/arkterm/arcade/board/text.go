package board

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/words"
)

// Title returns what a board is called: how its games are played, and since when they count.
func (b Board) Title() string {
	return TitleOf(b.Table, b.Submitted) + " · " + Periods[b.Period].Title
}

// TitleOf returns what the boards of a table are called.
func TitleOf(t scores.Table, submitted bool) string {
	kind := t.Mode
	if t.Own() {
		kind = t.Set // the mode's name, or the day
	}
	parts := []string{strings.ToUpper(kind[:min(1, len(kind))]) + kind[min(1, len(kind)):], t.Difficulty}
	if t.First > 1 {
		parts = append(parts, fmt.Sprintf("from level %d", t.First))
	}
	if t.Assisted {
		parts = append(parts, "assisted")
	}
	if t.Drops != scores.UsualDrops {
		parts = append(parts, fmt.Sprintf("%d %% drops", t.Drops))
	}
	if submitted {
		parts = append(parts, "submitted")
	}
	return strings.Join(parts, ", ")
}

// RowHead is the heading of rows: see Row.
const RowHead = "  #  name            score  to    time  date        game"

// Row returns the line as a row of a board.
func (l *Line) Row() string {
	return fmt.Sprintf("%3d  %-*s %8s %3d %7s  %s  %d", l.Place, words.MaxName, l.Name, words.Number(l.Score), l.Last,
		words.PlayTime(l.Ticks), l.Ended.Format(time.DateOnly), l.ID)
}

// Short returns the line as a short row: place, name, points, and the last level.
func (l *Line) Short() string {
	return fmt.Sprintf("%2d %-*s %9s  level %d", l.Place, words.MaxName, l.Name, words.Number(l.Score), l.Last)
}

// String returns what a game has come to, for its player; "" if it is on no board.
func (p Placing) String() string {
	var parts []string
	for period, place := range p.Places {
		if place == 0 || period+1 < len(p.Places) && p.Places[period+1] == place { // said by the longer one
			continue
		}
		parts = append(parts, fmt.Sprintf("%d %s", place, strings.ToLower(Periods[period].Title)))
	}
	return strings.Join(parts, ", ")
}
