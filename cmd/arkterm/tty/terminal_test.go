//go:build unix

package tty

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
)

func TestErrorWithoutTerminal(t *testing.T) {
	cmd := childCommand("child", nil) // its stdin is /dev/null
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	exitErr, ok := err.(*exec.ExitError)
	if !ok || exitErr.ExitCode() != int(cli.ExitTerminal) {
		t.Errorf("the child ended with %v, want exit status %d", err, cli.ExitTerminal)
	}
	for _, want := range []string{"is not a terminal", "ssh -t"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the child printed %q, want %q in it", stderr.String(), want)
		}
	}
}

func TestOwnScreenIgnoresTcellsEnvironment(t *testing.T) {
	for _, env := range [][]string{
		{"LC_ALL=C"},
		{"LC_ALL=POSIX"},
		{"LC_ALL=en_US.ISO8859-1"},
		{"LC_ALL=nonsense.nonsense@nonsense"},
		{"RUNEWIDTH_EASTASIAN=1"},
		{"NO_COLOR=1"},
		{"TCELL_TRUECOLOR=disable", "TCELL_ALTSCREEN=disable"},
		{"LINES=3", "COLUMNS=7"},
		{"TERM="},
		{"TERM=dumb"},
		{"TERM=xterm"},
		{"TERM=no such terminal"},
	} {
		t.Run(strings.Join(env, ","), func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "child", env...)
			s.waitForOutput("\x1b[?1049h", "38;5;200", strings.Repeat("▀", 80))
			s.send("q")
			if got := s.wait(); got != "exit 0" {
				t.Errorf("the exit status of the child is %s, want exit 0", got)
			}
			s.checkRestored()
		})
	}
}

// tcell's screen draws on terminals in tcell's table, and restores them.
func TestTcellOnTerminalsOfManyKinds(t *testing.T) {
	for _, c := range []struct{ term, locale, want string }{
		{"xterm-256color", "C.UTF-8", strings.Repeat("▀", 80)},
		{"xterm-kitty", "C.UTF-8", strings.Repeat("▀", 80)},
		{"tmux-256color", "C.UTF-8", strings.Repeat("▀", 80)},
		{"linux", "C.UTF-8", strings.Repeat("▀", 80)},
		{"screen", "C.UTF-8", strings.Repeat("▀", 80)},
		{"vt100", "C", strings.Repeat("?", 80)},
		{"vt220", "C", strings.Repeat("?", 80)},
		{"vt220", "en_US.ISO8859-1", strings.Repeat("?", 80)},
	} {
		t.Run(c.term+" "+c.locale, func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "child", driverVariable+"=tcell", "TERM="+c.term, "LC_ALL="+c.locale)
			s.waitForOutput(c.want)
			for _, step := range []struct{ in, want string }{
				{"\x1b[D", "key Left"},
				{"\x1b", "key Esc"},
				{"w", "text w"},
			} {
				s.send(step.in)
				s.waitForReport(step.want)
			}
			s.stopAndContinue()
			s.quit()
		})
	}
}

// tcell's screen draws on terminals that only infocmp describes. It omits the last cell, which would scroll the screen.
func TestTcellOnATerminalWithoutECMA48(t *testing.T) {
	t.Parallel()
	infocmp := t.TempDir()
	script := "#!/bin/sh\n[ \"$1 $2\" = '-1 wy60' ] || exit 1\ncat <<'END'\n" + wy60 + "END\n"
	if err := os.WriteFile(filepath.Join(infocmp, "infocmp"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	s := startChild(t, "child", driverVariable+"=tcell", "TERM=wy60", "LC_ALL=C", "PATH="+infocmp+":"+os.Getenv("PATH"))
	s.waitForOutput("\x1bw0", strings.Repeat("?", 80), "\x1b=7 "+strings.Repeat(" ", 79)+"\x1b`0")
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("the exit status of the child is %s, want exit 0", got)
	}
	if out, leave := s.allOutput(), "\x1b`1\x1b(\x1bH\x03\x1bG0\x1bcD\x1b+\x1bw1"; !strings.HasSuffix(out, leave) {
		t.Errorf("the output ends with %q, want %q", s.tail(), leave)
	}
}

func TestTcellNeedsATerminfoEntry(t *testing.T) {
	for _, c := range []struct{ term, want string }{
		{"", "TERM is not set: "},
		{"no-such-terminal", "TERM=no-such-terminal: neither tcell nor infocmp knows this terminal: "},
	} {
		_, err := findTerminfo(c.term)
		if err == nil || cli.ExitCodeOf(err) != cli.ExitTerminal || !strings.HasPrefix(err.Error(), c.want) ||
			!strings.HasSuffix(err.Error(), "--driver arkterm") {
			t.Errorf("findTerminfo(%q): error %v, want %q", c.term, err, c.want)
		}
	}
}

// wy60 is a part of the description of a terminal that does not use ECMA-48.
const wy60 = `wy60|wyse60|Wyse 60,
	am,
	cols#80,
	lines#24,
	clear=\E+$<100>,
	cup=\E=%p1%'\s'%+%c%p2%'\s'%+%c,
	civis=\E` + "`" + `0,
	cnorm=\E` + "`" + `1,
	rmcup=\Ew1,
	smcup=\Ew0,
	sgr0=\E(\EH\003\EG0\EcD,
`

func TestTcellUnknownTerminal(t *testing.T) {
	t.Parallel()
	s := launchChild(t, "child", driverVariable+"=tcell", "TERM=never-heard-of", "PATH=")
	if got := s.wait(); got != fmt.Sprint("exit ", int(cli.ExitTerminal)) {
		t.Errorf("the exit status of the child is %s, want exit %d", got, cli.ExitTerminal)
	}
	out := s.allOutput()
	for _, want := range []string{"TERM=never-heard-of", "infocmp", "--driver arkterm"} {
		if !strings.Contains(out, want) {
			t.Errorf("the child printed %q, want %q in it", out, want)
		}
	}
	s.checkRestored()
}

func TestTitleIfSupported(t *testing.T) {
	for term, want := range map[string]bool{
		"xterm-256color": true, "tmux-256color": true, "linux": false,
		"dumb": false, "": false,
	} {
		t.Run(term, func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "child", "TERM="+term)
			s.send("q")
			s.wait()
			out := s.allOutput()
			for _, seq := range []string{"\x1b[22;0;0t", "\x1b]2;arkterm\x1b\\", "\x1b[23;0;0t"} {
				if strings.Contains(out, seq) != want {
					t.Errorf("the output contains %q: %v, want %v", seq, !want, want)
				}
			}
		})
	}
}

func TestAnySizeIsClamped(t *testing.T) {
	t.Parallel()
	forDrivers(t, "child", testSizes)
}

// testSizes checks the sizes that the child reports after resizes.
func testSizes(s *ptySession) {
	for _, c := range []struct{ cols, rows, wantCols, wantRows int }{
		{1, 1, 1, 1},
		{2, 2, 2, 2},
		{19, 7, 19, 7},
		{300, 100, 300, 100},
		{10000, 10000, screen.MaxCols, screen.MaxRows},
		{65535, 1, screen.MaxCols, 1},
		{0, 0, screen.DefaultCols, screen.DefaultRows},
	} {
		s.resize(c.cols, c.rows)
		s.waitForReport(fmt.Sprintf("size %d %d", c.wantCols, c.wantRows))
	}
	for i := range 1000 {
		s.resize(20+i%300, 10+i%100)
	}
	s.resize(77, 22)
	s.waitForReport("size 77 22")
	s.quit()
}

func TestKeysAndMouseArrive(t *testing.T) {
	t.Parallel()
	s := startChild(t, "child")
	for _, c := range []struct{ in, want string }{
		{"\x1b[D", "key Left"},
		{"\x1b", "key Esc"},
		{"\x1b[?62;c\x1b[1;1R\x1bP>|x\x1b\\\x1b[97;1:3u\x1b[C", "key Right"},
		{"\x1b[200~qqq\x1b[201~\x1b[A", "key Up"},
		{"\x1b[<35;12;7M", "mouse 11 6"},
		{strings.Repeat("\x1b[B", 500) + "\r", "key Enter"},
		{"\xff\xfe\xc3\x1b[H", "key Home"},
		{"e", "aspect 0.50"},
	} {
		s.send(c.in)
		s.waitForReport(c.want)
	}
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("the exit status of the child is %s, want exit 0", got)
	}
}

// A multiplexer does not report a loss of focus when its client is detached, so the permissions of its socket are
// checked.
func TestDetachIsLossOfFocus(t *testing.T) {
	for _, name := range []string{"TMUX", "STY"} {
		dir := t.TempDir()
		socket := filepath.Join(dir, "1.pts-0.host")
		if err := os.WriteFile(socket, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		env := map[string][]string{
			"TMUX": {"TMUX=" + socket + ",1,0", "STY="},
			"STY":  {"TMUX=", "STY=" + filepath.Base(socket), "SCREENDIR=" + dir},
		}[name]
		s := startChild(t, "multiplexed", env...)
		if err := os.Chmod(socket, 0o600); err != nil {
			t.Fatal(err)
		}
		s.waitForReport("blur")
		s.send("q")
		s.wait()
		s.checkRestored()
	}
}
