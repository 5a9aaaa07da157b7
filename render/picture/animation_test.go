package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"strconv"
	"strings"
	"testing"

	"arkterm/render"
	"arkterm/render/cell"
)

// gameFrames returns n frames of a game at intervals of 50 ms, and an animation of these frames.
func gameFrames(t *testing.T, o render.Options, n int) (all []cell.Frame, a *Animation) {
	t.Helper()
	g, v := rowsGameAfter(t, o, 300)
	a = new(Animation)
	for range n {
		var f cell.Frame
		f.Resize(60, 20)
		v.Draw(&f, g)
		a.Add(&f, 50)
		all = append(all, f)
		playGame(g, v, 12)
	}
	return all, a
}

// TestGIFShowsTheFrames decodes a GIF and compares each frame at its time. The colors must be exact if the palette
// contains all of them, and approximate otherwise.
func TestGIFShowsTheFrames(t *testing.T) {
	if testing.Short() { // the comparison of pixels is slow
		return
	}
	for _, o := range []render.Options{
		{Tier: cell.Colors16},
		{Glyphs: cell.Sextant},
		{Glyphs: cell.Braille},
		{Tier: cell.Mono, Glyphs: cell.ASCII},
	} {
		frames, a := gameFrames(t, o, 20)
		var b bytes.Buffer
		if err := a.GIF(&b); err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if g.LoopCount != 0 || len(g.Image) > len(frames) {
			t.Errorf("the GIF has %d images and loop count %d, want at most %d images and loop count 0", len(g.Image),
				g.LoopCount,
				len(frames))
		}

		screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
		at, k := 0, -1
		for i, f := range frames {
			for at <= 5*i && k+1 < len(g.Image) {
				k++
				draw.Draw(screen, g.Image[k].Bounds(), g.Image[k], g.Image[k].Bounds().Min, draw.Over)
				at += g.Delay[k]
			}
			if d := maxPixelDistance(t, screen, &f); d > 2000 {
				t.Fatalf("%v %v: frame %d: pixels differ by up to %d, want at most 2000", o.Glyphs, o.Tier, i, d)
			}
		}
		if at != 100 || k != len(g.Image)-1 {
			t.Errorf("%v %v: the duration is %d/100 s, want 100/100 s; last visible image %d of %d", o.Glyphs, o.Tier,
				at, k+1,
				len(g.Image))
		}

		var again bytes.Buffer
		if _, a := gameFrames(t, o, 20); a.GIF(&again) != nil || !bytes.Equal(again.Bytes(), b.Bytes()) {
			t.Errorf("%v %v: a second GIF of the same frames differs, want the same bytes", o.Glyphs, o.Tier)
		}
	}
}

// maxPixelDistance returns the maximum of cell.Dist2 over the pixels of screen and of the frame's image.
func maxPixelDistance(t *testing.T, screen *image.RGBA, f *cell.Frame) (d int) {
	t.Helper()
	want := Image(f)
	for i := 0; i < len(want.Pix); i += 4 {
		if p, q := screen.Pix[i:i+4], want.Pix[i:i+4]; !bytes.Equal(p, q) {
			d = max(d, cell.Dist2(cell.RGB(int(p[0]), int(p[1]), int(p[2])), cell.RGB(int(q[0]), int(q[1]), int(q[2]))))
		}
	}
	return d
}

// TestMovingSVGShowsTheFrames compares the visible picture at the time of each frame with the frame.
func TestMovingSVGShowsTheFrames(t *testing.T) {
	if testing.Short() { // the comparison of pixels is slow
		return
	}
	for _, o := range []render.Options{
		{},
		{Glyphs: cell.Sextant},
		{Glyphs: cell.Half, Tier: cell.Colors256},
		{Glyphs: cell.ASCII},
	} {
		frames, a := gameFrames(t, o, 20)
		var b, again bytes.Buffer
		if err := errors.Join(a.SVG(&b), a.SVG(&again)); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatalf("%v: two SVGs of the same frames differ, or error %v; want the same bytes", o.Glyphs, err)
		}
		if strings.Contains(b.String(), "script") {
			t.Error("the SVG contains a script, want none")
		}
		p := readMovingSVG(t, b.Bytes(), 60, 20)
		for i := range frames {
			p.showUntil((float64(i) + 0.5) / float64(len(frames)))
			if d := p.diff(&frames[i]); d != "" {
				t.Fatalf("%v: the SVG differs from frame %d: %s", o.Glyphs, i, d)
			}
		}
	}
}

// An svgPlayer shows the backgrounds and blocks of an animated SVG, in parts of cells.
type svgPlayer struct {
	w     int
	part  []string  // color of each part
	steps []svgStep // steps not shown yet
}

// An svgStep contains the paths that appear at the same time.
type svgStep struct {
	at    float64
	fills []svgFill
}

// An svgFill is a path in one color. d is the path data.
type svgFill struct{ color, d string }

// readMovingSVG parses an animated SVG of w×h cells.
func readMovingSVG(t *testing.T, data []byte, w, h int) *svgPlayer {
	t.Helper()
	p := &svgPlayer{w: w * partsX, part: make([]string, w*partsX*h*partsY), steps: []svgStep{{}}}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}

		last := &p.steps[len(p.steps)-1]
		switch {
		case e.Name.Local == "rect":
			for i := range p.part {
				p.part[i] = attr["fill"]
			}
		case e.Name.Local == "animate":
			at, err := strconv.ParseFloat(strings.TrimPrefix(attr["keyTimes"], "0;"), 64)
			if err != nil || at <= last.at || at >= 1 || attr["dur"] != "1000ms" {
				t.Fatalf("invalid attributes of animate %v after the key time %v: error %v", attr, last.at, err)
			}
			p.steps = append(p.steps, svgStep{at: at})
		case e.Name.Local == "path" && attr["fill"] != "none":
			last.fills = append(last.fills, svgFill{attr["fill"], attr["d"]})
		}
	}
}

// showUntil shows all steps up to a time, given as a fraction of the duration.
func (p *svgPlayer) showUntil(at float64) {
	for len(p.steps) > 0 && p.steps[0].at <= at {
		for _, f := range p.steps[0].fills {
			for box := range strings.SplitSeq(strings.Trim(f.d, "Mz"), "zM") {
				var x, y, w, h, back int
				fmt.Sscanf(box, "%d %dh%dv%dh-%d", &x, &y, &w, &h, &back)
				for j := y * partsY / svgH; j < (y+h)*partsY/svgH; j++ {
					for i := x * partsX / svgW; i < (x+w)*partsX/svgW; i++ {
						p.part[j*p.w+i] = f.color
					}
				}
			}
		}
		p.steps = p.steps[1:]
	}
}

// diff describes the first difference between the picture and the frame, or returns "". It compares blocks, and the
// backgrounds of other glyphs.
func (p *svgPlayer) diff(f *cell.Frame) string {
	for i := range f.Cells {
		c := &f.Cells[i]
		fg, bg := c.VisibleColors()
		lit := blockParts()[max(c.Glyph, ' ')]
		for k := range partsX * partsY {
			x, y := k%partsX, k/partsX
			want := bg
			if lit.has(x, y) {
				want = fg
			}
			got := p.part[(i/f.W*partsY+y)*p.w+i%f.W*partsX+x]
			if got != fmt.Sprintf("#%06x", uint32(want)) {
				return fmt.Sprintf("%q at %d, %d: part %d, %d is %s, want %06x", c.Glyph, i%f.W, i/f.W, x, y, got,
					uint32(want))
			}
		}
	}
	return ""
}

// TestEqualFramesAreMerged checks that consecutive frames that look equal become one frame.
func TestEqualFramesAreMerged(t *testing.T) {
	var f cell.Frame
	f.Resize(3, 1)
	var a Animation
	a.Add(&f, 33)
	f.Cells[0] = cell.Cell{Glyph: ' ', Fg: 0x123456, Bg: 0, Attr: cell.Bold} // still an empty cell
	f.Cells[1] = cell.Cell{Glyph: 'x', Fg: 0, Bg: 0, Attr: 0}
	a.Add(&f, 33)
	f.Cells[2] = cell.Cell{Glyph: 'x', Fg: 0xffffff, Bg: 0, Attr: 0}
	a.Add(&f, 34)
	if len(a.frames) != 2 || a.frames[0].ms != 66 || a.Duration() != 100 || len(a.frames[1].cells) != 1 {
		t.Errorf("Add of three frames, two of them equal: %+v, want two frames with 66 ms and 34 ms", a.frames)
	}
	var b bytes.Buffer
	if err := a.GIF(&b); err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(&b); err != nil || g.Delay[0]+g.Delay[1] != 10 ||
		g.Image[1].Bounds() != image.Rect(2*pngW, 0, 3*pngW, pngH) {
		t.Errorf("GIF: error %v, delays %v, second image %v; want delays of 10 in all and one changed cell",
			err, g.Delay, g.Image[1].Bounds())
	}
}
