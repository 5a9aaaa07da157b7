//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFirstGame checks that a new player chooses a difficulty and gets lessons, and that the field guide has entries
// afterward.
func TestFirstGame(t *testing.T) {
	state := t.TempDir()
	env := []string{
		"TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"XDG_CONFIG_HOME=" + t.TempDir(), "XDG_STATE_HOME=" + state, "XDG_DATA_HOME=" + t.TempDir(),
	}
	p := startProgram(t, 80, 24, env, filepath.Join(state, "arkterm"))
	p.waitFor("Play")
	p.send("\r")
	p.waitFor("Medium")
	p.send(" ") // another key: the first one might be held
	p.waitFor("move the paddle")
	p.send("\x1b[D\x1b[D\x1b[D\x1b[D ")
	p.waitFor("ball") // the lesson about returning it
	p.send("p")
	p.waitFor("Resume")
	p.send("q")
	p.waitFor("Keep playing")
	p.send("y")
	p.waitFor("How to play")
	p.send("\x03")
	p.waitExit(130)

	text, err := os.ReadFile(filepath.Join(p.state, "book"))
	if err != nil || !strings.Contains(string(text), "rule aiming\n") ||
		!strings.Contains(string(text), "brick plain\n") {
		t.Errorf("field guide: %v\n%s", err, text)
	}
}
