package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxValue is the maximum length of a logged value in bytes. Stack traces are the longest values.
const maxValue = 8 << 10

// newLog returns a logger that writes lines of text or JSON to w. Text from clients cannot break a line or control the terminal that
// shows the log.
func newLog(w io.Writer, json bool) *slog.Logger {
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return clean(a) }}
	if json {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// clean returns an attribute without control characters and without characters that change the direction of writing. JSON keeps
// some of them.
func clean(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(text(v.String()))
	case slog.KindAny:
		switch v := v.Any().(type) {
		case error:
			a.Value = slog.StringValue(text(v.Error()))
		case *slog.Source, slog.Level:
		case fmt.Stringer:
			a.Value = slog.StringValue(text(v.String()))
		default:
			a.Value = slog.StringValue(text(fmt.Sprint(v)))
		}
	}
	return a
}

// text returns a text with its unprintable runes written out, and not too much of it. Line ends stay: handlers write them
// out themselves.
func text(s string) string {
	more := len(s) > maxValue
	if more {
		s = s[:maxValue]
	}
	if !more && !strings.ContainsFunc(s, odd) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case odd(r):
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

// odd reports whether a rune is not what it looks like.
func odd(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
