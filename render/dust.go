package render

import "arkterm/render/cell"

// Dust is a few dim motes on the ground, so that an empty field does not look like a hole in the screen.
// They rest, so they cost no bytes, and moving things restore them with their own few cells.

// dustW and dustH are the size of the block of cells that has one mote.
const dustW, dustH = 9, 4

// motes are their glyphs.
var motes = [...]rune{'·', '.'}

// mote returns the mote in a cell of the field, or 0.
func (v *View) mote(x, y int) rune {
	if v.o.Effects == NoEffects || v.o.Glyphs == cell.ASCII || v.o.Tier > cell.Colors256 || v.theme.Dust == v.theme.Back {
		return 0
	}
	h := uint32(x/dustW)*0x9e3779b1 ^ uint32(y/dustH)*0x85ebca77 ^ 0x2545f491
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	h ^= h >> 15
	if uint32(x%dustW) != h%dustW || uint32(y%dustH) != h>>8%dustH {
		return 0
	}
	return motes[h>>16%uint32(len(motes))]
}
