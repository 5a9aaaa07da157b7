package levels

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

func TestParseDronesAndBosses(t *testing.T) {
	const text = "arkterm levels 1\nlevel: A\ndrones: 2 every 12 from 16 48\nboss: queen at 32 12\n" +
		"level: B\ndrones: 3 every 1.5 from 32 of cone, orb\npolygon: plain at 30 10, 34 10, 32 14\n"
	got := mustParse(t, text).Levels
	if d := got[0].Drones; d.Max != 2 || d.Interval != 12*engine.TicksPerSecond ||
		!slices.Equal(d.Gates, []float64{16, 48}) || d.Kinds != nil {
		t.Errorf("Parse() drones = %+v, want the values of the text", d)
	}
	if b := got[0].Boss; b != (spec.BossSpec{Kind: spec.Queen, At: geom.Vec{X: 32, Y: 12}}) {
		t.Errorf("Parse() boss = %+v, want a queen at (32, 12)", b)
	}
	if d := got[1].Drones; d.Max != 3 || d.Interval != 360 || len(d.Gates) != 1 ||
		!slices.Equal(d.Kinds, []spec.DroneKind{spec.Cone, spec.Orb}) {
		t.Errorf("Parse() drones = %+v, want the values of the text", d)
	}
	for _, l := range got {
		if _, err := engine.New(engine.Config{Levels: []spec.Level{l}}); err != nil {
			t.Error(err)
		}
	}
}

func TestDroneAndBossErrors(t *testing.T) {
	const drones = `want drones such as "2 every 12 from 16 48", optionally with kinds such as "of cone orb"`
	tests := []struct {
		name, text string
		want       []string
	}{
		{"no drones", "drones:\n", []string{"6:8: " + drones}},
		{"how many", "drones: 4 every 3 from 20\n", []string{`6:9: the number of drones is "4", want 1 to 3`}},
		{"how often", "drones: 2 from 20\n", []string{`6:18: "every" is missing, want it with 1 number from 1 to 600`}},
		{
			"too often", "drones: 2 every 0.5 from 20\n",
			[]string{`6:17: "0.5" is out of range, want 1 number from 1 to 600 after "every"`},
		},
		{
			"no gate", "drones: 2 every 5\n",
			[]string{`6:18: "from" is missing, want it with 1 to 2 numbers from 2 to 59`},
		},
		{
			"a gate in the wall", "drones: 2 every 5 from 1\n",
			[]string{`6:24: "1" is out of range, want 1 to 2 numbers from 2 to 59 after "from"`},
		},
		{
			"three gates", "drones: 2 every 5 from 9 20 40\n",
			[]string{`6:29: too many numbers, want 1 to 2 numbers from 2 to 59 after "from"`},
		},
		{
			"one gate twice", "drones: 2 every 5 from 20 22\n",
			[]string{"6:19: the gates at 20 and 22 are too close, want a distance of 4"},
		},
		{
			"a kind", "drones: 2 every 5 from 20 of cones\n",
			[]string{`6:30: unknown kind of drone "cones", did you mean "cone"?`},
		},
		{"no kind", "drones: 2 every 5 from 20 of\n", []string{
			"6:29: missing kind of drone, want " + parse.List(parse.Names(spec.Cone, spec.NumDrones), "or"),
		}},
		{"a kind twice", "drones: 2 every 5 from 20 of orb orb\n", []string{`6:34: "orb" is given twice`}},
		{
			"drones twice", "drones: 2 every 5 from 20\ndrones: 2 every 5 from 20\n",
			[]string{`7:1: "drones" is already in line 6`},
		},
		{
			"a shut gate", "drones: 2 every 5 from 12\nhexagon: wall at 12 2, radius 1\n",
			[]string{"6:19: the gate at 12 is blocked by the brick at 7:10, which never breaks"},
		},

		{
			"no boss", "boss:\n",
			[]string{`6:6: want a boss such as "queen at 32 12", of the kinds queen, bastion and heart`},
		},
		{"which boss", "boss: king at 32 12\n", []string{`6:7: unknown boss "king", want queen, bastion or heart`}},
		{"no place", "boss: queen\n", []string{`6:12: "at" is missing, want it with 2 numbers from 0 to 61`}},
		{
			"no room", "boss: queen at 12 12\n",
			[]string{"6:7: the queen needs the area from -8.5 3 to 32.5 21, which must be within 3 3 and 58 38.2"},
		},
		{
			"a brick", "hexagon: plain at 20 12, radius 2\nboss: queen at 32 12\n",
			[]string{"7:7: the queen needs the area from 11.5 3 to 52.5 21, but the brick at 6:10 is in it"},
		},
		{
			"a path", "hexagon: plain at 6 22, radius 2, drift 20 0 every 3\nboss: queen at 32 12.9\n",
			[]string{"7:7: the queen needs the area from 11.5 3.9 to 52.5 21.9, " +
				"but the path of the brick at 6:10 is in it"},
		},
		{
			"an emitter", "boss: queen at 32 12\nemitter: at 32 12 angle 3\n",
			[]string{"7:10: the emitter is in the path of the queen: the queen needs the area from 11.5 3 to 52.5 21"},
		},
		{
			"body", "hexagon: boss at 32 12, radius 2\n",
			[]string{`6:10: unknown kind of brick "boss", want ` + parse.List(kindNames(), "or")},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			wantErrors(t, top+test.text+brick, test.want)
		})
	}
}

// TestBossReplacesBricks checks that a level with a boss is valid without breakable bricks if balls can reach the boss.
func TestBossReplacesBricks(t *testing.T) {
	const head = "arkterm levels 1\nlevel: A\nboss: bastion at 32 14\n"
	mustParse(t, head)
	var walls strings.Builder
	for x := 0.0; x < spec.FieldW; x += 4 {
		end := min(x+3.8, spec.FieldW)
		fmt.Fprintf(&walls, "polygon: wall at %g 30, %g 30, %g 31, %g 31\n", x, end, end, x)
	}
	_, err := Parse("f", []byte(head+walls.String()))
	const want = "f:3:7: no ball can reach the bastion, because unbreakable bricks enclose it"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Parse() error = %v, want %q", err, want)
	}
}
