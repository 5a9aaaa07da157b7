//go:build unix

package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/levels"
	"arkterm/render/ansi"
)

var workshopKills = flag.Int("workshopkills", 2, "number of editors that TestKillLosesNoVisibleChange kills")

// TestKillLosesNoVisibleChange paints bricks in the editor and kills the process while it executes the next key. All
// changes that the screen showed must be in the journal, and the next editor must continue with them.
func TestKillLosesNoVisibleChange(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "my.level")
	state := t.TempDir()
	env := []string{
		"TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"XDG_CONFIG_HOME=" + configured(t), "XDG_STATE_HOME=" + state, "XDG_DATA_HOME=" + t.TempDir(),
	}
	start := func() *testProgram {
		p := startProgramVT(t, vtModel{screen: ansi.NewEmulator(80, 24)}, 80, 24, env, state, "edit", file)
		p.see("level 1 of 1")
		return p
	}

	const shown = 3 // changes before each kill that the screen shows
	cells := [shown + 1]levels.Cell{{Row: 9, Col: 7}, {Row: 10, Col: 8}, {Row: 9, Col: 9}, {Row: 10, Col: 10}}
	hues := map[levels.Cell]int{}
	total := 0
	for range *workshopKills {
		p := start()
		for i := range shown {
			p.send(fmt.Sprintf("%d \x1b[C", (total+i)%8)) // color, paint, right
			p.see(fmt.Sprintf("column %d, row %d", cells[i+1].Col+1, cells[i+1].Row+1))
			hues[cells[i]] = (total + i) % 8
		}
		p.send(fmt.Sprintf("%d ", (total+shown)%8))
		for range rand.N(3000) { // continue for a random time into the last change
			runtime.Gosched()
		}
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = p.cmd.Wait() // killed

		found, _ := filepath.Glob(filepath.Join(state, "arkterm", "workshop-*.edits"))
		if len(found) != 1 {
			t.Fatalf("journals %q, want one", found)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		switch n := strings.Count(string(text), " step ") - total; n {
		case shown + 1:
			hues[cells[shown]] = (total + shown) % 8
			fallthrough
		case shown:
			total += n
		default:
			t.Fatalf("the journal has %d further changes, want %d or %d:\n%s", n, shown, shown+1, text)
		}
	}

	p := start()
	p.send("\x1bOQ") // F2
	p.see("Saved as my.level")
	p.send("q")
	p.waitExit(cli.ExitOK)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	drawing := &levels.ParseDocument(file, string(text)).Level(0).Drawings[0]
	for c, hue := range hues {
		if b, ok := drawing.At(c); !ok || int(b.Hue) != hue {
			t.Errorf("the cell %v has %v, want the color %d:\n%s", c, b, hue, text)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(state, "arkterm", "workshop-*.edits")); len(left) > 0 {
		t.Errorf("journals %q are left after saving", left)
	}
}
