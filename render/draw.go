package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// Draw draws g into f, with the field and the HUD. If the frame is smaller than MinW×MinH, it contains only a
// message.
func (v *View) Draw(f *cell.Frame, g *engine.Game) {
	v.fieldOnly = false
	v.draw(f, g)
}

// draw implements Draw, DrawTitle, DrawBackdrop and DrawSample.
func (v *View) draw(f *cell.Frame, g *engine.Game) {
	v.updateLayout(f, g)
	f.Urgent = f.Urgent[:0]
	if v.l.tooSmall {
		f.Fill(0, 0, f.W, f.H, ' ', v.theme.Style(v.theme.Text, 0))
		if !v.inSample {
			v.textLook.DrawTooSmall(f)
		}
		return
	}

	// Draw the field: resting objects, then moving objects.
	defer v.picker.ReleaseCache()
	bricks := v.updateBoard(g)
	v.effects.recordBalls(g)
	if v.opts.Glyphs == cell.ASCII {
		v.compose(f)
		v.drawMovingASCII(f, g, bricks)
	} else {
		v.updateMovers(bricks)
		v.overlay.Begin(&v.board.Grid, &v.movers)
		v.drawMoving(g, bricks)
		v.compose(f)
		v.overlay.End()
	}

	// Draw objects over the field, from back to front.
	v.drawBrickTexts(f, bricks)
	v.drawEnemyLetters(f, g, bricks)
	v.drawPaddleDigits(f, g)
	v.drawCountdown(f, g)
	if !v.fieldOnly {
		v.drawPointLabels(f, g)
	}
	v.drawDarkness(f, g)
	v.drawDrops(f, g)
	v.drawSentDrops(f, g)
	v.drawShoveStrokes(f, g)
	v.drawLabels(f, g)
	v.drawWalls(f, g)
	v.drawLimit(f, g)
	v.drawGates(f, g)
	v.drawExit(f, g)
	v.drawTurnArrows(f, g)
	v.drawBuckets(f, g)
	if v.fieldOnly {
		return
	}

	f.Urgent, f.Cursor = v.l.appendParts(f.Urgent, g), v.cursor(g)
	if v.opts.Flipped {
		if v.mirror == nil {
			v.mirror = newMirror(v.opts.Glyphs, v.opts.Tier == cell.Mono)
		}
		v.mirror.flip(f, v.l.x, v.l.y, v.l.cols, v.l.rows)
	}
	f.Urgent = append(f.Urgent, cell.Part{X: v.l.hx, Y: v.l.hy, W: v.l.hw, H: v.l.hh})

	// Draw texts.
	v.drawHUD(f, g)
	v.drawIntro(f, g)
	v.drawCaughtDrop(f, g)
	v.drawSentNotices(f, g)
	v.drawFinale(f, g)
	v.drawPhaseAnnouncement(f, g)
	v.drawTally(f, g)
}

// updateLayout computes a new layout if the size of the frame or of the field, the world, or the kind of picture has
// changed.
func (v *View) updateLayout(f *cell.Frame, g *engine.Game) {
	open, hasNewLight := g.Mode.Versus(), v.setScenery(theme.SceneryOf(g.World()))
	if (v.l.tooSmall || v.board.cells != nil) && !hasNewLight && f.W == v.l.w && f.H == v.l.h && g.W == v.l.fw &&
		g.H == v.l.fh && v.openCeiling == open && v.l.fieldOnly == v.fieldOnly && v.l.inSample == v.inSample {
		return
	}
	v.openCeiling = open
	if v.inSample {
		v.l = sampleLayout(f.W, f.H, g.W, g.H, v.opts.Aspect, v.opts.Glyphs.SubCells())
	} else {
		v.l = newLayout(f.W, f.H, g.W, g.H, v.opts.Aspect, v.opts.Glyphs.SubCells())
		if v.fieldOnly {
			v.l.removeHUD()
		}
	}
	if v.l.tooSmall {
		v.Release()
		return
	}
	sub := v.opts.Glyphs.SubCells()
	v.board.reset(&v.l, v.opts.Glyphs, v.theme.Back)
	v.overlay.Resize(v.l.cols, v.l.rows, sub, v.l.cellW, v.l.cellH)
	v.board.Dots = v.opts.Glyphs == cell.Braille
	v.board.Flat = v.board.Dots || v.opts.Tier >= cell.Colors8
	v.overlay.Flat, v.overlay.Dots = v.board.Flat, v.board.Dots
	for y := range v.l.rows {
		for x := range v.l.cols {
			if s, ok := v.speckOf(x, y); ok {
				v.board.specks = append(v.board.specks, s)
			}
		}
		v.board.firstSpeck[y+1] = len(v.board.specks)
	}
}

// compose copies the field into f: the bricks, and then the cells that moving objects touch. It clears the cells
// outside the field.
func (v *View) compose(f *cell.Frame) {
	l, blank := &v.l, v.theme.Style(v.theme.Text, 0)
	f.Fill(0, 0, f.W, l.y, ' ', blank)
	f.Fill(0, l.y+l.rows, f.W, f.H-l.y-l.rows, ' ', blank)
	f.Fill(0, l.y, l.x, l.rows, ' ', blank)
	f.Fill(l.x+l.cols, l.y, f.W-l.x-l.cols, l.rows, ' ', blank)
	for y := range v.l.rows {
		bricks := v.movers.Row(y) // always nil in ASCII, where moving bricks are text
		if bricks == nil {
			bricks = v.board.cells[y]
		}
		row := f.Cells[(y+v.l.y)*f.W+v.l.x:][:l.cols]
		if bricks == nil {
			v.fillEmpty(row, y)
		} else {
			copy(row, bricks)
		}
	}
	for _, i := range v.overlay.Touched {
		x, y := int(i)%v.l.cols, int(i)/v.l.cols
		f.Cells[(y+v.l.y)*f.W+v.l.x+x] = v.resolveMoving(&v.overlay.Grid, x, y)
	}
}

// drawMovingASCII works like drawMoving, for ASCII pictures. It draws moving objects over the bricks in f.
func (v *View) drawMovingASCII(f *cell.Frame, g *engine.Game, bricks []brick) {
	v.asciiMovers(f, bricks)
	v.asciiEnemies(f, g, bricks)
	v.asciiGrowingBricks(f, g)
	v.eachTrailDot(func(d *trailDot, s *trailStep) { v.asciiPut(f, d.x, d.y, asciiTrail, v.trailColor(s)) })
	v.eachFlash(g, func(b *brick) { v.asciiBrick(f, v.flashingLook(v.asciiLook(b))) })
	v.eachOverdueBrick(g, func(b *brick) { v.asciiBrick(f, v.flashingLook(v.asciiLook(b))) })
	v.asciiBeams(f, g)
	v.eachAimDot(g, func(x, y float64) { v.asciiPut(f, x, y, asciiAim, v.theme.Aim) })
	l := &v.l
	for end, row := range [...]int{l.rows - 1, 0} {
		c, ok := v.endGlow(g, end)
		for x := 0; ok && x < l.cols; x++ {
			f.Set(l.x+x, l.y+row, asciiFloor, v.theme.Style(c, 0))
		}
	}
	v.asciiGhost(f, g)
	for i := range g.Paddles {
		p := paddleOf(g, i)
		v.asciiPaddle(f, &p, v.bandInks(g, i), bodyOf(g, i))
		v.paddleBoxes[i] = v.overlay.Capsule(p.X, p.Y, p.Half, p.R)
	}
	for _, b := range v.effects.balls {
		v.asciiDisc(f, b)
	}
	v.eachChargeSpark(g, func(at geom.Vec) { v.asciiPut(f, at.X, at.Y, asciiCharge, v.theme.Charge) })
	v.eachSpark(func(x, y, _ float64, c cell.Color) { v.asciiPut(f, x, y, asciiSpark, c) })
}

// drawMoving paints all moving objects except bricks, from back to front.
func (v *View) drawMoving(g *engine.Game, bricks []brick) {
	v.drawEnemies(g, bricks)
	v.drawGrowingBricks(g)
	v.drawFuses(bricks)
	v.drawFlashes(g)
	v.drawBeams(g)
	v.drawAim(g)
	v.drawFloor(g)
	v.drawGhost(g)
	for i := range g.Paddles {
		p := v.shakingPaddle(g, i)
		v.drawPaddle(&p, v.bandInks(g, i), bodyOf(g, i))
		v.paddleBoxes[i] = v.overlay.Capsule(p.X, p.Y, p.Half, p.R)
	}
	for _, b := range v.effects.balls {
		v.drawBall(b)
	}
	v.drawCharge(g)
	v.drawSparks()
	v.drawTrail()
}
