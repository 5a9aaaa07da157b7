package screen

import (
	"maps"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
)

// This file contains the drawing methods of tcell.Screen. A program that shows whole frames does not use them.

// A canvas is the state of a program that draws cell by cell. It is protected by the Screen's lock.
type canvas struct {
	cells      tcell.CellBuffer // the cells as set by the program
	frame      cell.Frame       // the cells as of the last Show
	dirtyRows  []bool           // for each row, whether its cells may differ from frame
	style      tcell.Style      // replaces tcell.StyleDefault
	styles     styles
	fallbacks  map[rune]string // replacements for characters that the terminal cannot display
	texts      glyphTexts
	limits     displayLimits
	cursor     cursor // as set by ShowCursor and SetCursorStyle
	sentCursor cursor // as last sent to the terminal
	untilClear int    // number of updates until Frame.ClearExtras may be called again
	pending    bool   // the terminal does not show the current frame yet
	timer      *time.Timer
}

// displayLimits describes the characters and colors that a terminal can display.
type displayLimits struct {
	utf8          bool // the terminal displays UTF-8; otherwise only ASCII
	wideAmbiguous bool // characters of ambiguous width take two columns
	mono          bool // the terminal has no colors
}

// minClearInterval is the minimum number of updates between two calls of Frame.ClearExtras. The calls are rare, because
// all cells must be converted again after each of them.
const minClearInterval = 60

// drawCanvas returns the canvas. The first call creates it at the size of the terminal. The caller holds mu.
func (t *Screen) drawCanvas() *canvas {
	if t.canvas == nil {
		t.canvas = &canvas{fallbacks: maps.Clone(tcell.RuneFallbacks), cursor: cursor{x: -1, y: -1}}
		t.canvas.fit(t.transport.Size().Clamped())
		t.setFeatures()
	}
	return t.canvas
}

// fit sets the size of the canvas to w × h cells. If the size changes, all rows are marked as possibly changed.
func (c *canvas) fit(w, h int) {
	if w != c.frame.W || h != c.frame.H {
		c.cells.Resize(w, h)
		c.frame.Resize(w, h)
		c.dirtyRows = make([]bool, h)
		c.markAll()
	}
}

// markRow marks a row as possibly changed.
func (c *canvas) markRow(y int) {
	if y >= 0 && y < len(c.dirtyRows) {
		c.dirtyRows[y] = true
	}
}

// markAll marks all rows as possibly changed.
func (c *canvas) markAll() {
	for y := range c.dirtyRows {
		c.dirtyRows[y] = true
	}
}

// invalidate makes the next update convert every cell.
func (c *canvas) invalidate() {
	for i := range c.frame.Cells {
		if g := &c.frame.Cells[i].Glyph; *g != cell.Locked {
			*g = 0
		}
	}
	c.markAll()
}

// update converts the cells that have changed since the last update.
func (c *canvas) update(limits displayLimits) {
	if c.limits != limits {
		c.limits = limits
		c.invalidate()
	}
	if c.untilClear = max(c.untilClear-1, 0); c.untilClear == 0 && len(c.frame.Extras) == cell.MaxExtras {
		c.untilClear = minClearInterval
		c.frame.ClearExtras()
		c.styles = styles{}
		c.invalidate()
	}
	for y, dirty := range c.dirtyRows {
		if dirty {
			c.dirtyRows[y] = false
			c.updateRow(y, c.frame.Cells[y*c.frame.W:(y+1)*c.frame.W])
		}
	}
}

// updateRow converts the changed cells of a row. A wide character becomes a glyph in its first cell and a cell.Tail in
// each of its other cells.
func (c *canvas) updateRow(y int, row []cell.Cell) {
	for x := 0; x < len(row); {
		// A glyph of 0 marks a cell to convert; locked cells are skipped.
		if g := row[x].Glyph; g != 0 && g != cell.Tail && !c.cells.Dirty(x, y) {
			for x++; x < len(row) && row[x].Glyph == cell.Tail; {
				x++
			}
			continue
		}
		text, style, width := c.cells.Get(x, y)
		c.cells.SetDirty(x, y, false)
		if x+width > len(row) {
			text, width = " ", 1
		}
		if style == tcell.StyleDefault {
			style = c.style
		}
		st := c.styles.convert(&c.frame, style, c.limits.mono)
		c.put(row[x:x+width], text, st)
		x += width
	}
}

// put writes a character into the cells that it occupies. It does not change locked cells.
func (c *canvas) put(cells []cell.Cell, text string, st cell.Style) {
	text, replaced := c.replace(text, len(cells))
	var glyph rune
	switch {
	case !replaced:
		glyph = cell.Cluster(text, len(cells))
	case len(cells) == 2 && len(text) >= 2:
		glyph = cell.Cluster(text[:2], 2)
	default:
		glyph = rune(text[0])
	}

	for k := range cells {
		if cells[k].Glyph != cell.Locked {
			cells[k] = cell.Cell{Glyph: glyph, Fg: st.Fg, Bg: st.Bg, Attr: st.Attr}
		}
		glyph = cell.Tail
	}
}

// replace returns text and false if the terminal can display this character in the given number of columns. Otherwise
// it returns the ASCII replacement of the character, and true.
func (c *canvas) replace(text string, columns int) (shown string, replaced bool) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case c.limits.utf8 && columns <= 2 && !(c.limits.wideAmbiguous && cell.Narrow(r) != r),
		!c.limits.utf8 && n == len(text) && r < utf8.RuneSelf:
		return text, false
	case c.fallbacks[r] != "":
		return c.fallbacks[r], true
	case r < utf8.RuneSelf:
		return text[:n], true // the combining marks cannot be displayed
	}
	return "?", true
}

// hasLockedCells reports whether any cell is locked.
func (c *canvas) hasLockedCells() bool {
	for i := range c.frame.Cells {
		if c.frame.Cells[i].Glyph == cell.Locked {
			return true
		}
	}
	return false
}

// Put sets a cell to the first character of str. It returns the rest of str and the width of the character in columns.
func (t *Screen) Put(x, y int, str string, style tcell.Style) (rest string, width int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	c.markRow(y)
	return c.cells.Put(x, y, str, style)
}

// PutStr writes a string in the default style.
func (t *Screen) PutStr(x, y int, str string) { t.PutStrStyled(x, y, str, tcell.StyleDefault) }

// PutStrStyled writes a string, clipped to the screen.
func (t *Screen) PutStrStyled(x, y int, str string, style tcell.Style) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	c.markRow(y)
	for width := 1; str != "" && width > 0 && x < c.frame.W; x += width {
		str, width = c.cells.Put(x, y, str, style)
	}
}

// SetCell sets a character.
//
// Deprecated: use Put.
func (t *Screen) SetCell(x, y int, style tcell.Style, ch ...rune) {
	if len(ch) == 0 {
		ch = []rune{' '}
	}
	t.SetContent(x, y, ch[0], ch[1:], style)
}

// SetContent sets a character.
//
// Deprecated: use Put.
func (t *Screen) SetContent(x, y int, primary rune, combining []rune, style tcell.Style) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	if !utf8.ValidRune(primary) {
		primary = utf8.RuneError
	}
	text := c.texts.get(primary)
	if len(combining) > 0 {
		text += string(combining)
	}
	c.markRow(y)
	c.cells.Put(x, y, text, style)
}

// Get returns the character of a cell, its style and its width in columns.
func (t *Screen) Get(x, y int) (str string, style tcell.Style, width int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.drawCanvas().cells.Get(x, y)
}

// GetContent returns the character of a cell, its style and its width in columns.
//
// Deprecated: use Get.
func (t *Screen) GetContent(x, y int) (primary rune, combining []rune, style tcell.Style, width int) {
	str, style, width := t.Get(x, y)
	for i, r := range str {
		if i == 0 {
			primary = r
		} else {
			combining = append(combining, r)
		}
	}
	return primary, combining, style, width
}

// Fill sets all cells to a character that is one column wide. It replaces wide characters by question marks.
func (t *Screen) Fill(r rune, style tcell.Style) {
	if cell.Columns(r) > 1 {
		r = '?'
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	c.cells.Fill(r, style)
	c.markAll()
}

// Clear sets all cells to a blank in the default style.
func (t *Screen) Clear() { t.Fill(' ', tcell.StyleDefault) }

// SetStyle sets the style that replaces tcell.StyleDefault.
func (t *Screen) SetStyle(style tcell.Style) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drawCanvas().style = style
}

// LockRegion locks or unlocks the cells in a rectangle. Show does not draw over locked cells, so that they can contain
// graphics.
func (t *Screen) LockRegion(x, y, width, height int, lock bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	for row := max(y, 0); row < min(y+height, c.frame.H); row++ {
		c.markRow(row)
		for col := max(x, 0); col < min(x+width, c.frame.W); col++ {
			if lock {
				c.cells.LockCell(col, row)
				c.frame.At(col, row).Glyph = cell.Locked
			} else {
				c.cells.UnlockCell(col, row)
				c.frame.At(col, row).Glyph = ' '
			}
		}
	}
	t.setFeatures()
	if !lock {
		t.writer.forget() // the cells in the region are unknown
	}
}

// Show sends the cells that have changed since the last Show. It does not wait for the terminal. On a slow link, some
// of these cells are sent later. Changes after this call are sent only by the next Show.
func (t *Screen) Show() {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	c.fit(t.transport.Size().Clamped())
	t.redraw()
}

// Sync sends every cell, for example after another program has written to the terminal.
func (t *Screen) Sync() {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.drawCanvas()
	c.fit(t.transport.Size().Clamped())
	c.invalidate()
	t.writer.forget()
	t.redraw()
}

// redraw shows the canvas, if there is one. The caller holds mu.
func (t *Screen) redraw() {
	if c := t.canvas; c != nil {
		c.update(displayLimits{t.options.UTF8, t.caps.Wide(), t.options.Tier == cell.Mono})
		c.pending = true
		t.present()
	}
}

// redrawAll is like redraw, but also sends the cursor again, because entering the modes hides it. The caller holds mu.
func (t *Screen) redrawAll() {
	if t.canvas != nil {
		t.canvas.sentCursor = cursor{}
		t.redraw()
	}
}

// present sends the canvas if it is pending and the link is free. Otherwise a reply or the timer calls present again.
// The caller holds mu.
func (t *Screen) present() {
	c := t.canvas
	if c == nil || !c.pending || !t.started || t.lines || t.goneErr != nil {
		return
	}
	free, again := t.ready()
	if free {
		t.send(c)
		omitted, _ := t.writer.incomplete()
		if c.pending = omitted > 0; !c.pending {
			return
		}
		_, again = t.ready()
	}
	if again == never {
		return
	}
	wait := max(again-t.options.Now(), firstPoll)
	if c.timer != nil {
		c.timer.Reset(wait)
		return
	}
	c.timer = time.AfterFunc(wait, func() {
		defer t.options.HandlePanic()
		t.mu.Lock()
		defer t.mu.Unlock()
		t.present()
	})
}

// send sends the canvas and the cursor. The caller holds mu.
func (t *Screen) send(c *canvas) {
	want := c.cursor
	want.shown = c.frame.At(want.x, want.y) != nil
	c.frame.Cursor = cell.Cursor{X: want.x, Y: want.y, Placed: want.shown}
	before, after := want.change(c.sentCursor, isBasic(t.options.Term))
	if set := want.modes(); set != 0 {
		t.markUsed(set)
	}
	c.sentCursor = want
	t.writer.writeKeepingCursor(before, want.shown)
	t.show(&c.frame)
	t.writer.writeKeepingCursor(after, want.shown)
}

// CharacterSet returns the character set of the terminal.
func (t *Screen) CharacterSet() string {
	if t.options.UTF8 {
		return "UTF-8"
	}
	return "US-ASCII"
}

// RegisterRuneFallback sets the ASCII replacement for a character that the terminal cannot display.
func (t *Screen) RegisterRuneFallback(r rune, subst string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drawCanvas().fallbacks[r] = subst
}

// UnregisterRuneFallback removes the replacement for a character.
func (t *Screen) UnregisterRuneFallback(r rune) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.drawCanvas().fallbacks, r)
}

// CanDisplay reports whether the terminal displays a character, or a replacement for it.
//
// Deprecated: tcell has deprecated it, because the fonts of a terminal are unknown.
func (t *Screen) CanDisplay(r rune, checkFallbacks bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, replaced := t.drawCanvas().fallbacks[r]
	return r < utf8.RuneSelf || t.options.UTF8 || checkFallbacks && replaced
}
