package main

import (
	"strings"
	"testing"
	"time"

	"arkterm/input"
	"arkterm/render/cell"
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
		want     found
		keyboard string
		line     string
	}{
		"kitty": {
			"\x1b[?0u\x1b[?9001;0$y\x1b[?2026;2$y\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;9t\x1b[?62;c",
			found{Answered: true, Kitty: true, Sync: true, Version: "kitty(0.26.5)", CellW: 9, CellH: 20},
			"kitty", "kitty(0.26.5) · key releases: yes",
		},
		"Konsole": {
			"\x1b[?9001;2$y\x1b[?2026;0$y\x1bP>|Konsole 23.04\x1b\\\x1b[?62;1;4c",
			found{Answered: true, Win32: 2, Version: "Konsole 23.04"},
			"win32", "Konsole 23.04 · key releases: yes",
		},
		"both": {
			"\x1b[?0u\x1b[?9001;2$y\x1b[?62;c",
			found{Answered: true, Kitty: true, Win32: 2},
			"kitty", "xterm-256color · key releases: yes",
		},
		"win32 switched on by somebody else": {
			"\x1b[?9001;1$y\x1b[?62;c", found{Answered: true, Win32: 1}, "", "xterm-256color · key releases: yes",
		},
		"xterm": {
			"\x1b[?9001;0$y\x1b[?2026;0$y\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b[?64;1;2c",
			found{Answered: true, Version: "XTerm(379)", CellW: 6, CellH: 13},
			"", "XTerm(379) · key releases: no, mouse: exact",
		},
		"nothing": {"", found{}, "", "xterm-256color"},
	} {
		p := newProbe(true)
		if !p.Due() || p.Until() != never {
			t.Fatal("a new probe is not due")
		}
		p.Begin(time.Second, probeLimit)
		done := false
		for _, r := range replies(c.sent) {
			done = p.Take(r)
		}
		if p.found != c.want || done != c.want.Answered || p.found.keyboard().name != c.keyboard {
			t.Errorf("%s: %+v, done %v, keyboard %q; want %+v, keyboard %q",
				name, p.found, done, p.found.keyboard().name, c.want, c.keyboard)
		}
		if got := p.found.line("xterm-256color"); got != c.line {
			t.Errorf("%s: %q, want %q", name, got, c.line)
		}
		if done == p.Over(time.Minute) || p.Over(time.Minute) || p.Until() != never {
			t.Errorf("%s: not over once", name)
		}
	}
}

func TestProbeWaitsNoLongerThanItsLimit(t *testing.T) {
	p := newProbe(true)
	p.Begin(time.Second, probeLimit)
	if p.Over(time.Second+probeLimit-1) || p.Until() != time.Second+probeLimit {
		t.Errorf("over before its time, which is %v", p.Until())
	}
	if !p.Over(p.Until()) {
		t.Error("not over in time")
	}
	if !p.Take(input.Reply{Kind: input.AttributesReply}) { // late, and welcome
		t.Error("a late answer does not count")
	}
	var off probe
	if off.Due() || off.Take(input.Reply{Kind: input.AttributesReply}) || off.Over(time.Hour) {
		t.Error("a probe that is off asks")
	}
}

func TestWhatIsFoundCounts(t *testing.T) {
	p := sit(t, func(set *settings) { set.probe, set.auto.glyphs = true, cell.Quadrant })
	p.s.Found(found{Answered: true, Version: "WezTerm 20240203"}, p.now)
	if p.s.set.render.Glyphs != cell.Sextant {
		t.Errorf("glyphs %v", p.s.set.render.Glyphs)
	}
	if text := strings.Join(p.s.menu.card.Lines, "\n"); !strings.Contains(text, "WezTerm 20240203 · key releases: no") {
		t.Errorf("the title says %q", text)
	}
	p.show()
	q := sit(t, func(set *settings) { set.probe, set.auto.glyphs = true, cell.ASCII })
	q.s.Found(found{Answered: true, Version: "WezTerm 20240203"}, p.now)
	if q.s.set.render.Glyphs != cell.ASCII {
		t.Error("glyphs that the locale has not")
	}
}

// Over ssh COLORTERM does not come along, but the terminal's name does.
func TestTheTerminalsNameTellsOfColours(t *testing.T) {
	for _, c := range []struct {
		version string
		guessed bool
		want    cell.Tier
	}{
		{"iTerm2 3.5.0", true, cell.Truecolor},
		{"iTerm2 3.5.0", false, cell.Colors256},
		{"tmux 3.4", true, cell.Colors256},
		{"", true, cell.Colors256},
	} {
		p := sit(t, func(set *settings) { set.tierGuessed, set.render.Tier = c.guessed, cell.Colors256 })
		p.s.Found(found{Answered: true, Version: c.version}, p.now)
		if got := p.s.view.Options().Tier; got != c.want {
			t.Errorf("%q: %v, want %v", c.version, got, c.want)
		}
	}
}
