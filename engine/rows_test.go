package engine

import (
	"slices"
	"testing"

	"arkterm/engine/spec"
)

// newEndlessGame returns a game of the mode Endless in which the ball cannot be lost.
func newEndlessGame(t *testing.T, seed uint64) *Game {
	t.Helper()
	g, err := New(Config{Setup: Setup{Mode: Endless, Seed: seed}, Levels: []spec.Level{{}}, ClosedFloor: true})
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

// TestRowsAreDrawings checks that the rows of drawings enter the field from bottom to top, with empty rows between
// drawings, and without bricks that cannot appear in rows yet.
func TestRowsAreDrawings(t *testing.T) {
	hexagon := func(kind spec.Kind, hue uint8, column, row int) spec.BrickSpec {
		left := float64((spec.FieldW - columnWidth*(rowColumns-1)) / 2)
		return spec.BrickSpec{Kind: kind, Hue: hue, Shape: rowShape(left+columnWidth*float64(column),
			10+rowHeight*float64(row)+columnOffset(column))}
	}
	drawing := spec.Level{Bricks: []spec.BrickSpec{
		hexagon(spec.Plain, 1, 0, 0), hexagon(spec.Wall, 1, 7, 0), hexagon(spec.Quad, 2, 3, 1),
	}}
	g, err := New(Config{Setup: Setup{Mode: Endless, Seed: 1}, Levels: []spec.Level{{}, drawing}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range g.Rows.Made {
		for c := range rowColumns {
			b, want := &g.Bricks[rowIndex(n, c)], Brick{Pair: -1}
			switch {
			case n%3 == 0 && c == 3: // a quad is too hard for the first rows
				want.Hue, want.Hits = 2, 1
			case n%3 == 1 && c == 0:
				want.Hue, want.Hits = 1, 1
			}
			if b.Kind != want.Kind || b.Hue != want.Hue || b.Hits != want.Hits || b.Pair != want.Pair {
				t.Errorf("row %d, column %d = %+v, want %+v", n, c, *b, want)
			}
		}
	}
	if err := g.Check(); err != nil {
		t.Error(err)
	}
}
