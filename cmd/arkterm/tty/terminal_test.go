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

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/screen"
)

func TestWithoutTerminalThereIsAdvice(t *testing.T) {
	cmd := childCommand("child", nil) // its stdin is /dev/null
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	ended, ok := err.(*exec.ExitError)
	if !ok || ended.ExitCode() != int(exit.Terminal) {
		t.Errorf("ends by %v, want exit %d", err, exit.Terminal)
	}
	for _, want := range []string{"needs a terminal", "ssh -t"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("says %q, not %q", stderr.String(), want)
		}
	}
}

func TestEnvironmentDoesNotReachTcell(t *testing.T) {
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
			s.see("\x1b[?1049h", "38;5;200", strings.Repeat("▀", 80))
			s.send("q")
			if got := s.wait(); got != "exit 0" {
				t.Errorf("ends by %s", got)
			}
			s.asFound()
		})
	}
}

func TestTitleOnlyWhereThereIsOne(t *testing.T) {
	for term, want := range map[string]bool{"xterm-256color": true, "tmux-256color": true, "linux": false, "dumb": false, "": false} {
		t.Run(term, func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "child", "TERM="+term)
			s.send("q")
			s.wait()
			out := s.everything()
			for _, seq := range []string{"\x1b[22;0;0t", "\x1b]2;arkterm\x1b\\", "\x1b[23;0;0t"} {
				if strings.Contains(out, seq) != want {
					t.Errorf("%q in the output: %v", seq, !want)
				}
			}
		})
	}
}

func TestAnySizeIsClamped(t *testing.T) {
	t.Parallel()
	s := startChild(t, "child")
	for _, c := range []struct{ cols, rows, wantCols, wantRows int }{
		{1, 1, 1, 1},
		{2, 2, 2, 2},
		{19, 7, 19, 7},
		{300, 100, 300, 100},
		{10000, 10000, screen.MaxCols, screen.MaxRows},
		{65535, 1, screen.MaxCols, 1},
		{0, 0, screen.DefaultCols, screen.DefaultRows},
	} {
		s.size(c.cols, c.rows)
		s.hear(fmt.Sprintf("size %d %d", c.wantCols, c.wantRows))
	}
	for i := range 1000 {
		s.size(20+i%300, 10+i%100)
	}
	s.size(77, 22)
	s.hear("size 77 22")
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("ends by %s", got)
	}
	s.asFound()
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
		s.hear(c.want)
	}
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("ends by %s", got)
	}
}

// A multiplexer without a client reports no loss of the focus, but its socket shows that the client is detached.
func TestADetachedMultiplexerLosesTheFocus(t *testing.T) {
	for _, name := range []string{"TMUX", "STY"} {
		dir := t.TempDir()
		socket := filepath.Join(dir, "1.pts-0.host")
		if err := os.WriteFile(socket, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		env := map[string][]string{
			"TMUX": {"TMUX=" + socket + ",1,0", "STY="}, "STY": {"TMUX=", "STY=" + filepath.Base(socket), "SCREENDIR=" + dir},
		}[name]
		s := startChild(t, "multiplexed", env...)
		if err := os.Chmod(socket, 0o600); err != nil {
			t.Fatal(err)
		}
		s.hear("blur")
		s.send("q")
		s.wait()
		s.asFound()
	}
}
