// Package cell represents the screen of a terminal as a [Frame] of cells.
//
// A cell has two colors, attributes, and a glyph of one column or half of a glyph of two columns. The package also
// defines the color tiers ([Tier]) and the glyph sets ([Glyphs]) of terminals. Package [arkterm/render/ansi]
// encodes frames.
package cell
