package render

import (
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// The shares of brightness, in sixteenths, that make a brick's colours from its
// hue; its lit edges glow.
const (
	faceShare  = 14
	darkShare  = 7  // of edges away from the light
	lowerShare = 14 // of the lower half of stamps; the upper one has it all
	wallFace   = 11 // of walls
	wallUpper  = 13
	wallDark   = 5
	rivet      = 3
	pipWhite   = 14 // white over the pips
)

// hueOf returns the colour that a brick's colours are made of.
func (t *Theme) hueOf(b *brick) cell.Color {
	if !spec.Kinds[b.Kind].Breaks {
		return t.Steel
	}
	return t.Hues[b.Hue%spec.Hues]
}

// lookOf returns how b is drawn in a tier.
func (t *Theme) lookOf(b *brick, tier cell.Tier) raster.Look {
	hue := t.hueOf(b)
	k := raster.Look{Rivet: !spec.Kinds[b.Kind].Breaks, Pure: tier >= cell.Colors16}
	if !k.Rivet && b.Hits > 1 && spec.Kinds[b.Kind].Mark == 0 {
		k.Pips = int(b.Hits)
	}
	k.Lettered, k.Odd = spec.Kinds[b.Kind].Mark != 0, k.Rivet || b.Hits == 3
	if b.Kind == spec.Cracked {
		k.Cracks = len(raster.CrackLines)
	} else if full := spec.Kinds[b.Kind].Hits; b.Hits > 0 && b.Hits < full {
		k.Cracks = int(full - b.Hits)
	}

	face, dark, mark := cell.Darken(hue, faceShare), cell.Darken(hue, darkShare), cell.Mix(hue, 0xffffff, pipWhite)
	upper, lower := hue, cell.Darken(hue, lowerShare)
	ink := uint8(raster.InkFace + b.Hue%spec.Hues)
	if k.Rivet {
		face, dark, mark = cell.Darken(hue, wallFace), cell.Darken(hue, wallDark), cell.Darken(hue, rivet)
		upper, lower = cell.Darken(hue, wallUpper), face
		ink = raster.InkFace + spec.Hues
	}

	k.Face, k.Dark, k.Lit = raster.NewPixel(face, ink), raster.NewPixel(dark, ink), raster.NewPixel(cell.Glow(hue), ink)
	k.Upper, k.Lower, k.Hole = raster.NewPixel(upper, ink), raster.NewPixel(lower, ink), raster.NewPixel(t.Back, 0)
	k.Pip = raster.NewPixel(mark, raster.InkPip)

	// Few colours and none: shades are chosen from what there is.
	switch tier {
	case cell.Colors16:
		s, colors := &shades16[cell.Index16(hue)], cell.Palette16()
		if !k.Rivet {
			mark = t.Flash
		}
		k.Face, k.Lit, k.Dark = raster.NewPixel(hue, ink), raster.NewPixel(colors[s.lit], ink), raster.NewPixel(colors[s.dark], ink)
		k.Pip = raster.NewPixel(mark, raster.InkPip)
		k.Upper, k.Lower = k.Face, k.Face
	case cell.Mono:
		k.Flat = true
		// Without colours the dark edges part neighbours, and pips are holes.
		// Walls have no such edges: they are one mass.
		k.Face, k.Dark, k.Pip = raster.NewPixel(hue, raster.InkLit), raster.NewPixel(hue, 0), raster.NewPixel(t.Back, 0)
		if k.Rivet {
			k.Dark = k.Face
		}
	}
	return k
}

// lookOf returns how v draws b. Dots are lit or not: edges away from the light are
// gaps there, which part neighbours, and pips are holes.
func (v *View) lookOf(b *brick) raster.Look {
	k := v.theme.lookOf(b, v.o.Tier)
	if v.o.Glyphs == cell.Braille {
		k.Flat = true
		k.Dark, k.Pip = raster.NewPixel(k.Face.Color(), 0), raster.NewPixel(v.theme.Back, 0)
		if k.Rivet {
			k.Dark = k.Face
		}
	}
	return k
}
