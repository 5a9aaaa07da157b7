package theme

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Scenery is the appearance of a world. It has a background color, the light on the walls, and the pattern in the
// background. Bricks keep their hues, because these are chosen for color blindness. To add a world, add a row to
// sceneries. Levels without a world, or with a world that has no row, use the theme's own colors and a few specks
// of dust.
type Scenery struct {
	world   string
	ground  cell.Color // background for dark themes
	paper   cell.Color // background for light themes
	light   cell.Color // color of the light on walls and specks; 0 for no change
	Pattern Pattern
}

// A Pattern returns the speck at the cell in column x of row y of a field with the given number of rows. Patterns
// do not move, so they need no output after the first frame, and the cells behind moving objects can be restored.
type Pattern func(x, y, rows int) Speck

// A Speck is a glyph in an ink. The zero Speck is empty.
type Speck struct {
	Glyph rune
	Ink   uint8 // index into SpeckColors
}

// The inks of specks, all of them faint.
const (
	faintInk = iota                    // between dust and the background
	dustInk                            // the theme's dust color
	lineInk                            // more visible than dust
	firstHue                           // the first of the brick hues
	NumInks  = firstHue + spec.NumHues // number of inks
)

// sceneries lists the worlds of the shipped levels.
var sceneries = [...]Scenery{
	{"First Light", 0x120b03, 0xfaf0d2, 0xffb020, combs},
	{"Seed and Spark", 0x160706, 0xf9e8dc, 0xff4a1e, embers},
	{"Strange Ways", 0x021012, 0xe6f3ec, 0x18d8c8, grid},
	{"Clockwork", 0x0f0d08, 0xf5eedc, 0xd0b070, cogs},
	{"Prism", 0x0d0718, 0xf2eaf6, 0xb070ff, rays},
	{"The Deep", 0x020a1c, 0xe4eef8, 0x3088ff, bubbles},
}

// defaultScenery is the scenery of all other levels.
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

// Shares of a world's light in its walls, and in its dust on dark and on light backgrounds, in sixteenths.
const (
	wallLight  = 8
	dustLight  = 1
	dustShadow = 3
)

// InScenery returns the theme in the light of a world. Themes with few hues keep their colors.
func (t Theme) InScenery(s *Scenery) Theme {
	if !t.Lit || s.light == 0 {
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

// SpeckColors returns the colors of specks by ink, for a tier with at least 256 colors. A theme without dust has no
// decoration. In a theme with few hues, all specks have the color of the dust.
func (t *Theme) SpeckColors(tier cell.Tier) (inks [NumInks]cell.Color) {
	inks[faintInk], inks[dustInk], inks[lineInk] = cell.Mix(t.Back, t.Dust, 8), t.Dust,
		cell.Mix(t.Back, t.Walls, lineShare)
	for i := range t.Hues {
		inks[firstHue+i] = cell.Mix(t.Back, t.Hues[i], hueShare)
	}
	for i, c := range inks {
		switch {
		case t.Dust == t.Back || !t.Lit:
			inks[i] = t.Dust
		case tier == cell.Colors256:
			inks[i] = t.faint256Color(c)
		}
	}
	return inks
}

// faint256Color returns the color nearest to c among the 256 that is barely visible on the background.
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
