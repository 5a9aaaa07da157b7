package render

import (
	"arkterm/render/cell"
)

// A Transport is the bar below a playback: its position, its speed and the keys that control it.
type Transport struct {
	State       PlaybackState
	At          uint64 // the current tick
	First, Last uint64 // ticks of the recording
	Known       uint64 // can be reached at once up to here
	Bookmarks   []Bookmark
	Eighths     int      // speed, in eighths of the game's
	Note        string   // replaces the help
	Help        []string // keys and their commands, alternating; as many as fit
}

// A PlaybackState is the state of a playback.
type PlaybackState uint8

// The states.
const (
	PlaybackRuns PlaybackState = iota
	PlaybackPaused
	PlaybackSeeks
	PlaybackEnded
)

// A Bookmark is a place on the bar: the beginning of a level, or the best combo in it.
type Bookmark struct {
	Tick  uint64
	Combo bool
}

// transportGlyphs are the glyphs of the bar.
type transportGlyphs struct {
	state                          [4]rune
	done, todo, knob, level, combo rune
	times                          rune
}

func transportGlyphsOf(g cell.Glyphs) transportGlyphs {
	if g == cell.ASCII {
		return transportGlyphs{[4]rune{'>', '=', '?', '#'}, '=', '-', 'O', '|', '*', 'x'}
	}
	return transportGlyphs{[4]rune{'▸', '‖', '»', '■'}, '━', '─', '●', '┼', '◆', '×'}
}

// TransportRows returns how many of h rows are for the transport and for the game. If there are no rows to
// spare, the transport covers the game's last row.
func TransportRows(h int) (rows, game int) {
	switch {
	case h >= MinH+2:
		return 2, h - 2
	case h > MinH:
		return 1, h - 1
	}
	return 1, h
}

// The widths of the parts beside the bar.
const (
	barStateW = 3 // the state between blanks
	barSpeedW = 6 // " ×1/8 "
	barHelpW  = 7 // "? keys "
)

// barOf returns the first column and the width of the bar.
func (t *Transport) barOf(w, rows int) (x, n int) {
	x = barStateW + clockWidth(t.Last-t.First) + 1
	right := w - clockWidth(t.Last-t.First) - 1 - barSpeedW
	if rows == 1 {
		right -= barHelpW
	}
	return x, max(right-x, 1)
}

// Transport draws t into the last rows of f.
func (v *View) Transport(f *cell.Frame, t *Transport) {
	rows, _ := TransportRows(f.H)
	y := f.H - rows
	m, th := transportGlyphsOf(v.o.Glyphs), &v.theme
	panel := func(c cell.Color, a cell.Attr) cell.Style { return cell.Style{Fg: c, Bg: th.Panel, Attr: a} }
	f.Fill(0, y, f.W, rows, ' ', panel(th.Text, 0))

	// The first row: state, time, bar, length and speed.
	p := pen{f, 1, y, panel(th.Accent, cell.Bold)}
	p.glyph(m.state[t.State])
	x, n := t.barOf(f.W, rows)
	p.x, p.style = x-1-clockWidth(t.At-t.First), panel(th.Text, cell.Bold)
	p.clock(t.At - t.First)
	v.drawBar(f, t, x, y, n)
	p.x, p.style = x+n+1, panel(th.Text, 0)
	p.clock(t.Last - t.First)
	p.x++
	p.style = panel(th.Accent, cell.Bold)
	p.glyph(m.times)
	if t.Eighths < 8 {
		p.text("1/")
		p.number(8 / max(t.Eighths, 1))
	} else {
		p.number(t.Eighths / 8)
	}

	if rows == 1 {
		v.oneRow(&p, t)
		return
	}

	// The second row: the notice, or as many keys as fit.
	p.x, p.y = 1, y+1
	if t.Note != "" {
		p.style = panel(th.Alarm, cell.Bold)
		p.cut(t.Note, f.W-2)
		return
	}
	for i := 0; i+1 < len(t.Help); i += 2 {
		key, does := t.Help[i], t.Help[i+1]
		if p.x+cell.Width(key)+1+cell.Width(does) > f.W-1 {
			return
		}
		p.style = panel(th.Text, cell.Bold)
		p.text(key)
		p.x++
		p.style = panel(th.Soft, 0)
		p.text(does)
		p.x += 2
	}
}

// oneRow writes the part of the second row that fits into the first: a hint, or the notice over the bar.
func (v *View) oneRow(p *pen, t *Transport) {
	if t.Note != "" {
		x, n := t.barOf(p.f.W, 1)
		p.x, p.style = x, cell.Style{Fg: v.theme.Alarm, Bg: v.theme.Panel, Attr: cell.Bold}
		p.f.Fill(x, p.y, n, 1, ' ', p.style)
		p.cut(t.Note, n)
	}
	p.x, p.style = p.f.W-barHelpW, cell.Style{Fg: v.theme.Soft, Bg: v.theme.Panel, Attr: 0}
	p.text("? keys")
}

// leastCombos is the least number of columns for each bookmark at which combos are shown.
const leastCombos = 2

// drawBar draws the bar of n columns.
func (v *View) drawBar(f *cell.Frame, t *Transport, x, y, n int) {
	m, th := transportGlyphsOf(v.o.Glyphs), &v.theme
	at, known := t.column(t.At, n), t.column(t.Known, n)
	for i := range n {
		switch {
		case i < at:
			f.Set(x+i, y, m.done, cell.Style{Fg: th.Accent, Bg: th.Panel, Attr: 0})
		case i <= known:
			f.Set(x+i, y, m.todo, cell.Style{Fg: th.Text, Bg: th.Panel, Attr: 0})
		default:
			f.Set(x+i, y, m.todo, cell.Style{Fg: th.Border, Bg: th.Panel, Attr: 0})
		}
	}
	for _, mark := range t.Bookmarks {
		if mark.Tick == t.First || mark.Combo && n < leastCombos*len(t.Bookmarks) {
			continue // levels take precedence
		}
		glyph, c := m.level, th.Text
		if mark.Combo {
			glyph, c = m.combo, th.Life
		}
		f.Set(x+t.column(mark.Tick, n), y, glyph, cell.Style{Fg: c, Bg: th.Panel, Attr: cell.Bold})
	}
	f.Set(x+at, y, m.knob, cell.Style{Fg: th.Text, Bg: th.Panel, Attr: cell.Bold})
}

// column returns the column of a tick on a bar of n columns.
func (t *Transport) column(tick uint64, n int) int {
	if t.Last <= t.First || tick <= t.First {
		return 0
	}
	return int(min(tick-t.First, t.Last-t.First) * uint64(n-1) / (t.Last - t.First))
}

// TickAt returns the tick at a cell of the bar, and whether the cell is on it.
func (v *View) TickAt(f *cell.Frame, t *Transport, col, row int) (tick uint64, ok bool) {
	rows, _ := TransportRows(f.H)
	x, n := t.barOf(f.W, rows)
	if row != f.H-rows || col < x || col >= x+n {
		return 0, false
	}
	return t.First + (t.Last-t.First)*uint64(col-x)/uint64(max(n-1, 1)), true
}
