package settings

import (
	"strings"
	"testing"

	"arkterm/cmd/arkterm/exit"
)

// A tomlSample has a value of each kind that the program's files use.
type tomlSample struct {
	Word  string              `toml:"word"`
	Count int                 `toml:"count"`
	On    bool                `toml:"on"`
	Keys  map[string][]string `toml:"keys"`
	Part  struct {
		Deep string `toml:"deep"`
	} `toml:"part"`
}

func TestTOMLErrorsSayWhere(t *testing.T) {
	for text, want := range map[string]string{
		"word = 3":                         "f.toml:1:8: word: want text in quotes, not a TOML integer",
		"\ncount = 'x'":                    "f.toml:2:9: count: want a whole number, not a TOML string",
		"count = 1.5":                      "f.toml:1:9: count: want a whole number, not a TOML float",
		"on = 1":                           "f.toml:1:6: on: want true or false, not a TOML integer",
		"wrod = 'x'":                       `f.toml:1:1: no key "wrod"; did you mean word?`,
		"coumt = 1\n[part]\n  deeep = 'x'": "f.toml:1:1: no key \"coumt\"; did you mean count?\nf.toml:3:3: no key \"part.deeep\"; did you mean deep?",
		"zzzz = 1":                         `f.toml:1:1: no key "zzzz"`,
		"word = 'x'\nword = 'y'":           "f.toml:2:1: key word is already defined",
		"word = ":                          "f.toml:1:7: expected value",
		"word = 'x":                        "f.toml:1:",
	} {
		_, err := decodeTOML("f.toml", []byte(text), &tomlSample{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if exit.CodeOf(err) != exit.File {
			t.Errorf("%q: exit code %d", text, exit.CodeOf(err))
		}
	}
}

func TestTOMLKnowsWhereValuesStand(t *testing.T) {
	text := "word = 'x'\n[part]\n  deep = \"y\"\n[keys]\nleft = ['a', 'b']\n"
	var into tomlSample
	f, err := decodeTOML("f.toml", []byte(text), &into)
	if err != nil {
		t.Fatal(err)
	}
	if into.Word != "x" || into.Part.Deep != "y" || len(into.Keys["left"]) != 2 {
		t.Errorf("read %+v", into)
	}
	for key, want := range map[string]string{
		"word":      "f.toml:1:8: word: bad",
		"part.deep": "f.toml:3:10: part.deep: bad",
		"keys.left": "f.toml:5:1: keys.left: bad",
	} {
		if got := f.errorf(key, "bad").Error(); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
