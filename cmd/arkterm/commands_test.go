package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/testenv"
)

func TestEveryCommandIsScripted(t *testing.T) {
	testenv.EveryCommandIsScripted(t, newRoot(nil), "arkterm", "play", "continue", "edit")
}

func TestNoFlagHasAPath(t *testing.T) { testenv.NoFlagHasAPath(t, newRoot(nil)) }

// TestHelpFits checks the width of the help of each command, and that descriptions begin at the same column.
func TestHelpFits(t *testing.T) {
	const width, column = 80, 26
	eachCommand(newRoot(nil), func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		var b strings.Builder
		cmd.SetOut(&b)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > width {
				t.Errorf("%s --help: %d columns, want at most %d: %s", cmd.CommandPath(), n, width, line)
			}
			if strings.HasPrefix(line, "  -") && len(line) > column && (line[column-1] != ' ' || line[column] == ' ') {
				t.Errorf("%s --help: the description does not begin at column %d: %s", cmd.CommandPath(), column, line)
			}
		}
	})
}

// TestFlagsHaveAGroup checks that the help of commands with many flags shows each flag below a heading of its topic.
func TestFlagsHaveAGroup(t *testing.T) {
	eachCommand(newRoot(nil), func(cmd *cobra.Command) {
		groups := cli.FlagGroups(cmd, flagGroups)
		if len(groups) == 1 {
			return
		}
		for _, name := range groups[len(groups)-1].Flags {
			if name != "help" && name != "version" {
				t.Errorf("%s: --%s is in no group of flagGroups", cmd.CommandPath(), name)
			}
		}
	})
}

// TestRootFor finds the same commands in the root command for their name as in the complete one.
func TestRootFor(t *testing.T) {
	for _, c := range commands {
		args := []string{c.name}
		got, _, err := rootFor(args).Find(args)
		if err != nil || got.Name() != c.name {
			t.Fatalf("command for %q = %q, %v", args, got.Name(), err)
		}
		want, _, err := newRoot(nil).Find(args)
		if err != nil || got.Flags().FlagUsages() != want.Flags().FlagUsages() {
			t.Errorf("%s: flags differ from those of the complete root command, %v", c.name, err)
		}
	}
	if root := rootFor([]string{"--level", "3"}); len(root.Commands()) < len(commands) {
		t.Errorf("rootFor(flags) has %d commands", len(root.Commands()))
	}
}
