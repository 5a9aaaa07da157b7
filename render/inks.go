package render

import (
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// maxSnapDistance is the largest distance, as of cell.Dist2, at which a colour is replaced by one that the cell has in
// the static layer.
const maxSnapDistance = 300

// A paddleInk holds the colours of one paddle. glow is that of a leading end: in that of the light it would look
// like a hook of it.
type paddleInk struct{ body, light, shade, end, glow cell.Color }

// ends returns the colours of both ends of p. The leading end glows while the paddle moves: the player sees
// the answer to a key one tick after it, before the paddle has moved by a sub-cell.
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

// newPaddleInks makes the colours of both paddles. The second one swaps the first one's colours of ends and body,
// so that they differ in every theme.
func newPaddleInks(t *theme.Theme) [2]paddleInk {
	light, shade := cell.Snap256(cell.Mix(t.PaddleEnds, t.Text, 7)), cell.Snap256(cell.Mix(t.PaddleEnds, t.Back, 5))
	glow := func(end, light cell.Color) cell.Color {
		if c := cell.Snap256(cell.Mix(end, t.Ball, 9)); cell.Dist2(c, end) > 4*maxSnapDistance {
			return c
		}
		return light
	}
	return [2]paddleInk{
		{t.Paddle, t.PaddleLight, t.PaddleShade, t.PaddleEnds, glow(t.PaddleEnds, t.PaddleLight)},
		{t.PaddleEnds, light, shade, t.Paddle, glow(t.Paddle, light)},
	}
}
