package render

import (
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// A ball leaves a trail of dots. A dot stays in place and becomes smaller and darker in a few steps. A tail that
// follows the ball would take several times as many bytes.

// trailSteps contains the steps of a dot, from young to old. In every step the dot is smaller than the ball.
var trailSteps = [...]trailStep{
	{maxAge: 12, share: 12, size: 0.45},
	{maxAge: 32, share: 5, size: 0.3},
}

// A trailStep is the appearance of a dot up to an age.
type trailStep struct {
	maxAge uint64  // age in ticks at which the step ends
	share  int     // share of the trail's color over the background, in sixteenths
	size   float64 // radius, in radii of the ball
}

// trailTicks is the lifetime of a dot in ticks: 133 ms.
var trailTicks = trailSteps[len(trailSteps)-1].maxAge

// drawTrail paints the dots, youngest first. It paints them only over empty background, because a cell has only one
// color in addition to the background.
func (v *View) drawTrail() {
	v.eachTrailDot(func(d *trailDot, s *trailStep) {
		v.overlay.Speck(d.x, d.y, s.size*d.r, raster.NewPixel(v.trailColor(s), trailInk))
	})
}

// trailInk is the ink of dots. With this ink, dots are invisible on terminals without colors.
const trailInk = 50

// trailColor returns the color of a dot in step s. With 16 or fewer colors there are no shades, so the color is the
// same in all steps.
func (v *View) trailColor(s *trailStep) cell.Color {
	if v.opts.Tier >= cell.Colors16 {
		return v.theme.Trail
	}
	return cell.Snap256(cell.Mix(v.theme.Back, v.theme.Trail, s.share))
}

// eachTrailDot calls put for each visible dot, youngest first.
func (v *View) eachTrailDot(put func(d *trailDot, s *trailStep)) {
	e := &v.effects
	if v.opts.Effects != FullEffects || e.isCrowded() {
		return
	}
	for i := range e.trail.len() {
		d := e.trail.last(i)
		age := e.lastTick - d.born
		if age >= trailTicks || e.isCovered(d) {
			continue
		}
		k := 0
		for age >= trailSteps[k].maxAge {
			k++
		}
		put(d, &trailSteps[k])
	}
}
