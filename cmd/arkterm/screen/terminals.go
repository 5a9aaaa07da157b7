package screen

import "arkterm/render/cell"

// evidence is the kind of property that identifies a terminal.
type evidence uint8

// The kinds of evidence.
const (
	byVersion     evidence = iota // the reply to XTVERSION begins with the name, in lower case
	bySecondary                   // TERM matches the name, and the reply to CSI > c contains the release
	byTerm                        // TERM matches one of the names (path.Match); the release is unknown
	byVariable                    // name is an environment variable that is set to a release, or VARIABLE=value
	byMultiplexer                 // name is an environment variable that tmux or GNU screen sets
	bySharedTerm                  // like byTerm, for a TERM that other terminals also use
)

// evidenceNames describe the kinds of evidence for display; "" means the name of the variable.
var evidenceNames = [...]string{
	byVersion: "the terminal's name", bySecondary: "the terminal's release", byTerm: "TERM",
	byVariable: "", byMultiplexer: "", bySharedTerm: "TERM",
}

// A quirk is a set of properties that most terminals do not have.
type quirk uint8

// The quirks.
const (
	ignoresColorterm quirk = 1 << iota // ignore COLORTERM, because it was inherited from another terminal
	bleeds                             // blocks of the font may reach into neighboring cells
	noTitle                            // no title, or no stack of titles
	basic                              // may print OSC strings, cursor styles or styled underlines as text
	noScroll                           // no scroll region, or rows cannot be inserted and deleted
	// may print, as text, sequences that a VT100 does not have, such as titles and private queries
	limited
	notECMA48 // does not use ECMA-48 sequences
)

// A terminalRow describes a terminal from a release on. The table is necessary because no query reports which glyphs
// a terminal can draw.
type terminalRow struct {
	by     evidence
	name   string
	since  release // the first release; nil for any
	tier   cell.Tier
	glyphs cell.Glyphs // the finest glyph set that the terminal draws without gaps
	quirks quirk
	source string // source of the information; "seen in" means tested with that release
}

// modeReporters are the terminals that reply to queries for a mode (DECRQM) or ignore them. Other terminals print the
// last letter of the query: QTerminal before April 2026, Terminal.app, zutty and deepin-terminal.
var modeReporters = []terminalRow{
	{by: byVersion, name: "kitty", source: "seen in 0.26.5"},
	{by: byVersion, name: "foot", source: "seen in 1.13.1"},
	{by: byVersion, name: "ghostty", source: "its parser is a DEC parser, which ignores unknown sequences"},
	{by: byVersion, name: "wezterm", source: "a DEC parser, like ghostty's"},
	{by: byVersion, name: "vte", source: "seen in 0.70"},
	{by: byVersion, name: "konsole", source: "seen in 22.12.3"},
	{by: byVersion, name: "xterm.js", source: "a DEC parser, like ghostty's"},
	{by: byVersion, name: "xterm", source: "seen in 379"},
	{by: byVersion, name: "contour", source: "a DEC parser, like ghostty's"},
	{by: byVersion, name: "rio", source: "a DEC parser, like ghostty's"},
	{by: byVersion, name: "iterm2", source: "a DEC parser, like ghostty's"},
	{by: byVersion, name: "mintty", source: "a DEC parser, like ghostty's"},
	{by: byVersion, name: "tmux", source: "3.3 ignores it, 3.7 replies (its pull requests 4887 and 5118)"},
	{by: bySecondary, name: "alacritty*", source: "a DEC parser, like ghostty's"},
}

// modeModels are replies to CSI > c (model and release) of terminals that understand DECRQM but do not reply to
// XTVERSION.
var modeModels = [][2]int{
	{0, 10},  // Windows Terminal, AdaptDispatch
	{0, 276}, // xterm.js, for example in VS Code
}

// pixelMouseTerminals are the terminals whose mouse reports use the same pixels as the reported size of a cell. Other
// terminals with mode 1016 report points, which are up to two pixels wide, or cells.
var pixelMouseTerminals = []terminalRow{
	{by: byVersion, name: "xterm", since: release{0, 3, 59}, source: "patch 359 added the mode; seen in 379"},
	{by: byVersion, name: "kitty", source: "seen in 0.26.5"},
	{by: byVersion, name: "foot", source: "seen in 1.13.1"},
	{by: byVersion, name: "ghostty", source: "SwiftTerm's issue 686 compares them: both use the pixels of the screen"},
}

// terminals is the table of known terminals. The first row that fits is used. A reply has precedence over the
// environment, because a terminal that is started from another one inherits that terminal's environment. A TERM that
// only one terminal uses has precedence over other variables.
//
// Sextants and mosaics are listed only for terminals that draw these glyphs themselves, because few fonts contain
// them, and their glyphs have gaps. Multiplexers have no byVersion rows, because another terminal draws the glyphs.
//
// Fonts contain diagonals, but only the listed terminals extend them to the corners of the cell.
var terminals = []terminalRow{
	{
		by: byVersion, name: "kitty", since: release{0, 40}, tier: cell.Truecolor, glyphs: cell.Diagonal,
		source: "kitty/fonts/box_drawing.py: corner_triangle for ◢◣◤◥; not in 0.26.5",
	},
	{
		by: byVersion, name: "kitty", since: release{0, 19}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "its release notes for 0.19 mention the Unicode block of the mosaics; seen in 0.26.5",
	},
	{by: byVersion, name: "kitty", tier: cell.Truecolor, glyphs: cell.Quadrant, source: "earlier releases"},
	{
		by: byVersion, name: "foot", since: release{1, 9}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "its release notes for 1.9 mention U+1FB3C to U+1FB6F; seen in 1.13.1",
	},
	{by: byVersion, name: "foot", tier: cell.Truecolor, glyphs: cell.Sextant, source: "earlier releases"},
	{
		by: byVersion, name: "ghostty", since: release{1, 2}, tier: cell.Truecolor, glyphs: cell.Diagonal,
		source: "src/font/sprite/draw/geometric_shapes.zig: draw25E2_25E5, after its issue 3344 of December 2024",
	},
	{
		by: byVersion, name: "ghostty", tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "src/font/sprite/draw/symbols_for_legacy_computing.zig: draw1FB00_1FB3B to draw1FB68_1FB6F",
	},
	{
		by: byVersion, name: "wezterm", since: release{20210814}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "its documentation of custom_block_glyphs: sextants and smooth mosaics since 20210814",
	},
	{
		by: byVersion, name: "wezterm", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "the same documentation: block elements since 20210314",
	},
	{
		by: byVersion, name: "vte", since: release{0, 70}, tier: cell.Truecolor, glyphs: cell.Diagonal,
		source: "src/minifont.cc: U+25E2 to U+25E5; seen in 0.70",
	},
	{
		by: byVersion, name: "vte", since: release{0, 62}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "src/minifont.cc draws U+1FB00 to U+1FBAE, most of it by March 2020 (issue 66 of 3270font), " +
			"before this release; seen in 0.70",
	},
	{by: byVersion, name: "vte", tier: cell.Truecolor, glyphs: cell.Quadrant, source: "earlier releases"},
	{
		by: byVersion, name: "konsole", since: release{22, 12}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "src/characters/LineBlockCharacters.h, isLegacyComputingSymbol: U+1FB00 to U+1FB8B; seen in " +
			"22.12.3",
	},
	{
		by: byVersion, name: "konsole", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "the same file, before: canDraw ends at U+259F",
	},
	{
		by: byVersion, name: "xterm.js", since: release{6, 1}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "its pull requests 5467 (sextants), 5468 (mosaics) and 5502 (XTVERSION), merged in this order after " +
			"6.0",
	},
	{by: byVersion, name: "xterm.js", tier: cell.Truecolor, glyphs: cell.Quadrant, source: "earlier releases"},
	{
		by: byVersion, name: "xterm", tier: cell.Truecolor, glyphs: cell.Quadrant, quirks: bleeds,
		source: "direct colors since patch 331, XTVERSION since 354; glyphs come from the font (checked with patch " +
			"379)",
	},
	{
		by: byVersion, name: "contour", tier: cell.Truecolor, glyphs: cell.Sextant,
		source: "not tested; vtrasterizer/BoxDrawingRenderer.cpp presumably draws sextants",
	},
	{
		by: byVersion, name: "rio", tier: cell.Truecolor, glyphs: cell.Sextant,
		source: "its issue 974: U+1FB00 to U+1FB3B",
	},
	{
		by: byVersion, name: "iterm2", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "not tested; all terminals draw quadrants",
	},
	{
		by: byVersion, name: "mintty", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "not tested; all terminals draw quadrants",
	},

	{
		by: bySecondary, name: "alacritty*", since: release{0, 23}, tier: cell.Truecolor, glyphs: cell.Sextant,
		source: "its notes on 0.13.2: sextants; the reply to CSI > c contains the release of alacritty_terminal," +
			" which was 0.23.0 then; no reply to XTVERSION",
	},

	{by: byTerm, name: "xterm-kitty", tier: cell.Truecolor, glyphs: cell.Mosaic, source: "see its byVersion row"},
	{
		by: byTerm, name: "xterm-ghostty", tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "see its byVersion row",
	},
	{
		by: byTerm, name: "alacritty*", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "seen in 0.11, which shows sextants as boxes",
	},
	{by: byTerm, name: "foot*", tier: cell.Truecolor, glyphs: cell.Mosaic, source: "see its byVersion row"},
	{by: byTerm, name: "wezterm", tier: cell.Truecolor, glyphs: cell.Mosaic, source: "see its byVersion row"},
	{by: byTerm, name: "contour*", tier: cell.Truecolor, glyphs: cell.Sextant, source: "see its byVersion row"},
	{by: byTerm, name: "rio", tier: cell.Truecolor, glyphs: cell.Sextant, source: "see its byVersion row"},
	{
		by: byTerm, name: "st-*", tier: cell.Truecolor, glyphs: cell.Quadrant, quirks: bleeds | noTitle,
		source: "st.c, tdefcolor: 38;2; glyphs come from the font; no stack of titles; seen in 0.9",
	},
	{
		by: byTerm, name: "stterm*", tier: cell.Truecolor, glyphs: cell.Quadrant, quirks: bleeds | noTitle,
		source: "st under the name that Debian uses",
	},
	{by: byTerm, name: "rxvt*", tier: cell.Colors256, glyphs: cell.Quadrant, source: "seen in 9.30"},
	{
		by: byTerm, name: "mlterm*", tier: cell.Colors256, glyphs: cell.Quadrant, quirks: bleeds,
		source: "seen in 3.9, with gaps in the font's glyphs",
	},
	{
		by: byTerm, name: "dvtm", tier: cell.Colors8, glyphs: cell.Quadrant, quirks: ignoresColorterm | basic,
		source: "terminfo: 8 colors, no bright ones; seen in 0.15. dvtm-256color has 256 colors",
	},
	{
		by: byTerm, name: "linux*", tier: cell.Colors8, glyphs: cell.Half, quirks: noTitle | basic,
		source: "terminfo: 8 colors, no bright backgrounds; the font has 512 glyphs, no quadrants; it prints " +
			"parts of title sequences",
	},
	{
		by: byTerm, name: "conhost", tier: cell.Truecolor, glyphs: cell.Half, quirks: noTitle,
		source: "the name that tty.Getenv returns for a Windows console; Consolas has half blocks, but no " +
			"quadrants; true colors since Windows 10 1703",
	},
	{
		by: byTerm, name: "conhost-legacy",
		tier: cell.Colors16, glyphs: cell.Half, quirks: noTitle | ignoresColorterm | basic | noScroll | notECMA48,
		source: "a Windows console without escape sequences; seen in wine 8.0",
	},
	{
		by: byTerm, name: "wy30* wy50* wy60 wy60-[0-9vw]* wy1[0256]0* wy3[25]* wy99[fg]* wyse[56]0",
		tier: cell.Mono, glyphs: cell.ASCII, quirks: ignoresColorterm | noTitle | notECMA48,
		source: "terminfo: cup does not begin with CSI",
	},
	{
		by: byTerm, name: "tvi9[0-4]* tvi950* adm[1245]* adm3[1a]* adds* viewpoint* regent*",
		tier: cell.Mono, glyphs: cell.ASCII, quirks: ignoresColorterm | noTitle | notECMA48,
		source: "terminfo: cup does not begin with CSI",
	},
	{
		by: byTerm, name: "hp hp2* hpterm* vt5[02] vt52-* vt61* d[24]*-dg d[24]*-unix* d200* dg[16]*",
		tier: cell.Mono, glyphs: cell.ASCII, quirks: ignoresColorterm | noTitle | notECMA48,
		source: "terminfo: cup does not begin with CSI",
	},
	{
		by: byTerm, name: "vt[0-9]*-color", tier: cell.Colors8, glyphs: cell.ASCII, quirks: ignoresColorterm | limited,
		source: "terminfo",
	},
	{
		by: byTerm, name: "vt[0-9]*", tier: cell.Mono, glyphs: cell.ASCII, quirks: ignoresColorterm | limited,
		source: "terminfo",
	},
	{by: byTerm, name: "ansi*", tier: cell.Colors8, glyphs: cell.ASCII, quirks: limited, source: "terminfo"},
	{by: byTerm, name: "cons25*", tier: cell.Colors8, glyphs: cell.ASCII, quirks: limited, source: "terminfo"},
	{by: byTerm, name: "wsvt25*", tier: cell.Colors8, glyphs: cell.ASCII, quirks: limited, source: "terminfo"},
	{by: byTerm, name: "sun*", tier: cell.Colors8, glyphs: cell.ASCII, quirks: limited, source: "terminfo"},
	{
		by: byTerm, name: "dumb",
		tier: cell.Mono, glyphs: cell.ASCII, quirks: ignoresColorterm | noTitle | basic | noScroll,
		source: "terminfo",
	},

	{
		by: byMultiplexer, name: "TMUX", tier: cell.Colors256, glyphs: cell.Quadrant,
		source: "its notes on 2.2: it converts true colors to the colors of the terminal",
	},
	{
		by: bySharedTerm, name: "screen*-256color",
		tier: cell.Colors256, glyphs: cell.Quadrant, quirks: ignoresColorterm,
		source: "GNU screen interprets 38;2 as other attributes; seen in 4.9",
	},
	{
		by: bySharedTerm, name: "screen*", tier: cell.Colors16, glyphs: cell.Quadrant, quirks: ignoresColorterm,
		source: "terminfo: GNU screen maps 256 colors badly to the 8 or 16 colors of its terminal; seen in 4.9",
	},
	{
		by: byMultiplexer, name: "STY", tier: cell.Colors256, glyphs: cell.Quadrant, quirks: ignoresColorterm,
		source: "GNU screen interprets 38;2 as other attributes; seen in 4.9",
	},

	{
		by: byVariable, name: "VTE_VERSION", since: release{0, 70}, tier: cell.Truecolor, glyphs: cell.Diagonal,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "VTE_VERSION", since: release{0, 62}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "VTE_VERSION", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "KONSOLE_VERSION", since: release{22, 12}, tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "KONSOLE_VERSION", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "WT_SESSION", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "Windows Terminal draws block elements itself; sextants (its pull request 20424) were merged in July " +
			"2026, and no variable contains the release",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=vscode", since: release{1, 109},
		tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "its issue 284758: the glyphs of xterm.js 6.1, from the release of January 2026",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=vscode", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "earlier releases",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=WezTerm", since: release{20210814},
		tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=ghostty", tier: cell.Truecolor, glyphs: cell.Mosaic,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=rio", tier: cell.Truecolor, glyphs: cell.Sextant,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=iTerm.app", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=mintty", tier: cell.Truecolor, glyphs: cell.Quadrant,
		source: "see its byVersion row",
	},
	{
		by: byVariable, name: "TERM_PROGRAM=Apple_Terminal", tier: cell.Colors256, glyphs: cell.Quadrant,
		source: "true color since macOS 26, which sets COLORTERM",
	},

	{by: bySharedTerm, name: "*-direct", tier: cell.Truecolor, glyphs: cell.Quadrant, source: "terminfo"},
	{
		by: bySharedTerm, name: "xterm", tier: cell.Colors16, glyphs: cell.Quadrant,
		source: "terminfo; the minimum for terminals that use this name",
	},
	{by: bySharedTerm, name: "*-16color", tier: cell.Colors16, glyphs: cell.Quadrant, source: "terminfo"},
	{by: bySharedTerm, name: "*-8color", tier: cell.Colors8, glyphs: cell.Quadrant, source: "its name"},
	{by: bySharedTerm, name: "eterm-color", tier: cell.Colors8, glyphs: cell.Quadrant, source: "terminfo"},
	{
		by: bySharedTerm, name: "*", tier: cell.Colors256, glyphs: cell.Quadrant,
		source: "supported by nearly all terminals",
	},
}
