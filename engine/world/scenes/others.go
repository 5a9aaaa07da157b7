package scenes

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// Others contains additional scenes of the benchmark. Each of them differs from the scenes in All in one respect.
var Others = []Workload{
	{
		Name: "large", Summary: "3,000 balls, and one ball with 20 times their radius",
		Scene: largeScene, Steps: 480, Runs: 1,
	},
	{
		Name: "sizes", Summary: "1,000 balls of radii from 0.05 to 1.6",
		Scene: sizesScene, Steps: 960, Runs: 1,
	},
	{
		Name: "corner", Summary: "3,000 balls that start in a corner of a field",
		Scene: cornerScene, Steps: 480, Runs: 1,
	},
	{
		Name: "expansion", Summary: "2,000 balls that fly apart in a large field",
		Scene: expansionScene, Steps: 480, Runs: 1,
	},
	{
		Name: "tiny", Summary: "3,000 balls, lengths divided by 1,000",
		Scene: func() Scene { return scaled(gasScene(0, 3000, 9), 1e-3) }, Steps: 480, Runs: 1,
	},
	{
		Name: "huge", Summary: "3,000 balls, lengths multiplied by 1,000",
		Scene: func() Scene { return scaled(gasScene(0, 3000, 9), 1e3) }, Steps: 480, Runs: 1,
	},
	{
		Name: "mills", Summary: "1,000 balls, 60 turning hexagons",
		Scene: func() Scene { return turning(gasScene(60, 1000, 10)) }, Steps: 480, Runs: 1,
	},
	{
		Name: "mills-few", Summary: "12 balls, 12 turning hexagons",
		Scene: fewMillsScene, Steps: 2400, Runs: 8,
	},
	{
		Name: "mills-many", Summary: "5,000 balls, 500 turning hexagons",
		Scene: func() Scene { return turning(gasScene(500, 5000, 3)) }, Steps: 120, Runs: 1,
	},
	{
		Name: "paddle", Summary: "1,000 balls, a swinging paddle",
		Scene: paddleScene, Steps: 960, Runs: 1,
	},
	{
		Name: "periodic", Summary: "1,000 balls in a periodic field (with walls in cp)",
		Scene: func() Scene { s := gasScene(0, 1000, 11); s.Periodic = true; return s }, Steps: 960, Runs: 1,
	},
}

// largeScene returns a gas and one large ball. The large ball is the last one in Balls.
func largeScene() Scene {
	s := gasScene(0, 3000, 9)
	at := Ball{X: s.W / 2, Y: s.H / 2, VX: ballSpeed, R: 20 * BallR}
	var balls []Ball
	for _, b := range s.Balls {
		if (geom.Vec{X: b.X - at.X, Y: b.Y - at.Y}).Norm() > at.R+b.R {
			balls = append(balls, b)
		}
	}
	s.Balls = append(balls, at)
	return s
}

// sizesScene returns balls whose radii are distributed like 1/R.
func sizesScene() Scene {
	s := Scene{W: 80, H: 60, Wall: Wall, Dt: Step}
	p := newPlacer(&s, 12)
	p.cell = 4 // wider than two of the largest balls, side by side
	for k := range 1000 {
		r := 0.05 * math.Sqrt(math.Sqrt(float64(uint64(1)<<(20*(999-k)/999))))
		p.ball(r)
	}
	return s
}

// cornerScene returns a gas in a field that is ten times as wide and high as the gas.
func cornerScene() Scene {
	s := gasScene(0, 3000, 9)
	s.W, s.H = 10*s.W, 10*s.H
	return s
}

// expansionScene returns a gas in the middle of a larger field.
func expansionScene() Scene {
	s := gasScene(0, 2000, 13)
	for i := range s.Balls {
		b := &s.Balls[i]
		b.X, b.Y = b.X+float64(9.5*s.W), b.Y+float64(9.5*s.H)
	}
	s.W, s.H = 20*s.W, 20*s.H
	return s
}

// paddleScene returns a gas without hexagons, and a paddle.
func paddleScene() Scene {
	s := Scene{W: 60, H: 45, Wall: Wall, Dt: Step}
	s.Paddles = []Paddle{{X: 30, Y: 2, HW: 3, HH: 0.25, Amp: 20, Freq: 0.25}}
	newPlacer(&s, 14).balls(1000)
	return s
}

// fewMillsScene returns twelve hexagons in three rows, and twelve balls.
func fewMillsScene() Scene {
	s := Scene{W: 60, H: 45, Wall: Wall, Dt: Step}
	for k := range 12 {
		s.Hexes = append(s.Hexes, Hex{X: 9 + float64(14*float64(k%4)), Y: 9 + float64(13*float64(k/4)), R: 3})
	}
	newPlacer(&s, 15).balls(12)
	return turning(s)
}

// turning replaces the hexagons of s by turning ones.
func turning(s Scene) Scene {
	for k, h := range s.Hexes {
		shape := geom.Regular(6, geom.Vec{X: h.X, Y: s.H - h.Y}, h.R, -h.Angle*180/math.Pi)
		s.Bricks = append(s.Bricks, Brick{shape, world.Motion{Spin: 120 - float64(240*float64(k%2))}})
	}
	s.Hexes = nil
	return s
}

// scaled multiplies all lengths and speeds of s, which has only balls, by f.
func scaled(s Scene, f float64) Scene {
	s.W, s.H, s.Wall = s.W*f, s.H*f, s.Wall*f
	for i := range s.Balls {
		b := &s.Balls[i]
		*b = Ball{b.X * f, b.Y * f, b.VX * f, b.VY * f, b.R * f}
	}
	return s
}

// IsFree reports whether a disc of radius r overlaps no brick and no ball of s. The center of the disc is in the
// coordinates of package world.
func (s *Scene) IsFree(center geom.Vec, r float64) bool {
	for k := range s.Bricks {
		m := &s.Bricks[k]
		middle, radius := m.Shape.Circle()
		if m.Shape.Distance(center) <= r || m.Motion.Moves() && center.Sub(middle).Norm() <= r+radius {
			return false
		}
	}
	for _, b := range s.Balls {
		if (geom.Vec{X: b.X - center.X, Y: s.H - b.Y - center.Y}).Norm() <= b.R+r {
			return false
		}
	}
	return true
}
