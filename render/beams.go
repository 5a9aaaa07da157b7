package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// Light is drawn as lines one sub-cell wide, over empty ground only: bricks,
// balls and paddles stand in front of it.

const (
	lampRadius = 1.2
	lampHole   = 0.4 // half of the hole in the middle: bright and higher when it is lit, else dark
	shotTicks  = 80 * engine.TicksPerSecond / 1000
)

// A shotLine is the light of a laser shot that was fired just now.
type shotLine struct {
	at   geom.Vec // where it ended
	from int      // the paddle that has fired it
	born uint64
}

// drawBeams paints the beams of the lit emitters, the shots and the lamps.
func (v *View) drawBeams(g *engine.Game) {
	o := &v.over
	v.eachBeam(g, func(a, b geom.Vec, c cell.Color) { o.line(a, b, newPixel(c, inkPip)) })
	for i := range g.Emitters {
		v.drawLamp(&g.Emitters[i])
	}
}

// drawLamp paints an emitter: a disc of light, or a ring when it is not lit.
func (v *View) drawLamp(e *engine.Emitter) {
	o, at := &v.over, e.Beam.From
	c := v.theme.Beam
	if !e.Lit {
		c = v.theme.Lamp
	}
	p := newPixel(c, inkFront)
	if !o.crispDisc(lampRadius) {
		o.softDisc(at.X, at.Y, lampRadius, p, p)
	} else {
		o.stampDot(at.X, at.Y, lampRadius, p)
	}
	hole, high := newPixel(v.theme.Back, 0), lampHole
	if e.Lit {
		hole, high = newPixel(v.theme.Spark, inkFront), 2*lampHole
	}
	b := o.place(at.X, at.Y, lampHole, high).and(o.all())
	o.touch(o.cells(b))
	o.fill(b, hole)
}

// eachBeam calls put for each line of light from a to b.
func (v *View) eachBeam(g *engine.Game, put func(a, b geom.Vec, c cell.Color)) {
	for i := range g.Emitters {
		if e := &g.Emitters[i]; e.Lit {
			put(e.Beam.From, e.Beam.End(), v.theme.Beam)
		}
	}
	e := &v.effects
	for i := range e.shots.len() {
		s := e.shots.last(i)
		if e.now-s.born < shotTicks && s.from < len(g.Paddles) {
			p := &g.Paddles[s.from]
			put(geom.Vec{X: s.at.X, Y: p.Front(0)}, s.at, v.theme.Shot)
		}
	}
}

// line lights the empty sub-cells on the way from a to b: one in each row or in
// each column, whichever are more.
func (o *overlay) line(a, b geom.Vec, p pixel) {
	along(a, b, o.ux, o.uy, func(x, y int) {
		if x < 0 || y < 0 || x >= o.w || y >= o.h || o.pix[y*o.w+x].ink() > 0 {
			return
		}
		o.touch(box{x / o.sx, y / o.sy, x/o.sx + 1, y/o.sy + 1})
		o.pix[y*o.w+x] = p
		o.soft[y*o.w+x] = 16
	})
}

// along calls put for the squares of a grid of w×h units on the way from a to b:
// one in each row or in each column, whichever are more, where the line passes
// its middle.
func along(a, b geom.Vec, w, h float64, put func(x, y int)) {
	d := b.Sub(a)
	if abs(d.X)/w > abs(d.Y)/h {
		for x := floor(min(a.X, b.X) / w); x <= floor(max(a.X, b.X)/w); x++ {
			at := middle(x, w, a.X, b.X)
			put(x, floor((a.Y+d.Y*(at-a.X)/d.X)/h))
		}
		return
	}
	for y := floor(min(a.Y, b.Y) / h); y <= floor(max(a.Y, b.Y)/h); y++ {
		at, x := middle(y, h, a.Y, b.Y), a.X
		if d.Y != 0 {
			x += d.X * (at - a.Y) / d.Y
		}
		put(floor(x/w), y)
	}
}

// middle returns the middle of row or column i, or the end of the way from a to b
// that is nearest to it.
func middle(i int, size, a, b float64) float64 {
	return min(max((float64(i)+0.5)*size, min(a, b)), max(a, b))
}

// drawCharge lets two sparks circle a ball that a beam has charged, an eighth of
// a turn each 50 ms. With reduced motion they stay beside it.
func (v *View) drawCharge(g *engine.Game) {
	v.eachCharge(g, func(at geom.Vec) {
		v.over.dot(at.X, at.Y, newPixel(v.theme.Charge, inkFront))
	})
}

// haloGap is how far from a charged ball its sparks are, in units.
const haloGap = 1.3

func (v *View) eachCharge(g *engine.Game, put func(at geom.Vec)) {
	turn := 45 * float64(g.Tick/12%8)
	if v.o.Effects == NoEffects {
		turn = 0
	}
	d := geom.Direction(turn)
	for i := range g.Balls {
		if b := &g.Balls[i]; b.ChargedTo > g.Tick {
			at := g.BallAt(i)
			put(at.Along(d, b.R+haloGap))
			put(at.Along(d, -b.R-haloGap))
		}
	}
}

// The glyphs of light in ASCII pictures.
const (
	asciiLit     = 'X'
	asciiUnlit   = 'x'
	asciiCharge  = '+'
	asciiStunned = '-' // in turns with gaps
)

func (v *View) asciiBeams(f *cell.Frame, g *engine.Game) {
	l := &v.l
	w, h := l.fw/float64(l.cols), l.fh/float64(l.rows)
	v.eachBeam(g, func(a, b geom.Vec, c cell.Color) {
		glyph := asciiLean((b.X-a.X)/w, (b.Y-a.Y)/h)
		along(a, b, w, h, func(x, y int) {
			v.asciiPut(f, (float64(x)+0.5)*w, (float64(y)+0.5)*h, glyph, c)
		})
	})
	for i := range g.Emitters {
		e := &g.Emitters[i]
		glyph, c := rune(asciiUnlit), v.theme.Lamp
		if e.Lit {
			glyph, c = asciiLit, v.theme.Beam
		}
		if col, row := l.cell(e.Beam.From.X, e.Beam.From.Y); l.holds(col, row) {
			f.Set(col, row, glyph, v.theme.of(c, cell.Bold))
		}
	}
}

// asciiLean returns the stroke that leans as a line of so many columns and rows.
func asciiLean(cols, rows float64) rune {
	switch x, y := abs(cols), abs(rows); {
	case y < 0.4*x:
		return '-'
	case x < 0.4*y:
		return '|'
	case cols*rows > 0:
		return '\\'
	}
	return '/'
}
