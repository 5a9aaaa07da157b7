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
		line     string
	}{
		"kitty": {
			"\x1b[?0u\x1b[?9001;0$y\x1b[?2026;2$y\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;9t\x1b[?62;c",
			caps.Caps{Answered: true, Kitty: true, Sync: true, Version: "kitty(0.26.5)", CellW: 9, CellH: 20},
			"kitty", "kitty(0.26.5) · key releases: yes",
		},
		"Konsole": {
			"\x1b[?9001;2$y\x1b[?2026;0$y\x1bP>|Konsole 23.04\x1b\\\x1b[?62;1;4c",
			caps.Caps{Answered: true, Win32: 2, Version: "Konsole 23.04"},
			"win32", "Konsole 23.04 · key releases: yes",
		},
		"both": {
			"\x1b[?0u\x1b[?9001;2$y\x1b[?62;c",
			caps.Caps{Answered: true, Kitty: true, Win32: 2},
			"kitty", "xterm-256color · key releases: yes",
		},
		"win32 switched on by somebody else": {
			"\x1b[?9001;1$y\x1b[?62;c", caps.Caps{Answered: true, Win32: 1}, "", "xterm-256color · key releases: yes",
		},
		"xterm": {
			"\x1b[?9001;0$y\x1b[?2026;0$y\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b[?64;1;2c",
			caps.Caps{Answered: true, Version: "XTerm(379)", CellW: 6, CellH: 13},
			"", "XTerm(379) · key releases: no, mouse: exact",
		},
		"nothing": {"", caps.Caps{}, "", "xterm-256color"},
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
		if got := p.caps.Line("xterm-256color"); got != c.line {
			t.Errorf("%s: %q, want %q", name, got, c.line)
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
