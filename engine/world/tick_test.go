package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

func TestTickEqualsLoopOverNext(t *testing.T) {
	for seed := range uint64(6) {
		w, plain := mixedScene(seed, false), mixedScene(seed, false)
		for range TicksPerSecond {
			end := plain.Begin()
			for touch := range w.Tick() {
				c, ok := plain.Next(end)
				if !ok || c != touch.Contact {
					t.Fatalf("seed %d: Tick yields %+v, but Next() = %+v, %v", seed, touch.Contact, c, ok)
				}
				plain.Bounce(c)
			}
			if c, ok := plain.Next(end); ok {
				t.Fatalf("seed %d: Tick omits %+v", seed, c)
			}
		}
		if digest(w) != digest(plain) {
			t.Errorf("seed %d: the discs differ after Tick and after Next", seed)
		}
	}
}

// After a break, the next loop continues the tick.
func TestTickContinuesAfterBreak(t *testing.T) {
	w, plain := storm(honeycomb(), 32, ballR, 270, 1), storm(honeycomb(), 32, ballR, 270, 1)
	for range 2 * TicksPerSecond {
		tick(plain)
	}
	breaks := 0
	for w.tick < plain.tick {
		for range w.Tick() {
			breaks++
			break
		}
	}
	if digest(w) != digest(plain) || breaks < 100 {
		t.Errorf("after %d breaks in loops over Tick: same state %v; want at least 100 breaks and true",
			breaks, digest(w) == digest(plain))
	}
}

// Both bodies contain the point of contact, and the normal and speed match the bounce.
func TestTouchDetails(t *testing.T) {
	w := mixedScene(1, false)
	last, all := w.Time(), 0
	for range 5 * TicksPerSecond {
		for c := range w.Tick() {
			d, p := w.Discs[c.Disc], w.At(c.Disc)
			if c.Time < last-1e-12 || math.Abs(c.Time-w.Time()) > 0 {
				t.Fatalf(
					"Tick yields a contact at %.15g s after one at %.15g s, and Time() = %.15g; want ascending times",
					c.Time, last, w.Time())
			}
			last = c.Time
			all++
			if math.Abs(p.Sub(c.At).Norm()-d.R) > 1e-9 || math.Abs(c.Normal.Norm()-1) > 1e-12 || c.Speed < 0 {
				t.Fatalf("contact %+v does not match the disc at %v with radius %g", c, p, d.R)
			}
			if c.Kind == AtDisc {
				if far := w.At(c.Other).Sub(c.At).Norm(); math.Abs(far-w.Discs[c.Other].R) > 1e-9 {
					t.Fatalf("contact %+v: distance to the other disc is %g, want its radius %g", c, far,
						w.Discs[c.Other].R)
				}
			}
			before := d.V
			w.Bounce(c.Contact)
			if c.Kind == AtObstacle || c.Kind == AtSide || c.Kind == AtEnd {
				if gain := w.Discs[c.Disc].V.Sub(before).Dot(c.Normal); math.Abs(gain-2*c.Speed) > 1e-9*c.Speed {
					t.Fatalf("contact %+v: velocity along the normal changes by %g, want %g", c, gain, 2*c.Speed)
				}
			}
		}
	}
	if all < 500 {
		t.Errorf("Tick yields %d contacts, want at least 500", all)
	}
	if math.Abs(w.Time()-float64(w.tick)/TicksPerSecond) > 1e-12 {
		t.Errorf("Time() = %g s after %d ticks, want %g s", w.Time(), w.tick, float64(w.tick)/TicksPerSecond)
	}
}

// Discs that leave the field are held, and the others continue.
func TestTickHoldsLeavingDiscs(t *testing.T) {
	w := storm(nil, 20, ballR, 60, 3)
	w.Floor = false
	exits := 0
	for range 5 * TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind == AtExit {
				exits++
			}
		}
	}
	held := 0
	for i := range w.Discs {
		if w.Discs[i].Held {
			held++
		}
	}
	if exits != held || held < 10 {
		t.Errorf("%d exits, %d held discs; want the same number, at least 10", exits, held)
	}
	if err := w.Check(); err != nil {
		t.Error(err)
	}
}

func TestTickDoesNotAllocate(t *testing.T) {
	w := storm(honeycomb(), 32, ballR, 270, 1)
	n := 0
	if allocs := testing.AllocsPerRun(TicksPerSecond, func() {
		for c := range w.Tick() {
			n += c.Disc
		}
	}); allocs > 0 {
		t.Errorf("Tick allocates %g times, want 0", allocs)
	}
}

// Kicks, added and removed discs are possible at any time within a tick.
func TestChangesWithinTick(t *testing.T) {
	for seed := range uint64(12) {
		rng := newSource(seed)
		w := mixedScene(seed, false)
		kicked, added, removed := 0, 0, 0
		for range 4 * TicksPerSecond {
			for range w.Tick() {
				// Tick responds to the contact after the loop body.
				if n := len(w.Discs); n > 0 && rng.IntN(4) == 0 {
					i := rng.IntN(n)
					if !w.hasPendingContact(i) {
						w.Kick(i, rng.direction().Mul(w.Discs[i].Mass*3))
						kicked++
					}
				}
				if rng.IntN(40) == 0 {
					d := Disc{R: 0.2 + rng.Float64(), From: at(64*rng.Float64(), 48*rng.Float64())}
					d.V = rng.direction().Mul(20)
					if w.Accepts(d, Filter{}) == nil {
						w.AddDisc(d)
						added++
					}
				}
				if n := len(w.Discs); n > 6 && rng.IntN(40) == 0 {
					w.RemoveDisc(rng.IntN(n))
					removed++
				}
			}
			if err := w.Check(); err != nil {
				t.Fatalf("seed %d, tick %d: %v", seed, w.tick, err)
			}
		}
		if kicked < 5 {
			t.Errorf("seed %d: %d kicks, want at least 5; %d discs added, %d removed", seed, kicked, added, removed)
		}
	}
}

func TestKickIsAnImpulse(t *testing.T) {
	w := New(64, 48)
	i := w.AddDisc(Disc{R: 1, Mass: 4, From: at(10, 10), V: at(1, 2)})
	w.Kick(i, at(8, -4))
	if w.Discs[i].V != at(3, 1) {
		t.Errorf("velocity after Kick = %v, want (3, 1)", w.Discs[i].V)
	}
	w.Hold(i)
	w.Kick(i, at(8, -4))
	if w.Discs[i].V != (geom.Vec{}) {
		t.Errorf("velocity of a held disc after Kick = %v, want 0", w.Discs[i].V)
	}
}

func TestKickPanicsBeforeResponse(t *testing.T) {
	w := New(64, 48)
	w.AddDisc(Disc{R: 1, From: at(10, 10), V: at(20, 0)})
	w.AddDisc(Disc{R: 1, From: at(15, 10), V: at(-20, 0)})
	for range TicksPerSecond {
		for range w.Tick() {
			for i := range 2 {
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("Kick of disc %d with a pending contact does not panic", i)
						}
					}()
					w.Kick(i, at(1, 0))
				}()
			}
			return
		}
	}
	t.Error("no contact occurs, so Kick was not tested")
}

// Either of two discs in a contact can be held, before or after the response. The other disc then continues straight,
// or as it bounced.
func TestHoldOneOfTwoDiscs(t *testing.T) {
	for n := range 8 {
		first, bounces, few := n%2 == 0, n/2%2 == 0, n/4%2 == 0
		w := New(64, 48)
		w.AddDisc(Disc{R: 1, From: at(10, 10), V: at(20, 0)})
		w.AddDisc(Disc{R: 1, From: at(15, 10), V: at(-20, 0)})
		for k := range 2 * fewDiscs {
			if !few {
				w.AddDisc(Disc{R: 1, From: at(2+3*float64(k), 40)})
			}
		}
		flies := -1
		for range TicksPerSecond {
			for c := range w.Tick() {
				if c.Kind != AtDisc {
					continue
				}
				held := c.Disc
				if flies = c.Other; !first {
					held, flies = c.Other, c.Disc
				}
				if bounces {
					w.Bounce(c.Contact)
				}
				w.Hold(held)
			}
			if err := w.Check(); err != nil {
				t.Fatalf("case %d, tick %d: %v", n, w.tick, err)
			}
		}

		// The discs meet at x = 12.5 after 3/40 s, and the moving one turns around at a wall.
		x, way := 13.5, 20*(1-3.0/40)
		if flies == 0 {
			x = 11.5
		}
		if (flies == 0) == bounces {
			way = -way
		}
		want := x + way
		if want < 1 {
			want = 2 - want
		}
		if got := w.At(flies).X; math.Abs(got-want) > 1e-9 || w.Discs[1-flies].V != (geom.Vec{}) {
			t.Errorf("case %d: disc %d at x = %g, want %g; velocity %v of the held disc, want 0",
				n, flies, got, want, w.Discs[1-flies].V)
		}
	}
}

// Between two ticks, the time is the number of ticks in seconds, also after full seconds.
func TestTimeBetweenTicks(t *testing.T) {
	w := New(20, 10)
	w.AddDisc(Disc{R: 1, From: at(4, 5), V: at(7, 3)})
	for n := range 3*TicksPerSecond + 1 {
		if want := float64(n) / TicksPerSecond; math.Abs(w.Time()-want) > 1e-12 {
			t.Fatalf("after %d ticks the time is %g, want %g", n, w.Time(), want)
		}
		for range w.Tick() {
		}
	}
}

// A disc leaves through an open end when all of it is outside, in a periodic field and between walls.
func TestDiscLeavesThroughOpenEnds(t *testing.T) {
	for _, periodic := range []bool{false, true} {
		for _, c := range []struct{ v, path float64 }{{8, 10 - 5 + 1.5}, {-8, 5 + 1.5}} {
			w := New(20, 10)
			w.Wrap(periodic, false)
			w.Floor, w.Ceiling = false, false
			w.AddDisc(Disc{R: 1.5, From: at(10, 5), V: at(0, c.v)})
			left := -1.0
			for range 2 * TicksPerSecond {
				for hit := range w.Tick() {
					if hit.Kind == AtExit && left < 0 {
						left = hit.Time
					}
				}
			}
			if want := c.path / math.Abs(c.v); math.Abs(left-want) > 1e-9 {
				t.Errorf("periodic %v, velocity %g: the disc leaves after %g s, want %g s", periodic, c.v, left, want)
			}
		}
	}
}
