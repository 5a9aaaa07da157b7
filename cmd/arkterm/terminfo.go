package main

import (
	"os"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	"github.com/rivo/uniseg"

	"arkterm/render/cell"
)

// Sequences for colours: 16 of them as SGR 30–37 and 90–97, 256 by number, and RGB.
const (
	setFg16  = "\x1b[%?%p1%{8}%<%t3%p1%d%e9%p1%{8}%-%d%;m"
	setBg16  = "\x1b[%?%p1%{8}%<%t4%p1%d%e10%p1%{8}%-%d%;m"
	setFg256 = "\x1b[38;5;%p1%dm"
	setBg256 = "\x1b[48;5;%p1%dm"
	setBoth  = "\x1b[38;5;%p1%d;48;5;%p2%dm"
	setFgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%dm"
	setBgRGB = "\x1b[48;2;%p1%d;%p2%d;%p3%dm"
	setRGBs  = "\x1b[38;2;%p1%d;%p2%d;%p3%d;48;2;%p4%d;%p5%d;%p6%dm"
)

// newTerminfo returns what tcell is told of the terminal. TERM is not looked up: every
// terminal of the last decades knows these sequences, tcell knows few of them by
// name, and for those that it calls xterm it switches on modes of its own and writes to
// the terminal in frames in which nothing has changed. The modes are not in
// here but in ttyModes.
//
// tcell keeps the pointer and writes to it; each screen gets its own.
func newTerminfo(tier cell.Tier) *terminfo.Terminfo {
	ti := &terminfo.Terminfo{
		Name:       "arkterm",
		Columns:    defaultCols,
		Lines:      defaultRows,
		AutoMargin: true,
		Clear:      "\x1b[H\x1b[2J",
		HideCursor: "$<0>", // nothing; an empty one would put the cursor into the corner in each frame
		AttrOff:    "\x1b[m",
		Bold:       "\x1b[1m",
		Dim:        "\x1b[2m",
		Reverse:    "\x1b[7m",
		Underline:  "\x1b[4m",
		SetCursor:  "\x1b[%i%p1%d;%p2%dH",
	}
	switch tier {
	case cell.Truecolor, cell.Colors256: // either way: which one it is may change, see Painter.SetTier
		ti.Colors = 256
		ti.SetFgRGB, ti.SetBgRGB, ti.SetFgBgRGB = setFgRGB, setBgRGB, setRGBs
		ti.SetFg, ti.SetBg, ti.SetFgBg = setFg256, setBg256, setBoth
	case cell.Colors16:
		ti.Colors = 16
		ti.SetFg, ti.SetBg = setFg16, setBg16
	}
	if ti.Colors > 0 {
		ti.ResetFgBg = "\x1b[39;49m"
	}
	return ti
}

// tcellVariables are what tcell reads from the environment whenever it likes. The program
// has read what it wants of them before, and flags win over them.
var tcellVariables = []string{"NO_COLOR", "TCELL_TRUECOLOR", "TCELL_ALTSCREEN", "LINES", "COLUMNS"}

// initScreen initializes a screen as if the environment said nothing but UTF-8. In another
// locale tcell would show block glyphs as question marks or not begin at all; glyphs
// that the terminal can show are chosen by the caller.
func initScreen(s tcell.Screen) error {
	for _, name := range tcellVariables {
		os.Unsetenv(name)
	}
	uniseg.EastAsianAmbiguousWidth = 1 // RUNEWIDTH_EASTASIAN makes tcell set it to 2
	defer setenv("LC_ALL", "C.UTF-8")()
	return s.Init()
}

// setenv sets a variable and returns what sets it back.
func setenv(name, value string) (back func()) {
	old, was := os.LookupEnv(name)
	os.Setenv(name, value)
	if was {
		return func() { os.Setenv(name, old) }
	}
	return func() { os.Unsetenv(name) }
}
