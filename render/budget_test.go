package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/world"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// Maximum numbers of bytes at 80×24, chosen for slow links.
const (
	oneBallBudget  = 4 << 10  // bytes per second of ordinary play at 30 fps
	ballsBudget    = 32 << 10 // bytes per second of 30 balls in true color at 30 fps
	balls256Budget = 26 << 10 // bytes per second of 30 balls in 256 colors at 30 fps
	redrawBudget   = 45 << 10 // bytes of a whole frame
	sceneBudget    = 32 << 10 // bytes in the first second of an event, such as the start of a level
)

// flightOf30Balls returns 30 balls among unbreakable bricks.
func flightOf30Balls(t testing.TB) *flight {
	t.Helper()
	var balls []world.Disc
	for i := range 30 {
		d := geom.Direction(float64(i * 67 % 360))
		balls = append(balls, world.Disc{
			From: geom.Vec{X: 4 + 2*float64(i%28), Y: 36 + 3*float64(i/28)}, V: d.Mul(30),
			R: engine.BallRadius,
		})
	}
	return newFlight(t, honeycomb(), true, balls)
}

// TestThirtyBallsFitTheBudget measures 30 balls with all effects.
func TestThirtyBallsFitTheBudget(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
		budget := ballsBudget
		if tier == cell.Colors256 {
			budget = balls256Budget
		}
		for _, glyphs := range allGlyphs {
			d := newShownGame(t, Options{Tier: tier, Glyphs: glyphs}, 80, 24)
			f := flightOf30Balls(t)
			d.g, d.step = f.g, f.step
			d.run(engine.TicksPerSecond)
			const seconds = 5
			sent := d.output.sent
			d.run(seconds * engine.TicksPerSecond)
			n := (d.output.sent-sent)/seconds + 30*len("\x1b[5n") // the query that ends each frame
			t.Logf("%v %v: %d bytes/s", tier, glyphs, n)
			if n > budget {
				t.Errorf("%v %v: a game with 30 balls takes %d bytes/s, want at most %d", tier, glyphs, n, budget)
			}
		}
	}
}

// TestRedrawFitsTheBudget measures whole frames, as after a resize or a change of theme, with a full field.
func TestRedrawFitsTheBudget(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, theme := range theme.All {
		for _, tier := range allTiers {
			for _, glyphs := range allGlyphs {
				d := newShownGame(t, Options{Tier: tier, Glyphs: glyphs, Theme: theme}, 80, 24)
				d.run(1000)
				d.output.encoder.Forget()
				if n := len(d.output.encode(&d.f)); n > redrawBudget || n < 1000 {
					t.Errorf("%s %v %v: a whole frame has %d bytes, want 1,000 to %d", theme.Name, tier, glyphs, n,
						redrawBudget)
				}
			}
		}
	}
}

// TestScenesFitTheBudget measures the first second after a level starts, after it is cleared, and after a ball is lost.
func TestScenesFitTheBudget(t *testing.T) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
		for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Sextant} {
			second := func(name string, phase engine.Phase, ev engine.Event) {
				d := newShownGame(t, Options{Tier: tier, Glyphs: glyphs}, 80, 24)
				d.run(1500)
				if d.g.Phase, d.g.PhaseBegan = phase, d.g.Tick; phase == engine.Lost {
					d.g.Balls = nil
				}
				d.v.Draw(&d.f, d.g)
				d.output.encode(&d.f)
				sent := d.output.sent
				d.v.Observe([]engine.Event{ev})
				for range engine.TicksPerSecond {
					d.v.Observe(nil)
					d.g.Tick++
					if d.g.Tick%uint64(d.ticksPerFrame) == 0 {
						d.v.Draw(&d.f, d.g)
						d.output.encode(&d.f)
					}
				}
				n := d.output.sent - sent
				t.Logf("%v %v, %s: %d bytes", tier, glyphs, name, n)
				if n > sceneBudget {
					t.Errorf("%v %v, %s: %d bytes, want at most %d", tier, glyphs, name, n, sceneBudget)
				}
			}
			second("a level builds up", engine.Serve, engine.Event{Kind: engine.LevelStarted, Brick: -1})
			second("a level falls apart", engine.Clear, engine.Event{Kind: engine.LevelClear, Brick: 0})
			second("a life is lost", engine.Lost, engine.Event{
				Kind: engine.BallLost, Brick: -1,
				At: geom.Vec{X: 20, Y: 48},
			})
		}
	}
}
