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

// A DailyResult is the result of the counted game of a daily challenge.
type DailyResult struct {
	Day   engine.Day
	Score int
	Done  int // number of completed parts, up to DailyParts
}

// DailyParts is the number of parts into which the levels of a day are divided, to show the progress of a game.
const DailyParts = 6

// PartsDone returns the number of parts that a game has completed. Only a won game has DailyParts parts.
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

// A Diary lists the results of daily challenges, beginning with the latest. The zero Diary is empty.
type Diary struct{ results []DailyResult }

// maxResults is the maximum number of results in a diary. It is more than a year.
const maxResults = 400

// ParseDiary parses a diary in the format of Text. A malformed line ends the diary. Dates that do not exist are
// skipped, because earlier versions used such dates.
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
			t.Score, t.Done = int(score), int(done)
		}
		d.Add(t)
	}
	return d
}

// Text returns the diary as text. Each try is a line with its day, score and parts.
func (d *Diary) Text() []byte {
	var b bytes.Buffer
	for _, t := range d.results {
		fmt.Fprintln(&b, t.Day, t.Score, t.Done)
	}
	return b.Bytes()
}

// MergeDiaries returns the text of a diary that contains the tries of two others, because two processes of a player
// may write it. If both have a try of the same day, the better one is used.
func MergeDiaries(a, b []byte) []byte {
	d := ParseDiary(a)
	for _, t := range ParseDiary(b).results {
		i := slices.IndexFunc(d.results, func(o DailyResult) bool { return o.Day == t.Day })
		if i < 0 || d.results[i].Score < t.Score || d.results[i].Score == t.Score && d.results[i].Done < t.Done {
			d.Add(t)
		}
	}
	return d.Text()
}

// Add adds a result. It replaces a result of the same day.
func (d *Diary) Add(t DailyResult) {
	i, found := slices.BinarySearchFunc(d.results, t.Day,
		func(a DailyResult, day engine.Day) int { return int(day) - int(a.Day) })
	tries := slices.Clone(d.results) // copies of a diary share their slices
	if found {
		tries[i] = t
	} else {
		tries = slices.Insert(tries, i, t)
	}
	d.results = tries[:min(len(tries), maxResults)]
}

// ResultOn returns the result of a day, if there is one.
func (d *Diary) ResultOn(day engine.Day) (t DailyResult, tried bool) {
	for _, t := range d.results {
		if t.Day == day {
			return t, true
		}
	}
	return DailyResult{}, false
}

// Streak returns the number of consecutive days with a result, up to the given day or the day before.
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

// date returns a day as a time.
func date(day engine.Day) time.Time {
	return time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC)
}

// DayBefore returns the day before.
func DayBefore(day engine.Day) engine.Day {
	year, month, n := date(day).AddDate(0, 0, -1).Date()
	return engine.NewDay(year, int(month), n)
}

// Date returns a day in words, for example "Sunday, 22 November 2026".
func Date(day engine.Day) string {
	t := date(day)
	return fmt.Sprintf(text.Daily.Date, text.Daily.Weekdays[t.Weekday()], t.Day(), text.Daily.Months[t.Month()-1],
		t.Year())
}

// Hexagons returns the parts of a try as a row of hexagons, or of other characters in ASCII.
func Hexagons(done int, ascii bool) string {
	full, empty := "⬢", "⬡"
	if ascii {
		full, empty = "#", "."
	}
	done = max(0, min(done, DailyParts))
	return strings.Repeat(full, done) + strings.Repeat(empty, DailyParts-done)
}

// Line returns a line to share, with the day of a try, its progress, its score, and the streak.
func (d *Diary) Line(t DailyResult) string {
	line := fmt.Sprintf(text.Daily.Line, date(t.Day).Format(text.Daily.ShortDate), Hexagons(t.Done, false),
		text.Number(t.Score))
	if n := d.Streak(t.Day); n > 1 {
		line += fmt.Sprintf(text.Daily.LineStreak, n)
	}
	return line
}

// cardWidth is the maximum width of the text of a card.
const cardWidth = 34

// Card returns the lines to show before a daily challenge: the state of the try on that day, the result of the day
// before, the best result, and the streak. own is the player's current day. Other days are for practice.
func (d *Diary) Card(day, own engine.Day, ascii bool) (lines []string) {
	width := text.Widest(text.Daily.Before, text.Daily.Best, text.Daily.Streak)
	label := func(s string) string { return fmt.Sprintf("%-*s  ", width, s) }
	score := func(t DailyResult) string {
		return fmt.Sprintf("%s  %s", Hexagons(t.Done, ascii), text.Number(t.Score))
	}
	switch t, tried := d.ResultOn(day); {
	case tried:
		lines = append(lines, text.Daily.Try+"   "+score(t), text.Daily.Again)
	case day != own:
		lines = append(lines, text.Daily.Over)
	default:
		lines = append(lines, widget.WrapText(text.Daily.Once, cardWidth)...)
	}
	lines = append(lines, "")
	if t, tried := d.ResultOn(DayBefore(day)); tried {
		lines = append(lines, label(text.Daily.Before)+score(t))
	}
	if best, ok := d.Best(); ok {
		lines = append(lines, label(text.Daily.Best)+score(best))
	}
	if n := d.Streak(own); n > 0 {
		lines = append(lines, label(text.Daily.Streak)+text.Count.Days.Of(n))
	}
	return lines
}

// Best returns the try with the highest score.
func (d *Diary) Best() (best DailyResult, ok bool) {
	for _, t := range d.results {
		if !ok || t.Score > best.Score {
			best, ok = t, true
		}
	}
	return best, ok
}
