package cell

import (
	"slices"
	"strings"
	"testing"
)

// TestMosaicsMatchUnicodeNames compares mosaics with the corner and the line in their Unicode names.
func TestMosaicsMatchUnicodeNames(t *testing.T) {
	for _, test := range []struct {
		glyph   rune
		name    string
		ends    [2]Point
		corners []Point
		samples string // row by row; # is a lit sample
	}{
		{
			0x1fb3c, "LOWER LEFT BLOCK DIAGONAL LOWER MIDDLE LEFT TO LOWER CENTRE",
			[2]Point{{0, 4}, {1, 6}},
			[]Point{{1, 6}, {0, 6}, {0, 4}},
			".... .... .... .... .... .... .... .... .... #... #... ##..",
		},
		{
			0x1fb3f, "LOWER LEFT BLOCK DIAGONAL UPPER MIDDLE LEFT TO LOWER RIGHT",
			[2]Point{{0, 2}, {2, 6}},
			[]Point{{2, 6}, {0, 6}, {0, 2}},
			".... .... .... .... .... .... #... ##.. ###. ###. ###. ###.",
		},
		{
			0x1fb44, "LOWER RIGHT BLOCK DIAGONAL LOWER MIDDLE LEFT TO UPPER RIGHT",
			[2]Point{{0, 4}, {2, 0}},
			[]Point{{2, 0}, {2, 6}, {0, 6}, {0, 4}},
			"...# ...# ...# ...# ..## .### #### #### #### #### #### ####",
		},
		{
			0x1fb4a, "LOWER RIGHT BLOCK DIAGONAL LOWER LEFT TO UPPER MIDDLE RIGHT",
			[2]Point{{0, 6}, {2, 2}},
			[]Point{{2, 2}, {2, 6}, {0, 6}},
			".... .... .... .... .... .... ...# ..## .### .### .### .###",
		},
		{
			0x1fb56, "UPPER RIGHT BLOCK DIAGONAL UPPER LEFT TO LOWER CENTRE",
			[2]Point{{0, 0}, {1, 6}},
			[]Point{{0, 0}, {2, 0}, {2, 6}, {1, 6}},
			"#### #### .### #### .### .### .### .### .### ..## ..## ..##",
		},
		{
			0x1fb5c, "UPPER LEFT BLOCK DIAGONAL LOWER MIDDLE LEFT TO UPPER MIDDLE RIGHT",
			[2]Point{{0, 4}, {2, 2}},
			[]Point{{0, 0}, {2, 0}, {2, 2}, {0, 4}},
			"#### #### #### #### ###. ###. #... #... .... .... .... ....",
		},
		{
			0x1fb67, "UPPER RIGHT BLOCK DIAGONAL UPPER MIDDLE LEFT TO LOWER MIDDLE RIGHT",
			[2]Point{{0, 2}, {2, 4}},
			[]Point{{0, 0}, {2, 0}, {2, 4}, {0, 2}},
			"#### #### #### #### .### .### ...# ...# .... .... .... ....",
		},
	} {
		ends, above, ok := MosaicLine(test.glyph)
		if !ok || ends != test.ends || above != strings.HasPrefix(test.name, "UPPER") {
			t.Errorf("MosaicLine(%U) = %v, %v, %v, want %v and the side in the name %s", test.glyph, ends, above, ok,
				test.ends, test.name)
		}
		if got := SlantCorners(test.glyph); !sameRing(got, test.corners) {
			t.Errorf("SlantCorners(%U) = %v, want %v", test.glyph, got, test.corners)
		}
		if got := maskText(maskGlyph(t, test.glyph)); got != test.samples {
			t.Errorf("samples of %U:\n%s, want\n%s", test.glyph, got, test.samples)
		}
	}
	for _, r := range []rune{0x1fb3b, 0x1fb68, 0x1fb70, 'A', '█'} {
		if SlantCorners(r) != nil {
			t.Errorf("SlantCorners(%U) returns corners, want nil", r)
		}
	}
}

// TestDiagonals checks the samples and the corners of the glyphs for diagonals and triangles.
func TestDiagonals(t *testing.T) {
	for _, test := range []struct {
		glyph   rune
		name    string
		corners []Point
		samples string
	}{
		{
			'◢', "LOWER RIGHT",
			[]Point{{2, 0}, {2, 6}, {0, 6}},
			"...# .... ...# ...# ..## ...# .### ..## .### .### #### .###",
		},
		{
			'◣', "LOWER LEFT",
			[]Point{{0, 0}, {2, 6}, {0, 6}},
			"#... .... #... #... ##.. #... ###. ##.. ###. ###. #### ###.",
		},
		{
			'◤', "UPPER LEFT",
			[]Point{{0, 0}, {2, 0}, {0, 6}},
			"###. #### ###. ###. ##.. ###. #... ##.. #... #... .... #...",
		},
		{
			'◥', "UPPER RIGHT",
			[]Point{{0, 0}, {2, 0}, {2, 6}},
			".### #### .### .### ..## .### ...# ..## ...# ...# .... ...#",
		},
		{
			0x1fb6c, "LEFT TRIANGULAR ONE QUARTER BLOCK",
			[]Point{{0, 0}, {1, 3}, {0, 6}},
			"#... .... #... #... ##.. #... #... ##.. #... #... .... #...",
		},
		{
			0x1fb6d, "UPPER TRIANGULAR ONE QUARTER BLOCK",
			[]Point{{0, 0}, {2, 0}, {1, 3}},
			".##. #### .##. .##. .... .##. .... .... .... .... .... ....",
		},
		{
			0x1fb6e, "RIGHT TRIANGULAR ONE QUARTER BLOCK",
			[]Point{{2, 0}, {2, 6}, {1, 3}},
			"...# .... ...# ...# ..## ...# ...# ..## ...# ...# .... ...#",
		},
		{
			0x1fb6f, "LOWER TRIANGULAR ONE QUARTER BLOCK",
			[]Point{{1, 3}, {2, 6}, {0, 6}},
			".... .... .... .... .... .... .##. .... .##. .##. #### .##.",
		},
	} {
		if got := SlantCorners(test.glyph); !sameRing(got, test.corners) {
			t.Errorf("SlantCorners of %s = %v, want %v", test.name, got, test.corners)
		}
		for _, s := range Diagonal.Shapes() {
			m := s.Mask
			if s.Inverse == test.glyph {
				m ^= AllSamples
			} else if s.Glyph != test.glyph {
				continue
			}
			if got := maskText(m); got != test.samples {
				t.Errorf("samples of %s:\n%s, want\n%s", test.name, got, test.samples)
			}
		}
	}
}

// sameRing reports whether two lists of corners are equal up to the choice of the first corner.
func sameRing(a, b []Point) bool {
	at := slices.Index(a, b[0])
	return len(a) == len(b) && at >= 0 && slices.Equal(append(slices.Clone(a[at:]), a[:at]...), b)
}

// maskGlyph returns the mask of a glyph of the set Mosaic.
func maskGlyph(t *testing.T, r rune) Mask {
	t.Helper()
	for _, s := range Mosaic.Shapes() {
		switch r {
		case s.Glyph:
			return s.Mask
		case s.Inverse:
			return s.Mask ^ AllSamples
		}
	}
	t.Fatalf("no shape of Mosaic has the glyph %U, want one", r)
	return 0
}

// maskText returns samples as rows of # and dots.
func maskText(m Mask) string {
	var b strings.Builder
	for i := range SamplesPerCell {
		if i > 0 && i%SamplesX == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(".#"[m>>i&1])
	}
	return b.String()
}

// TestShapesCoverTheirGlyphs checks that the shapes of each set contain each of its glyphs once, either as a glyph or
// as an inverse.
func TestShapesCoverTheirGlyphs(t *testing.T) {
	for g, want := range map[Glyphs]int{
		Quadrant: 8 + 10, Sextant: 32 + 6 + 10, Mosaic: 32 + 6 + 10 + 22 + 4,
		Octant: 128 + 30 + 8 + 22, Half: 0, ASCII: 0, Braille: 0,
	} {
		all := g.Shapes()
		if len(all) != want {
			t.Errorf("%v: %d shapes, want %d", g, len(all), want)
		}
		seen := map[rune]bool{}
		for _, s := range all {
			if s.Glyph == 0 && s.Inverse == 0 || s.Mask>>(SamplesPerCell-1) != 0 {
				t.Errorf("%v: shape %+v has no glyph or contains the last sample", g, s)
			}
			for _, r := range []rune{s.Glyph, s.Inverse} {
				if r != 0 && seen[r] {
					t.Errorf("%v: %U occurs in two shapes, want one", g, r)
				}
				seen[r] = true
				if Printable(max(r, ' ')) == '?' {
					t.Errorf("%v: Printable(%U) = '?', want no change", g, r)
				}
			}
		}

		if want == 0 {
			continue
		}
		for _, r := range g.Blocks() {
			if !seen[r] {
				t.Errorf("%v: no shape has the glyph %U, want one", g, r)
			}
		}
	}
}

func TestMirrored(t *testing.T) {
	for i := range SamplesPerCell {
		if m, want := (Mask(1) << i).Mirrored(), Mask(1)<<(i/SamplesX*SamplesX+SamplesX-1-i%SamplesX); m != want {
			t.Errorf("mask of sample %d: Mirrored() = %x, want %x", i, m, want)
		}
	}
}

// TestShapesHaveMirrorImages checks that the mirror image of each shape is in the set, next to the shape. Otherwise
// symmetric pictures could not be drawn symmetrically.
func TestShapesHaveMirrorImages(t *testing.T) {
	for g := range Mosaic + 1 {
		all := g.Shapes()
		for i, s := range all {
			m := s.Mask.Mirrored()
			if m>>(SamplesPerCell-1) == 1 {
				m ^= AllSamples
			}
			at := slices.IndexFunc(all, func(o Shape) bool { return o.Mask == m })
			if after := i > 0 && all[i-1].Mirror; at != i && !(s.Mirror && at == i+1) && !(after && at == i-1) ||
				s.Mirror && at != i+1 {
				t.Errorf("%v: the mirror image of shape %d, %U, is shape %d, want an adjacent shape", g, i, s.Glyph, at)
			}
		}
	}
}
