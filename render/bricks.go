package render

import (
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// The shares of a hue's brightness, in sixteenths, in the parts of a brick. Its lit edges glow.
const (
	faceShare  = 14
	darkShare  = 7  // edges away from the light
	lowerShare = 14 // lower half of stamps; the upper half has the full hue
	wallFace   = 11 // walls
	wallUpper  = 13
	wallDark   = 5
)

// hueOf returns the colour from which a brick's colours are made.
func (t *Theme) hueOf(b *brick) cell.Color {
	if !spec.Kinds[b.Kind].Breaks {
		return t.Steel
	}
	return t.Hues[b.Hue%spec.Hues]
}

// lookOf returns the look of b in a tier.
func (t *Theme) lookOf(b *brick, tier cell.Tier) raster.Look {
	hue := t.hueOf(b)
	k := raster.Look{Rivet: !spec.Kinds[b.Kind].Breaks, Pure: tier >= cell.Colors16}
	if !k.Rivet && b.Hits > 1 && spec.Kinds[b.Kind].Mark == 0 {
		k.Pips = int(b.Hits)
	}
	if b.Kind == spec.Cracked {
		k.Cracks = len(raster.CrackLines)
	} else if full := spec.Kinds[b.Kind].Hits; b.Hits > 0 && b.Hits < full {
		k.Cracks = int(full - b.Hits)
	}

	face, dark := cell.Darken(hue, faceShare), cell.Darken(hue, darkShare)
	upper, lower := hue, cell.Darken(hue, lowerShare)
	ink := uint8(raster.InkFace + b.Hue%spec.Hues)
	if k.Rivet {
		face, dark = cell.Darken(hue, wallFace), cell.Darken(hue, wallDark)
		upper, lower = cell.Darken(hue, wallUpper), face
		ink = raster.InkFace + spec.Hues
	}

	k.Face, k.Dark, k.Lit = raster.NewPixel(face, ink), raster.NewPixel(dark, ink), raster.NewPixel(cell.Glow(hue), ink)
	k.Upper, k.Lower, k.Hole = raster.NewPixel(upper, ink), raster.NewPixel(lower, ink), raster.NewPixel(t.Back, 0)

	// With few colours or none, choose shades from those available.
	switch tier {
	case cell.Colors16:
		s, colors := &shades16[cell.Index16(hue)], cell.Palette16()
		k.Face, k.Lit, k.Dark = raster.NewPixel(hue, ink), raster.NewPixel(colors[s.lit], ink), raster.NewPixel(colors[s.dark], ink)
		k.Upper, k.Lower = k.Face, k.Face
	case cell.Mono:
		k.Flat = true
		// Without colours, dark edges separate neighbours, and pips are holes. Walls have no dark edges:
		// they are one mass.
		k.Face, k.Dark = raster.NewPixel(hue, raster.InkLit), raster.NewPixel(hue, 0)
		if k.Rivet {
			k.Dark = k.Face
		}
	}
	return k
}

// lookOf returns the look of b in v. With dots, edges away from the light are gaps that separate
// neighbours, and pips are holes.
func (v *View) lookOf(b *brick) raster.Look {
	k := v.theme.lookOf(b, v.o.Tier)
	if v.o.Glyphs == cell.Braille {
		k.Flat = true
		k.Dark = raster.NewPixel(k.Face.Color(), 0)
		if k.Rivet {
			k.Dark = k.Face
		}
	}
	return k
}
