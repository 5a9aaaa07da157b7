// Package safelog makes the log of a server safe to read: whatever a client has sent, a line of it is one line of text.
package safelog

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostValue is how much of a value is logged, in bytes. Stacks are longer than what clients send.
const mostValue = 8 << 10

// New returns a logger that writes lines of text, or of JSON, to w.
func New(w io.Writer, json bool) *slog.Logger {
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return clean(a) }}
	if json {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// clean returns an attribute without what a terminal would obey, or show as something else: controls, of which JSON keeps
// some as they are, and what changes the direction of writing.
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
	more := len(s) > mostValue
	if more {
		s = s[:mostValue]
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
