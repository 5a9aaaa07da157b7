package screen

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/testenv"
)

// gameModes are the modes of a program with a title and Options.Input.
const gameModes = screenMode | titleMode | inputModes

// The game sends the sequences that .ci/terminals tests in real terminals.
func TestModesOfTheGame(t *testing.T) {
	const (
		enter = "\x1b[22;0;0t\x1b]2;arkterm\x1b\\\x1b[?1049h\x1b[m\x1b[?25l\x1b[?7l" +
			"\x1b[?2004h\x1b[?1004h\x1b[?1002h\x1b[?1003h\x1b[?1006h"
		leave = "\x1b[?2026l\x1b[?1016l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1004l" +
			"\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[m\x1b[H\x1b[2J\x1b[?1049l\x1b[23;0;0t"
	)
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		if f.leave != leave {
			t.Errorf("the monitor's leave sequence is %q, want %q", f.leave, leave)
		}
		dev.Close()
		if got := f.written(); got != enter+leave {
			t.Errorf("sent %q, want %q", got, enter+leave)
		}
	})
}

func TestLeavingUndoesEntering(t *testing.T) {
	for set := screenMode; set < cursorColorMode<<1; set += 2 {
		checkRestored(t, enterModes(set, "title")+leaveModes(set))
	}
	if wrong := testenv.ModesLeft(enterModes(gameModes, "")); len(wrong) < 8 {
		t.Errorf("entering changes only %q, want at least 8 modes", wrong)
	}
}

// modeCalls are calls that enable modes, and the sequences of these modes.
var modeCalls = []struct {
	name  string
	call  func(s *Screen)
	sent  string // sequences that the call sends
	leave string // part of the leave sequence
}{
	{
		"mouse", func(s *Screen) { s.EnableMouse() }, "\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h",
		"\x1b[?1003l\x1b[?1002l\x1b[?1000l",
	},
	{"buttons", func(s *Screen) { s.EnableMouse(tcell.MouseButtonEvents) }, "\x1b[?1000h\x1b[?1006h", "\x1b[?1000l"},
	{
		"drags", func(s *Screen) { s.EnableMouse(tcell.MouseButtonEvents, tcell.MouseDragEvents) },
		"\x1b[?1000h\x1b[?1002h\x1b[?1006h", "\x1b[?1002l\x1b[?1000l",
	},
	{"paste", (*Screen).EnablePaste, "\x1b[?2004h", "\x1b[?2004l"},
	{"focus", (*Screen).EnableFocus, "\x1b[?1004h", "\x1b[?1004l"},
	{"title", func(s *Screen) { s.SetTitle("a\x1b\u009bb") }, pushTitle + "\x1b]2;ab\x1b\\", "\x1b[23;0;0t"},
}

// A program can enable modes at any time. Only enabled modes are entered, and all of them are left, also if the
// terminal stops reading.
func TestModesOfAProgram(t *testing.T) {
	for _, c := range modeCalls {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Title, o.Input = "", false })
			start(t, dev)
			synctest.Wait()
			const basic = "\x1b[?1049h\x1b[m\x1b[?25l\x1b[?7l"
			if got := f.written(); got != basic || strings.Contains(f.leave, c.leave) {
				t.Errorf("%s: before the call, sent %q, want %q; leave sequence %q, want it without %q", c.name, got,
					basic, f.leave, c.leave)
			}
			c.call(dev)
			synctest.Wait()
			if got := f.written(); got != basic+c.sent || !strings.Contains(f.leave, c.leave) {
				t.Errorf("%s: after the call, sent %q, want %q; leave sequence %q, want it with %q", c.name, got,
					basic+c.sent, f.leave, c.leave)
			}
			c.call(dev)
			dev.Renew()
			dev.Stop()
			checkRestored(t, f.written())

			start(t, dev) // the modes are entered again
			synctest.Wait()
			if got := f.written(); strings.Count(got, c.sent) < 2 {
				t.Errorf("%s: sent %q, want the modes again after Stop and Start", c.name, got)
			}
			dev.DisableMouse()
			dev.DisablePaste()
			dev.DisableFocus()
			if !strings.Contains(f.leave, c.leave) {
				t.Errorf("%s: leave sequence %q, want %q until the terminal is given back", c.name, f.leave, c.leave)
			}
			dev.Close()
			checkRestored(t, f.written())
		})
		synctest.Test(t, func(t *testing.T) { // the call precedes Start, and the terminal stops reading
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Title, o.Input = "", false })
			c.call(dev)
			if got := f.written(); got != "" {
				t.Errorf("%s: sent %q before Start, want nothing", c.name, got)
			}
			start(t, dev)
			synctest.Wait()
			if got := f.written(); !strings.Contains(got, c.sent) || !strings.Contains(f.leave, c.leave) {
				t.Errorf("%s: after Start, sent %q, want %q in it; leave sequence %q, want %q in it", c.name, got,
					c.sent, f.leave, c.leave)
			}
			f.setRoom(0)
			dev.EnablePaste()
			dev.Close()
			checkRestored(t, f.written()+f.forced)
		})
	}
}

// In xterm, leaving one mouse mode leaves all of them, so the enabled modes are entered again.
func TestMouseModesReplaceEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		synctest.Wait()
		before := len(f.written())
		dev.EnableMouse(tcell.MouseButtonEvents | tcell.MouseDragEvents)
		synctest.Wait()
		const want = "\x1b[?1016l\x1b[?1006l\x1b[?1003l\x1b[?1002l" + "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
		if got := f.written()[before:]; got != want {
			t.Errorf("sent %q, want %q", got, want)
		}
		dev.Close()
	})
}

// The title is set only if the terminal can restore the previous one, which is pushed once.
func TestTitles(t *testing.T) {
	for _, term := range []string{"linux", "xterm-256color"} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Term, o.Title = term, "" })
			start(t, dev)
			dev.SetTitle("one")
			dev.SetTitle("two")
			dev.Close()
			pushes := strings.Count(f.written(), pushTitle)
			if has := term != "linux"; pushes != map[bool]int{true: 1}[has] ||
				strings.Contains(f.written(), "]2;two") != has {
				t.Errorf("%s: sent %q with %d pushed titles, want one pushed title and the title two: %v", term,
					f.written(), pushes, has)
			}
			checkRestored(t, f.written())
		})
	}
}

// Renew sends no query for the mode of pixel positions to a terminal that is not known to have it, because some
// terminals print a part of the query.
func TestRenewWithoutPixelPositions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		dev.Renew()
		synctest.Wait()
		if got := f.written(); strings.Contains(got, queryPixelMouse) {
			t.Errorf("sent %q, want no query for the mode of pixel positions", got)
		}
		dev.Close()
	})
}
