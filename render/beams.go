package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Beams, trip wires and traces of shots are lines with a width of one sub-cell. They are behind bricks, balls and
// paddles.

const (
	lampRadius = 1.4                               // radius of the ring of an unlit emitter, in units
	glowRadius = 1.7                               // radius of the disc of a lit emitter, in units
	lampHole   = 0.5                               // radius of the hole of an unlit emitter, in units
	shotTicks  = 80 * engine.TicksPerSecond / 1000 // duration of the trace of a shot
)

// drawBeams paints the emitters and their beams, trip wires, and the traces of shots.
func (v *View) drawBeams(g *engine.Game) {
	o := &v.overlay
	v.eachBeam(g, func(a, b geom.Vec, c cell.Color) { o.Line(a, b, raster.NewPixel(c, raster.InkFront)) })
	for i := range g.Emitters {
		v.drawLamp(&g.Emitters[i])
	}
}

// drawLamp paints an emitter: a disc if it is lit, and a ring otherwise.
func (v *View) drawLamp(e *engine.Emitter) {
	o, at := &v.overlay, e.Beam.From
	if e.Lit {
		p := raster.NewPixel(v.theme.Beam, raster.InkFront)
		o.Disc(at.X, at.Y, glowRadius, p, p)
		return
	}
	o.Ring(at.X, at.Y, lampRadius, lampHole, raster.NewPixel(v.theme.Lamp, raster.InkFront),
		raster.NewPixel(v.theme.Back, 0))
}

// eachBeam calls put with the ends and the color of each beam, trip wire and trace of a shot.
func (v *View) eachBeam(g *engine.Game, put func(a, b geom.Vec, c cell.Color)) {
	for i := range g.Emitters {
		if e := &g.Emitters[i]; e.Lit {
			put(e.Beam.From, e.Beam.End(), v.theme.Beam)
		}
	}
	for i := range g.Wires {
		w := &g.Wires[i]
		switch {
		case g.WireOn(i):
			put(w.At[0], w.At[1], v.theme.Alarm)
		case !g.WireSpent(i): // the beam grows from both ends
			share := 0.5 - 0.5*float64(w.OffUntil-g.Tick)/engine.WireOffTicks
			put(w.At[0], w.At[0].Lerp(w.At[1], share), v.theme.Lamp)
			put(w.At[1], w.At[1].Lerp(w.At[0], share), v.theme.Lamp)
		}
	}
	e := &v.effects
	for i := range e.shots.len() {
		s := e.shots.last(i)
		if e.now-s.born < shotTicks && s.from < len(g.Paddles) {
			p := paddleOf(g, s.from)
			put(geom.Vec{X: s.at.X, Y: p.front}, s.at, v.theme.Shot)
		}
	}
}

// drawCharge draws two sparks that circle each charged ball. They move by an eighth of a turn every 50 ms. With reduced
// motion they do not move.
func (v *View) drawCharge(g *engine.Game) {
	v.eachChargeSpark(g, func(at geom.Vec) {
		v.overlay.Dot(at.X, at.Y, raster.NewPixel(v.theme.Charge, raster.InkFront))
	})
}

// haloGap is the distance of the sparks from the edge of a charged ball, in units.
const haloGap = 1.3

// eachChargeSpark calls put with the position of each spark around a charged ball.
func (v *View) eachChargeSpark(g *engine.Game, put func(at geom.Vec)) {
	turn := 45 * float64(g.Tick/12%8)
	if v.opts.Effects == NoEffects {
		turn = 0
	}
	d := geom.Direction(turn)
	for i := range g.Balls {
		if g.Balls[i].ChargedUntil > g.Tick {
			at, far := g.BallAt(i), g.Disc(i).R+haloGap
			put(at.Along(d, far))
			put(at.Along(d, -far))
		}
	}
}

// Glyphs that draw light in ASCII.
const (
	asciiLit     = 'X' // lit emitter
	asciiUnlit   = 'x' // unlit emitter
	asciiCharge  = '+' // spark of a charged ball
	asciiStunned = '-' // stunned paddle; alternates with gaps
)

// asciiBeams works like drawBeams, for ASCII pictures.
func (v *View) asciiBeams(f *cell.Frame, g *engine.Game) {
	l := &v.l
	w, h := l.cellW, l.cellH
	v.eachBeam(g, func(a, b geom.Vec, c cell.Color) {
		glyph := asciiLine((b.X-a.X)/w, (b.Y-a.Y)/h)
		raster.WalkLine(a, b, w, h, func(x, y int) {
			v.asciiPut(f, (float64(x)+0.5)*w, (float64(y)+0.5)*h, glyph, c)
		})
	})
	for i := range g.Emitters {
		e := &g.Emitters[i]
		glyph, c := rune(asciiUnlit), v.theme.Lamp
		if e.Lit {
			glyph, c = asciiLit, v.theme.Beam
		}
		if col, row := l.cellAt(e.Beam.From.X, e.Beam.From.Y); l.contains(col, row) {
			f.Set(col, row, glyph, v.theme.Style(c, cell.Bold))
		}
	}
}

// asciiLine returns the glyph of a line that crosses the given number of columns and rows, which may be negative. Lines
// within 22° of an axis are drawn along the axis.
func asciiLine(cols, rows float64) rune {
	switch x, y := math.Abs(cols), math.Abs(rows); {
	case y < 0.4*x:
		return '-'
	case x < 0.4*y:
		return '|'
	case cols*rows > 0:
		return '\\'
	}
	return '/'
}
