package leaderboard

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/render/text"
)

// Title returns the name of a leaderboard, which consists of the names of its table and period.
func (b Board) Title() string {
	return TableTitle(b.Table, b.Source) + " · " + text.Translate(Periods[b.Period].Title)
}

// TableTitle returns the name of a table's leaderboards.
func TableTitle(t progress.Table, of Source) string {
	title := TableKind(t, of)
	if of != Solo {
		title += ", " + text.Translate(Sources[of].Name)
	}
	return title
}

// TableKind returns a description of how the games of a table are played.
func TableKind(t progress.Table, of Source) string {
	name := t.Mode
	if t.HasOwnLevels() || of == Matches || t.Mode == "" {
		name = t.Set // name of the mode or of the kind of match, the day of a daily game, or other settings
	}
	name = text.Translate(name)
	_, size := utf8.DecodeRuneInString(name)
	parts := []string{strings.ToUpper(name[:size]) + name[size:]}
	if t.Difficulty != "" {
		parts = append(parts, text.Translate(t.Difficulty))
	}
	if t.First > 1 {
		parts = append(parts, fmt.Sprintf(text.Boards.FromLevel, t.First))
	}
	if t.Assisted {
		parts = append(parts, text.Scores.Assisted)
	}
	if t.Drops != progress.DefaultDrops {
		parts = append(parts, fmt.Sprintf(text.Scores.Drops, t.Drops))
	}
	return strings.Join(parts, ", ")
}

// TableHeading returns the heading for the rows of TableRow.
func TableHeading(by Measure) string {
	columns := fmt.Sprintf("%3s %7s", "to", "time")
	if by == ByRating {
		columns = fmt.Sprintf("%8s", "won–lost")
	}
	return fmt.Sprintf("%3s  %-*s %8s %s  %-*s  %s", "#", text.MaxPlayerName, "name", Measures[by].Heading, columns,
		len(time.DateOnly), "date", "game")
}

// TableRow returns the entry as a row of a leaderboard.
func (l *Entry) TableRow() string {
	columns := fmt.Sprintf("%3d %7s", l.Last, text.PlayTime(l.Ticks))
	if l.Measure == ByRating {
		columns = fmt.Sprintf("%8s", l.wonLost())
	}
	return fmt.Sprintf("%3d  %s %8s %s  %s  %d", l.Place, text.Pad(l.Players(), text.MaxPlayerName), l.Result(),
		columns,
		l.Ended.Format(time.DateOnly), l.ID)
}

// ShortRow returns the entry as a short row: place, name, result and detail.
func (l *Entry) ShortRow() string {
	return fmt.Sprintf("%2d %s %9s  %s", l.Place, text.Pad(l.Players(), text.MaxPlayerName), l.Result(), l.Detail())
}

// Players returns the name of the player, or both names for a game of partners.
func (l *Entry) Players() string {
	switch {
	case l.Measure == ByRating:
	case l.Guest:
		return fmt.Sprintf(text.Boards.WithGuest, l.Name)
	case !l.Other.IsZero():
		return fmt.Sprintf(text.Boards.With, l.Name, l.Other)
	}
	return l.Name.String()
}

// Result returns the value by which the entry is ranked.
func (l *Entry) Result() string {
	switch l.Measure {
	case ByTime:
		return preciseTime(l.Ticks)
	case ByRating:
		return text.Number(l.Rating)
	}
	return text.Number(l.Score)
}

// Detail returns an additional value of the entry.
func (l *Entry) Detail() string {
	switch l.Measure {
	case ByTime:
		return fmt.Sprintf(text.Boards.Points, text.Number(l.Score))
	case ByRating:
		return l.wonLost()
	}
	return fmt.Sprintf(text.Boards.Level, l.Last)
}

// Summary returns a short description of the game: the players and the result.
func (l *Entry) Summary() string {
	switch l.Measure {
	case ByTime:
		return fmt.Sprintf(text.Boards.In, l.Players(), preciseTime(l.Ticks))
	case ByRating:
		if l.Other.IsZero() {
			return fmt.Sprintf(text.Boards.AgainstDeleted, l.Name)
		}
		return fmt.Sprintf(text.Boards.Against, l.Name, l.Other)
	}
	return fmt.Sprintf(text.Boards.Result, l.Players(), text.Number(l.Score), l.Last)
}

// wonLost returns the numbers of rated matches that the player has won and lost.
func (l *Entry) wonLost() string { return fmt.Sprintf("%d–%d", l.Won, l.Lost) }

// preciseTime formats a time with two decimals.
func preciseTime(ticks uint64) string {
	hundredths := ticks * 100 / engine.TicksPerSecond
	return fmt.Sprintf("%d:%02d.%02d", hundredths/6000, hundredths/100%60, hundredths%100)
}

// String returns the places of a game for its player. It returns "" if the game is not ranked.
func (p Placing) String() string {
	var parts []string
	for period, place := range p.Places {
		if place == 0 || period+1 < len(p.Places) && p.Places[period+1] == place { // the longer period includes it
			continue
		}
		parts = append(parts, fmt.Sprintf("%d %s", place, strings.ToLower(text.Translate(Periods[period].Title))))
	}
	return strings.Join(parts, ", ")
}
