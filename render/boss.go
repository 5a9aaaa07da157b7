package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// A boss is a hexagon with a rim and a face. Weak sides of the rim have another color or are dashed. The pupils point
// at the nearest ball. While the boss is immune, the eyes are closed. The mouth opens before the boss shoots. Cracks
// show the hits that the boss has taken.

const (
	bossRimWidth   = 0.9                       // width of the rim in units; at least one sub-cell
	mouthOpenTicks = engine.TicksPerSecond / 2 // ticks from the opening of the mouth to the shot
)

// A bossFace contains the positions and sizes of the eyes and the mouth, in radii of the boss.
type bossFace struct {
	eyes       []geom.Vec
	eyeRadius  float64 // radius of an eye
	halfMouth  float64 // half the width of the mouth
	mouthDepth float64 // distance from the middle of the boss down to the mouth
}

// bossFaces contains a row for each kind of boss.
var bossFaces = [spec.NumBosses]bossFace{
	spec.Queen: {
		eyes: []geom.Vec{{X: -0.33, Y: -0.16}, {X: 0.33, Y: -0.16}}, eyeRadius: 0.21,
		halfMouth: 0.22, mouthDepth: 0.4,
	},
	spec.Bastion: {eyes: []geom.Vec{{X: 0, Y: -0.1}}, eyeRadius: 0.36, halfMouth: 0.3, mouthDepth: 0.52},
	spec.Heart: {
		eyes: []geom.Vec{{X: -0.42, Y: -0.02}, {X: 0.42, Y: -0.02}, {X: 0, Y: -0.42}}, eyeRadius: 0.18,
		halfMouth: 0.32, mouthDepth: 0.42,
	},
}

// bossBrick returns the brick that is the body of the boss, or nil if there is no boss.
func bossBrick(g *engine.Game, bricks []brick) *brick {
	if g.Boss.Kind == spec.NoBoss || g.Boss.Brick >= len(bricks) {
		return nil
	}
	if b := &bricks[g.Boss.Brick]; b.Hits > 0 {
		return b
	}
	return nil
}

// armorOf returns the armor of the boss b for the outline shape, with a rim of the given width in units.
func (v *View) armorOf(g *engine.Game, b *brick, shape *geom.Polygon, rim float64) raster.Armor {
	t := &v.theme
	weak := g.WeakSides()
	if g.BossImmune() {
		weak = 0
	}

	a := raster.NewArmor(shape, weak, rim)
	a.Face, a.Hard = raster.NewPixel(v.faceColor(b), raster.InkFace), raster.NewPixel(cell.Snap256(t.Steel),
		raster.InkFace+1)
	a.Weak = raster.NewPixel(cell.Snap256(t.Accent), raster.InkFace+2)
	if v.opts.Tier == cell.Mono || v.opts.Glyphs == cell.Braille {
		lit := raster.NewPixel(t.Hues[b.Hue%spec.NumHues], raster.InkLit)
		a.Face, a.Hard, a.Weak, a.Dashed = raster.NewPixel(t.Back, 0), lit, lit, true
	}
	return a
}

// faceColor returns the color of a boss's face: a dark shade of its hue. With 16 or fewer colors, this shade would look
// like the armor, so the face has the background color.
func (v *View) faceColor(b *brick) cell.Color {
	if v.opts.Tier >= cell.Colors16 {
		return v.theme.Back
	}
	return cell.Snap256(cell.Darken(v.theme.Hues[b.Hue%spec.NumHues], darkShare))
}

// drawBoss paints the boss. At the start of its level it grows to its full size.
func (v *View) drawBoss(g *engine.Game, b *brick) {
	o := &v.overlay
	center, radius := b.Shape.Circle()
	shape, k := v.growingShape(g, b.Shape)
	a := v.armorOf(g, b, &shape, max(bossRimWidth, o.UnitX, o.UnitY))
	o.Armor(o.AreaOf(&shape), &a)

	left, full := g.BossHits()
	crack := raster.NewPixel(v.theme.Back, raster.InkFace+3)
	o.FaceCracks(center, radius*k, b.Shape.Corner(0).Sub(center).Unit(), raster.NumFaceCracks*(full-left)/full, crack)
	v.drawFace(g, b, center, radius*k)
}

// growingShape returns the outline of a boss as drawn, and the factor of its size. The boss grows while the bricks of
// its level appear, so the factor is less than 1 during that time.
func (v *View) growingShape(g *engine.Game, p *geom.Polygon) (geom.Polygon, float64) {
	if !v.levelIsAppearing(g) {
		return *p, 1
	}
	age := v.effects.now - v.effects.transition.since
	k := 0.2 + 0.8*float64(age)/enterTicks
	center, _ := p.Circle()
	var corners [geom.MaxCorners]geom.Vec
	for i := range p.N() {
		corners[i] = center.Along(p.Corner(i).Sub(center), k)
	}
	if q, err := geom.NewPolygon(corners[:p.N()]...); err == nil {
		return q, k
	}
	return *p, 1
}

// drawFace paints the eyes and the mouth.
func (v *View) drawFace(g *engine.Game, b *brick, center geom.Vec, radius float64) {
	o, t, f := &v.overlay, &v.theme, &bossFaces[g.Boss.Kind]
	dark := raster.NewPixel(t.Back, raster.InkFront)
	white := raster.NewPixel(t.Text, raster.InkFront)
	if cell.Contrast(t.Back, v.faceColor(b)) > cell.Contrast(t.Text, v.faceColor(b)) {
		dark, white = white, dark // the background has more contrast with a bright face
	}
	if v.opts.Tier == cell.Mono || v.opts.Glyphs == cell.Braille {
		dark = raster.NewPixel(t.Back, 0)
	}

	aiming := isAiming(g)
	if aiming {
		white = raster.NewPixel(t.Alarm, raster.InkFront)
	}
	for _, e := range f.eyes {
		at, r := center.Along(e, radius), f.eyeRadius*radius
		if g.BossImmune() {
			o.Block(at.X, at.Y, r, o.UnitY/2, white)
			continue
		}
		o.Disc(at.X, at.Y, r, white, white)
		look := at.Along(v.lookDirection(g, at), r*pupilOffset)
		o.Disc(look.X, look.Y, r*pupilRadius, dark, dark)
	}

	open := o.UnitY / 2
	if aiming {
		open = openMouthHeight * radius
	}
	o.Block(center.X, center.Y+f.mouthDepth*radius, f.halfMouth*radius, open, white)
	if aiming {
		o.Block(center.X, center.Y+f.mouthDepth*radius, f.halfMouth*radius-o.UnitX, open-o.UnitY, dark)
	}
}

// Proportions of a boss's face.
const (
	pupilRadius     = 0.5  // radius of a pupil, in radii of the eye
	pupilOffset     = 0.4  // distance of a pupil from the middle of the eye, in radii of the eye
	openMouthHeight = 0.16 // half the height of an open mouth, in radii of the boss
)

// isAiming reports whether the boss is about to shoot.
func isAiming(g *engine.Game) bool {
	in := g.TicksToVolley()
	return g.Phase == engine.Play && in >= 0 && in < mouthOpenTicks
}

// lookDirection returns the direction from an eye to the nearest ball, or to the paddle if there is no ball.
func (v *View) lookDirection(g *engine.Game, at geom.Vec) geom.Vec {
	to, minSquare := geom.Vec{X: g.Capsule(0).X, Y: g.H}, g.H*g.H
	for _, b := range v.effects.balls {
		d := geom.Vec{X: b.x, Y: b.y}
		if offset := d.Sub(at); offset.Dot(offset) < minSquare {
			to, minSquare = d, offset.Dot(offset)
		}
	}
	if d := to.Sub(at); d.Norm() > 0 {
		return d.Unit()
	}
	return geom.Vec{}
}

// Circular waves cross the field when a boss begins a phase. When it dies, its sides also fly apart.
const (
	waveTicks         = engine.TicksPerSecond
	waveStep          = 10  // ticks between two positions of a wave: 24 positions per second
	waveSpeed         = 72. // speed in units per second
	deathWaveInterval = 30  // ticks between two waves of a dead boss
	deathWaves        = 3   // number of waves of a dead boss
	sideFlightTicks   = 150 // ticks for which the sides of a dead boss fly
	sideFlightSpeed   = 16. // speed in units per second
)

// drawBlast paints the waves and flying sides after the last phase change or death of a boss.
func (v *View) drawBlast() {
	e, o := &v.effects, &v.overlay
	b := &e.blast
	if v.opts.Effects != FullEffects || b.since == 0 {
		return
	}

	p := raster.NewPixel(cell.Snap256(v.theme.Accent), raster.InkFront)
	n := 1
	if b.shape.N() > 0 {
		n = deathWaves
	}
	for i := range n {
		if age := int(e.now-b.since) - i*deathWaveInterval; age >= 0 && age < waveTicks {
			o.Circle(b.at, waveSpeed*float64(age/waveStep*waveStep)/engine.TicksPerSecond, p)
		}
	}
	if age := e.now - b.since; age < sideFlightTicks && b.shape.N() > 0 {
		offset := sideFlightSpeed * float64(age) / engine.TicksPerSecond
		side := raster.NewPixel(cell.Snap256(v.theme.Steel), raster.InkFront)
		for i := range b.shape.N() {
			d := b.shape.Normal(i)
			o.Line(b.shape.Corner(i).Along(d, offset), b.shape.Corner((i+1)%b.shape.N()).Along(d, offset), side)
		}
	}
}

// Glyphs that draw bosses in ASCII.
const (
	asciiBossHard      = '#' // hard side
	asciiBossWeak      = '+' // weak side
	asciiBossEye       = 'O'
	asciiBossClosed    = '-' // closed eye or mouth
	asciiBossPupil     = '@' // part of the eye nearest to the ball
	asciiBossOpenMouth = 'o' // open mouth
)

// asciiBoss works like drawBoss, for ASCII pictures.
func (v *View) asciiBoss(f *cell.Frame, g *engine.Game, b *brick) {
	l, s, t := &v.l, &v.board, &v.theme
	w, h := s.UnitX*float64(s.SubX), s.UnitY*float64(s.SubY)
	a := v.armorOf(g, b, b.Shape, max(bossRimWidth, w, h)*0.9)
	inside := cell.Cell{Glyph: ' ', Fg: t.Text, Bg: t.Back}
	if v.opts.Tier != cell.Mono {
		inside.Bg = cell.Darken(v.faceColor(b), insideShare)
	}

	at := s.CellsOf(b.Shape).And(raster.Rect(0, 0, s.Cols, s.Rows))
	for y := at.Y0; y < at.Y1; y++ {
		for x := at.X0; x < at.X1; x++ {
			to := f.At(x+l.x, y+l.y)
			switch a.ZoneAt((float64(x)+0.5)*w, (float64(y)+0.5)*h) {
			case raster.OnFace:
				*to = inside
			case raster.OnHard:
				*to = cell.Cell{Glyph: asciiBossHard, Fg: t.Steel, Bg: t.Back}
			case raster.OnWeak:
				*to = cell.Cell{Glyph: asciiBossWeak, Fg: t.Accent, Bg: t.Back, Attr: cell.Bold}
			}
		}
	}

	v.asciiFace(f, g, b, inside.Bg)
}

// asciiFace writes the eyes and the mouth. An eye consists of three characters, one of which is the pupil.
func (v *View) asciiFace(f *cell.Frame, g *engine.Game, b *brick, back cell.Color) {
	t, face := &v.theme, &bossFaces[g.Boss.Kind]
	center, radius := b.Shape.Circle()
	st := cell.Style{Fg: t.Text, Bg: back, Attr: cell.Bold}
	mouth := asciiBossClosed
	if isAiming(g) {
		mouth = asciiBossOpenMouth
		if v.opts.Tier != cell.Mono {
			st.Fg = t.Alarm
		}
	}

	for _, e := range face.eyes {
		at := center.Along(e, radius)
		look := raster.Nearest(v.lookDirection(g, at).X)
		for k := -1; k <= 1; k++ {
			glyph := asciiBossEye
			switch {
			case g.BossImmune():
				glyph = asciiBossClosed
			case k == look:
				glyph = asciiBossPupil
			}
			v.setUnlessBall(f, at, k, glyph, st)
		}
	}
	for k := -1; k <= 1; k++ {
		v.setUnlessBall(f, center.Along(geom.Vec{Y: face.mouthDepth}, radius), k, mouth, st)
	}
}

// setUnlessBall sets the cell that is k columns to the right of a point of the field, unless a ball is in that cell.
func (v *View) setUnlessBall(f *cell.Frame, at geom.Vec, k int, glyph rune, st cell.Style) {
	col, row := v.l.cellAt(at.X, at.Y)
	if col += k; v.l.contains(col, row) && !v.ballAt(col-v.l.x, row-v.l.y) {
		f.Set(col, row, glyph, st)
	}
}

// bossGauge returns a gauge of the boss's remaining hits. It returns false if there is no boss or the boss is dead.
func bossGauge(g *engine.Game) (gauge, bool) {
	left, of := g.BossHits()
	if left == 0 {
		return gauge{}, false
	}
	row := &spec.Bosses[g.Boss.Kind]
	return gauge{label: row.Name, letter: row.Mark, remaining: left, full: of}, true
}

// bossRows returns the number of rows for the boss's hits.
func bossRows(_ *View, g *engine.Game) int {
	if _, ok := bossGauge(g); ok {
		return 2
	}
	return 0
}
