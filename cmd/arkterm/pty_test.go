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
	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine"
)

// A visitor is a user of the program in a pseudo-terminal. TestMain has added the program to PATH.
type visitor struct {
	*testing.T
	tty    *os.File // the master side
	slave  *os.File // the side of the program
	cmd    *exec.Cmd
	before *term.State
	env    []string
	state  string // the folder of saved games and scores

	mu   sync.Mutex
	all  []byte // all output of the program
	out  []byte // output after the last text of wants
	more *sync.Cond
	gone bool // there is no more output
	vt   vtModel
}

// atTerminal starts arkterm in a terminal of the size, with its own folders.
func atTerminal(t *testing.T, w, h uint16, args ...string) *visitor {
	t.Helper()
	return atVT(t, vtModel{}, w, h, args...)
}

// atVT starts arkterm in the terminal vt of w×h cells, with its own folders.
func atVT(t *testing.T, vt vtModel, w, h uint16, args ...string) *visitor {
	t.Helper()
	state := t.TempDir()
	return visitVT(t, vt, w, h, []string{
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

// again starts arkterm in another terminal, with the same folders.
func (p *visitor) again(args ...string) *visitor {
	p.Helper()
	return visit(p.T, 80, 24, p.env, p.state, args...)
}

// visit starts arkterm in a terminal without the kitty keyboard protocol.
func visit(t *testing.T, w, h uint16, env []string, state string, args ...string) *visitor {
	t.Helper()
	return visitVT(t, vtModel{}, w, h, env, state, args...)
}

// visitVT starts arkterm in the terminal vt.
func visitVT(t *testing.T, vt vtModel, w, h uint16, env []string, state string, args ...string) *visitor {
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
	p := &visitor{T: t, tty: master, slave: slave, cmd: cmd, before: before, env: env, state: state, vt: vt}
	p.more = sync.NewCond(&p.mu)
	go p.read()
	return p
}

// read collects the output of the program. The slave stays open, so that the last bytes are not lost when the program
// ends.
func (p *visitor) read() {
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
func (p *visitor) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.all)
}

// wants waits until the program has written the texts, in any order, and drops the output up to the end of the last
// one.
func (p *visitor) wants(texts ...string) {
	p.Helper()
	timeout := time.AfterFunc(20*time.Second, func() {
		p.mu.Lock()
		p.gone = true
		p.more.Broadcast()
		p.mu.Unlock()
	})
	defer timeout.Stop()
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

// presses waits until the screen shows a button, for up to 600 frames. It selects the button with the mouse and presses
// Enter.
func (p *visitor) presses(label string) {
	p.Helper()
	for range 600 {
		for y, row := range p.picture(false) {
			if before, _, found := strings.Cut(row, label); found {
				p.types(fmt.Sprintf("\x1b[<35;%d;%dM\r", utf8.RuneCountInString(before)+1, y+1))
				return
			}
		}
		p.frames(1)
	}
	p.Fatalf("no %q on the screen:%s", label, p.text())
}

// types sends bytes as a keyboard would.
func (p *visitor) types(keys string) {
	p.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.Fatal(err)
	}
}

// ends waits for the end of the program, and checks its exit code and that the terminal is restored.
func (p *visitor) ends(want exitcode.Code) {
	p.Helper()
	timer := time.AfterFunc(testenv.Timeout, func() { p.cmd.Process.Kill() })
	defer timer.Stop()
	err := p.cmd.Wait()
	got := exitcode.OK
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exitcode.Code(e.ExitCode())
		if s := e.Sys().(syscall.WaitStatus); s.Signaled() {
			got = 128 + exitcode.Code(s.Signal())
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
		p.Error("the line settings of the terminal have changed")
	}
	p.checkRestored()
}

func TestStartPauseAndQuit(t *testing.T) {
	forDrivers(t, "", func(t *testing.T, driver string) {
		p := atTerminal(t, 80, 24, "--driver", driver)
		p.wants("Play")
		p.types("\r \x1b[D")
		p.types("p")
		p.wants("Resume")
		p.types("q")
		p.wants("Keep playing")
		p.types("y")
		p.wants("How to play")
		p.types("q")
		p.ends(exitcode.OK)
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
	p := atTerminalWith(t, 80, 24, "TERM=dumb")
	p.wants("--narrate")
	p.ends(exitcode.Terminal)

	p = p.again("--narrate")
	p.wants("1. Play")
	p.types("1")
	p.wants("Keys: 1 to 9")
	p.wants("Level 1, Honeycomb.")
	p.wants("Space serves it.")
	p.types("\t")
	p.wants("Paddle at 5, middle.")
	p.types("p")
	p.wants("4. Quit to menu")
	p.types("4")
	p.wants("1. Keep playing")
	p.types("2")
	p.wants("9. Quit")
	p.types("9")
	p.ends(exitcode.OK)
}

// TestPlainMenusAndDrawnGame checks that the terminal switches between menus as text and games as pictures.
func TestPlainMenusAndDrawnGame(t *testing.T) {
	p := atTerminal(t, 80, 24, "--plain")
	p.wants("1. Play")
	p.types("1")
	p.wants("\x1b[?1049h")
	p.wants("SCORE")
	p.types("p")
	p.wants("\x1b[?1049l")
	p.wants("1. Resume")
	p.types("\x03")
	p.ends(exitcode.Interrupt)
}

func TestCtrlCAtTheTerminal(t *testing.T) {
	forDrivers(t, "", func(t *testing.T, driver string) {
		p := atTerminal(t, 80, 24, "--driver", driver)
		p.wants("Play")
		p.types("\r\x03")
		p.ends(exitcode.Interrupt)
	})
}

func TestTooSmallATerminal(t *testing.T) {
	p := atTerminal(t, 30, 10)
	p.wants("too small")
	if err := pty.Setsize(p.slave, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	p.wants("Play")
	p.types("q")
	p.ends(exitcode.OK)
}

func TestAPanicLeavesTheTerminalAndARecording(t *testing.T) {
	p := atTerminal(t, 80, 24, "--bot", "--seed", "7", "--crash", "600")
	name := filepath.Join(p.variable("XDG_STATE_HOME"), "arkterm", "crashes", "crash-7-600.ark")
	p.wants("\x1b[?1049l")
	p.wants("panic: tick 600")
	p.wants("arkterm replay " + name + " --last 10")
	p.ends(exitcode.Failure)
	f, err := openReplay(cli.UserFolders(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Recording.Play(f.Pack.Levels, (*engine.Game).Check)
	if err != nil || g.Tick != 600 || f.Recording.Seed != 7 {
		t.Errorf("the recording has seed %d and plays to tick %d (%v), want 7 and 600", f.Recording.Seed, g.Tick, err)
	}
	// Watch the end of the recording, and continue the game from there.
	p = p.again("replay", name, "--last", "1")
	p.wants("speed")
	p.types("t")
	p.types("p")
	p.wants("Resume")
	p.types("q")
	p.wants("Keep playing")
	p.types("y")
	p.wants("How to play")
	p.types("q")
	p.ends(exitcode.OK)
}

// TestTheTitleIsDrawnOnceAfterTheQueries also checks that an unknown terminal does not receive DECRQM, which some
// terminals print.
func TestTheTitleIsDrawnOnceAfterTheQueries(t *testing.T) {
	t.Parallel()
	p := atTerminal(t, 80, 24)
	p.wants("\x1b[>q")
	p.wants("\x1b[c")
	p.wants("Honeycomb")
	p.types("q")
	p.wants("\x1b[?1049l")
	p.ends(exitcode.OK)
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
		p := visitVT(t, vtModel{wide: true}, 80, 24, env, state, c.args...)
		p.wants("Play")
		p.types("\r")
		p.wants("SCORE")
		p.types("p")
		p.wants("Resume")
		p.types("\x03")
		p.ends(exitcode.Interrupt)

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
func (p *visitor) variable(name string) (value string) {
	for _, v := range p.cmd.Env {
		if after, ok := strings.CutPrefix(v, name+"="); ok {
			value = after // the last value counts
		}
	}
	return value
}

// checkRestored checks that all terminal modes are restored. It writes a mark and waits for it, so all output of the
// program has arrived.
func (p *visitor) checkRestored() {
	p.Helper()
	const mark = "<the end>"
	if _, err := p.slave.WriteString(mark); err != nil {
		p.Fatal(err)
	}
	p.wants(mark)
	p.mu.Lock()
	defer p.mu.Unlock()
	if wrong := p.vt.Differences(); len(wrong) > 0 {
		p.Errorf("modes that are not restored: %q", wrong)
	}
}
