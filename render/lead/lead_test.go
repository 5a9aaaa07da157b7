package lead

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Each ball is in a part of its own, and so are the paddles, which come first; balls near the paddle come before those
// that are far away.
func TestPartsOfAStorm(t *testing.T) {
	brick, err := geom.NewPolygon(geom.Vec{X: 20, Y: 10}, geom.Vec{X: 40, Y: 10}, geom.Vec{X: 40, Y: 14}, geom.Vec{X: 20, Y: 14})
	if err != nil {
		t.Fatal(err)
	}
	level := spec.Level{Name: "One", Bricks: []spec.BrickSpec{{Shape: brick}}}
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 7, Mode: engine.Storm, Storm: 200}, Levels: []spec.Level{level}})
	if err != nil {
		t.Fatal(err)
	}
	player := bot.New(7)
	l := Field{X: 1, Y: 2, CellW: 1, CellH: 2}
	var parts []cell.Part
	for range 2000 {
		g.Step(engine.Input{player.Play(g)})
		parts = l.Append(parts[:0], g)
		if parts[0].ID != paddleID {
			t.Fatalf("tick %d: part %d comes first", g.Tick, parts[0].ID)
		}
		seen, band := map[int]bool{}, 0
		for _, p := range parts {
			if p.ID > 0 && seen[p.ID] {
				t.Fatalf("tick %d: two parts %d", g.Tick, p.ID)
			}
			seen[p.ID] = true
			if p.ID < ballID {
				continue
			}
			at := g.BallAt(p.ID - ballID)
			if x, y := l.X+floor(at.X/l.CellW), l.Y+floor(at.Y/l.CellH); x < p.X || y < p.Y || x >= p.X+p.W || y >= p.Y+p.H {
				t.Fatalf("tick %d: a ball at %v is not in %+v", g.Tick, at, p)
			}
			if b := bandOf(g, at.Y); b < band {
				t.Fatalf("tick %d: a ball at %v comes behind farther ones", g.Tick, at)
			} else {
				band = b
			}
		}
		for i := range g.Balls {
			if !g.Balls[i].Gone && !seen[ballID+i] {
				t.Fatalf("tick %d: ball %d is in no part", g.Tick, i)
			}
		}
	}
}
