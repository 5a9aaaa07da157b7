package levels

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

func TestWorldsAndPars(t *testing.T) {
	p := mustParse(t, `arkterm levels 1
pack: P
level: Before
`+brick+`level: A
world: Dawn
par time: 1:05
par score: 12000
`+brick+`level: B
par time: 59:59
world: Dawn
`+brick+`level: C
world: Dusk
`+brick)
	if got, want := p.Worlds(), []World{{"P", 0, 1}, {"Dawn", 1, 2}, {"Dusk", 3, 1}}; !slices.Equal(got, want) {
		t.Errorf("Worlds() = %+v, want %+v", got, want)
	}
	if a := p.Levels[1]; a.ParTime != 65*engine.TicksPerSecond || a.ParScore != 12000 {
		t.Errorf("pars of level 2 = %d ticks and %d points, want %d and 12000", a.ParTime, a.ParScore,
			65*engine.TicksPerSecond)
	}
	if b := p.Levels[2]; b.ParTime != MaxParTime*engine.TicksPerSecond || b.ParScore != 0 {
		t.Errorf("pars of level 3 = %d ticks and %d points, want %d and 0", b.ParTime, b.ParScore,
			MaxParTime*engine.TicksPerSecond)
	}
}

// TestWorldOfFile checks that a world before the first level applies to all levels of the file.
func TestWorldOfFile(t *testing.T) {
	p := mustParse(t, "arkterm levels 1\nworld: Dawn\nlevel: A\n"+brick+
		"level: B\nworld: Dusk\n"+brick+"level: C\n"+brick)
	if got, want := p.Worlds(), []World{{"Dawn", 0, 1}, {"Dusk", 1, 1}, {"Dawn", 2, 1}}; !slices.Equal(got, want) {
		t.Errorf("Worlds() = %+v, want %+v", got, want)
	}
	if w := (Pack{Name: "Q", Levels: make([]spec.Level, 3)}).Worlds(); !slices.Equal(w, []World{{"Q", 0, 3}}) {
		t.Errorf("Worlds() of levels without a world = %+v, want one world with the name of the pack", w)
	}
}
