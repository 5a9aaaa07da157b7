package ui

import (
	"strings"
	"unicode"

	"arkterm/render/cell"
)

// spoken replaces signs that are read aloud badly, or not at all.
var spoken = strings.NewReplacer(
	"←", "left", "→", "right", "↑", "up", "↓", "down", "⌫", "delete",
	"★", " star ", "☆", " no star yet ", "✓", " done", "×", " times ", " · ", ", ", "·", "", "−", "minus ", "–", "-", "…", "...", "━", "", "─", "",
)

// values are the arrows around a value.
var values = strings.NewReplacer(" ◂ ", "   ", "◂", "", "▸", "")

// columns returns the columns of a line, which are separated by two blanks or more.
func columns(text string) (all []string) {
	for part := range strings.SplitSeq(text, "  ") {
		if part != "" {
			all = append(all, strings.TrimPrefix(part, " "))
		}
	}
	return all
}

// clean returns a text without characters that are read aloud badly. A colon follows the first of its columns, and
// commas separate the others.
func clean(text string) string {
	if rest, lost := strings.CutPrefix(text, "×"); lost { // of a star, in a list of them
		text = "star lost" + rest
	}
	parts := columns(strings.TrimSpace(values.Replace(text)))
	text = strings.Join(parts, ", ")
	if len(parts) > 1 {
		text = parts[0] + ": " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(spoken.Replace(text), " ,", ",")), " ")
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
		case "◂", "<":
			c = "Page before"
		case "▸", ">":
			c = "Next page"
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
