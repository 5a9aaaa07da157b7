//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A driverTerminal is a terminal in which TestDriversShowTheSameCells runs.
type driverTerminal struct {
	term, locale, color string
	styles              bool // tcell's description of the terminal has all its attributes
}

// TestDriversShowTheSameCells compares both drivers in menus, dialogs, pages, and a paused recording.
func TestDriversShowTheSameCells(t *testing.T) {
	replay, err := filepath.Abs("testdata/replays/bot-1.ark")
	if err != nil {
		t.Fatal(err)
	}
	type step struct {
		keys, want string
		moves      bool // part of the screen moves, so only the text is compared
	}
	terminals := []driverTerminal{
		{"xterm-256color", "C.UTF-8", "auto", true},
		{"xterm-256color", "C", "auto", true},
		{"xterm-kitty", "C.UTF-8", "auto", true},
		{"linux", "C.UTF-8", "auto", true},
		{"screen", "C.UTF-8", "8", true},
		{"vt220", "C.UTF-8", "auto", false},
	}
	if testing.Short() { // the goroutines are the same with every terminal
		terminals = terminals[:1]
	}

	for _, c := range []struct {
		args        []string
		progressRow int // row that shows how much of the recording was read, and is not compared; 0 if none
		steps       []step
	}{
		{nil, 0, []step{
			{"", "World map", true},
			{"?", "K E Y S", false},
			{"\x1b", "World map", true},
			{"\r", "LEVEL 1", true},
			{"p", "P A U S E D", true},
			{"\x03", "", true},
		}},
		{[]string{"replay", replay}, 22, []step{
			{" \x1b[H", "0:00", false},
			{"\x1b[C\x1b[C\x1b[C", "0:15", false},
			{"\x1b[C", "0:20", false},
			{"\x03", "", true},
		}},
	} {
		for _, terminal := range terminals {
			t.Run(fmt.Sprint(terminal.term, " ", terminal.locale, " ", len(c.args)), func(t *testing.T) {
				t.Parallel()
				drawn := make(chan struct{}, 1)
				var both [2]*testProgram
				for i, driver := range []string{"arkterm", "tcell"} {
					both[i] = startDriver(t, terminal, driver, c.args, drawn)
				}

				for _, s := range c.steps {
					for _, p := range both {
						p.send(s.keys)
					}
					waitForSameCells(t, drawn, both, s.want, !s.moves, c.progressRow, terminal.styles)
				}
				for _, p := range both {
					p.waitExit(cli.ExitInterrupt)
				}
			})
		}
	}
}

// startDriver starts the program with a driver in a terminal. After each output, drawn receives a value.
func startDriver(t *testing.T, in driverTerminal, driver string, args []string, drawn chan<- struct{}) *testProgram {
	t.Helper()
	state := t.TempDir()
	vt := vtModel{screen: ansi.NewEmulator(80, 24), drawn: drawn}
	return startProgramVT(t, vt, 80, 24, []string{
		"TERM=" + in.term, "LC_ALL=" + in.locale, "TZ=UTC",
		"XDG_CONFIG_HOME=" + configured(t), "XDG_STATE_HOME=" + state, "XDG_DATA_HOME=" + t.TempDir(),
	}, filepath.Join(state, "arkterm"), append(slices.Clone(args), "--driver", driver,
		"--color", in.color, "--effects", "none", "--sound", "off")...)
}

// waitForSameCells waits until both terminals show the text want. If cells is set, it also waits until all rows have
// the same cells. It does not compare row except, unless except is 0.
func waitForSameCells(t *testing.T, drawn <-chan struct{}, both [2]*testProgram, want string, cells bool, except int,
	styles bool,
) {
	t.Helper()
	timeout := time.After(testenv.Timeout)
	for {
		a, b := both[0].picture(styles), both[1].picture(styles)
		differs := ""
		for i := range a {
			if cells && a[i] != b[i] && (i != except || except == 0) {
				differs = fmt.Sprintf("row %d: %q and %q", i, a[i], b[i])
				break
			}
		}
		if differs == "" && strings.Contains(both[0].text(), want) && strings.Contains(both[1].text(), want) {
			return
		}
		select {
		case <-drawn:
		case <-timeout:
			t.Fatalf("the terminals do not show %q, or their cells differ: %s\n%s\n%s", want, differs, both[0].text(),
				both[1].text())
		}
	}
}

// picture returns the rows of the terminal, with or without their styles. A block is replaced by a space with
// the block's color as the background.
func (p *testProgram) picture(styles bool) (rows []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.vt.screen
	for y := range s.H {
		var b strings.Builder
		for _, c := range s.Cells[y*s.W:][:s.W] {
			if c.Attrs[7] {
				c.Fg, c.Bg = c.Bg, c.Fg
			}
			if c.Rune == '█' {
				c.Rune, c.Bg = ' ', c.Fg
			}
			if c.Rune == ' ' || styles && c.Fg == c.Bg && c.Fg != "" {
				c.Rune, c.Fg, c.Attrs = ' ', "", [10]bool{}
			}
			if b.WriteRune(c.Rune); styles {
				fmt.Fprintf(&b, "%s/%s/%v%v ", colorParts(c.Fg), colorParts(c.Bg), c.Attrs[1], c.Attrs[2])
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}

// colorParts returns the red, green and blue parts of a color of the 256-color palette. It returns the first 16 colors
// unchanged, because each terminal defines these differently.
func colorParts(color string) string {
	if n, err := strconv.Atoi(color); err == nil && n >= 16 {
		r, g, b := cell.Color256(n).RGB()
		return fmt.Sprintf("%d,%d,%d", r, g, b)
	}
	return color
}

// text returns the terminal's characters.
func (p *testProgram) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown()
}

// shown is like text. The caller holds mu.
func (p *testProgram) shown() string {
	var b strings.Builder
	for i, c := range p.vt.screen.Cells {
		if i%p.vt.screen.W == 0 {
			b.WriteByte('\n')
		}
		b.WriteRune(c.Rune)
	}
	return b.String()
}
