package ui

import (
	"strings"
	"unicode"

	"arkterm/render/cell"
	"arkterm/render/text"
)

// spoken replaces signs that screen readers read badly, or not at all, with words.
func spoken(s string) string {
	return strings.NewReplacer(
		"←", text.Lines.Left, "→", text.Lines.Right, "↑", text.Lines.Up, "↓", text.Lines.Down, "⌫", text.Lines.Delete,
		"★", text.Lines.Star, "☆", text.Lines.NoStar, "✓", text.Lines.Done, "×", text.Lines.Times, " · ", ", ", "·", "",
		"−", text.Lines.Minus, "–", "-", "…", "...", "━", "", "─", "",
	).Replace(s)
}

// values are the arrows around a value.
var values = strings.NewReplacer(" ◂ ", "   ", "◂", "", "▸", "")

// columns returns the columns of a line, which are separated by two blanks or more.
func columns(s string) (all []string) {
	for part := range strings.SplitSeq(s, "  ") {
		if part != "" {
			all = append(all, strings.TrimPrefix(part, " "))
		}
	}
	return all
}

// clean returns a text without characters that are read aloud badly. A colon follows the first of its columns, and
// commas separate the others.
func clean(s string) string {
	if rest, lost := strings.CutPrefix(s, "×"); lost { // of a star, in a list of them
		s = text.Lines.StarLost + rest
	}
	parts := columns(strings.TrimSpace(values.Replace(s)))
	s = strings.Join(parts, ", ")
	if len(parts) > 1 {
		s = parts[0] + ": " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(spoken(s), " ,", ",")), " ")
}

// cleanAll cleans lines. Those without a letter or digit, such as charts, are left out.
func cleanAll(lines []string) (all []string) {
	for _, line := range lines {
		if line = clean(line); strings.ContainsFunc(line, isWord) {
			all = append(all, line)
		}
	}
	return all
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// cleanChoices cleans choices. Arrows alone turn pages.
func cleanChoices(choices []string) (all []string) {
	for _, c := range choices {
		switch strings.TrimSpace(c) {
		case "←", "<":
			c = text.Lines.PageBefore
		case "→", ">":
			c = text.Lines.NextPage
		}
		all = append(all, clean(c))
	}
	return all
}

// minWidth is the minimum width that lines are broken to, in columns.
const minWidth = 20

// broken returns a line in parts of at most width columns, broken at blanks.
func broken(line string, width int) (parts []string) {
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
