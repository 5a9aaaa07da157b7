package scenes

import (
	"math"
	"math/rand/v2"

	"arkterm/engine/geom"
)

// A Workload is a scene with the duration of its measurement.
type Workload struct {
	Name    string
	Summary string // one line
	Scene   func() Scene
	Steps   int // measured steps, after some steps that are not measured
	Runs    int // number of runs, each from the initial state
}

// NamedWorkload returns the scene of All with the given name. It panics if there is no such scene.
func NamedWorkload(name string) Workload {
	for _, w := range All {
		if w.Name == name {
			return w
		}
	}
	panic("scenes: unknown scene " + name)
}

// All contains the scenes of the benchmark in ascending order of size. The measured steps of each scene take about 0.1
// s. W1 restarts often, because after 10 s its paddle has accelerated the balls to several times their speed, and some
// other engines lose balls.
var All = []Workload{
	{
		Name: "w1", Summary: "game: 60 hexagons, 3 balls, a swinging paddle",
		Scene: func() Scene { return gameScene(12, 3, 1) }, Steps: 960, Runs: 300,
	},
	{
		Name: "w1s", Summary: "the same with the paddle at rest",
		Scene: func() Scene { return gameScene(0, 3, 1) }, Steps: 960, Runs: 300,
	},
	{
		Name: "w2", Summary: "multi-ball: 60 hexagons, 200 balls",
		Scene: multiBallScene, Steps: 2400, Runs: 8,
	},
	{
		Name: "w3", Summary: "storm: 500 hexagons, 5,000 balls",
		Scene: func() Scene { return gasScene(500, 5000, 3) }, Steps: 360, Runs: 1,
	},
	{
		Name: "w4-250", Summary: "growth: 25 hexagons, 250 balls",
		Scene: func() Scene { return gasScene(25, 250, 4) }, Steps: 2400, Runs: 4,
	},
	{
		Name: "w4-1000", Summary: "100 hexagons, 1,000 balls",
		Scene: func() Scene { return gasScene(100, 1000, 5) }, Steps: 2000, Runs: 1,
	},
	{
		Name: "w4-4000", Summary: "400 hexagons, 4,000 balls",
		Scene: func() Scene { return gasScene(400, 4000, 6) }, Steps: 450, Runs: 1,
	},
	{
		Name: "w4-16000", Summary: "1,600 hexagons, 16,000 balls",
		Scene: func() Scene { return gasScene(1600, 16000, 7) }, Steps: 100, Runs: 1,
	},
}

// Crowd is a scene of the maximum size of a world, for measurements of the processor time. All does not contain it,
// because other engines would take minutes.
var Crowd = Workload{
	Name: "crowd", Summary: "100,000 balls among 20,000 hexagons",
	Scene: func() Scene { return gasScene(20_000, 100_000, 8) }, Steps: 24, Runs: 1,
}

// Properties of all scenes. Objects are placed at random with these gaps.
const (
	Step      = 1.0 / 120 // s
	Wall      = 0.1       // thickness of the walls
	BallR     = 0.25      // radius of the balls
	hexR      = 0.5
	ballSpeed = 20.0
	coverage  = 0.1  // share of the field's area covered by balls, in the gas scenes
	ballGap   = 0.02 // between a ball and any other object
	hexGap    = 0.6  // between the circles of two hexagons, so that a ball fits between them
	hexWall   = 0.8  // between a hexagon's circle and a wall
)

// gameScene returns a board with rows of hexagons above a paddle. The paddle swings with the amplitude amp.
func gameScene(amp float64, balls int, seed uint64) Scene {
	s := hexRows()
	s.Paddles = []Paddle{{X: 20, Y: 2, HW: 2, HH: 0.25, Amp: amp, Freq: 0.25}}
	newPlacer(&s, seed).balls(balls)
	return s
}

// multiBallScene returns a board with 200 balls and without a paddle.
func multiBallScene() Scene {
	s := hexRows()
	newPlacer(&s, 2).balls(200)
	return s
}

// hexRows returns a field of 40 × 30 units with six rows of ten hexagons.
func hexRows() Scene {
	s := Scene{W: 40, H: 30, Wall: Wall, Dt: Step}
	for row := range 6 {
		for col := range 10 {
			x := 4.8 + float64(3.2*float64(col)) + float64(1.6*float64(row%2))
			s.Hexes = append(s.Hexes, Hex{X: x, Y: 14 + float64(2.2*float64(row)), R: hexR})
		}
	}
	return s
}

// gasScene returns a field with the aspect ratio 4:3 and randomly placed hexagons. Balls cover a tenth of its
// area.
func gasScene(hexes, balls int, seed uint64) Scene {
	area := float64(balls) * math.Pi * BallR * BallR / coverage
	s := Scene{W: math.Sqrt(area * 4 / 3), H: math.Sqrt(area * 3 / 4), Wall: Wall, Dt: Step}
	p := newPlacer(&s, seed)
	p.hexes(hexes)
	p.balls(balls)
	return s
}

// A placer puts objects at random places. It retries until a place is free. The fields are sparse, so it needs few
// tries.
type placer struct {
	scene *Scene
	rng   *rand.Rand
	cell  float64             // width and height of a cell
	near  map[[2]int][]circle // the objects, by the cell of their center
}

// A circle is the area that an object occupies.
type circle struct {
	x, y, r float64 // center and radius
	hex     bool    // whether the object is a hexagon
}

// cellSize is the width and height of a placer's cells for objects of the usual sizes. If the centers of two such
// objects are farther apart than this, the gap between them is wide enough.
const cellSize = 2*hexR + hexGap

// newPlacer returns a placer for s, which keeps the minimum gap to the hexagons of s.
func newPlacer(s *Scene, seed uint64) *placer {
	p := &placer{scene: s, rng: rand.New(rand.NewPCG(seed, 0)), cell: cellSize, near: map[[2]int][]circle{}}
	for _, h := range s.Hexes {
		p.cell = max(p.cell, float64(2*h.R)+hexGap)
	}
	for _, h := range s.Hexes {
		p.put(circle{h.X, h.Y, h.R, true})
	}
	return p
}

// put adds c to the objects of p.
func (p *placer) put(c circle) {
	at := [2]int{int(c.x / p.cell), int(c.y / p.cell)}
	p.near[at] = append(p.near[at], c)
}

// isFree reports whether c has the minimum gap (ballGap or hexGap) to every object and is outside the strips of the
// paddles. It ignores the walls.
func (p *placer) isFree(c circle) bool {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for _, o := range p.near[[2]int{int(c.x/p.cell) + dx, int(c.y/p.cell) + dy}] {
				gap := ballGap
				if c.hex && o.hex {
					gap = hexGap
				}
				if (geom.Vec{X: c.x - o.x, Y: c.y - o.y}).Norm() < c.r+o.r+gap {
					return false
				}
			}
		}
	}
	for _, q := range p.scene.Paddles {
		// Keep the strip in which a paddle swings empty.
		if math.Abs(c.y-q.Y) < q.HH+c.r+2 {
			return false
		}
	}
	return true
}

// place returns a free place for a circle of radius r, at least margin away from the walls.
func (p *placer) place(r, margin float64, hex bool) circle {
	for {
		x := r + margin + float64((p.scene.W-2*(r+margin))*p.rng.Float64())
		y := r + margin + float64((p.scene.H-2*(r+margin))*p.rng.Float64())
		if c := (circle{x, y, r, hex}); p.isFree(c) {
			p.put(c)
			return c
		}
	}
}

// hexes adds n hexagons to the scene.
func (p *placer) hexes(n int) {
	for range n {
		c := p.place(hexR, hexWall, true)
		p.scene.Hexes = append(p.scene.Hexes, Hex{c.x, c.y, c.r, p.rng.Float64() * math.Pi / 3})
	}
}

// balls adds n balls to the scene.
func (p *placer) balls(n int) {
	for range n {
		p.ball(BallR)
	}
}

// ball adds a ball of radius r to the scene.
func (p *placer) ball(r float64) {
	c := p.place(r, ballGap, false)
	v := geom.Direction(360 * p.rng.Float64()).Mul(ballSpeed)
	p.scene.Balls = append(p.scene.Balls, Ball{c.x, c.y, v.X, v.Y, c.r})
}
