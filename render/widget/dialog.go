package widget

import "arkterm/render/cell"

// A Dialog is a box in the middle of an area, for example a menu, a question or a page of text.
type Dialog struct {
	Title    string
	Lines    []string // lines above the buttons
	Buttons  []string
	Selected int      // index of the selected button
	Notes    []string // lines below the buttons, if they fit
	Footer   string   // last line, if it fits
	Centered bool     // center each line, instead of all lines as one block
	Stacked  bool     // put the buttons below each other, even if they fit side by side
	AtLeft   bool     // put the dialog at the left of the frame, if there is enough room for a game next to it
	Compact  bool     // no blank rows except above the buttons
	Disabled bool     // the buttons cannot be pressed yet, so they are dim and have no marker
}

// Borders contains the parts of a dialog's border by glyph set: the corners clockwise from the upper left, the
// horizontal line, and the vertical line.
var Borders = [...][6]rune{
	cell.Quadrant: roundBorder,
	cell.Half:     roundBorder,
	cell.ASCII:    {'.', '.', '\'', '`', '-', '|'},
	cell.Sextant:  roundBorder,
	cell.Octant:   roundBorder,
	cell.Mosaic:   roundBorder,
	cell.Diagonal: roundBorder,
	cell.Braille:  roundBorder,
}

var roundBorder = [6]rune{'╭', '╮', '╯', '╰', '─', '│'}

// A DialogLayout contains the positions of a dialog's parts, in cells. It is used to draw the dialog and to find
// the button at a cell.
type DialogLayout struct {
	X, Y, W, H   int // area of the dialog, including the border
	linesRow     int // first row of the lines
	visibleLines int
	buttonsRow   int  // first row of the buttons
	firstButton  int  // index of the first visible button; earlier ones are scrolled off
	buttonRows   int  // number of visible rows of buttons
	sideBySide   bool // the buttons are in one row
	buttonW      int  // width of the buttons if they are stacked
	notesRow     int  // first row of the notes, or −1
	footerRow    int  // row of the footer, or −1
	AtLeft       bool // the dialog is at the left of the frame, next to a game
}

const (
	minDialogW     = 26 // minimum width of a dialog
	defaultDialogW = 62 // maximum width of a dialog, unless the area is wider
	dialogMargin   = 2  // columns between border and text
	DialogDim      = 8  // brightness of the picture behind a dialog, in sixteenths
	buttonGap      = 1  // columns between buttons
	atLeftGap      = 1  // columns between a dialog at the left and the game
)

// ButtonPadding is the number of columns of a button in addition to its text: the marker and three blanks.
const ButtonPadding = 4

// LayoutDialog lays out c in the area. If there are too few rows, it drops blank rows first, then the notes, the footer
// and the last lines. Buttons that do not fit side by side are stacked, and scroll if necessary.
func (l *Look) LayoutDialog(f *cell.Frame, c *Dialog, area Area) DialogLayout {
	var k DialogLayout
	maxText := DialogColumns(f, area)
	text, across := cell.Width(c.Footer), -buttonGap
	for _, s := range c.Lines {
		text = max(text, cell.Width(s))
	}
	for _, s := range c.Notes {
		text = max(text, cell.Width(s))
	}
	for _, b := range c.Buttons {
		across += cell.Width(b) + ButtonPadding + buttonGap
		k.buttonW = max(k.buttonW, cell.Width(b)+ButtonPadding)
	}
	k.sideBySide = across <= maxText && !c.Stacked
	if !k.sideBySide {
		across = k.buttonW
	}
	inner := min(max(text, across, 2*cell.Width(c.Title)+5, minDialogW-2-2*dialogMargin), maxText)
	if area.W%2 != inner%2 && inner < maxText {
		inner++ // so that the dialog can be centered exactly
	}
	k.W = inner + 2 + 2*dialogMargin
	k.buttonW = min(k.buttonW, inner)

	buttonRows := len(c.Buttons) // number of rows of buttons that c needs
	if k.sideBySide {
		buttonRows = min(buttonRows, 1)
	}
	room := f.H - 2 // rows of the frame, because the area may have fewer rows than the dialog
	k.buttonRows = min(buttonRows, max(room-min(len(c.Lines), room/2), 1))
	k.visibleLines = min(len(c.Lines), room-k.buttonRows)
	footer := 0
	if c.Footer != "" && room > k.buttonRows+k.visibleLines {
		footer = 1
	}
	notes := len(c.Notes)
	if room < k.buttonRows+k.visibleLines+footer+notes {
		notes = 0
	}
	blanks := [5]int{} // above the lines, above the buttons, above the footer, below everything, above the notes
	free := room - k.buttonRows - k.visibleLines - footer - notes
	if c.Compact {
		free = min(free, 1)
	}
	for _, i := range [...]int{1, 4, 0, 2, 3} {
		needed := [...]bool{true, k.visibleLines > 0 && k.buttonRows > 0, footer > 0, true, notes > 0}[i]
		if needed && free > 0 {
			blanks[i] = 1
			free--
		}
	}

	k.H = 2 + k.buttonRows + k.visibleLines + footer + notes + blanks[0] + blanks[1] + blanks[2] + blanks[3] + blanks[4]
	k.AtLeft = c.AtLeft && f.W-k.W-atLeftGap >= MinW && f.H >= MinH
	if k.AtLeft {
		area = Area{0, 0, k.W + atLeftGap, f.H}
	}
	k.X, k.Y = area.X+(area.W-k.W)/2, area.Y+(area.H-k.H)/2
	k.X, k.Y = min(max(k.X, 0), max(f.W-k.W, 0)), min(max(k.Y, 0), max(f.H-k.H, 0))

	k.linesRow = k.Y + 1 + blanks[0]
	k.buttonsRow = k.linesRow + k.visibleLines + blanks[1]
	k.notesRow, k.footerRow = -1, -1
	below := k.buttonsRow + k.buttonRows
	if notes > 0 {
		k.notesRow = below + blanks[4]
		below = k.notesRow + notes
	}
	if footer > 0 {
		k.footerRow = below + blanks[2]
	}
	if !k.sideBySide {
		k.firstButton = min(max(c.Selected-k.buttonRows+1, 0), max(len(c.Buttons)-k.buttonRows, 0))
	}
	return k
}

// buttonArea returns the first cell and the width of button i. w is 0 if the button is not visible.
func (k *DialogLayout) buttonArea(c *Dialog, i int) (x, y, w int) {
	if !k.sideBySide {
		row := i - k.firstButton
		if row < 0 || row >= k.buttonRows {
			return 0, 0, 0
		}
		return k.X + (k.W-k.buttonW)/2, k.buttonsRow + row, k.buttonW
	}
	all := -buttonGap
	for j, b := range c.Buttons {
		if j == i {
			x = all + buttonGap
		}
		all += cell.Width(b) + ButtonPadding + buttonGap
	}
	return k.X + (k.W-all)/2 + x, k.buttonsRow, cell.Width(c.Buttons[i]) + ButtonPadding
}

// DialogColumns returns the maximum number of text columns of a dialog in the area.
func DialogColumns(f *cell.Frame, area Area) int {
	return min(f.W-2, max(area.W-2, defaultDialogW)) - 2*dialogMargin
}

// ButtonAt returns the index of the button of c at a cell, or −1 if there is none.
func (k *DialogLayout) ButtonAt(c *Dialog, col, row int) int {
	for i := range c.Buttons {
		if x, y, w := k.buttonArea(c, i); row == y && col >= x && col < x+w {
			return i
		}
	}
	return -1
}

// DrawDialog draws c with the layout k.
func (l *Look) DrawDialog(f *cell.Frame, c *Dialog, k *DialogLayout) {
	l.drawBox(f, k.X, k.Y, k.W, k.H)
	panel := func(fg cell.Color, a cell.Attr) cell.Style { return cell.Style{Fg: fg, Bg: l.Theme.Panel, Attr: a} }
	if c.Title != "" {
		l.drawTitle(f, c.Title, k, panel(l.Theme.Accent, cell.Bold))
	}

	// Center all lines as one block as wide as the longest line, or center each line individually.
	inner := k.W - 2 - 2*dialogMargin
	block := 0
	for _, s := range c.Lines {
		block = max(block, cell.Width(s))
	}
	block = min(block, inner)
	for i := range k.visibleLines {
		w := block
		if c.Centered {
			w = min(cell.Width(c.Lines[i]), inner)
		}
		p := NewPen(f, k.X+(k.W-w)/2, k.linesRow+i, panel(l.Theme.Text, 0))
		p.Cut(c.Lines[i], w)
	}

	for i := range c.Buttons {
		l.drawButton(f, c, k, i)
	}
	if k.notesRow >= 0 {
		for i, s := range c.Notes {
			w := min(cell.Width(s), inner)
			p := NewPen(f, k.X+(k.W-w)/2, k.notesRow+i, panel(l.Theme.Soft, 0))
			p.Cut(s, w)
		}
	}
	if k.footerRow >= 0 {
		w := min(cell.Width(c.Footer), inner)
		p := NewPen(f, k.X+(k.W-w)/2, k.footerRow, panel(l.Theme.Soft, 0))
		p.Cut(c.Footer, w)
	}
}

// drawBox draws a dialog's border, background and shadow.
func (l *Look) drawBox(f *cell.Frame, x, y, w, h int) {
	l.Dim(f, x+2, y+h, w, 1, DialogDim)
	l.Dim(f, x+w, y+1, 2, h, DialogDim)
	b := &Borders[l.Glyphs]
	st := cell.Style{Fg: l.Theme.Border, Bg: l.Theme.Panel, Attr: 0}
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

// drawTitle writes the title into the upper border, with blanks between the letters if they fit.
func (l *Look) drawTitle(f *cell.Frame, s string, k *DialogLayout, st cell.Style) {
	n := cell.Width(s)
	gap := 0
	if 2*n+3 <= k.W-4 {
		gap = 1
	}
	w := min(n+gap*(countGlyphs(s)-1)+2, k.W-2)
	p := NewPen(f, k.X+(k.W-w)/2, k.Y, st)
	p.Glyph(' ')
	if gap == 0 {
		p.Cut(s, w-2)
		p.Glyph(' ')
		return
	}
	for s != "" {
		glyph, columns, n := cell.Next(s)
		if columns > 0 {
			f.Put(p.X, p.Y, glyph, columns, p.Style)
			p.X += columns
			p.Glyph(' ')
		}
		s = s[n:]
	}
}

// countGlyphs returns the number of glyphs of s.
func countGlyphs(s string) (count int) {
	for s != "" {
		_, columns, n := cell.Next(s)
		count += min(columns, 1)
		s = s[n:]
	}
	return count
}

// drawButton draws button i. The selected button has a marker in addition to its color.
func (l *Look) drawButton(f *cell.Frame, c *Dialog, k *DialogLayout, i int) {
	x, y, w := k.buttonArea(c, i)
	if w == 0 {
		return
	}
	t := l.Theme
	p := NewPen(f, x, y, cell.Style{Fg: t.Text, Bg: t.Button, Attr: 0})
	marker := ' '
	switch {
	case c.Disabled:
		p.Style = cell.Style{Fg: t.Soft, Bg: t.Panel, Attr: cell.Dim}
	case i == c.Selected:
		p.Style, marker = cell.Style{Fg: t.Chosen, Bg: t.Accent, Attr: cell.Bold}, Glyphs[l.Glyphs].Marker
		if l.Tier == cell.Mono {
			p.Style = cell.Style{Fg: t.Text, Bg: t.Panel, Attr: cell.Bold | cell.Reverse}
		}
		f.Cursor = cell.Cursor{X: x, Y: y, Placed: true}
	}
	f.Fill(x, y, w, 1, ' ', p.Style)
	p.Glyph(' ')
	p.Glyph(marker)
	p.X++
	p.Cut(c.Buttons[i], w-ButtonPadding)
}

// WrapIndex returns i as an index into a cyclic list of n items: −1 is the last item, and n is the first.
func WrapIndex(i, n int) int { return (i%n + n) % n }
