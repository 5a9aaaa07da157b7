package render

import "arkterm/render/cell"

// A Dialog is a box in the middle of the field: a menu, a question, a page of text.
type Dialog struct {
	Title    string
	Lines    []string
	Buttons  []string
	Selected int      // index of the selected button
	Notes    []string // below the buttons, if there is room
	Foot     string
	Centred  bool // centre each line, not the lines as a block
	Stacked  bool // one button below the other, even if there is room side by side
	Aside    bool // at the left of the frame, if that leaves room for a game beside it
}

// borders are the parts of a dialog's border: corners clockwise from the upper left, then horizontal and
// vertical lines.
var borders = [...][6]rune{
	cell.Quadrant: roundBorder,
	cell.Half:     roundBorder,
	cell.ASCII:    {'.', '.', '\'', '`', '-', '|'},
	cell.Sextant:  roundBorder,
	cell.Octant:   roundBorder,
	cell.Mosaic:   roundBorder,
	cell.Braille:  roundBorder,
}

var roundBorder = [6]rune{'╭', '╮', '╯', '╰', '─', '│'}

// A dialogLayout holds the places of a dialog's parts, in cells. Dialog and ButtonAt share it.
type dialogLayout struct {
	x, y, w, h int // with the border
	lines      int // first row of the lines
	shown      int // lines that fit
	buttons    int // first row of the buttons
	first      int // index of the first button shown; those before it are scrolled off
	rows       int // rows of buttons
	across     bool
	bw         int // width of each button if they are stacked
	notes      int // first row of the notes, or −1
	foot       int // row of the foot, or −1
	aside      bool
}

const (
	dialogLeast  = 26 // least width of a dialog
	dialogUsual  = 62 // width that a dialog may have wherever the frame has it
	dialogMargin = 2  // columns between border and text
	dialogDim    = 8  // brightness of the picture behind it, in sixteenths
	buttonGap    = 1
	asideGap     = 1 // columns beside a dialog at the left of the frame
)

// ButtonFrame is the number of columns of a button beside its text: the marker and three blanks.
const ButtonFrame = 4

// layoutDialog lays out c in the area. If rows are few, blank rows are dropped first, then the foot, then
// the end of the text. Buttons that do not fit side by side are stacked, and scroll.
func (v *View) layoutDialog(f *cell.Frame, c *Dialog, area stage) dialogLayout {
	var k dialogLayout
	most := dialogRoom(f, area)
	text, across := cell.Width(c.Foot), -buttonGap
	for _, s := range c.Lines {
		text = max(text, cell.Width(s))
	}
	for _, s := range c.Notes {
		text = max(text, cell.Width(s))
	}
	for _, b := range c.Buttons {
		across += cell.Width(b) + ButtonFrame + buttonGap
		k.bw = max(k.bw, cell.Width(b)+ButtonFrame)
	}
	k.across = across <= most && !c.Stacked
	if !k.across {
		across = k.bw
	}
	inner := min(max(text, across, 2*cell.Width(c.Title)+5, dialogLeast-2-2*dialogMargin), most)
	if area.w%2 != inner%2 && inner < most {
		inner++ // so that it can stand exactly in the middle
	}
	k.w = inner + 2 + 2*dialogMargin
	k.bw = min(k.bw, inner)

	want := len(c.Buttons)
	if k.across {
		want = min(want, 1)
	}
	room := f.H - 2 // the field may be low
	k.rows = min(want, max(room-min(len(c.Lines), room/2), 1))
	k.shown = min(len(c.Lines), room-k.rows)
	foot := 0
	if c.Foot != "" && room > k.rows+k.shown {
		foot = 1
	}
	notes := len(c.Notes)
	if room < k.rows+k.shown+foot+notes {
		notes = 0
	}
	blanks := [5]int{} // above the lines, above the buttons, above the foot, below everything, above the notes
	spare := room - k.rows - k.shown - foot - notes
	for _, i := range [...]int{1, 4, 0, 2, 3} {
		needed := [...]bool{true, k.shown > 0 && k.rows > 0, foot > 0, true, notes > 0}[i]
		if needed && spare > 0 {
			blanks[i] = 1
			spare--
		}
	}
	k.h = 2 + k.rows + k.shown + foot + notes + blanks[0] + blanks[1] + blanks[2] + blanks[3] + blanks[4]
	k.aside = c.Aside && f.W-k.w-asideGap >= MinW && f.H >= MinH
	if k.aside {
		area = stage{0, 0, k.w + asideGap, f.H}
	}
	k.x, k.y = area.x+(area.w-k.w)/2, area.y+(area.h-k.h)/2
	k.x, k.y = min(max(k.x, 0), max(f.W-k.w, 0)), min(max(k.y, 0), max(f.H-k.h, 0))
	k.lines = k.y + 1 + blanks[0]
	k.buttons = k.lines + k.shown + blanks[1]
	k.notes, k.foot = -1, -1
	below := k.buttons + k.rows
	if notes > 0 {
		k.notes = below + blanks[4]
		below = k.notes + notes
	}
	if foot > 0 {
		k.foot = below + blanks[2]
	}
	if !k.across {
		k.first = min(max(c.Selected-k.rows+1, 0), max(len(c.Buttons)-k.rows, 0))
	}
	return k
}

// button returns the cells of button i; w is 0 if it is scrolled off.
func (k *dialogLayout) button(c *Dialog, i int) (x, y, w int) {
	if !k.across {
		row := i - k.first
		if row < 0 || row >= k.rows {
			return 0, 0, 0
		}
		return k.x + (k.w-k.bw)/2, k.buttons + row, k.bw
	}
	all := -buttonGap
	for j, b := range c.Buttons {
		if j == i {
			x = all + buttonGap
		}
		all += cell.Width(b) + ButtonFrame + buttonGap
	}
	return k.x + (k.w-all)/2 + x, k.buttons, cell.Width(c.Buttons[i]) + ButtonFrame
}

// dialogRoom returns the most columns of text for a dialog in the area.
func dialogRoom(f *cell.Frame, area stage) int {
	return min(f.W-2, max(area.w-2, dialogUsual)) - 2*dialogMargin
}

// DialogRoom returns the most columns of text for a Dialog in f.
func (v *View) DialogRoom(f *cell.Frame) int { return dialogRoom(f, v.stage(f)) }

// Dialog dims f and draws c in the middle of the field, or at the left of f. It fits any frame of MinW×MinH
// or more.
func (v *View) Dialog(f *cell.Frame, c Dialog) {
	v.titled = false
	k := v.layoutDialog(f, &c, v.stage(f))
	if !k.aside {
		v.dim(f, 0, 0, f.W, f.H, dialogDim)
	}
	v.drawDialog(f, &c, &k)
}

// Beside returns the first column of f right of c, and whether c stands at the left of f with room for a game
// beside it.
func (v *View) Beside(f *cell.Frame, c Dialog) (x int, ok bool) {
	k := v.layoutDialog(f, &c, v.stage(f))
	return k.x + k.w, k.aside
}

// ButtonAt returns the index of the button of c at a cell, or −1. It assumes that c was drawn by the last
// Dialog or Title.
func (v *View) ButtonAt(f *cell.Frame, c Dialog, col, row int) int {
	area := v.stage(f)
	if v.titled {
		_, area, _ = v.layoutTitle(f, &c)
	}
	k := v.layoutDialog(f, &c, area)
	return k.at(&c, col, row)
}

func (k *dialogLayout) at(c *Dialog, col, row int) int {
	for i := range c.Buttons {
		if x, y, w := k.button(c, i); row == y && col >= x && col < x+w {
			return i
		}
	}
	return -1
}

func (v *View) drawDialog(f *cell.Frame, c *Dialog, k *dialogLayout) {
	v.drawBox(f, k.x, k.y, k.w, k.h)
	panel := func(fg cell.Color, a cell.Attr) cell.Style { return cell.Style{Fg: fg, Bg: v.theme.Panel, Attr: a} }
	if c.Title != "" {
		v.drawTitle(f, c.Title, k, panel(v.theme.Accent, cell.Bold))
	}

	// Centre the lines as a block, by the longest one, or each by itself.
	inner := k.w - 2 - 2*dialogMargin
	block := 0
	for _, s := range c.Lines {
		block = max(block, cell.Width(s))
	}
	block = min(block, inner)
	for i := range k.shown {
		w := block
		if c.Centred {
			w = min(cell.Width(c.Lines[i]), inner)
		}
		p := pen{f, k.x + (k.w-w)/2, k.lines + i, panel(v.theme.Text, 0)}
		p.cut(c.Lines[i], w)
	}

	for i := range c.Buttons {
		v.drawButton(f, c, k, i)
	}
	if k.notes >= 0 {
		for i, s := range c.Notes {
			w := min(cell.Width(s), inner)
			p := pen{f, k.x + (k.w-w)/2, k.notes + i, panel(v.theme.Soft, 0)}
			p.cut(s, w)
		}
	}
	if k.foot >= 0 {
		w := min(cell.Width(c.Foot), inner)
		p := pen{f, k.x + (k.w-w)/2, k.foot, panel(v.theme.Soft, 0)}
		p.cut(c.Foot, w)
	}
}

// drawBox draws a dialog's border, background and shadow.
func (v *View) drawBox(f *cell.Frame, x, y, w, h int) {
	v.dim(f, x+2, y+h, w, 1, dialogDim)
	v.dim(f, x+w, y+1, 2, h, dialogDim)
	b := &borders[v.o.Glyphs]
	st := cell.Style{Fg: v.theme.Border, Bg: v.theme.Panel, Attr: 0}
	f.Fill(x, y, w, h, ' ', st)
	f.Fill(x, y, w, 1, b[4], st)
	f.Fill(x, y+h-1, w, 1, b[4], st)
	f.Fill(x, y, 1, h, b[5], st)
	f.Fill(x+w-1, y, 1, h, b[5], st)
	f.Set(x, y, b[0], st)
	f.Set(x+w-1, y, b[1], st)
	f.Set(x+w-1, y+h-1, b[2], st)
	f.Set(x, y+h-1, b[3], st)
}

// drawTitle writes the title into the upper border, letter-spaced if that fits.
func (v *View) drawTitle(f *cell.Frame, s string, k *dialogLayout, st cell.Style) {
	n := cell.Width(s)
	gap := 0
	if 2*n+3 <= k.w-4 {
		gap = 1
	}
	w := min(n+gap*(n-1)+2, k.w-2)
	p := pen{f, k.x + (k.w-w)/2, k.y, st}
	p.glyph(' ')
	if gap == 0 {
		p.cut(s, w-2)
		p.glyph(' ')
		return
	}
	for _, r := range s {
		p.glyph(cell.Printable(r))
		p.glyph(' ')
	}
}

// drawButton draws one button. The selected one has a marker in addition to its colour.
func (v *View) drawButton(f *cell.Frame, c *Dialog, k *dialogLayout, i int) {
	x, y, w := k.button(c, i)
	if w == 0 {
		return
	}
	t := &v.theme
	p := pen{f, x, y, cell.Style{Fg: t.Text, Bg: t.Button, Attr: 0}}
	marker := ' '
	if i == c.Selected {
		p.style, marker = cell.Style{Fg: t.Chosen, Bg: t.Accent, Attr: cell.Bold}, hudGlyphs[v.o.Glyphs].next
		if v.o.Tier == cell.Mono {
			p.style = cell.Style{Fg: t.Text, Bg: t.Panel, Attr: cell.Bold | cell.Reverse}
		}
	}
	f.Fill(x, y, w, 1, ' ', p.style)
	p.glyph(' ')
	p.glyph(marker)
	p.x++
	p.cut(c.Buttons[i], w-ButtonFrame)
}
