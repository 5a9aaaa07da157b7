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
	p := visit(t, 80, 24, env, filepath.Join(state, "arkterm"))
	p.wants("Play")
	p.types("\r")
	p.wants("Medium")
	p.types(" ") // another key: the first one might be held
	p.wants("move the paddle")
	p.types("\x1b[D\x1b[D\x1b[D\x1b[D ")
	p.wants("ball") // the lesson about returning it
	p.types("p")
	p.wants("Resume")
	p.types("q")
	p.wants("Keep playing")
	p.types("y")
	p.wants("How to play")
	p.types("\x03")
	p.ends(130)

	text, err := os.ReadFile(filepath.Join(p.state, "book"))
	if err != nil || !strings.Contains(string(text), "rule aiming\n") ||
		!strings.Contains(string(text), "brick plain\n") {
		t.Errorf("field guide: %v\n%s", err, text)
	}
}
