package world

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
)

// A bruteForce simulates a closed box without a queue, grid or stored predictions. Before each contact, it computes the
// contact times of every ball with every other body and takes the earliest. It starts from the same courses and calls
// the same functions of geom as the world, so both results must be bit-identical.
type bruteForce struct {
	w, h      float64
	hexes     []geom.Polygon
	balls     []bruteBall
	now       float64
	questions int
}

// A bruteBall is at from + v·(now − since). It cannot meet the body that it has just left again unless that body has
// changed course, because courses are straight and bodies convex.
type bruteBall struct {
	from, v           geom.Vec
	since, r          float64
	course            int
	leftHex, leftBall int // or −1
	leftBallCourse    int
}

// newBruteForce returns a closed box with hexagons and balls.
func newBruteForce(w, h float64, hexes []geom.Polygon, balls []Disc) *bruteForce {
	s := &bruteForce{w: w, h: h, hexes: hexes}
	for _, b := range balls {
		s.balls = append(s.balls, bruteBall{from: b.From, v: b.V, r: b.R, leftHex: -1, leftBall: -1})
	}
	return s
}

// A bruteHit is a possible contact of a ball.
type bruteHit struct {
	encounter
	t float64
	n geom.Vec
}

// before orders hits by time, kind, ball, and other body.
func (a bruteHit) before(b bruteHit) bool {
	switch {
	case a.t != b.t:
		return a.t < b.t
	case a.kind != b.kind:
		return a.kind < b.kind
	case a.ball != b.ball:
		return a.ball < b.ball
	}
	return a.other < b.other
}

// first returns the next contact in the whole box.
func (s *bruteForce) first() bruteHit {
	best := bruteHit{t: math.Inf(1)}
	offer := func(i int, kind Kind, other int, t float64, n geom.Vec) {
		s.questions++
		if hit := (bruteHit{encounter{kind, i, other}, t, n}); hit.before(best) {
			best = hit
		}
	}
	for i := range s.balls {
		b := &s.balls[i]
		if x := wallAhead(b.v.X, b.r, s.w); b.v.X != 0 {
			offer(i, AtSide, 0, b.since+max(0, (x-b.from.X)/b.v.X), geom.Vec{})
		}
		if y := wallAhead(b.v.Y, b.r, s.h); b.v.Y != 0 {
			offer(i, AtEnd, 0, b.since+max(0, (y-b.from.Y)/b.v.Y), geom.Vec{})
		}
		for k := range s.hexes {
			if hit, ok := s.hexes[k].Sweep(b.from, b.v, b.r); ok && k != b.leftHex {
				offer(i, AtObstacle, k, b.since+hit.T, hit.N)
			}
		}
		for j := i + 1; j < len(s.balls); j++ {
			if t, ok := s.meet(i, j); ok {
				offer(i, AtDisc, j, t, geom.Vec{})
			}
		}
	}
	return best
}

// wallAhead returns the coordinate at which the center of a ball of radius r turns around.
func wallAhead(v, r, size float64) float64 {
	if v > 0 {
		return size - r
	}
	return r
}

// meet returns when balls i and j touch, computed from the later of their changes of course.
func (s *bruteForce) meet(i, j int) (t float64, ok bool) {
	a, b := &s.balls[i], &s.balls[j]
	if a.leftBall == j && a.leftBallCourse == b.course {
		return 0, false
	}
	t0 := max(a.since, b.since)
	hit, ok := geom.SweepPoint(s.place(i, t0), a.v.Sub(b.v), a.r+b.r, s.place(j, t0))
	return t0 + hit.T, ok
}

// place returns the center of ball i at the time t.
func (s *bruteForce) place(i int, t float64) geom.Vec {
	b := &s.balls[i]
	return b.from.Along(b.v, t-b.since)
}

// run executes all contacts up to the time end and returns them.
func (s *bruteForce) run(end float64) (all []encounter) {
	for hit := s.first(); hit.t <= end; hit = s.first() {
		s.now = (hit.t + 8) - 8 // see roundTime
		s.touch(hit)
		all = append(all, hit.encounter)
	}
	s.now = end
	return all
}

// touch executes a contact.
func (s *bruteForce) touch(hit bruteHit) {
	i := hit.ball
	b := &s.balls[i]
	p, v := s.place(i, s.now), b.v
	switch hit.kind {
	case AtSide:
		s.set(i, at(wallAhead(v.X, b.r, s.w), p.Y), at(-v.X, v.Y))
	case AtEnd:
		s.set(i, at(p.X, wallAhead(v.Y, b.r, s.h)), at(v.X, -v.Y))
	case AtObstacle:
		s.set(i, p, geom.Reflect(v, hit.n))
		b.leftHex = hit.other
	case AtDisc:
		s.bounce(i, hit.other)
	}
}

// bounce exchanges the velocities of two balls of equal mass along the line between their centers.
func (s *bruteForce) bounce(i, j int) {
	p, q := s.place(i, s.now), s.place(j, s.now)
	d, v, u := p.Sub(q), s.balls[i].v, s.balls[j].v
	if f := v.Sub(u).Dot(d) / d.Norm2(); f < 0 {
		v, u = v.Along(d, -f), u.Along(d, f)
	}
	s.set(i, p, v)
	s.set(j, q, u)
	a, b := &s.balls[i], &s.balls[j]
	a.leftBall, a.leftBallCourse = j, b.course
	b.leftBall, b.leftBallCourse = i, a.course
}

// set starts a new course of ball i at p with the velocity v.
func (s *bruteForce) set(i int, p, v geom.Vec) {
	b := &s.balls[i]
	b.from, b.v, b.since = p, v, s.now
	b.course++
	b.leftHex, b.leftBall = -1, -1
}

// shiftEpoch advances the origin of time by a second, like the world.
func (s *bruteForce) shiftEpoch() {
	s.now--
	for i := range s.balls {
		s.balls[i].since--
	}
}

// TestQueueAndGridAgainstBruteForce simulates 20 balls among 30 hexagons both ways, within one epoch. At 400 units/s,
// this second contains as many contacts as 20 s at the speed of the game. All bits are identical.
func TestQueueAndGridAgainstBruteForce(t *testing.T) {
	for _, speed := range []float64{20, 400} {
		contacts, asked := 0, 0
		for seed := range uint64(shorter(20, 5)) {
			g, s := newTwins(t, speed, seed)
			contacts += len(sameContacts(t, g, s))
			asked += s.questions
			for i := range g.Discs {
				a, b := &g.Discs[i], &s.balls[i]
				if a.From != b.from || a.V != b.v || a.Since != b.since {
					t.Fatalf("speed %g, seed %d, ball %d: course %v %v since %v, brute force %v %v since %v",
						speed, seed, i, a.From, a.V, a.Since, b.from, b.v, b.since)
				}
			}
		}
		t.Logf("speed %g: identical after %d contacts; brute force computed %d contact times", speed, contacts, asked)
	}
}

// TestBruteForceAcrossEpochs simulates 4 s. Shifting the origin of time is exact, so predictions made before and after
// it are bit-identical.
func TestBruteForceAcrossEpochs(t *testing.T) {
	contacts := 0
	for seed := range uint64(shorter(20, 5)) {
		g, s := newTwins(t, 20, seed)
		for second := range 4 {
			if second > 0 {
				s.shiftEpoch()
			}
			contacts += len(sameContacts(t, g, s))
		}
		for i := range g.Discs {
			if got, want := g.At(i), s.place(i, 1); got != want {
				t.Fatalf("seed %d: ball %d at %v, brute force %v", seed, i, got, want)
			}
		}
	}
	t.Logf("identical after %d contacts", contacts)
}

// newTwins returns a world and a bruteForce with the same balls.
func newTwins(t *testing.T, speed float64, seed uint64) (*World, *bruteForce) {
	t.Helper()
	const w, h = 24, 18
	hexes := hexRows(at(3, 4), 4, 2.1, 5, 6)
	balls := scatter(w, h, hexes, 20, discR, speed, seed+20)
	return closedBox(w, h, hexes, balls), newBruteForce(w, h, hexes, balls)
}

// sameContacts simulates a second both ways and returns the contacts. It fails unless both have the same contacts in
// the same order.
func sameContacts(t *testing.T, g *World, s *bruteForce) []encounter {
	t.Helper()
	got, _ := meetings(g, 1)
	want := s.run(1)
	if !slices.Equal(got, want) {
		t.Fatalf("tick %d: %d contacts differ from the %d contacts of brute force", g.tick, len(got), len(want))
	}
	return got
}
