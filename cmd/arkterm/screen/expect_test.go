package screen

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/input"
)

// keysOf removes all queued events and returns the keys among them.
func keysOf(dev *Screen) (keys []string) {
	synctest.Wait()
	for {
		select {
		case ev := <-dev.Events():
			if k, ok := input.KeystrokeOf(ev); ok {
				keys = append(keys, k.String())
			}
		default:
			return keys
		}
	}
}

// A step is a part of the input from a terminal, and the pause after it.
type step struct {
	sends string
	pause time.Duration
}

func TestLoneEscOfATerminal(t *testing.T) {
	const ms = time.Millisecond
	kitty := func(dev *Screen) { dev.setKeyboard(kittyKeyboard) }
	win32 := func(dev *Screen) { dev.setKeyboard(win32Keyboard) }
	query := func(dev *Screen) { dev.query(queryDSR) }
	for _, c := range []struct {
		name    string
		options Options
		after   func(*Screen) // called after Start, with mu held
		steps   []step
		want    string
	}{
		{"local", Options{}, nil, []step{{"\x1b", 31 * ms}}, "Esc"},
		{"local, early", Options{}, nil, []step{{"\x1b", 29 * ms}}, ""},
		{"remote", Options{Remote: true}, nil, []step{{"\x1b", 101 * ms}}, "Esc"},
		{"remote, early", Options{Remote: true}, nil, []step{{"\x1b", 99 * ms}}, ""},
		{"remote, an arrow in two parts", Options{Remote: true}, nil, []step{{"\x1b", 99 * ms}, {"[D", ms}}, "Left"},
		{
			"a reply is due, and is split",
			Options{Queries: true},
			query,
			[]step{{"\x1b", 400 * ms}, {"[0n", 100 * ms}},
			"",
		},
		{
			"a reply is due, Esc before it",
			Options{Queries: true},
			query,
			[]step{{"\x1b", 40 * ms}, {"\x1b[0n", ms}},
			"Esc",
		},
		{
			"a reply is due, an arrow in two parts",
			Options{Queries: true},
			query,
			[]step{{"\x1b", 400 * ms}, {"[D", ms}},
			"Left",
		},
		{"a reply is overdue", Options{Queries: true}, query, []step{{"", replyTimeout}, {"\x1b", 31 * ms}}, "Esc"},
		{"a reply never arrives", Options{Queries: true}, query, []step{{"\x1b", replyTimeout + 100*ms}}, "Esc"},
		{"kitty", Options{Queries: true}, kitty, []step{{"\x1b[?15u\x1b", 500 * ms}, {"[1;1:1C", ms}}, "Right"},
		{
			"kitty, slow",
			Options{Queries: true},
			kitty,
			[]step{{"\x1b[?15u\x1b", 3 * time.Second}, {"[1;1:1C", ms}},
			"Right",
		},
		{"kitty, Esc", Options{Queries: true}, kitty, []step{{"\x1b[?15u\x1b[27u", ms}}, "Esc"},
		{
			"kitty is still on",
			Options{Queries: true},
			kitty,
			[]step{{"\x1b[?15u\x1b", 1001 * ms}, {"\x1b[?15u", ms}, {"\x1b", 500 * ms}},
			"",
		},
		{
			"kitty was reset",
			Options{Queries: true},
			kitty,
			[]step{{"\x1b[?15u\x1b", 1001 * ms}, {"\x1b[?0u", ms}, {"\x1b", 31 * ms}},
			"Esc, Esc",
		},
		{
			"kitty was reset, and an arrow follows",
			Options{Queries: true},
			kitty,
			[]step{{"\x1b[?15u\x1b", 50 * ms}, {"\x1b[D", ms}, {"\x1b[?0u", ms}, {"\x1b", 31 * ms}},
			"Left, Esc, Esc",
		},
		{
			"kitty is gone without a reply",
			Options{Queries: true},
			kitty,
			[]step{{"\x1b[?15u\x1b", 3 * time.Second}, {"\x1b", 1001 * ms}, {"\x1b", 31 * ms}},
			"Esc, Esc",
		},
		{
			"win32",
			Options{Queries: true},
			win32,
			[]step{{"\x1b[?9001;1$y\x1b", 500 * ms}, {"[37;75;0;1;256;1_", ms}},
			"Left",
		},
		{
			"win32 was reset",
			Options{Queries: true},
			win32,
			[]step{{"\x1b[?9001;1$y\x1b", 1001 * ms}, {"\x1b[?9001;2$y", ms}, {"\x1b", 31 * ms}},
			"Esc, Esc",
		},
		{"key records", Options{KeyRecords: true}, nil, []step{{"\x1b", 500 * ms}, {"[37;75;0;1;256;1_", ms}}, "Left"},
		{"lines of text", Options{Queries: true}, func(dev *Screen) {
			kitty(dev)
			dev.mu.Unlock()
			dev.Lines(true)
			dev.mu.Lock()
		}, []step{{"", 2 * time.Second}, {"\x1b", 31 * ms}}, "Esc"},
		{"lines of text, a reply to a query of a frame", Options{Queries: true}, func(dev *Screen) {
			kitty(dev)
			query(dev)
			dev.mu.Unlock()
			dev.Lines(true)
			dev.mu.Lock()
		}, []step{{"\x1b[0n", ms}}, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) {
				o.Queries, o.Remote, o.KeyRecords = c.options.Queries, c.options.Remote, c.options.KeyRecords
			})
			start(t, dev)
			f.sent <- "\x1b[0n\x1b[?62;c" // the replies to the queries before the first frame
			synctest.Wait()
			dev.mu.Lock()
			if c.after != nil {
				c.after(dev)
			}
			dev.mu.Unlock()
			for _, s := range c.steps {
				if s.sends != "" {
					f.sent <- s.sends
				}
				time.Sleep(s.pause)
			}
			if got := strings.Join(keysOf(dev), ", "); got != c.want {
				t.Errorf("%s: keys %q, want %q", c.name, got, c.want)
			}
			dev.Close()
		})
	}
}

// After a reply to a later query, no replies to earlier queries are expected.
func TestPendingReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		due := func() bool { return dev.expect().ReplyDue }
		for _, c := range []struct {
			name   string
			before func()
			sends  string
			want   bool
		}{
			{"the first queries", func() {}, "", true},
			{"their replies", func() {}, "\x1b[0n\x1b[?62;c", false},
			{
				"two other queries", func() { dev.expectReply(input.KeyboardReply); dev.expectReply(input.ModeReply) },
				"",
				true,
			},
			{"one reply", func() {}, "\x1b[?15u", true},
			{"a later query and its reply", func() { dev.query(queryDSR) }, "\x1b[0n", false},
			{
				"a query before another", func() { dev.query(queryDSR); dev.expectReply(input.ModeReply) }, "\x1b[0n",
				true,
			},
			{"another reply", func() {}, "\x1b[?1016;1$y", false},
			{"an unknown kind", func() { dev.expectReply(0) }, "", false},
		} {
			dev.mu.Lock()
			c.before()
			dev.mu.Unlock()
			if c.sends != "" {
				f.sent <- c.sends
			}
			synctest.Wait()
			if due() != c.want {
				t.Errorf("%s: reply due = %v, want %v", c.name, !c.want, c.want)
			}
		}
		dev.mu.Lock()
		dev.expectReply(input.ModeReply)
		dev.mu.Unlock()
		if time.Sleep(replyTimeout); due() {
			t.Errorf("after %v: reply due = true, want false", replyTimeout)
		}
		dev.Close()
	})
}

// Escape is recognized quickly although queries are always pending while frames are sent.
func TestEscIsQuickWhileFramesAreSent(t *testing.T) {
	for _, rtt := range []time.Duration{2 * time.Millisecond, 25 * time.Millisecond, 300 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.Remote = true, true })
			start(t, dev)
			seen := 0
			var delays []time.Duration
			pressed := time.Duration(-1)
			for at := time.Duration(0); at < 10*time.Second; at += 10 * time.Millisecond {
				if ok, _ := dev.Ready(); ok {
					_ = dev.ShowFrame(lineFrame(strings.Repeat("x", int(at/time.Millisecond)%70)))
				}
				synctest.Wait()
				out := f.written()
				for range strings.Count(out[seen:], seqDSR) {
					time.AfterFunc(rtt, func() { f.sent <- statusReply[:1]; f.sent <- statusReply[1:] })
				}
				for range strings.Count(out[seen:], seqDA1) {
					time.AfterFunc(rtt, func() { f.sent <- "\x1b[?62;c" })
				}
				seen = len(out)
				if at > 2*time.Second && at%(700*time.Millisecond) == 0 {
					f.sent <- "\x1b"
					pressed = at
				}
				if keys := keysOf(dev); slices.Contains(keys, "Esc") {
					if pressed < 0 {
						t.Fatalf("RTT %v: a reply was decoded as Esc", rtt)
					}
					delays = append(delays, at-pressed)
					pressed = -1
				}
				time.Sleep(10 * time.Millisecond)
			}
			// Escape is pressed 12 times. The last key may be recognized after the end of the loop.
			limit := rtt + 130*time.Millisecond
			if len(delays) != 12 && len(delays) != 11 || slices.Max(delays) > limit {
				t.Errorf("RTT %v: the delays of Esc are %v, want 11 or 12 of at most %v", rtt, delays, limit)
			}
			dev.Close()
		})
	}
}

const statusReply = "\x1b[0n"
