// Package terminals opens real terminals on a virtual screen and compares the cells that they show with the cells that
// were sent. It skips terminals that are not installed. The test of a terminal has two parts.
//
// The first part shows frames. One frame contains all glyphs of the glyph set that arkterm chooses for the terminal.
// Another frame is from a game. It is drawn twice: first only its changes, then completely.
//
// The second part runs the program, stops it on the title screen and during a game, and sends all cells of the screen
// again. If this changes the picture, a cell was wrong before. In some terminals the program also runs with --driver
// tcell, and its title is compared with the title of --driver arkterm.
//
//	terminals [-keep FOLDER] [-only NAME,NAME]
//
// The output is a table with these columns:
//
//	glyphs, colors   glyph set and color tier that arkterm chooses
//	cell             size of a cell in pixels
//	card, game       percentage of wrong cells in the frames with all glyphs and from a game
//	left             number of cells that change when the game's frame is drawn completely
//	program          percentage of wrong cells in the program
//	stray            number of groups of cells that the program did not send
//	by               property by which arkterm recognized the terminal
//
// The package needs Xvfb, and weston for terminals that only support Wayland.
package terminals

import (
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"arkterm/ci/harness"
	"arkterm/cmd/arkterm/tty"
	"arkterm/render/cell"
)

// A terminal is a program that opens a terminal window, with the expected results.
type terminal struct {
	name    string
	command []string // the path of the painter's script is appended
	wayland bool
	glyphs  cell.Glyphs       // glyph set that arkterm must choose
	tier    cell.Tier         // color tier that arkterm must choose
	config  map[string]string // configuration files, by path in the home folder

	// fontBlocks is set if the terminal draws block glyphs with its font. They are up to a pixel too large or too
	// small, so the outermost pixels of a cell are not compared. spills is set if these glyphs also leave pixels in the
	// blank cells above and below.
	fontBlocks, spills bool

	tcell similarity // similarity of the title with both drivers; 0 to skip --driver tcell
}

// dejavu is the name of a font.
const dejavu = "DejaVu Sans Mono"

var terminals = []terminal{
	{
		name: "kitty", command: words(
			"kitty --config NONE -o confirm_os_window_close=0 -o enable_audio_bell=no -o linux_display_server=x11 " +
				"-o update_check_interval=0 -o remember_window_size=no -o initial_window_width=90c " +
				"-o initial_window_height=30c"),
		glyphs: cell.Mosaic, tcell: sameCells,
	},
	{name: "foot", command: words("foot --config=/dev/null"), wayland: true, glyphs: cell.Mosaic},
	{name: "alacritty", command: words("alacritty -e"), glyphs: cell.Quadrant, tcell: sameCells},
	{name: "lxterminal", command: words("lxterminal --no-remote --geometry=90x30 -e"), glyphs: cell.Diagonal}, // VTE
	{
		name: "konsole", command: words(
			"konsole --nofork --hide-menubar --hide-tabbar -p ShowTerminalSizeHint=false -e"),
		glyphs: cell.Mosaic,
	},
	{name: "xterm", command: words("xterm -geometry 90x30 -e"), glyphs: cell.Quadrant, tcell: sameText},
	{
		name: "xterm with DejaVu", command: append(words("xterm -geometry 90x30 -fs 11 -fa"), dejavu, "-e"),
		glyphs: cell.Quadrant, fontBlocks: true,
	},
	{
		name: "st", command: append(words("stterm -g 90x30 -f"), dejavu+":size=11", "-e"), glyphs: cell.Quadrant,
		fontBlocks: true,
	},
	{
		name: "urxvt", command: append(words("urxvt -geometry 90x30 -fn"), "xft:"+dejavu+":size=11", "-e"),
		glyphs: cell.Quadrant, tier: cell.Colors256,
	},
	{name: "xterm -cjk_width", command: words("xterm -cjk_width -geometry 90x30 -e"), glyphs: cell.ASCII},
	{
		name: "mlterm", command: words("mlterm -g 90x30 --sbmod none --type xft -w 15 -e"), glyphs: cell.Quadrant,
		tier: cell.Colors256, fontBlocks: true, spills: true, config: map[string]string{
			".mlterm/aafont": "DEFAULT = " + dejavu + "\nISO10646_UCS4_1 = " + dejavu + "\n",
		},
	},
	{
		name: "qterminal", command: words("qterminal -e"), glyphs: cell.Quadrant, fontBlocks: true, spills: true,
		config: map[string]string{
			".config/qterminal.org/qterminal.ini": "[General]\nfontFamily=" + dejavu +
				"\nfontSize=11\nMenuVisible=false\nHideTabBarWithOneTab=true\n" +
				"[MainWindow]\nfixedSize=@Size(900 620)\nsize=@Size(900 620)\n",
		},
	},
	{name: "zutty", command: words("zutty -geometry 90x30 -e"), glyphs: cell.Quadrant, tier: cell.Colors256},
	{name: "dvtm in xterm", command: words("xterm -geometry 90x30 -e dvtm"), glyphs: cell.Quadrant, tier: cell.Colors8},
	{
		name: "screen in xterm", command: words("xterm -tn xterm-256color -geometry 90x30 -e screen -c /dev/null"),
		glyphs: cell.Quadrant, tier: cell.Colors256,
	},
	{
		name: "tmux in xterm", command: words(
			"xterm -tn xterm-256color -geometry 90x30 -e tmux -f /dev/null -S tmux new-session"),
		glyphs: cell.Quadrant, tier: cell.Colors256, tcell: sameCells,
	},
}

// words splits a command line at its spaces.
func words(line string) []string { return strings.Fields(line) }

// IsMonitor reports whether this process was started as the monitor of the painter's terminal. The monitor restores the
// terminal's modes, see package tty.
func IsMonitor(args []string) bool { return tty.IsMonitor(args) }

// RunMonitor runs the monitor of the painter's terminal until the painter ends, and returns the exit code.
func RunMonitor() int {
	return int(tty.RunMonitor(func([]byte) (string, error) { return "", nil }))
}

// Run carries out the subcommand terminals.
func Run(dir string, args []string) error {
	flags := flag.NewFlagSet("terminals", flag.ContinueOnError)
	keep := flags.String("keep", "", "save screenshots in a `FOLDER`")
	only := flags.String("only", "", "compare only the terminals with these `NAMES`, separated by commas")
	if err := flags.Parse(args); err != nil {
		return err
	}
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	return compareAll(program, dir, *only, *keep)
}

// tries is the maximum number of attempts per terminal. On a busy machine, a window may move or change its size after
// the position of the cells was determined.
const tries = 2

// compareAll compares the terminals whose names are in selected, separated by commas, or all if selected is "". It
// prints a line for each attempt. If shotDir is not "", it saves screenshots in that folder.
func compareAll(program, dir, selected, shotDir string) error {
	var names []string
	if selected != "" {
		names = strings.Split(selected, ",")
	}
	d, err := startDisplay(dir)
	if err != nil {
		return err
	}
	defer d.close()

	for _, name := range names {
		if !slices.ContainsFunc(terminals, func(t terminal) bool { return t.name == name }) {
			return fmt.Errorf("unknown terminal %q", name)
		}
	}

	compared, failed := 0, 0
	fmt.Printf("%-18s %-9s %-9s %6s %6s %6s %5s %7s %5s  %s\n", "terminal", "glyphs", "colors", "cell", "card", "game",
		"left", "program", "stray", "by")
	for i := range terminals {
		t := &terminals[i]
		if len(names) > 0 && !slices.Contains(names, t.name) {
			continue
		}
		if missing := t.missingProgram(); missing != "" {
			fmt.Printf("%-18s not installed: %s\n", t.name, missing)
			continue
		}
		compared++
		for try := 1; ; try++ {
			r := &result{skipEdges: t.fontBlocks, spills: t.spills, tcell: t.tcell}
			err := r.compare(t, d, program, filepath.Join(dir, fmt.Sprintf("%d-%d", i, try)))
			if shotDir != "" {
				r.save(shotDir, t.name)
			}
			if err == nil {
				err = r.check(t)
			}
			fmt.Printf("%-18s %v\n", t.name, r)
			if err == nil {
				break
			}
			fmt.Printf("  %v\n", err)
			if try == tries {
				failed++
				break
			}
		}
	}
	switch {
	case compared == 0:
		return errors.New("no terminal is installed")
	case failed > 0:
		return fmt.Errorf("%d terminals have failed", failed)
	}
	return nil
}

// missingProgram returns the first program of the terminal's command that is not installed, or "".
func (t *terminal) missingProgram() string {
	programs := []string{t.command[0]}
	if t.wayland {
		programs = append(programs, "weston")
	}
	for _, inner := range [...]string{"screen", "dvtm", "tmux"} {
		if slices.Contains(t.command, inner) {
			programs = append(programs, inner)
		}
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			return name
		}
	}
	return ""
}
