package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxValueBytes is the maximum length of a logged value. The longest values are stack traces.
const maxValueBytes = 8 << 10

// newLog returns a logger that writes text or JSON lines to w. Text from clients cannot break a line, or control the
// terminal that shows the log.
func newLog(w io.Writer, json bool) *slog.Logger {
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return cleanAttr(a) }}
	if json {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// cleanAttr returns an attribute without control characters or characters that change the text direction. JSON encoding
// alone would keep some such characters.
func cleanAttr(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(escape(v.String()))
	case slog.KindAny:
		switch v := v.Any().(type) {
		case error:
			a.Value = slog.StringValue(escape(v.Error()))
		case *slog.Source, slog.Level:
		case fmt.Stringer:
			a.Value = slog.StringValue(escape(v.String()))
		default:
			a.Value = slog.StringValue(escape(fmt.Sprint(v)))
		}
	}
	return a
}

// escape shortens s to maxValueBytes and escapes its unprintable runes. It keeps newlines and tabs, because the log
// handlers escape them.
func escape(s string) string {
	truncated := len(s) > maxValueBytes
	if truncated {
		s = s[:maxValueBytes]
	}
	if !truncated && !strings.ContainsFunc(s, needsEscape) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case needsEscape(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	if truncated {
		b.WriteString("…")
	}
	return b.String()
}

// needsEscape reports whether a rune must be escaped.
func needsEscape(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
