package main

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"arkterm/render"
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
		if got := cleanName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	for _, s := range []string{"ada", " a  b ", "\x1b[2J", "\u202e\u200d", "日本", "\ue000", "\xff", strings.Repeat("x ", 20)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := cleanName(s)
		if !utf8.ValidString(name) || render.Width(name) > maxName || strings.TrimSpace(name) != name || strings.Contains(name, "  ") {
			t.Errorf("%q becomes %q", s, name)
		}
		for _, r := range name {
			if !unicode.IsPrint(r) || oneColumn.RuneWidth(r) != 1 || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Mn) {
				t.Errorf("%q becomes %q, with %U", s, name, r)
			}
		}
		if again := cleanName(name); again != name {
			t.Errorf("%q becomes %q, and that %q", s, name, again)
		}
		f := render.Frame{}
		f.Resize(maxName, 1)
		f.Text(0, 0, name, render.Style{})
		if got := strings.TrimSuffix(f.String(), "\n"); got != name {
			t.Errorf("%q is drawn as %q", name, got)
		}
	})
}

// enter enters a name: < and > turn the wheel, ! picks, all else is typed.
func enterName(e *nameEntry, keys string) (done bool) {
	for _, r := range keys {
		switch r {
		case '<':
			e.turn(-1)
		case '>':
			e.turn(1)
		case '!':
			done = e.pick()
		default:
			e.typeRune(r)
		}
	}
	return done
}

func TestNamesAreEnteredByWheelAndByTyping(t *testing.T) {
	for keys, want := range map[string]struct {
		name string
		done bool
	}{
		"!":                {"", true},
		">!>!":             {"AB", false},
		">!!<!":            {"AA", true},
		"ada!":             {"ada", true},
		"a b!":             {"a b", true},
		"ab<!":             {"a", false}, // the sign before the end takes one back
		"abcdefghijklmn":   {"abcdefghijkl", false},
		">!!!!!!!!!!!!!":   {"AAAAAAAAAAAA", true}, // full: the wheel is at the end
		"\x01\u202e\u200b": {"", false},
		">ada!":            {"ada", true}, // typing turns the wheel back to the end
	} {
		var e nameEntry
		done := enterName(&e, keys)
		if got := string(e.name); got != want.name || done != want.done {
			t.Errorf("%q: %q, done %v; want %q, %v", keys, got, done, want.name, want.done)
		}
	}
}

func TestTheWheelShowsWhatIsNear(t *testing.T) {
	e := nameEntry{name: []rune("ad")}
	if got := e.shown(); got != "ad_" {
		t.Errorf("shown as %q", got)
	}
	if got := e.around(2); got != " '  ⌫ [✓] A  B " {
		t.Errorf("the wheel is %q", got)
	}
	e.turn(-5)
	if got := e.around(1); got != " 9 [_] - " {
		t.Errorf("the wheel is %q", got)
	}
}
