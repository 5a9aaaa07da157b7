package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// SetGhost sets the ghost, starting with the next Draw. A ghost is another game. Its balls and paddles are drawn dimly
// behind the current game while both games are in the same level. Otherwise only the HUD shows the ghost. Each Draw
// reads g. If g is nil, SetGhost removes the ghost.
func (v *View) SetGhost(g *engine.Game) { v.ghost = g }

// asciiGhostBall and asciiGhostPaddle are the glyphs of a ghost in ASCII.
const asciiGhostBall, asciiGhostPaddle = 'o', '_'

// drawGhost paints the ghost.
func (v *View) drawGhost(current *engine.Game) {
	if v.ghost == nil || v.ghost.Level != current.Level {
		return
	}
	o, g := &v.overlay, v.ghost
	paddle := raster.NewPixel(v.theme.Border, 100)
	for i := range g.Paddles {
		p := paddleOf(g, i)
		b := o.BoxAt(p.X, p.Y, p.Half, p.R).And(o.All())
		o.Touch(o.Cells(b))
		o.Fill(b, paddle)
	}
	ball := raster.NewPixel(v.theme.Trail, 100)
	for i := range g.Balls {
		at, r := g.BallAt(i), g.Disc(i).R
		o.Disc(at.X, at.Y, r, ball, ball)
	}
}

// asciiGhost works like drawGhost, for ASCII pictures.
func (v *View) asciiGhost(f *cell.Frame, current *engine.Game) {
	if v.ghost == nil || v.ghost.Level != current.Level {
		return
	}
	g := v.ghost
	for i := range g.Paddles {
		p := paddleOf(g, i)
		for x := p.X - p.Half; x <= p.X+p.Half; x += v.l.cellW {
			v.asciiPut(f, x, p.Y, asciiGhostPaddle, v.theme.Border)
		}
	}
	for i := range g.Balls {
		at := g.BallAt(i)
		v.asciiPut(f, at.X, at.Y, asciiGhostBall, v.theme.Trail)
	}
}
