package cell

import (
	"fmt"
	"math"
	"strconv"

	"arkterm/engine/parse"
)

// A Color is an sRGB color 0xRRGGBB, a color of the terminal's palette (see [Indexed]), or [Default].
type Color uint32

// Default is the terminal's default color, which differs for the foreground and the background.
const Default Color = 2 << 24

// indexedBit marks palette colors.
const indexedBit Color = 1 << 24

// Indexed returns color n of the terminal's palette, 0 to 255. The user may have redefined it.
func Indexed(n int) Color { return indexedBit | Color(n&0xff) }

// Index returns the index of c in the terminal's palette, 0 to 255. ok is false if c is not a palette color.
func (c Color) Index() (n int, ok bool) { return int(c & 0xff), c&indexedBit != 0 }

// The sRGB colors of Default in pictures.
const (
	DefaultFg Color = 0xd0d0d0
	DefaultBg Color = 0x000000
)

// SRGB returns c as an sRGB color. It uses xterm's palette for palette colors, and def for Default.
func (c Color) SRGB(def Color) Color {
	if c&indexedBit != 0 {
		return Color256(int(c & 0xff))
	}
	if c == Default {
		return def
	}
	return c
}

// RGB returns the three channels of an sRGB color, each 0 to 255.
func (c Color) RGB() (r, g, b int) { return int(c >> 16 & 0xff), int(c >> 8 & 0xff), int(c & 0xff) }

// UnmarshalText parses #rrggbb.
func (c *Color) UnmarshalText(text []byte) error {
	if len(text) == 7 && text[0] == '#' {
		if v, err := strconv.ParseUint(string(text[1:]), 16, 24); err == nil {
			*c = Color(v)
			return nil
		}
	}
	return fmt.Errorf("want a color such as \"#ffcc00\", not %q", text)
}

// RGB returns the color with the channels r, g and b, each 0 to 255.
func RGB(r, g, b int) Color { return Color(r<<16 | g<<8 | b) }

// A Tier is the number of colors that a terminal supports.
type Tier uint8

// The color tiers.
const (
	Truecolor Tier = iota
	Colors256
	Colors16
	Colors8
	Mono // no colors; bold, dim and reverse only
)

var tierNames = [...]string{"truecolor", "256", "16", "8", "mono"}

// String returns the name of the tier, in the form that ParseTier accepts.
func (t Tier) String() string { return tierNames[t] }

// ParseTier returns the tier with the given name: truecolor, 256, 16, 8 or mono.
func ParseTier(name string) (Tier, error) { return parse.Name(name, Truecolor, len(tierNames)) }

// linearLight and linear16 convert a channel of an sRGB color to linear light. The results are 0 to 1 and 0 to 65535,
// respectively. srgb converts linear light back. Its index is the upper 12 of the 16 bits. Colors are mixed in linear
// light, because mixtures of sRGB values would be too dark.
var (
	linearLight [256]float64
	linear16    [256]uint16
	srgb        [4096]uint8
)

func init() {
	for i := range linear16 {
		linearLight[i] = toLinear(float64(i) / 255)
		linear16[i] = uint16(linearLight[i]*65535 + 0.5)
	}
	// Fill srgb from the values of light at which the next sRGB value begins. This computes only 256 powers at program
	// start, and not 4,096.
	value, next := uint8(0), toLinear(0.5/255)
	for i := range srgb {
		for value < 255 && (float64(i)+0.5)/4096 >= next {
			value++
			next = toLinear((float64(value) + 0.5) / 255)
		}
		srgb[i] = value
	}
}

// Light returns the channels of c as linear light, 0 to 65535. Unlike sRGB values, linear light can be added.
func (c Color) Light() (r, g, b int) {
	return int(linear16[c>>16&0xff]), int(linear16[c>>8&0xff]), int(linear16[c&0xff])
}

// FromLight returns the color with the given channels in linear light, 0 to 65535. It is the inverse of [Color.Light].
func FromLight(r, g, b int) Color { return RGB(int(srgb[r>>4]), int(srgb[g>>4]), int(srgb[b>>4])) }

// Mix returns a mixture of a and b in linear light. The share of b is k/16.
func Mix(a, b Color, k int) Color {
	switch {
	case k <= 0 || a == b:
		return a
	case k >= 16:
		return b
	}
	var out Color
	for shift := 0; shift <= 16; shift += 8 {
		x, y := int(linear16[a>>shift&0xff]), int(linear16[b>>shift&0xff])
		out |= Color(srgb[(x*(16-k)+y*k)>>8]) << shift
	}
	return out
}

// Darken returns c with k/16 of its sRGB value, which looks like k/16 of its brightness.
func Darken(c Color, k int) Color {
	r, g, b := c.RGB()
	return RGB(r*k/16, g*k/16, b*k/16)
}

// Glow returns a brighter color of about the same hue. A mixture with white would look pale.
func Glow(c Color) Color {
	r, g, b := c.RGB()
	up := func(v int) int { return min(v*9/8+30, 255) }
	return RGB(up(r), up(g), up(b))
}

// Luma returns the approximate brightness of c, 0 to 255.
func Luma(c Color) int {
	r, g, b := c.RGB()
	return (54*r + 183*g + 19*b) >> 8
}

// Luminance returns the relative luminance of c, 0 to 1, as defined by WCAG 2.2.
func Luminance(c Color) float64 {
	r, g, b := c.RGB()
	return 0.2126*linearLight[r] + 0.7152*linearLight[g] + 0.0722*linearLight[b]
}

// Contrast returns the contrast ratio of two colors, 1 to 21, as defined by WCAG 2.2.
func Contrast(a, b Color) float64 {
	x, y := Luminance(a), Luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Dist2 returns the squared distance of two colors. It weights the channels by the sensitivity of the eye.
func Dist2(a, b Color) int {
	r1, g1, b1 := a.RGB()
	r2, g2, b2 := b.RGB()
	dr, dg, db := r1-r2, g1-g2, b1-b2
	return 3*dr*dr + 4*dg*dg + 2*db*db
}

// cubeLevels are the six values of a channel in the 6×6×6 cube of the 256 colors. The cube begins at index 16. At
// index 232, 24 grays follow: 8, 18, … 238.
var cubeLevels = [6]int{0, 95, 135, 175, 215, 255}

// Index256 returns the index, 16 to 255, of the nearest of the 256 colors. It does not use the first 16 colors, because
// users redefine them.
func Index256(c Color) int {
	r, g, b := c.RGB()
	ri, gi, bi := cubeIndex(r), cubeIndex(g), cubeIndex(b)
	cube := RGB(cubeLevels[ri], cubeLevels[gi], cubeLevels[bi])
	gray := min(max((r+g+b)/3-3, 0)/10, 23)
	v := 8 + 10*gray
	if Dist2(c, RGB(v, v, v)) < Dist2(c, cube) {
		return 232 + gray
	}
	return 16 + 36*ri + 6*gi + bi
}

// Exact256 returns the index, 16 to 255, of c in the 256 colors. ok is false if c is not one of the 256 colors. The
// index is the same as from Index256, which takes eight times as long.
func Exact256(c Color) (n int, ok bool) {
	r, g, b := c.RGB()
	if i := int(cubeIndices[r]) | int(cubeIndices[g]) | int(cubeIndices[b]); i < notInCube {
		return 16 + 36*int(cubeIndices[r]) + 6*int(cubeIndices[g]) + int(cubeIndices[b]), true
	}
	if r == g && g == b && r%10 == 8 && r < 240 {
		return 232 + r/10, true
	}
	return 0, false
}

// cubeIndices contains the index in cubeLevels for each value of a channel, or notInCube.
var cubeIndices = func() (at [256]uint8) {
	for v := range at {
		at[v] = notInCube
	}
	for i, v := range cubeLevels {
		at[v] = uint8(i)
	}
	return at
}()

// notInCube marks values that are not in cubeLevels. It is a bit that no index has, so three indices can be tested
// together.
const notInCube = 8

// cubeIndex returns the index in cubeLevels of the value nearest to v.
func cubeIndex(v int) int {
	switch {
	case v < 48:
		return 0
	case v < 115:
		return 1
	}
	return (v - 35) / 40
}

// Color256 returns the sRGB color with index n, 0 to 255, in xterm's palette.
func Color256(n int) Color {
	if n < 16 {
		return colors16[n]
	}
	if n >= 232 {
		v := 8 + 10*(n-232)
		return RGB(v, v, v)
	}
	n -= 16
	return RGB(cubeLevels[n/36], cubeLevels[n/6%6], cubeLevels[n%6])
}

// Palette256 returns the colors with the indices 16 to 255.
func Palette256() (all [240]Color) {
	for i := range all {
		all[i] = Color256(16 + i)
	}
	return all
}

// Snap256 returns the nearest of the 256 colors. Moving objects are drawn in these colors, because other colors need
// about twice as many bytes in control sequences.
func Snap256(c Color) Color { return Color256(Index256(c)) }

// colors16 are xterm's 16 colors.
var colors16 = [16]Color{
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}

// Palette16 returns the sRGB colors of Colors16 in pictures. The first 8 are the colors of Colors8.
func Palette16() [16]Color { return colors16 }

// Index16 returns the index of the nearest of the 16 colors.
func Index16(c Color) int { return nearest(colors16[:], c) }

// Index8 returns the index of the nearest of the first 8 colors.
func Index8(c Color) int { return nearest(colors16[:8], c) }

// nearest returns the index in palette of the color nearest to c.
func nearest(palette []Color, c Color) int {
	minDist, index := 1<<30, 0
	for i, a := range palette {
		if d := Dist2(c, a); d < minDist {
			minDist, index = d, i
		}
	}
	return index
}

// Nearest returns the color nearest to the sRGB color c in the tier.
func (t Tier) Nearest(c Color) Color {
	switch t {
	case Colors256:
		return Snap256(c)
	case Colors16:
		return colors16[Index16(c)]
	case Colors8:
		return colors16[Index8(c)]
	}
	return c
}

// toLinear converts an sRGB value to linear light with the transfer function of IEC 61966-2-1. Both values are 0 to 1.
func toLinear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}
