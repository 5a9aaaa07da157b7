package levels

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine/parse"
)

// A token is a piece of a line and where it begins.
type token struct {
	text      string
	line, col int // from 1; col in characters
}

// A line is a line of a file as characters: runes[i] stands in column i+1.
type line struct {
	n     int // its number, from 1
	runes []rune
}

// lines splits a file into lines of characters. LF or CRLF ends a line. A character that is not
// allowed is reported and replaced by U+FFFD, which the rest of the parser ignores.
func (p *parser) lines(text string) []line {
	all := p.buffers.lines[:0]
	p.buffers.runes = slices.Grow(p.buffers.runes[:0], utf8.RuneCountInString(text))
	s, err := parse.Text(text)
	if err != nil {
		p.fail(token{line: 1, col: 1}, "%v", err)
		return nil
	}
	for s != "" {
		var l string
		l, s, _ = strings.Cut(s, "\n")
		all = append(all, p.decode(len(all)+1, strings.TrimSuffix(l, "\r")))
	}
	p.buffers.lines = all
	return all
}

// decode reports the characters of a line that are not allowed, the first one by name. One
// error per line is enough for a binary file. It drops invisible
// characters that do no harm, and replaces other blanks by spaces.
func (p *parser) decode(n int, s string) line {
	all := p.buffers.runes // the line is appended to them
	l := line{n: n}
	bad, what := token{line: n}, ""
	more := 0
	for i, width := 0, 0; i < len(s); i += width {
		var r rune
		r, width = utf8.DecodeRuneInString(s[i:])
		if parse.Invisible(r) {
			continue
		}
		if unicode.Is(unicode.Zs, r) {
			r = ' '
		}
		if r == utf8.RuneError || !isDisplayable(r) && r != '\t' {
			if more++; what == "" {
				bad.col, what = len(all)-len(p.buffers.runes)+1, charError(r, width)
			}
			r = utf8.RuneError
		}
		all = append(all, r)
	}
	l.runes = slices.Clip(all[len(p.buffers.runes):])
	p.buffers.runes = all
	if more > 1 {
		what += fmt.Sprintf(" (and %d more in this line)", more-1)
	}
	if what != "" {
		p.fail(bad, "%s", what)
	}
	return l
}

// refusal says why r, which took width bytes, is refused.
func charError(r rune, width int) string {
	switch {
	case r == utf8.RuneError && width <= 1:
		return "not UTF-8 text"
	case r == utf8.RuneError:
		return "U+FFFD stands where a character was lost: write it anew"
	case unicode.Is(unicode.Co, r):
		return fmt.Sprintf("private character U+%04X is not allowed: it looks different on each computer", r)
	default:
		return fmt.Sprintf("invisible character U+%04X is not allowed", r)
	}
}

// shown reports whether r may be sent to a terminal. It must be visible or a space, not
// change the direction of text, and mean the same on all computers. Control and format
// characters, private and unassigned ones, blanks other than the space, and letters and marks
// that are drawn as nothing are not.
func isDisplayable(r rune) bool {
	const brailleBlank = 0x2800
	return unicode.IsPrint(r) && r != brailleBlank &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Clean returns s without invisible characters, and with a question mark for every other
// character that may not be shown.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if parse.Invisible(r) {
			return -1
		}
		if r == utf8.RuneError || !isDisplayable(r) {
			return '?'
		}
		return r
	}, s)
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// blank reports whether nothing but blanks is in the line.
func (l line) blank() bool {
	for _, r := range l.runes {
		if !isBlank(r) {
			return false
		}
	}
	return true
}

// from returns what the line has from the character with index i on, without the blanks
// around it.
func (l line) from(i int) token {
	for i < len(l.runes) && isBlank(l.runes[i]) {
		i++
	}
	j := len(l.runes)
	for j > i && isBlank(l.runes[j-1]) {
		j--
	}
	return token{string(l.runes[i:j]), l.n, i + 1}
}

// words splits t at blanks and commas. What it returned before holds no more.
func (p *parser) words(t token) []token {
	all := p.buffers.words[:0]
	word, col := -1, t.col // where the word begins that is being read, and the character's column
	for i, r := range t.text {
		switch {
		case isBlank(r) || r == ',':
			word = -1
		case word < 0:
			word = i
			all = append(all, token{"", t.line, col})
			fallthrough
		default:
			all[len(all)-1].text = t.text[word : i+utf8.RuneLen(r)]
		}
		col++
	}
	p.buffers.words = all
	return all
}

// end returns the place just behind t, where something is missing.
func (t token) end() token {
	return token{"", t.line, t.col + utf8.RuneCountInString(t.text)}
}
