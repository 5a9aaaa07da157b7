//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
)

// A share code is pasted into the title, with brackets and wrapped, and into a game, without brackets and in parts. The
// level is saved and played.
func TestPasteCodeAtTheTerminal(t *testing.T) {
	p := startInTerminal(t, 80, 24)
	level := filepath.Join(t.TempDir(), "hut.level")
	text := "arkterm levels 1\nlevel: The Hut\nauthor: Ann\nlegend:\n  o plain 1\nrows:\n  o . o\n   o o\n" +
		"polygon: wall at 3.17 30.29, 8.83 30.46, 5.72 33.91\npolygon: wall at 40.19 30.83, 48.51 30.47, 45.38 33.6\n"
	if err := os.WriteFile(level, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, err := exec.Command("arkterm", "share", level).Output()
	if err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(string(code))

	p.waitFor("Play")
	p.send("\x1b[200~ arkterm play --code " + line[:40] + "\r\n  " + line[40:] + "\n\x1b[201~")
	p.waitFor("The Hut", "by Ann", "6 bricks")
	p.waitFor("▸ Play") // the buttons are enabled
	p.send("\x1b[C\r")  // Keep
	p.waitFor("the-hut.level")
	kept, err := os.ReadFile(filepath.Join(p.variable("XDG_DATA_HOME"), "arkterm", "levels", "the-hut.level"))
	if err != nil || string(kept) != text {
		t.Errorf("the saved level is %q (error %v), want %q", kept, err, text)
	}
	p.send("\x1b[D\r") // Play
	p.waitFor("SCORE")

	for part := line; part != ""; {
		n := min(len(part), 50)
		p.send(part[:n])
		part = part[n:]
	}
	p.waitFor("S H A R E   C O D E")
	p.waitFor("▸ Play")
	p.send("\x1b[D\r") // Cancel
	p.waitFor("Resume")
	p.send("\x03")
	p.waitExit(cli.ExitInterrupt)
}
