package render

import "arkterm/render/raster"

func (v *View) drawTrail() {
	p := raster.NewPixel(v.theme.Trail, 50)
	v.eachTrailDot(func(d *trailDot) {
		if v.over.CrispDisc(trailSize * d.r) {
			v.over.StampDot(d.x, d.y, trailSize*d.r, p)
			return
		}
		v.over.SoftDisc(d.x, d.y, trailSize*d.r, p, p)
	})
}

// eachTrailDot calls put for each dot of a trail, oldest first.
func (v *View) eachTrailDot(put func(d *trailDot)) {
	e := &v.effects
	if v.o.Effects != FullEffects || e.crowded() {
		return
	}
	for i := e.trail.len() - 1; i >= 0; i-- {
		d := e.trail.last(i)
		age := e.tick - d.born
		if age > trailTicks || e.covered(d) {
			continue
		}
		put(d)
	}
}

// trailSize is the radius of a trail's dot, in radii of the ball.
const trailSize = 0.7
