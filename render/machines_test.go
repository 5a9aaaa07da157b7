package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// machinesLevel returns a level with rotating, drifting and resting hexagons, two emitters, and shots.
func machinesLevel() spec.Level {
	hexagon := func(kind spec.Kind, hue uint8, x, y, r float64, m spec.Motion) spec.BrickSpec {
		return spec.BrickSpec{Kind: kind, Hue: hue, Shape: geom.Regular(6, geom.Vec{X: x, Y: y}, r, 30), Motion: m}
	}
	l := spec.Level{Name: "Machines", Shots: 7}
	for i := range 9 {
		l.Bricks = append(l.Bricks, hexagon(spec.Plain, uint8(i%3), 8+6*float64(i), 5, 2.6, spec.Motion{}))
	}
	l.Bricks = append(l.Bricks,
		hexagon(spec.Double, 3, 18, 17, 4, spec.Motion{Spin: 45}),
		hexagon(spec.Triple, 5, 44, 17, 4, spec.Motion{Spin: -90}),
		hexagon(spec.Plain, 1, 27, 27, 2.6, spec.Motion{Path: geom.Vec{X: 8}, Lap: 960}),
		hexagon(spec.Wall, 0, 52, 27, 2.6, spec.Motion{Path: geom.Vec{Y: 4}, Lap: 720}),
	)
	l.Emitters = []spec.EmitterSpec{
		{At: geom.Vec{X: 6, Y: 12}, Degrees: 30, Spin: 20},
		{At: geom.Vec{X: 58, Y: 13}, Degrees: 110, Spin: -30, On: 240, Off: 120, Elapsed: 60},
	}
	return l
}

// machinesAfter returns a game in the level l that scriptedPlayer has played with occasional shots, and a view that
// observed it.
func machinesAfter(t testing.TB, o Options, l spec.Level, ticks int) (*engine.Game, *View) {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 3}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(o)
	var f cell.Frame
	f.Resize(80, 24)
	for range ticks {
		machinesStep(g, v)
		if g.Tick%8 == 0 {
			v.Draw(&f, g)
		}
	}
	return g, v
}

// machinesStep plays a tick as scriptedPlayer, with occasional shots.
func machinesStep(g *engine.Game, v *View) {
	c := scriptedPlayer(g)
	if g.Phase == engine.Play && g.Tick%500 == 499 {
		c.Buttons |= engine.Fire
	}
	g.Step(engine.Input{c, engine.Idle})
	v.Observe(g.Events)
}

func TestPicturesOfMachines(t *testing.T) {
	for _, glyphs := range allGlyphs {
		g, v := machinesAfter(t, Options{Glyphs: glyphs, Names: []string{"Machines"}}, machinesLevel(), 505)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		compareGolden(t, fmt.Sprintf("machines-%v.txt", glyphs), []byte(f.String()))
	}
}

// TestMachinesLeaveNoRemains compares a view that has drawn every frame with a new view. Remains of moved or broken
// bricks would differ.
func TestMachinesLeaveNoRemains(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, o := range allOptions() {
		o.Effects = NoEffects
		g, v := machinesAfter(t, o, machinesLevel(), 0)
		var a, b cell.Frame
		a.Resize(80, 24)
		b.Resize(80, 24)
		for range 30 {
			for range 131 {
				machinesStep(g, v)
				if g.Tick%8 == 0 {
					v.Draw(&a, g)
				}
			}
			for range shotTicks {
				v.Observe(nil)
			}
			v.Draw(&a, g)
			fresh := NewView(o)
			fresh.gauges = slices.Clone(v.gauges) // their rows depend on earlier frames
			fresh.Draw(&b, g)
			if !slices.Equal(a.Cells, b.Cells) {
				t.Fatalf("%v %v tick %d: a used view draws\n%v\nwant the same as a new view:\n%v",
					o.Glyphs, o.Tier, g.Tick, &a, &b)
			}
		}
	}
}

func TestMachinesDoNotAllocate(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, o := range allOptions() {
		g, v := machinesAfter(t, o, machinesLevel(), 600)
		var f cell.Frame
		f.Resize(80, 24)
		if n := testing.AllocsPerRun(500, func() { machinesStep(g, v); v.Draw(&f, g) }); n > 0 {
			t.Errorf("%v %v: Draw allocates %v times per frame, want 0", o.Glyphs, o.Tier, n)
		}
	}
}

// TestBytesOfMachines measures a level with two rotating hexagons and a rotating emitter.
func TestBytesOfMachines(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	l := machinesLevel()
	l.Bricks = l.Bricks[:11]
	l.Bricks[9].Kind, l.Bricks[10].Kind = spec.Wall, spec.Wall // walls, so that these two cannot break
	l.Emitters = l.Emitters[:1]
	for _, tier := range allTiers {
		for _, glyphs := range allGlyphs {
			d := newShownGame(t, Options{Tier: tier, Glyphs: glyphs}, 80, 24)
			d.g, _ = machinesAfter(t, Options{}, l, 0)
			d.run(engine.TicksPerSecond)
			sent := d.output.sent
			const seconds = 10
			d.run(seconds * engine.TicksPerSecond)
			perSecond := (d.output.sent - sent) / seconds
			t.Logf("%-9v %-8v %5d bytes/s", tier, glyphs, perSecond)
			maxBytes := 12000
			if glyphs == cell.Octant {
				maxBytes = 24000 // octants have twice the sub-cells of quadrants, and are used only on request
			}
			if perSecond >= maxBytes {
				t.Errorf("%v %v: the level takes %d bytes/s, want less than %d", tier, glyphs, perSecond, maxBytes)
			}
		}
	}
}

// TestPicturesOfLight draws a lit and an unlit emitter. TestBeamsHaveNoGaps checks beams at other angles.
func TestPicturesOfLight(t *testing.T) {
	for _, glyphs := range allGlyphs {
		l := spec.Level{Emitters: []spec.EmitterSpec{
			{At: geom.Vec{X: 10, Y: 6}, Degrees: 25}, {
				At: geom.Vec{X: 32, Y: 3}, Degrees: 25, On: 1, Off: 9,
				Elapsed: 5,
			},
		}}
		l.Bricks = machinesLevel().Bricks[9:]
		g, v := machinesAfter(t, Options{Glyphs: glyphs, Tier: cell.Mono}, l, 1)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		compareGolden(t, fmt.Sprintf("light-%v.txt", glyphs), []byte(f.String()))
	}
}

// TestBallHidesTheBeam checks that a ball is drawn over a beam.
func TestBallHidesTheBeam(t *testing.T) {
	for _, o := range []Options{{}, {Glyphs: cell.Half}, {Glyphs: cell.ASCII}} {
		g, v := machinesAfter(t, o, spec.Level{Bricks: machinesLevel().Bricks[:1]}, 1)
		at := g.BallAt(0)
		g.Emitters = []engine.Emitter{{Lit: true, Beam: engine.Beam{
			From: geom.Vec{X: at.X, Y: 10}, Dir: geom.Vec{Y: 1},
			Length: 38,
		}}}
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		beams, balls := 0, 0
		for y := range v.l.rows {
			col, _ := v.l.cellAt(at.X, 0)
			switch c := f.At(col, y+v.l.y); {
			case c.Fg == v.theme.Beam:
				beams++
			case o.Glyphs == cell.ASCII && c.Glyph == asciiBall, cell.Luma(c.Fg) > 200:
				balls++
			}
		}
		if beams < 10 || balls == 0 {
			t.Errorf("%v: the beam has %d cells and the ball %d, want at least 10 and 1\n%v", o.Glyphs, beams, balls,
				&f)
		}
	}
}

// TestStatesShowWithoutColor checks that charged balls, stunned paddles, lit emitters and cut trip wires differ in
// shape from balls, paddles, emitters and wires in their normal state.
func TestStatesShowWithoutColor(t *testing.T) {
	wireBricks := []spec.BrickSpec{
		{Kind: spec.Tripwire, Pair: 1, Shape: geom.Regular(6, geom.Vec{X: 4, Y: 30}, 2, 0)},
		{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 4, Y: 34}, 2, 0)},
		{Kind: spec.Tripwire, Pair: 1, Shape: geom.Regular(6, geom.Vec{X: 57, Y: 30}, 2, 0)},
	}
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {60, 20}} {
			seen := map[string]string{}
			show := func(name string, change func(g *engine.Game)) {
				l := spec.Level{
					Bricks:   append(machinesLevel().Bricks[:1:1], wireBricks...),
					Emitters: []spec.EmitterSpec{{At: geom.Vec{X: 32, Y: 20}}},
				}
				g, _ := machinesAfter(t, Options{}, l, 1)
				g.Emitters[0] = engine.Emitter{Beam: engine.Beam{From: geom.Vec{X: 32, Y: 20}, Dir: geom.Vec{X: 1}}}
				g.Phase = engine.Play
				change(g)
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(Options{Glyphs: glyphs, Tier: cell.Mono}).Draw(&f, g)
				if other, ok := seen[f.String()]; ok {
					t.Errorf("%v %v: %s looks the same as %s\n%v", glyphs, size, name, other, &f)
				}
				seen[f.String()] = name
			}
			show("plain", func(*engine.Game) {})
			show("charged", func(g *engine.Game) { g.Balls[0].ChargedUntil = g.Tick + 10 })
			show("stunned", func(g *engine.Game) { g.Paddles[0].StunnedUntil = g.Tick + 10 })
			show("lit", func(g *engine.Game) { g.Emitters[0].Lit = true })
			show("cut", func(g *engine.Game) { g.Wires[0].OffUntil = g.Tick + engine.WireOffTicks*9/10 })
		}
	}
}

func TestShotFlashesAndEnds(t *testing.T) {
	g, v := machinesAfter(t, Options{}, machinesLevel(), 300)
	v.effects.clear()
	var before, during, later cell.Frame
	for _, f := range []*cell.Frame{&before, &during, &later} {
		f.Resize(80, 24)
	}
	v.Draw(&before, g)
	v.Observe([]engine.Event{{Kind: engine.ShotFired, Ball: -1, Brick: -1, At: geom.Vec{X: 30.2, Y: 9}}})
	v.Draw(&during, g)
	n := 0
	for _, c := range during.Cells {
		if c.Fg == v.theme.Shot {
			n++
		}
	}
	if n < 12 {
		t.Errorf("the shot has %d cells, want at least 12\n%v", n, &during)
	}
	for range engine.TicksPerSecond {
		v.Observe(nil)
	}
	v.Draw(&later, g)
	if !slices.Equal(before.Cells, later.Cells) {
		t.Errorf("after its end, a shot changes the frame, want the frame from before:\n%v", &later)
	}
}

func TestHUDShowsShots(t *testing.T) {
	for _, test := range []struct {
		w, h       int
		want, hint string
	}{
		{80, 24, "SHOTS", "space: shoot"},
		{120, 40, "SHOTS", "space: shoot"},
		{74, 16, "SHOTS", "space: shoot"},
		{41, 17, "↑7", ""},
		{60, 40, "↑7", "space: shoot"},
	} {
		g, v := machinesAfter(t, Options{Names: []string{"Machines"}}, machinesLevel(), 300)
		g.Phase, g.Shots = engine.Play, 7
		var f cell.Frame
		f.Resize(test.w, test.h)
		v.Draw(&f, g)
		if s := f.String(); !strings.Contains(s, test.want) || !strings.Contains(s, test.hint) {
			t.Errorf("%d×%d: the frame does not contain %q and %q:\n%s", test.w, test.h, test.want, test.hint, s)
		}
		g.Shots = 0
		v.Draw(&f, g)
		if s := f.String(); strings.Contains(s, test.want) || strings.Contains(s, "shoot") {
			t.Errorf("%d×%d: the HUD shows shots, want none without shots:\n%s", test.w, test.h, s)
		}
	}
}
