//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine"
)

// A testProgram is an arkterm process in a pseudo-terminal. TestMain has added the program to PATH.
type testProgram struct {
	*testing.T
	tty    *os.File // the master side
	slave  *os.File // the side of the program
	cmd    *exec.Cmd
	before *term.State
	env    []string
	state  string // the folder of saved games and scores

	mu   sync.Mutex
	all  []byte // all output of the program
	out  []byte // output after the last text of waitFor
	more *sync.Cond
	gone bool // there will be no more output
	vt   vtModel
}

// startInTerminal starts arkterm in a terminal of the size, with its own folders.
func startInTerminal(t *testing.T, w, h uint16, args ...string) *testProgram {
	t.Helper()
	return startInVT(t, vtModel{}, w, h, args...)
}

// startInVT starts arkterm in the terminal vt of w×h cells, with its own folders.
func startInVT(t *testing.T, vt vtModel, w, h uint16, args ...string) *testProgram {
	t.Helper()
	state := t.TempDir()
	return startProgramVT(t, vt, w, h, []string{
		"TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"XDG_CONFIG_HOME=" + configured(t), "XDG_STATE_HOME=" + state, "XDG_DATA_HOME=" + t.TempDir(),
	}, filepath.Join(state, "arkterm"), args...)
}

// configured returns a folder with a configuration that sets the difficulty, so the dialog before the first game does
// not appear.
func configured(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := store.Write(filepath.Join(dir, "arkterm", "config.toml"),
		[]byte("difficulty = \"medium\"\n")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// startAnother starts arkterm in another terminal, with the same folders.
func (p *testProgram) startAnother(args ...string) *testProgram {
	p.Helper()
	return startProgram(p.T, 80, 24, p.env, p.state, args...)
}

// startProgram starts arkterm in a terminal without the kitty keyboard protocol.
func startProgram(t *testing.T, w, h uint16, env []string, state string, args ...string) *testProgram {
	t.Helper()
	return startProgramVT(t, vtModel{}, w, h, env, state, args...)
}

// startProgramVT starts arkterm in the terminal vt.
func startProgramVT(t *testing.T, vt vtModel, w, h uint16, env []string, state string, args ...string) *testProgram {
	t.Helper()
	cmd := exec.Command("arkterm", args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), env...)
	master, slave := testenv.OpenPty(t)
	if err := pty.Setsize(slave, &pty.Winsize{Cols: w, Rows: h}); err != nil {
		t.Fatal(err)
	}
	before, err := term.GetState(int(slave.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); slave.Close() })
	p := &testProgram{T: t, tty: master, slave: slave, cmd: cmd, before: before, env: env, state: state, vt: vt}
	p.more = sync.NewCond(&p.mu)
	go p.read()
	return p
}

// read collects the output of the program. The slave stays open, so that the last bytes are not lost when the program
// ends.
func (p *testProgram) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.all, p.out = append(p.all, buf[:n]...), append(p.out, buf[:n]...)
		answers := p.vt.Write(buf[:n])
		p.gone = err != nil
		p.more.Broadcast()
		p.mu.Unlock()
		_, _ = p.tty.WriteString(answers)
		if err != nil {
			return
		}
	}
}

// output returns all output so far.
func (p *testProgram) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.all)
}

// waitFor waits until the program has written the texts, in any order, and drops the output up to the end of the last
// one.
func (p *testProgram) waitFor(texts ...string) {
	p.Helper()
	defer p.startTimeout().Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		end, missing := 0, ""
		for _, text := range texts {
			i := bytes.Index(p.out, []byte(text))
			if i < 0 {
				missing = text
				break
			}
			end = max(end, i+len(text))
		}
		if missing == "" {
			p.out = p.out[end:]
			return
		}
		if p.gone {
			p.Fatalf("the program did not write %q; it wrote %q", missing, p.out)
		}
		p.more.Wait()
	}
}

// startTimeout starts the timer that ends waiting for output of the program.
func (p *testProgram) startTimeout() *time.Timer {
	return time.AfterFunc(20*time.Second, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.gone = true
		p.more.Broadcast()
	})
}

// pressButton waits until the screen shows a button, for up to 600 frames. It selects the button with the mouse and
// presses Enter.
func (p *testProgram) pressButton(label string) {
	p.Helper()
	for range 600 {
		for y, row := range p.picture(false) {
			if before, _, found := strings.Cut(row, label); found {
				p.send(fmt.Sprintf("\x1b[<35;%d;%dM\r", utf8.RuneCountInString(before)+1, y+1))
				return
			}
		}
		p.frames(1)
	}
	p.Fatalf("no %q on the screen:%s", label, p.text())
}

// send sends bytes, as a keyboard does.
func (p *testProgram) send(keys string) {
	p.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.Fatal(err)
	}
}

// waitExit waits for the end of the program, and checks its exit code and that the terminal is restored.
func (p *testProgram) waitExit(want cli.ExitCode) {
	p.Helper()
	timer := time.AfterFunc(testenv.Timeout, func() { p.cmd.Process.Kill() })
	defer timer.Stop()
	err := p.cmd.Wait()
	got := cli.ExitOK
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		got = cli.ExitCode(e.ExitCode())
		if s := e.Sys().(syscall.WaitStatus); s.Signaled() {
			got = 128 + cli.ExitCode(s.Signal())
		}
	}
	if got != want {
		p.Errorf("exit code %d, want %d", got, want)
	}
	after, err := term.GetState(int(p.slave.Fd()))
	if err != nil {
		p.Fatal(err)
	}
	if *after != *p.before {
		p.Error("the line settings of the terminal have changed after the exit")
	}
	p.checkRestored()
}

func TestStartPauseAndQuit(t *testing.T) {
	forDrivers(t, "", func(t *testing.T, driver string) {
		p := startInTerminal(t, 80, 24, "--driver", driver)
		p.waitFor("Play")
		p.send("\r \x1b[D")
		p.send("p")
		p.waitFor("Resume")
		p.send("q")
		p.waitFor("Keep playing")
		p.send("y")
		p.waitFor("How to play")
		p.send("q")
		p.waitExit(cli.ExitOK)
	})
}

// forDrivers runs a test with each driver.
func forDrivers(t *testing.T, name string, test func(t *testing.T, driver string)) {
	for _, driver := range []string{settings.DriverArkterm, settings.DriverTcell} {
		t.Run(name+" "+driver, func(t *testing.T) {
			t.Parallel()
			test(t, driver)
		})
	}
}

// TestNarratedGame plays a narrated game with numbered menus on a terminal without a cursor.
func TestNarratedGame(t *testing.T) {
	p := startInTerminalEnv(t, 80, 24, "TERM=dumb")
	p.waitFor("--narrate")
	p.waitExit(cli.ExitTerminal)

	p = p.startAnother("--narrate")
	p.waitFor("1. Play")
	p.send("1")
	p.waitFor("Keys: 1 to 9")
	p.waitFor("Level 1, Honeycomb.")
	p.waitFor("Space serves it.")
	p.send("\t")
	p.waitFor("Paddle at 5, middle.")
	p.send("p")
	p.waitFor("4. Quit to menu")
	p.send("4")
	p.waitFor("1. Keep playing")
	p.send("2")
	p.waitFor("0. Quit")
	p.send("0")
	p.waitExit(cli.ExitOK)
}

// TestPlainMenusAndDrawnGame checks that the terminal switches between menus as text and games as pictures.
func TestPlainMenusAndDrawnGame(t *testing.T) {
	p := startInTerminal(t, 80, 24, "--plain")
	p.waitFor("1. Play")
	p.send("1")
	p.waitFor("\x1b[?1049h")
	p.waitFor("SCORE")
	p.send("p")
	p.waitFor("\x1b[?1049l")
	p.waitFor("1. Resume")
	p.send("\x03")
	p.waitExit(cli.ExitInterrupt)
}

func TestCtrlCAtTheTerminal(t *testing.T) {
	forDrivers(t, "", func(t *testing.T, driver string) {
		p := startInTerminal(t, 80, 24, "--driver", driver)
		p.waitFor("Play")
		p.send("\r\x03")
		p.waitExit(cli.ExitInterrupt)
	})
}

func TestTooSmallATerminal(t *testing.T) {
	p := startInTerminal(t, 30, 10)
	p.waitFor("too small")
	if err := pty.Setsize(p.slave, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	p.waitFor("Play")
	p.send("q")
	p.waitExit(cli.ExitOK)
}

func TestAPanicLeavesTheTerminalAndARecording(t *testing.T) {
	p := startInTerminal(t, 80, 24, "--bot", "--seed", "7", "--crash", "600")
	name := filepath.Join(p.variable("XDG_STATE_HOME"), "arkterm", "crashes", "crash-7-600.ark")
	p.waitFor("\x1b[?1049l")
	p.waitFor("panic: tick 600")
	p.waitFor("arkterm replay " + name + " --last 10")
	p.waitExit(cli.ExitFailure)
	f, err := openReplay(store.UserFolders(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Recording.Play(f.Pack.Levels, (*engine.Game).Check)
	if err != nil || g.Tick != 600 || f.Recording.Seed != 7 {
		t.Errorf("the recording has seed %d and plays to tick %d (%v), want 7 and 600", f.Recording.Seed, g.Tick, err)
	}
	// Watch the end of the recording, and continue the game from there.
	p = p.startAnother("replay", name, "--last", "1")
	p.waitFor("speed")
	p.send("t")
	p.send("p")
	p.waitFor("Resume")
	p.send("q")
	p.waitFor("Keep playing")
	p.send("y")
	p.waitFor("How to play")
	p.send("q")
	p.waitExit(cli.ExitOK)
}

// TestTheTitleIsDrawnOnceAfterTheQueries also checks that an unknown terminal does not receive DECRQM, which some
// terminals print.
func TestTheTitleIsDrawnOnceAfterTheQueries(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24)
	p.waitFor("\x1b[>q")
	p.waitFor("\x1b[c")
	p.waitFor("Honeycomb")
	p.send("q")
	p.waitFor("\x1b[?1049l")
	p.waitExit(cli.ExitOK)
	all := p.output()
	if strings.Contains(all, "$p") || strings.Count(all, "Honeycomb") != 1 {
		t.Errorf("output %q, want the title once and no DECRQM", all)
	}
}

// TestNoAmbiguousCharactersOnWideTerminals checks that no characters of ambiguous width are drawn if they take two
// columns, not even in names of levels.
func TestNoAmbiguousCharactersOnWideTerminals(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	env := []string{
		"TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"XDG_CONFIG_HOME=" + configured(t), "XDG_STATE_HOME=" + state, "XDG_DATA_HOME=" + t.TempDir(),
	}

	level := filepath.Join(t.TempDir(), "wide.level")
	text := "arkterm levels 1\nlevel: Ünder─★ Ж ° ½\nlattice: pitch 4 3, top 6\n" +
		"legend:\n  o plain 1\nrows:\n  o o o o o o\n"
	if err := os.WriteFile(level, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		wide bool // ambiguous characters are drawn, because a flag selects them
	}{
		{[]string{"--levels", level}, false},
		{[]string{"--levels", level, "--glyphs", "half"}, true},
	} {
		p := startProgramVT(t, vtModel{wide: true}, 80, 24, env, state, c.args...)
		p.waitFor("Play")
		p.send("\r")
		p.waitFor("SCORE")
		p.send("p")
		p.waitFor("Resume")
		p.send("\x03")
		p.waitExit(cli.ExitInterrupt)

		_, drawn, _ := strings.Cut(p.output(), "SCORE") // on a slow machine the title may be drawn before the reply
		wide := strings.Map(func(r rune) rune {
			if r > '~' && runewidth.IsAmbiguousWidth(r) {
				return r
			}
			return -1
		}, drawn)
		if (wide != "") != c.wide {
			t.Errorf("%q: drew %q, want ambiguous characters: %v", c.args, wide, c.wide)
		}
	}
}

// variable returns the value of a variable in the program's environment.
func (p *testProgram) variable(name string) (value string) {
	for _, v := range p.cmd.Env {
		if after, ok := strings.CutPrefix(v, name+"="); ok {
			value = after // the last value counts
		}
	}
	return value
}

// checkRestored checks that all terminal modes are restored. It writes a mark and waits for it, so all output of the
// program has arrived.
func (p *testProgram) checkRestored() {
	p.Helper()
	const mark = "<the end>"
	if _, err := p.slave.WriteString(mark); err != nil {
		p.Fatal(err)
	}
	p.waitFor(mark)
	p.mu.Lock()
	defer p.mu.Unlock()
	if wrong := p.vt.Differences(); len(wrong) > 0 {
		p.Errorf("modes that are not restored: %q", wrong)
	}
}
