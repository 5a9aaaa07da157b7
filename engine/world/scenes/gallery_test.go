package scenes

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/world"
)

// small returns the gallery without the largest scenes of the benchmark.
func small() []Exhibit {
	return slices.DeleteFunc(Gallery(), func(e Exhibit) bool {
		return slices.Contains([]string{"w3", "w4-1000", "w4-4000", "w4-16000"}, e.Name)
	})
}

// exhibit returns the exhibit with the given name.
func exhibit(t *testing.T, name string) Exhibit {
	e, ok := NamedExhibit(name)
	if !ok {
		t.Fatalf("NamedExhibit(%q) finds no exhibit", name)
	}
	return e
}

// TestGalleryKeepsItsInvariants checks that in every exhibit, no discs overlap or leave the field, and that without
// steering the energy is conserved.
func TestGalleryKeepsItsInvariants(t *testing.T) {
	for _, e := range small() {
		p := e.Begin()
		before, ticks := p.Energy(), min(e.Ticks, 1200)
		for n := range ticks {
			p.Tick()
			if n%40 == 0 {
				if err := p.World.Check(); err != nil {
					t.Fatalf("%s, tick %d: %v", e.Name, n, err)
				}
			}
		}
		drift := p.Energy()/before - 1
		if p.NumFlying() == len(p.World.Discs) && !p.EnergyChanges && math.Abs(drift) > 1e-12 {
			t.Errorf("%s: the energy drifts by %g, want at most 1e-12", e.Name, drift)
		}
		if p.Contacts == ([world.AtDisc + 1]int{}) {
			t.Errorf("%s: no contacts, want some", e.Name)
		}
	}
}

// TestExhibitsDemonstrateTheirFeature checks that each exhibit demonstrates its feature.
func TestExhibitsDemonstrateTheirFeature(t *testing.T) {
	play := func(name string) *ExhibitState {
		e := exhibit(t, name)
		p := e.Begin()
		for range e.Ticks {
			p.Tick()
		}
		return p
	}
	p := play("demon")
	right := 0
	for i := range p.World.Discs {
		if p.World.At(i).X > 30 {
			right++
		}
	}
	if right < len(p.World.Discs)*9/10 {
		t.Errorf("demon: %d of %d discs are on the right, want at least 90 %%", right, len(p.World.Discs))
	}
	if p := play("drain"); p.NumFlying() > 4 {
		t.Errorf("drain: %d discs move, want at most 4", p.NumFlying())
	}
	p = play("cradle")
	flying := 0
	for i := range p.World.Discs {
		if p.World.Discs[i].V.Norm() > 1e-9 {
			flying++
		}
	}
	if flying != 1 {
		t.Errorf("cradle: %d discs move, want 1", flying)
	}
}

func BenchmarkGallery(b *testing.B) {
	for _, e := range Gallery() {
		b.Run(e.Name, func(b *testing.B) {
			p := e.Begin()
			b.ReportAllocs()
			for b.Loop() {
				p.Tick()
			}
		})
	}
}
