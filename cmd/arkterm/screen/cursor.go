package screen

import (
	"fmt"

	"github.com/gdamore/tcell/v2"
)

// A cursor is the state of the terminal's cursor.
type cursor struct {
	x, y  int
	shown bool
	style tcell.CursorStyle
	color tcell.Color
}

// modes returns the modes that are entered when the cursor is shown.
func (c cursor) modes() (set modeSet) {
	if c.shown && c.style != tcell.CursorStyleDefault {
		set |= cursorStyleMode
	}
	if c.shown && c.color.Valid() {
		set |= cursorColorMode
	}
	return set
}

// change returns the sequences that change the cursor of the terminal to c. One is sent before the frame, and the other
// after it. They do not move the cursor. last is the state that was sent last. If basic is set, the terminal does not
// support cursor styles and colors. change updates c to the state that the terminal will have. For example, a hidden
// cursor keeps its old style and color.
func (c *cursor) change(last cursor, basic bool) (before, after string) {
	if basic {
		c.style, c.color = last.style, last.color
	}
	if !c.shown {
		c.style, c.color = last.style, last.color
		if last.shown {
			before = hideCursor
		}
		return before, ""
	}
	if c.style != last.style {
		after = fmt.Sprintf("\x1b[%d q", c.style)
	}
	switch r, g, b := c.color.RGB(); {
	case c.color == last.color:
	case c.color.Valid():
		after += fmt.Sprintf("\x1b]12;#%02x%02x%02x\a", r, g, b)
	case c.color == tcell.ColorReset:
		after += "\x1b]112\a"
	default:
		c.color = last.color
	}
	if !last.shown {
		after += showCursor
	}
	return "", after
}

// ShowCursor shows the cursor at a position, beginning with the next Show, or hides it if the position is outside the
// screen.
func (t *Screen) ShowCursor(x, y int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := &t.drawCanvas().cursor
	c.x, c.y = x, y
}

// HideCursor hides the cursor, beginning with the next Show.
func (t *Screen) HideCursor() { t.ShowCursor(-1, -1) }

// SetCursorStyle sets the shape and optionally the color of the cursor, if the terminal supports this.
func (t *Screen) SetCursorStyle(style tcell.CursorStyle, colors ...tcell.Color) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := &t.drawCanvas().cursor
	if style < 0 || style > tcell.CursorStyleSteadyBar {
		style = tcell.CursorStyleDefault
	}
	c.style, c.color = style, tcell.ColorNone
	if len(colors) > 0 {
		c.color = colors[0]
	}
}
