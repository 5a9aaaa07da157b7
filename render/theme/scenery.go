package theme

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Scenery is the look of a world: its ground, the light that falls on the walls, and what stands in the
// background. Bricks keep their hues, which are chosen so that every eye can tell them apart. A new world is
// a row of sceneries; a level of no world, or of one that has no row, has the theme's own colours and a few
// motes on the ground.
type Scenery struct {
	world   string
	ground  cell.Color // for themes with a dark ground
	paper   cell.Color // for those with a bright one
	light   cell.Color
	Pattern Pattern
}

// A Pattern is what stands in the background: the mote in the cell in column x of row y of a field of so
// many rows. It rests, so that it costs no bytes, and moving things restore it with their own few cells.
type Pattern func(x, y, rows int) Speck

// A Speck is a glyph in an ink; the zero mote is none.
type Speck struct {
	Glyph rune
	Ink   uint8 // index of the inks of a scenery
}

// The inks of motes: the colour of dust, one between it and the ground, one that stands out more, and the
// hues of bricks from firstHue on, all of them faint.
const (
	faintInk = iota
	dustInk
	lineInk
	firstHue
	NumInks = firstHue + spec.NumHues // number of inks
)

// sceneries has the worlds of the shipped levels.
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

// SceneryOf returns the scenery of the world with the name; "" is none.
func SceneryOf(world string) *Scenery {
	for i := range sceneries {
		if sceneries[i].world == world {
			return &sceneries[i]
		}
	}
	return &defaultScenery
}

// How much of a world's light is in its walls, and in its dust on a dark and on a bright ground, in
// sixteenths.
const (
	wallLight  = 8
	dustLight  = 1
	dustShadow = 3
)

// InScenery returns the theme in the light of a world. A theme that lives from few colours keeps them.
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

// SpeckColors returns the colours of motes in a tier with at least 256 colours. A theme without dust has no
// decoration, and one that lives from few colours has motes in the colour of its dust.
func (t *Theme) SpeckColors(tier cell.Tier) (inks [NumInks]cell.Color) {
	inks[faintInk], inks[dustInk], inks[lineInk] = cell.Mix(t.Back, t.Dust, 8), t.Dust, cell.Mix(t.Back, t.Walls, lineShare)
	for i := range t.Hues {
		inks[firstHue+i] = cell.Mix(t.Back, t.Hues[i], hueShare)
	}
	for i, c := range inks {
		switch {
		case t.Dust == t.Back || !t.Lit:
			inks[i] = t.Dust
		case tier == cell.Colors256:
			inks[i] = t.faintOf256(c)
		}
	}
	return inks
}

// faintOf256 returns the colour of the 256 nearest to c that can be seen on the ground, but only just.
func (t *Theme) faintOf256(c cell.Color) cell.Color {
	best, at := math.MaxInt, t.Back
	for _, p := range cell.Palette256() {
		k := cell.Contrast(p, t.Back)
		if d := cell.Dist2(c, p); k >= minSpeckContrast && k <= maxSpeckContrast && d < best {
			best, at = d, p
		}
	}
	return at
}

// How much of a brick's hue or of the walls' colour is in a mote, in sixteenths, and the contrasts of motes
// where colours are few.
const (
	hueShare         = 1
	lineShare        = 3
	minSpeckContrast = 1.15
	maxSpeckContrast = 2.6
)
