package world

import (
	"math"
	"testing"
)

// The energy of discs with different masses drifts no more than the energy of equal discs. With plain arithmetic, the
// rounding errors of an exchange always have the same sign, and add 2e-19 of the energy per contact.
func TestUnequalMassesKeepEnergy(t *testing.T) {
	masses := [...]float64{1, 0.3, 7, 1000, 0.001}
	w := closedBox(boardW, boardH, boardRows(), scatter(boardW, boardH, boardRows(), 200, discR, 20, 3))
	for i := range w.Discs {
		w.Discs[i].Mass = masses[i%len(masses)]
	}
	w.Rebuild()
	before := kineticEnergy(w)
	n := 0
	for n < 200_000 {
		n += tick(w)
	}
	if drift := math.Abs(kineticEnergy(w)/before - 1); drift > 3e-15 {
		t.Errorf("the energy has drifted by %g after %d contacts, want at most 3e-15", drift, n)
	}
}
