package world

import (
	"fmt"
	"math"
	"testing"

	"arkterm/engine/geom"
)

// virial contains the virial coefficients B_k / B_2^(k−1) of hard discs for k = 2, 3, … B_3 and B_4 are exact (Tonks;
// Rowlinson and Hemmer). The others are from Clisby and McCoy, J. Stat. Phys. 122 (2006) 15. B_2 = πσ²/2, so B_2·ρ = 2η
// at the packing fraction η.
var virial = [...]float64{
	1,
	4./3 - 1.7320508075688772/math.Pi,
	2 - 9*1.7320508075688772/(2*math.Pi) + 10/(math.Pi*math.Pi),
	0.33355604, 0.1988425, 0.1148728, 0.0649930, 0.0362193, 0.0199537,
}

// compressibility returns Z = PA/(NkT) of hard discs at the packing fraction η, accurate to 1e-6 up to η = 0.2.
func compressibility(eta float64) float64 {
	z, power := 1.0, 1.0
	for _, b := range virial {
		power *= 2 * eta
		z += b * power
	}
	return z
}

func TestVirialSeries(t *testing.T) {
	for eta, want := range map[float64]float64{0.05: 1.108388, 0.1: 1.236144, 0.2: 1.570365} {
		if z := compressibility(eta); math.Abs(z-want) > 2e-6 {
			t.Errorf("compressibility(%g) = %.6f, want %.6f", eta, z, want)
		}
	}
}

// TestEnergySphere simulates few discs in a box for a long time. All states with the same energy are equally likely, so
// the velocities, multiplied by √m, are a uniformly distributed point on a sphere with 2N dimensions. Its squared pairs
// x = ½mv²/E have the moments ⟨x⟩ = 1/N and ⟨x²⟩ = 2/(N(N+1)). With equal masses, this means ⟨v⁴⟩/⟨v²⟩² = 2N/(N+1).
// Batches of 5 s contain about 1,000 contacts of each disc.
func TestEnergySphere(t *testing.T) {
	for _, tt := range []struct {
		name   string
		masses []float64
	}{
		{"2 equal", []float64{1, 1}},
		{"3 equal", []float64{1, 1, 1}},
		{"8 equal", []float64{1, 1, 1, 1, 1, 1, 1, 1}},
		{"4 unequal", []float64{1, 2, 0.5, 4}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := len(tt.masses)
			balls := scatter(16, 16, nil, n, 1.5, 1000, 4)
			for i, m := range tt.masses {
				balls[i].Mass = m
			}
			g := closedBox(16, 16, nil, balls)
			energy := kineticEnergy(g)
			var fourth batches
			first := make([]batches, n)
			for range shorter(100, 20) {
				sum, share, samples := 0.0, make([]float64, n), 0.0
				observe(g, 5, 200, func() {
					samples++
					for i := range g.Discs {
						x := g.Discs[i].kinetic() / energy
						sum += float64(n) * x * x
						share[i] += x
					}
				}, func(Contact, geom.Vec) {})
				fourth = append(fourth, sum/samples)
				for i := range share {
					first[i] = append(first[i], share[i]/samples)
				}
			}
			fourth.expect(t, "⟨v⁴⟩/⟨v²⟩²", 2*float64(n)/float64(n+1), 0.01)
			for i := range first {
				first[i].expect(t, fmt.Sprintf("share of the energy, mass %g", tt.masses[i]), 1/float64(n), 0.02)
			}
		})
	}
}

// A gas is the state and statistics of TestHardDiscGas.
type gas struct {
	w          *World
	kT         float64    // energy per disc, which has two degrees of freedom and mass 1
	margin     float64    // distance from the walls to the bulk
	push       float64    // momentum transferred to the walls, except near the corners
	pairs      int        // contacts between discs in the bulk
	inside     int        // discs in the bulk, summed over samples
	samples    int        // number of samples
	speed2     []float64  // v² of some samples
	anisotropy [2]float64 // sums of v_x² − v_y² and v_x·v_y over the same samples

	bulkAll, takenAll int    // inside and samples of all runs since the first
	layers            [6]int // discs by distance of their centers from the nearest wall, in diameters beyond contact
}

// gasSamples is the number of bulk samples per second.
const gasSamples = 4

// newGas returns a gas of n discs of radius discR with equal speeds on a lattice with the packing fraction eta. The
// number n must be square, because an incomplete row on one side would cause oscillations that outlast the test.
func newGas(t *testing.T, n int, eta float64) *gas {
	side := math.Sqrt(float64(n) * math.Pi * discR * discR / eta)
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	rng := newSource(uint64(n))
	var balls []Disc
	for k := range n {
		x, y := float64(k%columns)+0.5, float64(k/columns)+0.5
		balls = append(balls, Disc{
			From: at(x, y).Mul(side / float64(columns)), R: discR, V: rng.direction().Mul(math.Sqrt2),
		})
	}
	m := &gas{w: closedBox(side, side, nil, balls), margin: 6 * 2 * discR}
	m.kT = kineticEnergy(m.w) / float64(n)
	return m
}

// bulk reports whether p is far enough from the walls.
func (m *gas) bulk(p geom.Vec) bool {
	return min(p.X, p.Y, m.w.W-p.X, m.w.H-p.Y) > m.margin
}

// bulkArea returns the area of the bulk.
func (m *gas) bulkArea() float64 { return (m.w.W - 2*m.margin) * (m.w.H - 2*m.margin) }

// addContact adds a contact to the pressure and the rate. The argument before is the velocity before the contact.
func (m *gas) addContact(c Contact, before geom.Vec) {
	i := c.Disc
	b := &m.w.Discs[i]
	if c.Kind != AtDisc {
		p := m.w.At(i)
		along := p.X
		if c.Kind == AtSide {
			along = p.Y
		}
		if math.Abs(along-m.w.W/2) < m.w.W/2-m.margin {
			m.push += b.V.Sub(before).Norm()
		}
		return
	}
	// The center of the line between the two touching discs.
	if m.bulk(m.w.At(i).Lerp(m.w.At(c.Other), 0.5)) {
		m.pairs++
	}
}

func (m *gas) sample() {
	m.samples++
	for i := range m.w.Discs {
		p := m.w.At(i)
		if m.bulk(p) {
			m.inside++
		}
		d := min(p.X, p.Y, m.w.W-p.X, m.w.H-p.Y) - discR
		if k := int(d / (2 * discR)); k < len(m.layers) {
			m.layers[k]++
		}
	}
}

func (m *gas) addSpeeds() {
	for i := range m.w.Discs {
		v := m.w.Discs[i].V
		m.speed2 = append(m.speed2, v.Norm2())
		m.anisotropy[0] += v.X*v.X - v.Y*v.Y
		m.anisotropy[1] += v.X * v.Y
	}
}

// run simulates a period and returns the packing fraction of the bulk, the pressure on the walls, and the contacts in
// the bulk per area and second.
func (m *gas) run(seconds int) (eta, pressure, rate float64) {
	m.push, m.pairs, m.inside, m.samples = 0, 0, 0, 0
	observe(m.w, seconds, gasSamples, m.sample, m.addContact)
	m.bulkAll, m.takenAll = m.bulkAll+m.inside, m.takenAll+m.samples
	density := float64(m.inside) / float64(m.samples) / m.bulkArea()
	time := float64(seconds)
	eta = density * math.Pi * discR * discR
	pressure = m.push / (4 * (m.w.W - 2*m.margin) * time)
	return eta, pressure, float64(m.pairs) / m.bulkArea() / time
}

// TestHardDiscGas starts with 2,025 discs of equal speed on a square lattice and simulates about 45 contacts per disc.
// It then measures at two densities:
//
//   - Speeds. On the energy sphere, v² has the distribution
//     1 − (1 − v²/V²)^(N−1) with V² = Σv², which is the 2-D Maxwell distribution
//     for N → ∞. All speeds are sampled at intervals of at least 5 contacts per
//     disc, so that they are uncorrelated. A Kolmogorov–Smirnov test at 0.1 %
//     compares them with the distribution. The constant sum of squares makes the
//     statistic smaller than for independent values.
//   - Pressure. In equilibrium, the pressure on the walls is the pressure of the
//     bulk: P/(ρkT) = Z(η), with ρ and η of the bulk. The bulk is farther than 6
//     diameters from the walls. The denser and thinner layers at the walls end
//     after two diameters at these densities, as checkLayers verifies. The last 6
//     diameters of each wall are excluded, so corners have no effect.
//   - Contacts. The contact value of the pair correlation is g = (Z − 1)/(2η). A
//     disc of diameter σ sweeps 2σ times the mean relative speed √(πkT/m), so
//     there are ρ²σg√(πkT/m) contacts per area and second.
//
// Each batch contains about 45 contacts per disc and 2,000 wall contacts. The bias of a mean of ratios is their
// variance, which is below 0.05 %. The effect of the finite size is 1/N = 0.05 %. Both are too small to be visible.
func TestHardDiscGas(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
		return
	}
	for _, tt := range []struct {
		eta     float64
		seconds int // duration of a batch
	}{{0.1, 42}, {0.2, 18}} {
		t.Run(fmt.Sprint("η=", tt.eta), func(t *testing.T) {
			n := shorter(45*45, 32*32)
			m := newGas(t, n, tt.eta)
			m.run(tt.seconds)
			m.layers, m.bulkAll, m.takenAll = [6]int{}, 0, 0
			var etas, pressures, rates batches
			for range shorter(40, 12) {
				eta, pressure, rate := m.run(tt.seconds)
				m.addSpeeds()
				// Relative to the theoretical values for the bulk of this batch.
				z, density := compressibility(eta), eta/(math.Pi*discR*discR)
				g := (z - 1) / (2 * eta)
				etas = append(etas, eta)
				pressures = append(pressures, pressure/(density*m.kT*z))
				rates = append(rates, rate/(density*density*2*discR*g*math.Sqrt(math.Pi*m.kT)))
			}
			m.checkSpeeds(t)
			m.checkLayers(t)
			eta, se := etas.mean()
			t.Logf("%d discs, bulk η = %.5f ± %.5f, Z = %.4f", n, eta, se, compressibility(eta))
			sharp := float64(shorter(50, 150)) / 1e4
			pressures.expect(t, "pressure on the walls / ρkTZ(η)", 1, sharp)
			rates.expect(t, "contacts / ρ²σg√(πkT/m)", 1, sharp)
			if err := m.w.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func (m *gas) checkSpeeds(t *testing.T) {
	t.Helper()
	n := float64(len(m.w.Discs))
	total := 2 * n * m.kT
	d := kolmogorov(m.speed2, func(v2 float64) float64 { return 1 - math.Pow(1-v2/total, n-1) })
	t.Logf("%d speeds: Kolmogorov–Smirnov %.2f, want at most %.2f", len(m.speed2), d, maxKolmogorov)
	if d > maxKolmogorov {
		t.Errorf("speeds do not have the Maxwell distribution: Kolmogorov–Smirnov %.2f, want at most %.2f",
			d, maxKolmogorov)
	}
	// If the gas is isotropic, v_x² − v_y² has the variance 4(kT)², and v_x·v_y has (kT)².
	root := math.Sqrt(float64(len(m.speed2)))
	a, b := m.anisotropy[0]/(2*m.kT*root), m.anisotropy[1]/(m.kT*root)
	t.Logf("directions: %+.1f and %+.1f standard errors", a, b)
	if max(math.Abs(a), math.Abs(b)) > maxSigma {
		t.Errorf("directions are not uniform: off by %.1f and %.1f standard errors, want at most %g", a, b,
			float64(maxSigma))
	}
}

// checkLayers checks that the density deviates by at most 2 % from two diameters off the wall, so that the bulk is
// uniform.
func (m *gas) checkLayers(t *testing.T) {
	t.Helper()
	bulk := float64(m.bulkAll) / float64(m.takenAll) / m.bulkArea()
	var profile [len(m.layers)]float64
	for k := range m.layers {
		outer := m.w.W - 2*discR*float64(2*k+1)
		inner := outer - 4*discR
		profile[k] = float64(m.layers[k]) / float64(m.takenAll) / (outer*outer - inner*inner) / bulk
		if k >= 2 && math.Abs(profile[k]-1) > 0.02 {
			t.Errorf("layer %d: density %.3f relative to the bulk, want 1 ± 0.02", k, profile[k])
		}
	}
	t.Logf("densities of layers of one diameter, from the wall, relative to the bulk: %.3f", profile)
}
