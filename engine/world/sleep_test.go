package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// slot returns two walls with a distance of exactly gap between their sides, centered at (32, 20), rotated by degrees,
// and 2·long long.
func slot(t *testing.T, gap, long, degrees float64) (walls []geom.Polygon) {
	t.Helper()
	u := geom.Direction(degrees) // along the slot
	n := at(-u.Y, u.X)
	for _, side := range [...]float64{1, -1} {
		var corners []geom.Vec
		for _, c := range [...]geom.Vec{
			at(-long, gap/2), at(long, gap/2), at(long, gap/2+3), at(-long, gap/2+3),
		} {
			corners = append(corners, at(32, 20).Along(u, side*c.X).Along(n, side*c.Y))
		}
		p, err := geom.NewPolygon(corners...)
		if err != nil {
			t.Fatal(err)
		}
		walls = append(walls, p)
	}
	return walls
}

// A disc in a slot of exactly its width slides out of the slot, for all directions of the disc and the slot. Time
// advances, nothing overlaps, and the speed is constant.
func TestDiscLeavesSlotOfItsWidth(t *testing.T) {
	for degrees := 0.0; degrees < 180; degrees += 22.5 {
		for _, way := range [...]float64{90, 45, -3, 1e-7} {
			d := Disc{From: at(32, 20), V: geom.Direction(degrees + way).Mul(27), R: ballR}
			w := closedBox(fieldW, fieldH, slot(t, 2*ballR, 4, degrees), []Disc{d})
			w.MaxContacts = 256
			out := false
			for range TicksPerSecond {
				play(t, w, 1)
				out = out || w.At(0).Sub(at(32, 20)).Norm() > 5
			}
			if !out {
				t.Errorf("slot at %g°, disc at %g° to it: still inside, at %v with velocity %v",
					degrees, way, w.At(0), w.Discs[0].V)
			}
			if speed := w.Discs[0].V.Norm(); math.Abs(speed-27) > 1e-9 {
				t.Errorf("slot at %g°, disc at %g° to it: final speed %v, want 27", degrees, way, speed)
			}
		}
	}
}

// Discs in a row that fills a slot also leave it.
func TestRowOfDiscsInASlot(t *testing.T) {
	for _, degrees := range [...]float64{0, 30, 90, 117} {
		u := geom.Direction(degrees)
		var balls []Disc
		for k := range 5 {
			balls = append(balls, Disc{
				From: at(32, 20).Along(u, float64(k-2)*2*ballR), V: geom.Direction(degrees + 40*float64(k)).Mul(20),
				R: ballR, Mass: float64(k + 1),
			})
		}
		play(t, closedBox(fieldW, fieldH, slot(t, 2*ballR, 4, degrees), balls), 2*TicksPerSecond)
	}
}

// A sleeping disc can be held, launched, removed or kicked. It does not regain its old velocity after that. A kick
// wakes it immediately, and adds to the velocity along the slot.
func TestChangesToSleepingDisc(t *testing.T) {
	for name, take := range map[string]func(*World){
		"held":     func(w *World) { w.Hold(0) },
		"launched": func(w *World) { w.Launch(0, at(50, 40), at(0, 5)) },
		"removed":  func(w *World) { w.RemoveDisc(0) },
		"kicked":   func(w *World) { w.Kick(0, at(3*w.Discs[0].Mass, 0)) },
	} {
		w := closedBox(fieldW, fieldH, slot(t, 2*ballR, 4, 0), []Disc{{From: at(32, 20), V: at(1e-9, 27), R: ballR}})
		w.MaxContacts = 8
		end := w.Begin()
		for c, ok := w.Next(end - 1e-4); ok; c, ok = w.Next(end - 1e-4) {
			w.Bounce(c)
		}
		if w.sleeping != 1 {
			t.Fatalf("%s: %d discs sleep in the slot, want 1", name, w.sleeping)
		}
		take(w)
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			w.Bounce(c)
		}
		if err := w.Check(); err != nil || w.sleeping != 0 {
			t.Errorf("%s: %d discs sleep after the tick, want 0; Check returns %v", name, w.sleeping, err)
		}
		if name == "launched" && w.Discs[0].V != at(0, 5) {
			t.Errorf("velocity after Launch = %v, want (0, 5)", w.Discs[0].V)
		}
		if name == "held" && (w.Discs[0].V != at(0, 0) || !w.Discs[0].Held) {
			t.Errorf("after Hold: velocity %v, Held %v; want 0 and true", w.Discs[0].V, w.Discs[0].Held)
		}
		if name == "kicked" && math.Abs(w.Discs[0].V.X-30) > 1e-6 {
			t.Errorf("velocity after Kick with (3, 0) = %v, want x = 30", w.Discs[0].V)
		}
	}
}
