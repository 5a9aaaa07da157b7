package widget

import (
	"slices"

	"arkterm/render/cell"
	"arkterm/render/text"
)

// A Transport is the bar below a playback. It shows the position, the speed and the control keys.
type Transport struct {
	State        PlaybackState
	At           uint64 // current tick
	First, Last  uint64 // range of ticks of the recording
	Reachable    uint64 // playback can jump to any tick up to Reachable without delay
	Bookmarks    []Bookmark
	SpeedEighths int      // speed in eighths of the normal speed
	Note         string   // shown instead of Help; "" if none
	Subject      string   // name of the watched game, next to the keys; "" for none
	Help         []string // keys and their commands, alternating; only the first ones that fit are drawn
}

// A PlaybackState is the state of a playback.
type PlaybackState uint8

// The playback states.
const (
	PlaybackRunning PlaybackState = iota
	PlaybackPaused
	PlaybackSeeking
	PlaybackEnded
	PlaybackLive // a live game
)

// A Bookmark is a marked position on the bar: the beginning of a level, or the best combo of a level.
type Bookmark struct {
	Tick  uint64
	Combo bool
}

// transportGlyphs contains the glyphs of the bar.
type transportGlyphs struct {
	state                             [5]rune
	played, ahead, knob, level, combo rune
	times                             rune
}

// transportGlyphsOf returns the glyphs of the bar in a glyph set.
func transportGlyphsOf(g cell.Glyphs) transportGlyphs {
	if g == cell.ASCII {
		return transportGlyphs{[5]rune{'>', '=', '?', '#', '@'}, '=', '-', 'O', '|', '*', 'x'}
	}
	return transportGlyphs{[5]rune{'▸', '‖', '»', '■', '●'}, '━', '─', '●', '┼', '◆', '×'}
}

// TransportRows divides the rows of a frame between the transport and the game. h is the height of the frame. If the
// frame has no spare rows, game is h, and the transport covers the last row of the game.
func TransportRows(h int) (rows, game int) {
	switch {
	case h >= MinH+2:
		return 2, h - 2
	case h > MinH:
		return 1, h - 1
	}
	return 1, h
}

// The widths of the parts next to the bar, in columns.
const (
	barStateW = 3 // the state between two blanks
	barSpeedW = 6 // " ×1/8 "
	barHelpW  = 7 // "? keys "
)

// barArea returns the first column and the width of the bar in a frame of w columns.
func (t *Transport) barArea(w, rows int) (x, n int) {
	x = barStateW + ClockWidth(t.Last-t.First) + 1
	right := w - ClockWidth(t.Last-t.First) - 1 - barSpeedW
	if rows == 1 {
		right -= barHelpW
	}
	return x, max(right-x, 1)
}

// DrawTransport draws t into the last rows of f.
func (l *Look) DrawTransport(f *cell.Frame, t *Transport) {
	rows, _ := TransportRows(f.H)
	y := f.H - rows
	m, th := transportGlyphsOf(l.Glyphs), l.Theme
	panel := func(c cell.Color, a cell.Attr) cell.Style { return cell.Style{Fg: c, Bg: th.Panel, Attr: a} }
	f.Fill(0, y, f.W, rows, ' ', panel(th.Text, 0))

	// First row: state, time, bar, length and speed.
	p := NewPen(f, 1, y, panel(th.Accent, cell.Bold))
	p.Glyph(m.state[t.State])
	x, n := t.barArea(f.W, rows)
	p.X, p.Style = x-1-ClockWidth(t.At-t.First), panel(th.Text, cell.Bold)
	p.Clock(t.At - t.First)
	l.drawBar(f, t, x, y, n)
	p.X, p.Style = x+n+1, panel(th.Text, 0)
	p.Clock(t.Last - t.First)
	p.X++
	p.Style = panel(th.Accent, cell.Bold)
	if t.State == PlaybackLive {
		p.Text(text.Viewer.LiveMark)
	} else if p.Glyph(m.times); t.SpeedEighths < 8 {
		p.Text("1/")
		p.Number(8 / max(t.SpeedEighths, 1))
	} else {
		p.Number(t.SpeedEighths / 8)
	}

	if rows == 1 {
		l.drawHint(&p, t)
		return
	}

	// Second row: the subject at the end, and either the note or as many keys as fit.
	right := t.helpEnd(f.W)
	if right < f.W-1 {
		p.X, p.Y, p.Style = right+1, y+1, panel(th.Text, 0)
		p.Text(t.Subject)
	}
	p.X, p.Y = 1, y+1
	if t.Note != "" {
		p.Style = panel(th.Alarm, cell.Bold)
		p.Cut(t.Note, right-1)
		return
	}
	for i := 0; i+1 < len(t.Help) && t.helpEndColumn(i, p.X) <= right; i += 2 {
		p.Style = panel(th.Text, cell.Bold)
		p.Text(t.Help[i])
		p.X++
		p.Style = panel(th.Soft, 0)
		p.Text(t.Help[i+1])
		p.X += helpGap
	}
}

// helpGap is the number of columns between two keys.
const helpGap = 2

// helpEnd returns the column after the area for keys in a frame of w columns. The subject begins at that column if
// there is room.
func (t *Transport) helpEnd(w int) int {
	if n := cell.Width(t.Subject); t.Subject != "" && n < w/2 {
		return w - 2 - n
	}
	return w - 1
}

// helpEndColumn returns the column after the key Help[i] and its command, if the key begins at column x.
func (t *Transport) helpEndColumn(i, x int) int {
	return x + cell.Width(t.Help[i]) + 1 + cell.Width(t.Help[i+1])
}

// HelpAt returns the index in Help of the key at a cell, and the column within the key and its command. i is −1 if
// there is no key at the cell.
func (t *Transport) HelpAt(f *cell.Frame, col, row int) (i, at int) {
	if rows, _ := TransportRows(f.H); row != f.H-1 {
		return -1, 0
	} else if rows == 1 {
		if at = col - (f.W - barHelpW); at < 0 || at >= cell.Width(helpHint()) {
			return -1, 0
		}
		return slices.Index(t.Help, helpKey), at
	}
	if t.Note != "" {
		return -1, 0
	}
	for x := 1; i+1 < len(t.Help); i += 2 {
		after := t.helpEndColumn(i, x)
		if after > t.helpEnd(f.W) {
			break
		}
		if col >= x && col < after {
			return i, col - x
		}
		x = after + helpGap
	}
	return -1, 0
}

// helpKey is the key that shows all keys.
const helpKey = "?"

// helpHint returns the text at the end of a one-row transport bar, which has no room for all keys.
func helpHint() string { return helpKey + text.Viewer.MoreKeys }

// drawHint draws the hint about helpKey at the end of a one-row transport bar. If there is a note, drawHint draws it
// over the bar.
func (l *Look) drawHint(p *Pen, t *Transport) {
	if t.Note != "" {
		x, n := t.barArea(p.Frame.W, 1)
		p.X, p.Style = x, cell.Style{Fg: l.Theme.Alarm, Bg: l.Theme.Panel, Attr: cell.Bold}
		p.Frame.Fill(x, p.Y, n, 1, ' ', p.Style)
		p.Cut(t.Note, n)
	}
	p.X, p.Style = p.Frame.W-barHelpW, cell.Style{Fg: l.Theme.Soft, Bg: l.Theme.Panel, Attr: 0}
	p.Text(helpHint())
}

// minComboColumns is the minimum number of columns per bookmark. With fewer columns, combos are not shown.
const minComboColumns = 2

// drawBar draws the bar with n columns.
func (l *Look) drawBar(f *cell.Frame, t *Transport, x, y, n int) {
	m, th := transportGlyphsOf(l.Glyphs), l.Theme
	at, reachable := t.column(t.At, n), t.column(t.Reachable, n)
	for i := range n {
		switch {
		case i < at:
			f.Set(x+i, y, m.played, cell.Style{Fg: th.Accent, Bg: th.Panel, Attr: 0})
		case i <= reachable:
			f.Set(x+i, y, m.ahead, cell.Style{Fg: th.Text, Bg: th.Panel, Attr: 0})
		default:
			f.Set(x+i, y, m.ahead, cell.Style{Fg: th.Border, Bg: th.Panel, Attr: 0})
		}
	}
	for _, mark := range t.Bookmarks {
		if mark.Tick == t.First || mark.Combo && n < minComboColumns*len(t.Bookmarks) {
			continue // too many combos would hide the marks of levels
		}
		glyph, c := m.level, th.Text
		if mark.Combo {
			glyph, c = m.combo, th.Life
		}
		f.Set(x+t.column(mark.Tick, n), y, glyph, cell.Style{Fg: c, Bg: th.Panel, Attr: cell.Bold})
	}
	f.Set(x+at, y, m.knob, cell.Style{Fg: th.Text, Bg: th.Panel, Attr: cell.Bold})
}

// column returns the column of a tick on a bar with n columns.
func (t *Transport) column(tick uint64, n int) int {
	if t.Last <= t.First || tick <= t.First {
		return 0
	}
	return int(min(tick-t.First, t.Last-t.First) * uint64(n-1) / (t.Last - t.First))
}

// TickAt returns the tick at a cell. ok is false if the cell is not on the bar.
func (t *Transport) TickAt(f *cell.Frame, col, row int) (tick uint64, ok bool) {
	rows, _ := TransportRows(f.H)
	x, n := t.barArea(f.W, rows)
	if row != f.H-rows || col < x || col >= x+n {
		return 0, false
	}
	return t.First + (t.Last-t.First)*uint64(col-x)/uint64(max(n-1, 1)), true
}
