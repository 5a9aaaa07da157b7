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

// TableTitle returns the name of a table's leaderboards, which includes the source unless it is Solo.
func TableTitle(t progress.Table, source Source) string {
	title := TableKind(t, source)
	if source != Solo {
		title += ", " + text.Translate(Sources[source].Name)
	}
	return title
}

// TableKind returns a description of the games in a table, for example "Campaign, hard, assisted".
func TableKind(t progress.Table, source Source) string {
	name := t.Mode
	if t.HasOwnLevels() || source == Matches || t.Mode == "" {
		name = t.SetName // name of the mode or of the kind of match, the day of a daily game, or other settings
	}
	name = text.Translate(name)
	_, size := utf8.DecodeRuneInString(name)
	parts := []string{strings.ToUpper(name[:size]) + name[size:]}
	if t.Difficulty != "" {
		parts = append(parts, text.Translate(t.Difficulty))
	}
	if t.FirstLevel > 1 {
		parts = append(parts, fmt.Sprintf(text.Boards.FromLevel, t.FirstLevel))
	}
	if t.Assisted {
		parts = append(parts, text.Scores.Assisted)
	}
	if t.DropPercent != progress.DefaultDrops {
		parts = append(parts, fmt.Sprintf(text.Scores.Drops, t.DropPercent))
	}
	return strings.Join(parts, ", ")
}

// TableHeading returns the heading for the rows of a leaderboard with the measure m, see [Entry.TableRow].
func TableHeading(m Measure) string {
	columns := fmt.Sprintf("%3s %7s", "to", "time")
	if m == ByRating {
		columns = fmt.Sprintf("%8s", "won–lost")
	}
	return fmt.Sprintf("%3s  %-*s %8s %s  %-*s  %s", "#", text.MaxPlayerName, "name", Measures[m].Heading, columns,
		len(time.DateOnly), "date", "game")
}

// TableRow returns the entry as a row of a leaderboard.
func (e *Entry) TableRow() string {
	columns := fmt.Sprintf("%3d %7s", e.LastLevel, text.PlayTime(e.Ticks))
	if e.Measure == ByRating {
		columns = fmt.Sprintf("%8s", e.wonLost())
	}
	return fmt.Sprintf("%3d  %s %8s %s  %s  %d", e.Place, text.Pad(e.Players(), text.MaxPlayerName), e.Result(),
		columns,
		e.Ended.Format(time.DateOnly), e.ID)
}

// ShortRow returns the entry as a short row: place, name, result and detail.
func (e *Entry) ShortRow() string {
	return fmt.Sprintf("%2d %s %9s  %s", e.Place, text.Pad(e.Players(), text.MaxPlayerName), e.Result(), e.Detail())
}

// Players returns the name of the player, or both names for a game of partners.
func (e *Entry) Players() string {
	switch {
	case e.Measure == ByRating:
	case e.WithGuest:
		return fmt.Sprintf(text.Boards.WithGuest, e.Name)
	case !e.Other.IsZero():
		return fmt.Sprintf(text.Boards.With, e.Name, e.Other)
	}
	return e.Name.String()
}

// Result returns the value by which the entry is ranked.
func (e *Entry) Result() string {
	switch e.Measure {
	case ByTime:
		return preciseTime(e.Ticks)
	case ByRating:
		return text.Number(e.Rating)
	}
	return text.Number(e.Score)
}

// Detail returns an additional value of the entry: the points if it is ranked by time, the won and lost matches if it
// is ranked by rating, and otherwise the last level.
func (e *Entry) Detail() string {
	switch e.Measure {
	case ByTime:
		return fmt.Sprintf(text.Boards.Points, text.Number(e.Score))
	case ByRating:
		return e.wonLost()
	}
	return fmt.Sprintf(text.Boards.Level, e.LastLevel)
}

// Summary returns a short description of the game: the players and the result.
func (e *Entry) Summary() string {
	switch e.Measure {
	case ByTime:
		return fmt.Sprintf(text.Boards.In, e.Players(), preciseTime(e.Ticks))
	case ByRating:
		if e.Other.IsZero() {
			return fmt.Sprintf(text.Boards.AgainstDeleted, e.Name)
		}
		return fmt.Sprintf(text.Boards.Against, e.Name, e.Other)
	}
	return fmt.Sprintf(text.Boards.Result, e.Players(), text.Number(e.Score), e.LastLevel)
}

// wonLost returns the numbers of rated matches that the player has won and lost, as text.
func (e *Entry) wonLost() string { return fmt.Sprintf("%d–%d", e.Won, e.Lost) }

// preciseTime formats a duration in ticks as minutes and seconds with two decimals.
func preciseTime(ticks uint64) string {
	hundredths := ticks * 100 / engine.TicksPerSecond
	return fmt.Sprintf("%d:%02d.%02d", hundredths/6000, hundredths/100%60, hundredths%100)
}

// String returns the places of a game, for example "3 this week, 12 all time", or "" if the game has no place.
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
