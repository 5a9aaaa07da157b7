package screen

import (
	"strings"
	"testing"
	"testing/synctest"
)

// With Options.Lines, the terminal receives only text without control characters.
func TestLinesSendOnlyText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Lines, o.Queries = true, true })
		start(t, dev)
		dev.Say("one")
		dev.Say("two\x1b[31m\a\u009b")
		synctest.Wait()
		if err := dev.ShowFrame(lineFrame("a frame")); err != nil || !ready(dev) {
			t.Errorf("ShowFrame = %v, Ready = %v; want nil, true", err, ready(dev))
		}
		dev.Renew()
		if f.leave != "" {
			t.Errorf("the leave sequence is %q, want none", f.leave)
		}
		dev.Close()
		if got := f.written(); got != "one\r\ntwo[31m\r\n" {
			t.Errorf("sent %q, want two lines without control characters", got)
		}
	})
}

// Modes are entered only for frames. Each switch between lines and frames updates the leave sequence.
func TestSwitchBetweenLinesAndFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Lines = true })
		start(t, dev)
		for range 2 {
			dev.Say("a menu")
			dev.Lines(false)
			dev.Say("not shown")
			if err := dev.ShowFrame(lineFrame("a frame")); err != nil {
				t.Error(err)
			}
			synctest.Wait()
			if f.leave != leaveModes(gameModes) {
				t.Errorf("the leave sequence while frames are shown is %q, want %q", f.leave, leaveModes(gameModes))
			}
			dev.Lines(true)
			dev.Lines(true)
			synctest.Wait()
			checkRestored(t, f.written())
			if f.leave != "" {
				t.Errorf("the leave sequence while lines are shown is %q, want none", f.leave)
			}
		}
		dev.Lines(false)
		dev.Close()
		got := f.written()
		checkRestored(t, got)
		if n := strings.Count(got, "a frame"); n != 2 || strings.Count(got, "a menu") != 2 ||
			strings.Contains(got, "not shown") {
			t.Errorf("sent %q, want two frames and two menus", got)
		}
	})
}

// Cells that ShowFrame has omitted are not pending while lines are shown, so that the program does not draw another
// frame.
func TestNoPendingCellsWithLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		start(t, dev)
		defer dev.Close()
		dev.link.kernel.rate = 100
		err := dev.ShowFrame(lineFrame(strings.Repeat("a long frame ", 6)))
		if err != nil || dev.Flow().PendingCells == 0 {
			t.Fatalf("ShowFrame = %v, and no cells are pending; want pending cells", err)
		}
		dev.Lines(true)
		if n := dev.Flow().PendingCells; n > 0 {
			t.Errorf("%d cells are pending while lines are shown, want 0", n)
		}
	})
}

// If the terminal has not read the sequence that leaves the full-screen modes, it is sent again when leaving.
func TestLinesIfTerminalDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		if err := dev.ShowFrame(lineFrame("a frame")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		f.setRoom(0)
		dev.Lines(true)
		dev.Say("a menu")
		dev.Close()
		checkRestored(t, f.written()+f.forced)
	})
}
