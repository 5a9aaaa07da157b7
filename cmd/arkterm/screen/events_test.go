package screen

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// drained removes and returns the queued events, as text.
func drained(dev *Screen) (all []string) {
	synctest.Wait()
	for dev.HasPendingEvent() {
		all = append(all, eventText(dev.PollEvent()))
	}
	return all
}

// Without Options.Details, a program receives no key releases and no replies.
func TestEventsWithoutDetails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Details = false })
		start(t, dev)
		f.sent <- "\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u\x1b[6;20;10t\x1b[1092::97u"
		for i, want := range []rune{'a', 'a', 'ф'} {
			ev, ok := dev.PollEvent().(*tcell.EventKey)
			if !ok || ev.Key() != tcell.KeyRune || ev.Rune() != want {
				t.Errorf("event %d is %+v, want %c", i, ev, want)
			}
		}
		if rest := drained(dev); rest != nil {
			t.Errorf("further events %v, want none", rest)
		}
		dev.Close()
	})
}

// If the event loop is stuck, keys are dropped, but no resize and no end of a paste.
func TestPasteEndsAndResizesAreNotDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Details = false })
		start(t, dev)
		for range 2 * maxPlainEvents / 200 {
			f.sent <- "\x1b[200~" + strings.Repeat("x", 200) + "\x1b[201~"
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
		if open != 0 || resizes != 1 || len(got) > maxPlainEvents+2 {
			t.Errorf("%d events with %d unfinished pastes and %d resizes, want 0 and 1", len(got), open, resizes)
		}
		dev.Close()
	})
}

// Events that the program posts and events from the terminal arrive on the same channel.
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
			t.Errorf("event %+v, want the posted one", ev)
		}
		f.sent <- "a"
		if got := eventText(<-ch); got != "a" {
			t.Errorf("event %s, want a", got)
		}
		close(quit)
		if ev, ok := <-ch; ok {
			t.Errorf("event %+v after quit was closed, want a closed channel", ev)
		}

		full := 0
		for range 2 * maxEvents {
			if dev.PostEvent(tcell.NewEventInterrupt(nil)) == tcell.ErrEventQFull {
				full++
			}
		}
		if full != maxEvents || len(drained(dev)) != maxEvents {
			t.Errorf("PostEvent rejected %d of %d events, want %d", full, 2*maxEvents, maxEvents)
		}
		dev.MarkLost()
		if ev := dev.PollEvent(); ev != nil || dev.PostEvent(tcell.NewEventInterrupt(nil)) == nil {
			t.Errorf("event %+v after MarkLost, want none", ev)
		}
		dev.Close()
	})
}

// A mouse report in pixels becomes a tcell event with the cell. With details, it also has the position in the cell.
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
				t.Errorf("details %v: mouse event %T %+v, want about %+v", details, ev, m, want)
			}
			if _, plain := ev.(*tcell.EventMouse); plain == details {
				t.Errorf("details %v: the mouse event is a %T, want *tcell.EventMouse: %v", details, ev, !details)
			}
			dev.Close()
		})
	}
}

// For a program without Options.Details, a bracketed paste that arrives in parts is one paste. Stop ends an unfinished
// paste.
func TestPasteInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Details = false })
		start(t, dev)
		f.sent <- "\x1b[200~"
		synctest.Wait()
		f.sent <- "abc def gh"
		synctest.Wait()
		f.sent <- "\x1b[201~\x1b[200~cut"
		if got := strings.Join(drained(dev), " "); got != "< a b c Space d e f Space g h > < c u t" {
			t.Errorf("events of two pastes: %s, want one complete paste and one without an end", got)
		}
		dev.Stop()
		start(t, dev)
		f.sent <- "x"
		if got := strings.Join(drained(dev), " "); !strings.HasPrefix(got, "> ") || !strings.HasSuffix(got, " x") {
			t.Errorf("events after Stop and Start: %s, want the end of the paste first and x last", got)
		}
		dev.Close()
	})
}

// Close makes PollEvent return nil.
func TestCloseEndsPolling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		start(t, dev)
		polled := make(chan tcell.Event)
		go func() { polled <- dev.PollEvent() }()
		synctest.Wait()
		dev.Close()
		if ev := <-polled; ev != nil {
			t.Errorf("PollEvent during Close = %+v, want nil", ev)
		}
		if ev := dev.PollEvent(); ev != nil {
			t.Errorf("PollEvent after Close = %+v, want nil", ev)
		}
	})
}
