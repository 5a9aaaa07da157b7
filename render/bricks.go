package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// Brightness of the parts of a brick, in sixteenths of the brightness of its base color. Lit edges are brighter than
// the base color.
const (
	faceShare   = 14
	darkShare   = 7  // edges away from the light
	lowerShare  = 14 // lower half of stamps; the upper half has the full brightness
	wallFace    = 11 // face of walls
	wallUpper   = 13
	wallDark    = 5
	grooveShare = 5 // groove in a wall
	windowShare = 5 // share of the base color behind icons; the rest is the background of the field
)

// minInkContrast is the minimum contrast of an icon with the face of its brick.
const minInkContrast = 1.2

// baseColor returns the color from which a brick's colors are derived.
func baseColor(t *theme.Theme, b *brick) cell.Color {
	if base := kindRows[b.Kind].base; base != nil {
		return base(t, b)
	}
	return t.Hues[b.Hue%spec.NumHues]
}

// lookOf returns the look of b in a theme and a tier.
func lookOf(t *theme.Theme, b *brick, tier cell.Tier) raster.Look {
	hue, row := baseColor(t, b), &kindRows[b.Kind]
	k := raster.Look{Wall: row.solid, FewShades: tier >= cell.Colors16}
	full := spec.Kinds[b.Kind].Hits
	if missing := int(full - min(b.Hits, full)); row.drains && b.Hits > 0 {
		k.Drained = missing * 16 / int(full)
	} else if !row.hidesHits {
		k.Cracks = missing
		if b.Hits > 1 {
			k.Pips = int(b.Hits)
		}
	}
	k.Icon, k.FlipX, k.FlipY = row.iconOf(b)

	face, dark := cell.Darken(hue, faceShare), cell.Darken(hue, darkShare)
	upper, lower := hue, cell.Darken(hue, lowerShare)
	ink := uint8(raster.InkFace + b.Hue%spec.NumHues)
	if row.darkFace {
		face, dark = cell.Darken(hue, wallFace), cell.Darken(hue, wallDark)
		upper, lower = cell.Darken(hue, wallUpper), face
	}
	if row.base != nil {
		ink = raster.InkFace + spec.NumHues + uint8(b.Kind)
	}

	k.Face, k.Dark, k.Lit = raster.NewPixel(face, ink), raster.NewPixel(dark, ink), raster.NewPixel(cell.Glow(hue), ink)
	k.Upper, k.Lower, k.Hole = raster.NewPixel(upper, ink), raster.NewPixel(lower, ink), raster.NewPixel(t.Back, 0)
	k.Window = raster.NewPixel(t.Fade(hue, windowShare), ink)

	// With few colors or none, choose from the available shades.
	switch tier {
	case cell.Colors16:
		s, colors := &theme.Shades16[cell.Index16(hue)], cell.Palette16()
		k.Face, k.Lit = raster.NewPixel(colors[s.Face], ink), raster.NewPixel(colors[s.Lit], ink)
		k.Dark = raster.NewPixel(colors[s.Dark], ink)
		k.Upper, k.Lower, k.Window = k.Face, k.Face, k.Hole
		if k.Wall {
			k.Dark = k.Face // so that the groove is visible
		}
	case cell.Colors8:
		// With 8 colors there are no shades of a color, so gaps separate neighbors, and pips are holes.
		k.Flat = true
		k.Face, k.Dark = raster.NewPixel(t.NearestPiece8(hue), ink), k.Hole
		k.Lit, k.Upper, k.Lower, k.Window = k.Face, k.Face, k.Face, k.Hole
		if k.Wall {
			k.Dark = k.Face
		}
	case cell.Mono:
		k.Flat = true
		// Without colors, dark edges separate neighbors, and pips are holes. Walls have no dark edges, so adjacent
		// walls merge.
		k.Face, k.Dark = raster.NewPixel(hue, raster.InkLit), raster.NewPixel(hue, 0)
		if k.Wall {
			k.Dark = k.Face
		}
		k.Window = k.Hole
	}
	for i := range k.Inks {
		k.Inks[i] = raster.NewPixel(legibleInk(t, b, i, &k, tier), ink)
	}
	if tier == cell.Mono {
		setUnshadedIcon(&k, b)
	}
	return k
}

// legibleInk returns the color of ink i of a brick's icon. k is the look of the brick b. If the icon is on the brick's
// face and the ink is too similar to the face, legibleInk returns the dark color of windows.
func legibleInk(t *theme.Theme, b *brick, i int, k *raster.Look, tier cell.Tier) cell.Color {
	c := inkOf(t, b, i)
	if kindRows[b.Kind].onFace && cell.Contrast(tier.Nearest(c), tier.Nearest(k.Face.Color())) < minInkContrast {
		return k.Window.Color()
	}
	return c
}

// inkOf returns the color of ink i of a brick's icon. If the kind of brick has no ink i, it returns the first ink. If
// the kind has no inks, it returns the background color.
func inkOf(t *theme.Theme, b *brick, i int) cell.Color {
	inks := &kindRows[b.Kind].inks
	switch {
	case inks[i] != nil:
		return inks[i](t, b)
	case inks[0] != nil:
		return inks[0](t, b)
	}
	return t.Back
}

// lookOf returns the look of b with the options of v. With braille, edges away from the light are gaps between
// neighbors, and pips are holes.
func (v *View) lookOf(b *brick) raster.Look {
	k := lookOf(&v.theme, b, v.opts.Tier)
	// If the field is flipped, turn all icons upright, except icons that show a direction.
	k.FlipY = k.FlipY != (v.opts.Flipped && spec.Kinds[b.Kind].Opening != spec.OneWay)
	if v.opts.Glyphs == cell.Braille {
		k.Flat = true
		k.Dark = raster.NewPixel(k.Face.Color(), 0)
		if k.Wall {
			k.Dark = k.Face
		}
		k.Window = k.Hole
		setUnshadedIcon(&k, b)
	}
	return k
}

// setUnshadedIcon changes the icon of b for pictures without shades. Each ink of the icon becomes lit, or unlit if the
// icon is on the brick's face. Walls have a slot instead of an icon.
func setUnshadedIcon(k *raster.Look, b *brick) {
	if k.Wall {
		k.Icon = nil
	}
	for i := range k.Inks {
		ink := uint8(raster.InkLit)
		if kindRows[b.Kind].onFace {
			ink = 0
		}
		k.Inks[i] = raster.NewPixel(k.Inks[i].Color(), ink)
	}
}

// pulse returns the brightness of a pulsing brick at a tick: 0 for dim, 1 for normal, 2 for bright. The portals of a
// pair pulse together. With reduced motion the brightness is constant.
func (v *View) pulse(b *brick, tick uint64) uint8 {
	if v.opts.Effects == NoEffects {
		return 1
	}
	return [...]uint8{1, 2, 1, 0}[(tick/pulseTicks+uint64(b.pairIndex))%4]
}

// eachOverdueBrick calls put for the brick that is about to burst, while its warning light is on. The light is on for
// the first half of each second. With reduced motion it is always on.
func (v *View) eachOverdueBrick(g *engine.Game, put func(b *brick)) {
	k, ticks := g.OverdueBrick()
	if k < 0 || k >= len(v.board.bricks) {
		return
	}
	if v.opts.Effects == NoEffects || ticks%engine.TicksPerSecond >= engine.TicksPerSecond/2 {
		put(&v.board.bricks[k])
	}
}

// isResting reports whether the board layer contains b.
func isResting(b *brick) bool { return b.Hits > 0 && !b.Moves && !b.Hidden }
