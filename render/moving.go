package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// aimStep is the distance between the dots of the aim line, in units. firstAimDot is the distance of the first dot from
// the ball.
const (
	aimStep     = 2.4
	firstAimDot = 1.8
)

// drawAim draws the aim line.
func (v *View) drawAim(g *engine.Game) {
	p := raster.NewPixel(v.theme.Aim, 120)
	v.eachAimDot(g, func(x, y float64) { v.overlay.Speck(x, y, aimDotRadius, p) })
}

// eachAimDot calls put for each dot of the aim line, which is the path of the next serve or the prediction of the
// aim assist.
func (v *View) eachAimDot(g *engine.Game, put func(x, y float64)) {
	if v.fieldOnly {
		return
	}
	switch g.Phase {
	case engine.Serve:
		v.aimLine = g.ServePath(v.aimLine[:0])
	case engine.Play:
		v.aimLine = g.PredictedPath(v.aimLine[:0])
	default:
		return
	}
	next := firstAimDot
	for i := 1; i < len(v.aimLine); i++ {
		a, d := v.aimLine[i-1], v.aimLine[i].Sub(v.aimLine[i-1])
		length := d.Norm()
		for ; next <= length; next += aimStep {
			at := a.Along(d, next/length)
			put(at.X, at.Y)
		}
		next -= length
	}
}

// aimDotRadius is the radius of a dot of the aim line, in units.
const aimDotRadius = 0.22

// drawBall paints a ball. Its shape does not depend on its position.
func (v *View) drawBall(b shownBall) {
	light, shade := v.ballColors(b)
	v.overlay.Disc(b.x, b.y, b.r, raster.NewPixel(light, raster.InkBall), raster.NewPixel(shade, raster.InkBall))
}

// ballColors returns the colors of a ball. If there are many balls, they are darker, because many bright balls would
// flash.
func (v *View) ballColors(b shownBall) (light, shade cell.Color) {
	switch dimmed := v.effects.ballsDimmed; {
	case dimmed && b.faint:
		return v.look.crowdFaint, v.look.crowdFaint
	case dimmed:
		return v.look.crowdBall, v.look.crowdBall
	case b.faint:
		return v.theme.Aim, v.theme.Aim
	}
	return v.look.ball, v.look.shade
}

// A paddleBody is the appearance of a paddle between its ends.
type paddleBody uint8

const (
	solidBody  paddleBody = iota // an ordinary paddle
	dashedBody                   // stunned by a beam or a drop
	noBody                       // only the ends are visible
)

// bodyOf returns the body of paddle k.
func bodyOf(g *engine.Game, k int) paddleBody {
	switch {
	case g.RunsFor(spec.DropGhost, k):
		return noBody
	case g.Paddles[k].StunnedUntil > g.Tick || g.RunsFor(spec.DropFrozen, k):
		return dashedBody
	}
	return solidBody
}

// stunDash is the length of the dashes and gaps of a stunned paddle, in units.
const stunDash = 1.0

// PaddlesMoved reports whether a paddle of g would be drawn at a different position than in the last frame. In ASCII
// the result is approximate.
func (v *View) PaddlesMoved(g *engine.Game) bool {
	if v.l.w == 0 || v.l.tooSmall {
		return false
	}
	for k := range g.Paddles {
		if p := paddleOf(g, k); v.overlay.Capsule(p.X, p.Y, p.Half, p.R) != v.paddleBoxes[k] {
			return true
		}
	}
	return false
}

// drawPaddle paints a capsule of whole sub-cells with a lit upper side and colored ends.
func (v *View) drawPaddle(p *paddle, inks []paddleInk, body paddleBody) {
	o := &v.overlay
	b := o.Capsule(p.X, p.Y, p.Half, p.R)
	o.Touch(o.Cells(b.And(o.All())))

	// A cell has only two colors. If an end and the body met inside a cell, the light edge would seem to extend down
	// along the end. So they meet at a border between cells. Both ends have the same width, because the width of the
	// paddle is a whole number of cells, and a cell has at most two columns of sub-cells.
	x, w, h := b.X0, b.X1-b.X0, b.Y1-b.Y0
	ends := max(1, min(raster.Nearest(p.R/o.UnitX), w/4))
	ends += (x + ends) % o.SubX
	left, right := inks[0].ends(p)

	for j := range h {
		y := b.Y0 + j
		cut := o.RoundedCut(j, h, ends, p.R)
		row := raster.Rect(x+cut, y, x+w-cut, y+1).And(o.All())
		middle := raster.Rect(x+ends, y, x+w-ends, y+1)
		o.Fill(raster.Rect(row.X0, y, middle.X0, y+1).And(o.All()), raster.NewPixel(left, raster.InkFront))
		o.Fill(raster.Rect(middle.X1, y, row.X1, y+1).And(o.All()), raster.NewPixel(right, raster.InkFront))
		v.paintBands(middle, body, inks, b)
	}
}

// paintBody paints a row of a paddle between its ends in the color c, with gaps if the paddle is stunned, or in the
// color of the background if the body is invisible.
func (v *View) paintBody(row raster.Box, body paddleBody, c cell.Color) {
	o, ground := &v.overlay, raster.NewPixel(v.theme.Back, 0)
	if body == noBody {
		o.Fill(row.And(o.All()), ground)
		return
	}
	o.Fill(row.And(o.All()), raster.NewPixel(c, raster.InkFront))
	if body == dashedBody {
		dash := max(1, raster.Nearest(stunDash/o.UnitX/float64(o.SubX))) * o.SubX
		for at := row.X0; at < row.X1; at += 2 * dash {
			o.Fill(raster.Rect(at, row.Y0, min(at+dash, row.X1), row.Y1).And(o.All()), ground)
		}
	}
}

// paddleRowColor returns the color of a paddle with the box b in row y of the sub-cells: the color of the light edge,
// the shaded edge or the body. A cell has only two colors, so in a cell that also shows the background, all rows have
// the same color.
func (v *View) paddleRowColor(ink paddleInk, b raster.Box, y int) cell.Color {
	o := &v.overlay
	edge := max(1, raster.Nearest(paddleEdge/o.UnitY))
	first, last := b.Y0/o.SubY, (b.Y1-1)/o.SubY
	cell := y / o.SubY
	filled := b.Y0 <= cell*o.SubY && b.Y1 >= (cell+1)*o.SubY
	top, bottom := y < b.Y0+edge, y >= b.Y1-edge && b.Y1-b.Y0 >= 4*edge
	if !filled {
		top, bottom = cell == first && first < last, cell == last && first < last && b.Y1-b.Y0 >= 4*edge
	} else if first == last {
		bottom = false
	}
	switch {
	case top:
		return ink.light
	case bottom:
		return ink.shade
	}
	return ink.body
}

// paddleEdge is the height of a paddle's edges in units. It is at least one sub-cell.
const paddleEdge = 0.35

// drawFloor paints the glow of the floor and of the ceiling, if there is one; see endGlow.
func (v *View) drawFloor(g *engine.Game) {
	o := &v.overlay
	for end, b := range [...]raster.Box{raster.Rect(0, o.H-1, o.W, o.H), raster.Rect(0, 0, o.W, 1)} {
		if c, ok := v.endGlow(g, end); ok {
			o.Touch(o.Cells(b))
			o.Fill(b, raster.NewPixel(c, 180))
		}
	}
}

// endGlow returns the color of the glow at an end of the field: 0 for the floor, 1 for the ceiling. An end glows while
// it is closed, and after a ball was lost there. The floor also glows while it can still save balls. ok is false if the
// end does not glow. The glow after a lost ball fades in four steps of an eighth of a second. With reduced motion it is
// constant.
func (v *View) endGlow(g *engine.Game, end int) (cell.Color, bool) {
	closed := g.FloorClosed || engine.Modes[g.Mode].ClosedFloor
	if end == 1 {
		closed = g.CeilingClosed
	}
	if closed {
		return cell.Snap256(v.theme.Accent), true
	}
	if end == 0 && g.Saves > 0 {
		return cell.Mix(v.theme.Back, v.theme.Life, 8), true
	}
	if g.Phase != engine.Lost || end != v.lossEnd(g) {
		return 0, false
	}
	if v.opts.Effects == NoEffects {
		return cell.Mix(v.theme.Back, v.theme.Alarm, 8), true
	}
	k := 16 - 4*int(min((g.Tick-g.PhaseBegan)/(engine.TicksPerSecond/8), 4))
	return cell.Mix(v.theme.Back, v.theme.Alarm, k), k > 0
}
