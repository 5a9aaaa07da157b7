//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"arkterm/cmd/arkterm/cli"
	"arkterm/render/ansi"
)

// TestMakeALevel makes a level with keys alone and another one with the mouse alone, saves it, checks it, plays it, and
// pastes its share code into another game.
func TestMakeALevel(t *testing.T) {
	for _, device := range []string{"keys", "mouse"} {
		t.Run(device, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "my.level")
			p := startInVT(t, vtModel{screen: ansi.NewEmulator(80, 24)}, 80, 24, "edit", file)
			p.see("no problems")
			script, err := os.ReadFile(filepath.Join("testdata", "workshop", device+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(script)) {
				switch line = strings.TrimSpace(line); {
				case strings.HasPrefix(line, "#"):
				case device == "keys": // after the bar is a text that the screen then shows
					keys, shown, _ := strings.Cut(line, " | ")
					p.type_(keys)
					p.see(shown)
				default:
					p.point(line)
				}
			}
			p.see("Saved as my.level")

			made, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "workshop", device+".level")
			if *update {
				if err := os.WriteFile(golden, made, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if want, _ := os.ReadFile(golden); string(made) != string(want) {
				t.Errorf("the level is\n%s\nwant\n%s", made, want)
			}
			if out, err := exec.Command("arkterm", "levels", "check", file).CombinedOutput(); err != nil {
				t.Errorf("levels check: %s", out)
			}

			p.send("\x1b[15~") // F5
			p.see("SCORE")
			p.waitUntilGone("no problems") // the frame of the game is complete
			p.send("\x1b")
			p.see("no problems")
			p.send("q")
			p.waitExit(0)

			code, err := exec.Command("arkterm", "share", file).Output()
			if err != nil || len(code) > 500 {
				t.Errorf("share: a code of %d characters, error %v; want at most 500", len(code), err)
			}
			p = p.startAnother()
			p.waitFor("Play")
			p.send("\x1b[200~" + string(code) + "\x1b[201~")
			p.waitFor("S H A R E   C O D E")
			p.waitFor("▸ Play") // the buttons are enabled
			p.send("\r")
			p.waitFor("SCORE")
			p.send("\x03")
			p.waitExit(cli.ExitInterrupt)
		})
	}
}

// workshopKeys contains the bytes of special keys.
var workshopKeys = map[string]string{
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "shift-down": "\x1b[1;2B", "enter": "\r",
	"esc": "\x1b[27u", "del": "\x1b[3~", "bs": "\x7f", "space": " ", "f2": "\x1bOQ", "f3": "\x1bOR", "f7": "\x1b[18~",
	"pgup": "\x1b[5~",
}

// type_ presses keys, for example "right*3 space =text".
func (p *testProgram) type_(words string) {
	for word := range strings.FieldsSeq(words) {
		if text, ok := strings.CutPrefix(word, "="); ok {
			p.send(separateKeys(text))
			continue
		}
		name, count, _ := strings.Cut(word, "*")
		n := 1
		fmt.Sscan(count, &n)
		key, ok := workshopKeys[name]
		if !ok {
			key = separateKeys(name)
		}
		p.send(strings.Repeat(key, n))
	}
}

// separateKeys returns sequences for the keys of a text. Its characters alone would be a burst, which is a paste.
func separateKeys(text string) (keys string) {
	for _, r := range text {
		keys += fmt.Sprintf("\x1b[%du", r)
	}
	return keys
}

// point executes a line of mouse.txt: "click TEXT", "see TEXT", "swatch KIND", "color HUE", or "left", "right" or
// "drag" with the rows and columns of cells.
func (p *testProgram) point(line string) {
	p.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	var a, b, c, d int
	n, _ := fmt.Sscan(rest, &a, &b, &c, &d)
	const panel, palette = 63, 6
	switch button := map[string]int{"right": 2}[verb]; {
	case verb == "see":
		p.see(rest)
	case verb == "click":
		p.clickOn(rest)
	case verb == "swatch":
		p.clickAt(0, panel+3+a%3*5, palette+a/3*2)
	case verb == "color":
		p.clickAt(0, panel+1+2*a, 4)
	case n == 2:
		p.clickAt(button, 3+4*b, 3+a)
	default:
		p.send(fmt.Sprintf("\x1b[<%d;%d;%dM\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm", button, 4+4*b, 4+a, 32+button, 4+4*d, 4+c,
			button, 4+4*d, 4+c))
	}
}

// clickAt clicks a cell of the screen.
func (p *testProgram) clickAt(button, col, row int) {
	p.send(fmt.Sprintf("\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm", button, col+1, row+1, button, col+1, row+1))
}

// clickOn clicks a text on the screen.
func (p *testProgram) clickOn(text string) {
	p.Helper()
	col, row := p.see(text)
	p.clickAt(0, col, row)
}

// see waits until the screen shows a text, and returns its position.
func (p *testProgram) see(text string) (col, row int) {
	p.Helper()
	col, row, found := p.watch(text, true)
	if !found {
		p.Fatalf("no %q on the screen:\n%s", text, p.text())
	}
	return col, row
}

// waitUntilGone waits until the screen no longer shows a text.
func (p *testProgram) waitUntilGone(text string) {
	p.Helper()
	if _, _, found := p.watch(text, false); found {
		p.Fatalf("%q is still on the screen:\n%s", text, p.text())
	}
}

// watch waits until the screen shows a text or no longer shows it. It returns the position of the text, and whether the
// screen shows it at the end.
func (p *testProgram) watch(text string, want bool) (col, row int, found bool) {
	defer p.startTimeout().Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		col, row, found = p.find(text)
		if found == want || p.gone {
			return col, row, found
		}
		p.more.Wait()
	}
}

// find returns the position of a text on the screen. mu is held.
func (p *testProgram) find(text string) (col, row int, found bool) {
	s := p.vt.screen
	for row := range s.H {
		var b strings.Builder
		for _, c := range s.Cells[row*s.W:][:s.W] {
			b.WriteRune(c.Rune)
		}
		if before, _, found := strings.Cut(b.String(), text); found {
			return utf8.RuneCountInString(before), row, true
		}
	}
	return 0, 0, false
}
