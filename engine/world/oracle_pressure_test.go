package world

import (
	"flag"
	"fmt"
	"math"
	"testing"
)

var pressureContacts = flag.Int("pressures", 0,
	"contacts per density in TestPublishedPressures, in millions; 0: a quarter of a million")

// publishedPressures contains the compressibility factors Z = PA/(NkT) of hard discs of diameter 1 by density N/A. The
// first five are limits for large N, with standard errors below 5e-6 of Z (Kolafa and Rottner, Mol. Phys. 104 (2006)
// 3435, table 1). The last one is for exactly 224 discs in a square, with a standard error of 1.4e-5 (Li et al., J.
// Chem. Phys. 157 (2022) 234111, repository HistoricDisks: βPσ² = 8.08531 at η = 0.672).
var publishedPressures = []struct {
	density, z    float64
	rows, columns int // for a fixed number of discs
}{
	{0.40, 2.1514393, 0, 0},
	{0.55, 3.1647878, 0, 0},
	{0.65, 4.287926, 0, 0},
	{0.75, 6.113391, 0, 0},
	{0.80, 7.476491, 0, 0},
	{0.672 * 4 / math.Pi, 8.08531 / (0.672 * 4 / math.Pi), 14, 16},
}

// fluidPressure returns βP of hard discs of diameter 1, from the fit of Kolafa and Rottner up to the density 0.88.
func fluidPressure(density float64) float64 {
	eta := density * math.Pi / 4
	x, z := eta/(1-eta), -1.06399127e-7*math.Pow(eta/(1-eta), 19)
	for i, a := range [...]float64{
		1, 2, 1.12801775, 0.00181895291, -0.0526134737, 0.0504951668, -0.0325433846, 0.0133946531, 0.00174265604,
		-0.00944632202, 0.00851111768, -0.0035963525, 0.000577345106,
	} {
		z += a * math.Pow(x, float64(i))
	}
	return density * z
}

// finiteSize returns the difference of Z between n discs in a periodic box and infinitely many, to first order in 1/n.
// The number of discs is fixed, so there are no fluctuations of the density: Z_n = Z − ρ(βP)″/(2n(βP)′).
func finiteSize(density float64, n int) float64 {
	const h = 1e-3
	lo, mid, hi := fluidPressure(density-h), fluidPressure(density), fluidPressure(density+h)
	return -density * (hi - 2*mid + lo) / (h * h) / ((hi - lo) / (2 * h)) / float64(2*n)
}

// TestPublishedPressures compares the pressure of hard discs in a periodic square with published values. With zero
// momentum and a constant energy, all velocities on a sphere of dimension d = 2n − 2 are equally likely. The mean of
// the normal component of a relative velocity is therefore exactly √(2/π)·V·Γ(d/2)/Γ((d+1)/2), with V² = Σv². Two
// estimators follow, from the number of contacts and from the momentum that they exchange. Both are exact for any n.
func TestPublishedPressures(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
		return
	}
	contacts, side, share := 250_000, 16, 4e-3
	if *pressureContacts > 0 {
		contacts, side, share = *pressureContacts*1_000_000, 32, 2e-4
	}
	for _, tt := range publishedPressures {
		want, contacts := tt.z, contacts
		if rows := tt.rows; rows == 0 {
			tt.rows, tt.columns = side, side
			want += finiteSize(tt.density, side*side)
			if z := fluidPressure(tt.density) / tt.density; math.Abs(z-tt.z) > 2e-5 {
				t.Errorf("fit at density %g: %.6f, want %.6f", tt.density, z, tt.z)
			}
		} else if *pressureContacts > 0 {
			contacts *= 4 // near freezing, the pressure of a few discs changes slowly
		}
		n := tt.rows * tt.columns
		t.Run(fmt.Sprintf("ρ=%.3f,n=%d", tt.density, n), func(t *testing.T) {
			w := periodicGas(tt.rows, tt.columns, tt.density, 1)
			energy := 2 * kineticEnergy(w) // V²
			d := float64(2*n - 2)
			above, _ := math.Lgamma(d / 2)
			below, _ := math.Lgamma((d + 1) / 2)
			speed := math.Sqrt(2*energy/math.Pi) * math.Exp(above-below)

			// The time of a batch is chosen before it starts, so that stopping has no bias.
			const batch = 40
			rate := float64(n) * (want - 1) * speed // contacts per second
			length := max(1, int(float64(contacts)/batch/rate*TicksPerSecond))
			for range length {
				tick(w)
			}
			var counts, momenta batches
			for range batch {
				count, momentum := 0, 0.0
				for range length {
					for c := range w.Tick() {
						count++
						momentum += c.Speed
					}
				}
				per := float64(length) / TicksPerSecond * float64(n)
				counts = append(counts, 1+float64(count)/per/speed)
				momenta = append(momenta, 1+momentum/per/2/(energy/d))
				if err := w.Check(); err != nil {
					t.Fatal(err)
				}
			}
			counts.expect(t, "Z by contacts", want, share)
			momenta.expect(t, "Z by momentum", want, 2*share)
		})
	}
}

// periodicGas returns discs of diameter 1 on a rectangular lattice in a periodic square, with equal speeds in random
// directions, reduced by their mean.
func periodicGas(rows, columns int, density float64, seed uint64) *World {
	n := rows * columns
	side, rng := math.Sqrt(float64(n)/density), newSource(seed)
	w := New(side, side)
	w.Wrap(true, true)
	for k := range n {
		x, y := (float64(k%columns)+0.5)/float64(columns), (float64(k/columns)+0.5)/float64(rows)
		w.AddDisc(Disc{R: 0.5, From: at(x*side, y*side), V: rng.direction().Mul(20)})
	}
	mean := at(0, 0)
	for i := range w.Discs {
		mean = mean.Along(w.Discs[i].V, 1/float64(n))
	}
	for i := range w.Discs {
		w.Turn(i, w.Discs[i].V.Sub(mean))
	}
	return w
}
