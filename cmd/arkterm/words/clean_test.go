package words

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"arkterm/render/cell"
)

func TestNamesAreCleaned(t *testing.T) {
	for name, want := range map[string]string{
		"ada":                     "ada",
		"  Ada   Lovelace ":       "Ada Lovelace",
		"Zoë Ångström":            "Zoë Ångström",
		"abcdefghijklmnop":        "abcdefghijkl",
		"abcdefghijk lmn":         "abcdefghijk",
		"a\x1b[31mb\x07\u009b":    "a[31mb",
		"\u202eevil\u2066\u200b":  "evil",
		"\ue000\U000f0000x\ufeff": "x",
		"\xff\xfe":                "",
		"e\u0301":                 "e",
		"日本a":                     "a",
		"\u2800\uffa0\u00ad":      "",
		"a\tb\nc\u00a0d":          "abcd",
		"":                        "",
	} {
		if got := Name(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	for text, want := range map[string]string{"": "      ", "Heart": "Heart ", "Galaxy": "Galaxy", "Honeycomb": "Honey…", "日本a": "a     "} {
		if got := Fit(text, 6); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"ada", " a  b ", "\x1b[2J", "\u202e\u200d", "日本", "\ue000", "\xff", strings.Repeat("x ", 20)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := Name(s)
		if !utf8.ValidString(name) || cell.Width(name) > MaxName || strings.TrimSpace(name) != name || strings.Contains(name, "  ") {
			t.Errorf("%q becomes %q", s, name)
		}
		for _, r := range name {
			if !cell.OneColumn(r) || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Mn) {
				t.Errorf("%q becomes %q, with %U", s, name, r)
			}
		}
		if again := Name(name); again != name {
			t.Errorf("%q becomes %q, and that %q", s, name, again)
		}
		f := cell.Frame{}
		f.Resize(MaxName, 1)
		f.Text(0, 0, name, cell.Style{})
		if got := strings.TrimSuffix(f.String(), "\n"); got != name {
			t.Errorf("%q is drawn as %q", name, got)
		}
	})
}
