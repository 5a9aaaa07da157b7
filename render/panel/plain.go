package panel

import (
	"strings"

	"arkterm/render/cell"
)

var plain = strings.NewReplacer("←", "<", "→", ">", "↑", "^", "↓", "v", "◂", "<", "▸", ">", "·", "-", "–", "-", "−", "-", "×", "x", "★", "*", "☆", ".", "✓", "=", "⌫", "<", "━", "=", "─", "-", "…", "...")

// Plain returns a text in ASCII.
func Plain(s string) string { return plain.Replace(s) }

// PlainLines returns a copy of lines in ASCII. The argument may be shared, so it stays as it is.
func PlainLines(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = Plain(line)
	}
	return all
}

// Plain replaces the characters of a dialog outside ASCII, but for its title.
func (c *Dialog) Plain() {
	c.Lines, c.Notes, c.Foot = PlainLines(c.Lines), PlainLines(c.Notes), Plain(c.Foot)
	c.Buttons = PlainLines(c.Buttons)
}

// Broken returns a text in lines of at most w columns, broken at blanks.
func Broken(text string, w int) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		if n := len(lines); n > 0 && cell.Width(lines[n-1])+1+cell.Width(word) <= w {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
