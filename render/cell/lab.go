package cell

import "math"

// Lab returns c in CIELAB (D65): the lightness L* from 0 to 100, the coordinate a* from green to red, and b* from blue
// to yellow. Unlike [Dist2], distances in CIELAB match human perception even for very different colors.
func (c Color) Lab() [3]float64 {
	red, green, blue := c.RGB()
	r, g, b := linearLight[red], linearLight[green], linearLight[blue]
	x := labCurve((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := labCurve(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := labCurve((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// labCurve is the nonlinear function f in the definition of CIELAB.
func labCurve(v float64) float64 {
	if v > 216.0/24389 {
		return math.Cbrt(v)
	}
	return (24389.0/27*v + 16) / 116
}
