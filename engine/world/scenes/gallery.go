package scenes

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// An Exhibit is a world of the gallery that demonstrates one feature of package world.
type Exhibit struct {
	Name    string
	Summary string // one line
	Ticks   int    // duration of the demonstration
	build   func() *ExhibitState
}

// An ExhibitState is an exhibit in progress.
type ExhibitState struct {
	World         *world.World
	Contacts      [world.AtDisc + 1]int // number of contacts so far, by kind
	EnergyChanges bool                  // the discs gain or lose energy, for example from movers
	steer         func(w *world.World, tick int)
	ticks         int
}

// Begin returns e in its initial state.
func (e *Exhibit) Begin() *ExhibitState { return e.build() }

// Tick simulates a tick with elastic contacts. Discs that leave the field are held.
func (p *ExhibitState) Tick() {
	if p.steer != nil {
		p.steer(p.World, p.ticks)
	}
	for c := range p.World.Tick() {
		p.Contacts[c.Kind]++
	}
	p.ticks++
}

// Energy returns the total kinetic energy of the discs.
func (p *ExhibitState) Energy() (sum float64) {
	for i := range p.World.Discs {
		d := &p.World.Discs[i]
		sum += float64(0.5 * float64(d.Mass*d.V.Norm2()))
	}
	return sum
}

// NumFlying returns the number of moving discs.
func (p *ExhibitState) NumFlying() (n int) {
	for i := range p.World.Discs {
		if !p.World.Discs[i].Held {
			n++
		}
	}
	return n
}

// A Report describes a simulation of an exhibit.
type Report struct {
	Scene         string         `json:"scene"`
	Ticks         int            `json:"ticks"` // duration in ticks of 1/240 s
	NumDiscs      int            `json:"discs"`
	NumFlying     int            `json:"flying"`   // discs that still move at the end
	Contacts      map[string]int `json:"contacts"` // number of contacts by kind
	Energy        float64        `json:"energy"`   // final energy, in mass · units²/s²
	Drift         float64        `json:"drift"`    // relative change of the energy; meaningless if EnergyChanges
	EnergyChanges bool           `json:"steered"`  // the discs gain or lose energy, for example from movers
	Hash          uint64         `json:"-"`
}

// Play simulates e for the given number of ticks.
func (e *Exhibit) Play(ticks int) Report {
	p := e.Begin()
	oldEnergy := p.Energy()
	for range ticks {
		p.Tick()
	}
	r := Report{
		Scene: e.Name, Ticks: ticks, NumDiscs: len(p.World.Discs), NumFlying: p.NumFlying(), Contacts: map[string]int{},
		Energy: p.Energy(), EnergyChanges: p.EnergyChanges, Hash: p.World.Hash(),
	}
	if oldEnergy > 0 {
		r.Drift = r.Energy/oldEnergy - 1
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
		{Name: "billiard", Summary: "a disc among three round posts", Ticks: 7200, build: billiard},
		{Name: "break", Summary: "fifteen balls that touch, and a kick", Ticks: 1200, build: rack},
		{Name: "cradle", Summary: "a row of discs transmits an impact back and forth", Ticks: 2400, build: cradle},
		{Name: "gas", Summary: "400 discs approach the speed distribution of a gas", Ticks: 2400, build: thermal},
		{
			Name: "dust", Summary: "grains of 1e-3 among boulders of 1e3: radii and masses a million times apart",
			Ticks: 2400, build: dust,
		},
		{
			Name: "ghosts", Summary: "two gases in one box that do not collide with each other",
			Ticks: 2400, build: ghosts,
		},
		{Name: "demon", Summary: "gates let discs through to one side only", Ticks: 7200, build: demon},
		{Name: "drain", Summary: "discs among posts leave by the open floor", Ticks: 14400, build: drain},
		{
			Name: "torus", Summary: "a field without walls, whose opposite sides are connected",
			Ticks: 2400, build: torus,
		},
		{Name: "mill", Summary: "rotating and drifting hexagons stir the discs", Ticks: 2400, build: mill},
		{Name: "piston", Summary: "a capsule swings below a gas", Ticks: 2400, build: piston},
	}
	for _, w := range All {
		ticks := min(w.Steps*2, 2400)
		all = append(all, Exhibit{
			Name: w.Name, Summary: w.Summary, Ticks: ticks,
			build: func() *ExhibitState { return workload(w) },
		})
	}
	return all
}

// NamedExhibit returns the exhibit with the given name. ok is false if there is none.
func NamedExhibit(name string) (e Exhibit, ok bool) {
	for _, e := range Gallery() {
		if e.Name == name {
			return e, true
		}
	}
	return Exhibit{}, false
}

// workload returns a scene of the benchmark as an exhibit.
func workload(w Workload) *ExhibitState {
	s := w.Scene()
	run, err := s.Begin()
	if err != nil {
		panic("scenes: " + w.Name + ": " + err.Error())
	}
	p := &ExhibitState{World: run.World}
	if goals := run.targets; len(goals) > 0 {
		p.EnergyChanges = len(goals) > 1
		p.steer = func(w *world.World, tick int) { w.SetTarget(0, goals[tick%len(goals)]) }
	}
	return p
}

// emptyField returns an exhibit without bodies in a field of w × h units.
func emptyField(w, h float64) *ExhibitState { return &ExhibitState{World: world.New(w, h)} }

// post adds a round post of radius 0. Discs touch it when their center is at a distance of their radius.
func (p *ExhibitState) post(x, y float64) {
	p.World.AddObstacle(world.Obstacle{Shape: new(geom.Point(geom.Vec{X: x, Y: y}))})
}

// scatter adds n copies of d with the given speed, in different directions, and with the filter f. They start on a grid
// of columns with the given number of rows. The distance of neighbors is pitch, and the first disc is at lo.
func (p *ExhibitState) scatter(n, rows int, lo geom.Vec, pitch float64, d world.Disc, speed float64, f world.Filter) {
	for k := range n {
		d.From = geom.Vec{X: lo.X + float64(pitch*float64(k/rows)), Y: lo.Y + float64(pitch*float64(k%rows))}
		d.V = geom.Direction(float64(137 * k)).Mul(speed)
		p.World.AddFiltered(d, f)
	}
}

// billiard returns an exhibit with one large disc among three posts.
func billiard() *ExhibitState {
	p := emptyField(40, 30)
	p.post(12, 10)
	p.post(28, 10)
	p.post(20, 22)
	p.World.AddDisc(world.Disc{R: 3, From: geom.Vec{X: 20, Y: 12}, V: geom.Vec{X: 9, Y: 3}})
	return p
}

// rack returns an exhibit with a triangle of balls and a cue ball. The gaps of 1e-6 units between the balls determine
// the order of their contacts. Without gaps, the indices of the balls would.
func rack() *ExhibitState {
	p := emptyField(60, 30)
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

// cradle returns an exhibit with a row of six discs, which a seventh disc hits.
func cradle() *ExhibitState {
	p := emptyField(60, 10)
	for k := range 7 {
		d := world.Disc{R: 1, From: geom.Vec{X: 20 + float64(2.01*float64(k)), Y: 5}}
		if k == 0 {
			d.From.X, d.V.X = 6, 15
		}
		p.World.AddDisc(d)
	}
	return p
}

// thermal returns an exhibit with 400 discs that start with equal speeds. Collisions make the speeds different.
func thermal() *ExhibitState {
	p := emptyField(60, 60)
	p.scatter(400, 20, geom.Vec{X: 3, Y: 3}, 2.8, world.Disc{R: 0.5}, 20, world.Filter{})
	return p
}

// dust returns an exhibit with three boulders of radius and mass 1,000 in a field of 12,000 × 8,000 units. Between them
// are tightly packed grains of radius and mass 0.001.
func dust() *ExhibitState {
	p := emptyField(12000, 8000)
	for k, x := range []float64{2000, 6000, 10000} {
		v := geom.Direction(float64(100*k + 20)).Mul(200)
		p.World.AddDisc(world.Disc{R: 1000, Mass: 1000, From: geom.Vec{X: x, Y: 2000 + float64(1500*float64(k))}, V: v})
	}
	p.scatter(60, 8, geom.Vec{X: 4000, Y: 6000}, 0.004, world.Disc{R: 0.001, Mass: 0.001}, 900, world.Filter{})
	return p
}

// ghosts returns an exhibit with two groups of discs whose filters exclude each other.
func ghosts() *ExhibitState {
	p := emptyField(60, 45)
	p.World.AddObstacle(world.Obstacle{Shape: new(geom.Regular(6, geom.Vec{X: 30, Y: 22}, 6, 30))})
	for k := range 2 {
		category := uint32(2) << k
		at := geom.Vec{X: 3 + float64(33*float64(k)), Y: 3}
		p.scatter(100, 10, at, 2, world.Disc{R: 0.6}, 20, world.Filter{Category: category, Avoid: 6 &^ category})
	}
	return p
}

// demon returns an exhibit with a wall of gates in the middle, which let discs pass only to the right.
func demon() *ExhibitState {
	p := emptyField(60, 30)
	for k := range 15 {
		gate := geom.Regular(4, geom.Vec{X: 30, Y: 1 + 2*float64(k)}, math.Sqrt2, 45)
		p.World.AddObstacle(world.Obstacle{Shape: new(gate), PassDir: geom.Vec{X: 1}})
	}
	p.scatter(60, 10, geom.Vec{X: 3, Y: 3}, 2.6, world.Disc{R: 0.4}, 25, world.Filter{})
	return p
}

// drain returns an exhibit with discs that move between posts to an open floor.
func drain() *ExhibitState {
	p := emptyField(60, 45)
	p.World.Floor = false
	p.EnergyChanges = true // discs that leave remove their energy
	for row := range 4 {
		for col := range 14 {
			p.post(4+float64(4*float64(col))+float64(2*float64(row%2)), 15+float64(3.5*float64(row)))
		}
	}
	p.scatter(80, 5, geom.Vec{X: 5, Y: 2}, 2.2, world.Disc{R: 0.8}, 18, world.Filter{})
	return p
}

// torus returns an exhibit whose field is periodic in both directions.
func torus() *ExhibitState {
	p := emptyField(40, 30)
	p.World.Wrap(true, true)
	p.World.AddObstacle(world.Obstacle{Shape: new(geom.Regular(6, geom.Vec{X: 0, Y: 15}, 3, 0))}) // across the seam
	p.scatter(60, 6, geom.Vec{X: 5, Y: 1}, 3.2, world.Disc{R: 0.6}, 20, world.Filter{})
	return p
}

// mill returns an exhibit with hexagons that rotate, some of which also drift.
func mill() *ExhibitState {
	p := emptyField(60, 45)
	for k := range 12 {
		at := geom.Vec{X: 9 + float64(14*float64(k%4)), Y: 9 + float64(13*float64(k/4))}
		m := world.Motion{Spin: 120 - float64(240*float64(k%2))}
		if k%3 == 0 {
			m.Lap, m.Path = 960, geom.Vec{X: 2}
		}
		p.World.AddMover(world.Obstacle{Shape: new(geom.Regular(6, at, 3, 0))}, m)
	}
	p.scatter(12, 12, geom.Vec{X: 2, Y: 2}, 3.4, world.Disc{R: 0.6}, 20, world.Filter{})
	p.EnergyChanges = true
	return p
}

// piston returns an exhibit with a capsule that moves left and right.
func piston() *ExhibitState {
	p := emptyField(40, 30)
	p.World.AddCapsule(world.Capsule{X: 20, Y: 27, Half: 5, R: 1})
	p.scatter(60, 6, geom.Vec{X: 3, Y: 3}, 3, world.Disc{R: 0.5}, 20, world.Filter{})
	p.EnergyChanges = true
	p.steer = func(w *world.World, tick int) {
		w.SetTarget(0, 20+float64(14*geom.Direction(float64(tick)*0.75).Y))
	}
	return p
}
