// Package cell represents the screen of a terminal as a [Frame] of cells.
//
// A cell has a glyph of one column, or half of a glyph of two columns, with two colors and attributes. The package also
// defines the numbers of colors ([Tier]) and the glyph sets ([Glyphs]) of terminals. Encoding frames is left to
// [arkterm/render/ansi].
package cell
