package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxValue is the maximum length of a logged value in bytes. The longest values are stack traces.
const maxValue = 8 << 10

// newLog returns a logger that writes text or JSON lines to w. Text from clients cannot break a line, or control the
// terminal that shows the log.
func newLog(w io.Writer, json bool) *slog.Logger {
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return clean(a) }}
	if json {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// clean returns an attribute without control characters and characters that change the text direction. JSON encoding
// alone keeps some of them.
func clean(a slog.Attr) slog.Attr {
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

// escape returns a text with escaped unprintable runes and a limited length. It keeps line ends, because log handlers
// escape them.
func escape(s string) string {
	more := len(s) > maxValue
	if more {
		s = s[:maxValue]
	}
	if !more && !strings.ContainsFunc(s, needsEscape) && utf8.ValidString(s) {
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
	if more {
		b.WriteString("…")
	}
	return b.String()
}

// needsEscape reports whether a rune must be escaped.
func needsEscape(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
