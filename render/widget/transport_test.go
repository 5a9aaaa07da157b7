package widget

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// TestTransport compares the bar at both ends and in the middle, with all its parts.
func TestTransport(t *testing.T) {
	const second = engine.TicksPerSecond
	bar := Transport{
		Last: 600 * second, Reachable: 400 * second, SpeedEighths: 8,
		Bookmarks: []Bookmark{{Tick: 0}, {300 * second, false}, {450 * second, true}},
		Help:      []string{"space", "pause", "q", "quit", "much", strings.Repeat("x", 200)},
	}
	for _, c := range []struct {
		at      uint64
		state   PlaybackState
		eighths int
		note    string
		glyphs  cell.Glyphs
		w, h    int
		want    string
	}{
		{0, PlaybackPaused, 8, "", cell.Quadrant, 60, 24, ` ‖  0:00 ●──────────────────┼────────◆────────── 10:00 ×1
 space pause  q quit`},
		{
			300 * second, PlaybackRunning, 128, "", cell.Quadrant, 60, 24,
			" ▸  5:00 ━━━━━━━━━━━━━━━━━━━●────────◆────────── 10:00 ×16\n space pause  q quit",
		},
		{
			600 * second, PlaybackEnded, 1, "cut", cell.ASCII, 60, 24,
			" # 10:00 ===================|========*=========O 10:00 x1/8\n cut",
		},
		{150 * second, PlaybackSeeking, 4, "", cell.Half, 41, 17, ` »  2:30 ━━━●──┼──◆─── 10:00 ×1/2 ? keys`},
		{
			150 * second, PlaybackRunning, 8, "a note about this game", cell.ASCII, 41, 16,
			` >  2:30 a note about. 10:00 x1   ? keys`,
		},
	} {
		bar.At, bar.State, bar.SpeedEighths, bar.Note = c.at, c.state, c.eighths, c.note
		look := Look{Theme: &theme.All[0], Glyphs: c.glyphs, Blocks: c.glyphs.Blocks()}
		var f cell.Frame
		f.Resize(c.w, c.h)
		look.DrawTransport(&f, &bar)
		rows, game := TransportRows(c.h)
		if got := strings.Join(trimmedLines(f.String())[c.h-rows:], "\n"); got != c.want {
			t.Errorf("%v: the bar is\n%s\nwant\n%s", c, got, c.want)
		}
		if game < MinH {
			t.Errorf("TransportRows(%d) leaves %d rows for the game, want at least %d", c.h, game, MinH)
		}
	}
}

// TestHelpAtFindsEachKey checks that HelpAt finds each key at the cells of the key and its command, and no key at other
// cells.
func TestHelpAtFindsEachKey(t *testing.T) {
	keys := []string{"←→", "5 s", "?", "keys", "t", "play", "much", strings.Repeat("x", 60)}
	for _, c := range []struct {
		w, h          int
		subject, note string
		want          string // index of the key at each column
	}{
		{40, 24, "", "", ".000000..222222..444444................."},
		{40, 24, "ann · 3 watching", "", ".000000..222222........................."},
		{40, 24, "", "cut", "........................................"},
		{41, 17, "", "", "..................................222222."},
		{41, 17, "", "cut", "..................................222222."},
	} {
		bar := Transport{Last: 1000, Help: keys, Subject: c.subject, Note: c.note}
		look := Look{Theme: &theme.All[0], Glyphs: cell.Quadrant, Blocks: cell.Quadrant.Blocks()}
		var f cell.Frame
		f.Resize(c.w, c.h)
		look.DrawTransport(&f, &bar)
		got := ""
		for col := range c.w {
			switch i, at := bar.HelpAt(&f, col, c.h-1); {
			case i < 0:
				got += "."
			case []rune(keys[i] + " " + keys[i+1])[at] != f.At(col, c.h-1).Glyph:
				t.Errorf("%v: HelpAt column %d = column %d of %s, want the glyph that is drawn there", c, col, at,
					keys[i])
			default:
				got += string(rune('0' + i))
			}
		}
		if got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c, got, c.want)
		}
		if i, _ := bar.HelpAt(&f, 2, c.h-2); i >= 0 {
			t.Errorf("%v: HelpAt above the last row = %d, want -1", c, i)
		}
	}
}

// trimmedLines returns the lines of s without trailing blanks.
func trimmedLines(s string) (lines []string) {
	for line := range strings.Lines(s) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return lines
}

// TestClickOnTheBarMovesTheKnob checks that the tick at a cell of the bar is drawn at that cell, or one cell to its
// left.
func TestClickOnTheBarMovesTheKnob(t *testing.T) {
	for _, last := range []uint64{1, 7, 1000, 144_000, 3_456_000} {
		bar := Transport{First: 500, Last: 500 + last}
		for _, w := range []int{40, 41, 80, 200} {
			var f cell.Frame
			f.Resize(w, 24)
			cells := 0
			for col := range w {
				tick, ok := bar.TickAt(&f, col, 22)
				if !ok {
					continue
				}
				cells++
				x, n := bar.barArea(w, 2)
				if at := x + bar.column(tick, n); at != col && last > 1000 && at != col-1 {
					t.Errorf("%d columns, %d ticks: TickAt column %d = %d, which is in column %d, want the same column",
						w, last, col,
						tick, at)
				}
				if tick < bar.First || tick > bar.Last {
					t.Errorf("TickAt column %d = %d, want a tick from %d to %d", col, tick, bar.First, bar.Last)
				}
			}
			if cells < 10 {
				t.Errorf("%d columns: the bar has %d cells, want at least 10", w, cells)
			}
			if _, ok := bar.TickAt(&f, 20, 21); ok {
				t.Error("TickAt in the row above the bar reports a tick, want none")
			}
		}
	}
}
