package levels

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

func TestEmitterErrors(t *testing.T) {
	const beam = "emitter: at 30 20, angle 90"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "emitter:\n", []string{`6:9: want an emitter "at X Y, angle A, spin S, on T off T, delay T"`}},
		{"no place", "emitter: angle 3\n", []string{`6:17: "at" is missing, want it with 2 numbers from 0 to 61`}},
		{"no angle", "emitter: at 3 4\n", []string{`6:16: "angle" is missing, want it with 1 number from -360 to 360`}},
		{
			"a kind", "emitter: plain at 3 4 angle 3\n",
			[]string{`6:10: unknown word "plain", want at, angle, spin, on, off or delay`},
		},
		{"misspelt", "emitter: at 3 4 agnle 3\n", []string{`6:17: unknown word "agnle", did you mean "angle"?`}},
		{
			"past the right edge", "emitter: at 65 4 angle 3\n",
			[]string{`6:13: "65" is out of range, want 2 numbers from 0 to 61 after "at"`},
		},
		{
			"past the bottom edge", "emitter: at 30 48.5 angle 3\n",
			[]string{"6:10: the emitter extends past the bottom edge of the field by 0.5 (height 48)"},
		},
		{
			"angle", "emitter: at 30 20 angle 361\n",
			[]string{`6:25: "361" is out of range, want 1 number from -360 to 360 after "angle"`},
		},
		{
			"spin", beam + ", spin 721\n",
			[]string{`6:35: "721" is out of range, want 1 number from -720 to 720 after "spin"`},
		},
		{"on alone", beam + ", on 1\n", []string{`6:30: "on" needs "off": on SECONDS off SECONDS`}},
		{"off alone", beam + ", off 1\n", []string{`6:30: "off" needs "on": on SECONDS off SECONDS`}},
		{
			"delay alone", beam + ", delay 1\n",
			[]string{`6:30: "delay" needs "on" and "off": on SECONDS off SECONDS delay SECONDS`},
		},
		{"flashing", beam + ", on 0.1 off 0\n", []string{
			`6:33: "0.1" is out of range, want 1 number from 0.2 to 3600 after "on"`,
			`6:41: "0" is out of range, want 1 number from 0.2 to 3600 after "off"`,
		}},
		{
			"delay", beam + ", on 1 off 1 delay -1\n",
			[]string{`6:47: "-1" is out of range, want 1 number from 0 to 3600 after "delay"`},
		},
		{"too many", strings.Repeat(beam+"\n", spec.MaxEmitters+2), []string{"14:10: more than 8 emitters in a level"}},

		{"in a brick", "emitter: at 5 5 angle 0\n", []string{"6:10: the emitter is in the brick at 1000:10"}},
		{
			"close to a brick", "emitter: at 7 5 angle 0\n",
			[]string{"6:10: the emitter is closer than 0.5 to the brick at 1000:10"},
		},
		{
			"in a drawing", "emitter: at 32 5 angle 0\nrows:\n  o\n",
			[]string{"6:10: the emitter is in the brick at 8:3"},
		},
		{
			"path of a drifting brick", "hexagon: wall at 20 20, radius 2, drift 20 0 every 3\n" + beam + "\n",
			[]string{"7:10: the emitter is in the path of the brick at 6:10"},
		},
		{
			"path of a spinning brick", "hexagon: wall at 32 20, radius 2, spin 3\n" + beam + "\n",
			[]string{"7:10: the emitter is in the path of the brick at 6:10"},
		},
		{
			"close to a path", "hexagon: wall at 25 22.4, radius 2, drift 20 0 every 3\n" + beam + "\n",
			[]string{"7:10: the emitter is closer than 0.5 to the path of the brick at 6:10"},
		},
		{
			"one error for each",
			"hexagon: wall at 30.6 20, radius .4\nhexagon: wall at 29.4 20, radius .4\n" + beam + "\n",
			[]string{"8:10: the emitter is closer than 0.5 to the brick at 6:10"},
		},

		{"shots", "shots: 100\n", []string{`6:8: shots is "100", want 0 to 99`}},
		{"a crawl", "speed: 49\n", []string{`6:8: speed is "49", want 50 to 150`}},
		{"no shots", "shots:\n", []string{`6:7: shots is "", want 0 to 99`}},
		{"half a shot", "shots: 0.5\n", []string{`6:8: shots is "0.5", want 0 to 99`}},
		{"shots twice", "shots: 1\nshots: 2\n", []string{`7:1: "shots" is already in line 6`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := top + test.text + brick
			last := fmt.Sprintf("%d:10", strings.Count(text, "\n"))
			var want []string
			for _, w := range test.want {
				want = append(want, strings.Replace(w, "1000:10", last, 1))
			}
			wantErrors(t, text, want)
		})
	}
	wantErrors(t, "arkterm levels 1\n"+beam+"\nlevel: A\n"+brick,
		[]string{`2:1: "emitter" must be in a level, after a line "level: NAME"`})
}

func TestParseEmitters(t *testing.T) {
	p := mustParse(t, top+brick+`emitter: at 2 20, angle 0
emitter: at 32 1, angle -60, spin 15
emitter: delay 1, on 1.5, off 3, at 60 48, angle 180
emitter: at 0 0, angle 45, on 1 off 2, delay 0
emitter: at 0 30, angle 0, on 1 off 2, delay 3599.5
emitter: at 7.24 5, angle 0, on 0.2 off 3600
`)
	want := []spec.EmitterSpec{
		{At: geom.Vec{X: 2, Y: 20}},
		{At: geom.Vec{X: 32, Y: 1}, Degrees: -60, Spin: 15},
		{At: geom.Vec{X: 60, Y: 48}, Degrees: 180, On: 360, Off: 720, Elapsed: 840},
		{Degrees: 45, On: 240, Off: 480},
		{At: geom.Vec{Y: 30}, On: 240, Off: 480, Elapsed: 120},
		{At: geom.Vec{X: 7.24, Y: 5}, On: 48, Off: 864000},
	}
	if got := p.Levels[0].Emitters; !slices.Equal(got, want) {
		t.Errorf("Parse() emitters = %+v\nwant %+v", got, want)
	}
	if _, err := engine.New(engine.Config{Levels: p.Levels}); err != nil {
		t.Error(err)
	}
}

// TestDelayedEmittersTurnOnInOrder checks three emitters that are on for one second of three, each a second later than
// the previous emitter. One emitter is on at any time, the first one first.
func TestDelayedEmittersTurnOnInOrder(t *testing.T) {
	p := mustParse(t, top+brick+`emitter: at 2 20, angle 0, on 1 off 2
emitter: at 2 22, angle 0, on 1 off 2, delay 1
emitter: at 2 24, angle 0, on 1 off 2, delay 2
`)
	g, err := engine.New(engine.Config{Levels: p.Levels})
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 6 * engine.TicksPerSecond {
		g.Step(engine.Input{engine.Idle, engine.Idle})
		for k, e := range g.Emitters {
			if want := tick / engine.TicksPerSecond % 3; e.Lit != (k == want) {
				t.Fatalf("tick %d: Lit of emitter %d = %v, want %v", tick, k, e.Lit, k == want)
			}
		}
	}
}

func TestShotsInHeadApplyToAllLevels(t *testing.T) {
	p := mustParse(t, "arkterm levels 1\nshots: 5\nlevel: A\n"+brick+
		"level: B\nshots: 0\n"+brick+"level: C\n"+brick+"shots: 99\n")
	var got []int
	for _, l := range p.Levels {
		got = append(got, l.Shots)
	}
	if want := []int{5, 0, 99}; !slices.Equal(got, want) {
		t.Errorf("Parse() shots = %v, want %v", got, want)
	}
}

// TestBeamsComeEarly checks that an early level has an emitter. The games of casual players end at about level 7.
func TestBeamsComeEarly(t *testing.T) {
	const by = 12
	for i, l := range Shipped().Levels {
		if len(l.Emitters) > 0 {
			if i+1 > by {
				t.Errorf("the first emitter is in level %d, want level %d or earlier", i+1, by)
			}
			return
		}
	}
	t.Error("no level has an emitter")
}
