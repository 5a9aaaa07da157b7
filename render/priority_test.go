package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// TestPartsOfAStorm checks that each ball has a separate part, that the paddle is first, and that balls are sorted by
// their distance from the paddle.
func TestPartsOfAStorm(t *testing.T) {
	brick, err := geom.NewPolygon(geom.Vec{X: 20, Y: 10}, geom.Vec{X: 40, Y: 10}, geom.Vec{X: 40, Y: 14},
		geom.Vec{X: 20, Y: 14})
	if err != nil {
		t.Fatal(err)
	}
	level := spec.Level{Name: "One", Bricks: []spec.BrickSpec{{Shape: brick}}}
	g, err := engine.New(engine.Config{
		Setup:  engine.Setup{Seed: 7, Mode: engine.Storm, Storm: 200},
		Levels: []spec.Level{level},
	})
	if err != nil {
		t.Fatal(err)
	}

	player := bot.New(7)
	l := layout{x: 1, y: 2, cellW: 1, cellH: 2}
	var parts []cell.Part
	for range 2000 {
		g.Step(engine.Input{player.Play(g)})
		parts = l.appendParts(parts[:0], g)
		if parts[0].ID != paddleID {
			t.Fatalf("tick %d: part %d comes first, want the paddle", g.Tick, parts[0].ID)
		}

		seen, band := map[int]bool{}, 0
		for _, p := range parts {
			if p.ID > 0 && seen[p.ID] {
				t.Fatalf("tick %d: two parts have the ID %d, want unique IDs", g.Tick, p.ID)
			}
			seen[p.ID] = true
			if p.ID < ballID {
				continue
			}
			at := g.BallAt(p.ID - ballID)
			if x, y := l.cellAt(at.X, at.Y); x < p.X || y < p.Y || x >= p.X+p.W || y >= p.Y+p.H {
				t.Fatalf("tick %d: the part of the ball at %v is %+v, want it to contain the ball", g.Tick, at, p)
			}
			if b := bandOf(g, at.Y); b < band {
				t.Fatalf("tick %d: a ball at %v is in band %d after balls in band %d, want ascending bands", g.Tick, at,
					b, band)
			} else {
				band = b
			}
		}

		for i := range g.Balls {
			if !g.Balls[i].Gone && !seen[ballID+i] {
				t.Fatalf("tick %d: ball %d has no part, want one", g.Tick, i)
			}
		}
	}
}

// TestCursorFollows checks in every tick that the cursor is at the selected object: the paddle or the lowest ball.
func TestCursorFollows(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1}, Levels: levels.Shipped().Levels})
	if err != nil {
		t.Fatal(err)
	}
	v, player := View{l: layout{x: 1, y: 2, cellW: 1, cellH: 2}}, bot.New(1)
	l := &v.l
	cursor := func(f Follow) cell.Cursor {
		v.opts.Cursor = f
		return v.cursor(g)
	}
	for range 20 * engine.TicksPerSecond {
		g.Step(engine.Input{player.Play(g)})
		if c := cursor(FollowNothing); c.Placed {
			t.Fatalf("tick %d: FollowNothing places the cursor at %+v, want no cursor", g.Tick, c)
		}

		c, p := cursor(FollowPaddle), g.Capsule(0)
		if !c.Placed || c.X != l.x+raster.Floor(p.X) || c.Y != l.y+raster.Floor(p.Y/2) {
			t.Fatalf("tick %d: the cursor is at %+v, want it at the paddle at %.1f, %.1f", g.Tick, c, p.X, p.Y)
		}

		c = cursor(FollowBall)
		at, lower := false, false
		for i := range g.Balls {
			b := g.BallAt(i)
			at = at || c.X == l.x+raster.Floor(b.X) && c.Y == l.y+raster.Floor(b.Y/2)
			lower = lower || raster.Floor(b.Y/2) > c.Y-l.y
		}
		if len(g.Balls) > 0 && (!c.Placed || !at || lower) {
			t.Fatalf("tick %d: the cursor is at %+v, want the lowest ball", g.Tick, c)
		}
	}
}

// TestCursorOfUpperPlayer checks that the cursor of the player of the upper paddle follows that paddle, and the ball
// that is displayed lowest.
func TestCursorOfUpperPlayer(t *testing.T) {
	g := matchAfter(t, engine.Arkanong, 300)
	for _, f := range []Follow{FollowPaddle, FollowBall} {
		v := NewView(Options{OwnPaddle: 1, Flipped: true, Cursor: f})
		var frame cell.Frame
		frame.Resize(80, 24)
		v.Draw(&frame, g)

		p := g.Capsule(1)
		at := geom.Vec{X: p.X, Y: p.Y}
		for i := range g.Balls {
			if b := g.BallAt(i); f == FollowBall && (i == 0 || b.Y < at.Y) {
				at = b
			}
		}
		col, row := v.l.cellAt(at.X, at.Y)
		row = 2*v.l.y + v.l.rows - 1 - row
		if c := frame.Cursor; !c.Placed || c.X != col || c.Y != row {
			t.Errorf("%v: the cursor is at %+v, want it in column %d, row %d", f, c, col, row)
		}
	}
}

// TestFollowNames checks that ParseFollow accepts every name.
func TestFollowNames(t *testing.T) {
	for i, name := range FollowNames() {
		if f, err := ParseFollow(name); err != nil || int(f) != i || f.String() != name {
			t.Errorf("ParseFollow(%q) = %v, %v, want %[1]s, nil", name, f, err)
		}
	}
	if _, err := ParseFollow("mouse"); err == nil {
		t.Error("ParseFollow(\"mouse\") succeeds, want an error")
	}
}
