package settings

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
)

// A tomlSample has a value of each type that the program's files use.
type tomlSample struct {
	Word  string              `toml:"word"`
	Count int                 `toml:"count"`
	On    bool                `toml:"on"`
	Keys  map[string][]string `toml:"keys"`
	Part  struct {
		Deep string `toml:"deep"`
	} `toml:"part"`
}

func TestTOMLErrors(t *testing.T) {
	for text, want := range map[string]string{
		"word = 3":      "f.toml:1:8: word: want text in quotes, not a TOML integer",
		"\ncount = 'x'": "f.toml:2:9: count: want a whole number, not a TOML string",
		"count = 1.5":   "f.toml:1:9: count: want a whole number, not a TOML float",
		"on = 1":        "f.toml:1:6: on: want true or false, not a TOML integer",
		"wrod = 'x'":    `f.toml:1:1: unknown key "wrod"; did you mean word?`,
		"coumt = 1\n[part]\n  deeep = 'x'": "f.toml:1:1: unknown key \"coumt\"; did you mean count?\n" +
			"f.toml:3:3: unknown key \"part.deeep\"; did you mean deep?",
		"zzzz = 1":               `f.toml:1:1: unknown key "zzzz"`,
		"word = 'x'\nword = 'y'": "f.toml:2:1: key word is already defined",
		"word = ":                "f.toml:1:7: expected value",
		"word = 'x":              "f.toml:1:",
	} {
		_, err := decodeTOML("f.toml", []byte(text), &tomlSample{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("decoding %q fails with %v, want %s", text, err, want)
		}
		if cli.ExitCodeOf(err) != cli.ExitFile {
			t.Errorf("the error for %q has exit code %d, want %d", text, cli.ExitCodeOf(err), cli.ExitFile)
		}
	}
}

func TestTOMLPositions(t *testing.T) {
	text := "word = 'x'\n[part]\n  deep = \"y\"\n[keys]\nleft = ['a', 'b']\n"
	var into tomlSample
	f, err := decodeTOML("f.toml", []byte(text), &into)
	if err != nil {
		t.Fatal(err)
	}
	if into.Word != "x" || into.Part.Deep != "y" || len(into.Keys["left"]) != 2 {
		t.Errorf("decodeTOML() decodes %+v", into)
	}
	for key, want := range map[string]string{
		"word":      "f.toml:1:8: word: bad",
		"part.deep": "f.toml:3:10: part.deep: bad",
		"keys.left": "f.toml:5:1: keys.left: bad",
	} {
		if got := f.errorf(key, "bad").Error(); got != want {
			t.Errorf("errorf(%s) = %s, want %s", key, got, want)
		}
	}
}

func TestReadFlat(t *testing.T) {
	got := map[string]string{}
	set := func(key, value string) error {
		if value == "bad" {
			return errors.New("want better")
		}
		got[key] = value
		return nil
	}
	keys := []string{"listen", "most", "json", "nets", "idle"}
	text := "listen = \":22\"\nmost = 7\njson = true\nnets = [\"10.0.0.0/8\", \"::1/128\"]\n"
	if err := ReadFlat("serve.toml", []byte(text), keys, set); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"listen": ":22", "most": "7", "json": "true", "nets": "10.0.0.0/8,::1/128"}
	if !maps.Equal(got, want) {
		t.Errorf("ReadFlat() sets %v, want %v", got, want)
	}

	for text, want := range map[string]string{
		"most = 1.5": "serve.toml:1:8: most: want a string, a whole number, true or false, or a list of strings",
		"\nlisten = \"bad\"\nlisen = 1\n": "serve.toml:2:10: listen: want better\n" +
			"serve.toml:3:9: unknown key \"lisen\"; did you mean listen?",
		"nets = [1]": "serve.toml:1:1: nets: want a string, a whole number, true or " +
			"false, or a list of strings",
		"[idle]\nx = 1":                          "serve.toml:1:2: idle: want a string",
		"\n[tls]\nx = 1":                         "serve.toml:2:2: unknown key \"tls\"",
		"most = ":                                "serve.toml:1:",
		"most = 1\nmost = 2":                     "serve.toml:",
		strings.Repeat("[", 5000) + "x":          "serve.toml:1:",
		"nets = " + strings.Repeat("[", 100_000): "serve.toml:1:",
	} {
		err := ReadFlat("serve.toml", []byte(text), keys, set)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("reading %.40q fails with %v, want %s", text, err, want)
		}
	}
}
