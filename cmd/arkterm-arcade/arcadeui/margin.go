package arcadeui

import (
	"fmt"

	"arkterm/render/text"
	"arkterm/render/widget"
)

// minMargin is the minimum width of the text that Margin writes, in columns.
const minMargin = 16

// Margin returns terminal output for a window of cols×rows cells whose frame has only w×h cells. The output clears the
// window, and explains the smaller frame with a text below the frame, or to the right of the frame if there is no room
// below. Margin returns "" if the frame fills the window.
func Margin(cols, rows, w, h int) string {
	if cols <= w && rows <= h {
		return ""
	}
	output := "\x1b[m\x1b[2J"
	x, y, width, height := 0, h, cols, rows-h
	if height <= 0 { // no room below the frame, so write to the right of it
		x, y, width, height = w+1, 0, cols-w-1, rows
	}
	if width < minMargin {
		return output
	}
	lines := widget.WrapText(fmt.Sprintf(text.Arcade.NoMemory, w, h), width)
	for i, line := range lines[:min(len(lines), height)] {
		output += fmt.Sprintf("\x1b[%d;%dH%s", y+i+1, x+1, line)
	}
	return output
}
