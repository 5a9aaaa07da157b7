package render

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestKeyChangesTheNextFrame checks that the frame changes one tick after a key, in every glyph set with colors. By
// then the paddle has moved by a seventh of a unit.
func TestKeyChangesTheNextFrame(t *testing.T) {
	for _, o := range allOptions() {
		if o.Tier == cell.Mono {
			continue
		}
		for _, move := range []int8{-engine.MoveFull, engine.MoveFull} {
			g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1}, Levels: []spec.Level{honeycomb()}})
			if err != nil {
				t.Fatal(err)
			}
			v := NewView(o)
			var before, after cell.Frame
			before.Resize(80, 24)
			after.Resize(80, 24)
			in := engine.Input{engine.Idle, engine.Idle}
			for range 300 { // until all bricks of the level are shown
				g.Step(in)
				v.Observe(g.Events)
			}
			v.Draw(&before, g)
			in[0].Move = move
			g.Step(in)
			v.Observe(g.Events)
			v.Draw(&after, g)
			row := 24 * int(g.Capsule(0).Y) / int(g.H)
			if !rowDiffers(&before, &after, row) {
				t.Errorf("%v %v: row %d is the same after the key %d, want a change", o.Glyphs, o.Tier, row, move)
			}
		}
	}
}

// rowDiffers reports whether a and b differ in a row of the field at 80×24.
func rowDiffers(a, b *cell.Frame, row int) bool {
	for x := range 64 {
		if a.Cells[row*a.W+x] != b.Cells[row*b.W+x] {
			return true
		}
	}
	return false
}

// TestBrickInterval checks that with SetBrickInterval a moving brick is always drawn near its position, and exactly at
// its position every few frames. The balls must be drawn as without it, and fewer bytes must be sent.
func TestBrickInterval(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	const interval = 8
	for _, level := range []int{31, 33, 35, 36} {
		g, tick := shippedScene(level)(t)
		full, reduced := newGameRun(g, tick, 120, 40), newGameRun(g, tick, 120, 40)
		reduced.v.SetBrickInterval(interval)
		late := make([]int, len(g.Bricks)) // frames since a brick was last drawn at its position
		for n := range 300 {
			full.play()
			reduced.v.Observe(g.Events)
			full.draw()
			reduced.draw()
			if len(late) != len(reduced.v.board.bricks) {
				break // the level is over
			}

			for k := range late {
				b := &reduced.v.board.bricks[k]
				if late[k]++; *b.Shape == *g.Shape(k) {
					late[k] = 0
				}
				if far := b.Shape.Corner(0).Sub(g.Shape(k).Corner(0)).Norm(); far > maxDisplacement ||
					late[k] >= interval {
					t.Fatalf("level %d, frame %d: brick %d is drawn %.2f units from its position, and was inexact for "+
						"%d frames; want at most %.2f units, and fewer than %d frames", level, n, k, far, late[k],
						maxDisplacement, interval)
				}
			}
			if !slices.Equal(reduced.v.effects.balls, full.v.effects.balls) {
				t.Fatalf("level %d, frame %d: SetBrickInterval changes the drawn balls, want no change", level, n)
			}
		}

		if reduced.output.sent > full.output.sent*9/10 {
			t.Errorf("level %d: sent %d bytes, want at most 90 %% of the %d without an interval", level,
				reduced.output.sent,
				full.output.sent)
		}
	}
}
