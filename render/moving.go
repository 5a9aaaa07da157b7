package render

import (
	"math"

	"arkterm/engine"
	"arkterm/render/cell"
)

// drawMoving paints everything that moves, from the back to the front.
func (v *View) drawMoving(g *engine.Game, bricks []engine.Brick) {
	v.drawMovers(bricks)
	v.drawFoes(g, bricks)
	v.drawTrail()
	v.drawFlashes(g)
	v.drawBeams(g)
	v.drawAim(g)
	v.drawFloor(g)
	v.drawGhost()
	for i := range g.Paddles {
		p := v.tremble(g, i)
		v.drawPaddle(&p, v.inks[i], stuck(g, i), g.RunsFor(engine.DropGhostPaddle, i))
	}
	for _, b := range v.effects.balls {
		v.drawBall(b)
	}
	v.drawCharge(g)
	v.drawSparks()
}

// aimStep is how far the dots of the aim preview are apart, and aimFirst how far
// the first one is from the ball, in units.
const (
	aimStep  = 2.4
	aimFirst = 1.8
)

// drawAim dots where balls will go.
func (v *View) drawAim(g *engine.Game) {
	p := newPixel(v.theme.Aim, 120)
	v.eachAimDot(g, func(x, y float64) { v.over.stampDot(x, y, aimDot, p) })
}

// eachAimDot calls put for each dot of the path that the next serve would take, or in play of
// the one that helps.
func (v *View) eachAimDot(g *engine.Game, put func(x, y float64)) {
	switch g.Phase {
	case engine.Serve:
		v.sight = g.Sight(v.sight[:0])
	case engine.Play:
		v.sight = g.Course(v.sight[:0])
	default:
		return
	}
	next := aimFirst
	for i := 1; i < len(v.sight); i++ {
		a, d := v.sight[i-1], v.sight[i].Sub(v.sight[i-1])
		length := d.Norm()
		for ; next <= length; next += aimStep {
			at := a.Along(d, next/length)
			put(at.X, at.Y)
		}
		next -= length
	}
}

// aimDot is the radius of a dot of the aim preview.
const aimDot = 0.22

// drawBall paints one ball: a disc, shaded away from the light where it is large
// enough to show it. In a crowd it is whole sub-cells, for half of the bytes.
func (v *View) drawBall(b disc) {
	o := &v.over
	p := newPixel(v.theme.Ball, inkFront)
	radius := b.r + min(ballGrowth, 0.1*o.uy)
	if o.crispDisc(radius) || v.effects.crowded() {
		o.stampDot(b.x, b.y, b.r, p)
		return
	}
	shade := p
	if b.r > 6*o.ux {
		shade = newPixel(v.theme.BallShade, inkFront)
	}
	o.softDisc(b.x, b.y, radius, p, shade)
}

// ballGrowth is by how much balls are drawn larger than they are, in units, but no
// more than a tenth of a sub-cell: edges that fade into the ground look farther
// in than they are.
const ballGrowth = 0.1

// crispDisc reports whether discs of a radius are drawn in whole sub-cells: where
// there are no shades to soften them with, and where sub-cells are so large that
// a disc on the corner of four would vanish.
func (o *overlay) crispDisc(radius float64) bool {
	return o.hard || radius*radius < softLeast*o.ux*o.uy
}

// softLeast is the square of the least radius of a soft disc, in areas of a
// sub-cell: a quarter of it covers 5.5/16, which rounds to a visible share.
const softLeast = 5.5 / 16 * 4 / math.Pi

// stuck reports whether paddle k cannot move: a beam or a drop has seen to it.
func stuck(g *engine.Game, k int) bool {
	return g.Paddles[k].StunnedTo > g.Tick || g.RunsFor(engine.DropFrozen, k)
}

// stunDash is the length of the dashes and of the gaps of a stunned paddle, in
// units.
const stunDash = 1.0

// drawPaddle paints a capsule in whole sub-cells: light along its upper side, with
// coloured ends. A stunned one is dashed between them, of a ghost there are the ends only.
// The ends begin where cells do, for a cell has but two colours: with three of them, the
// light would run down beside one end. Both are as wide, since the paddle is an even number
// of sub-cells where a cell has two.
func (v *View) drawPaddle(p *engine.Paddle, ink paddleInk, stunned, ghost bool) {
	o, t := &v.over, &v.theme
	wide := max(1, nearest(2*p.Half/o.ux/float64(o.sx))) * o.sx
	b := o.place(p.X, p.Y, float64(wide)/2*o.ux, p.R)
	o.touch(o.cells(b.and(o.all())))
	x, w, h := b.x0, b.x1-b.x0, b.y1-b.y0
	ends := max(1, min(nearest(p.R/o.ux), w/4))
	ends += (x + ends) % o.sx
	dash := max(1, nearest(stunDash/o.ux/float64(o.sx))) * o.sx
	for j := range h {
		y := b.y0 + j
		cut := o.roundOff(j, h, ends, p.R)
		row := box{x + cut, y, x + w - cut, y + 1}.and(o.all())
		o.unsoften(row)
		left, right := ink.ends(p)
		middle := box{x + ends, y, x + w - ends, y + 1}
		o.fill(box{row.x0, y, middle.x0, y + 1}.and(o.all()), newPixel(left, inkFront))
		o.fill(box{middle.x1, y, row.x1, y + 1}.and(o.all()), newPixel(right, inkFront))
		if ghost {
			o.fill(middle.and(o.all()), newPixel(t.Back, 0))
			continue
		}
		o.fill(middle.and(o.all()), newPixel(v.paddleRow(ink, b, y), inkFront))
		for at := middle.x0; stunned && at < middle.x1; at += 2 * dash {
			o.fill(box{at, y, min(at+dash, middle.x1), y + 1}.and(o.all()), newPixel(t.Back, 0))
		}
	}
}

// A paddleInk is the colours of one paddle.
type paddleInk struct{ body, light, shade, end cell.Color }

// mixInks makes the colours of both paddles. The second one has those of the first one's
// ends and body exchanged, so that each theme has two that can be told apart.
func (t *Theme) mixInks() [2]paddleInk {
	light, shade := cell.Snap256(cell.Mix(t.PaddleEnds, t.Text, 7)), cell.Snap256(cell.Mix(t.PaddleEnds, t.Back, 5))
	return [2]paddleInk{
		{t.Paddle, t.PaddleLight, t.PaddleShade, t.PaddleEnds},
		{t.PaddleEnds, light, shade, t.Paddle},
	}
}

// ends returns the colours of both ends of p. The one ahead glows while the paddle moves: a
// key is answered in the tick after it, when the paddle has not yet gone as far as a
// sub-cell is wide.
func (k *paddleInk) ends(p *engine.Paddle) (left, right cell.Color) {
	left, right = k.end, k.end
	switch {
	case p.V < 0:
		left = k.light
	case p.V > 0:
		right = k.light
	}
	return left, right
}

// roundOff returns how many sub-cells are missing at either end of row j of h, for the
// ends to be round. Of fewer than three rows none is: it would look bitten.
func (o *overlay) roundOff(j, h, ends int, radius float64) int {
	if h < 3 {
		return 0
	}
	dy := (2*float64(j)+1)/float64(h) - 1
	return min(nearest(radius*(1-math.Sqrt(1-dy*dy))/o.ux), ends-1)
}

// paddleRow returns the colour of a paddle in row y of the sub-cells. A row of cells that
// it fills may have two colours, but one that shows the ground too has only one left.
func (v *View) paddleRow(ink paddleInk, b box, y int) cell.Color {
	o := &v.over
	edge := max(1, nearest(paddleEdge/o.uy))
	first, last := b.y0/o.sy, (b.y1-1)/o.sy
	cell := y / o.sy
	filled := b.y0 <= cell*o.sy && b.y1 >= (cell+1)*o.sy
	top, bottom := y < b.y0+edge, y >= b.y1-edge && b.y1-b.y0 >= 4*edge
	if !filled {
		top, bottom = cell == first && first < last, cell == last && first < last && b.y1-b.y0 >= 4*edge
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

// paddleEdge is the height of a paddle's edges, in units, or else a sub-cell.
const paddleEdge = 0.35

// drawFloor lights the floor while it is closed; an open one glows while a lost ball is mourned.
// An open ceiling does the same.
func (v *View) drawFloor(g *engine.Game) {
	o := &v.over
	for end, b := range [...]box{{0, o.h - 1, o.w, o.h}, {0, 0, o.w, 1}} {
		if c, ok := v.glowAt(g, end); ok {
			o.touch(o.cells(b))
			o.fill(b, newPixel(c, 180))
		}
	}
}

// glowAt returns the colour of an end of the field, 0 for the floor and 1 for the ceiling, when
// it could be open and is closed, or after a ball was lost there. That fades in four steps of an
// eighth of a second; with reduced motion it stays.
func (v *View) glowAt(g *engine.Game, end int) (cell.Color, bool) {
	closed := g.FloorClosed || engine.Modes[g.Mode].Closed
	if end == 1 {
		closed = g.RoofClosed
	}
	if closed {
		return cell.Snap256(v.theme.Accent), true
	}
	if g.Phase != engine.Lost || end != v.lostAt(g) {
		return 0, false
	}
	if v.o.Effects == NoEffects {
		return cell.Mix(v.theme.Back, v.theme.Alarm, 8), true
	}
	k := 16 - 4*int(min((g.Tick-g.Since)/(engine.TicksPerSecond/8), 4))
	return cell.Mix(v.theme.Back, v.theme.Alarm, k), k > 0
}
