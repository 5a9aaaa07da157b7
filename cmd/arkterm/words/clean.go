package words

import (
	"strings"
	"unicode"

	"arkterm/render/cell"
)

// MaxName is the most columns of a player's name.
const MaxName = 12

// MaxLabel is the most columns of a name that is not a player's, as of a level or a file.
const MaxLabel = 40

// Name returns a player's name as it may be shown: see Clean.
func Name(name string) string { return Clean(name, MaxName) }

// Clean returns what a terminal may be shown of a text that came from a person or a file,
// cut after so many columns. What is left has no control, bidi, zero-width or private
// characters and nothing else that does not fill one column with something to see; blanks are
// single, and neither first nor last.
func Clean(text string, columns int) string {
	var b strings.Builder
	n, blank := 0, false
	for _, r := range text {
		if r == ' ' {
			blank = n > 0
			continue
		}
		if !Plain(r) {
			continue
		}
		if blank {
			n++
		}
		if n >= columns {
			break
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// Fit returns the text as Clean does, filled with blanks or cut with an ellipsis at its end, so that it fills exactly
// so many columns.
func Fit(text string, columns int) string {
	all := []rune(Clean(text, columns+1))
	if len(all) > columns {
		all = append(all[:columns-1], '…')
	}
	return string(all) + strings.Repeat(" ", columns-len(all))
}

// Plain reports whether r is something to see in one column.
func Plain(r rune) bool {
	switch r {
	case unicode.ReplacementChar, '\u2800', '\uffa0': // the last two are letters that look like blanks
		return false
	}
	return r != ' ' && cell.OneColumn(r)
}
