package progress

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// A DailyResult is the result of a player's first daily game of a day, the try. Later games of that day are practice
// and have no DailyResult.
type DailyResult struct {
	Day       engine.Day
	Score     int
	PartsDone int // number of completed parts, up to DailyParts
}

// DailyParts is the number of equal parts in which the progress through a daily game is shown.
const DailyParts = 6

// PartsDone returns how many of the DailyParts parts are completed in a daily game with the given number of levels. All
// parts are completed only in a won game.
func PartsDone(g *engine.Game, levels int) int {
	if g.Phase == engine.Won || levels == 0 {
		return DailyParts
	}
	part := 1 - float64(g.BricksLeft)/float64(max(g.BricksNeeded(), 1))
	if g.Phase == engine.Clear || g.Phase == engine.Bonus {
		part = 1
	}
	return min(int((float64(g.Level)+max(0, part))/float64(levels)*DailyParts), DailyParts-1)
}

// A Diary lists the results of daily games, the latest first. The zero Diary is empty. Copies of a Diary are
// independent.
type Diary struct{ results []DailyResult }

// maxResults is the maximum number of results in a diary. It covers more than a year.
const maxResults = 400

// ParseDiary parses a diary in the format of Text. It stops at the first malformed line. It skips lines with dates that
// do not exist, because earlier versions wrote such lines.
func ParseDiary(text []byte) (d Diary) {
	for line := range strings.Lines(string(parse.WithoutMark(text))) {
		fields := strings.Fields(line)
		if len(fields) != 1 && len(fields) != 3 || len(d.results) == maxResults {
			break
		}
		day, err := engine.ParseDay(fields[0])
		if err != nil {
			continue
		}
		t := DailyResult{Day: day}
		if len(fields) == 3 {
			score, errScore := strconv.ParseUint(fields[1], 10, 31)
			done, errDone := strconv.ParseUint(fields[2], 10, 8)
			if errScore != nil || errDone != nil || done > DailyParts {
				break
			}
			t.Score, t.PartsDone = int(score), int(done)
		}
		d.Add(t)
	}
	return d
}

// Text returns the diary as text. Each result is a line with the day, the score and the number of completed parts.
func (d *Diary) Text() []byte {
	var b bytes.Buffer
	for _, t := range d.results {
		fmt.Fprintln(&b, t.Day, t.Score, t.PartsDone)
	}
	return b.Bytes()
}

// MergeDiaries returns the text of a diary with the results of two diaries. a and b are the texts of these diaries. If
// both have a result for a day, the better result is kept. Merging is needed because two processes of one player may
// write the same file.
func MergeDiaries(a, b []byte) []byte {
	d := ParseDiary(a)
	for _, t := range ParseDiary(b).results {
		i := slices.IndexFunc(d.results, func(o DailyResult) bool { return o.Day == t.Day })
		if i < 0 || d.results[i].Score < t.Score ||
			d.results[i].Score == t.Score && d.results[i].PartsDone < t.PartsDone {
			d.Add(t)
		}
	}
	return d.Text()
}

// Add adds a result. If the diary already has a result of the same day, Add replaces it.
func (d *Diary) Add(t DailyResult) {
	i, found := slices.BinarySearchFunc(d.results, t.Day,
		func(a DailyResult, day engine.Day) int { return int(day) - int(a.Day) })
	results := append([]DailyResult{}, d.results[:i]...) // do not change copies of the diary
	results = append(results, t)
	if found {
		i++
	}
	results = append(results, d.results[i:]...)
	d.results = results[:min(len(results), maxResults)]
}

// ResultOn returns the result of a day. tried is false if there is none.
func (d *Diary) ResultOn(day engine.Day) (t DailyResult, tried bool) {
	for _, t := range d.results {
		if t.Day == day {
			return t, true
		}
	}
	return DailyResult{}, false
}

// Streak returns the number of consecutive days with a result that end on the given day. If the given day has no result
// yet, Streak counts the days that end on the day before.
func (d *Diary) Streak(day engine.Day) (n int) {
	if _, tried := d.ResultOn(day); !tried {
		day = DayBefore(day)
	}
	for {
		if _, tried := d.ResultOn(day); !tried {
			return n
		}
		n++
		day = DayBefore(day)
	}
}

// timeOf returns the time at which a day starts in UTC.
func timeOf(day engine.Day) time.Time {
	return time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC)
}

// DayBefore returns the day before the given day.
func DayBefore(day engine.Day) engine.Day {
	year, month, n := timeOf(day).AddDate(0, 0, -1).Date()
	return engine.NewDay(year, int(month), n)
}

// Date formats a day, for example as "Sunday, 22 November 2026".
func Date(day engine.Day) string {
	t := timeOf(day)
	return fmt.Sprintf(text.Daily.Date, text.Daily.Weekdays[t.Weekday()], t.Day(), text.Daily.Months[t.Month()-1],
		t.Year())
}

// Hexagons draws the progress of a daily game as DailyParts hexagons. The first n hexagons are full. If ascii is true,
// the result has # and . instead of hexagons.
func Hexagons(n int, ascii bool) string {
	full, empty := "⬢", "⬡"
	if ascii {
		full, empty = "#", "."
	}
	n = max(0, min(n, DailyParts))
	return strings.Repeat(full, n) + strings.Repeat(empty, DailyParts-n)
}

// ShareLine returns a line about result t that the player can send to other people. The line contains the day, the
// progress, the score and the streak.
func (d *Diary) ShareLine(t DailyResult) string {
	line := fmt.Sprintf(text.Daily.Line, timeOf(t.Day).Format(text.Daily.ShortDate), Hexagons(t.PartsDone, false),
		text.Number(t.Score))
	if n := d.Streak(t.Day); n > 1 {
		line += fmt.Sprintf(text.Daily.LineStreak, n)
	}
	return line
}

// cardWidth is the width to which Card wraps text, in columns.
const cardWidth = 34

// Card returns the lines of the dialog before a daily game. The first lines contain the result of day, or a note that
// only the first game counts. Then follow the result of the day before, the best result and the streak. If day is not
// today, the lines also state that the game is practice.
func (d *Diary) Card(day, today engine.Day, ascii bool) (lines []string) {
	width := text.Widest(text.Daily.DayBefore, text.Daily.Best, text.Daily.Streak)
	label := func(s string) string { return fmt.Sprintf("%-*s  ", width, s) }
	score := func(t DailyResult) string {
		return fmt.Sprintf("%s  %s", Hexagons(t.PartsDone, ascii), text.Number(t.Score))
	}
	switch t, tried := d.ResultOn(day); {
	case tried:
		lines = append(lines, text.Daily.Try+"   "+score(t), text.Daily.NoFurtherGames)
	case day != today:
		lines = append(lines, text.Daily.DayOver)
	default:
		lines = append(lines, widget.WrapText(text.Daily.OneTryOnly, cardWidth)...)
	}
	lines = append(lines, "")
	if t, tried := d.ResultOn(DayBefore(day)); tried {
		lines = append(lines, label(text.Daily.DayBefore)+score(t))
	}
	if best, ok := d.Best(); ok {
		lines = append(lines, label(text.Daily.Best)+score(best))
	}
	if n := d.Streak(today); n > 0 {
		lines = append(lines, label(text.Daily.Streak)+text.Count.Days.Of(n))
	}
	return lines
}

// Best returns the result with the highest score. ok is false if the diary is empty.
func (d *Diary) Best() (best DailyResult, ok bool) {
	for _, t := range d.results {
		if !ok || t.Score > best.Score {
			best, ok = t, true
		}
	}
	return best, ok
}
