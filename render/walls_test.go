package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
)

// TestWallsTakeNoColumn checks that at 80×24 the field has 61×24 cells between the walls.
func TestWallsTakeNoColumn(t *testing.T) {
	for _, glyphs := range allGlyphs {
		g, v := gameAfter(t, Options{Glyphs: glyphs}, 1)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		if l := v.l; l.x != 1 || l.y != 0 || l.cols != 61 || l.rows != 24 {
			t.Errorf("%v: the field has %d×%d cells at %d, %d, want 61×24 at 1, 0", glyphs, l.cols, l.rows, l.x, l.y)
		}
		for y := range 24 {
			if got := f.At(0, y).Glyph; got != wallGlyphSets[glyphs].left &&
				(y > 0 || got != wallGlyphSets[glyphs].ends[0]) {
				t.Errorf("%v: the left wall in row %d is %q, want %q", glyphs, y, got, wallGlyphSets[glyphs].left)
			}
			if got := f.At(62, y).Glyph; got != wallGlyphSets[glyphs].right {
				t.Errorf("%v: the right wall in row %d is %q, want %q", glyphs, y, got, wallGlyphSets[glyphs].right)
			}
		}
	}
}

// TestFieldIsClosed checks that there are a left, a right and an upper wall at many sizes, outside the field or in its
// outermost cells.
func TestFieldIsClosed(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	// the other glyph sets have the same walls as quadrants
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Half, cell.ASCII} {
		g, v := gameAfter(t, Options{Glyphs: glyphs}, 1)
		w := &wallGlyphSets[glyphs]
		for width := MinW; width <= 130; width += 3 {
			for height := MinH; height <= 45; height++ {
				var f cell.Frame
				f.Resize(width, height)
				v.Draw(&f, g)
				l := &v.l
				has := func(x, y int, glyph rune) bool {
					c := f.At(x, y)
					return c != nil && c.Glyph == glyph
				}
				y := l.y + l.rows - 4 // below the bricks
				left, right := has(l.x-1, y, w.left), has(l.x+l.cols, y, w.right)
				if l.rightWall < l.x+l.cols {
					right = has(l.rightWall, y, w.innerRightGlyph(l))
				}
				top := has(l.x+1, l.y, w.insideTop) || has(l.x+1, l.y-1, w.top) && has(l.x-1, l.y-1, w.ends[0]) &&
					has(l.rightWall, l.y-1, w.ends[1])
				if !left || !right || !top {
					t.Fatalf("%v %d×%d: left wall %v, right wall %v, upper wall %v, want all three in\n%v",
						glyphs, width, height, left, right, top, &f)
				}
			}
		}
	}
}

// TestBallHidesTheWall checks that a ball replaces the line of a wall inside the field.
func TestBallHidesTheWall(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	var f cell.Frame
	f.Resize(100, 30)
	v.effects.balls = nil
	v.Draw(&f, g)
	l := &v.l
	at := f.At(l.rightWall, l.y+12)
	if want := wallGlyphSets[v.opts.Glyphs].innerRightGlyph(l); l.rightWall != l.x+l.cols-1 || at.Glyph != want {
		t.Fatalf("the right wall is %q in column %d of %d, want a wall in the last column", at.Glyph, l.rightWall-l.x,
			l.cols)
	}
	v.overlay.Begin(&v.board.Grid, &v.movers)
	v.drawBall(shownBall{x: l.fw - 0.6, y: 12.5 * l.cellH, r: 0.6})
	v.compose(&f)
	if want := wallGlyphSets[v.opts.Glyphs].innerRightGlyph(l); at.Glyph == want || at.Glyph == ' ' {
		t.Errorf("the cell of the wall that a ball touches is %q, want a part of the ball", at.Glyph)
	}
}

func TestNewLevelName(t *testing.T) {
	const name = "LEVEL 1  Honeycomb"
	g, v := gameAfter(t, Options{Names: []string{"Honeycomb"}}, 1)
	shown := func() bool {
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		return strings.Contains(f.String(), name)
	}
	if !shown() {
		t.Error("the frame of a new level does not contain its name")
	}
	late := *g
	late.Tick = late.PhaseBegan + introTicks
	before := g
	g = &late
	if shown() {
		t.Error("the frame contains the name of the level after 3 s, want it removed")
	}
	broken := *before
	broken.Bricks = append([]engine.Brick(nil), before.Bricks...)
	broken.Bricks[0].Hits = 0
	g = &broken
	if shown() {
		t.Error("the frame contains the name of a level with a broken brick, want no name")
	}
}
