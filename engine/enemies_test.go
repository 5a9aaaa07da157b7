package engine

import (
	"slices"
	"strings"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// levelWithEnemies returns a level with all kinds of drones, with bricks that drift, rotate and
// grow, with a portal pair and optionally with a boss.
func levelWithEnemies(boss spec.BossKind) spec.Level {
	l := spec.Level{
		Name: "Infested", Balls: 2, Drops: 40,
		Drones: spec.DroneSpec{Max: spec.MaxDrones, Interval: TicksPerSecond, Gates: []float64{16, 48}},
	}

	add := func(kind spec.Kind, x, y, r float64, m spec.Motion) {
		l.Bricks = append(l.Bricks, spec.BrickSpec{
			Kind: kind, Hue: uint8(kind) % spec.NumHues,
			Shape: geom.Regular(6, at(x, y), r, 30), Motion: m,
		})
	}

	if boss != spec.NoBoss {
		l.Boss = spec.BossSpec{Kind: boss, At: at(spec.FieldW/2, 14)}
		add(spec.Seed, 6, 33, 2, spec.Motion{})
		add(spec.Plain, 58, 33, 2, spec.Motion{})
		add(spec.Regrow, 32, 33, 2, spec.Motion{})
		return l
	}

	for i := range 5 {
		add(spec.Quad, 8+12*float64(i), 9, 2, spec.Motion{})
		add(spec.Seed, 8+12*float64(i), 20, 2, spec.Motion{})
	}

	add(spec.Wall, 14, 14.5, 1.6, spec.Motion{Path: at(36, 0), Lap: 3 * TicksPerSecond, Spin: 90})
	add(spec.Bumper, 20, 27, 2, spec.Motion{Spin: 200})
	add(spec.Plain, 30, 30, 1.5, spec.Motion{Path: at(10, 4), Lap: 2 * TicksPerSecond})
	return l
}

// In levels with drones or a boss, no objects overlap in any tick.
func TestEnemiesKeepTheInvariants(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	games, seconds := 8, 90
	if testing.Short() {
		games, seconds = 4, 40
	}

	for n := range games {
		boss := spec.BossKind(n % spec.NumBosses)
		g, err := New(Config{Setup: Setup{Seed: uint64(n)}, Levels: []spec.Level{levelWithEnemies(boss)}})
		if err != nil {
			t.Fatal(err)
		}

		player, w := newKeeper(uint64(n)), &wild{rng: Random(n)}
		begun, ended := 0, 0
		for !g.Phase.Ended() && g.Tick < uint64(seconds)*TicksPerSecond {
			in := player.Play(g)
			if n%3 == 1 && g.Tick%(8*TicksPerSecond) < TicksPerSecond {
				in = w.play()
			}
			if g.Phase == Play && g.Tick%997 == 0 {
				g.applyDrop(spec.NoDrop+1+spec.DropKind(w.rng.Below(int(spec.NumDrops-1))), 0)
			}

			g.Step(Input{in, Idle})
			begun += count(g.Events, DroneEntered)
			for _, e := range g.Events {
				if e.Kind == BrickBroken && g.Bricks[e.Brick].Kind == spec.DroneBody {
					ended++
				}
			}

			if err := g.Check(); err != nil {
				t.Fatalf("game %d, %s: %v", n, spec.Bosses[boss].Name, err)
			}
		}

		left, of := g.BossHits()
		t.Logf("game %d, boss %q %d/%d: phase %s after %d s, %d drones entered, %d ended, %d lives",
			n, spec.Bosses[boss].Name, left, of, g.Phase, g.Tick/TicksPerSecond, begun, ended, g.Lives)
	}
}

// hostileGame returns a game with a boss or with drones only, and a player for it.
func hostileGame(tb testing.TB, boss spec.BossKind, seed uint64) (*Game, *keeper) {
	tb.Helper()
	g, err := New(Config{Setup: Setup{Seed: seed}, Levels: []spec.Level{levelWithEnemies(boss)}})
	if err != nil {
		tb.Fatal(err)
	}
	return g, newKeeper(seed)
}

func TestEnemiesAllocateNothing(t *testing.T) {
	for boss := range spec.BossKind(spec.NumBosses) {
		g, player := hostileGame(t, boss, 1)
		for range 5 * TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
		}
		if n := testing.AllocsPerRun(10*TicksPerSecond, func() { g.Step(Input{player.Play(g), Idle}) }); n != 0 {
			t.Errorf("%q: Step allocates %g times per tick, want 0", spec.Bosses[boss].Name, n)
		}
	}
}

func TestCloneWithEnemies(t *testing.T) {
	for boss := range spec.BossKind(spec.NumBosses) {
		g, player := hostileGame(t, boss, 3)
		for range 12 * TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
		}

		c := g.Clone()
		before := c.Hash()
		if before != g.Hash() {
			t.Fatalf("%q: the hash of Clone() differs from that of the game", spec.Bosses[boss].Name)
		}

		var inputs []Control
		for range 5 * TicksPerSecond {
			in := player.Play(g)
			inputs = append(inputs, in)
			g.Step(Input{in, Idle})
		}

		if c.Hash() != before {
			t.Errorf("%q: Step changes a clone of the game", spec.Bosses[boss].Name)
		}

		for _, in := range inputs {
			c.Step(Input{in, Idle})
		}
		if c.Hash() != g.Hash() {
			t.Errorf("%q: after the same input, the clone differs from the game", spec.Bosses[boss].Name)
		}
	}
}

// The normal of a contact determines its side, in any orientation of the boss.
func TestWeakSidesTurnWithTheBoss(t *testing.T) {
	for boss := spec.Queen; boss < spec.NumBosses; boss++ {
		g, _ := hostileGame(t, boss, 1)
		weak := spec.Bosses[boss].Phases[0].WeakSides
		for degrees := range 360 {
			g.world.PlaceBody(g.Boss.mover, g.BossAt(), float64(degrees)*0.0174)
			shape := g.Shape(g.Boss.Brick)
			for side := range shape.N() {
				for _, offset := range []float64{-29, -10, 0, 10, 29} {
					n := shape.Normal(side).Turn(geom.Direction(offset))
					if got, want := g.isWeakAt(n), weak>>side&1 != 0; got != want {
						t.Fatalf(
							"%s rotated by %d°: isWeakAt() on side %d, %g° off its normal, = %v, want the opposite",
							spec.Bosses[boss].Name, degrees, side, offset, got)
					}
				}
			}
		}
	}
}

// A single hit takes at most three hits from a boss, and no hit counts immediately afterwards.
func TestBossTakesFewHits(t *testing.T) {
	g, _ := hostileGame(t, spec.Bastion, 1)
	g.Phase = Play
	g.damage(g.Boss.Brick, 200, Event{Ball: -1})
	if left, of := g.BossHits(); left != of-maxToughHits {
		t.Errorf("BossHits() after the first hit = %d, %d, want %d left", left, of, of-maxToughHits)
	}
	g.damage(g.Boss.Brick, 1, Event{Ball: -1})
	if left, of := g.BossHits(); left != of-maxToughHits {
		t.Errorf("BossHits() after a second hit in the same tick = %d, %d, want still %d left", left, of,
			of-maxToughHits)
	}
}

// When a boss dies, all required bricks break, including growing sprouts.
func TestDeadBossClearsTheLevel(t *testing.T) {
	for boss := spec.Queen; boss < spec.NumBosses; boss++ {
		g, player := hostileGame(t, boss, 2)
		for g.Phase != Play || g.Tick < 8*TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
		}

		g.startSprouts(0, TicksPerSecond)
		for left := 1; left > 0; left, _ = g.BossHits() {
			g.Tick = g.Boss.immuneUntil
			g.damage(g.Boss.Brick, 1, Event{Ball: -1})
		}

		if g.Phase != Bonus || g.BricksLeft != 0 || drones(g) != 0 || len(g.Bolts) != 0 {
			t.Errorf("%s: phase %s, %d bricks left, %d drones, %d bolts; want bonus and no bricks, drones or bolts",
				spec.Bosses[boss].Name, g.Phase, g.BricksLeft, drones(g), len(g.Bolts))
		}

		if err := g.checkCounts(); err != nil {
			t.Error(err)
		}
	}
}

// A ball that destroys a drone or a bolt opens the boss: all sides are weak and its shields are
// down until the next hit.
func TestDronesAndBoltsOpenTheBoss(t *testing.T) {
	for name, open := range map[string]func(g *Game){
		"drone": func(g *Game) {
			k := g.Drones[0].Brick
			g.setHits(k, 1)
			g.damage(k, 1, Event{Ball: 0})
		},
		"bolt": func(g *Game) { g.Bolts = append(g.Bolts, Bolt{At: g.BallAt(0)}) },
	} {
		g, player := hostileGame(t, spec.Bastion, 1)
		for g.Phase != Play || g.Tick < 2*TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
		}
		shields := func() (n int) {
			for k := range 6 {
				n += int(g.Bricks[g.Boss.firstShield+k].Hits)
			}
			return n
		}

		before := shields()
		open(g)
		g.Step(Input{player.Play(g), Idle})
		if before == 0 || shields() > 0 || g.WeakSides() != spec.AllSides || count(g.Events, BossOpened) > 1 {
			t.Errorf("%s: the shields have %d hits, then %d, weak sides %b; want no shields left and all sides weak",
				name, before, shields(), g.WeakSides())
		}

		g.damage(g.Boss.Brick, 1, Event{Ball: -1})
		for range 2 * TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
		}
		if g.Boss.Open || shields() == 0 {
			t.Errorf("%s: after a hit, Open = %v, shields have %d hits; want false and new shields",
				name, g.Boss.Open, shields())
		}
		if err := g.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A queen lays sprouts in the places of broken bricks. They pay no points and break with the queen.
func TestQueenLaysSprouts(t *testing.T) {
	l := spec.Level{Boss: spec.BossSpec{Kind: spec.Queen, At: at(30.5, 12)}}
	for x := range 3 {
		shape := geom.Regular(6, at(6+20*float64(x), 30), 2, 0)
		l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Plain, Shape: shape})
	}
	g, err := New(Config{Levels: []spec.Level{l}, ClosedFloor: true})
	if err != nil {
		t.Fatal(err)
	}
	g.Phase, g.floorAlwaysClosed = Play, true
	g.damage(0, 1, Event{Ball: -1})
	laid := func() bool { return g.Bricks[0].Hits > 0 && g.Bricks[0].Kind == spec.Sprout }
	for range spec.Bosses[spec.Queen].Phases[0].LayTicks + layTicks + TicksPerSecond {
		g.Step(Input{Idle, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if !laid() {
		t.Fatalf("brick 0 is of kind %d with %d hits, want a sprout of the queen", g.Bricks[0].Kind, g.Bricks[0].Hits)
	}

	points := g.Score
	if g.damage(0, 1, Event{Ball: -1}); g.Score != points {
		t.Errorf("a sprout of the queen pays %d points, want 0", g.Score-points)
	}
}

// In some phases of bosses the walls of the level crack.
func TestBossCracksWalls(t *testing.T) {
	l := levelWithEnemies(spec.Bastion)
	shape := geom.Regular(6, at(6, 34), 2, 0)
	l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Wall, Shape: shape})
	l.ParTime = 50 * TicksPerSecond
	g, err := New(Config{Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	if g.Tally.Par != l.ParTime {
		t.Errorf("Tally.Par = %d ticks, want %d as in the level", g.Tally.Par, l.ParTime)
	}

	wall := &g.Bricks[len(l.Bricks)-1]
	g.Phase = Play
	for phase := range spec.Bosses[spec.Bastion].Phases {
		for g.Boss.Phase < phase {
			g.Tick = max(g.Tick, g.Boss.immuneUntil)
			g.damage(g.Boss.Brick, 1, Event{Ball: -1})
		}
		if cracked := wall.Kind == spec.Cracked; cracked != (phase > 0) {
			t.Errorf("boss phase %d: the wall is of kind %d, want cracked: %v", phase+1, wall.Kind, phase > 0)
		}
	}
}

func TestEnemySpecErrors(t *testing.T) {
	gates := []float64{20}
	good := spec.DroneSpec{Max: 1, Interval: TicksPerSecond, Gates: gates}
	for want, l := range map[string]spec.Level{
		"drones: ":                   {Drones: spec.DroneSpec{Max: 4, Interval: 240, Gates: gates}},
		"drones: want 1 to 3 drones": {Drones: spec.DroneSpec{Max: 1, Interval: 3, Gates: gates}},
		"Gates:[]":                   {Drones: spec.DroneSpec{Max: 1, Interval: 240}},
		"drones: gate at x 1":        {Drones: spec.DroneSpec{Max: 1, Interval: 240, Gates: []float64{1}}},
		"drones: unknown kind 77": {Drones: spec.DroneSpec{
			Max: 1, Interval: 240, Gates: gates,
			Kinds: []spec.DroneKind{77},
		}},

		"boss: unknown kind 9": {Boss: spec.BossSpec{Kind: 9}},
		"boss: unknown kind 0": {Boss: spec.BossSpec{At: at(32, 12)}},
		"boss: area from":      {Boss: spec.BossSpec{Kind: spec.Queen, At: at(12, 12)}},
		"boss: brick 1 is": {
			Boss:   spec.BossSpec{Kind: spec.Heart, At: at(32, 14)},
			Bricks: []spec.BrickSpec{{Shape: geom.Regular(6, at(40, 14), 2, 0)}},
		},

		"levels cannot place the kind boss": {Bricks: []spec.BrickSpec{{
			Kind:  spec.BossBody,
			Shape: geom.Regular(6, at(40, 14), 2, 0),
		}}},
	} {
		if l.Drones.Max == 0 && l.Drones.Interval == 0 {
			l.Drones = good
		}
		if _, err := New(Config{Levels: []spec.Level{l}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New() error = %v, want an error with %q", err, want)
		}
	}
}

// Drones have a separate random stream, so other random decisions do not change them.
func TestDronesHaveASeparateRandomStream(t *testing.T) {
	var kinds [2][]spec.DroneKind
	for n := range kinds {
		g, player := hostileGame(t, spec.NoBoss, 9)
		for range 40 * TicksPerSecond {
			if n == 1 {
				g.rng.Next()
			}

			g.Step(Input{player.Play(g), Idle})
			for _, e := range g.Events {
				if e.Kind == DroneEntered {
					kinds[n] = append(kinds[n], g.Drones[slices.IndexFunc(g.Drones,
						func(d Drone) bool { return d.Brick == e.Brick })].Kind)
				}
			}
		}
	}

	if len(kinds[0]) == 0 || len(kinds[1]) == 0 || kinds[0][0] != kinds[1][0] {
		t.Errorf("two games with the same seed have different drones: %v and %v", kinds[0], kinds[1])
	}
}

// BenchmarkBossTick measures the most expensive tick with a boss, in its last phase with all drones
// and the maximum number of balls.
func BenchmarkBossTick(b *testing.B) {
	for boss := spec.Queen; boss < spec.NumBosses; boss++ {
		b.Run(spec.Bosses[boss].Name, func(b *testing.B) {
			g, player := hostileGame(b, boss, 4)
			for g.Phase != Play {
				g.Step(Input{player.Play(g), Idle})
			}

			g.floorAlwaysClosed, g.world.Floor = true, true
			for range 3 {
				g.addTwins(len(g.Balls), 3)
			}

			for g.Boss.Phase < spec.NumBossPhases-1 {
				g.Tick = max(g.Tick, g.Boss.immuneUntil)
				g.damage(g.Boss.Brick, 1, Event{Ball: -1})
			}

			balls := len(g.Balls)
			start := g.Clone()
			b.ReportAllocs()
			b.ResetTimer()
			for n := 0; b.Loop(); n++ {
				g.setHits(g.Boss.Brick, 1)
				g.Boss.immuneUntil = g.Tick + 100 // keep it alive
				g.Step(Input{Idle, Idle})
				if n%2400 == 2399 {
					b.StopTimer()
					g = start.Clone()
					b.StartTimer()
				}
			}

			b.ReportMetric(float64(balls), "balls")
		})
	}
}

// drones returns the number of drones in the field.
func drones(g *Game) (n int) {
	for i := range g.Drones {
		if g.isPresent(i) {
			n++
		}
	}
	return n
}
