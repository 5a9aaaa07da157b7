package screen

import "arkterm/render/cell"

// A sign is a property by which a terminal is recognized.
type sign uint8

const (
	byVersion     sign = iota // the reply to XTVERSION begins with the name, in lower case
	bySecondary               // TERM matches the name, and the reply to CSI > c contains the release
	byTerm                    // TERM matches one of the names (path.Match); the release is unknown
	byVariable                // the name is a variable that is set to a release, or VARIABLE=value
	byMultiplexer             // the name is a variable that tmux or GNU screen sets
	bySharedTerm              // byTerm for a TERM that other terminals claim, too
)

// signNames are the signs in words; "" stands for the name of the variable.
var signNames = [...]string{
	byVersion: "the terminal's name", bySecondary: "the terminal's release", byTerm: "TERM",
	byVariable: "", byMultiplexer: "", bySharedTerm: "TERM",
}

// A quirk is a set of properties that most terminals do not have.
type quirk uint8

const (
	allColors  quirk = 1 << iota // ignore COLORTERM, which was inherited from another terminal
	bleeds                       // blocks of the font may reach into neighboring cells
	untitled                     // no title, or no stack of titles
	basic                        // may print sequences other than CSI with digits: OSC, cursor styles, styled underlines
	unscrolled                   // no scroll region, or no insertion and deletion of rows
	limited                      // may print sequences that a VT100 does not have, such as titles and private queries
	foreign                      // sequences other than ECMA-48
)

// A terminalRow describes a terminal from a release on.
type terminalRow struct {
	by     sign
	name   string
	since  release // the first release; nil: any
	tier   cell.Tier
	glyphs cell.Glyphs // the finest set that it draws without gaps
	quirks quirk
	source string // "seen": in a window of that release, in make terminals or by hand
}

// modeReporters are the terminals that either reply to a query for a mode (DECRQM) or ignore it. Before April 2026, QTerminal
// printed its last letter, and Terminal.app, zutty and deepin-terminal do.
var modeReporters = []terminalRow{
	{by: byVersion, name: "kitty", source: "seen in 0.26.5"},
	{by: byVersion, name: "foot", source: "seen in 1.13.1"},
	{by: byVersion, name: "ghostty", source: "its parser is a DEC parser, which ignores unknown sequences"},
	{by: byVersion, name: "wezterm", source: "as ghostty"},
	{by: byVersion, name: "vte", source: "seen in 0.70"},
	{by: byVersion, name: "konsole", source: "seen in 22.12.3"},
	{by: byVersion, name: "xterm.js", source: "as ghostty"},
	{by: byVersion, name: "xterm", source: "seen in 379"},
	{by: byVersion, name: "contour", source: "as ghostty"},
	{by: byVersion, name: "rio", source: "as ghostty"},
	{by: byVersion, name: "iterm2", source: "as ghostty"},
	{by: byVersion, name: "mintty", source: "as ghostty"},
	{by: byVersion, name: "tmux", source: "ignored by 3.3, replied to since 3.7 (its requests 4887 and 5118)"},
	{by: bySecondary, name: "alacritty*", source: "as ghostty"},
}

// modeModels are replies to CSI > c, model and release, of terminals that understand DECRQM but do not reply to XTVERSION.
var modeModels = [][2]int{
	{0, 10},  // Windows Terminal, AdaptDispatch
	{0, 276}, // xterm.js, for example in VS Code
}

// pixelPointers are the terminals that report the mouse in the same pixels as the size of a cell. Other terminals with mode
// 1016 report points, which are up to two pixels, or cells.
var pixelPointers = []terminalRow{
	{by: byVersion, name: "xterm", since: release{0, 3, 59}, source: "its patch 359 brought the mode; seen in 379"},
	{by: byVersion, name: "kitty", source: "seen in 0.26.5"},
	{by: byVersion, name: "foot", source: "seen in 1.13.1"},
	{by: byVersion, name: "ghostty", source: "SwiftTerm's issue 686 compares: the pixels of the screen for both"},
}

// terminals is the table of known terminals. The first row that fits counts. A reply has precedence over the environment, which is
// inherited if a terminal is started from another one. A TERM that only one terminal claims has precedence over a variable.
//
// Sextants and mosaics are only for terminals that draw these glyphs themselves, because few fonts have them, with gaps.
// Multiplexers have no rows by reply, because the glyphs are drawn by another terminal.
var terminals = []terminalRow{
	{byVersion, "kitty", release{0, 19}, cell.Truecolor, cell.Mosaic, 0, "its notes on 0.19 name the block; seen in 0.26.5"},
	{byVersion, "kitty", nil, cell.Truecolor, cell.Quadrant, 0, "older than that"},
	{byVersion, "foot", release{1, 9}, cell.Truecolor, cell.Mosaic, 0, "its notes on 1.9 name the diagonals; seen in 1.13.1"},
	{byVersion, "foot", nil, cell.Truecolor, cell.Sextant, 0, "older than that"},
	{byVersion, "ghostty", nil, cell.Truecolor, cell.Mosaic, 0, "src/font/sprite/draw/symbols_for_legacy_computing.zig: draw1FB00_1FB3B, draw1FB3C_1FB67"},
	{byVersion, "wezterm", release{20210814}, cell.Truecolor, cell.Mosaic, 0, "its documentation of custom_block_glyphs: sextants and smooth mosaics since 20210814"},
	{byVersion, "wezterm", nil, cell.Truecolor, cell.Quadrant, 0, "the same: block elements since 20210314"},
	{byVersion, "vte", release{0, 62}, cell.Truecolor, cell.Mosaic, 0, "src/minifont.cc draws U+1FB00 to U+1FBAE, most of it by March 2020 (issue 66 of 3270font), before this release; seen in 0.70"},
	{byVersion, "vte", nil, cell.Truecolor, cell.Quadrant, 0, "older than that"},
	{byVersion, "konsole", release{22, 12}, cell.Truecolor, cell.Mosaic, 0, "src/characters/LineBlockCharacters.h, isLegacyComputingSymbol: U+1FB00 to U+1FB8B; seen in 22.12.3"},
	{byVersion, "konsole", nil, cell.Truecolor, cell.Quadrant, 0, "the same file, before: canDraw ends at U+259F"},
	{byVersion, "xterm.js", release{6, 1}, cell.Truecolor, cell.Mosaic, 0, "its requests 5467 (sextants) and 5468 (mosaics), merged before 5502 (XTVERSION), all after 6.0"},
	{byVersion, "xterm.js", nil, cell.Truecolor, cell.Quadrant, 0, "older than that"},
	{byVersion, "xterm", nil, cell.Truecolor, cell.Quadrant, bleeds, "direct colours since patch 331, XTVERSION since 354; glyphs are its font's; seen in 379"},
	{byVersion, "contour", nil, cell.Truecolor, cell.Sextant, 0, "not looked at: vtrasterizer/BoxDrawingRenderer.cpp is taken to draw sextants"},
	{byVersion, "rio", nil, cell.Truecolor, cell.Sextant, 0, "its issue 974: U+1FB00 to U+1FB3B"},
	{byVersion, "iterm2", nil, cell.Truecolor, cell.Quadrant, 0, "not looked at: what all draw"},
	{byVersion, "mintty", nil, cell.Truecolor, cell.Quadrant, 0, "not looked at: what all draw"},

	{bySecondary, "alacritty*", release{0, 23}, cell.Truecolor, cell.Sextant, 0, "its notes on 0.13.2: sextants; CSI > c tells the release of alacritty_terminal, by the numbers of their candidates 0.23.0 then. XTVERSION it does not answer"},

	{byTerm, "xterm-kitty", nil, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byTerm, "xterm-ghostty", nil, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byTerm, "alacritty*", nil, cell.Truecolor, cell.Quadrant, 0, "seen in 0.11, which shows sextants as boxes"},
	{byTerm, "foot*", nil, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byTerm, "wezterm", nil, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byTerm, "contour*", nil, cell.Truecolor, cell.Sextant, 0, "as by its reply"},
	{byTerm, "rio", nil, cell.Truecolor, cell.Sextant, 0, "as by its reply"},
	{byTerm, "st-*", nil, cell.Truecolor, cell.Quadrant, bleeds | untitled, "st.c, tdefcolor: 38;2; glyphs are its font's; no stack of titles; seen in 0.9"},
	{byTerm, "stterm*", nil, cell.Truecolor, cell.Quadrant, bleeds | untitled, "the same with Debian's name"},
	{byTerm, "rxvt*", nil, cell.Colors256, cell.Quadrant, 0, "seen in 9.30"},
	{byTerm, "mlterm*", nil, cell.Colors256, cell.Quadrant, bleeds, "seen in 3.9, with gaps of its font"},
	{byTerm, "dvtm", nil, cell.Colors8, cell.Quadrant, allColors | basic, "terminfo: 8 colors, no bright ones; seen in 0.15. dvtm-256color has all"},
	{byTerm, "linux*", nil, cell.Colors8, cell.Half, untitled | basic, "terminfo: 8 colors, no bright backgrounds; the font has 512 glyphs, no quadrants; it prints parts of a title's sequences"},
	{byTerm, "conhost", nil, cell.Truecolor, cell.Half, untitled, "what tty.Getenv calls a console on Windows: Consolas has half blocks, no quadrants; true colours since Windows 10 1703"},
	{byTerm, "conhost-legacy", nil, cell.Colors16, cell.Half, untitled | allColors | basic | unscrolled | foreign, "the same without sequences; seen in wine 8.0"},
	{byTerm, "wy30* wy50* wy60 wy60-[0-9vw]* wy1[0256]0* wy3[25]* wy99[fg]* wyse[56]0", nil, cell.Mono, cell.ASCII, allColors | untitled | foreign, "terminfo: cup does not begin with CSI"},
	{byTerm, "tvi9[0-4]* tvi950* adm[1245]* adm3[1a]* adds* viewpoint* regent*", nil, cell.Mono, cell.ASCII, allColors | untitled | foreign, "terminfo: cup does not begin with CSI"},
	{byTerm, "hp hp2* hpterm* vt5[02] vt52-* vt61* d[24]*-dg d[24]*-unix* d200* dg[16]*", nil, cell.Mono, cell.ASCII, allColors | untitled | foreign, "terminfo: cup does not begin with CSI"},
	{byTerm, "vt[0-9]*-color", nil, cell.Colors8, cell.ASCII, allColors | limited, "terminfo"},
	{byTerm, "vt[0-9]*", nil, cell.Mono, cell.ASCII, allColors | limited, "terminfo"},
	{byTerm, "ansi*", nil, cell.Colors8, cell.ASCII, limited, "terminfo"},
	{byTerm, "cons25*", nil, cell.Colors8, cell.ASCII, limited, "terminfo"},
	{byTerm, "wsvt25*", nil, cell.Colors8, cell.ASCII, limited, "terminfo"},
	{byTerm, "sun*", nil, cell.Colors8, cell.ASCII, limited, "terminfo"},
	{byTerm, "dumb", nil, cell.Mono, cell.ASCII, allColors | untitled | basic | unscrolled, "terminfo"},

	{byMultiplexer, "TMUX", nil, cell.Colors256, cell.Quadrant, 0, "its notes on 2.2: it turns true colours into those of the terminal"},
	{bySharedTerm, "screen*-256color", nil, cell.Colors256, cell.Quadrant, allColors, "GNU screen 4.9 takes 38;2 for other attributes; seen"},
	{bySharedTerm, "screen*", nil, cell.Colors16, cell.Quadrant, allColors, "terminfo: GNU screen maps 256 colors badly to the 8 or 16 of its own terminal; seen in 4.9"},
	{byMultiplexer, "STY", nil, cell.Colors256, cell.Quadrant, allColors, "GNU screen 4.9 takes 38;2 for other attributes; seen"},

	{byVariable, "VTE_VERSION", release{0, 62}, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byVariable, "VTE_VERSION", nil, cell.Truecolor, cell.Quadrant, 0, "as by its reply"},
	{byVariable, "KONSOLE_VERSION", release{22, 12}, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byVariable, "KONSOLE_VERSION", nil, cell.Truecolor, cell.Quadrant, 0, "as by its reply"},
	{byVariable, "WT_SESSION", nil, cell.Truecolor, cell.Quadrant, 0, "Windows Terminal draws block elements itself; sextants (its request 20424) were merged in July 2026, and no variable tells the release"},
	{byVariable, "TERM_PROGRAM=vscode", release{1, 109}, cell.Truecolor, cell.Mosaic, 0, "its issue 284758: the glyphs of xterm.js 6.1, from the release of January 2026"},
	{byVariable, "TERM_PROGRAM=vscode", nil, cell.Truecolor, cell.Quadrant, 0, "older than that"},
	{byVariable, "TERM_PROGRAM=WezTerm", release{20210814}, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byVariable, "TERM_PROGRAM=ghostty", nil, cell.Truecolor, cell.Mosaic, 0, "as by its reply"},
	{byVariable, "TERM_PROGRAM=rio", nil, cell.Truecolor, cell.Sextant, 0, "as by its reply"},
	{byVariable, "TERM_PROGRAM=iTerm.app", nil, cell.Truecolor, cell.Quadrant, 0, "as by its reply"},
	{byVariable, "TERM_PROGRAM=mintty", nil, cell.Truecolor, cell.Quadrant, 0, "as by its reply"},
	{byVariable, "TERM_PROGRAM=Apple_Terminal", nil, cell.Colors256, cell.Quadrant, 0, "true colour only from macOS 26 on, where COLORTERM says so"},

	{bySharedTerm, "*-direct", nil, cell.Truecolor, cell.Quadrant, 0, "terminfo"},
	{bySharedTerm, "xterm", nil, cell.Colors16, cell.Quadrant, 0, "terminfo: what claims no more has at least these"},
	{bySharedTerm, "*-16color", nil, cell.Colors16, cell.Quadrant, 0, "terminfo"},
	{bySharedTerm, "*-8color", nil, cell.Colors8, cell.Quadrant, 0, "its name"},
	{bySharedTerm, "eterm-color", nil, cell.Colors8, cell.Quadrant, 0, "terminfo"},
	{bySharedTerm, "*", nil, cell.Colors256, cell.Quadrant, 0, "what nearly all do"},
}
