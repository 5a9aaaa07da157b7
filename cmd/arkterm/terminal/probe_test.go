package terminal

import (
	"testing"

	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/input"
)

// replies returns the replies in what a terminal sends.
func replies(sent string) (rs []input.Reply) {
	var f input.Filter
	for _, ev := range f.Append(nil, []byte(sent)) {
		if ev.Type == input.EventReply {
			rs = append(rs, ev.Reply)
		}
	}
	return rs
}

func TestProbeFindsWhatTheTerminalTells(t *testing.T) {
	for name, c := range map[string]struct {
		sent     string
		want     caps.Caps
		keyboard string
		releases bool
	}{
		"kitty": {
			"\x1b[?0u\x1b[?9001;0$y\x1b[?2026;2$y\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;9t\x1b[?62;c",
			caps.Caps{Answered: true, Kitty: true, Sync: true, Version: "kitty(0.26.5)", CellW: 9, CellH: 20},
			"kitty", true,
		},
		"Konsole": {
			"\x1b[?9001;2$y\x1b[?2026;0$y\x1bP>|Konsole 23.04\x1b\\\x1b[?62;1;4c",
			caps.Caps{Answered: true, Win32: 2, Version: "Konsole 23.04"},
			"win32", true,
		},
		"both": {
			"\x1b[?0u\x1b[?9001;2$y\x1b[?62;c",
			caps.Caps{Answered: true, Kitty: true, Win32: 2},
			"kitty", true,
		},
		"win32 switched on by somebody else": {
			"\x1b[?9001;1$y\x1b[?62;c", caps.Caps{Answered: true, Win32: 1}, "", true,
		},
		"xterm": {
			"\x1b[?9001;0$y\x1b[?2026;0$y\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b[?64;1;2c",
			caps.Caps{Answered: true, Version: "XTerm(379)", CellW: 6, CellH: 13},
			"", false,
		},
		"nothing": {"", caps.Caps{}, "", false},
	} {
		p := newProbe(true)
		if !p.Due() || p.Expire() {
			t.Fatal("a new probe is not due")
		}
		p.Begin()
		done := false
		for _, r := range replies(c.sent) {
			done = p.Take(r)
		}
		c.want.Told = done
		if p.caps != c.want || done != c.want.Answered || keyboardOf(p.caps).name != c.keyboard {
			t.Errorf("%s: %+v, done %v, keyboard %q; want %+v, keyboard %q",
				name, p.caps, done, keyboardOf(p.caps).name, c.want, c.keyboard)
		}
		if got := p.caps.Releases(); got != c.releases {
			t.Errorf("%s: key releases %v, want %v", name, got, c.releases)
		}
		if done == p.Expire() || p.Expire() || !p.caps.Told {
			t.Errorf("%s: not over once", name)
		}
	}
}

func TestProbeTakesLateReplies(t *testing.T) {
	p := newProbe(true)
	p.Begin()
	if !p.Expire() {
		t.Error("not over in time")
	}
	if !p.Take(input.Reply{Kind: input.AttributesReply}) {
		t.Error("a late reply does not count")
	}
	var off probe
	if off.Due() || off.Take(input.Reply{Kind: input.AttributesReply}) || off.Expire() {
		t.Error("a probe that is off asks")
	}
}
