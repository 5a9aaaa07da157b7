package engine

import (
	"fmt"
	"testing"

	"arkterm/engine/geom"
)

// infested is a board with drones of all kinds, bricks that drift, turn and grow, a
// portal pair and a boss or none.
func infested(boss BossKind) Level {
	l := Level{
		Name: "Infested", Balls: 2, Drops: 40,
		Drones: DroneSpec{Most: MaxDrones, Every: TicksPerSecond, Gates: []float64{16, 48}},
	}
	add := func(kind Kind, x, y, r float64, m Motion) {
		l.Bricks = append(l.Bricks, BrickSpec{Kind: kind, Hue: uint8(kind) % Hues, Shape: geom.Regular(6, at(x, y), r, 30), Motion: m})
	}
	if boss != NoBoss {
		l.Boss = BossSpec{Kind: boss, At: at(32, 13)}
		add(Seed, 6, 33, 2, Motion{})
		add(Plain, 58, 33, 2, Motion{})
		add(Regrow, 32, 33, 2, Motion{})
		return l
	}
	for i := range 5 {
		add(Quad, 8+12*float64(i), 9, 2, Motion{})
		add(Seed, 8+12*float64(i), 20, 2, Motion{})
	}
	add(Wall, 14, 14.5, 1.6, Motion{Path: at(36, 0), Lap: 3 * TicksPerSecond, Spin: 90})
	add(Bumper, 20, 27, 2, Motion{Spin: 200})
	add(Plain, 30, 30, 1.5, Motion{Path: at(10, 4), Lap: 2 * TicksPerSecond})
	return l
}

// Whatever is played on a board with drones or a boss, nothing overlaps, in any tick.
func TestFoesKeepTheInvariants(t *testing.T) {
	games, seconds := 12, 90
	if testing.Short() {
		games, seconds = 4, 40
	}
	for n := range games {
		boss := BossKind(n % BossKinds)
		g, err := New(Config{Seed: uint64(n), Levels: []Level{infested(boss)}})
		if err != nil {
			t.Fatal(err)
		}
		bot, w := NewBot(uint64(n)), &wild{rng: random(n)}
		begun, ended := 0, 0
		for !g.Phase.Ended() && g.Tick < uint64(seconds)*TicksPerSecond {
			in := bot.Play(g)
			if n%3 == 1 && g.Tick%(8*TicksPerSecond) < TicksPerSecond {
				in = w.play()
			}
			if g.Phase == Play && g.Tick%997 == 0 {
				g.take(NoDrop+1+DropKind(w.rng.below(int(DropKinds-1))), 0)
			}
			g.Step(Input{in, Idle})
			begun += count(g.Events, DroneBegun)
			for _, e := range g.Events {
				if e.Kind == BrickBroken && g.Bricks[e.Brick].Kind == DroneBody {
					ended++
				}
			}
			if err := g.Check(); err != nil {
				t.Fatalf("game %d, %s: %v", n, Bosses[boss].Name, err)
			}
		}
		left, of := g.BossHits()
		t.Logf("game %d, boss %q %d/%d: %s after %d s, %d drones came, %d ended, %d lives", n, Bosses[boss].Name, left, of, g.Phase, g.Tick/TicksPerSecond, begun, ended, g.Lives)
	}
}

var _ = fmt.Sprint
