package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// drawFlashes paints the bricks that flash or are about to burst.
func (v *View) drawFlashes(g *engine.Game) {
	flash := func(b *brick) {
		c := cell.Mix(cell.Glow(baseColor(&v.theme, b)), v.theme.Flash, flashShare)
		v.paintFlash(b, raster.NewPixel(cell.Snap256(c), raster.InkFront))
	}
	v.eachFlash(g, flash)
	v.eachOverdueBrick(g, flash)
}

// eachFlash calls put for each brick that was just hit or has just appeared. A broken brick flashes at its last
// position.
func (v *View) eachFlash(g *engine.Game, put func(b *brick)) {
	e := &v.effects
	if v.opts.Effects == NoEffects {
		return
	}
	v.eachAppearingBrick(g, put)
	for i := range e.flashes.len() {
		f := e.flashes.last(i)
		if f.brick >= len(v.board.bricks) {
			continue
		}
		b, duration := &v.board.bricks[f.brick], uint64(flashTicks)
		if kindRows[b.Kind].longFlash {
			duration = bumperFlashTicks
		}
		if e.now-f.born < duration {
			put(b)
		}
	}
}

// paintFlash fills a brick with one color. A brick with a long flash also gets a halo.
func (v *View) paintFlash(b *brick, p raster.Pixel) {
	o, shape := &v.overlay, *b.Shape
	if b.Moves {
		shape = o.Snapped(&shape)
	}
	k := v.lookOf(b)
	s := o.StampOf(&shape, &k)
	o.Touch(o.Cells(raster.Rect(s.X, s.Y, s.X+s.W, s.Y+s.H).And(o.All())))
	o.FillStamp(&s, o.All(), func(int) raster.Pixel { return p })
	if kindRows[b.Kind].longFlash {
		o.Halo(&s, raster.NewPixel(cell.Snap256(inkOf(&v.theme, b, 0)), raster.InkFront))
	}
}

// bumperFlashTicks is the duration of a bumper's flash in ticks: 100 ms.
const bumperFlashTicks = engine.TicksPerSecond / 10

// drawFuses paints a glow for each burning fuse, at the position of the broken brick.
func (v *View) drawFuses(bricks []brick) {
	k := raster.Look{Icon: &fuseIcon}
	k.Inks[0] = raster.NewPixel(v.theme.Alarm, raster.InkFront)
	k.Inks[1] = raster.NewPixel(v.theme.Flash, raster.InkFront)
	for i := range bricks {
		if b := &bricks[i]; b.Lit && b.Shape.N() >= 3 {
			v.overlay.Icon(b.Shape, &k)
		}
	}
}

// flashShare is the share of the theme's flash color in a flashing brick, in sixteenths.
const flashShare = 5

// eachGrowingBrick calls put for each brick that will appear within a second. dotted is true until half a second before
// the brick appears.
func (v *View) eachGrowingBrick(g *engine.Game, put func(b *brick, c cell.Color, dotted bool)) {
	for k := range min(len(g.Bricks), len(v.board.bricks)) {
		if left := g.TicksToGrow(k); left > 0 {
			b := &v.board.bricks[k]
			put(b, cell.Snap256(baseColor(&v.theme, b)), left > engine.TicksPerSecond/2)
		}
	}
}

// drawGrowingBricks paints the outlines of bricks that will appear. Balls do not collide with these bricks yet.
func (v *View) drawGrowingBricks(g *engine.Game) {
	v.eachGrowingBrick(g, func(b *brick, c cell.Color, dotted bool) {
		k := v.lookOf(b)
		s := v.overlay.StampOf(b.Shape, &k)
		v.overlay.Border(&s, raster.NewPixel(c, raster.InkFront), dotted)
	})
}

// asciiGrowingBricks works like drawGrowingBricks, for ASCII pictures. It writes a dot at each side of a brick, or at
// every second side if the outline is dotted.
func (v *View) asciiGrowingBricks(f *cell.Frame, g *engine.Game) {
	v.eachGrowingBrick(g, func(b *brick, c cell.Color, dotted bool) {
		for i := range b.Shape.N() {
			at := b.Shape.Corner(i).Lerp(b.Shape.Corner((i+1)%b.Shape.N()), 0.5)
			if !dotted || i%2 == 0 {
				v.asciiPut(f, at.X, at.Y, asciiTrail, c)
			}
		}
	})
}
