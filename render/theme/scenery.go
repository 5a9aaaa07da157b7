package theme

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Scenery is the appearance of a world. It consists of a background color, the color of the light, and a pattern in
// the background. Bricks keep their hues, because the hues of a theme are distinguishable for color-blind players. To
// add a world, add a row to sceneries. Other levels use the theme's own colors and a few specks of dust.
type Scenery struct {
	world   string
	ground  cell.Color // background for dark themes
	paper   cell.Color // background for light themes
	light   cell.Color // color of the light on walls and specks; 0 for no change
	Pattern Pattern
}

// A Pattern returns the speck at the cell in column x of row y of a field with the given number of rows. Patterns do
// not move, so that they cause no output after the first frame.
type Pattern func(x, y, rows int) Speck

// A Speck is a glyph in an ink. The zero Speck is empty.
type Speck struct {
	Glyph rune
	Ink   uint8 // index into SpeckColors
}

// The inks of specks, all of them faint.
const (
	faintInk = iota                    // a mixture of the dust and the background
	dustInk                            // the theme's dust color
	lineInk                            // more visible than dust
	firstHue                           // the first of the brick hues
	NumInks  = firstHue + spec.NumHues // number of inks
)

// sceneries lists the worlds of the shipped levels.
var sceneries = [...]Scenery{
	{"First Light", 0x120b03, 0xfaf0d2, 0xffb020, honeycomb},
	{"Seed and Spark", 0x160706, 0xf9e8dc, 0xff4a1e, embers},
	{"Strange Ways", 0x021012, 0xe6f3ec, 0x18d8c8, squaredPaper},
	{"Clockwork", 0x0f0d08, 0xf5eedc, 0xd0b070, clockwork},
	{"Prism", 0x0d0718, 0xf2eaf6, 0xb070ff, rays},
	{"The Deep", 0x020a1c, 0xe4eef8, 0x3088ff, bubbles},
}

// defaultScenery is the scenery of levels that are not in a world of sceneries.
var defaultScenery = Scenery{Pattern: dust}

// SceneryOf returns the scenery of the world with the given name. "" means no world.
func SceneryOf(world string) *Scenery {
	for i := range sceneries {
		if sceneries[i].world == world {
			return &sceneries[i]
		}
	}
	return &defaultScenery
}

// Shares of a world's light color in the colors of walls and dust, in sixteenths.
const (
	wallLight  = 8 // in the walls
	dustLight  = 1 // in the dust on a dark background
	dustShadow = 3 // in the dust on a light background; the light is darkened
)

// InScenery returns the theme with the background, walls and dust of a world. Themes without WorldLight keep their
// colors.
func (t Theme) InScenery(s *Scenery) Theme {
	if !t.WorldLight || s.light == 0 {
		return t
	}
	light, dust := s.light, dustLight
	if t.IsLight() {
		t.Back, light, dust = s.paper, cell.Darken(light, 8), dustShadow
	} else {
		t.Back = s.ground
	}
	t.Walls = cell.Mix(t.Walls, light, wallLight)
	t.Dust = cell.Mix(t.Back, light, dust)
	return t
}

// SpeckColors returns the colors of specks by ink, for a tier with at least 256 colors. If the dust has the color of
// the background, all specks are invisible. In a theme without WorldLight, all specks have the color of the dust.
func (t *Theme) SpeckColors(tier cell.Tier) (inks [NumInks]cell.Color) {
	inks[faintInk], inks[dustInk], inks[lineInk] = cell.Mix(t.Back, t.Dust, 8), t.Dust,
		cell.Mix(t.Back, t.Walls, lineShare)
	for i := range t.Hues {
		inks[firstHue+i] = cell.Mix(t.Back, t.Hues[i], hueShare)
	}
	for i, c := range inks {
		switch {
		case t.Dust == t.Back || !t.WorldLight:
			inks[i] = t.Dust
		case tier == cell.Colors256:
			inks[i] = t.faint256Color(c)
		}
	}
	return inks
}

// faint256Color returns a color for specks that is barely visible on the background. It is the color among the 256
// colors that is nearest to c and has a contrast from minSpeckContrast to maxSpeckContrast.
func (t *Theme) faint256Color(c cell.Color) cell.Color {
	minDist, nearest := math.MaxInt, t.Back
	for _, p := range cell.Palette256() {
		k := cell.Contrast(p, t.Back)
		if d := cell.Dist2(c, p); k >= minSpeckContrast && k <= maxSpeckContrast && d < minDist {
			minDist, nearest = d, p
		}
	}
	return nearest
}

// Shares of a brick's hue and of the walls' color in a speck, in sixteenths, and the limits for the contrast of
// specks in 256 colors.
const (
	hueShare         = 1
	lineShare        = 3
	minSpeckContrast = 1.15
	maxSpeckContrast = 2.6
)
