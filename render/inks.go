package render

import (
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// maxSnapDistance is the maximum distance, as computed by cell.Dist2, between a mixed color and a color of the board
// layer that replaces it; see snapColor.
const maxSnapDistance = 300

// A paddleInk contains the colors of a paddle. light is the color of the upper edge, and glow is the color of the
// leading end. These two differ, because otherwise the edge would seem to bend around the end.
type paddleInk struct{ body, light, shade, end, glow cell.Color }

// ends returns the colors of the left and the right end of p. The leading end glows while the paddle moves. So the
// player sees the effect of a key after one tick, before the paddle has moved by a sub-cell.
func (k *paddleInk) ends(p *paddle) (left, right cell.Color) {
	left, right = k.end, k.end
	switch {
	case p.V < 0:
		left = k.glow
	case p.V > 0:
		right = k.glow
	}
	return left, right
}

// newPaddleInks returns the colors of both paddles. The second paddle swaps the colors of body and ends, so that
// the paddles differ in every theme.
func newPaddleInks(t *theme.Theme) [2]paddleInk {
	light, shade := cell.Snap256(cell.Mix(t.PaddleEnds, t.Text, 7)), cell.Snap256(cell.Mix(t.PaddleEnds, t.Back, 5))
	return [2]paddleInk{
		{t.Paddle, t.PaddleLight, t.PaddleShade, t.PaddleEnds, glowColor(t, t.PaddleEnds, t.PaddleLight)},
		{t.PaddleEnds, light, shade, t.Paddle, glowColor(t, t.Paddle, light)},
	}
}

// glowColor returns the color of a leading end: a color brighter than end. If no such color differs enough from end, it
// returns light.
func glowColor(t *theme.Theme, end, light cell.Color) cell.Color {
	if c := cell.Snap256(cell.Mix(end, t.Ball, 9)); cell.Dist2(c, end) > 4*maxSnapDistance {
		return c
	}
	return light
}
