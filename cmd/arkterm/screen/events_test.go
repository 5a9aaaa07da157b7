package screen

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// drained returns the events that wait, as text.
func drained(dev *Screen) (all []string) {
	synctest.Wait()
	for dev.HasPendingEvent() {
		all = append(all, described(dev.PollEvent()))
	}
	return all
}

// A program that does not ask for details gets no release and no reply.
func TestEventsWithoutDetails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Details = false })
		start(t, dev)
		f.sent <- "\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u\x1b[6;20;10t\x1b[1092::97u"
		for i, want := range []rune{'a', 'a', 'ф'} {
			ev, ok := dev.PollEvent().(*tcell.EventKey)
			if !ok || ev.Key() != tcell.KeyRune || ev.Rune() != want {
				t.Errorf("event %d: %+v, want %c", i, ev, want)
			}
		}
		if rest := drained(dev); rest != nil {
			t.Errorf("more events: %v", rest)
		}
		dev.Close()
	})
}

// A loop that is stuck loses keys, but neither the end of a paste nor a resize.
func TestPasteEndsAndResizesAreNotDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Remote = true })
		start(t, dev)
		for range 2 * maxRemoteEvents / 50 {
			f.sent <- "\x1b[200~" + strings.Repeat("x", 50) + "\x1b[201~"
		}
		synctest.Wait()
		for range 10 {
			dev.Resized()
		}
		got := drained(dev)
		open, resizes := 0, 0
		for _, ev := range got {
			switch ev {
			case "<":
				open++
			case ">":
				open--
			case "*tcell.EventResize":
				resizes++
			}
		}
		if open != 0 || resizes != 1 || len(got) > maxRemoteEvents+2 {
			t.Errorf("%d pastes are open and %d resizes are in %d events", open, resizes, len(got))
		}
		dev.Close()
	})
}

// Events of the program and of the terminal are one stream.
func TestPostedEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		ch, quit := make(chan tcell.Event), make(chan struct{})
		go dev.ChannelEvents(ch, quit)
		if err := dev.PostEvent(tcell.NewEventInterrupt("program")); err != nil {
			t.Fatal(err)
		}
		if ev, ok := (<-ch).(*tcell.EventInterrupt); !ok || ev.Data() != "program" {
			t.Errorf("%+v", ev)
		}
		f.sent <- "a"
		if got := described(<-ch); got != "a" {
			t.Errorf("got %s, want a", got)
		}
		close(quit)
		if ev, ok := <-ch; ok {
			t.Errorf("%+v after quit", ev)
		}

		full := 0
		for range 2 * maxEvents {
			if dev.PostEvent(tcell.NewEventInterrupt(nil)) == tcell.ErrEventQFull {
				full++
			}
		}
		if full != maxEvents || len(drained(dev)) != maxEvents {
			t.Errorf("%d events do not fit, want %d", full, maxEvents)
		}
		dev.Lose()
		if ev := dev.PollEvent(); ev != nil || dev.PostEvent(tcell.NewEventInterrupt(nil)) == nil {
			t.Errorf("%+v on a screen that is gone", ev)
		}
		dev.Close()
	})
}

// A mouse report in pixels is a tcell event with the cell. With details, the event also has the position in the cell.
func TestMouseInPixelsWithoutDetails(t *testing.T) {
	for _, details := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.size = Size{Cols: 80, Rows: 24, Width: 800, Height: 480}
			dev := newTestTerminal(t, f, func(o *Options) { o.Details = details })
			start(t, dev)
			f.sent <- "\x1b[?1016;1$y\x1b[<35;27;41M"
			ev := dev.PollEvent()
			if details {
				ev = dev.PollEvent() // after the reply
			}
			m, ok := input.MouseReportOf(ev)
			if want := (input.MouseReport{Col: 2, Row: 2, ColOffset: 0.2}); !ok || m.Col != want.Col ||
				m.Row != want.Row || (m.ColOffset != 0) != details {
				t.Errorf("details %v: %T %+v, want about %+v", details, ev, m, want)
			}
			if _, plain := ev.(*tcell.EventMouse); plain == details {
				t.Errorf("details %v: %T", details, ev)
			}
			dev.Close()
		})
	}
}

// A bracketed paste is one paste, even if a part of it arrives alone. Stop ends it.
func TestPasteInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		f.sent <- "\x1b[200~"
		synctest.Wait()
		f.sent <- "abc def gh"
		synctest.Wait()
		f.sent <- "\x1b[201~\x1b[200~cut"
		if got := strings.Join(drained(dev), " "); got != "< a b c Space d e f Space g h > < c u t" {
			t.Errorf("events %s", got)
		}
		dev.Stop()
		start(t, dev)
		f.sent <- "x"
		if got := strings.Join(drained(dev), " "); !strings.HasPrefix(got, "> ") || !strings.HasSuffix(got, " x") {
			t.Errorf("events after Stop and Start: %s", got)
		}
		dev.Close()
	})
}

// Close ends the events.
func TestCloseEndsPolling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		start(t, dev)
		polled := make(chan tcell.Event)
		go func() { polled <- dev.PollEvent() }()
		synctest.Wait()
		dev.Close()
		if ev := <-polled; ev != nil {
			t.Errorf("%+v", ev)
		}
		if ev := dev.PollEvent(); ev != nil {
			t.Errorf("%+v after Close", ev)
		}
	})
}
