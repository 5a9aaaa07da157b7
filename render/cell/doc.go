// Package cell is a terminal's screen as a value: a [Frame] of cells, each a glyph one column wide
// with two colours and attributes. Around it are the colours that a terminal may have (a [Tier] of
// them) and the sets of glyphs that pictures are made of ([Glyphs]).
//
// It knows no terminal and no game. What a frame is sent as is the affair of other packages.
package cell
