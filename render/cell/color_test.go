package cell

import (
	"math"
	"testing"
)

func TestPalette256IsNearest(t *testing.T) {
	for c := Color(0); c < 1<<24; c += 12345 {
		got := Dist2(c, Color256(Index256(c)))
		best := 1 << 30
		for n := 16; n < 256; n++ {
			best = min(best, Dist2(c, Color256(n)))
		}
		// Index256 selects the gray by the mean of the channels, so it may miss the nearest gray by one
		if got > best+best/3+300 {
			t.Errorf("Index256(%06x) selects %06x at distance %d; the nearest color is at distance %d", c,
				Color256(Index256(c)), got, best)
		}
	}
}

func TestPaletteColorsAreExact(t *testing.T) {
	for n := 16; n < 256; n++ {
		if c := Color256(n); Snap256(c) != c {
			t.Errorf("color %d: Snap256(%06x) = %06x, want no change", n, c, Snap256(c))
		}
	}
	for n, c := range colors16 {
		if Index16(c) != n {
			t.Errorf("Index16(%06x) = %d, want %d", c, Index16(c), n)
		}
	}
}

func TestMixIsLinear(t *testing.T) {
	if got := Mix(0, 0xffffff, 8); got != 0xbbbbbb {
		t.Errorf("Mix(000000, ffffff, 8) = %06x, want bbbbbb (187.5 per channel)", got)
	}
	for c := Color(0); c < 1<<24; c += 54321 {
		if Mix(c, 0x123456, 0) != c || Mix(0x123456, c, 16) != c || Mix(c, c, 7) != c {
			t.Errorf("Mix changes %06x if its share is 16/16 or both colors are equal, want no change", c)
		}
	}
}

func TestParse(t *testing.T) {
	for tier := Truecolor; tier <= Mono; tier++ {
		if got, err := ParseTier(tier.String()); got != tier || err != nil {
			t.Errorf("ParseTier(%q) = %v, %v, want %[1]v, nil", tier, got, err)
		}
	}
	for g := Quadrant; g <= Mosaic; g++ {
		if got, err := ParseGlyphs(g.String()); got != g || err != nil {
			t.Errorf("ParseGlyphs(%q) = %v, %v, want %[1]v, nil", g, got, err)
		}
	}
	if _, err := ParseTier("cga"); err == nil {
		t.Error("ParseTier(\"cga\") succeeds, want an error")
	}
	if _, err := ParseGlyphs("emoji"); err == nil {
		t.Error("ParseGlyphs(\"emoji\") succeeds, want an error")
	}
}

// BenchmarkPalettes measures Index256 and Index16.
func BenchmarkPalettes(b *testing.B) {
	for i, find := range []func(Color) int{Index256, Index16} {
		b.Run([]string{"256", "16"}[i], func(b *testing.B) {
			c := Color(0)
			for b.Loop() {
				find(c)
				c = (c + 0x03a7f1) & 0xffffff
			}
		})
	}
}

// TestFromLightIsTheInverse checks that the table of FromLight contains the nearest sRGB values.
func TestFromLightIsTheInverse(t *testing.T) {
	for i := range srgb {
		v := (float64(i) + 0.5) / 4096
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		if want := uint8(v*255 + 0.5); srgb[i] != want {
			t.Errorf("srgb[%d] = %d, want %d", i, srgb[i], want)
		}
	}
}

// TestExact256 checks that Exact256 accepts exactly the colors 16 to 255, and that it agrees with Index256.
func TestExact256(t *testing.T) {
	check := func(c Color) {
		want := Index256(c)
		if n, ok := Exact256(c); ok != (Color256(want) == c) || ok && n != want {
			t.Fatalf("Exact256(%06x) = %d, %v, want %d, %v", c, n, ok, want, Color256(want) == c)
		}
	}
	for n := 16; n < 256; n++ {
		check(Color256(n))
	}
	for v := range 256 {
		check(RGB(v, v, v))
		check(RGB(v, 95, 255))
		check(RGB(135, v, v))
	}
	for c := Color(0); c < 1<<24; c += 101 {
		check(c)
	}
}

// TestColorFormulas checks the weights of the channels with one channel at a time.
func TestColorFormulas(t *testing.T) {
	for _, c := range []struct {
		color                  Color
		dist, luma, dark, glow int
	}{
		{0x100000, 3 * 256, 16 * 54 >> 8, 0x080000, 0x301e1e},
		{0x001000, 4 * 256, 16 * 183 >> 8, 0x000800, 0x1e301e},
		{0x000010, 2 * 256, 16 * 19 >> 8, 0x000008, 0x1e1e30},
		{0xffffff, 9 * 255 * 255, 255, 0x7f7f7f, 0xffffff},
	} {
		got := [...]int{
			Dist2(c.color, 0), Dist2(0, c.color), Luma(c.color), int(Darken(c.color, 8)),
			int(Glow(c.color)),
		}
		if want := [...]int{c.dist, c.dist, c.luma, c.dark, c.glow}; got != want {
			t.Errorf("color %06x: Dist2 to and from black, Luma, Darken to 8/16 and Glow = %x, want %x", c.color, got,
				want)
		}
	}
}
