package settings

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
)

func TestTOMLErrors(t *testing.T) {
	for text, want := range map[string]string{
		"word = 'x'\nword = 'y'":  "f.toml:2:1: key word is already defined",
		"a.b = 1\na = 2":          "f.toml:2:1: key a is already defined",
		"a = 1\n[a]\nb = 2":       "f.toml:2:2: key a is already defined",
		"a = 1\na.b = 2":          "f.toml:2:1: key a.b is already defined",
		"[a]\nb = 1\n[c]\n[a]":    "f.toml:4:2: key a is already defined",
		"a = {b = 1, b = 2}":      "f.toml:1:13: key a.b is already defined",
		"a = [1, {b = 1, b = 2}]": "f.toml:1:17: key a[1].b is already defined",
		"[[keys]]\nleft = 'a'":    "f.toml:1:3: lists of tables are not used here (want [keys])",
		"word = ":                 "f.toml:1:7: expected value",
		"word = 'x":               "f.toml:1:",
		"\nday = 2026-13-99x":     "f.toml:2:",
		"\xff\xfea\x00=\x001\x00": "f.toml:1:1: ",
	} {
		_, err := parseTOML("f.toml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("parsing %q fails with %v, want %s", text, err, want)
		}
		if cli.ExitCodeOf(err) != cli.ExitFile {
			t.Errorf("the error for %q has exit code %d, want %d", text, cli.ExitCodeOf(err), cli.ExitFile)
		}
	}
}

func TestTOMLValues(t *testing.T) {
	text := "word = 'x'\nlist = [1, \"é\\n\", [false]]\nhex = 0x1_F\nhalf = -0.5\nbig = 9223372036854775808\n" +
		"day = 2026-01-31\ndotted.a = +1_000\ndotted.b = true\nin = {a = 1, b.c = 2}\n" +
		"[part.of]\n\"a b\" = 0\n[part]\nx = 7\n"
	f, err := parseTOML("f.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"word": "x", "list": []any{int64(1), "é\n", []any{false}}, "hex": int64(31), "half": tomlOther("-0.5"),
		"big": tomlOther("9223372036854775808"), "day": tomlOther("2026-01-31"),
		"dotted": map[string]any{"a": int64(1000), "b": true},
		"in":     map[string]any{"a": int64(1), "b": map[string]any{"c": int64(2)}},
		"part":   map[string]any{"of": map[string]any{"a b": int64(0)}, "x": int64(7)},
	}
	if !reflect.DeepEqual(f.values, want) {
		t.Errorf("parseTOML() returns %v, want %v", f.values, want)
	}
	for key, want := range map[string]string{
		"word":        "f.toml:1:8: word: bad",
		"list":        "f.toml:2:1: list: bad",
		"in.b.c":      "f.toml:9:20: in.b.c: bad",
		"part.of.a b": "f.toml:11:9: part.of.a b: bad",
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
