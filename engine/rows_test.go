package engine

import (
	"slices"
	"testing"

	"arkterm/engine/spec"
)

// newEndlessGame returns a game of the mode Endless in which the ball cannot be lost.
func newEndlessGame(t *testing.T, seed uint64) *Game {
	t.Helper()
	g, err := New(Config{Setup: Setup{Mode: Endless, Seed: seed}, Levels: []spec.Level{{}}, Floor: true})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{Idle, Idle})
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	return g
}

func TestLowRowsCostALife(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	g := newEndlessGame(t, 1)
	for g.Lives == StartLives {
		g.Step(Input{Idle, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		if g.Lives < StartLives && !slices.ContainsFunc(g.Events, func(e Event) bool { return e.Kind == RowLanded }) {
			t.Error("a life is lost to a low row, but no RowLanded is emitted")
		}
		if g.Tick > 20*60*TicksPerSecond {
			t.Fatal("no row gets too low within 20 minutes")
		}
	}

	if low := g.LowestRow(); low > spec.LowestBrick-(rowsRemoved-1)*rowHeight {
		t.Errorf("LowestRow() after the lowest %d rows were removed = %g, want at most %g", rowsRemoved, low,
			spec.LowestBrick-(rowsRemoved-1)*rowHeight)
	}
}

func TestRowsEndTheGame(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	g := newEndlessGame(t, 2)
	for g.Phase != Over {
		g.Step(Input{Idle, Idle})
		if g.Tick > 60*60*TicksPerSecond {
			t.Fatalf("%d lives are left after an hour, want 0", g.Lives)
		}
	}
}

func TestRowsAreFastWithoutBricks(t *testing.T) {
	g := newEndlessGame(t, 1)
	slow := g.rowTicks()
	for k := range g.Bricks {
		g.setHits(k, 0)
	}
	if fast := g.rowTicks(); fast >= slow {
		t.Errorf("rowTicks() without bricks = %d, want less than the %d with bricks", fast, slow)
	}
}

// Rows descend around balls that are between them.
func TestRowsDescendAroundBalls(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	g := newEndlessGame(t, 3)
	waited := 0
	for range 60 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
		if g.Rows.ticksToStep < 0 {
			waited++
		}
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}

	if waited > 2*TicksPerSecond {
		t.Errorf("within a minute, rows wait %d ticks for balls, want at most %d", waited, 2*TicksPerSecond)
	}
}

func TestRowsDoNotAllocate(t *testing.T) {
	g := newEndlessGame(t, 4)
	for range 30 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
	}
	if n := testing.AllocsPerRun(10*TicksPerSecond, func() { g.Step(Input{Idle, Idle}) }); n > 0 {
		t.Errorf("Step allocates %v times per tick, want 0", n)
	}
}
