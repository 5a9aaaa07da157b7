package scenes

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// An Exhibit is a world of the gallery. Each exhibit demonstrates one feature of worlds.
type Exhibit struct {
	Name  string
	What  string
	Ticks int // needed to demonstrate it
	build func() *Playing
}

// Playing is the state of an exhibit.
type Playing struct {
	World    world.World
	Contacts [world.AtDisc + 1]int // number so far, by kind
	Steered  bool                  // the discs gain or lose energy
	steer    func(w *world.World, tick int)
	ticks    int
}

// Begin returns e in its initial state.
func (e *Exhibit) Begin() *Playing { return e.build() }

// Tick plays a tick with elastic contacts. Discs that leave the field are held.
func (p *Playing) Tick() {
	if p.steer != nil {
		p.steer(&p.World, p.ticks)
	}
	for c := range p.World.Tick() {
		p.Contacts[c.Kind]++
	}
	p.ticks++
}

// Energy returns the total kinetic energy of the discs.
func (p *Playing) Energy() (sum float64) {
	for i := range p.World.Discs {
		d := &p.World.Discs[i]
		sum += float64(0.5 * float64(d.Mass*d.V.Norm2()))
	}
	return sum
}

// Flying returns the number of moving discs.
func (p *Playing) Flying() (n int) {
	for i := range p.World.Discs {
		if !p.World.Discs[i].Held {
			n++
		}
	}
	return n
}

// A Report describes the result of an exhibit.
type Report struct {
	Scene    string         `json:"scene"`
	Ticks    int            `json:"ticks"` // of 1/240 s
	Discs    int            `json:"discs"`
	Flying   int            `json:"flying"`   // discs that still move at the end
	Contacts map[string]int `json:"contacts"` // by kind
	Energy   float64        `json:"energy"`   // at the end, in mass · units²/s²
	Drift    float64        `json:"drift"`    // relative change of the energy; meaningless if the scene is steered
	Steered  bool           `json:"steered"`
	Hash     uint64         `json:"-"`
}

// Play plays e for the given number of ticks.
func (e *Exhibit) Play(ticks int) Report {
	p := e.Begin()
	before := p.Energy()
	for range ticks {
		p.Tick()
	}
	r := Report{
		Scene: e.Name, Ticks: ticks, Discs: len(p.World.Discs), Flying: p.Flying(), Contacts: map[string]int{},
		Energy: p.Energy(), Steered: p.Steered, Hash: p.World.Hash(),
	}
	if before > 0 {
		r.Drift = r.Energy/before - 1
	}
	for kind, n := range p.Contacts {
		if n > 0 {
			r.Contacts[world.Kind(kind).String()] = n
		}
	}
	return r
}

// Gallery returns all exhibits, including the scenes of the benchmark.
func Gallery() []Exhibit {
	all := []Exhibit{
		{"billiard", "a disc among three round posts", 7200, billiard},
		{"break", "fifteen balls that touch, and a kick", 1200, rack},
		{"cradle", "a row of discs passes a blow on, there and back", 2400, cradle},
		{"gas", "400 discs get the speeds of a gas", 2400, thermal},
		{"dust", "grains of 1e-3 among boulders of 1e3: radii and masses a million times apart", 2400, dust},
		{"ghosts", "two gases in one box that do not collide with each other", 2400, ghosts},
		{"demon", "gates let discs through to one side only", 7200, demon},
		{"drain", "discs among posts leave by the open floor", 14400, drain},
		{"torus", "a field without walls, whose opposite sides are connected", 2400, torus},
		{"mill", "hexagons that turn and drift stir the discs", 2400, mill},
		{"piston", "a capsule that swings below a gas", 2400, piston},
	}
	for _, w := range All {
		ticks := min(w.Steps*2, 2400)
		all = append(all, Exhibit{w.Name, w.What, ticks, func() *Playing { return workload(w) }})
	}
	return all
}

// InGallery returns the exhibit with the given name.
func InGallery(name string) (Exhibit, bool) {
	for _, e := range Gallery() {
		if e.Name == name {
			return e, true
		}
	}
	return Exhibit{}, false
}

// workload returns a scene of the benchmark as an exhibit.
func workload(w Workload) *Playing {
	s := w.Scene()
	run, err := s.Begin()
	if err != nil {
		panic("scenes: " + w.Name + ": " + err.Error())
	}
	p := &Playing{World: run.World}
	if goals := run.goals; len(goals) > 0 {
		p.Steered = len(goals) > 1
		p.steer = func(w *world.World, tick int) { w.SetTarget(0, goals[tick%len(goals)]) }
	}
	return p
}

// field returns an empty exhibit.
func field(w, h float64) *Playing { return &Playing{World: world.New(w, h)} }

// post adds a round post of radius 0. Discs touch it when their center is at a distance of their radius.
func (p *Playing) post(x, y float64) {
	p.World.AddObstacle(world.Obstacle{Shape: new(geom.Point(geom.Vec{X: x, Y: y}))})
}

// scatter adds n discs with random directions. They start in columns of the given number of rows, from the corner lo
// on.
func (p *Playing) scatter(n, rows int, lo geom.Vec, pitch float64, d world.Disc, speed float64, f world.Filter) {
	for k := range n {
		d.From = geom.Vec{X: lo.X + float64(pitch*float64(k/rows)), Y: lo.Y + float64(pitch*float64(k%rows))}
		d.V = geom.Direction(float64(137 * k)).Mul(speed)
		p.World.AddFiltered(d, f)
	}
}

func billiard() *Playing {
	p := field(40, 30)
	p.post(12, 10)
	p.post(28, 10)
	p.post(20, 22)
	p.World.AddDisc(world.Disc{R: 3, From: geom.Vec{X: 20, Y: 12}, V: geom.Vec{X: 9, Y: 3}})
	return p
}

// rack leaves 1e-6 units between the balls, because the order of indices would decide between balls that touch.
func rack() *Playing {
	p := field(60, 30)
	const r, pitch = 0.9, 1.8 + 1e-6
	for row := range 5 {
		for k := range row + 1 {
			x := 40 + float64(float64(row)*pitch*0.8660254037844387)
			y := 15 + float64((float64(k)-float64(float64(row)/2))*pitch)
			p.World.AddDisc(world.Disc{R: r, From: geom.Vec{X: x, Y: y}})
		}
	}
	cue := p.World.AddDisc(world.Disc{R: r, From: geom.Vec{X: 15, Y: 15.1}})
	p.World.Kick(cue, geom.Vec{X: 60})
	return p
}

func cradle() *Playing {
	p := field(60, 10)
	for k := range 7 {
		d := world.Disc{R: 1, From: geom.Vec{X: 20 + float64(2.01*float64(k)), Y: 5}}
		if k == 0 {
			d.From.X, d.V.X = 6, 15
		}
		p.World.AddDisc(d)
	}
	return p
}

func thermal() *Playing {
	p := field(60, 60)
	p.scatter(400, 20, geom.Vec{X: 3, Y: 3}, 2.8, world.Disc{R: 0.5}, 20, world.Filter{})
	return p
}

// dust contains three boulders of radius and mass 1,000 in a field of 12,000 units. Between them are tightly packed
// grains of radius and mass 0.001.
func dust() *Playing {
	p := field(12000, 8000)
	for k, x := range []float64{2000, 6000, 10000} {
		v := geom.Direction(float64(100*k + 20)).Mul(200)
		p.World.AddDisc(world.Disc{R: 1000, Mass: 1000, From: geom.Vec{X: x, Y: 2000 + float64(1500*float64(k))}, V: v})
	}
	p.scatter(60, 8, geom.Vec{X: 4000, Y: 6000}, 0.004, world.Disc{R: 0.001, Mass: 0.001}, 900, world.Filter{})
	return p
}

func ghosts() *Playing {
	p := field(60, 45)
	p.World.AddObstacle(world.Obstacle{Shape: new(geom.Regular(6, geom.Vec{X: 30, Y: 22}, 6, 30))})
	for k := range 2 {
		of := uint32(2) << k
		at := geom.Vec{X: 3 + float64(33*float64(k)), Y: 3}
		p.scatter(100, 10, at, 2, world.Disc{R: 0.6}, 20, world.Filter{Category: of, Avoid: 6 &^ of})
	}
	return p
}

// demon has a wall of gates in the middle, which let discs pass only to the right.
func demon() *Playing {
	p := field(60, 30)
	for k := range 15 {
		gate := geom.Regular(4, geom.Vec{X: 30, Y: 1 + 2*float64(k)}, math.Sqrt2, 45)
		p.World.AddObstacle(world.Obstacle{Shape: new(gate), PassDir: geom.Vec{X: 1}})
	}
	p.scatter(60, 10, geom.Vec{X: 3, Y: 3}, 2.6, world.Disc{R: 0.4}, 25, world.Filter{})
	return p
}

func drain() *Playing {
	p := field(60, 45)
	p.World.Floor = false
	p.Steered = true // discs that leave remove their energy
	for row := range 4 {
		for col := range 14 {
			p.post(4+float64(4*float64(col))+float64(2*float64(row%2)), 15+float64(3.5*float64(row)))
		}
	}
	p.scatter(80, 5, geom.Vec{X: 5, Y: 2}, 2.2, world.Disc{R: 0.8}, 18, world.Filter{})
	return p
}

func torus() *Playing {
	p := field(40, 30)
	p.World.Wrap(true, true)
	p.World.AddObstacle(world.Obstacle{Shape: new(geom.Regular(6, geom.Vec{X: 0, Y: 15}, 3, 0))}) // across the seam
	p.scatter(60, 6, geom.Vec{X: 5, Y: 1}, 3.2, world.Disc{R: 0.6}, 20, world.Filter{})
	return p
}

func mill() *Playing {
	p := field(60, 45)
	for k := range 12 {
		at := geom.Vec{X: 9 + float64(14*float64(k%4)), Y: 9 + float64(13*float64(k/4))}
		m := world.Motion{Spin: 120 - float64(240*float64(k%2))}
		if k%3 == 0 {
			m.Lap, m.Path = 960, geom.Vec{X: 2}
		}
		p.World.AddMover(world.Obstacle{Shape: new(geom.Regular(6, at, 3, 0))}, m)
	}
	p.scatter(12, 12, geom.Vec{X: 2, Y: 2}, 3.4, world.Disc{R: 0.6}, 20, world.Filter{})
	p.Steered = true
	return p
}

func piston() *Playing {
	p := field(40, 30)
	p.World.AddCapsule(world.Capsule{X: 20, Y: 27, Half: 5, R: 1})
	p.scatter(60, 6, geom.Vec{X: 3, Y: 3}, 3, world.Disc{R: 0.5}, 20, world.Filter{})
	p.Steered = true
	p.steer = func(w *world.World, tick int) {
		w.SetTarget(0, 20+float64(14*geom.Direction(float64(tick)*0.75).Y))
	}
	return p
}
