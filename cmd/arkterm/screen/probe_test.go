package screen

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/input"
	"arkterm/render/cell"
)

// replies returns the replies in input from a terminal.
func replies(sent string) (rs []input.Reply) {
	var f input.Decoder
	for _, ev := range f.Append(nil, []byte(sent)) {
		if reply, ok := ev.(*input.EventReply); ok {
			rs = append(rs, reply.Reply)
		}
	}
	return rs
}

func TestProbe(t *testing.T) {
	for name, c := range map[string]struct {
		term     string // TERM; "" means xterm-256color
		first    string // replies to the first round
		second   string // replies to the second round; "" if there is no second round
		want     Caps   // without PictureKnown, Settled and Answered
		keyboard string // expected name of the keyboard protocol
		releases bool   // expected result of Caps.Releases
	}{
		"kitty": {
			"", "\x1b[?0u\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;9t\x1b[2;2R\x1b[?62;c",
			"\x1b[?9001;0$y\x1b[?2026;2$y\x1b[?62;c",
			Caps{Kitty: true, Sync: true, Version: "kitty(0.26.5)", CellW: 9, CellH: 20, Ambiguous: 1},
			"kitty", true,
		},
		"Konsole": {
			"", "\x1bP>|Konsole 23.04\x1b\\\x1b[>1;230400;0c\x1b[?62;1;4c", "\x1b[?9001;2$y\x1b[?2026;0$y\x1b[?62;1;4c",
			Caps{Win32: 2, Version: "Konsole 23.04", TerminalModel: 1, TerminalRelease: 230400},
			"win32", true,
		},
		"both keyboards": {
			"", "\x1b[?0u\x1b[>0;10;1c\x1b[?61;c", "\x1b[?9001;2$y\x1b[?61;c",
			Caps{Kitty: true, Win32: 2, TerminalRelease: 10},
			"kitty", true,
		},
		"win32-input-mode set by another program": {
			"", "\x1b[>0;10;1c\x1b[?61;c", "\x1b[?9001;1$y\x1b[?61;c", Caps{Win32: 1, TerminalRelease: 10}, "", true,
		},
		"xterm set up for Chinese": {
			"", "\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b[2;3R\x1b[?64;1;2c",
			"\x1b[?9001;0$y\x1b[?2026;0$y\x1b[?64;1;2c",
			Caps{Version: "XTerm(379)", CellW: 6, CellH: 13, Ambiguous: 2},
			"", false,
		},
		"QTerminal": {
			"", "\x1b[2;2R\x1b[>0;115;0c\x1b[?1;2c", "",
			Caps{TerminalRelease: 115, Ambiguous: 1},
			"",
			false,
		},
		"Terminal.app": {"", "\x1b[>1;95;0c\x1b[?1;2c", "", Caps{TerminalModel: 1, TerminalRelease: 95}, "", false},
		"Alacritty": {
			"alacritty", "\x1b[>0;2301;1c\x1b[?6c", "\x1b[?2026;2$y\x1b[?6c",
			Caps{TerminalRelease: 2301, Sync: true},
			"",
			false,
		},
		"an unknown name": {
			"", "\x1bP>|unheard of\x1b\\\x1b[>0;276;0c\x1b[?6c", "",
			Caps{Version: "unheard of", TerminalRelease: 276},
			"", false,
		},
		"a VT100": {"vt100", "\x1b[?1;2c", "", Caps{}, "", false},
	} {
		term := c.term
		if term == "" {
			term = "xterm-256color"
		}
		p := newProbe(true, term)
		queries := p.NextQueries(true)
		if strings.Contains(queries, "$p") || !strings.HasSuffix(queries, seqDA1) || p.NextQueries(true) != "" ||
			!p.DelaysFirstFrame() {
			t.Fatalf("%s: the first round is %q; want queries without DECRQM, and a first frame that waits for the "+
				"replies", name, queries)
		}
		ended := false
		for _, r := range replies(c.first) {
			ended = p.HandleReply(r)
		}
		if !ended || !p.caps.PictureKnown || p.DelaysFirstFrame() || p.caps.Settled != (c.second == "") {
			t.Errorf("%s: after the first round, HandleReply = %v, capabilities %+v; want true, PictureKnown, "+
				"Settled %v", name, ended, p.caps, c.second == "")
		}
		if queries := p.NextQueries(true); strings.Contains(queries, modeQueries) != (c.second != "") {
			t.Errorf("%s: the second round is %q, want DECRQM: %v", name, queries, c.second != "")
		}
		for _, r := range replies(c.second) {
			ended = p.HandleReply(r)
		}
		c.want.PictureKnown, c.want.Settled, c.want.Answered = true, true, true
		if p.caps != c.want || !ended || keyboardOf(p.caps).name != c.keyboard {
			t.Errorf("%s: capabilities %+v, keyboard %q; want %+v, %q", name, p.caps, keyboardOf(p.caps).name, c.want,
				c.keyboard)
		}
		if got := p.caps.CanReportReleases(); got != c.releases {
			t.Errorf("%s: Releases() = %v, want %v", name, got, c.releases)
		}
		if p.Expire() || p.NextQueries(true) != "" {
			t.Errorf("%s: the probe must end after the second round", name)
		}
		if p.HandleReply(input.Reply{Kind: input.ModeReply, A: input.Win32Mode, B: 1}) || p.caps != c.want {
			t.Errorf("%s: a reply about a mode that was set after the probe must not change the capabilities", name)
		}
	}
}

// Terminals that may print unknown sequences receive only DA1. The width is measured only in UTF-8 terminals.
func TestProbeOfLimitedTerminals(t *testing.T) {
	for term, want := range map[string]string{
		"xterm-256color": identifyQueries + widthQuery + wipe + seqDA1,
		"vt100":          seqDA1,
		"vt220":          seqDA1,
		"ansi":           seqDA1,
		"cons25":         seqDA1,
	} {
		p := newProbe(true, term)
		if got := p.NextQueries(true); got != want {
			t.Errorf("%s: Next = %q, want %q", term, got, want)
		}
	}
	if p := newProbe(true, "xterm"); p.NextQueries(false) != identifyQueries+wipe+seqDA1 {
		t.Error("without UTF-8, the first round must not contain the width query")
	}
}

func TestProbeTakesLateReplies(t *testing.T) {
	p := newProbe(true, "xterm")
	p.NextQueries(true)
	if !p.Expire() || !p.caps.PictureKnown || !p.caps.Settled || p.Expire() {
		t.Error("Expire must end the probe and return true exactly once")
	}
	var applied []bool
	for _, r := range replies("\x1bP>|XTerm(379)\x1b\\\x1b[2;3R\x1b[?62;c") {
		applied = append(applied, p.HandleReply(r))
	}
	if last := len(applied) - 1; !applied[last] || applied[0] || applied[1] || !p.caps.Wide() {
		t.Errorf("HandleReply = %v, want true only for the last reply; capabilities %+v", applied, p.caps)
	}
	if !strings.HasPrefix(p.NextQueries(true), modeQueries) || p.cursorExpected {
		t.Error("late replies must be followed by the second round")
	}
	p.HandleReply(input.Reply{Kind: input.ModeReply, A: syncMode, B: 2})
	if !p.HandleReply(input.Reply{Kind: input.AttributesReply}) || !p.caps.Sync {
		t.Errorf("the reply to DA1 does not end the second round; capabilities %+v", p.caps)
	}
	var off probe
	if off.DelaysFirstFrame() || off.NextQueries(true) != "" ||
		off.HandleReply(input.Reply{Kind: input.AttributesReply}) || off.Expire() {
		t.Error("the zero probe must be off")
	}
}

// Some terminals send the cursor position after the reply to DA1. The wait for it ends at the time limit, because it
// could be a key.
func TestProbeWaitsForTheCursor(t *testing.T) {
	cursor, attributes := input.Reply{Kind: input.CursorReply, A: 1, B: 3}, input.Reply{Kind: input.AttributesReply}
	for _, late := range []bool{false, true} {
		p := newProbe(true, "xterm")
		p.NextQueries(true)
		p.HandleReply(attributes)
		if late {
			p.Expire()
		}
		if p.cursorExpected == late || p.HandleReply(cursor) == late || p.caps.Wide() == late {
			t.Errorf("late %v: cursor reply expected: %v, capabilities %+v; want the reply to be used: %v", late,
				p.cursorExpected, p.caps, !late)
		}
	}
}

// If the first replies are late, the second round of queries is sent after the first frame. A terminal may print parts
// of it, so it is sent in the first row, and the next frame sends that row again.
func TestLateQueriesLeaveNoTrace(t *testing.T) {
	for _, late := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
			start(t, dev)
			frame := lineFrame("first row")
			frame.Text(0, 1, "second row", cell.Style{})
			if late {
				time.Sleep(firstFrameLimit)
				if !ready(dev) {
					t.Fatalf("after %v, Ready = false, want true", firstFrameLimit)
				}
				_ = dev.ShowFrame(frame)
			}
			f.sent <- "\x1b[0n\x1bP>|XTerm(379)\x1b\\\x1b[?62;c\x1b[0n"
			waitForResize(dev)
			_ = dev.ShowFrame(frame)
			synctest.Wait()
			out := f.written()
			if got := strings.Contains(out, cursorHome+modeQueries); got != late ||
				!strings.Contains(out, modeQueries) {
				t.Errorf("late %v: sent %q, want the mode queries in the first row: %v", late, out, late)
			}
			first, second := strings.Count(out, "first row"), strings.Count(out, "second row")
			if want := map[bool]int{false: 1, true: 2}[late]; first != want || second != 1 {
				t.Errorf("late %v: the rows are sent %d and %d times, want %d and 1", late, first, second, want)
			}
			dev.Close()
		})
	}
}

// If the transport always reports key releases, no keyboard protocol is enabled.
func TestKeyRecordsNeedNoKeyboardProtocol(t *testing.T) {
	for _, records := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.KeyRecords = records })
			start(t, dev)
			dev.mu.Lock()
			dev.probe.caps.Kitty = true
			dev.applyCaps()
			dev.mu.Unlock()
			synctest.Wait()
			if enabled := strings.Contains(f.written(), kittyKeyboard.on); enabled == records {
				t.Errorf("key records %v: the kitty protocol is enabled: %v", records, enabled)
			}
			dev.Close()
		})
	}
}
