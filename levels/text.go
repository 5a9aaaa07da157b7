package levels

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine/parse"
)

// A token is a part of a line with its position.
type token struct {
	text      string
	line, col int // from 1; col counts characters
}

// before reports whether t is before u in the file.
func (t token) before(u token) bool { return t.line < u.line || t.line == u.line && t.col < u.col }

// A line is a line of a file as characters. runes[i] is in column i+1.
type line struct {
	n     int // line number, from 1
	runes []rune
}

// lines splits a file into lines of characters. Lines end in LF or CRLF. Characters that are not allowed are reported
// and replaced by U+FFFD, which the rest of the parser ignores.
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

// decode converts a line to characters. It reports the first character that is not allowed, because one error per line
// is sufficient for a binary file. It drops harmless invisible characters, and replaces other white space by spaces.
func (p *parser) decode(n int, s string) line {
	all := p.buffers.runes // the characters of the line are appended
	l := line{n: n}
	invalid, message := token{line: n}, "" // the first character that is not allowed
	count := 0
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
			if count++; message == "" {
				invalid.col, message = len(all)-len(p.buffers.runes)+1, charError(r, width)
			}
			r = utf8.RuneError
		}
		all = append(all, r)
	}

	l.runes = slices.Clip(all[len(p.buffers.runes):])
	p.buffers.runes = all
	if count > 1 {
		message += fmt.Sprintf(" (and %d more in this line)", count-1)
	}
	if message != "" {
		p.fail(invalid, "%s", message)
	}
	return l
}

// charError returns the message for the character r, which was encoded in width bytes and is not allowed.
func charError(r rune, width int) string {
	switch {
	case r == utf8.RuneError && width <= 1:
		return "not UTF-8 text"
	case r == utf8.RuneError:
		return "a lost character was replaced by U+FFFD; type it again"
	case unicode.Is(unicode.Co, r):
		return fmt.Sprintf("private character U+%04X is not allowed", r)
	default:
		return fmt.Sprintf("invisible character U+%04X is not allowed", r)
	}
}

// isDisplayable reports whether r can be sent to a terminal. It must be visible or a space, must not change the
// direction of text, and must have the same meaning on all computers. This excludes control, format, private and
// unassigned characters, white space other than the space, and invisible letters and marks.
func isDisplayable(r rune) bool {
	const brailleBlank = 0x2800
	return unicode.IsPrint(r) && r != brailleBlank &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Clean returns s without invisible characters, and with question marks for other characters that cannot be displayed.
//
//go:noinline // would be copied into many callers
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

// isSpaceOrTab reports whether r is a space or a tab.
func isSpaceOrTab(r rune) bool { return r == ' ' || r == '\t' }

// blank reports whether the line contains only spaces and tabs.
func (l line) blank() bool {
	for _, r := range l.runes {
		if !isSpaceOrTab(r) {
			return false
		}
	}
	return true
}

// from returns the text of the line starting at index i, without surrounding spaces and tabs.
//
//go:noinline // would be copied into many callers
func (l line) from(i int) token {
	for i < len(l.runes) && isSpaceOrTab(l.runes[i]) {
		i++
	}
	j := len(l.runes)
	for j > i && isSpaceOrTab(l.runes[j-1]) {
		j--
	}
	return token{string(l.runes[i:j]), l.n, i + 1}
}

// words splits t at spaces, tabs and commas. It overwrites the result of the previous call.
func (p *parser) words(t token) []token {
	all := p.buffers.words[:0]
	word, col := -1, t.col // start of the current word, and column of the character
	for i, r := range t.text {
		switch {
		case isSpaceOrTab(r) || r == ',':
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

// end returns the position after t, for errors about missing text at this position.
func (t token) end() token {
	return token{"", t.line, t.col + utf8.RuneCountInString(t.text)}
}
