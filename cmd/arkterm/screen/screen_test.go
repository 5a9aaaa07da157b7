package screen

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/input"
	"arkterm/render/cell"
)

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		size       Size
		cols, rows int
		aspect     float64
	}{
		{Size{}, DefaultCols, DefaultRows, 0.5},
		{Size{80, 24, 0, 0}, 80, 24, 0.5},
		{Size{80, 24, 720, 480}, 80, 24, 0.45},
		{Size{80, 24, 80, 24}, 80, 24, 0.75},
		{Size{80, 24, 1, 480}, 80, 24, 0.35},
		{Size{0, 0, 720, 480}, DefaultCols, DefaultRows, 0.5},
		{Size{10000, 1, 0, 0}, MaxCols, 1, 0.5},
		{Size{1, 10000, 0, 0}, 1, MaxRows, 0.5},
		{Size{-80, 24, 720, 480}, DefaultCols, DefaultRows, 0.5},
		{Size{80, -24, 720, 480}, DefaultCols, DefaultRows, 0.5},
	} {
		if cols, rows := c.size.Clamped(); cols != c.cols || rows != c.rows || c.size.Aspect() != c.aspect {
			t.Errorf("%+v is %d×%d cells with aspect %v, want %d×%d, %v", c.size, cols, rows, c.size.Aspect(), c.cols,
				c.rows, c.aspect)
		}
	}
}

// The keyboard protocol is switched on in the alternate screen, because terminals keep separate flags for it. It
// is switched off as often as it is switched on.
func TestKeyboardIsSwitchedInTheAlternateScreen(t *testing.T) {
	for _, k := range []keyboard{kittyKeyboard, win32Keyboard} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f)
			set := func(k keyboard) {
				dev.mu.Lock()
				defer dev.mu.Unlock()
				dev.setKeyboard(k)
			}
			set(k) // before Start
			leave := ""
			for range 2 {
				start(t, dev)
				dev.Renew()
				leave = f.leave
				dev.Stop()
				dev.StopListening()
			}
			got := f.written()
			in, on := strings.Index(got, "\x1b[?1049h"), strings.Index(got, k.on)
			off, out := strings.Index(got, k.off), strings.Index(got, "\x1b[?1049l")
			if in < 0 || on < in || off < on || out < off || leave != k.off+leaveModes(gameModes) || f.leave != "" {
				t.Errorf("%s: sent %q, want the protocol on and off within the alternate screen; leave sequence "+
					"%q, at the end %q", k.name, got, leave, f.leave)
			}
			checkRestored(t, got)
			start(t, dev)
			set(keyboard{}) // after Start
			set(k)
			dev.Close()
			checkRestored(t, f.written())
			if f.entered || strings.Count(f.written(), k.off) != 4 {
				t.Errorf("%s: sent %q, want the protocol switched off four times", k.name, f.written())
			}
		})
	}
}

func TestEventsArriveUntilListeningEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		for range 3 { // again after each Stop
			if err := dev.Start(); err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				dev.Listen()
				close(done)
			}()
			f.sent <- "\x1b[?62;c\x1b[6;20;9ta\x1b" // the first reply is only for the link
			for i, want := range []string{"reply 6 20 9", "a", "Esc"} {
				if got := eventText(<-dev.Events()); got != want {
					t.Fatalf("event %d is %s, want %s", i, got, want)
				}
			}
			dev.StopListening()
			<-done
			dev.Listen() // Listen returns immediately now
			dev.Stop()
			dev.Stop()
		}
		dev.Close()
	})
}

// An event loop that was stuck receives the first queued events in order, even if the terminal is gone.
func TestEventsAreQueued(t *testing.T) {
	for _, remote := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Remote = remote })
			start(t, dev)
			for range 20 {
				f.sent <- strings.Repeat("abc", 20)
			}
			close(f.sent)
			<-dev.Gone()
			maxCount := maxEvents
			if remote {
				maxCount = maxRemoteEvents
			}
			n := 0
			for ev, ok := <-dev.Events(); ok; ev, ok = <-dev.Events() {
				if want := "abc"[n%3 : n%3+1]; eventText(ev) != want {
					t.Fatalf("event %d is %s, want %s", n, eventText(ev), want)
				}
				n++
			}
			if n != maxCount {
				t.Errorf("remote %v: %d events are queued, want %d", remote, n, maxCount)
			}
			dev.Close()
		})
	}
}

// Text that is pasted with or without brackets becomes one event, even if it arrives in parts. Later keys do not belong
// to it.
func TestPastes(t *testing.T) {
	long := strings.Repeat("abcdefgh", 64)
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"make install\rq", "y\r"}, "make install qy"},
		{[]string{long[:256], long[256:], "x"}, long + "x"}, // each read is full
		{[]string{"\x1b[200~" + long[:200], long[200:400] + "\x1b[20", "1~"}, long[:400]},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f)
			start(t, dev)
			for _, part := range c.parts {
				f.sent <- part
			}
			synctest.Wait()
			time.Sleep(2 * pasteGap)
			f.sent <- "q"
			if got, ok := (<-dev.Events()).(*input.EventText); !ok || got.Text != c.want {
				t.Errorf("pasting %q results in %+v, want %q", c.parts, got, c.want)
			}
			if got := eventText(<-dev.Events()); got != "q" {
				t.Errorf("the key after pasting %q is %s, want q", c.parts, got)
			}
			dev.Close()
		})
	}
}

func TestGoneTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		f.sent <- "a"
		close(f.sent)
		if ev := eventText(<-dev.Events()); ev != "a" {
			t.Errorf("the last key is %s, want a", ev)
		}
		if _, ok := <-dev.Events(); ok {
			t.Error("the channel of events must be closed after the last key")
		}
		<-dev.Gone()
		if err := dev.ShowFrame(lineFrame("x")); err != ErrGone {
			t.Errorf("ShowFrame = %v, want ErrGone", err)
		}
		dev.Close()
	})
}

func TestSignalKeysAreNotEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f,
			func(o *Options) { o.Signal = func(ev input.Keystroke) bool { return ev.IsCtrl('c') } })
		start(t, dev)
		f.sent <- "\x03b"
		if ev := eventText(<-dev.Events()); ev != "b" {
			t.Errorf("the first event is %s, want b", ev)
		}
		dev.Close()
	})
}

func TestStopEndsOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		_ = dev.ShowFrame(lineFrame("before"))
		start(t, dev)
		_ = dev.ShowFrame(lineFrame("meanwhile"))
		dev.Stop()
		_ = dev.ShowFrame(lineFrame("after"))
		if ready(dev) {
			t.Error("Ready = true after Stop, want false")
		}
		dev.Close()
		got := f.written()
		if !strings.Contains(got, "meanwhile") || strings.Contains(got, "before") || strings.Contains(got, "after") {
			t.Errorf("sent %q, want only the frame between Start and Stop", got)
		}
	})
}

func TestStartAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		dev.Close()
		if err := dev.Start(); err == nil {
			t.Error("Start after Close returns no error, want one")
		}
		dev.Close()
	})
}

// If the terminal stops reading, the writer may give up after any byte. In each case, each pushed title is popped and
// all other modes are left.
func TestTerminalIsRestoredFromAnyPosition(t *testing.T) {
	modes, on, off := enterModes(gameModes, "arkterm"), kittyKeyboard.on, kittyKeyboard.off
	enter, leave := modes+on, off+leaveModes(gameModes)
	for _, room := range []int{
		0, len(pushTitle) - 1, len(pushTitle), len(modes), len(enter) - 1, len(enter), len(enter + off),
		len(enter) + 20, len(enter+leave) - 1, len(enter + leave),
	} {
		t.Run(fmt.Sprint(room), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.room = room
				dev := newTestTerminal(t, f)
				dev.keyboard = kittyKeyboard
				start(t, dev)
				dev.Close()
				checkRestored(t, f.written()+f.forced)
			})
		})
	}
}

// Queries are sent before the first frame. The replies determine the capabilities and the keyboard protocol.
func TestCapabilitiesAreProbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		if got := f.written(); !strings.HasSuffix(got, seqDSR+identifyQueries+wipe+seqDA1) {
			t.Errorf("sent %q before the first frame, want the first round of queries", got)
		}
		if ok, again := dev.Ready(); ok || again != firstFrameLimit || dev.Caps().PictureKnown {
			t.Errorf("before the replies: Ready = %v, %v, capabilities %+v; want false, %v, no PictureKnown", ok, again,
				dev.Caps(), firstFrameLimit)
		}
		f.sent <- "\x1b[0n\x1b[?0u\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;9t\x1b[?62;c"
		waitForResize(dev)
		want := Caps{
			PictureKnown: true, Answered: true, Kitty: true, Status: true, Version: "kitty(0.26.5)", CellW: 9,
			CellH: 20, Aspect: 0.45,
		}
		if got := dev.Caps(); got != want {
			t.Errorf("capabilities after the first round %+v, want %+v", got, want)
		}
		synctest.Wait()
		if got := f.written(); !strings.HasSuffix(got, modeQueries+seqDA1+kittyKeyboard.on+kittyKeyboard.query) ||
			!ready(dev) || dev.Flow().State != "replies" {
			t.Errorf("after the first round, sent %q, link state %q; want the second round, the "+
				"keyboard protocol, and link state \"replies\"", got, dev.Flow().State)
		}
		_ = dev.ShowFrame(lineFrame("first"))
		f.sent <- "\x1b[?2026;2$y\x1b[?62;c"
		waitForResize(dev)
		want.Sync, want.Settled = true, true
		if got := dev.Caps(); got != want {
			t.Errorf("capabilities after the second round %+v, want %+v", got, want)
		}
		dev.Close()
		checkRestored(t, f.written())
	})
}

// Mouse reports in pixels are requested only from local terminals that are known to support them.
func TestPixelMouse(t *testing.T) {
	for name, c := range map[string]struct {
		replies string
		remote  bool
		want    bool // pixels are requested
	}{
		"known":            {"\x1b[?1016;2$y\x1bP>|foot(1.13.1)\x1b\\\x1b[6;20;10t\x1b[?62;c", false, true},
		"over a network":   {"\x1b[?1016;2$y\x1bP>|foot(1.13.1)\x1b\\\x1b[6;20;10t\x1b[?62;c", true, false},
		"another terminal": {"\x1b[?1016;2$y\x1bP>|SwiftTerm 1.2\x1b\\\x1b[6;20;10t\x1b[?62;c", false, false},
		"no cell size":     {"\x1b[?1016;2$y\x1bP>|foot(1.13.1)\x1b\\\x1b[?62;c", false, false},
		"unknown":          {"\x1b[?1016;0$y\x1bP>|foot(1.13.1)\x1b\\\x1b[6;20;10t\x1b[?62;c", false, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.Remote = true, c.remote })
			start(t, dev)
			f.sent <- "\x1b[0n" + c.replies
			waitForResize(dev)
			if name != "another terminal" {
				f.sent <- "\x1b[?62;c"
				waitForResize(dev)
			}
			_ = dev.ShowFrame(lineFrame("first"))
			synctest.Wait()
			if got := strings.Contains(f.written(), pixelMouse); got != c.want {
				t.Errorf("%s: pixels are requested: %v, want %v", name, got, c.want)
			}
			if !c.want {
				dev.Close()
				return
			}

			checkReports := func(sent string, want ...input.MouseReport) {
				t.Helper()
				f.sent <- sent
				synctest.Wait()
				var moved []input.MouseReport
				for len(dev.Events()) > 0 {
					if m, ok := input.MouseReportOf(<-dev.Events()); ok {
						m.ColOffset = math.Round(1000*m.ColOffset) / 1000
						moved = append(moved, m)
					}
				}
				if !slices.Equal(moved, want) {
					t.Errorf("mouse reports %+v, want %+v", moved, want)
				}
			}
			checkReports("\x1b[<35;13;2M\x1b[?1016;1$y\x1b[<35;128;30M",
				input.MouseReport{Col: 12, Row: 1}, input.MouseReport{Col: 12, Row: 1, ColOffset: 0.3})

			// After another program has used the terminal, reports are in cells again until the second reply.
			before := len(f.written())
			dev.Renew()
			synctest.Wait()
			if again := f.written()[before:]; !strings.HasPrefix(again, cellMouse) ||
				!strings.Contains(again, pixelMouse) {
				t.Errorf("Renew sent %q, want the mouse first in cells, then in pixels", again)
			}
			checkReports("\x1b[<35;98;30M\x1b[?1016;2$y\x1b[<35;14;3M\x1b[?1016;1$y\x1b[<35;98;30M",
				input.MouseReport{Col: 9, Row: 1, ColOffset: 0.3}, input.MouseReport{Col: 13, Row: 2},
				input.MouseReport{Col: 9, Row: 1, ColOffset: 0.3})
			dev.Close()
			if !strings.Contains(f.written(), "\x1b[?1016l") {
				t.Error("Close does not leave the mode for mouse reports in pixels")
			}
		})
	}
}

// The replies to the probe are too short to measure the rate of a link, so they must not split the first frame.
func TestFirstFrameIsComplete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.UTF8 = true, true })
		start(t, dev)
		f.sent <- "\x1b[0n\x1b[2;2R\x1b[?62;c"
		synctest.Wait()
		var frame cell.Frame
		frame.Resize(200, 50)
		for i := range frame.Cells {
			frame.Cells[i].Glyph = rune('a' + i%7)
		}
		if !ready(dev) {
			t.Fatal("after the replies, Ready = false, want true")
		}
		_ = dev.ShowFrame(&frame)
		if left := dev.Flow().PendingCells; left > 0 {
			t.Errorf("%d cells of the first frame are pending, want 0", left)
		}
		dev.Close()
	})
}

// If a frame is sent before a reply reports wide characters, its cells are in wrong places. The next frame is complete.
func TestCompleteFrameAfterLateWidth(t *testing.T) {
	for reply, want := range map[string]int{"\x1b[2;2R": 1, "\x1b[2;3R": 2} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.UTF8, o.Remote = true, true, true })
			start(t, dev)
			time.Sleep(firstFrameLimit)
			if !ready(dev) {
				t.Fatalf("after %v, Ready = false, want true", firstFrameLimit)
			}
			_ = dev.ShowFrame(lineFrame("picture"))
			f.sent <- "\x1b[0n" + reply + "\x1b[?62;c\x1b[0n"
			waitForResize(dev)
			_ = dev.ShowFrame(lineFrame("picture"))
			dev.Close()
			if n := strings.Count(f.written(), "picture"); n != want {
				t.Errorf("reply %q: the picture was sent %d times, want %d", reply, n, want)
			}
		})
	}
}

// F3 with modifiers has the same form as a reply with the cursor position. It is a reply only while one is expected.
func TestModifiedF3IsAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.UTF8 = true, true })
		start(t, dev)
		f.sent <- "\x1b[1;2R\x1b[1;2R\x1b[1;6R\x1b[1;80R"
		var got []string
		for range 4 {
			got = append(got, eventText(<-dev.Events()))
		}
		want := []string{"reply 7 1 2", "Shift+F3", "Shift+Ctrl+F3", "reply 7 1 80"}
		if !slices.Equal(got, want) {
			t.Errorf("events %q, want %q", got, want)
		}
		dev.Close()
	})
}

func TestProbeTimeLimits(t *testing.T) {
	for remote, limit := range map[bool]time.Duration{false: probeLimit, true: probeLimitRemote} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.Remote = true, remote })
			begun := time.Now()
			start(t, dev)
			for !ready(dev) {
				_, again := dev.Ready()
				time.Sleep(again - dev.options.Now())
			}
			if waited := time.Since(begun); waited != firstFrameLimit {
				t.Errorf("remote %v: the first frame waited %v, want %v", remote, waited, firstFrameLimit)
			}
			_ = dev.ShowFrame(lineFrame("first"))
			waitForResize(dev)
			if took := time.Since(begun); took != limit || !dev.Caps().PictureKnown || dev.Caps().Answered {
				t.Errorf("remote %v: the probe took %v, want %v; capabilities %+v", remote, took, limit, dev.Caps())
			}
			dev.Close()
		})
	}
}

// After a resize, terminals differ in their contents, so the next frame is complete.
func TestCompleteFrameAfterResize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		for range 2 {
			_ = dev.ShowFrame(lineFrame("picture"))
		}
		synctest.Wait()
		if n := strings.Count(f.written(), "picture"); n != 1 {
			t.Errorf("the same picture was sent %d times, want 1", n)
		}
		dev.Resized()
		waitForResize(dev)
		_ = dev.ShowFrame(lineFrame("picture"))
		dev.Renew()
		_ = dev.ShowFrame(lineFrame("picture"))
		dev.Close()
		if n := strings.Count(f.written(), "picture"); n != 3 {
			t.Errorf("the picture was sent %d times, want 3: at first, after Resized and after Renew", n)
		}
	})
}

// A croppedTerminal is a fake terminal with a margin outside the frame.
type croppedTerminal struct {
	*fake
	margin string
}

func (c *croppedTerminal) Margin() string { return c.margin }

// The margin is cleared before each complete frame, and not at other times.
func TestMarginIsCleared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &croppedTerminal{newFake(), "<margin>"}
		dev := newTestTerminal(t, c)
		start(t, dev)
		order := func() string {
			synctest.Wait()
			return strings.Join(regexp.MustCompile("<margin>|picture").FindAllString(c.written(), -1), " ")
		}
		_ = dev.ShowFrame(lineFrame("picture"))
		if got := order(); got != "<margin> picture" {
			t.Errorf("output of the first frame: %s, want margin and picture", got)
		}
		dev.Resized()
		_ = dev.ShowFrame(lineFrame("picture"))
		_ = dev.ShowFrame(lineFrame("picture"))
		if got := order(); got != "<margin> picture <margin> picture" {
			t.Errorf("output after a resize: %s, want margin and picture twice", got)
		}
		c.margin = ""
		dev.Resized()
		_ = dev.ShowFrame(lineFrame("picture"))
		if got := order(); got != "<margin> picture <margin> picture picture" {
			t.Errorf("output without a margin: %s, want another picture", got)
		}
		dev.Close()
	})
}

// Cropped keeps the size of a cell in pixels.
func TestCroppedSizes(t *testing.T) {
	for _, c := range []struct {
		size, want Size
		cols, rows int
	}{
		{Size{200, 60, 2000, 1200}, Size{80, 24, 800, 480}, 80, 24},
		{Size{60, 60, 600, 1200}, Size{60, 24, 600, 480}, 80, 24},
		{Size{60, 20, 600, 400}, Size{60, 20, 600, 400}, 80, 24},
		{Size{0, 0, 0, 0}, Size{40, 12, 0, 0}, 40, 12},
		{Size{1000, 300, 10000, 6000}, Size{500, 200, 5000, 4000}, 500, 200},
	} {
		if got := c.size.Cropped(c.cols, c.rows); got != c.want || got.Aspect() != c.size.Aspect() {
			t.Errorf("%v.Cropped(%d, %d) = %v, want %v", c.size, c.cols, c.rows, got, c.want)
		}
	}
}

// On a slow link, the urgent part of a frame is sent first.
func TestFrameIsSentInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		var frame cell.Frame
		frame.Resize(80, 24)
		_ = dev.ShowFrame(&frame)
		f.sent <- "\x1b[0n\x1b[0n\x1b[?62;c"
		synctest.Wait()
		if left := dev.Flow().PendingCells; left > 0 {
			t.Errorf("%d cells of the first frame are pending, want 0", left)
		}

		dev.link.path.rate = 8000
		for i := range frame.Cells {
			frame.Cells[i].Glyph = rune('a' + i%7)
		}
		frame.Text(30, 20, "PADDLE", cell.Style{})
		frame.Urgent = []cell.Part{{X: 30, Y: 20, W: 6, H: 1, ID: 1}}
		at := len(f.written())
		begun, shown := dev.options.Now(), 0
		for ok := true; ok; shown++ {
			for !ready(dev) {
				time.Sleep(10 * ms)
			}
			_ = dev.ShowFrame(&frame)
			if shown == 0 {
				synctest.Wait()
				if got := f.written()[at:]; !strings.Contains(got, "PADDLE") || len(got) > 8000/minFPS*3/2 {
					t.Errorf("the first part is %q, want PADDLE and at most %d bytes", got, 8000/minFPS*3/2)
				}
			}
			time.Sleep(20 * ms)
			f.sent <- "\x1b[0n"
			synctest.Wait()
			flow := dev.Flow()
			if ok = flow.PendingCells > 0; ok && flow.IncompleteSince != begun {
				t.Fatalf("%d cells are pending since %v, want since %v, when the frame was first shown",
					flow.PendingCells, flow.IncompleteSince, begun)
			}
		}
		if shown < 5 || shown > 20 {
			t.Errorf("the frame was sent in %d parts, want 5 to 20", shown)
		}
		dev.Close()
	})
}

// If the terminal stops reading, the link is stalled after a second, and no frames are sent. When the terminal reads
// again, the frame in flight arrives, followed by the newest frame.
func TestTerminalStopsReading(t *testing.T) {
	for _, queries := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries = queries })
			start(t, dev)
			_ = dev.ShowFrame(lineFrame("first"))
			if queries {
				f.sent <- "\x1b[0n\x1b[0n\x1b[?62;c"
			}
			synctest.Wait()
			f.setRoom(0)
			if !ready(dev) {
				t.Fatal("after the last reply, Ready = false, want true")
			}
			_ = dev.ShowFrame(lineFrame("in flight"))
			stalled := -1
			for i := range 200 {
				time.Sleep(10 * ms)
				if ready(dev) {
					t.Fatalf("%d0 ms after the terminal stopped reading, Ready = true, want false", i+1)
				}
				if dev.Flow().Stalled {
					stalled = i
					break
				}
			}
			if stalled < 95 || stalled > 120 {
				t.Errorf("queries %v: the link is stalled after %d0 ms, want about 1 s", queries, stalled)
			}

			f.setRoom(-1)
			synctest.Wait()
			if queries {
				f.sent <- "\x1b[0n"
				synctest.Wait()
			}
			for !ready(dev) {
				time.Sleep(10 * ms)
			}
			if dev.Flow().Stalled {
				t.Error("after the terminal reads again, Flow().Stalled = true, want false")
			}
			_ = dev.ShowFrame(lineFrame("newest"))
			dev.Close()
			got := f.written()
			if !strings.Contains(got, "newest") || strings.Index(got, "newest") < strings.Index(got, "in flight") {
				t.Errorf("sent %q, want the frame in flight and then the newest frame", got)
			}
		})
	}
}

// After a terminal has stopped reading, Stop does not wait for replies and ends Listen. The next Start uses a new
// writer, whose byte counts start at 0.
func TestStartAfterTerminalStoppedReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		if err := dev.Start(); err != nil {
			t.Fatal(err)
		}
		listened := make(chan bool)
		go func() {
			dev.Listen()
			close(listened)
		}()
		_ = dev.ShowFrame(lineFrame("first"))
		f.sent <- "\x1b[0n\x1b[0n\x1b[?62;c"
		synctest.Wait()
		f.setRoom(0)
		_ = dev.ShowFrame(lineFrame("in flight"))
		begun := time.Now()
		dev.Stop()
		if took := time.Since(begun); f.forced == "" || took > 2*flushLimit {
			t.Errorf("Stop took %v and forced %q, want at most %v", took, f.forced, 2*flushLimit)
		}
		select {
		case <-listened:
		case <-time.After(time.Second):
			t.Error("Listen has not returned within a second after Stop")
			dev.StopListening()
		}

		f.setRoom(-1)
		start(t, dev)
		if n := dev.link.pending[0].bytesSince; n <= 0 {
			t.Errorf("the first query has %d bytes, want more than 0", n)
		}
		dev.Close()
	})
}

// Beep sends one byte, and only between Start and Stop.
func TestBell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		_ = dev.Beep()
		start(t, dev)
		_ = dev.Beep()
		synctest.Wait()
		dev.Stop()
		_ = dev.Beep()
		dev.Close()
		if got := strings.Count(f.written(), "\a"); got != 1 {
			t.Errorf("the bell rang %d times, want 1; sent %q", got, f.written())
		}
	})
}
