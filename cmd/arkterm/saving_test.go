//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
)

// TestEveryEndReportsALostGame checks that each way to end the program reports a game that cannot be saved, and writes
// a copy to another folder. The test replaces the state folder by a file, so even root cannot write there.
func TestEveryEndReportsALostGame(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(p *testProgram)
		code cli.ExitCode
	}{
		"Ctrl-C":  {func(p *testProgram) { p.press("\x03") }, cli.ExitInterrupt},
		"SIGINT":  {sendSignal(unix.SIGINT), cli.ExitInterrupt},
		"SIGTERM": {sendSignal(unix.SIGTERM), cli.ExitTerminate},
		"SIGHUP":  {sendSignal(unix.SIGHUP), cli.ExitHangup},
		"quit": {func(p *testProgram) {
			p.press("q")
			p.waitFor("Keep playing")
			p.press("y")
			p.waitFor("How to play")
			p.press("q")
		}, cli.ExitFailure},
	} {
		for _, fromTheStart := range []bool{true, false} {
			t.Run(name+map[bool]string{true: " from the start", false: " later"}[fromTheStart], func(t *testing.T) {
				t.Parallel()
				temporary, state := t.TempDir(), filepath.Join(t.TempDir(), "arkterm")
				breakState := func() {
					if err := os.RemoveAll(state); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(state, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}

				if fromTheStart {
					breakState()
				}
				p := startInTerminalEnv(t, 80, 24, "XDG_STATE_HOME="+filepath.Dir(state), "TMPDIR="+temporary)
				p.waitFor("Play")
				if !fromTheStart {
					breakState()
				}

				p.press("\r ")
				p.frames(6)
				c.end(p)
				p.waitFor("\x1b[?1049l")
				p.waitFor("arkterm: game not saved: mkdir " + state + ": not a directory\r\n")
				p.waitFor("arkterm: to continue it: arkterm continue " + temporary)
				p.waitExit(c.code)

				copies, _ := filepath.Glob(filepath.Join(temporary, "arkterm-game-*.ark"))
				if len(copies) != 1 {
					t.Fatalf("copies: %q", copies)
				}
				if g, err := store.LoadGame(store.UserFolders(), copies[0]); err != nil || g.Recording.Ticks() == 0 {
					t.Errorf("copy of the game: %+v, %v", g, err)
				}
			})
		}
	}
}
