package world

import (
	"math"
	"strings"
	"testing"

	"arkterm/engine/geom"
)

// Dimensions of scenes in which they do not matter. They are the dimensions of the game.
const (
	fieldW, fieldH = 64.0, 48.0
	ballR          = 0.6
)

// play simulates ticks in which all contacts bounce, checks the world after each tick, and returns all contacts.
func play(t testing.TB, w *World, ticks int) (all []Contact) {
	t.Helper()
	for range ticks {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			w.Bounce(c)
			all = append(all, c)
		}
		if err := w.Check(); err != nil {
			t.Fatalf("tick %d: %v", w.tick, err)
		}
	}
	return all
}

// countKind returns the number of contacts of the given kind.
func countKind(all []Contact, k Kind) (n int) {
	for _, c := range all {
		if c.Kind == k {
			n++
		}
	}
	return n
}

// honeycomb returns six rows of hexagons in the upper half of the field.
func honeycomb() (hexes []geom.Polygon) {
	for row := range 6 {
		for col := range 12 - row%2 {
			center := at(6.5+4.6*float64(col)+2.3*float64(row%2), 5+4*float64(row))
			hexes = append(hexes, geom.Regular(6, center, 2.4, 30))
		}
	}
	return hexes
}

// storm returns a closed box with n balls of the given speed among hexagons.
func storm(hexes []geom.Polygon, n int, r, speed float64, seed uint64) *World {
	return closedBox(fieldW, fieldH, hexes, scatter(fieldW, fieldH, hexes, n, r, speed, seed))
}

func TestStormKeepsItsInvariants(t *testing.T) {
	w := storm(honeycomb(), 32, ballR, 270, 1)
	if n := len(play(t, w, 10*TicksPerSecond)); n < 1000 {
		t.Errorf("the storm has %d contacts in 10 s, want at least 1000", n)
	}
}

func TestSubstepsDoNotMatter(t *testing.T) {
	var want uint64
	for _, n := range []int{1, 2, 3, 8} {
		w := storm(honeycomb(), 32, ballR, 60, 7)
		w.Substeps = n
		ticks(w, 10*TicksPerSecond+17)
		if n == 1 {
			want = digest(w)
		} else if got := digest(w); got != want {
			t.Errorf("%d sub-steps: digest %016x, want %016x as with 1", n, got, want)
		}
	}
}

func TestEqualDiscsSwapNormalVelocities(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{
		{From: at(20, 20), R: ballR, V: at(30, 5)},
		{From: at(40, 20-(7-5)*(20-2*ballR)/40), R: ballR, V: at(-10, 7)}, // so that they meet head on
	})
	play(t, w, TicksPerSecond/2)
	a, b := w.Discs[0].V, w.Discs[1].V
	if a.Sub(at(-10, 5)).Norm() > 1e-12 || b.Sub(at(30, 7)).Norm() > 1e-12 {
		t.Errorf("velocities of the discs after 0.5 s are %v and %v, want (−10, 5) and (30, 7)", a, b)
	}
}

func TestUnequalMassesKeepMomentumAndEnergy(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{
		{From: at(20, 20), V: at(30, 0), R: 0.3, Mass: 0.2},
		{From: at(30, 20.4), V: at(-5, 1), R: 1.5, Mass: 7},
	})
	momentum := func() (p geom.Vec) {
		for i := range w.Discs {
			p = p.Along(w.Discs[i].V, w.Discs[i].Mass)
		}
		return p
	}
	p0, e0 := momentum(), kineticEnergy(w)
	if n := countKind(play(t, w, 80), AtDisc); n != 1 {
		t.Fatalf("the discs touch %d times, want once", n)
	}
	p1, e1 := momentum(), kineticEnergy(w)
	if p1.Sub(p0).Norm() > 1e-12 || math.Abs(e1-e0) > 1e-10 {
		t.Errorf("the contact changes the momentum from %v to %v and the energy from %g to %g, want no change", p0, p1,
			e0, e1)
	}
}

// A chain of discs at rest passes the velocity to its last disc without loss.
func TestChainTransfersVelocity(t *testing.T) {
	var balls []Disc
	for k := range 10 {
		balls = append(balls, Disc{From: at(10+3*float64(k), 24), R: ballR})
	}
	balls[0].V = at(27, 0)
	w := closedBox(fieldW, fieldH, nil, balls)
	play(t, w, TicksPerSecond)
	for i := range w.Discs {
		want := geom.Vec{}
		if i == 9 {
			want.X = 27
		}
		if w.Discs[i].V.Sub(want).Norm() > 1e-13 {
			t.Errorf("velocity of disc %d after the contacts = %v, want %v", i, w.Discs[i].V, want)
		}
	}
}

// In an empty box, the path is a straight line folded at the walls.
func TestPathInEmptyBox(t *testing.T) {
	v := at(17.3, -9.1)
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(11, 13), V: v, R: ballR}})
	for s := range 1000 {
		play(t, w, TicksPerSecond)
		now := float64(s + 1)
		want := at(fold(11+v.X*now, ballR, fieldW-ballR), fold(13+v.Y*now, ballR, fieldH-ballR))
		if d := w.At(0).Sub(want).Norm(); d > 1e-10 {
			t.Fatalf("after %d s, the position is off by %g units, want at most 1e-10", s+1, d)
		}
	}
}

func fold(x, lo, hi float64) float64 {
	w := hi - lo
	x = math.Mod(x-lo, 2*w)
	if x < 0 {
		x += 2 * w
	}
	return lo + min(x, 2*w-x)
}

// After reversing its velocity, a disc returns to its starting point.
func TestMotionIsReversible(t *testing.T) {
	for _, tt := range []struct {
		name     string
		hexes    []geom.Polygon
		contacts int
		limit    float64
	}{
		{"among hexagons", honeycomb(), 15, 1e-6},
		{"empty box", nil, 1000, 1e-9},
	} {
		w := storm(tt.hexes, 1, ballR, 27, 5)
		start, ticks := w.At(0), 0
		for n := 0; n < tt.contacts; ticks++ {
			n += len(play(t, w, 1))
		}
		w.Turn(0, w.Discs[0].V.Neg())
		play(t, w, ticks)
		if d := w.At(0).Sub(start).Norm(); d > tt.limit {
			t.Errorf("%s: after %d contacts and back, the position is off by %g units, want at most %g",
				tt.name, tt.contacts, d, tt.limit)
		}
	}
}

// A disc meets both walls of a corner at the same time.
func TestDiscReturnsFromCorner(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(10+ballR, 10+ballR), V: at(-20, -20), R: ballR}})
	play(t, w, TicksPerSecond)
	if v := w.Discs[0].V; v != at(20, 20) {
		t.Errorf("velocity after 1 s = %v, want (20, 20)", v)
	}
	if p := w.At(0); math.Abs(p.X-p.Y) > 1e-12 {
		t.Errorf("position after 1 s = %v, want x = y", p)
	}
}

// A disc that touches another disc at the start bounces only if they approach.
func TestDiscsThatStartTouching(t *testing.T) {
	for _, tt := range []struct {
		name       string
		v, u       geom.Vec // velocities of the left and the right disc
		left, hits int
	}{
		{"approaching", at(5, 0), at(-5, 0), -5, 1},
		{"parting", at(-5, 0), at(5, 0), -5, 0},
		{"side by side", at(0, 5), at(0, 5), 0, 0},
		{"at rest", at(0, 0), at(0, 0), 0, 0},
	} {
		w := closedBox(fieldW, fieldH, nil, []Disc{
			{From: at(30, 20), R: 0.5, V: tt.v},
			{From: at(31, 20), R: 0.5, V: tt.u},
		})
		hits := countKind(play(t, w, 100), AtDisc)
		if vx := w.Discs[0].V.X; hits != tt.hits || vx != float64(tt.left) {
			t.Errorf("%s: %d contacts, want %d; velocity %v, want %d", tt.name, hits, tt.hits, w.Discs[0].V, tt.left)
		}
	}
	// A disc that slides along a wall or the ceiling produces no contacts.
	w := closedBox(fieldW, fieldH, nil, []Disc{
		{From: at(ballR, 10), V: at(0, 9), R: ballR},
		{From: at(20, ballR), V: at(9, 0), R: ballR},
	})
	if n := len(play(t, w, 2*TicksPerSecond)); n != 0 {
		t.Errorf("discs that move along the walls have %d contacts, want 0", n)
	}
}

// A held disc has no contacts. After a launch it does.
func TestHeldDiscHasNoContacts(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{
		{From: at(10, 24), V: at(27, 0), R: ballR},
		{From: at(20, 24), R: ballR, Held: true},
	})
	if n := countKind(play(t, w, TicksPerSecond), AtDisc); n != 0 {
		t.Fatalf("the discs touch a held disc %d times, want 0", n)
	}
	w.Hold(0)
	if was := w.Discs[0]; was.V != (geom.Vec{}) || len(play(t, w, TicksPerSecond)) != 0 {
		t.Errorf("after Hold, the disc has contacts or the velocity %v, want no contacts and no velocity", was.V)
	}
	w.Launch(1, at(20, 24), at(0, 20))
	w.Launch(0, at(20, 30), at(0, -20))
	if n := countKind(play(t, w, TicksPerSecond/4), AtDisc); n != 1 {
		t.Errorf("%d contacts after both discs were launched, want 1", n)
	}
}

// A disc leaves through an open floor when all of it is outside.
func TestDiscLeavesThroughTheOpenFloor(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{
		{From: at(10, 40), V: at(0, 20), R: ballR},
		{From: at(30, 24), V: at(0, -20), R: ballR},
	})
	w.Floor = false
	left := 0
	for range TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			if c.Kind != AtExit {
				w.Bounce(c)
				continue
			}
			if p := w.At(c.Disc); c.Disc != 0 || math.Abs(p.Y-fieldH-ballR) > 1e-12 {
				t.Errorf("disc %d leaves the field at %v, want disc 0 at y = %g", c.Disc, p, fieldH+ballR)
			}
			left++
			w.RemoveDisc(c.Disc)
		}
	}
	if err := w.Check(); left != 1 || len(w.Discs) != 1 || err != nil {
		t.Errorf("%d discs left the field, %d remain, Check() = %v; want 1, 1 and no error", left, len(w.Discs), err)
	}
}

// An obstacle that is removed at a contact has no further contacts, not even with discs that were about to meet it.
func TestRemovedObstacleIsGoneImmediately(t *testing.T) {
	w := closedBox(fieldW, fieldH, []geom.Polygon{geom.Regular(6, at(32, 24), 3, 30)}, []Disc{
		{From: at(22, 24), V: at(30, 0), R: ballR}, {From: at(43, 24.1), V: at(-30, 0), R: ballR},
	})
	hits := 0
	for range TicksPerSecond / 3 {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			if c.Kind == AtObstacle {
				hits++
				w.RemoveObstacle(c.Other)
			}
			w.Bounce(c)
		}
	}
	if hits != 1 || w.Discs[1].V.X > 0 {
		t.Errorf("%d hits, velocity of the second disc %v; want 1 hit, and a disc that does not move right",
			hits, w.Discs[1].V)
	}
	w.Launch(1, at(60, 44), geom.Vec{})
	w.RestoreObstacle(0)
	w.Renew()
	w.Launch(0, at(20, 24), at(30, 0))
	if n := countKind(play(t, w, TicksPerSecond/2), AtObstacle); n != 1 {
		t.Errorf("%d contacts with the restored obstacle, want 1", n)
	}
}

// A disc that passes through an obstacle continues straight and does not meet the same obstacle again.
func TestPass(t *testing.T) {
	hexes := []geom.Polygon{geom.Regular(6, at(32, 24), 3, 30)}
	w := closedBox(fieldW, fieldH, hexes, []Disc{{From: at(20, 24.5), V: at(20, 1), R: ballR}})
	passes := 0
	for range TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			passes++
			w.Pass(c)
		}
	}
	if want := at(40, 25.5); passes != 1 || w.At(0).Sub(want).Norm() > 1e-12 {
		t.Errorf("%d passes, want 1; disc at %v, want %v", passes, w.At(0), want)
	}
}

// A disc keeps its velocity when Place moves it, and does not immediately touch the obstacle that it leaves.
func TestPlace(t *testing.T) {
	hexes := []geom.Polygon{geom.Regular(6, at(20, 24), 3, 0), geom.Regular(6, at(44, 24), 3, 0)}
	w := closedBox(fieldW, fieldH, hexes, []Disc{{From: at(10, 24), V: at(20, 0), R: ballR}})
	out := at(44+3+2*ballR, 24)
	end := w.Begin()
	for {
		c, ok := w.Next(end)
		if !ok {
			end = w.Begin()
			continue
		}
		if c.Kind != AtObstacle || c.Other != 0 {
			t.Fatalf("unexpected contact %+v", c)
		}
		w.Place(c, out, 1)
		break
	}
	for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
		t.Fatalf("unexpected contact after Place: %+v", c)
	}
	if p, v := w.At(0), w.Discs[0].V; !(p.X >= out.X && p.X < out.X+0.1) || v != at(20, 0) {
		t.Errorf("after Place, the disc is at %v with velocity %v, want x = %g to %g and (20, 0)", p, v, out.X,
			out.X+0.1)
	}
}

// Next panics if the caller has not responded to the last contact.
func TestContactsNeedResponses(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(10, 24), V: at(-20, 0), R: ballR}})
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, "disc 0") {
			t.Errorf("Next() panics with %q, want a message with disc 0", r)
		}
	}()
	for range TicksPerSecond {
		end := w.Begin()
		for ok := true; ok; {
			_, ok = w.Next(end)
		}
	}
}

func TestCheckFindsViolations(t *testing.T) {
	for want, breakIt := range map[string]func(*World){
		"outside of the field": func(w *World) { w.Discs[0].From.X = -3 },
		"inside obstacle":      func(w *World) { w.Discs[0].From = at(6, 6) },
		"inside capsule":       func(w *World) { w.Discs[0].From = at(32, 45) },
		"velocity":             func(w *World) { w.Discs[0].V.X = math.NaN() },
		"kinetic energy":       func(w *World) { w.Discs[0].V.Y *= 1 + 1e-6 },
		"capsule 0":            func(w *World) { w.Capsules[0].X = 1 },
		"overlap by": func(w *World) {
			i := w.AddDisc(Disc{From: at(20, 30), R: ballR})
			w.Discs[i].From = w.Discs[0].From
		},
	} {
		hexes := []geom.Polygon{geom.Regular(6, at(6, 6), 2, 30)}
		w := closedBox(fieldW, fieldH, hexes, []Disc{{From: at(40, 20), V: at(3, 26), R: ballR}})
		w.AddCapsule(Capsule{X: 32, Y: 45, Half: 3.6, R: 0.8})
		play(t, w, 2)
		breakIt(w)
		if err := w.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check() = %[2]v, want an error with %[1]q", want, err)
		}
	}
}

func TestCloneIsIndependent(t *testing.T) {
	w := storm(honeycomb(), 20, ballR, 60, 3)
	for i := range w.Discs { // away from the mover and the capsule
		w.Discs[i].From.Y = min(w.Discs[i].From.Y, 34)
	}
	w.AddMover(Obstacle{Shape: new(geom.Regular(5, at(32, 40), 2, 0))}, Motion{Spin: 50})
	w.AddCapsule(Capsule{X: 20, Y: 45, Half: 3.6, R: 0.8})
	ticks(w, 1)
	c := w.Clone()
	before := digest(c)
	ticks(w, TicksPerSecond)
	if digest(c) != before {
		t.Error("simulating the world changes its clone")
	}
	ticks(c, TicksPerSecond)
	if digest(c) != digest(w) {
		t.Error("after the same number of ticks, the clone differs from the world")
	}
}

func TestNextDoesNotAllocate(t *testing.T) {
	w := storm(honeycomb(), 60, 0.25, 60, 1)
	for i := range w.Discs { // away from the capsule
		w.Discs[i].From.Y = min(w.Discs[i].From.Y, 44)
	}
	w.AddCapsule(Capsule{X: 32, Y: 46, Half: 3.6, R: 0.8})
	ticks(w, TicksPerSecond)
	if n := testing.AllocsPerRun(2*TicksPerSecond, func() { tick(w) }); n != 0 {
		t.Errorf("Next allocates %g times per tick, want 0", n)
	}
}

// A caller can respond to a contact only once.
func TestContactsHaveOneResponse(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(10, 24), V: at(-200, 0), R: ballR}})
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, "no pending contact") {
			t.Errorf("the second call of Bounce for a contact panics with %q, want \"no pending contact\"", r)
		}
	}()
	for range TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			w.Bounce(c)
			w.Bounce(c)
		}
	}
}

// Hold can be called directly after AddDisc, before the first tick and between later ticks.
func TestHoldBeforeTick(t *testing.T) {
	w := New(40, 30)
	for round := range 3 {
		for k := range 4 {
			w.AddDisc(Disc{From: at(4+8*float64(k), 5+8*float64(round)), V: at(0, 20), R: ballR})
		}
		last := len(w.Discs) - 1
		w.Hold(last)
		where := w.At(last)
		for range TicksPerSecond {
			tick(w)
		}
		if w.At(last) != where {
			t.Errorf("round %d: held disc %d moved from %v to %v", round, last, where, w.At(last))
		}
		if err := w.Check(); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
	}
}
