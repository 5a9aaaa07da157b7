package widget

import (
	"strings"

	"arkterm/render/cell"
)

// asciiReplacer replaces the symbols in the program's texts.
var asciiReplacer = strings.NewReplacer("←", "<", "→", ">", "↑", "^", "↓", "v", "◂", "<", "▸", ">", "·", "-", "–", "-",
	"−", "-", "×", "x", "★", "*", "☆", ".", "✓", "=", "⌫", "<", "━", "=", "─", "-", "└", "+", "…", "...")

// Plain returns s for terminals without UTF-8. It replaces the symbols in the program's texts by ASCII characters, and
// wide characters and characters with marks by question marks. Other characters do not change.
func Plain(s string) string {
	s = asciiReplacer.Replace(s)
	var b strings.Builder
	for i := 0; i < len(s); {
		glyph, _, n := cell.Next(s[i:])
		if cell.Special(glyph) {
			if b.Len() == 0 {
				b.WriteString(s[:i])
			}
			b.WriteByte('?')
		} else if b.Len() > 0 {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	if b.Len() == 0 {
		return s
	}
	return b.String()
}

// PlainLines returns a copy of lines in ASCII. It does not modify lines, because other screens may use the same slice.
func PlainLines(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = Plain(line)
	}
	return all
}

// Plain replaces the non-ASCII characters of the dialog, except in its title.
func (c *Dialog) Plain() {
	c.Lines, c.Notes, c.Footer = PlainLines(c.Lines), PlainLines(c.Notes), Plain(c.Footer)
	c.Buttons = PlainLines(c.Buttons)
}

// WrapText breaks a text at blanks into lines of at most w columns.
func WrapText(text string, w int) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		if n := len(lines); n > 0 && cell.Width(lines[n-1])+1+cell.Width(word) <= w {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
