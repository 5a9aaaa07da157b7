package terminals

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arkterm/ci/harness"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// A result contains the measurements of a terminal.
type result struct {
	skipEdges bool       // do not compare the outermost pixels of cells, see terminal.fontBlocks
	spills    bool       // do not compare the outermost pixels of blank cells, see terminal.spills
	tcell     similarity // required similarity with --driver tcell; see terminal
	detected  detection
	grid      grid
	card      count // cells of the frame "card"
	game      count // cells of the frame "moved", from a game
	// number of cells that showed parts of their previous content: they changed when the game's frame was sent again
	numPartial        int
	scenes            count    // cells of the program's scenes
	strayDescriptions []string // descriptions of stray cells in scenes, whose contents the program did not send
	driverDifferences []string // descriptions of scenes that look different with --driver tcell
	shots             []shot
}

// A shot is a screenshot with the name of its frame or scene.
type shot struct {
	name string
	img  *image.RGBA
}

// A count counts the cells that were compared, and the wrong cells among them.
type count struct {
	compared, wrong int
	first           string // description of the first wrong cell
}

// percent returns the share of wrong cells in percent.
func (c count) percent() float64 { return 100 * float64(c.wrong) / float64(max(c.compared, 1)) }

// A grid is the position and the size of the cells on the screen, in pixels.
type grid struct {
	x, y int     // position of the first cell
	w, h float64 // size of a cell
}

// cell returns the rectangle of a cell on the screen.
func (g grid) cell(col, row int) image.Rectangle {
	return image.Rect(g.x+int(float64(col)*g.w), g.y+int(float64(row)*g.h), g.x+int(float64(col+1)*g.w),
		g.y+int(float64(row+1)*g.h))
}

// String returns the columns of the table.
func (r *result) String() string {
	if r.grid.w == 0 {
		return "no frame found on the screen"
	}
	size := fmt.Sprintf("%.0f×%.0f", r.grid.w, r.grid.h)
	by := r.detected.By
	if name := r.detected.Caps.Version; name != "" {
		by += ", " + name
	}
	return fmt.Sprintf("%-9v %-9v %6s %6.1f %6.1f %5d %7.1f %5d  %s", r.detected.Glyphs, r.detected.ColorTier, size,
		r.card.percent(), r.game.percent(), r.numPartial,
		r.scenes.percent(), len(r.strayDescriptions), by)
}

// check returns an error for each difference from the expected properties of the terminal.
func (r *result) check(t *terminal) error {
	var all []error
	if r.detected.Glyphs != t.glyphs || r.detected.ColorTier != t.tier {
		all = append(all,
			fmt.Errorf("arkterm chooses %v with %v, want %v with %v", r.detected.Glyphs, r.detected.ColorTier, t.glyphs,
				t.tier))
	}
	for name, c := range map[string]count{
		"glyphs": r.card, "cells of a game": r.game,
		"cells of the program": r.scenes,
	} {
		if c.wrong > 0 {
			all = append(all, fmt.Errorf("%d of %d %s are wrong, the first in %s", c.wrong, c.compared, name, c.first))
		}
	}
	if r.numPartial > 0 {
		all = append(all, fmt.Errorf("%d cells still contain a part of their previous content", r.numPartial))
	}
	for _, scene := range r.driverDifferences {
		all = append(all, errors.New(scene))
	}
	const shown = 8
	for _, stray := range r.strayDescriptions[:min(len(r.strayDescriptions), shown)] {
		all = append(all, errors.New(stray))
	}
	if n := len(r.strayDescriptions) - shown; n > 0 {
		all = append(all, fmt.Errorf("%d more groups of cells that the program did not send", n))
	}
	return errors.Join(all...)
}

// save writes the screenshots into a folder.
func (r *result) save(folder, name string) {
	for _, s := range r.shots {
		file, err := os.Create(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+"-"+s.name+".png"))
		if err != nil {
			continue
		}
		_ = png.Encode(file, s.img)
		file.Close()
	}
}

// startWait is the maximum time until the painter reports the capabilities of the terminal, or has shown a frame.
const startWait = 2 * time.Minute

// redrawWait is the maximum time until the terminal has drawn all cells again.
const redrawWait = 10 * time.Second

// compare opens the terminal and compares its cells with frames and with the output of the program.
func (r *result) compare(t *terminal, d *display, program, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	for path, text := range t.config {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	socket := filepath.Join(dir, "painter")
	l, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	defer l.Close()
	self, err := os.Executable()
	if err != nil {
		return err
	}

	painter := filepath.Join(dir, "painter.sh") // a script, because some terminals accept no arguments for the command
	if err := os.WriteFile(painter,
		fmt.Appendf(nil, "#!/bin/sh\nexec '%s' painter '%s' '%s' 2>>'%s'\n", self, socket, program,
			filepath.Join(dir, "log")), 0o700); err != nil {
		return err
	}

	cmd := d.command(dir, append(slices.Clone(t.command), painter)...)
	if t.wayland {
		weston := d.command(dir, "weston", "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so",
			"--socket=painted",
			fmt.Sprintf("--width=%d", screenW), fmt.Sprintf("--height=%d", screenH))
		if err := weston.Start(); err != nil {
			return err
		}
		defer stop(weston)
		cmd.Env = append(cmd.Env, "WAYLAND_DISPLAY=painted")
		if !harness.Until(startWait,
			func() bool { _, err := os.Stat(filepath.Join(dir, "painted")); return err == nil }) {
			return fmt.Errorf("weston has not started within %v", startWait)
		}
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	failed := func(err error) error {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(text)))
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer stop(cmd)

	_ = l.(*net.UnixListener).SetDeadline(time.Now().Add(startWait))
	c, err := l.Accept()
	if err != nil {
		return failed(fmt.Errorf("the painter in the terminal has not connected within %v", startWait))
	}
	defer c.Close()
	if err := r.compareFrames(d, c); err != nil {
		return failed(err)
	}
	return nil
}

// compareFrames requests frames from the painter and compares them with the screen.
func (r *result) compareFrames(d *display, c net.Conn) error {
	_ = c.SetDeadline(time.Now().Add(startWait))
	in := bufio.NewReader(c)
	line, err := in.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &r.detected)
	}
	if err != nil {
		return fmt.Errorf("the painter exited: %w", err)
	}
	if r.detected.Cols < cols || r.detected.Rows < rows {
		return fmt.Errorf("the terminal has %d×%d cells, want at least %d×%d", r.detected.Cols, r.detected.Rows, cols,
			rows)
	}

	// Wait for the blank screen before the first frame. The corners are found by comparison with it.
	before, err := d.settledShot(nil)
	if err != nil {
		return err
	}
	last := before
	var reply []byte
	show := func(name string) (*image.RGBA, error) {
		_ = c.SetDeadline(time.Now().Add(startWait))
		if _, err := fmt.Fprintln(c, name); err != nil {
			return nil, err
		}
		if reply, err = in.ReadBytes('\n'); err != nil {
			return nil, fmt.Errorf("the painter exited: %w", err)
		}
		img, err := d.settledShot(last)
		last = img
		r.shots = append(r.shots, shot{name, img})
		return img, err
	}

	if last, err = show("corners"); err != nil {
		return err
	}
	// Retry, because the first change may have another cause, for example that the window opens.
	for end := time.Now().Add(maxWait); ; {
		if r.grid, err = r.findGrid(before, last); err == nil {
			break
		}
		if time.Now().After(end) {
			return err
		}
		if last, err = d.settledShot(nil); err != nil {
			return err
		}
	}
	if _, err := show("card"); err != nil {
		return err
	}
	if last, r.card, err = r.untilCorrect(d, last, "card"); err != nil {
		return err
	}

	// Repeat the comparison if some cells were not drawn completely, because they may only be late.
	for range 3 {
		if _, err := show("moved"); err != nil {
			return err
		}
		var moved *image.RGBA
		if moved, r.game, err = r.untilCorrect(d, last, "moved"); err != nil {
			return err
		}
		last = nil // the next picture may be equal to this one
		again, err := show("again")
		if err != nil {
			return err
		}
		if r.numPartial = len(r.differing(moved, again, frameOf("moved", r.detected.Glyphs, r.detected.ColorTier),
			0)); r.numPartial == 0 {
			break
		}
		last = nil
	}

	screens := map[string]*ansi.Emulator{}
	for _, s := range programScenes {
		if s.tcell && r.tcell == 0 {
			continue
		}
		sent := ansi.NewEmulator(cols, rows)
		left, err := show(s.name)
		if err == nil {
			err = json.Unmarshal(reply, &sent.Cells)
			screens[s.name] = sent
		}
		if err == nil {
			_, err = show(s.name + "-cleared")
		}
		if err != nil {
			return err
		}
		redrawn, err := show(s.name + "-redrawn")
		if err != nil {
			return err
		}
		if like := screens[s.sameAs]; like != nil {
			if cell := r.tcell.differs(like, sent); cell != "" {
				r.driverDifferences = append(r.driverDifferences,
					fmt.Sprintf("%s differs from %s: %s", s.name, s.sameAs, cell))
			}
		}
		strays := r.strayCells(s.name, left, redrawn, sent)
		for end := time.Now().Add(redrawWait); len(strays) > 0 && time.Now().Before(end); {
			if redrawn, err = d.settledShot(nil); err != nil {
				return err
			}
			strays = r.strayCells(s.name, left, redrawn, sent)
		}
		r.strayDescriptions = append(r.strayDescriptions, strays...)
		if err := r.scenes.add(r, left, frameOfScreen(sent)); err != nil {
			return err
		}
		if _, err := show(s.name + "-over"); err != nil {
			return err
		}
	}
	return nil
}

// untilCorrect compares a frame with screenshots, beginning with img, until all cells are correct or maxWait has
// passed. Several comparisons may be necessary, because a busy machine may interrupt the terminal while it draws the
// frame. untilCorrect returns the last screenshot and its count.
func (r *result) untilCorrect(d *display, img *image.RGBA, name string) (*image.RGBA, count, error) {
	for end := time.Now().Add(maxWait); ; {
		c, err := r.count(img, name)
		if err != nil || c.wrong == 0 || time.Now().After(end) {
			return img, c, err
		}
		if img, err = d.settledShot(nil); err != nil {
			return img, c, err
		}
		r.shots[len(r.shots)-1].img = img
	}
}

// findGrid determines the grid from two cells in opposite corners, which differ from the screenshot before.
func (r *result) findGrid(before, img *image.RGBA) (g grid, err error) {
	corners := frameOf("corners", r.detected.Glyphs, r.detected.ColorTier)
	corners.Reduce(r.detected.ColorTier)
	_, bg := corners.At(0, 0).VisibleColors()
	red, green, blue := bg.RGB()
	want := color.RGBA{uint8(red), uint8(green), uint8(blue), 255}
	var area image.Rectangle
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) == want && before.RGBAAt(x, y) != want {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	g = grid{area.Min.X, area.Min.Y, float64(area.Dx()) / cols, float64(area.Dy()) / rows}
	if g.w < 4 || g.h < 6 || g.w > 40 || g.h > 60 {
		return grid{}, fmt.Errorf("found no frame on the screen; the changed pixels are in %v", area)
	}
	return g, nil
}

// comparedArea returns the rectangle of the pixels of a cell that are compared.
func (r *result) comparedArea(col, row int) image.Rectangle {
	if r.skipEdges {
		return r.grid.cell(col, row).Inset(1)
	}
	return r.grid.cell(col, row)
}

// differing returns the indexes of the cells that differ between two screenshots of f. A fraction of the pixels of a
// cell may differ. In a blank cell between blank cells, no pixel may differ unless spills is set, because no glyph
// reaches into this cell.
func (r *result) differing(a, b *image.RGBA, f *cell.Frame, fraction float64) (cells []int) {
	for row := range rows {
		for col := range cols {
			area := r.comparedArea(col, row)
			limit := int(fraction * float64(area.Dx()*area.Dy()))
			if !r.spills && isBlank(f, col-1, row) && isBlank(f, col, row) && isBlank(f, col+1, row) {
				area, limit = r.grid.cell(col, row), 0
			}
			if differingPixels(a, b, area) > limit {
				cells = append(cells, row*cols+col)
			}
		}
	}
	return cells
}

// isBlank reports whether a cell is blank or outside of the frame.
func isBlank(f *cell.Frame, col, row int) bool {
	c := f.At(col, row)
	return c == nil || c.Glyph == ' ' || c.Glyph == 0 || c.Fg == c.Bg
}

// differingPixels returns the number of pixels in an area that differ between two screenshots.
func differingPixels(a, b *image.RGBA, area image.Rectangle) (n int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}

// count compares a screenshot with the frame of the given name.
func (r *result) count(img *image.RGBA, name string) (c count, err error) {
	f := frameOf(name, r.detected.Glyphs, r.detected.ColorTier)
	f.Reduce(r.detected.ColorTier)
	err = c.add(r, img, f)
	return c, err
}

// add compares a screenshot with a frame and adds the results. It skips letters, because they depend on the font.
func (c *count) add(r *result, img *image.RGBA, f *cell.Frame) error {
	expected := picture.Image(f)
	for row := range rows {
		for col := range cols {
			if !isBlock(f.At(col, row).Glyph) {
				continue
			}
			c.compared++
			if !r.cellIsCorrect(img, expected, col, row) {
				if c.wrong++; c.wrong == 1 {
					c.first = fmt.Sprintf("row %d, column %d, %U", row+1, col+1, f.At(col, row).Glyph)
				}
			}
		}
	}
	return nil
}

// isBlock reports whether a character is a blank or a block glyph, which terminals draw from edge to edge of the cell.
func isBlock(r rune) bool {
	return r == 0 || r == ' ' || r >= 0x2580 && r <= 0x259f || r >= 0x1fb00 && r <= 0x1fb8b
}

// cellIsCorrect reports whether a cell is correct in a screenshot. A pixel is correct if its color is in the range of
// the expected colors of the pixel and its neighbors, so edges may be blurred or displaced by a pixel. A few pixels may
// be wrong, for example at the ends of slanted lines. Their number is at most half the width of the cell in pixels. If
// skipEdges is set, neighbors are up to two pixels away.
func (r *result) cellIsCorrect(img, expected *image.RGBA, col, row int) bool {
	area, inner := r.grid.cell(col, row), r.comparedArea(col, row)
	w, h := expected.Rect.Dx()/cols, expected.Rect.Dy()/rows
	scaleX, scaleY := float64(w)/float64(area.Dx()), float64(h)/float64(area.Dy())
	reach, wrong := 1, 0
	if r.skipEdges {
		reach = 2
	}
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		for x := inner.Min.X; x < inner.Max.X; x++ {
			var low, high color.RGBA
			for i, off := range [...]image.Point{
				{0, 0},
				{-1, -1},
				{0, -1},
				{1, -1},
				{-1, 0},
				{1, 0},
				{-1, 1},
				{0, 1},
				{1, 1},
			} {
				// Allow for an offset of one pixel on the screen, and of one pixel in the picture because of rounding.
				px := int((float64(x-area.Min.X+reach*off.X)+0.5)*scaleX) + off.X
				py := int((float64(y-area.Min.Y+reach*off.Y)+0.5)*scaleY) + off.Y
				c := expected.RGBAAt(col*w+min(max(px, 0), w-1), row*h+min(max(py, 0), h-1))
				if i == 0 {
					low, high = c, c
				}
				low = color.RGBA{min(low.R, c.R), min(low.G, c.G), min(low.B, c.B), 255}
				high = color.RGBA{max(high.R, c.R), max(high.G, c.G), max(high.B, c.B), 255}
			}
			if !between(img.RGBAAt(x, y), low, high) {
				wrong++
			}
		}
	}
	return wrong <= area.Dx()/2
}

// between reports whether each channel of a color is between those of low and high. It tolerates rounding errors of
// mixed colors.
func between(c, low, high color.RGBA) bool {
	const tolerance = 6
	in := func(v, low, high uint8) bool { return int(v) >= int(low)-tolerance && int(v) <= int(high)+tolerance }
	return in(c.R, low.R, high.R) && in(c.G, low.G, high.G) && in(c.B, low.B, high.B)
}
