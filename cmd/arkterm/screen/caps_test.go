package screen

import (
	"path"
	"strconv"
	"strings"
	"testing"

	"arkterm/render/cell"
)

// environment returns the variables in a text such as "TERM=xterm TMUX=1".
func environment(words string) Environment {
	m := map[string]string{}
	for word := range strings.FieldsSeq(words) {
		k, v, _ := strings.Cut(word, "=")
		m[k] = v
	}
	return ReadEnvironment(func(name string) string { return m[name] })
}

func TestTerminalNames(t *testing.T) {
	for _, test := range []struct {
		version string
		glyphs  cell.Glyphs
		known   bool
	}{
		{"kitty(0.18.3)", cell.Quadrant, true},
		{"kitty(0.35.2)", cell.Mosaic, true},
		{"kitty(0.42.1)", cell.Diagonal, true},
		{"foot(1.8.2)", cell.Sextant, true},
		{"foot(1.16.2)", cell.Mosaic, true},
		{"ghostty 1.0.1", cell.Mosaic, true},
		{"ghostty 1.1.0-main+3f367193", cell.Mosaic, true},
		{"ghostty 1.2.3", cell.Diagonal, true},
		{"WezTerm 20210502-130208-bff6815d", cell.Quadrant, true},
		{"WezTerm 20240203-110809-5046fc22", cell.Mosaic, true},
		{"VTE(7600)", cell.Diagonal, true},
		{"VTE(6800)", cell.Mosaic, true},
		{"VTE(5802)", cell.Quadrant, true},
		{"VTE(0.80.1)", cell.Diagonal, true},
		{"VTE", cell.Diagonal, true},
		{"xterm.js(5.6.0-beta.70)", cell.Quadrant, true},
		{"xterm.js(6.1.0-beta.3)", cell.Mosaic, true},
		{"contour 0.5.1", cell.Sextant, true},
		{"Rio 0.2.20", cell.Sextant, true},
		{"Konsole 22.04.3", cell.Quadrant, true},
		{"Konsole 22.12.3", cell.Mosaic, true},
		{"iTerm2 3.5.10", cell.Quadrant, true},
		{"mintty 3.7.7", cell.Quadrant, true},
		{"XTerm(379)", cell.Quadrant, true},
		{"tmux 3.4", cell.Quadrant, false},
		{"footnote 1", cell.Quadrant, false},
		{"kitt", cell.Quadrant, false},
		{"VTE(99999999999999999999)", cell.Diagonal, true}, // the number is too large for an int
		{"", cell.Quadrant, false},
		{"(", cell.Quadrant, false},
	} {
		want := cell.Colors256
		if test.known {
			want = cell.Truecolor
		}
		k := Identify(environment("TERM=xterm-256color"), Caps{Version: test.version})
		if k.Glyphs != test.glyphs || k.Recognized != test.known || k.Tier != want {
			t.Errorf("Identify with version %q = %+v, want %v, Recognized %v", test.version, k, test.glyphs, test.known)
		}
	}
}

func TestEvidencePrecedence(t *testing.T) {
	for _, test := range []struct {
		env    string
		caps   Caps
		glyphs cell.Glyphs
		tier   cell.Tier
		by     string
	}{
		// The environment, without any reply.
		{"TERM=xterm-256color VTE_VERSION=7006", Caps{}, cell.Diagonal, cell.Truecolor, "VTE_VERSION"},
		{"TERM=xterm-256color VTE_VERSION=6800", Caps{}, cell.Mosaic, cell.Truecolor, "VTE_VERSION"},
		{"TERM=xterm-256color VTE_VERSION=5202", Caps{}, cell.Quadrant, cell.Truecolor, "VTE_VERSION"},
		{"TERM=xterm-256color KONSOLE_VERSION=221203", Caps{}, cell.Mosaic, cell.Truecolor, "KONSOLE_VERSION"},
		{"TERM=xterm-256color KONSOLE_VERSION=210400", Caps{}, cell.Quadrant, cell.Truecolor, "KONSOLE_VERSION"},
		{"TERM=xterm-256color WT_SESSION=6e-00", Caps{}, cell.Quadrant, cell.Truecolor, "WT_SESSION"},
		{
			"TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.108.2",
			Caps{},
			cell.Quadrant, cell.Truecolor,
			"TERM_PROGRAM",
		},
		{
			"TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.110.0",
			Caps{},
			cell.Mosaic, cell.Truecolor,
			"TERM_PROGRAM",
		},
		{"TERM=xterm-256color TERM_PROGRAM=Apple_Terminal", Caps{}, cell.Quadrant, cell.Colors256, "TERM_PROGRAM"},
		{"TERM=xterm-256color TERM_PROGRAM=unheard_of", Caps{}, cell.Quadrant, cell.Colors256, "TERM"},

		// A terminal that was started from another one inherits its variables, but has its own TERM or name.
		{"TERM=st-256color VTE_VERSION=7006", Caps{}, cell.Quadrant, cell.Truecolor, "TERM"},
		{"TERM=rxvt-unicode-256color VTE_VERSION=7006", Caps{}, cell.Quadrant, cell.Colors256, "TERM"},
		{
			"TERM=xterm-256color VTE_VERSION=7006",
			Caps{Version: "XTerm(379)"},
			cell.Quadrant, cell.Truecolor,
			"the terminal's name",
		},
		{"TERM=xterm-256color VTE_VERSION=7006", Caps{Version: "unheard of"}, cell.Quadrant, cell.Colors256, "TERM"},
		{
			"TERM=tmux-256color TMUX=1 VTE_VERSION=7006",
			Caps{Version: "tmux 3.4"},
			cell.Quadrant, cell.Colors256,
			"TMUX",
		},
		{"TERM=screen STY=1 COLORTERM=truecolor", Caps{}, cell.Quadrant, cell.Colors16, "TERM"},
		{"TERM=screen.xterm-256color STY=1", Caps{}, cell.Quadrant, cell.Colors256, "TERM"},
		{"TERM=screen-256color", Caps{}, cell.Quadrant, cell.Colors256, "TERM"},
		{"TERM=screen TMUX=1", Caps{}, cell.Quadrant, cell.Colors256, "TMUX"},
		{"TERM=dvtm COLORTERM=truecolor", Caps{}, cell.Quadrant, cell.Colors8, "TERM"},
		{"TERM=dvtm-256color", Caps{}, cell.Quadrant, cell.Colors256, "TERM"},
		{
			"TERM=xterm-256color STY=1 VTE_VERSION=7006 COLORTERM=truecolor",
			Caps{},
			cell.Quadrant, cell.Colors256,
			"STY",
		},

		// Alacritty reports no name, only the release of its terminal library.
		{"TERM=alacritty", Caps{}, cell.Quadrant, cell.Truecolor, "TERM"},
		{"TERM=alacritty", Caps{TerminalRelease: 1700}, cell.Quadrant, cell.Truecolor, "TERM"},
		{"TERM=alacritty", Caps{TerminalRelease: 2300}, cell.Sextant, cell.Truecolor, "the terminal's release"},
		{"TERM=alacritty-direct", Caps{TerminalRelease: 2501}, cell.Sextant, cell.Truecolor, "the terminal's release"},
		{"TERM=xterm-256color", Caps{TerminalRelease: 2501}, cell.Quadrant, cell.Colors256, "TERM"},

		{"TERM=linux", Caps{}, cell.Half, cell.Colors8, "TERM"},
		{"TERM=vt340-color", Caps{}, cell.ASCII, cell.Colors8, "TERM"},
		{"TERM=xterm-8color", Caps{}, cell.Quadrant, cell.Colors8, "TERM"},
		{"TERM=xterm-16color", Caps{}, cell.Quadrant, cell.Colors16, "TERM"},
		{"TERM=xterm", Caps{}, cell.Quadrant, cell.Colors16, "TERM"},
		{"TERM=xterm", Caps{Version: "XTerm(379)"}, cell.Quadrant, cell.Truecolor, "the terminal's name"},
		{"TERM=dumb COLORTERM=truecolor", Caps{}, cell.ASCII, cell.Mono, "TERM"},
		{"", Caps{}, cell.Quadrant, cell.Colors256, "TERM"},
	} {
		k := Identify(environment(test.env), test.caps)
		if k.Glyphs != test.glyphs || k.Tier != test.tier || k.Evidence != test.by {
			t.Errorf("Identify(%s, %+v) = %+v, want %v, %v by %s", test.env, test.caps, k, test.glyphs, test.tier,
				test.by)
		}
	}
}

// No row is hidden by an earlier row.
func TestEveryRowIsReached(t *testing.T) {
	for i, r := range terminals {
		if r.source == "" {
			t.Errorf("the row for %s has no source, want one", r.name)
		}
		if _, err := path.Match(r.name, ""); err != nil {
			t.Errorf("the name %s is not a valid pattern: %v", r.name, err)
		}
		for _, before := range terminals[:i] {
			if before.by == r.by && before.name == r.name &&
				(before.since == nil || r.since != nil && !r.since.before(before.since)) {
				t.Errorf("%s: the row for releases since %v is hidden by the row since %v", r.name, r.since,
					before.since)
			}
		}
	}
	if last := terminals[len(terminals)-1]; last.by != bySharedTerm || last.name != "*" {
		t.Errorf("the last row of terminals is for %q, want *", last.name)
	}
}

func TestGlyphsOfAFontMayBleed(t *testing.T) {
	for version, want := range map[string]bool{"XTerm(379)": true, "kitty(0.26.5)": false, "": false} {
		if got := (Caps{Version: version}).Bleeds(); got != want {
			t.Errorf("Bleeds for version %q = %v, want %v", version, got, want)
		}
	}
	if !Identify(environment("TERM=st-256color"), Caps{}).Bleeds {
		t.Error("Bleeds for st-256color = false, want true")
	}
}

func TestRestorableTitles(t *testing.T) {
	for term, want := range map[string]bool{
		"": false, "dumb": false, "linux": false, "linux-16color": false, "st-256color": false,
		"vt100": false, "ansi": false, "vt220": false,
		"xterm-256color": true, "xterm-kitty": true, "screen": true, "never-heard-of": true,
	} {
		if hasTitle(term) != want {
			t.Errorf("hasTitle(%q) = %v, want %v", term, !want, want)
		}
	}
}

func TestLimited(t *testing.T) {
	for term, want := range map[string]bool{
		"vt100": true, "vt340-color": true, "ansi": true, "cons25": true, "wsvt25": true, "sun-color": true,
		"": false, "xterm": false, "screen": false, "linux": false, "vte-256color": false,
	} {
		if isLimited(term) != want {
			t.Errorf("isLimited(%q) = %v, want %v", term, !want, want)
		}
	}
}

func TestECMA48(t *testing.T) {
	for term, want := range map[string]bool{
		"wy50": false, "wy60": false, "wy60-25-w": false, "tvi925": false, "tvi950-rv": false, "adm3a": false,
		"hp2621": false,
		"vt52":   false, "d200": false, "d412-unix": false, "viewpoint": false, "regent100": false,
		"": true, "dumb": true, "xterm-256color": true, "vt100": true, "vt220": true, "vt520": true, "vt525": true,
		"linux":  true,
		"screen": true, "ansi": true, "hpansi": true, "wy60-AT": true, "wy75": true, "wy85": true, "wy370": true,
		"tvi955": true, "tvi970": true,
		"adm36": true, "h19-a": true, "dg210": true, "d412": true, "never-heard-of": true,
	} {
		if ECMA48(term) != want {
			t.Errorf("ECMA48(%q) = %v, want %v", term, !want, want)
		}
	}
}

func TestAnswersModes(t *testing.T) {
	for _, c := range []struct {
		term string
		caps Caps
		want bool
	}{
		{"xterm-256color", Caps{}, false},
		{"xterm-256color", Caps{Version: "XTerm(379)", TerminalModel: 41, TerminalRelease: 379}, true},
		{"xterm-256color", Caps{Version: "VTE(7600)"}, true},
		{"tmux-256color", Caps{Version: "tmux 3.4"}, true},
		{"xterm-256color", Caps{Version: "QTerminal 1.2"}, false},
		{"xterm-256color", Caps{TerminalRelease: 115}, false},                  // QTerminal
		{"xterm-256color", Caps{TerminalModel: 1, TerminalRelease: 95}, false}, // Terminal.app
		{"xterm-256color", Caps{TerminalRelease: 10}, true},                    // Windows Terminal
		{"xterm-256color", Caps{TerminalRelease: 276}, true},                   // xterm.js
		{"alacritty", Caps{TerminalRelease: 2301}, true},
		{"alacritty", Caps{}, false},
	} {
		if got := c.caps.answersModes(c.term); got != c.want {
			t.Errorf("answersModes(%q) with %+v = %v, want %v", c.term, c.caps, got, c.want)
		}
	}
}

func TestUnpacked(t *testing.T) {
	for n, want := range map[int]string{
		379: "0 3 79", 99: "99", 7600: "0 76 0", 221203: "22 12 3", 2300: "0 23 0",
		20240203: "20240203",
	} {
		var got []string
		for _, part := range splitRelease(n) {
			got = append(got, strconv.Itoa(part))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("unpacked(%d) = %s, want %s", n, s, want)
		}
	}
}

// TERM decides which sequences a program may send in addition to the sequences of the game.
func TestBasicAndScrolls(t *testing.T) {
	for _, c := range []struct {
		term            string
		basic, scrolled bool
	}{
		{"xterm-256color", false, true},
		{"tmux-256color", false, true},
		{"st-256color", false, true},
		{"screen", false, true},
		{"linux", true, true},
		{"dvtm", true, true},
		{"vt100", true, false},
		{"dumb", true, false},
		{"conhost-legacy", true, false},
		{"", true, false},
	} {
		if basic, scrolled := isBasic(c.term), canScroll(c.term); basic != c.basic || scrolled != c.scrolled {
			t.Errorf("%q: isBasic = %v, canScroll = %v; want %v, %v", c.term, basic, scrolled, c.basic, c.scrolled)
		}
	}
}

// Terminals older than ECMA-48 have no title. COLORTERM was inherited from another terminal.
func TestOldTerminals(t *testing.T) {
	for term, tier := range map[string]cell.Tier{
		"conhost-legacy": cell.Colors16, "wy60": cell.Mono, "tvi950": cell.Mono, "hp2621": cell.Mono,
		"vt52": cell.Mono,
	} {
		if ECMA48(term) || hasTitle(term) {
			t.Errorf("%s: ECMA48 = %v, hasTitle = %v; want false, false", term, ECMA48(term), hasTitle(term))
		}
		if got := Identify(Environment{"TERM": term, "COLORTERM": "truecolor"}, Caps{}).Tier; got != tier {
			t.Errorf("%s with COLORTERM: tier %v, want %v", term, got, tier)
		}
	}
}

func TestPixelPointers(t *testing.T) {
	for version, want := range map[string]bool{
		"XTerm(379)": true, "XTerm(358)": false, "kitty(0.26.5)": true, "foot(1.13.1)": true, "ghostty 1.2.0": true,
		"SwiftTerm 1.2": false, "tmux 3.5": false, "": false,
	} {
		if got := (Caps{PixelMouse: true, Version: version}).HasPixelMouse(); got != want {
			t.Errorf("HasPixelMouse for version %q = %v, want %v", version, got, want)
		}
		if (Caps{Version: version}).HasPixelMouse() {
			t.Errorf("HasPixelMouse for version %q without the mode = true, want false", version)
		}
	}
}
