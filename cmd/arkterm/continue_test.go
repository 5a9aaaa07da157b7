//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
)

// TestStoppedGamesContinue ends a game in several ways and continues it.
func TestStoppedGamesContinue(t *testing.T) {
	for name, end := range map[string]func(p *testProgram){
		"SIGTERM": func(p *testProgram) { p.cmd.Process.Signal(unix.SIGTERM); p.waitExit(143) },
		"SIGHUP":  func(p *testProgram) { p.cmd.Process.Signal(unix.SIGHUP); p.waitExit(129) },
		"Ctrl-C":  func(p *testProgram) { p.send("\x03"); p.waitExit(130) },
		"SIGKILL": func(p *testProgram) { // the pause has saved it
			p.send("p")
			p.waitFor("Resume")
			p.file("game.ark")
			p.cmd.Process.Kill()
			p.waitFor("killed; the terminal was restored")
			p.waitExit(137)
		},
		"quit": func(p *testProgram) {
			p.send("p")
			p.waitFor("Resume")
			p.send("q")
			p.waitFor("Keep playing")
			p.send("y")
			p.waitFor("Continue")
			p.send("q")
			p.waitExit(cli.ExitOK)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startInTerminal(t, 80, 24, "--seed", "7")
			p.waitFor("Play")
			p.send("\r \x1b[D")
			p.frames(5) // frames of the running game

			end(p)
			kept, err := store.LoadGame(store.UserFolders(), filepath.Join(p.state, "game.ark"))
			if err != nil || kept.Recording.Seed != 7 {
				t.Fatalf("saved game: %+v, %v", kept, err)
			}

			if name != "SIGKILL" {
				return
			}
			q := p.startAnother("continue")
			q.frames(8) // the countdown and frames after it
			q.send("\x03")
			q.waitExit(130)
			later, err := store.LoadGame(store.UserFolders(), filepath.Join(p.state, "game.ark"))
			if err != nil || later.Recording.Seed != 7 || later.Recording.Ticks() <= kept.Recording.Ticks() {
				t.Errorf("saved game after continuing it: %+v, %v", later, err)
			}
		})
	}
}

// frames waits for n frames, each of which ends with a query.
func (p *testProgram) frames(n int) {
	p.Helper()
	for range n {
		p.waitFor("\x1b[5n")
	}
}

// file waits until the program has written a file of this name.
func (p *testProgram) file(name string) {
	p.Helper()
	for begun := time.Now(); time.Since(begun) < testenv.Timeout; runtime.Gosched() {
		if _, err := os.Stat(filepath.Join(p.state, name)); err == nil {
			return
		}
	}
	p.Fatalf("the program has not written %s", name)
}

func TestCrashFileIsReplay(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24, "--bot", "--seed", "7", "--crash", "60")
	p.waitFor("arkterm replay ")
	p.waitExit(cli.ExitFailure)
	cmd := exec.Command("arkterm", "replay", filepath.Join(p.state, "crashes", "crash-7-60.ark"))
	out, err := cmd.Output()
	if err != nil || len(out) == 0 {
		t.Errorf("arkterm replay of the crash file: %s, %v", out, err)
	}
}

// TestPlayWithoutAStateFolder plays although games cannot be saved.
func TestPlayWithoutAStateFolder(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24)
	p.waitFor("Play")
	p.send("q")
	p.waitExit(cli.ExitOK)
	if err := os.RemoveAll(p.state); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.state, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	q := p.startAnother()
	q.waitFor("games cannot be saved: ")
	q.send("\rp")
	q.waitFor("Resume")
	q.send("\x03")
	q.waitExit(130)
}
