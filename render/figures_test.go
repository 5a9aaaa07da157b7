package render

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/levels"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// These tests measure how similar frames are to the pictures that they represent. A picture shows the field with
// fineX×fineY pixels per cell. There are three pictures of each frame:
//
//   - In the exact picture, bricks and balls have their exact outlines.
//   - In the mosaic picture, standard bricks have the outlines that mosaics draw, which differ at 80×24.
//   - In the fitted picture, standard bricks have the outlines as drawn, and balls are aligned to sub-cells. Font
//     hinting aligns letters to pixels in the same way.
//
// Other objects are as painted in all pictures. The error is the mean squared distance of the sRGB values, 0 to 255,
// over all pixels.

var measureAll = flag.Bool("figures", false,
	"measure all moments and sizes, and compare with chafa (make bench-glyphs)")

const (
	fineX = 16
	fineY = 24
)

// A moment selects a game: a level, counted from 1, after a number of ticks.
type moment struct{ level, ticks int }

// moments returns the first n moments, from every third level.
func moments(n int) (all []moment) {
	for i := range n {
		all = append(all, moment{1 + 3*i%60, 400 + 130*i})
	}
	return all
}

// play lets a bot play up to m, and returns the game and the frame that v draws.
func (m moment) play(t *testing.T, v *View, w, h int) (*engine.Game, *cell.Frame) {
	t.Helper()
	g, err := engine.New(engine.Config{
		Setup:  engine.Setup{Seed: 7, First: m.level - 1},
		Levels: levels.Shipped().Levels,
	})
	if err != nil {
		t.Fatal(err)
	}
	b, f := bot.New(7), new(cell.Frame)
	f.Resize(w, h)
	for range m.ticks {
		g.Step(engine.Input{b.Play(g)})
		v.Observe(g.Events)
		if g.Tick%8 == 0 {
			v.Draw(f, g)
		}
	}
	v.Draw(f, g)
	return g, f
}

// subCellsOf returns the sub-cells of a grid, row by row.
func subCellsOf(r *raster.Grid) []raster.Pixel {
	all := make([]raster.Pixel, r.W*r.H)
	for i := range r.Cols * r.Rows {
		copySubCells(all, r, i)
	}
	return all
}

// copySubCells copies the sub-cells of cell i to all.
func copySubCells(all []raster.Pixel, r *raster.Grid, i int) {
	x, y := i%r.Cols, i/r.Cols
	var buf [cell.MaxSubCells]raster.Pixel
	for k, p := range r.Gather(&buf, x, y) {
		all[(y*r.SubY+k/r.SubX)*r.W+x*r.SubX+k%r.SubX] = p
	}
}

// A fineField is a picture of the field in pixels.
type fineField struct {
	w, h int
	pix  []cell.Color
}

// fillSubCell fills the pixels of a sub-cell of r. at is the index of the sub-cell.
func (f *fineField) fillSubCell(r *raster.Grid, at int, c cell.Color) {
	w, h := fineX/r.SubX, fineY/r.SubY
	x, y := at%r.W*w, at/r.W*h
	for j := y; j < y+h; j++ {
		for i := x; i < x+w; i++ {
			f.pix[j*f.w+i] = c
		}
	}
}

// eachPixel calls put for each pixel of a rectangle whose center satisfies inside. The rectangle is in units.
func (f *fineField) eachPixel(r *raster.Grid, lo, hi geom.Vec, inside func(geom.Vec) bool, put func(x, y int)) {
	w, h := r.UnitX*float64(r.SubX)/fineX, r.UnitY*float64(r.SubY)/fineY
	for y := max(int(lo.Y/h)-1, 0); y < min(int(hi.Y/h)+2, f.h); y++ {
		for x := max(int(lo.X/w)-1, 0); x < min(int(hi.X/w)+2, f.w); x++ {
			if inside(geom.Vec{X: (float64(x) + 0.5) * w, Y: (float64(y) + 0.5) * h}) {
				put(x, y)
			}
		}
	}
}

// repaintMoving paints the moving objects of the last frame again, because the view keeps only the resulting cells.
func (v *View) repaintMoving(g *engine.Game) {
	v.overlay.Begin(&v.board.Grid, &v.movers)
	v.drawMoving(g, v.board.bricks)
}

// referenceOf returns a picture of the last frame that v has drawn.
func referenceOf(v *View, picture int) *fineField {
	s, o := &v.board.Grid, &v.overlay.Grid
	f := &fineField{w: s.Cols * fineX, h: s.Rows * fineY}
	f.pix = make([]cell.Color, f.w*f.h)
	touched := v.overlay.Touched
	v.overlay.Touch(raster.Rect(0, 0, s.Cols, s.Rows)) // so that the overlay has the sub-cells of all cells
	v.overlay.Touched = touched
	resting, moving := subCellsOf(s), subCellsOf(o)
	for at, p := range resting {
		f.fillSubCell(s, at, p.Color())
	}

	// Bricks: the background replaces their stamps, and their shapes are drawn on it.
	for i := range v.board.bricks {
		if b := &v.board.bricks[i]; isResting(b) {
			f.stamp(v, b, func(int) cell.Color { return v.theme.Back })
		}
	}
	var mosaics raster.Outline
	mosaics.Resize(s, cell.Mosaic)
	for i := range v.board.bricks {
		b := &v.board.bricks[i]
		switch {
		case !isResting(b):
		case picture == mosaicPicture:
			drawn := mosaics.DrawnShape(s, b.Shape)
			f.shape(v, b, &drawn, resting)
		case picture == fittedPicture && s.IsStandard(b.Shape) && !v.opts.Glyphs.HasSlants():
			f.stamp(v, b, func(at int) cell.Color { return resting[at].Color() })
		case picture == fittedPicture:
			drawn := v.board.outline.DrawnShape(s, b.Shape)
			f.shape(v, b, &drawn, resting)
		default:
			f.shape(v, b, b.Shape, resting)
		}
	}

	// Moving objects; balls as painted, or as discs.
	for at, p := range moving {
		if p != resting[at] && (picture == fittedPicture || !raster.HasBall(moving[at:at+1])) {
			f.fillSubCell(o, at, p.Color())
		}
	}
	if picture == fittedPicture {
		return f
	}
	for _, b := range v.effects.balls {
		at := geom.Vec{X: b.x, Y: b.y}
		r := geom.Vec{X: b.r, Y: b.r}
		f.eachPixel(o, at.Sub(r), at.Add(r), func(p geom.Vec) bool { return p.Sub(at).Norm() <= b.r }, func(x, y int) {
			f.pix[y*f.w+x] = v.theme.Ball
		})
	}
	return f
}

// stamp fills the sub-cells of a brick's stamp.
func (f *fineField) stamp(v *View, b *brick, color func(at int) cell.Color) {
	s, k := &v.board.Grid, v.lookOf(b)
	stamp := s.StampOf(b.Shape, &k)
	for j := range stamp.H {
		for x := max(int(stamp.From[j]), 0); x < min(int(stamp.To[j]), s.W); x++ {
			if y := stamp.Y + j; y >= 0 && y < s.H {
				f.fillSubCell(s, y*s.W+x, color(y*s.W+x))
			}
		}
	}
}

// shape fills the shape p of a brick. Each pixel has the color of the nearest sub-cell of the brick's stamp.
func (f *fineField) shape(v *View, b *brick, p *geom.Polygon, resting []raster.Pixel) {
	s, k := &v.board.Grid, v.lookOf(b)
	stamp := s.StampOf(b.Shape, &k)
	lo, hi := p.Bounds()
	f.eachPixel(s, lo, hi, p.Contains, func(x, y int) {
		j := min(max(y*s.SubY/fineY-stamp.Y, 0), stamp.H-1)
		i := min(max(x*s.SubX/fineX, int(stamp.From[j])), int(stamp.To[j])-1)
		i, j = min(max(i, 0), s.W-1), min(max(j+stamp.Y, 0), s.H-1)
		f.pix[y*f.w+x] = resting[j*s.W+i].Color()
	})
}

// litAt reports whether a glyph lights a point, which is in fractions of a cell's width and height. known is false if
// litAt does not support the glyph.
func litAt(r rune, x, y float64) (lit, known bool) {
	if r == 0 || r == ' ' {
		return false, true
	}
	for _, g := range [...]cell.Glyphs{cell.Octant, cell.Sextant, cell.Quadrant} {
		if mask, ok := maskOfGlyph[g][r]; ok {
			sub := g.SubCells()
			return mask>>(int(y*float64(sub[1]))*sub[0]+int(x*float64(sub[0])))&1 == 1, true
		}
	}
	if ends, above, ok := cell.MosaicLine(r); ok {
		a, b := ends[0], ends[1]
		line := float64(a.Y) + float64(b.Y-a.Y)*(2*x-float64(a.X))/float64(b.X-a.X)
		return (6*y > line) != above, true
	}
	switch { // blocks of eighths and triangles, which chafa uses
	case r >= '▁' && r <= '▇':
		return y > float64('█'-r)/8, true
	case r >= '▉' && r <= '▏':
		return x < float64('▐'-r)/8, true
	case r == '▔':
		return y < 1./8, true
	case r == '▕':
		return x > 7./8, true
	case r >= 0x1fb68 && r <= 0x1fb6f:
		i := int(r-0x1fb68) % 4
		inside := [...]bool{x < min(y, 1-y), y < min(x, 1-x), 1-x < min(y, 1-y), 1-y < min(x, 1-x)}[i]
		return inside != (r < 0x1fb6c), true
	case r >= 0x25e2 && r <= 0x25e5:
		return [...]bool{x+y > 1, y > x, x+y < 1, x > y}[r-0x25e2], true
	}
	return false, false
}

// maskOfGlyph maps glyphs to their sub-cells.
var maskOfGlyph = func() map[cell.Glyphs]map[rune]int {
	all := map[cell.Glyphs]map[rune]int{}
	for _, g := range [...]cell.Glyphs{cell.Octant, cell.Sextant, cell.Quadrant} {
		all[g] = map[rune]int{}
		for m, r := range g.Blocks() {
			all[g][r] = m
		}
	}
	return all
}()

// errorOf returns the sum of the squared errors of the cells shown, compared with f, and the number of pixels. It
// excludes cells in which text contains coveredGlyph.
func (f *fineField) errorOf(text, shown []cell.Cell) (sum float64, n int) {
	cols := f.w / fineX
	for i, c := range shown {
		if _, known := litAt(text[i].Glyph, 0.5, 0.5); !known {
			continue
		}
		fg, bg := c.VisibleColors()
		for k := range fineX * fineY {
			x, y := k%fineX, k/fineX
			color := bg
			if lit, _ := litAt(c.Glyph, (float64(x)+0.5)/fineX, (float64(y)+0.5)/fineY); lit {
				color = fg
			}
			r1, g1, b1 := color.RGB()
			r2, g2, b2 := f.pix[(i/cols*fineY+y)*f.w+i%cols*fineX+x].RGB()
			sum += float64((r1-r2)*(r1-r2)+(g1-g2)*(g1-g2)+(b1-b2)*(b1-b2)) / 3
		}
		n += fineX * fineY
	}
	return sum, n
}

// coveredGlyph replaces the glyph of cells in which text hides painted objects, and of empty cells with walls or
// decoration, because the pictures have none of these.
const coveredGlyph = '\uffff'

// fieldOf returns the cells of the field in f, with coveredGlyph in place of text, walls and decoration.
func fieldOf(v *View, f *cell.Frame) (all []cell.Cell) {
	for y := range v.l.rows {
		all = append(all, f.Cells[(y+v.l.y)*f.W+v.l.x:][:v.l.cols]...)
	}
	painted := make([]cell.Cell, len(all))
	for i := range painted {
		painted[i] = v.boardCell(i%v.l.cols, i/v.l.cols)
	}
	for y := range v.l.rows {
		copy(painted[y*v.l.cols:], v.movers.Row(y))
	}
	for _, k := range v.overlay.Touched {
		i := int(k)
		painted[i] = v.resolveMoving(&v.overlay.Grid, i%v.l.cols, i/v.l.cols)
	}
	for i := range all {
		if all[i] != painted[i] || all[i].Glyph != ' ' && all[i] == v.emptyCell(i%v.l.cols, i/v.l.cols) {
			all[i].Glyph = coveredGlyph
		}
	}
	return all
}

// bytesOf returns the number of bytes that ansi.Text needs for a field.
func bytesOf(field []cell.Cell, cols int) int {
	f := cell.Frame{W: cols, H: len(field) / cols, Cells: field}
	var b bytes.Buffer
	if err := ansi.Text(&b, &f, cell.Truecolor); err != nil {
		panic(err)
	}
	return b.Len()
}

// The pictures against which errors are measured.
const (
	exactPicture = iota
	mosaicPicture
	fittedPicture
	numPictures
)

// An errorMeasure contains the errors of many frames compared with each picture, and the number of bytes of the frames.
type errorMeasure struct {
	sum    [numPictures]float64
	n      [numPictures]int
	bytes  [numPictures]int
	frames int
}

// add adds the error of a frame compared with a picture.
func (m *errorMeasure) add(picture int, sum float64, n, bytes int) {
	m.sum[picture] += sum
	m.n[picture] += n
	m.bytes[picture] += bytes
	if picture == exactPicture {
		m.frames++
	}
}

// err returns the mean error compared with a picture.
func (m *errorMeasure) err(picture int) float64 { return m.sum[picture] / float64(m.n[picture]) }

// TestErrorFigures checks that frames in glyph sets without slants are similar to the fitted picture. It also compares
// glyph sets:
//
//   - Compared with the mosaic picture, the error of mosaics must not be greater than the error of sextants, and
//     octants not greater than quadrants.
//   - Compared with the exact picture, the error of diagonals must not be greater than the error of mosaics.
//
// With -figures it prints the errors of all sizes, and the errors of chafa for the same pictures.
func TestErrorFigures(t *testing.T) {
	n, sizes := 2, [][2]int{{80, 24}, {100, 30}}
	if *measureAll {
		n, sizes = 20, [][2]int{{80, 24}, {100, 30}, {120, 40}, {160, 48}, {200, 60}}
	}
	sets := []cell.Glyphs{cell.Quadrant, cell.Sextant, cell.Mosaic, cell.Diagonal, cell.Octant}
	total := map[string]*errorMeasure{}
	for _, size := range sizes {
		atSize := map[string]*errorMeasure{}
		add := func(name string, picture int, sum float64, n, bytes int) {
			for _, list := range []map[string]*errorMeasure{atSize, total} {
				if list[name] == nil {
					list[name] = new(errorMeasure)
				}
				list[name].add(picture, sum, n, bytes)
			}
		}

		for _, glyphs := range sets {
			for _, m := range moments(n) {
				v := NewView(Options{Glyphs: glyphs})
				g, f := m.play(t, v, size[0], size[1])
				v.repaintMoving(g)
				field := fieldOf(v, f)
				for picture, reference := range [numPictures]*fineField{
					referenceOf(v, exactPicture),
					referenceOf(v, mosaicPicture),
					referenceOf(v, fittedPicture),
				} {
					sum, pixels := reference.errorOf(field, field)
					add(glyphs.String(), picture, sum, pixels, bytesOf(field, v.l.cols))
					if *measureAll {
						for name, symbols := range chafaSymbols[glyphs] {
							shown, bytes := reference.chafa(t, symbols, v.l.cols, v.l.rows)
							sum, pixels := reference.errorOf(field, shown)
							add(name, picture, sum, pixels, bytes)
						}
					}
				}
			}
		}

		if d, m := atSize["diagonal"].err(exactPicture), atSize["mosaic"].err(exactPicture); d > m {
			t.Errorf("%v: diagonals have an error of %.1f, want at most the error of mosaics, %.1f", size, d, m)
		}
		if m, s := atSize["mosaic"].err(mosaicPicture), atSize["sextant"].err(mosaicPicture); m > s {
			t.Errorf("%v: mosaics have an error of %.1f, want at most the error of sextants, %.1f", size, m, s)
		}
		if *measureAll {
			printFigures(fmt.Sprintf("%d×%d", size[0], size[1]), atSize)
		}
	}
	if *measureAll {
		printFigures("all", total)
	}

	for _, glyphs := range sets {
		if e := total[glyphs.String()].err(fittedPicture); e > maxError && !glyphs.HasSlants() {
			t.Errorf("%v: the error compared with the fitted picture is %.1f, want at most %d", glyphs, e, maxError)
		}
	}
	if o, q := total["octant"].err(mosaicPicture), total["quadrant"].err(mosaicPicture); o > q {
		t.Errorf("octants have an error of %.1f, want at most the error of quadrants, %.1f", o, q)
	}
}

// maxError is the maximum error compared with the fitted picture. Errors are caused by cells with three colors.
const maxError = 40

// printFigures prints the measures for a size.
func printFigures(size string, all map[string]*errorMeasure) {
	for _, name := range []string{
		"quadrant", "chafa quadrant", "sextant", "chafa sextant", "mosaic", "chafa mosaic",
		"diagonal", "octant",
	} {
		if m := all[name]; m != nil {
			fmt.Printf("%-8s %-15s exact %7.2f  %6d bytes    mosaic %7.2f    fitted %7.2f  %6d bytes\n", size, name,
				m.err(exactPicture), m.bytes[exactPicture]/m.frames, m.err(mosaicPicture), m.err(fittedPicture),
				m.bytes[fittedPicture]/m.frames)
		}
	}
}

// chafaSymbols contains the symbols that chafa may use for each glyph set.
var chafaSymbols = map[cell.Glyphs]map[string]string{
	cell.Quadrant: {"chafa quadrant": "space,solid,half,quad,block"},
	cell.Sextant:  {"chafa sextant": "space,solid,half,quad,block,sextant"},
	cell.Mosaic:   {"chafa mosaic": "space,solid,half,quad,block,sextant,wedge"},
}

// chafa returns the cells that the program chafa draws for f, and the number of bytes of its output.
func (f *fineField) chafa(t *testing.T, symbols string, cols, rows int) (all []cell.Cell, bytes int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "picture.png")
	f.writePNG(t, file)
	out, err := exec.Command("chafa", "-f", "symbols", "-c", "full", "--color-space", "rgb", "-w", "9", "-O", "9", "-p",
		"off",
		"--stretch", "-s", fmt.Sprintf("%dx%d", cols, rows), "--symbols", symbols, file).Output()
	if err != nil {
		t.Fatalf("chafa: %v", err)
	}
	all = parseCells(t, string(out))
	if len(all) != cols*rows {
		t.Fatalf("chafa drew %d cells, want %d×%d", len(all), cols, rows)
	}
	return all, len(out)
}

// writePNG writes f as a PNG.
func (f *fineField) writePNG(t *testing.T, file string) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, f.w, f.h))
	for i, c := range f.pix {
		r, g, b := c.RGB()
		img.SetRGBA(i%f.w, i/f.w, color.RGBA{uint8(r), uint8(g), uint8(b), 255})
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// csiSequence matches a control sequence at the start of a text.
var csiSequence = regexp.MustCompile("^\x1b\\[([0-9;?]*)([A-Za-z])")

// parseCells parses the cells in chafa's output.
func parseCells(t *testing.T, text string) (all []cell.Cell) {
	t.Helper()
	var now cell.Cell
	for text != "" {
		if m := csiSequence.FindStringSubmatch(text); m != nil {
			text = text[len(m[0]):]
			if m[2] == "m" {
				now = applySGR(now, strings.Split(m[1], ";"))
			} else if m[2] == "b" {
				n, _ := strconv.Atoi(m[1])
				for range n {
					all = append(all, all[len(all)-1])
				}
			}
			continue
		}
		r := []rune(text[:min(len(text), 4)])[0]
		text = text[len(string(r)):]
		if r != '\n' {
			now.Glyph = r
			all = append(all, now)
		}
	}
	return all
}

// applySGR returns c after an SGR sequence with the given parameters.
func applySGR(c cell.Cell, args []string) cell.Cell {
	for len(args) > 0 {
		n, _ := strconv.Atoi(args[0])
		switch {
		case n == 0:
			c = cell.Cell{}
		case n == 7:
			c.Attr = cell.Reverse
		case (n == 38 || n == 48) && len(args) >= 5:
			r, _ := strconv.Atoi(args[2])
			g, _ := strconv.Atoi(args[3])
			b, _ := strconv.Atoi(args[4])
			if n == 38 {
				c.Fg = cell.RGB(r, g, b)
			} else {
				c.Bg = cell.RGB(r, g, b)
			}
			args = args[4:]
		}
		args = args[1:]
	}
	return c
}
