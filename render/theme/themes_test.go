package theme

import (
	"math"
	"slices"
	"strings"
	"testing"

	"arkterm/render/cell"
)

// A colorVision is a form of color vision, as a matrix over linear light. Source: Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.0.
type colorVision struct {
	name string
	m    [3][3]float64
}

// colorVisions contains normal color vision and the three forms of color blindness.
var colorVisions = [...]colorVision{
	{"normal", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	}},
	{"deuteranopia", [3][3]float64{
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	}},
	{"tritanopia", [3][3]float64{
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	}},
}

// lab returns a color as perceived with b, in CIELAB (D65).
func (b *colorVision) lab(c cell.Color) [3]float64 {
	red, green, blue := c.Light()
	in := [3]float64{float64(red) / 65535, float64(green) / 65535, float64(blue) / 65535}
	var seen [3]float64
	for i, row := range b.m {
		seen[i] = min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
	}
	f := func(x float64) float64 {
		if x > 216.0/24389 {
			return math.Cbrt(x)
		}
		return (24389.0/27*x + 16) / 116
	}
	x := f((0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047)
	y := f(0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2])
	z := f((0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 returns the CIEDE2000 distance of two colors in CIELAB, as defined by Sharma, Wu and Dalal (2005).
func ciede2000(p, q [3]float64) float64 {
	rad, deg := math.Pi/180, 180/math.Pi
	pow7 := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	g := (1 - pow7((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2)) / 2
	polar := func(v [3]float64) (c, h float64) {
		a := v[1] * (1 + g)
		return math.Hypot(a, v[2]), math.Mod(math.Atan2(v[2], a)*deg+360, 360)
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)

	dh, hue := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, hue = 0, h1+h2
	case math.Abs(dh) > 180 && h1+h2 < 360:
		hue += 180
	case math.Abs(dh) > 180:
		hue -= 180
	}
	if c1*c2 != 0 && dh > 180 {
		dh -= 360
	} else if c1*c2 != 0 && dh < -180 {
		dh += 360
	}

	cos := func(d float64) float64 { return math.Cos(d * rad) }
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*cos(hue-30) + 0.24*cos(2*hue) + 0.32*cos(3*hue+6) - 0.20*cos(4*hue-63)
	turn := 30 * math.Exp(-math.Pow((hue-275)/25, 2))
	sl := 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	dl, dc := (q[0]-p[0])/sl, (c2-c1)/(1+0.045*c)
	dH := 2 * math.Sqrt(c1*c2) * math.Sin(dh/2*rad) / (1 + 0.015*c*t)
	return math.Sqrt(dl*dl + dc*dc + dH*dH - math.Sin(2*turn*rad)*2*pow7(c)*dc*dH)
}

// TestCIEDE2000 compares ciede2000 with pairs 1, 9, 17 and 25 of the table of Sharma, Wu and Dalal.
func TestCIEDE2000(t *testing.T) {
	for _, c := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.4900, -0.0010}, [3]float64{50, -2.4900, 0.0009}, 7.1792},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		if got := ciede2000(c.p, c.q); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("ciede2000(%v, %v) = %.4f, want %.4f", c.p, c.q, got, c.want)
		}
	}
}

// themeVariants returns the themes with the given names, or all themes if there are no names. Each theme is returned
// unchanged and in the light of each world.
func themeVariants(t *testing.T, names ...string) (all []Theme) {
	if len(names) == 0 {
		names = Names()
	}
	for _, name := range names {
		theme, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, theme)
		for i := range sceneries {
			all = append(all, theme.InScenery(&sceneries[i]))
		}
	}
	return all
}

// TestHuesDifferForColorBlindness checks that the hues of arcade and okabe have a CIEDE2000 distance of at least 10,
// with and without each form of color blindness, in all worlds. The hues of contrast are all bright, so a distance of
// 7.5 suffices.
func TestHuesDifferForColorBlindness(t *testing.T) {
	for _, theme := range themeVariants(t, "arcade", "okabe", "contrast") {
		name, minDistance := theme.Name, 10.0
		if name == "contrast" {
			minDistance = 7.5
		}
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
			th := theme.ForTier(tier)
			minimum := math.Inf(1)
			for _, eye := range colorVisions {
				for i := range th.Hues {
					for j := range i {
						d := ciede2000(eye.lab(th.Hues[i]), eye.lab(th.Hues[j]))
						minimum = min(minimum, d)
						if d < minDistance {
							t.Errorf("%s %v, %s: distance of hues %d and %d = %.1f, want at least %v", name, tier,
								eye.name, j,
								i, d, minDistance)
						}
					}
				}
			}
			t.Logf("%s %v: minimum distance %.1f", name, tier, minimum)
		}
	}
}

// TestThemesHaveContrast checks that text and objects have enough contrast to their background in each tier with
// colors.
func TestThemesHaveContrast(t *testing.T) {
	for _, theme := range themeVariants(t) {
		readable, visible := 4.5, 3.0
		if strings.HasPrefix(theme.Name, "contrast") {
			readable, visible = 7, 7
		}
		for tier := cell.Truecolor; tier < cell.Mono; tier++ {
			th := theme.ForTier(tier)
			check := func(name string, c, ground cell.Color, minimum float64) {
				if got := cell.Contrast(c, ground); got < minimum {
					t.Errorf("%s %v: contrast of %s %06x on %06x = %.2f:1, want at least %.1f:1", th.Name, tier, name,
						c, ground,
						got, minimum)
				}
			}

			for _, ground := range []cell.Color{th.Back, th.Panel} {
				check("text", th.Text, ground, readable)
				check("soft", th.Soft, ground, readable)
				check("accent", th.Accent, ground, readable)
				check("life", th.Life, ground, readable)
				check("alarm", th.Alarm, ground, readable)
			}
			check("button", th.Text, th.Button, readable)
			check("chosen", th.Chosen, th.Accent, readable)
			check("phase", th.Chosen, th.Alarm, readable)
			check("good", th.Good, th.Back, readable)
			check("bad", th.Bad, th.Back, readable)
			check("a good drop", th.Chosen, th.Good, readable)
			check("a bad drop", th.Chosen, th.Bad, readable)

			if th.Good == th.Bad {
				t.Errorf("%s %v: good and bad drops have the same color, want different colors", th.Name, tier)
			}
			for i, p := range th.colors() {
				if p.role == rolePiece {
					check("object "+string(rune('A'+i)), *p.color, th.Back, visible)
				}
			}

			if c := cell.Contrast(th.Dust, th.Back); c > 2.6 {
				t.Errorf("%s %v: contrast of dust is %.1f:1, want at most 2.6", th.Name, tier, c)
			}
			for i, ink := range th.SpeckColors(tier) {
				c := cell.Contrast(ink, th.Back)
				if tier <= cell.Colors256 && (c > 2.6 || c < 1.04 && th.Dust != th.Back) {
					t.Errorf("%s %v: contrast of speck ink %d is %.2f:1, want 1.04 to 2.6", th.Name, tier, i, c)
				}
			}
		}
	}
}

// TestHuesAreDistinctIn16Colors checks that these themes have a different color for each hue in 16 colors.
func TestHuesAreDistinctIn16Colors(t *testing.T) {
	for _, theme := range themeVariants(t, "arcade", "okabe", "contrast") {
		name, th := theme.Name, theme.ForTier(cell.Colors16)
		for i := range th.Hues {
			for j := range i {
				if th.Hues[i] == th.Hues[j] {
					t.Errorf("%s: hues %d and %d are both %06x, want different colors", name, i, j, th.Hues[i])
				}
			}
		}
	}
}

// TestThemesUseThePalette checks that themes use only colors of the tier's palette, and that moving objects have one of
// the 256 colors in true color.
func TestThemesUseThePalette(t *testing.T) {
	colors16 := cell.Palette16()
	palettes := map[cell.Tier][]cell.Color{cell.Colors16: colors16[:], cell.Colors8: colors16[:8]}
	for _, theme := range themeVariants(t) {
		for tier := cell.Truecolor; tier < cell.Mono; tier++ {
			th := theme.ForTier(tier)
			parts := append(th.colors(), themeColor{&th.Chosen, roleText, false})
			for i, p := range parts {
				c := *p.color
				if (p.moving || tier == cell.Colors256) && tier < cell.Colors16 && cell.Snap256(c) != c {
					t.Errorf("%s %v: color %d = %06x, want one of the 256 colors", th.Name, tier, i, c)
				}
				if palette := palettes[tier]; palette != nil && !slices.Contains(palette, c) {
					t.Errorf("%s %v: color %d = %06x, want a color of the tier's palette", th.Name, tier, i, c)
				}
			}
		}
	}
}

// TestPatternsAreSparse checks that patterns fill a small part of a field of any size, and that all specks have a valid
// ink.
func TestPatternsAreSparse(t *testing.T) {
	for _, size := range [][2]int{{61, 24}, {400, 160}} {
		cols, rows := size[0], size[1]
		for _, s := range append(sceneries[:], defaultScenery) {
			n := 0
			for i := range cols * rows {
				m := s.Pattern(i%cols, i/cols, rows)
				if m.Ink >= NumInks {
					t.Fatalf("%s: ink at %d, %d = %d, want less than %d", s.world, i%cols, i/cols, m.Ink, NumInks)
				}
				if m != (Speck{}) {
					n++
				}
			}
			if n < cols*rows/50 || n > cols*rows/8 {
				t.Errorf("%s %v: %d specks, want 2 %% to 12.5 %% of the cells", s.world, size, n)
			}
		}
	}
}

// TestHuesIn16Colors checks that with 16 colors the shadow of orange is not red, and that the blue-gray walls are not
// blue.
func TestHuesIn16Colors(t *testing.T) {
	palette := cell.Palette16()
	red, blue := []cell.Color{palette[1], palette[9]}, []cell.Color{palette[4], palette[12]}
	th := arcade.ForTier(cell.Colors16)
	shades := Shades16[cell.Index16(th.Hues[0])]
	for _, i := range []uint8{shades.Face, shades.Lit, shades.Dark} {
		if slices.Contains(red, palette[i]) {
			t.Errorf("a shade of orange is %06x, want a color other than red", palette[i])
		}
	}
	if slices.Contains(blue, th.Walls) || slices.Contains(blue, th.Border) {
		t.Errorf("walls are %06x and borders %06x, want no blue", th.Walls, th.Border)
	}
}

// TestPiecesIn8Colors checks that NearestPiece8 returns one of the 8 colors that differs from the background, for the
// colors of bricks at any brightness.
func TestPiecesIn8Colors(t *testing.T) {
	palette := cell.Palette16()
	for _, theme := range themeVariants(t) {
		th := theme.ForTier(cell.Colors8)
		for _, hue := range append(theme.Hues[:], theme.Steel) {
			for k := range 17 {
				c := th.NearestPiece8(cell.Darken(hue, k))
				if !slices.Contains(palette[:8], c) || c == th.Back {
					t.Errorf("%s: NearestPiece8 of %d/16 of %06x = %06x, want one of 8 colors other than %06x",
						th.Name, k, hue, c, th.Back)
				}
			}
		}
	}
}
