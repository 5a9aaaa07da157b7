package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine/parse"
	"arkterm/render/cell"
)

// MaxPlayerName is the maximum number of columns of a player's name.
const MaxPlayerName = 12

// MaxLabel is the maximum number of columns of other names, such as names of levels and files.
const MaxLabel = 40

// PlayerName returns the displayable part of a player's name, cut to MaxPlayerName columns. See Clean.
func PlayerName(name string) string { return Clean(name, MaxPlayerName) }

// CheckPlayerName returns a player's name without invisible characters and repeated blanks. It returns an error if the
// text is not UTF-8, contains a character that is not allowed, or does not have 1 to MaxPlayerName columns.
func CheckPlayerName(text string) (string, error) {
	for i := 0; i < len(text); {
		_, _, n := cell.Next(text[i:])
		switch r, size := utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size <= 1:
			return "", fmt.Errorf("byte %d is not UTF-8", i+1)
		case !unicode.Is(unicode.Zs, r) && !parse.Invisible(r) && !Visible(r):
			return "", fmt.Errorf("character U+%04X is not allowed in a name", r)
		}
		i += n
	}

	name := Clean(text, len(text)*2)
	switch columns := cell.Width(name); {
	case columns == 0:
		return "", fmt.Errorf("the name is empty, want 1 to %d columns", MaxPlayerName)
	case columns > MaxPlayerName:
		return "", fmt.Errorf("the name has %d columns, want at most %d", columns, MaxPlayerName)
	}
	return name, nil
}

// Clean returns the displayable part of a text from a player or a file, cut to a number of columns. It drops control,
// bidirectional, invisible and private-use characters, and letters that look like blanks. It replaces several blanks in
// a row by one, and removes blanks at both ends.
func Clean(text string, columns int) string {
	var b []byte
	used, blank := 0, false
	for text != "" {
		r, _ := utf8.DecodeRuneInString(text)
		glyph, cols, n := cell.Next(text)
		text = text[n:]
		if unicode.Is(unicode.Zs, r) {
			blank = used > 0
			continue
		}
		if cols == 0 || glyph == '?' && r != '?' || !Visible(cell.Base(glyph)) {
			continue
		}
		if blank {
			cols++
		}
		if used += cols; used > columns {
			break
		}
		if blank {
			b = append(b, ' ')
			blank = false
		}
		b = cell.AppendGlyph(b, glyph)
	}
	return string(b)
}

// Fit returns the cleaned text with exactly the given number of columns. It pads the text with blanks, or cuts it
// and adds an ellipsis.
func Fit(text string, columns int) string {
	text = Clean(text, columns+2) // keep two more columns, to detect a text that is too wide
	if cell.Width(text) > columns {
		text = cell.Cut(text, columns-1) + "…"
	}
	return cell.Pad(text, columns)
}

// Capitalize returns a text with its first letter in upper case.
func Capitalize(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// Pad returns text padded with blanks to at least the given number of columns.
//
//go:noinline // would be copied into many callers
func Pad(text string, columns int) string { return cell.Pad(text, columns) }

// Columns returns the number of columns of a character, or 0 if it cannot be shown alone.
func Columns(r rune) int { return cell.Columns(r) }

// Visible reports whether r is visible and not a mark.
func Visible(r rune) bool {
	switch r {
	case ' ', unicode.ReplacementChar, '\u2800': // U+2800 is a braille pattern without dots
		return false
	}
	return cell.Columns(r) > 0
}
