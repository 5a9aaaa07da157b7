package text

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
		"e\u0301":                 "e\u0301",
		"日本a":                     "日本a",
		"玩家":                      "玩家",
		"日本の石日本の石":                "日本の石日本", // 12 columns
		"a日本の石日本の石":               "a日本の石日", // Clean does not split a wide character
		"김철수":                     "김철수",
		"नमस्ते":                  "नमस्ते",
		"❤\ufe0f👍🏽":               "❤👍",
		"a\u3000\u3000b":          "a b",
		"\u2800\uffa0\u00ad":      "",
		"a\tb\nc\u00a0d":          "abc d",
		"":                        "",
	} {
		if got := PlayerName(name); got != want {
			t.Errorf("PlayerName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNamesAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"Ada":             "",
		"  Ada  Lovelace": "",
		"玩家":              "",
		"日本の石日本":          "",
		"❤\ufe0f":         "",
		"e\u0301":         "",
		"":                "the name is empty, want 1 to 12 columns",
		"  \ufe0f":        "the name is empty, want 1 to 12 columns",
		"abcdefghijklm":   "the name has 13 columns, want at most 12",
		"日本の石日本の":         "the name has 14 columns, want at most 12",
		"abc\u202e":       "character U+202E is not allowed in a name",
		"a\tb":            "character U+0009 is not allowed in a name",
		"\u0301a":         "character U+0301 is not allowed in a name",
		"\ue000":          "character U+E000 is not allowed in a name",
		"\u3164":          "character U+3164 is not allowed in a name",
		"ab\xff":          "byte 3 is not UTF-8",
	} {
		name, err := CheckPlayerName(text)
		switch {
		case want == "" && (err != nil || name != PlayerName(text)):
			t.Errorf("CheckPlayerName(%q) = %q, %v, want %q, nil", text, name, err, PlayerName(text))
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("CheckPlayerName(%q) = %q, %v, want the error %s", text, name, err, want)
		}
	}
}

func TestFit(t *testing.T) {
	for text, want := range map[string]string{
		"": "      ", "Heart": "Heart ", "Galaxy": "Galaxy",
		"Honeycomb": "Honey…", "日本a": "日本a ", "日本の石": "日本… ", "a日本の": "a日本…", "日本石": "日本石",
	} {
		if got := Fit(text, 6); got != want {
			t.Errorf("Fit(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{
		"ada", " a  b ", "\x1b[2J", "\u202e\u200d", "日本", "\ue000", "\xff",
		strings.Repeat("x ", 20),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := PlayerName(s)
		if !utf8.ValidString(name) || cell.Width(name) > MaxPlayerName || strings.TrimSpace(name) != name ||
			strings.Contains(name, "  ") {
			t.Errorf("PlayerName(%q) = %q, want valid UTF-8 of at most MaxPlayerName columns without extra blanks",
				s, name)
		}
		for _, r := range name {
			if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
				unicode.Other_Default_Ignorable_Code_Point) {
				t.Errorf("PlayerName(%q) = %q, want no %U", s, name, r)
			}
		}
		if again := PlayerName(name); again != name {
			t.Errorf("PlayerName(%q) = %[2]q, PlayerName(%[2]q) = %[3]q, want no change", s, name, again)
		}
		f := cell.Frame{}
		f.Resize(MaxPlayerName, 1)
		f.Text(0, 0, name, cell.Style{})
		if got := strings.TrimSuffix(f.String(), "\n"); got != name {
			t.Errorf("Text(%q) draws %q, want no change", name, got)
		}
	})
}
