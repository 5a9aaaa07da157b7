// Package widget writes what is text: dialogs with buttons, big letters, the bar below a playback. It knows
// themes and glyph sets, and no game.
package widget

import (
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// The smallest frame in which everything has its place, in cells.
const MinW, MinH = 40, 16

// A Look is how panels are drawn: in which colours, and with which glyphs.
type Look struct {
	Theme  *theme.Theme // in the tier
	Tier   cell.Tier
	Glyphs cell.Glyphs
	Blocks []rune // the glyph of each mask of sub-cells: Glyphs.Blocks()
}

// An Area is a part of a frame, in cells: dialogs and banners are centred in one.
type Area struct{ X, Y, W, H int }

// Meets reports whether a and b have a cell in common.
func (a Area) Meets(b Area) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}
