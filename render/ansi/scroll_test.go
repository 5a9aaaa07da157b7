package ansi

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arkterm/render/cell"
)

// A pager shows lines of text between a title and a status line.
type pager struct {
	f     cell.Frame
	rng   *rand.Rand
	lines [][]cell.Cell
	first int // the line in row 0, which the title covers
	style cell.Style
}

// newPager returns a pager with 500 random lines. The size is in cells.
func newPager(seed uint64, w, h int, style cell.Style) *pager {
	p := &pager{rng: rand.New(rand.NewPCG(seed, 3)), style: style}
	p.f.Resize(w, h)
	for range 500 {
		var line cell.Frame
		line.Resize(w, 1)
		line.Fill(0, 0, w, 1, ' ', style)
		for x := range 2 + p.rng.IntN(w*3/4) {
			line.Set(x, 0, rune("etaoin shrdlu"[p.rng.IntN(13)]), style)
		}
		line.Text(p.rng.IntN(4*w), 0, specialTexts[p.rng.IntN(len(specialTexts))], style)
		if p.rng.IntN(8) == 0 {
			line.Fill(0, 0, w, 1, ' ', style)
		}
		p.lines = append(p.lines, line.Cells)
	}
	p.first = 200
	return p
}

// scroll moves the text up by n rows.
func (p *pager) scroll(n int) *cell.Frame {
	f := &p.f
	p.first = min(max(p.first+n, 0), len(p.lines)-f.H)
	f.Fill(0, 0, f.W, f.H, ' ', p.style)
	f.Text(0, 0, "a title that stays", p.style)
	for y := 1; y < f.H-1; y++ {
		copy(f.Cells[y*f.W:], p.lines[p.first+y])
	}
	f.Text(0, f.H-1, fmt.Sprintf("line %d", p.first), p.style)
	return f
}

// regionSet matches the sequence that begins a scroll of some of the rows.
var regionSet = regexp.MustCompile("\x1b\\[\\d+;\\d+r")

// pagerStyles are the default colors, and colors that no erased row has.
var pagerStyles = []cell.Style{
	{Fg: cell.Default, Bg: cell.Default},
	{Fg: 0xc0c0c0, Bg: 0x101010},
	{Fg: cell.Default, Bg: cell.Default, Attr: cell.Reverse},
}

// TestPagerScrolls checks that the Encoder scrolls the terminal if a pager moves its text by a few rows, and that the
// terminal then shows the frame.
func TestPagerScrolls(t *testing.T) {
	for seed := range uint64(24) {
		style, tier := pagerStyles[seed%3], cell.Tier(seed/3%4)
		p := newPager(seed, 80, 24, style)
		var e, withoutScroll Encoder
		e.SetScroll(true)
		e.SetTier(tier)
		withoutScroll.SetTier(tier)
		screen := NewEmulator(80, 24)
		screen.BCE = seed%2 == 0
		sent, without, scrolls := 0, 0, 0
		const frames = 60
		for n := range frames {
			f := p.scroll(p.rng.IntN(9) - 4)
			if n == 20 {
				e.ForgetCursor()
			}

			bytesSent, all := e.Frame(nil, f), withoutScroll.Frame(nil, f)
			screen.Write(bytesSent)
			if d := screen.Diff(f, tier); d != "" {
				t.Fatalf("seed %d, frame %d: the terminal differs from the frame: %s\nsent %q", seed, n, d, bytesSent)
			}
			if n == 0 {
				continue
			}
			if regionSet.Match(bytesSent) {
				scrolls++
			}
			sent, without = sent+len(bytesSent), without+len(all)
		}
		if scrolls < frames/2 {
			t.Errorf("seed %d: %d of %d frames scroll, want at least half", seed, scrolls, frames)
		}
		if sent > without/3 {
			t.Errorf("seed %d: %d bytes with scrolling, want at most a third of the %d without", seed, sent, without)
		}
	}
}

// TestScrollSequences checks the sequences of scrolls. An exposed row needs no text only if the style is the
// default.
func TestScrollSequences(t *testing.T) {
	plain := cell.Style{Fg: cell.Default, Bg: cell.Default}
	colored := cell.Style{Fg: 0x010203, Bg: 0x040506}
	for _, c := range []struct {
		name  string
		style cell.Style
		rows  string // first frame, one letter for each row
		next  string // second frame
		want  string
	}{
		{"all rows move up", plain, "abcdefgh", "bcdefgh ", "\x1b[H\x1b[M"},
		{"all rows move down", plain, "abcdefgh", " abcdefg", "\x1b[H\x1b[L"},
		{"rows between two others move up", plain, "abcdefgh", "acdefg h", "\x1b[2;7r\x1b[2H\x1b[M\x1b[r"},
		{"rows move down by two", plain, "abcdefgh", "a  bcdeh", "\x1b[2;7r\x1b[2H\x1b[2L\x1b[r"},
		{"rows down to the last one move up", plain, "abcdefgh", "acdefgh ", "\x1b[2H\x1b[M"},
		{"rows move up to a new row", plain, "abcdefgh", "bcdefghi", "\x1b[H\x1b[M\x1b[8H" + strings.Repeat("i", 30)},
		{"colored rows move up", colored, "abcdefgh", "bcdefgh ", "\x1b[H\x1b[M\x1b[8H" + strings.Repeat(" ", 30)},
		{"one row changes among blank rows", plain, "        ", "a       ", "\x1b[H" + strings.Repeat("a", 30)},
		{"the last row changes, and no row moves", plain, "abcdefgh", "abcdefgi", "\r" + strings.Repeat("i", 30)},
	} {
		var f cell.Frame
		f.Resize(30, 8)
		draw := func(rows string) {
			for y, r := range rows {
				f.Fill(0, y, 30, 1, r, c.style)
			}
		}
		for _, scrolls := range []bool{true, false} {
			var e Encoder
			e.SetScroll(scrolls)
			draw(c.rows)
			e.Frame(nil, &f)
			draw(c.next)
			got := string(e.Frame(nil, &f))
			if scrolls && got != c.want {
				t.Errorf("%s: sent %q, want %q", c.name, got, c.want)
			}
			if !scrolls && strings.ContainsAny(got, "rML") {
				t.Errorf("%s, SetScroll(false): sent %q, want no scroll", c.name, got)
			}
		}
	}
}

// TestPartsScroll checks that the Encoder also scrolls a terminal that receives partial frames. Pending must count all
// cells that differ, and a frame without a limit must send them.
func TestPartsScroll(t *testing.T) {
	for seed := range uint64(12) {
		p := newPager(seed, 60, 20, pagerStyles[seed%3])
		var e Encoder
		e.SetScroll(true)
		screen := NewEmulator(60, 20)
		screen.BCE = seed%2 == 0
		scrolls := 0
		for n := range int64(200) {
			f := p.scroll(p.rng.IntN(9) - 4)
			limit := []int{0, 64, 150, 400, 3000}[p.rng.IntN(5)]
			sent := e.PartialFrame(nil, f, Limit{limit, n * 33_000_000})
			screen.Write(sent)
			if regionSet.Match(sent) {
				scrolls++
			}
			count, since := e.Pending()
			wrong := 0
			for i := range f.Cells {
				if screen.Cells[i] != screen.ExpectedAt(f, i, cell.Truecolor) {
					wrong++
				}
			}
			if wrong > count || limit == 0 && count > 0 || count > 0 && since > n*33_000_000 {
				t.Fatalf("seed %d, frame %d, limit %d: %d cells differ, but Pending() = %d, %d", seed, n, limit,
					wrong, count, since)
			}
		}
		if scrolls < 50 {
			t.Errorf("seed %d: %d of 200 frames scroll, want at least 50", seed, scrolls)
		}
	}
}

// TestTerminalsWithPartsDoNotScroll checks that the Encoder does not scroll a terminal that shows a cell.Part, because
// that would move the cells of the part.
func TestTerminalsWithPartsDoNotScroll(t *testing.T) {
	p := newPager(1, 80, 24, pagerStyles[0])
	var e Encoder
	e.SetScroll(true)
	for n := range 8 {
		f := p.scroll(1)
		f.Urgent = nil
		if n > 1 && n < 4 {
			f.Urgent = []cell.Part{{X: 3, Y: 3, W: 2, H: 2, ID: 1}}
		}
		sent := e.Frame(nil, f)
		if scrolls := regionSet.Match(sent); scrolls != (n > 0 && n < 3 || n > 4) {
			t.Errorf("frame %d scrolls: %v, want %v", n, scrolls, !scrolls)
		}
	}
}

// TestErasedRowsAreUnknown checks that all cells of an erased row are sent if the style was not reset before. Such a
// row can have any background.
func TestErasedRowsAreUnknown(t *testing.T) {
	for _, bce := range []bool{false, true} {
		var f cell.Frame
		f.Resize(40, 6)
		rows := func(first rune) {
			for y := range f.H {
				f.Fill(0, y, f.W, 1, first+rune(y), cell.Style{Fg: 0x010203, Bg: 0x040506})
				f.Set(20, y, ' ', cell.Style{Fg: cell.Default, Bg: cell.Default})
			}
		}
		var e Encoder
		e.SetScroll(true)
		screen := NewEmulator(f.W, f.H)
		screen.BCE = bce
		rows('a')
		screen.Write(e.Frame(nil, &f))
		f.Set(0, 0, 'x', cell.Style{Fg: 0x010203, Bg: 0x040506}) // makes this the current style
		screen.Write(e.Frame(nil, &f))
		rows('b')
		sent := e.Frame(nil, &f)
		screen.Write(sent)
		if d := screen.Diff(&f, cell.Truecolor); d != "" || len(sent) > 130 {
			t.Errorf("bce %v: sent %d bytes %q, want at most 130; difference %q", bce, len(sent), sent, d)
		}
	}
}

// TestTimesOfCellsScroll checks that the times of omitted cells move with the rows that scroll.
func TestTimesOfCellsScroll(t *testing.T) {
	p := newPager(3, 60, 20, pagerStyles[0])
	var e Encoder
	e.SetScroll(true)
	e.PartialFrame(nil, p.scroll(0), Limit{0, 1})
	for x := range 60 { // the last line and the next one
		p.lines[p.first+18][x] = cell.Cell{Glyph: rune('A' + x%20), Fg: cell.Color(x * 77777)}
		p.lines[p.first+19][x] = cell.Cell{Glyph: rune('B' + x%20), Fg: cell.Color(x * 55555)}
	}
	e.PartialFrame(nil, p.scroll(0), Limit{64, 2})
	before := slices.Clone(e.pending.since[18*60 : 19*60])
	if !slices.Contains(before, 2) {
		t.Fatalf("times of the omitted cells of row 18 = %v, want a 2", before)
	}
	e.PartialFrame(nil, p.scroll(1), Limit{64, 3})
	if row := e.pending.since[17*60 : 18*60]; !slices.Contains(row, 2) {
		t.Errorf("times of the omitted cells of the moved row = %v, want a 2", row)
	}
	if row := e.pending.since[18*60 : 19*60]; slices.Contains(row, 2) {
		t.Errorf("times of the omitted cells of the new row = %v, want no 2", row)
	}
}

func TestScrollDoesNotAllocate(t *testing.T) {
	p := newPager(1, 80, 24, pagerStyles[1])
	frames := make([]cell.Frame, 7)
	for n := range frames {
		frames[n] = *p.scroll(1)
		frames[n].Cells = slices.Clone(frames[n].Cells)
	}
	var e Encoder
	e.SetScroll(true)
	dst := make([]byte, 0, 1<<17)
	n := 0
	if allocs := testing.AllocsPerRun(100, func() { n++; e.Frame(dst, &frames[n%len(frames)]) }); allocs > 0 &&
		!testing.Short() {
		t.Errorf("Frame allocates %v times, want 0", allocs)
	}
}
