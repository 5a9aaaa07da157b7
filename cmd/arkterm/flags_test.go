package main

import (
	"math"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestNumberRejectsOtherNumbers(t *testing.T) {
	v := 7
	n := cli.Number(&v, 5, 10)
	for text, want := range map[string]int{"5": 5, "10": 10, "+8": 8} {
		if err := n.Set(text); err != nil || v != want {
			t.Errorf("Set(%q): got %d, want %d (%v)", text, v, want, err)
		}
	}
	before := v
	for _, text := range []string{"", "4", "11", "-5", "5.0", "5 ", "99999999999999999999", "five"} {
		err := n.Set(text)
		if err == nil || !strings.Contains(err.Error(), "5 to 10") || v != before {
			t.Errorf("Set(%q): got %d and error %v, want %d and an error with the range", text, v, err, before)
		}
	}
}

func TestChoiceIgnoresCaseAndSuggests(t *testing.T) {
	v := "auto"
	c := choiceFlag{&v, []string{"auto", "half", "ascii"}}
	for text, want := range map[string]string{"half": "half", "ASCII": "ascii", "Auto": "auto"} {
		if err := c.Set(text); err != nil || v != want {
			t.Errorf("Set(%q): got %q, want %q (%v)", text, v, want, err)
		}
	}
	for text, want := range map[string]string{
		"asci": "did you mean ascii?", "hlaf": "did you mean half?",
		"": "want auto, half, ascii",
	} {
		if err := c.Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Set(%q): got error %v, want %q", text, err, want)
		}
	}
}

func TestSeeds(t *testing.T) {
	var s seedFlag
	if a, b := s.next(), s.next(); a == b && b == s.next() {
		t.Errorf("three games in a row have the seed %d", a)
	}
	if got := s.String(); got != "" {
		t.Errorf("without a seed, String() = %q, want an empty string", got)
	}
	for text, want := range map[string]uint64{"0": 0, "42": 42, "18446744073709551615": math.MaxUint64} {
		if err := s.Set(text); err != nil || s.next() != want || s.next() != want || s.String() != text {
			t.Errorf("Set(%q): got %d and %q (%v), want %d", text, s.next(), &s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "18446744073709551616", "1e3", "x"} {
		if err := s.Set(text); err == nil {
			t.Errorf("Set(%q): got no error", text)
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]sizeFlag{"80x24": {80, 24}, "1X1": {1, 1}, "1000x1000": {1000, 1000}} {
		var s sizeFlag
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("Set(%q): got %v, want %v (%v)", text, s, want, err)
		}
	}
	for _, text := range []string{"", "80", "80x", "x24", "0x24", "80x0", "-1x24", "1001x24", "80x24x3", "80 x 24"} {
		s := sizeFlag{80, 24}
		if err := s.Set(text); err == nil || s != (sizeFlag{80, 24}) {
			t.Errorf("Set(%q): got %v and error %v, want an error", text, &s, err)
		}
	}
}

// eachCommand calls f with cmd and all commands below it that the help shows.
func eachCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			eachCommand(c, f)
		}
	}
}

func TestEveryCommandAndFlagIsDescribed(t *testing.T) {
	eachCommand(newRoot(nil), func(cmd *cobra.Command) {
		if cmd.Short == "" {
			t.Errorf("%s has no description", cmd.CommandPath())
		}
		if cmd.Example == "" && cmd.Name() != "help" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, text, _ := cli.DescribeFlag(f); text == "" || strings.Contains(text, "`") {
				t.Errorf("%s --%s has the description %q", cmd.CommandPath(), f.Name, text)
			}
		})
	})
}

// TestExamplesUseFlagsThatExist checks the commands and flags of all examples in the help.
func TestExamplesUseFlagsThatExist(t *testing.T) {
	root := newRoot(nil)
	eachCommand(root, func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			words := strings.Fields(line)
			if len(words) == 0 || words[0] != "arkterm" {
				continue
			}
			target, rest, err := root.Find(words[1:])
			if err != nil {
				t.Errorf("example %q: %v", strings.TrimSpace(line), err)
				continue
			}
			for _, w := range rest {
				name, isFlag := strings.CutPrefix(w, "--")
				if isFlag && target.Flags().Lookup(name) == nil {
					t.Errorf("example %q: unknown flag --%s", strings.TrimSpace(line), name)
				}
			}
		}
	})
}

func TestMomentFlag(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true},
		{"90", 90 * 240, true},
		{"1:30", 90 * 240, true},
		{"0.5", 120, true},
		{"1:02:05", 3725 * 240, true},
		{"4:00:00", 4 * 3600 * 240, true},
		{"4:00:01", 0, false},
		{"99999999999999999999", 0, false},
		{"1e3", 0, false},
		{"", 0, false},
		{":", 0, false},
		{"1.5:30", 0, false},
		{"1:2:3:4", 0, false},
		{"-1", 0, false},
		{"NaN", 0, false},
	} {
		var got uint64
		if err := (timeFlag{ticks: &got}).Set(c.text); (err == nil) != c.ok || got != c.want {
			t.Errorf("Set(%q): got %d ticks and error %v, want %d ticks", c.text, got, err, c.want)
		}
	}
}

func TestShellWord(t *testing.T) {
	for s, want := range map[string]string{
		"/tmp/a-1.ark": "/tmp/a-1.ark",
		"my game.ark":  "'my game.ark'",
		"it's":         `'it'\''s'`,
		"$(rm)":        "'$(rm)'",
	} {
		if got := shellWord(s); got != want {
			t.Errorf("shellWord(%q) = %s, want %s", s, got, want)
		}
	}
}
