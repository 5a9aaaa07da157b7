package ui

import (
	"strings"
	"unicode"

	"arkterm/render/cell"
	"arkterm/render/text"
)

// replaceSigns replaces signs by words, because many screen readers do not read the signs correctly.
func replaceSigns(s string) string {
	return strings.NewReplacer(
		"←", text.Lines.Left, "→", text.Lines.Right, "↑", text.Lines.Up, "↓", text.Lines.Down, "⌫", text.Lines.Delete,
		"★", text.Lines.EarnedStar, "☆", text.Lines.NoStar, "✓", text.Lines.Done, "×", text.Lines.Times, " · ", ", ",
		"·", "",
		"−", text.Lines.Minus, "–", "-", "…", "...", "━", "", "─", "",
	).Replace(s)
}

// valueArrows replaces the arrows around a value by spaces.
var valueArrows = strings.NewReplacer(" ◂ ", "   ", "◂", "", "▸", "")

// splitColumns returns the columns of a line. Columns are separated by two or more spaces.
func splitColumns(s string) (all []string) {
	for part := range strings.SplitSeq(s, "  ") {
		if part != "" {
			all = append(all, strings.TrimPrefix(part, " "))
		}
	}
	return all
}

// clean converts a line of a dialog to text for screen readers. It removes special signs, and puts a colon after the
// first column and commas between the other columns.
func clean(s string) string {
	if name, lost := strings.CutPrefix(s, "×"); lost { // a lost star in a list of stars
		s = text.Lines.StarLost + name
	}
	parts := splitColumns(strings.TrimSpace(valueArrows.Replace(s)))
	s = strings.Join(parts, ", ")
	if len(parts) > 1 {
		s = parts[0] + ": " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(replaceSigns(s), " ,", ",")), " ")
}

// cleanAll applies clean to each line of a dialog. It omits lines without a letter or digit, such as charts.
func cleanAll(lines []string) (all []string) {
	for _, line := range lines {
		if line = clean(line); strings.ContainsFunc(line, isWord) {
			all = append(all, line)
		}
	}
	return all
}

// isWord reports whether a character is a letter or a digit.
func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// cleanChoices applies clean to the labels of buttons. A label that is only an arrow turns pages, so cleanChoices
// replaces it by words.
func cleanChoices(choices []string) (all []string) {
	for _, c := range choices {
		switch strings.TrimSpace(c) {
		case "←", "<":
			c = text.Lines.PreviousPage
		case "→", ">":
			c = text.Lines.NextPage
		}
		all = append(all, clean(c))
	}
	return all
}

// minWrapWidth is the minimum width to which lines are wrapped, in columns, even on narrower terminals.
const minWrapWidth = 20

// wrapWords breaks a line at spaces into parts of at most width columns. A word that is wider forms its own part.
func wrapWords(line string, width int) (parts []string) {
	part := ""
	for word := range strings.FieldsSeq(line) {
		switch {
		case part == "":
			part = word
		case cell.Width(part)+1+cell.Width(word) <= width:
			part += " " + word
		default:
			parts = append(parts, part)
			part = word
		}
	}
	return append(parts, part)
}
