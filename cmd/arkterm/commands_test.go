package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Of every command the scripts try the help, a success, and a bad input with its exit code. The scripts run without a
// terminal, their output goes into pipes.
func TestEveryCommandIsScripted(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(text), "\n-- ")
		all.WriteString(script + "\n")
	}
	tried := func(pattern string) bool { return regexp.MustCompile("(?m)^" + pattern).MatchString(all.String()) }

	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		path := regexp.QuoteMeta(c.CommandPath())
		if !tried(`exec ` + path + ` (-h|--help)$`) {
			t.Errorf("no script asks for the help of %s", c.CommandPath())
		}
		plays := c.CommandPath() == "arkterm" || c.Name() == "play" || c.Name() == "continue" || c.Name() == "serve" // tests with a pty
		if !plays && !tried(`(exec|code 0) `+path+`( .*)?$`) {
			t.Errorf("no script runs %s", c.CommandPath())
		}
		if !tried(`code [1-5] ` + path + `( .*)?$`) {
			t.Errorf("no script gives %s a bad input", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				walk(sub)
			}
		}
	}
	walk(newRoot(nil))
}

// The help and the manual pages, which are made of it, are the same for every player and on every machine.
func TestNoFlagHasAPathOfThisMachine(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if filepath.IsAbs(f.DefValue) {
				t.Errorf("%s has --%s %s if nobody says else", c.CommandPath(), f.Name, f.DefValue)
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(nil))
}
