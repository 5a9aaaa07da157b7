package widget

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
)

// writtenText returns the text that write writes, and checks that the pen is in the column after it.
func writtenText(t *testing.T, write func(p *Pen)) string {
	t.Helper()
	var f cell.Frame
	f.Resize(30, 1)
	p := NewPen(&f, 0, 0, cell.Style{})
	write(&p)
	text := strings.TrimRight(f.String(), " \n")
	if cell.Width(text) != p.X {
		t.Errorf("after writing %q, the pen is in column %d, want %d", text, p.X, cell.Width(text))
	}
	return text
}

// TestNumbersAndTimes compares numbers and times with their text and their width.
func TestNumbersAndTimes(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 9: "9", 10: "10", 999: "999", 1000: "1,000", 99_999: "99,999",
		1_234_567: "1,234,567",
	} {
		if got := writtenText(t, func(p *Pen) { p.Number(n) }); got != want || NumberWidth(n) != len(want) {
			t.Errorf("Number(%d) writes %q, width %d, want %q", n, got, NumberWidth(n), want)
		}
	}
	for seconds, want := range map[uint64]string{
		0: "0:00", 9: "0:09", 61: "1:01", 599: "9:59", 600: "10:00", 3599: "59:59", 3600: "1:00:00", 36_061: "10:01:01",
		3_600_000: "1,000:00:00",
	} {
		ticks := (seconds+1)*engine.TicksPerSecond - 1
		if got := writtenText(t, func(p *Pen) { p.Clock(ticks) }); got != want || ClockWidth(ticks) != len(want) {
			t.Errorf("Clock of %d s writes %q, width %d, want %q", seconds, got, ClockWidth(ticks), want)
		}
	}
	for nanos, want := range map[int]string{
		0: "0.0 us", 1234: "1.2 us", 9999: "9.9 us", 10_000: "10 us",
		2_500_000: "2,500 us",
	} {
		if got := writtenText(t, func(p *Pen) { p.Micros(nanos) }); got != want {
			t.Errorf("Micros(%d) writes %q, want %q", nanos, got, want)
		}
	}
	for w, want := range map[int]string{2: "AB", 3: "ABC", 9: "ABC DÉ"} {
		if got := writtenText(t, func(p *Pen) { p.Upper("abc dé", w) }); got != want {
			t.Errorf("Upper in %d columns writes %q, want %q", w, got, want)
		}
	}
}

// TestStars checks the order of earned and missing stars.
func TestStars(t *testing.T) {
	m := &Glyphs[cell.ASCII]
	all := engine.StarCleared | engine.StarTime | engine.StarScore
	if got := writtenText(t, func(p *Pen) { p.Stars(m, engine.StarCleared|engine.StarScore, all) }); got != "*.*" {
		t.Errorf("Stars writes %q, want *.*", got)
	}
}

// TestFitRowsDropsPartsInOrder checks the rows of each part, and the blank rows above it, for decreasing room.
func TestFitRowsDropsPartsInOrder(t *testing.T) {
	policies := [...]RowPolicy{
		{},
		{NoGap: true, DropOrder: 3},
		{DropGapFirst: true, DropOrder: 1},
		{Truncatable: true, DropOrder: 2},
		{Transient: true, DropOrder: 4},
	}
	for _, c := range []struct {
		room        int
		rows, blank [5]int
	}{
		{20, [5]int{2, 1, 2, 4, 1}, [5]int{0, 0, 2, 2, 1}},
		{13, [5]int{2, 1, 2, 4, 1}, [5]int{0, 0, 1, 1, 1}},
		{12, [5]int{2, 1, 2, 4, 1}, [5]int{0, 0, 1, 1, 0}},
		{11, [5]int{2, 1, 2, 4, 1}, [5]int{0, 0, 0, 1, 0}},
		{10, [5]int{2, 1, 2, 4, 1}, [5]int{}},
		{9, [5]int{2, 0, 2, 4, 1}, [5]int{}},
		{8, [5]int{2, 0, 2, 3, 1}, [5]int{}},
		{5, [5]int{2, 0, 2, 0, 1}, [5]int{}},
		{4, [5]int{2, 0, 0, 0, 1}, [5]int{0, 0, 0, 0, 1}},
		{2, [5]int{2, 0, 0, 0, 0}, [5]int{}},
		{0, [5]int{2, 0, 0, 0, 0}, [5]int{}},
	} {
		for transient := range 4 { // the permanent parts do not depend on the number of transient rows
			rows, blank := [5]int{2, 1, 2, 4, transient}, [5]int{}
			FitRows(rows[:], blank[:], func(i int) *RowPolicy { return &policies[i] }, c.room, 0, 1, 3)
			if [4]int(rows[:4]) != [4]int(c.rows[:4]) || [4]int(blank[:4]) != [4]int(c.blank[:4]) ||
				transient == 1 && (rows != c.rows || blank != c.blank) {
				t.Errorf("FitRows in %d rows with %d transient rows = rows %v, blank %v; want %v, %v", c.room,
					transient, rows, blank,
					c.rows, c.blank)
			}
		}
	}
}
