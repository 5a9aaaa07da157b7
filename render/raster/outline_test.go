package raster

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// outlineCols and outlineRows are the size of the field in these tests. Cells have 1×2 units.
const outlineCols, outlineRows = 12, 4

// paintOutlines paints polygons for the glyph set Mosaic.
func paintOutlines(ps ...geom.Polygon) (r *Grid, o *Outline) {
	r, o = new(Grid), new(Outline)
	r.Resize(outlineCols, outlineRows, cell.Mosaic.SubCells(), 1, 2)
	r.Fill(r.All(), 0)
	o.Resize(r, cell.Mosaic)
	looks := make([]Look, len(ps))
	for i := range ps {
		face := NewPixel(cell.Color(0xff0000+i*0xff), 200)
		looks[i] = Look{Upper: face, Lower: face, Face: face, Flat: true}
		r.Brick(&ps[i], looks[i], r.All())
	}
	o.Clear(r.Cells(r.All()))
	for i := range ps {
		o.Add(r, &ps[i], &looks[i])
	}
	for y := range outlineRows {
		for x := range outlineCols {
			o.Finish(r, x, y, 0)
		}
	}
	return r, o
}

// pictureOf paints polygons and returns the glyphs, one line for each row of cells.
func pictureOf(ps ...geom.Polygon) string {
	r, o := paintOutlines(ps...)
	var b strings.Builder
	for y := range outlineRows {
		for x := range outlineCols {
			var buf [cell.MaxSubCells]Pixel
			glyph := cell.Mosaic.Blocks()[StampCell(r.Gather(&buf, x, y)).Mask]
			if s, exact := o.At(x, y); exact {
				c := s.pick(cell.Mosaic.Shapes(), true)
				if glyph = c.Glyph; c.Solid && c.Fg.Color() != 0 {
					glyph = '█'
				}
				glyph = max(glyph, ' ')
			}
			b.WriteRune(glyph)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// newPolygon returns a polygon. The arguments are the coordinates x and y of its corners.
func newPolygon(t *testing.T, at ...float64) geom.Polygon {
	t.Helper()
	var corners []geom.Vec
	for i := 0; i < len(at); i += 2 {
		corners = append(corners, geom.Vec{X: at[i], Y: at[i+1]})
	}
	p, err := geom.NewPolygon(corners...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOutlinesFollowThePolygon compares glyphs that were checked by hand. The second shape is a standard hexagon,
// whose sides are drawn half a cell wider.
func TestOutlinesFollowThePolygon(t *testing.T) {
	for i, test := range []struct {
		p    geom.Polygon
		want []string
	}{
		{newPolygon(t, 1, 3, 4, 1, 8, 1, 11, 3, 11, 5, 8, 7, 4, 7, 1, 5), []string{
			"   🭊▄▄▄▄🬿   ",
			" 🭄████████🭏 ",
			" 🭕████████🭠 ",
			"   🭥▀▀▀▀🭚   ",
		}},
		{newPolygon(t, 1, 2, 2, 0, 5, 0, 6, 2, 5, 4, 2, 4), []string{
			" 🭊🭁██🭏🬼     ",
			" 🭥🭒██🭠🭗     ",
			"            ",
			"            ",
		}},
		{newPolygon(t, 6, 0, 11, 4, 6, 8, 1, 4), []string{
			"   🭇🭊🭂🭍🬿🬼   ",
			" 🭈🭄🭁████🭌🭏🬽 ",
			" 🭣🭕🭒████🭝🭠🭘 ",
			"   🭢🭥🭓🭞🭚🭗   ",
		}},
	} {
		if got, want := pictureOf(test.p), strings.Join(test.want, "\n")+"\n"; got != want {
			t.Errorf("polygon %d is drawn as\n%swant\n%s", i, got, want)
		}
	}
}

// TestOutlinesAreMirrored checks that the pictures of a polygon and its mirror image mirror each other, even if several
// glyphs are equally good.
func TestOutlinesAreMirrored(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sixths := func(n int) float64 { return float64(rng.IntN(n)) / 6 }
	for range 300 {
		center, radius := geom.Vec{X: 3 + sixths(37), Y: 2.5 + sixths(19)}, 1+sixths(9)
		n, turn := 3+rng.IntN(6), float64(15*rng.IntN(24))
		p := geom.Regular(n, center, radius, turn)
		var corners []float64
		for k := range n {
			corners = append(corners, outlineCols-p.Corner(n-1-k).X, p.Corner(n-1-k).Y)
		}
		q := newPolygon(t, corners...)
		a, b := sampleColors(paintOutlines(p)), sampleColors(paintOutlines(q))
		for i, c := range a {
			x, y := i%(outlineCols*cell.SamplesX), i/(outlineCols*cell.SamplesX)
			if m := b[(y+1)*outlineCols*cell.SamplesX-1-x]; m != c {
				t.Fatalf(
					"%d corners around %v, radius %v, rotated by %v: sample %d, %d is %06x, and mirrored %06x\n%s%s",
					n, center, radius, turn, x, y, c, m, pictureOf(p), pictureOf(q))
			}
		}
	}
}

// sampleColors returns the color of each sample of the field, as shown by the glyphs of the cells.
func sampleColors(r *Grid, o *Outline) []cell.Color {
	all := make([]cell.Color, outlineCols*outlineRows*cell.SamplesPerCell)
	for y := range outlineRows {
		for x := range outlineCols {
			s, exact := o.At(x, y)
			var m cell.Mask
			var fg, bg Pixel
			if exact {
				m, fg, bg = pickedMask(&s)
			}
			for i := range cell.SamplesPerCell {
				c := bg.Color()
				switch {
				case !exact:
					c = r.pix[(y*r.SubY+i/cell.SamplesX*r.SubY/cell.SamplesY)*r.W+x*r.SubX+
						i%cell.SamplesX*r.SubX/cell.SamplesX].Color()
				case m>>i&1 == 1:
					c = fg.Color()
				}
				all[(y*cell.SamplesY+i/cell.SamplesX)*outlineCols*cell.SamplesX+x*cell.SamplesX+i%cell.SamplesX] = c
			}
		}
	}
	return all
}

// pickedMask returns the lit samples of the glyph picked for s, and the colors.
func pickedMask(s *Samples) (m cell.Mask, fg, bg Pixel) {
	c := s.pick(cell.Mosaic.Shapes(), true)
	for _, shape := range cell.Mosaic.Shapes() {
		switch {
		case c.Solid:
			return cell.AllSamples, c.Fg, c.Bg
		case c.Glyph == shape.Glyph:
			return shape.Mask, c.Fg, c.Bg
		case c.Glyph == shape.Inverse:
			return shape.Mask ^ cell.AllSamples, c.Fg, c.Bg
		}
	}
	return 0, c.Fg, c.Bg
}

// TestMovingObjectsCoverOutlines checks that a moving object covers whole sub-cells of a brick.
func TestMovingObjectsCoverOutlines(t *testing.T) {
	p := newPolygon(t, 6, 0, 11, 4, 6, 8, 1, 4)
	r, o := paintOutlines(p)
	var over Overlay
	over.Resize(outlineCols, outlineRows, cell.Mosaic.SubCells(), 1, 2)
	over.Begin(r, new(Layer))
	over.Dot(4.2, 0.1, NewPixel(0xffffff, InkFront))
	over.Touch(Box{3, 0, 4, 1})
	s, ok := o.Under(r, &over.Grid, 4, 0)
	if c := s.pick(cell.Mosaic.Shapes(), true); !ok || c.Glyph != '🬀' || c.Fg.Color() != 0xffffff {
		t.Errorf("Under(4, 0) reports %v and cell %q, %06x on %06x, want '🬀' in ffffff", ok, c.Glyph, c.Fg.Color(),
			c.Bg.Color())
	}
	s, ok = o.Under(r, &over.Grid, 3, 0)
	if c := s.pick(cell.Mosaic.Shapes(), true); !ok || c.Glyph != '🭇' {
		t.Errorf("Under(3, 0) reports %v and cell %q, want '🭇'", ok, c.Glyph)
	}
	if _, ok := o.Under(r, &over.Grid, 1, 0); ok {
		t.Error("Under(1, 0) reports a brick, want none")
	}
}

// BenchmarkPick picks glyphs for the cells of a polygon's outline, with and without cached results.
func BenchmarkPick(b *testing.B) {
	_, o := paintOutlines(geom.Regular(7, geom.Vec{X: 6, Y: 4}, 3.3, 10), geom.Regular(5, geom.Vec{X: 9, Y: 6}, 1.9,
		10))
	var all []*Samples
	for i := range outlineCols * outlineRows {
		if s, ok := o.At(i%outlineCols, i/outlineCols); ok && s.n > 1 {
			all = append(all, &s)
		}
	}
	for _, glyphs := range []cell.Glyphs{cell.Sextant, cell.Mosaic, cell.Octant} {
		b.Run(glyphs.String()+"/new", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				all[i%len(all)].pick(glyphs.Shapes(), true)
			}
		})
		b.Run(glyphs.String()+"/known", func(b *testing.B) {
			var p Picker
			p.SetShapes(glyphs.Shapes(), true)
			for i := 0; b.Loop(); i++ {
				p.Pick(all[i%len(all)])
			}
		})
	}
}

// TestFlatOutlinesFollowTheStamp checks that a brick without shades has exactly the samples in the sub-cells of its
// stamp. This must hold in all glyph sets, and for shapes that are wider or narrower than their stamps.
func TestFlatOutlinesFollowTheStamp(t *testing.T) {
	for _, p := range []geom.Polygon{
		newPolygon(t, 2, 6.3, 6.7, 1.2, 10.1, 6.9),
		newPolygon(t, 1.3, 2.2, 9.8, 1.4, 7.9, 5.7, 2.1, 6.6),
		geom.Regular(6, geom.Vec{X: 6, Y: 4}, 3, 15),
	} {
		for _, glyphs := range []cell.Glyphs{cell.Mosaic, cell.Sextant, cell.Quadrant} {
			r, o := new(Grid), new(Outline)
			r.Resize(outlineCols, outlineRows, glyphs.SubCells(), 1, 2)
			r.Flat = true
			r.Fill(r.All(), 0)
			o.Resize(r, cell.Mosaic)
			face := NewPixel(0xff8000, 200)
			k := Look{Upper: face, Lower: face, Face: face, Flat: true}
			r.Brick(&p, k, r.All())
			o.Clear(r.Cells(r.All()))
			o.Add(r, &p, &k)

			s := r.StampOf(&p, &k)
			owned := 0
			for y := range outlineRows {
				for x := range outlineCols {
					o.Finish(r, x, y, 0)
					samples, _ := o.At(x, y)
					for i := range cell.SamplesPerCell {
						subX, subY := x*r.SubX+i%cell.SamplesX*r.SubX/cell.SamplesX,
							y*r.SubY+i/cell.SamplesX*r.SubY/cell.SamplesY
						var got Pixel
						for h := range samples.n {
							if samples.mask[h]>>i&1 == 1 {
								got = samples.pix[h]
							}
						}
						has := s.Has(subX, subY-s.Y)
						if has {
							owned++
						}
						if (got == face) != has {
							t.Fatalf("%v: sample %d of cell %d, %d belongs to the brick: %v, want %v", glyphs, i, x, y,
								got == face, has)
						}
					}
				}
			}
			if owned == 0 {
				t.Errorf("%v: the stamp in %+v has 0 samples, want more", glyphs, s.box())
			}
		}
	}
}
