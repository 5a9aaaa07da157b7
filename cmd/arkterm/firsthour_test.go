//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Somebody who plays for the first time is asked for the difficulty and taught, and what was met is in the book.
func TestTheFirstHour(t *testing.T) {
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
	p.wants("ball") // and where to be for it
	p.types("p")
	p.wants("Resume")
	p.types("q")
	p.wants("Play on")
	p.types("y")
	p.wants("Help")
	p.types("\x03")
	p.ends(130)

	text, err := os.ReadFile(filepath.Join(p.state, "book"))
	if err != nil || !strings.Contains(string(text), "rule aiming\n") || !strings.Contains(string(text), "brick plain\n") {
		t.Errorf("the book: %v\n%s", err, text)
	}
}
