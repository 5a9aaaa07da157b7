//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
)

// programStates are the states of the program in which the tests end it.
var programStates = map[string]func(p *testProgram){
	"title": func(p *testProgram) {},
	"menu": func(p *testProgram) {
		p.press("?")
		p.waitFor("Back")
	},
	"playing": func(p *testProgram) {
		p.press("\r ")
		p.frames(6) // some of them may show the title
	},
	"paused": func(p *testProgram) {
		p.press("\r ")
		p.frames(6)
		p.press("p")
		p.waitFor("Resume")
	},
}

// exits are the ways in which the tests end the program, with the exit codes.
var exits = map[string]struct {
	end  func(p *testProgram)
	code cli.ExitCode
	args []string
}{
	"SIGINT":     {sendSignal(unix.SIGINT), 130, nil},
	"SIGTERM":    {sendSignal(unix.SIGTERM), 143, nil},
	"SIGHUP":     {sendSignal(unix.SIGHUP), 129, nil},
	"SIGQUIT":    {sendSignal(unix.SIGQUIT), 131, nil},
	"SIGABRT":    {sendSignal(unix.SIGABRT), 134, nil},
	"SIGSYS":     {sendSignal(unix.SIGSYS), 159, nil},
	"SIGSEGV":    {sendSignal(unix.SIGSEGV), 139, nil},
	"SIGPIPE":    {sendSignal(unix.SIGPIPE), 141, nil},
	"SIGKILL":    {sendFatalSignal(unix.SIGKILL), 137, nil},
	"fatal":      {sendFatalSignal(unix.SIGUSR1), 2, []string{"--crash-by", "unlock"}},
	"panic":      {sendSignal(unix.SIGUSR1), 1, []string{"--crash-by", "panic"}},
	"stop, kill": {stopAndKill, 137, nil},
	"stop, cont": {stopAndContinue, 143, nil},
}

// sendSignal sends a signal.
func sendSignal(sig unix.Signal) func(p *testProgram) {
	return func(p *testProgram) {
		p.Helper()
		if err := p.cmd.Process.Signal(sig); err != nil {
			p.Fatal(err)
		}
	}
}

// sendFatalSignal sends a signal after which only the monitor can restore the terminal.
func sendFatalSignal(sig unix.Signal) func(p *testProgram) {
	return func(p *testProgram) {
		p.Helper()
		sendSignal(sig)(p)
		p.waitFor("\x1b[?1049l")
		p.waitFor("arkterm: ") // the monitor prints this last
	}
}

// stop stops the program and checks that the terminal is restored.
func stop(p *testProgram) {
	p.Helper()
	sendSignal(unix.SIGTSTP)(p)
	var ws syscall.WaitStatus
	if _, err := syscall.Wait4(p.cmd.Process.Pid, &ws, syscall.WUNTRACED, nil); err != nil || !ws.Stopped() {
		p.Fatalf("the program does not stop: %s, %v", testenv.HowEnded(ws), err)
	}
	p.checkRestored()
}

func stopAndKill(p *testProgram) {
	p.Helper()
	stop(p)
	sendSignal(unix.SIGKILL)(p)
}

func stopAndContinue(p *testProgram) {
	p.Helper()
	for range 3 {
		stop(p)
		sendSignal(unix.SIGCONT)(p)
		p.waitFor("\x1b[?1049h")
		p.frames(1)
	}
	sendSignal(unix.SIGTERM)(p)
}

// TestEveryEndLeavesTheTerminalAsFound ends the program in all ways, in all states, with and without the kitty keyboard
// protocol. Afterward the line settings are the same and all modes are left.
func TestEveryEndLeavesTheTerminalAsFound(t *testing.T) {
	n := 0
	for _, name := range slices.Sorted(maps.Keys(exits)) {
		exit := exits[name]
		for _, state := range slices.Sorted(maps.Keys(programStates)) {
			reach := programStates[state]
			for _, kitty := range []bool{false, true} {
				if n++; testing.Short() && n%5 != 0 {
					continue // each exit, each state and each keyboard still occurs
				}
				t.Run(fmt.Sprintf("%s/%s/kitty %v", name, state, kitty), func(t *testing.T) {
					t.Parallel()
					p := startWithKeyboard(t, kitty, exit.args...)
					wanted := []string{"Play"}
					if kitty {
						wanted = append(wanted, "\x1b[>15u") // follows the title on slow machines
					}
					p.waitFor(wanted...)
					reach(p)
					exit.end(p)
					p.waitExit(exit.code)
				})
			}
		}
	}
}

func TestTerminalIsLost(t *testing.T) {
	for state, reach := range programStates {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			p := startWithKeyboard(t, false)
			p.waitFor("Play")
			reach(p)
			p.slave.Close()
			p.tty.Close()
			if err := p.cmd.Wait(); err == nil ||
				testenv.HowEnded(p.cmd.ProcessState.Sys().(syscall.WaitStatus)) != "SIGHUP" {
				t.Errorf("the program ended with %v, want SIGHUP", err)
			}
			_, err := os.Stat(filepath.Join(p.state, "game.ark"))
			if kept := err == nil; kept != (state == "playing" || state == "paused") {
				t.Errorf("the game is saved: %v", kept)
			}
		})
	}
}

// startWithKeyboard starts arkterm in a terminal with or without the kitty keyboard protocol.
func startWithKeyboard(t *testing.T, kitty bool, args ...string) *testProgram {
	t.Helper()
	return startInVT(t, vtModel{kitty: kitty}, 80, 24, args...)
}

// press types keys in the keyboard protocol that the program has enabled.
func (p *testProgram) press(keys string) {
	p.Helper()
	p.mu.Lock()
	kitty := len(p.vt.stacks[1]) > 0
	p.mu.Unlock()
	for _, r := range keys {
		switch {
		case !kitty:
			p.send(string(r))
		case r == '?': // Shift with the key of the slash
			p.send("\x1b[47:63;2:1u\x1b[47:63;2:3u")
		default:
			p.send(fmt.Sprintf("\x1b[%d;1:1u\x1b[%[1]d;1:3u", r))
		}
	}
}

// TestEnvironments starts the program with different values of environment variables.
func TestEnvironments(t *testing.T) {
	for _, c := range []struct {
		env  []string
		code cli.ExitCode
		want string
	}{
		{[]string{"TERM="}, cli.ExitOK, "Play"},
		{[]string{"TERM=dumb"}, cli.ExitTerminal, "TERM=dumb"},
		{[]string{"TERM=no-such-terminal"}, cli.ExitOK, "Play"},
		{[]string{"TERM=linux"}, cli.ExitOK, "Play"},
		{[]string{"TERM=screen"}, cli.ExitOK, "Play"},
		{[]string{"TERM=tmux-256color"}, cli.ExitOK, "Play"},
		{[]string{"TERM=xterm"}, cli.ExitOK, "Play"},
		{[]string{"TERM=xterm", "COLORTERM=truecolor"}, cli.ExitOK, "Play"},
		{[]string{"TERM=vt100"}, cli.ExitOK, "Play"},
		{[]string{"LC_ALL=C"}, cli.ExitOK, "Play"},
		{[]string{"LC_ALL=POSIX"}, cli.ExitOK, "Play"},
		{[]string{"LC_ALL=", "LANG=C.UTF-8"}, cli.ExitOK, "Play"},
		{[]string{"LC_ALL=en_US.ISO-8859-1"}, cli.ExitOK, "Play"},
		{[]string{"LC_ALL=no such thing"}, cli.ExitOK, "Play"},
		{[]string{"LINES=3", "COLUMNS=5", "NO_COLOR=1"}, cli.ExitOK, "Play"},
		{[]string{"HOME=", "XDG_STATE_HOME="}, cli.ExitOK, "Play"},
	} {
		t.Run(fmt.Sprint(c.env), func(t *testing.T) {
			t.Parallel()
			p := startInTerminalEnv(t, 80, 24, c.env...)
			p.waitFor(c.want)
			if c.code == cli.ExitOK {
				p.press("q")
			}
			p.waitExit(c.code)
		})
	}
}

// startInTerminalEnv starts arkterm in a terminal of a size, with additional environment variables.
func startInTerminalEnv(t *testing.T, w, h uint16, env ...string) *testProgram {
	t.Helper()
	state := t.TempDir()
	all := append([]string{
		"TERM=xterm-256color", "LC_ALL=C.UTF-8", "HOME=" + t.TempDir(),
		"XDG_CONFIG_HOME=" + configured(t), "XDG_STATE_HOME=" + state, "XDG_DATA_HOME=" + t.TempDir(),
	}, env...)
	return startProgram(t, w, h, all, filepath.Join(state, "arkterm"))
}

func TestTerminalsOfEverySize(t *testing.T) {
	for _, c := range []struct {
		w, h uint16
		want string
	}{
		{1, 1, "\x1b[?1006h"},
		{2, 2, "\x1b[?1006h"},
		{19, 7, "too small"},
		{80, 24, "Play"},
		{300, 100, "Play"},
		{10000, 10000, "Play"},
		{0, 0, "Play"},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.w, c.h), func(t *testing.T) {
			t.Parallel()
			p := startInTerminal(t, c.w, c.h)
			p.waitFor(c.want)
			sendSignal(unix.SIGTERM)(p)
			p.waitExit(143)
		})
	}
}

// TestManyResizes resizes the window a thousand times. The last size is too small, so the game pauses and can be
// resumed.
func TestManyResizes(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24, "--seed", "7")
	p.waitFor("Play")
	p.press("\r ")
	p.frames(6)
	for i := range 1000 {
		p.resize(uint16(2+2*(i*37%100)), uint16(1+i*17%70))
	}
	p.resize(19, 7)
	p.waitFor("19×7") // no earlier size has this width
	p.resize(80, 24)
	p.waitFor("Resume")
	sendSignal(unix.SIGTERM)(p)
	p.waitExit(143)
	if g, err := store.LoadGame(store.UserFolders(), filepath.Join(p.state, "game.ark")); err != nil ||
		g.Recording.Seed != 7 {
		t.Errorf("saved game: %+v, %v", g, err)
	}
}

func (p *testProgram) resize(w, h uint16) {
	p.Helper()
	if err := pty.Setsize(p.slave, &pty.Winsize{Cols: w, Rows: h}); err != nil {
		p.Fatal(err)
	}
}
