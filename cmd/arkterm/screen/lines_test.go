package screen

import (
	"strings"
	"testing"
	"testing/synctest"
)

// TestLinesAreNothingButText: a terminal that shows lines is sent no sequence at all, and text without control characters.
func TestLinesAreNothingButText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Lines, o.Queries = true, true })
		start(t, dev)
		dev.Say("one")
		dev.Say("two\x1b[31m\a\u009b")
		synctest.Wait()
		if err := dev.ShowFrame(text("a frame")); err != nil || !ready(dev) {
			t.Errorf("a frame: %v", err)
		}
		dev.Renew()
		if f.leave != "" {
			t.Errorf("it would be left by %q", f.leave)
		}
		dev.Close()
		if got := f.written(); got != "one\r\ntwo[31m\r\n" {
			t.Errorf("it was sent %q", got)
		}
	})
}

// TestLinesAndFramesByTurns: modes are entered for frames alone, and whoever has to leave them knows.
func TestLinesAndFramesByTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Lines = true })
		start(t, dev)
		for range 2 {
			dev.Say("a menu")
			dev.Lines(false)
			dev.Say("not shown")
			if err := dev.ShowFrame(text("a frame")); err != nil {
				t.Error(err)
			}
			synctest.Wait()
			if f.leave != leaveModes(gameModes) {
				t.Errorf("while frames are shown it would be left by %q", f.leave)
			}
			dev.Lines(true)
			dev.Lines(true)
			synctest.Wait()
			isLeft(t, f.written())
			if f.leave != "" {
				t.Errorf("while lines are shown it would be left by %q", f.leave)
			}
		}
		dev.Lines(false)
		dev.Close()
		got := f.written()
		isLeft(t, got)
		if n := strings.Count(got, "a frame"); n != 2 || strings.Count(got, "a menu") != 2 || strings.Contains(got, "not shown") {
			t.Errorf("it was sent %q", got)
		}
	})
}

// TestLinesAreOwedNoFrame: what a frame has left out is not to come where lines are shown, so nobody has to draw for it.
func TestLinesAreOwedNoFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		start(t, dev)
		defer dev.Close()
		dev.link.kernel.rate = 100
		if err := dev.ShowFrame(text(strings.Repeat("a long frame ", 6))); err != nil || dev.Flow().PendingCells == 0 {
			t.Fatalf("nothing is left out of the frame: %v", err)
		}
		dev.Lines(true)
		if n := dev.Flow().PendingCells; n > 0 {
			t.Errorf("%d cells are owed to a terminal that shows lines", n)
		}
	})
}

// TestLinesOnATerminalThatDoesNotRead: if it has not read that frames are over, it is told so at the end.
func TestLinesOnATerminalThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		if err := dev.ShowFrame(text("a frame")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		f.setRoom(0)
		dev.Lines(true)
		dev.Say("a menu")
		dev.Close()
		isLeft(t, f.written()+f.forced)
	})
}
