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
	edges  bool // the outermost pixels of cells are not compared
	spills bool // the outermost pixels of blank cells are not compared either
	tcell  likeness
	found  greeting
	grid   grid
	card   count    // cells of the glyph card
	moved  count    // cells of a frame from a game
	left   int      // cells that keep a part of their previous content, because they change when they are drawn again
	scenes count    // cells of the program's scenes
	strays []string // cells in scenes that the program did not send
	unlike []string // scenes that differ with --driver tcell, each with its first differing cell
	shots  []shot
}

type shot struct {
	name string
	img  *image.RGBA
}

// A count contains the numbers of compared cells and of wrong cells.
type count struct {
	all, wrong int
	first      string // the first wrong cell
}

func (c count) percent() float64 { return 100 * float64(c.wrong) / float64(max(c.all, 1)) }

// A grid is the position and size of the cells on the screen, in pixels.
type grid struct {
	x, y int     // position of the first cell
	w, h float64 // size of a cell
}

// cell returns the pixels of a cell.
func (g grid) cell(col, row int) image.Rectangle {
	return image.Rect(g.x+int(float64(col)*g.w), g.y+int(float64(row)*g.h), g.x+int(float64(col+1)*g.w),
		g.y+int(float64(row+1)*g.h))
}

func (r *result) String() string {
	if r.grid.w == 0 {
		return "nothing to see"
	}
	size := fmt.Sprintf("%.0f×%.0f", r.grid.w, r.grid.h)
	by := r.found.By
	if name := r.found.Caps.Version; name != "" {
		by += ", " + name
	}
	return fmt.Sprintf("%-9v %-9v %6s %6.1f %6.1f %5d %7.1f %5d  %s", r.found.Glyphs, r.found.Tier, size,
		r.card.percent(), r.moved.percent(), r.left,
		r.scenes.percent(), len(r.strays), by)
}

// check compares the result with the expected properties of the terminal.
func (r *result) check(t *terminal) error {
	var all []error
	if r.found.Glyphs != t.glyphs || r.found.Tier != t.tier {
		all = append(all,
			fmt.Errorf("arkterm chooses %v with %v, want %v with %v", r.found.Glyphs, r.found.Tier, t.glyphs, t.tier))
	}
	for what, c := range map[string]count{
		"glyphs": r.card, "cells of a game": r.moved,
		"cells of the program": r.scenes,
	} {
		if c.wrong > 0 {
			all = append(all, fmt.Errorf("%d of %d %s are wrong, the first in %s", c.wrong, c.all, what, c.first))
		}
	}
	if r.left > 0 {
		all = append(all, fmt.Errorf("%d cells keep a part of their previous content", r.left))
	}
	for _, scene := range r.unlike {
		all = append(all, errors.New(scene))
	}
	const shown = 8
	for _, stray := range r.strays[:min(len(r.strays), shown)] {
		all = append(all, errors.New(stray))
	}
	if n := len(r.strays) - shown; n > 0 {
		all = append(all, fmt.Errorf("%d more places with cells that the program did not write", n))
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

// startWait is the maximum time until the painter in a terminal reports the capabilities or has shown a frame.
const startWait = 2 * time.Minute

// redrawWait is the maximum time for a redraw.
const redrawWait = 10 * time.Second

// compare opens the terminal, and compares its screen with frames and with the output of the program.
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

	painter := filepath.Join(dir, "painter.sh") // one word, because some terminals do not accept arguments
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
			return errors.New("weston did not start")
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
		return failed(errors.New("the terminal did not start"))
	}
	defer c.Close()
	if err := r.look(d, c); err != nil {
		return failed(err)
	}
	return nil
}

// look requests frames from the painter and compares them with the screen.
func (r *result) look(d *display, c net.Conn) error {
	_ = c.SetDeadline(time.Now().Add(startWait))
	in := bufio.NewReader(c)
	hello, err := in.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(hello, &r.found)
	}
	if err != nil {
		return fmt.Errorf("the painter exited: %w", err)
	}
	if r.found.Cols < cols || r.found.Rows < rows {
		return fmt.Errorf("the terminal has only %d×%d cells", r.found.Cols, r.found.Rows)
	}

	// The first picture is the grid's background. It may be late.
	before, err := d.still(nil)
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
		img, err := d.still(last)
		last = img
		r.shots = append(r.shots, shot{name, img})
		return img, err
	}

	if last, err = show("corners"); err != nil {
		return err
	}
	// The change may have another cause, for example a window that opens only now.
	for end := time.Now().Add(stillWait); ; {
		if r.grid, err = r.findGrid(before, last); err == nil {
			break
		}
		if time.Now().After(end) {
			return err
		}
		if last, err = d.still(nil); err != nil {
			return err
		}
	}
	if _, err := show("card"); err != nil {
		return err
	}
	if last, r.card, err = r.whole(d, last, "card"); err != nil {
		return err
	}

	// Cells that keep a part of their content do so again when everything is drawn again. Cells that were only late
	// do not.
	for range 3 {
		if _, err := show("moved"); err != nil {
			return err
		}
		var moved *image.RGBA
		if moved, r.moved, err = r.whole(d, last, "moved"); err != nil {
			return err
		}
		last = nil // the picture may be the same
		again, err := show("again")
		if err != nil {
			return err
		}
		if r.left = len(r.differing(moved, again, frameOf("moved", r.found.Glyphs, r.found.Tier), 0)); r.left == 0 {
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
		if like := screens[s.like]; like != nil {
			if cell := r.tcell.differs(like, sent); cell != "" {
				r.unlike = append(r.unlike, fmt.Sprintf("%s differs from %s: %s", s.name, s.like, cell))
			}
		}
		strays := r.strayCells(s.name, left, redrawn, sent)
		for end := time.Now().Add(redrawWait); len(strays) > 0 && time.Now().Before(end); {
			if redrawn, err = d.still(nil); err != nil {
				return err
			}
			strays = r.strayCells(s.name, left, redrawn, sent)
		}
		r.strays = append(r.strays, strays...)
		if err := r.scenes.add(r, left, frameOfScreen(sent)); err != nil {
			return err
		}
		if _, err := show(s.name + "-over"); err != nil {
			return err
		}
	}
	return nil
}

// whole compares a frame with the screen until it is correct, beginning with a picture that did not change. The
// terminal may have waited for the processor while it drew the frame. whole returns the last picture and its wrong
// cells.
func (r *result) whole(d *display, img *image.RGBA, name string) (*image.RGBA, count, error) {
	for end := time.Now().Add(stillWait); ; {
		c, err := r.count(img, name)
		if err != nil || c.wrong == 0 || time.Now().After(end) {
			return img, c, err
		}
		if img, err = d.still(nil); err != nil {
			return img, c, err
		}
		r.shots[len(r.shots)-1].img = img
	}
}

// findGrid determines the grid from the cells in two corners, which differ from the previous picture.
func (r *result) findGrid(before, img *image.RGBA) (g grid, err error) {
	corners := frameOf("corners", r.found.Glyphs, r.found.Tier)
	corners.Reduce(r.found.Tier)
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
		return grid{}, fmt.Errorf("found no frame on the screen, only the corners %v", area)
	}
	return g, nil
}

// inner returns the pixels of a cell that are compared.
func (r *result) inner(col, row int) image.Rectangle {
	if r.edges {
		return r.grid.cell(col, row).Inset(1)
	}
	return r.grid.cell(col, row)
}

// differing returns the cells that differ between two screenshots of f. In a blank cell between blank cells, no pixel
// may differ, because no glyph reaches into it, unless the font spills. In other cells, spare is the fraction of
// the pixels that may differ.
func (r *result) differing(a, b *image.RGBA, f *cell.Frame, spare float64) (cells []int) {
	for row := range rows {
		for col := range cols {
			area := r.inner(col, row)
			most := int(spare * float64(area.Dx()*area.Dy()))
			if !r.spills && isBlank(f, col-1, row) && isBlank(f, col, row) && isBlank(f, col+1, row) {
				area, most = r.grid.cell(col, row), 0
			}
			if pixels(a, b, area) > most {
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

// pixels returns the number of pixels that differ between two screenshots in an area.
func pixels(a, b *image.RGBA, area image.Rectangle) (n int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}

// count compares the cells on the screen with a frame.
func (r *result) count(img *image.RGBA, name string) (c count, err error) {
	f := frameOf(name, r.found.Glyphs, r.found.Tier)
	f.Reduce(r.found.Tier)
	err = c.add(r, img, f)
	return c, err
}

// add compares the cells on the screen with a frame. Letters are skipped, because they depend on the font.
func (c *count) add(r *result, img *image.RGBA, f *cell.Frame) error {
	meant := picture.Image(f)
	for row := range rows {
		for col := range cols {
			if !isBlock(f.At(col, row).Glyph) {
				continue
			}
			c.all++
			if !r.asMeant(img, meant, col, row) {
				if c.wrong++; c.wrong == 1 {
					c.first = fmt.Sprintf("row %d, column %d, %U", row+1, col+1, f.At(col, row).Glyph)
				}
			}
		}
	}
	return nil
}

// isBlock reports whether the glyph fills the whole cell in terminals.
func isBlock(r rune) bool {
	return r == 0 || r == ' ' || r >= 0x2580 && r <= 0x259f || r >= 0x1fb00 && r <= 0x1fb8b
}

// asMeant reports whether a cell is correct on the screen. A pixel is correct if its color is between the expected
// colors within a distance of one pixel. So edges may be soft or displaced by a pixel, but areas must be correct. A
// cell may have a few wrong pixels, for example at the ends of slanted lines, but fewer than a line across the cell.
func (r *result) asMeant(img, meant *image.RGBA, col, row int) bool {
	area, inner := r.grid.cell(col, row), r.inner(col, row)
	w, h := meant.Rect.Dx()/cols, meant.Rect.Dy()/rows
	scaleX, scaleY := float64(w)/float64(area.Dx()), float64(h)/float64(area.Dy())
	reach, wrong := 1, 0
	if r.edges {
		reach = 2
	}
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		for x := inner.Min.X; x < inner.Max.X; x++ {
			var least, most color.RGBA
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
				// Allow a pixel of the screen, and one of the picture, which is rounded, too.
				px := int((float64(x-area.Min.X+reach*off.X)+0.5)*scaleX) + off.X
				py := int((float64(y-area.Min.Y+reach*off.Y)+0.5)*scaleY) + off.Y
				c := meant.RGBAAt(col*w+min(max(px, 0), w-1), row*h+min(max(py, 0), h-1))
				if i == 0 {
					least, most = c, c
				}
				least = color.RGBA{min(least.R, c.R), min(least.G, c.G), min(least.B, c.B), 255}
				most = color.RGBA{max(most.R, c.R), max(most.G, c.G), max(most.B, c.B), 255}
			}
			if !between(img.RGBAAt(x, y), least, most) {
				wrong++
			}
		}
	}
	return wrong <= area.Dx()/2
}

// between reports whether a color is between two others, within the error of mixing them.
func between(c, least, most color.RGBA) bool {
	const off = 6
	in := func(v, least, most uint8) bool { return int(v) >= int(least)-off && int(v) <= int(most)+off }
	return in(c.R, least.R, most.R) && in(c.G, least.G, most.G) && in(c.B, least.B, most.B)
}
