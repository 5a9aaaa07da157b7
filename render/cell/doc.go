// Package cell represents a terminal's screen: a [Frame] of cells, each a glyph one column wide with two
// colours and attributes. It also has the colours ([Tier]) and the glyph sets ([Glyphs]) of terminals.
//
// It knows no terminal and no game, and does not encode frames.
package cell
