package settings

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
)

// choicesOf returns the choices from the texts of config.toml and settings.toml. notice describes errors in the latter.
func choicesOf(t *testing.T, config, settings string) (c Choices, notice string, err error) {
	t.Helper()
	if err = c.Read("config.toml", []byte(config), ByConfig); err != nil {
		return c, "", err
	}
	if err := c.Read("settings.toml", []byte(settings), ByMenu); err != nil {
		notice = err.Error()
	}
	return c, notice, nil
}

func TestOptionValues(t *testing.T) {
	for i := range Options {
		o := &Options[i]
		for _, v := range o.Values {
			if got, err := o.parseValue(strings.ToUpper(v)); got != v || err != nil {
				t.Errorf("option %s: the value %s is parsed as %q, %v", o.Name, v, got, err)
			}
			if got := o.NextValue(o.NextValue(v, 1), -1); got != v {
				t.Errorf("option %s: one step forward and back from %s results in %s", o.Name, v, got)
			}
		}
		first := o.HelpValues()[0]
		if o.maxValue > 0 {
			first = o.nonNumbers()[0]
		}
		if _, err := strconv.Atoi(first); err == nil && o.maxValue > 0 {
			first = "a whole number"
		}
		if _, err := o.parseValue("no such name"); err == nil || !strings.Contains(err.Error(), "want "+first) {
			t.Errorf("option %s: an invalid value results in the error %v", o.Name, err)
		}
	}
}

func TestRates(t *testing.T) {
	o := &Options[Link]
	for text, want := range map[string]string{
		"AUTO": "auto", "8k": "8K", "8K": "8K", "8000": "8K", "7500": "7500", "1m": "1M", "2500K": "2500K",
		"1000M": "1000M", "1000": "1K",
	} {
		c := Choices{}
		got, err := o.parseValue(text)
		if c.Values[Link][ByFlag] = got; got != want || err != nil {
			t.Errorf("the rate %q is parsed as %q, %v", text, got, err)
		}
		if again, _ := parseRate(text); again != c.Rate() {
			t.Errorf("Rate() = %d for %q, want %d", c.Rate(), text, again)
		}
	}
	for _, text := range []string{
		"", "0", "999", "0K", "-8K", "8G", "8 K", "K", "1001M", "1000000001",
		"99999999999999999999", "1e4",
	} {
		if _, err := o.parseValue(text); err == nil ||
			err.Error() != "want auto, or bytes per second from 1K to 1000M, for example 8K" {
			t.Errorf("the rate %q results in the error %v", text, err)
		}
	}
	if n := (&Choices{}).Rate(); n != 0 {
		t.Errorf("Rate() = %d for auto, want 0", n)
	}
}

func TestNumberNotInMenu(t *testing.T) {
	o := &Options[FPS]
	if got, err := o.parseValue("50"); got != "50" || err != nil {
		t.Errorf("the frame rate 50 is parsed as %q, %v", got, err)
	}
	for _, text := range []string{"14", "241", "-60", "6e1", ""} {
		if _, err := o.parseValue(text); err == nil || !strings.Contains(err.Error(), "15 to 240") {
			t.Errorf("the frame rate %q results in the error %v, want the range", text, err)
		}
	}
	if up, down := o.NextValue("50", 1), o.NextValue("50", -1); up != "60" || down != "20" {
		t.Errorf("the values next to 50 are %s and %s, want 20 and 60", down, up)
	}
}

func TestMenuTakesPrecedence(t *testing.T) {
	c, notice, err := choicesOf(t, "glyphs = 'half'\nfps = 30\n", "glyphs = 'ascii'\n")
	if err != nil || notice != "" {
		t.Fatal(err, notice)
	}
	if got := c.Get(Glyphs); got != "ascii" || c.SourceOf(Glyphs) != ByMenu {
		t.Errorf("glyphs is %s, set by %v", got, c.SourceOf(Glyphs))
	}
	if got := c.Number(FPS); got != 30 || c.SourceOf(FPS) != ByConfig {
		t.Errorf("fps is %d, set by %v", got, c.SourceOf(FPS))
	}
	if got := c.Get(Color); got != "auto" || c.SourceOf(Color) != ByDefault {
		t.Errorf("color is %s, set by %v", got, c.SourceOf(Color))
	}
}

func TestAllConfigErrorsAreReported(t *testing.T) {
	_, _, err := choicesOf(t, "fsp = 30\nglyphs = 'hafl'\n\ncolor = 16\nfps = 1000\n", "")
	if err == nil || cli.ExitCodeOf(err) != cli.ExitFile {
		t.Fatal(err)
	}
	lines := strings.Split(err.Error(), "\n")
	want := []string{
		"config.toml:1:7: fsp: unknown option; did you mean fps?",
		`config.toml:2:10: glyphs: "hafl": want auto, `,
		`config.toml:5:7: fps: 1000: want auto, or a whole number, 15 to 240`,
	}
	if len(lines) != len(want) {
		t.Fatalf("the error has %d lines, want %d:\n%v", len(lines), len(want), err)
	}
	for i, w := range want {
		if !strings.Contains(lines[i], w) {
			t.Errorf("line %d of the error is %q, want %q", i, lines[i], w)
		}
	}
}

func TestSettingsRoundTrip(t *testing.T) {
	var c Choices
	for i := range Options {
		c.SetFromMenu(i, Options[i].NextValue(c.Get(i), 1))
	}
	d, notice, err := choicesOf(t, "", string(c.SettingsTOML()))
	if err != nil || notice != "" || !reflect.DeepEqual(d, c) {
		t.Errorf("the choices %v are read back as %v (error %v, notice %q)", c, d, err, notice)
	}
}
