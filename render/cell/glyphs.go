package cell

import "arkterm/engine/parse"

// A Glyphs is a glyph set: the characters with which sub-cells are drawn.
type Glyphs uint8

// Glyph sets. All sets except ASCII divide a cell into sub-cells that are lit or unlit.
const (
	Quadrant Glyphs = iota // 2×2 sub-cells per cell
	Half                   // 1×2
	ASCII                  // printable ASCII, selected by shape
	Sextant                // 2×3
	Octant                 // 2×4
	Braille                // 2×4 dots in one color
	Mosaic                 // 2×3, and shapes with slanted sides; see [Glyphs.Shapes]
	Diagonal               // Mosaic and ◢◣◤◥, which few terminals extend to the corners of the cell
)

var glyphNames = [...]string{"quadrant", "half", "ascii", "sextant", "octant", "braille", "mosaic", "diagonal"}

// subCells contains the result of [Glyphs.SubCells] for each set.
var subCells = [...][2]int{
	Quadrant: {2, 2}, Half: {1, 2}, ASCII: {1, 1}, Sextant: {2, 3}, Octant: {2, 4}, Braille: {2, 4},
	Mosaic: {2, 3}, Diagonal: {2, 3},
}

// MaxSubCells is the maximum number of sub-cells of a cell.
const MaxSubCells = 8

// String returns the name of the set, in the form that ParseGlyphs accepts.
func (g Glyphs) String() string { return glyphNames[g] }

// SubCells returns the number of sub-cells of a cell, horizontally and vertically.
func (g Glyphs) SubCells() [2]int { return subCells[g] }

// ParseGlyphs returns the glyph set with the given name.
func ParseGlyphs(name string) (Glyphs, error) { return parse.Name(name, Glyphs(0), len(glyphNames)) }

// HasSlants reports whether the set has shapes with slanted sides.
func (g Glyphs) HasSlants() bool { return g == Octant || g == Mosaic || g == Diagonal }

// Blocks returns a glyph for each mask of lit sub-cells, or nil for ASCII. Bit 0 of a mask is the upper left
// sub-cell, and the other sub-cells follow in reading order.
func (g Glyphs) Blocks() []rune {
	switch g {
	case Quadrant:
		return quadrants[:]
	case Half:
		return halfBlocks[:]
	case Sextant, Mosaic, Diagonal:
		return sextants[:]
	case Octant:
		return octants[:]
	case Braille:
		return braille[:]
	}
	return nil
}

// quadrants and halfBlocks contain glyphs by mask.
var quadrants = [16]rune{
	' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛',
	'▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
}

var halfBlocks = [4]rune{' ', '▀', '▄', '█'}

// Code points that follow a rule are computed.
var (
	sextants = numberSextants()
	octants  = numberOctants()
	braille  = numberBraille()
)

// numberSextants returns the sextants by mask. They have consecutive code points from U+1FB00, in the order of their
// masks. Four of them are older block elements and keep their code points.
func numberSextants() (all [64]rune) {
	all[0], all[63] = ' ', '█'
	all[0b010101], all[0b101010] = '▌', '▐'
	assignCodePoints(all[:], 0x1fb00)
	return all
}

// assignCodePoints assigns consecutive code points, starting at next, to the glyphs without a code point.
func assignCodePoints(all []rune, next rune) {
	for m, r := range all {
		if r == 0 {
			all[m] = next
			next++
		}
	}
}

// olderOctants are the masks that had a code point before Unicode added octants. They are blocks whose height is a
// multiple of a quarter cell, and whose width is a whole or half cell.
var olderOctants = [...]struct {
	mask  uint8
	glyph rune
}{
	{0x03, '\U0001fb82'}, {0x3f, '\U0001fb85'}, // upper quarter, upper three quarters
	{0xc0, '▂'}, {0xfc, '▆'}, // lower quarter, lower three quarters
	{0x01, '\U0001cea8'}, {0x02, '\U0001ceab'}, // upper quarter of the left and of the right half
	{0x40, '\U0001cea3'}, {0x80, '\U0001cea0'}, // lower quarter
	{0x14, '\U0001fbe6'}, {0x28, '\U0001fbe7'}, // middle two quarters
}

// numberOctants returns the octants by mask. The octants that Unicode added have the code points U+1CD00 to U+1CDE5, in
// the order of their masks. Quadrants and other older block elements keep their code points.
func numberOctants() (all [256]rune) {
	for q, r := range quadrants {
		m := 0
		for k, quarter := range [4]int{0x05, 0x0a, 0x50, 0xa0} {
			m |= q >> k & 1 * quarter
		}
		all[m] = r
	}
	for _, o := range olderOctants {
		all[o.mask] = o.glyph
	}
	assignCodePoints(all[:], 0x1cd00)
	return all
}

// brailleDotBits are the bits of the braille dots in reading order. Braille numbers the dots of the left column from
// top to bottom, then the dots of the right column. The two lowest dots were added later and have the last numbers.
var brailleDotBits = [MaxSubCells]rune{0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80}

// numberBraille returns the braille glyphs by mask.
func numberBraille() (all [256]rune) {
	for m := range all {
		all[m] = 0x2800
		for k, dot := range brailleDotBits {
			all[m] |= rune(m>>k&1) * dot
		}
	}
	all[0] = ' '
	return all
}

// BrailleDots returns the mask of a braille glyph's 2×4 dots, in reading order. ok is false if r is not a braille
// glyph.
func BrailleDots(r rune) (mask int, ok bool) {
	if r < 0x2800 || r > 0x28ff {
		return 0, false
	}
	for k, dot := range brailleDotBits {
		if (r-0x2800)&dot != 0 {
			mask |= 1 << k
		}
	}
	return mask, true
}

// isOwnGlyph reports whether r is a block, a line or a sign in the program's own texts. All of these glyphs are one
// column wide, but older width tables lack the newest glyphs. Most cells contain one of these glyphs, so isOwnGlyph
// also avoids most lookups in go-runewidth. Its first lookup builds tables of 2.2 MB, which are needed only for names
// and texts from other sources.
func isOwnGlyph(r rune) bool {
	switch r {
	case '–', '‖', '‘', '’', '“', '”', '•', '…', '←', '↑', '→', '↓', '↔', '⇄', '−', '∞', '∩', '⌫',
		'■', '▬', '▲', '▴', '▶', '▸', '►', '▼', '▾', '◂', '◆', '◊', '○', '●', '★', '☆', '☻', '☼', '♥', '✓', '⬡', '⬢',
		'Ж':
		return true
	}
	return r >= 0x2500 && r <= 0x259f || r >= 0x1fb00 && r <= 0x1fbef || r >= 0x1cd00 && r <= 0x1ceaf || r >= 0x2800 &&
		r <= 0x28ff || isSlanted(r)
}
