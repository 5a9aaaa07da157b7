package world

import "testing"

// A removed heavy disc leaves a rounding error in the sum of energies. Check must not attribute it to the remaining
// discs.
func TestCheckAfterHeavyDisc(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{
		{From: at(20, 20), V: at(17.3, 5.1), R: ballR, Mass: 0.9e12},
		{From: at(40, 20), V: at(0.7, 0.3), R: ballR, Mass: 1.1},
	})
	play(t, w, TicksPerSecond/4)
	w.Turn(0, at(1e-7, 1e-8))
	w.Turn(1, at(0.3, 0.1))
	play(t, w, TicksPerSecond/4)
	w.Hold(0)
	play(t, w, TicksPerSecond/4)

	if w.Hold(1); w.energy != 0 || w.maxEnergy != 0 {
		t.Errorf("while all discs are held, the energy is %v, and its maximum is %v; want 0, 0", w.energy, w.maxEnergy)
	}
}
