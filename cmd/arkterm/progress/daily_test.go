package progress

import (
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/levels"
)

const today = engine.Day(2026_11_22)

// diaryOf returns a diary with a result for each of the given numbers of days ago.
func diaryOf(ago ...int) (d Diary) {
	for _, n := range ago {
		day := today
		for range n {
			day = DayBefore(day)
		}
		d.Add(DailyResult{Day: day, Score: 1000 + n, PartsDone: n % (DailyParts + 1)})
	}
	return d
}

func TestDiariesRoundTrip(t *testing.T) {
	d := diaryOf(3, 0, 1, 7)
	again := ParseDiary(d.Text())
	if !slices.Equal(again.results, d.results) || len(again.results) != 4 || again.results[0].Day != today {
		t.Errorf("the diary %v is read back as %v", d.results, again.results)
	}
}

// The file of an earlier version contains only the day of the last try. Other content is not an error.
func TestParseDiary(t *testing.T) {
	for text, want := range map[string]int{
		"2026-11-22\n":      1,
		"":                  0,
		"nonsense":          0,
		"2026-11-22 5 7\n":  0, // too many parts
		"2026-11-22 -5 1\n": 0,
		"2026-11-22 5 1\n2026-11-21 99999999999999 1": 1,
		"2026-02-30 5 1\n2026-11-21 5 1":              1, // a date that does not exist
		"2026-11-22 5 1\n2026-11-22 6 1\n":            1,
		strings.Repeat("2026-11-22 5 1\n", 1000):      1,
	} {
		d := ParseDiary([]byte(text))
		if len(d.results) != want {
			t.Errorf("ParseDiary(%.40q) has %d results, want %d", text, len(d.results), want)
		}
	}
}

func FuzzParseDiary(f *testing.F) {
	f.Add([]byte("2026-11-22 27460 4\n2026-11-21\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d := ParseDiary(text)
		if again := ParseDiary(d.Text()); !slices.Equal(again.results, d.results) {
			t.Errorf("the diary %v is read back as %v", d.results, again.results)
		}
		d.Streak(today)
		d.Card(today, today, true)
	})
}

// A diary can be copied as a value. Adding a result does not change copies.
func TestCopiesOfDiaries(t *testing.T) {
	d := diaryOf(0, 1)
	other := d
	other.Add(DailyResult{Day: today, Score: 9})
	if try, _ := d.ResultOn(today); try.Score != 1000 {
		t.Errorf("after a change of the copy, the original has score %d, want 1000", try.Score)
	}
}

func TestDiariesAreLimited(t *testing.T) {
	var d Diary
	day := today
	for range maxResults + 10 {
		d.Add(DailyResult{Day: day})
		day = DayBefore(day)
	}
	if _, first := d.ResultOn(today); len(d.results) != maxResults || !first {
		t.Errorf("%d results, the latest is kept: %v; want %d, true", len(d.results), first, maxResults)
	}
}

func TestStreak(t *testing.T) {
	for _, c := range []struct {
		ago  []int
		want int
	}{
		{nil, 0},
		{[]int{0}, 1},
		{[]int{1}, 1}, // the try of today is still possible
		{[]int{2}, 0},
		{[]int{0, 1, 2, 4}, 3},
		{[]int{1, 2, 3}, 3},
		{[]int{21, 22, 23}, 0},
	} {
		d := diaryOf(c.ago...)
		if got := d.Streak(today); got != c.want {
			t.Errorf("results %v days ago: Streak() = %d, want %d", c.ago, got, c.want)
		}
	}
}

func TestDayBefore(t *testing.T) {
	for day, want := range map[engine.Day]engine.Day{
		2026_11_22: 2026_11_21,
		2026_03_01: 2026_02_28,
		2028_03_01: 2028_02_29,
		2027_01_01: 2026_12_31,
	} {
		if got := DayBefore(day); got != want {
			t.Errorf("DayBefore(%s) = %s, want %s", day, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	d := diaryOf(1, 2)
	try := DailyResult{Day: today, Score: 27460, PartsDone: 4}
	d.Add(try)
	if got, want := d.ShareLine(try), "arkterm daily 22 Nov ⬢⬢⬢⬢⬡⬡ 27,460 · 3 days in a row"; got != want {
		t.Errorf("Line() = %q, want %q", got, want)
	}
	if got := Hexagons(9, true) + Hexagons(-1, true) + Hexagons(2, true); got != "######......##...." {
		t.Errorf("Hexagons(9), (-1) and (2) = %q", got)
	}
	if got := Date(today); got != "Sunday, 22 November 2026" {
		t.Errorf("Date() = %q, want Sunday, 22 November 2026", got)
	}
}

// The text of a card fits next to a leaderboard.
func TestCards(t *testing.T) {
	fresh, tried := diaryOf(1, 2, 5), diaryOf(0, 1)
	for _, c := range []struct {
		diary      Diary
		day, today engine.Day
		want       string
	}{
		{fresh, today, today, "You have one try"},
		{fresh, today, today, "The day before  #.....  1,001"},
		{fresh, today, today, "2 days"},
		{fresh, today, today, "Your best day   #####.  1,005"},
		{tried, today, today, "Your try   ......  1,000"},
		{tried, today, today, "do not count"},
		{fresh, today - 10, today, "This day is over"},
		{Diary{}, today, today, "one try"},
	} {
		lines := c.diary.Card(c.day, c.today, true)
		if text := strings.Join(lines, "\n"); !strings.Contains(text, c.want) {
			t.Errorf("the card does not contain %q:\n%s", c.want, text)
		}
		for _, line := range lines {
			if len(line) > cardWidth {
				t.Errorf("%q is too wide", line)
			}
		}
	}
}

func TestPartsDone(t *testing.T) {
	pack := levels.Daily(today)
	g, err := engine.New(engine.Config{
		Levels: pack.Levels,
		Setup:  engine.Setup{Mode: engine.Daily, Day: today, Seed: today.Seed()},
	})
	if err != nil {
		t.Fatal(err)
	}
	n, before := len(pack.Levels), 0
	for level := range n {
		g.Level = level
		for _, left := range []int{g.BricksNeeded(), g.BricksNeeded() / 2, 0} {
			g.BricksLeft = left
			done := PartsDone(g, n)
			if done < before || done >= DailyParts {
				t.Errorf("level %d with %d bricks left: PartsDone() = %d, was %d before", level+1, left, done, before)
			}
			before = done
		}
	}
	if before != DailyParts-1 {
		t.Errorf("PartsDone() = %d before the end, want %d", before, DailyParts-1)
	}
	if g.Phase = engine.Won; PartsDone(g, n) != DailyParts {
		t.Errorf("PartsDone() = %d for a won game, want %d", PartsDone(g, n), DailyParts)
	}
}

// A merged diary has the results of both, and for each day the better one.
func TestMergeDiaries(t *testing.T) {
	a, b := "2026-11-22 100 2\n2026-11-20 50 1\n", "2026-11-22 90 6\n2026-11-21 70 3\n"
	want := "2026-11-22 100 2\n2026-11-21 70 3\n2026-11-20 50 1\n"
	for _, c := range [][2]string{{a, b}, {b, a}, {want, a}, {want, ""}, {"", want}} {
		if got := string(MergeDiaries([]byte(c[0]), []byte(c[1]))); got != want {
			t.Errorf("MergeDiaries(%q, %q) = %q, want %q", c[0], c[1], got, want)
		}
	}
}
