package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/race"
	"arkterm/render/cell"
)

// TestWallsTakeNoColumn: at 80×24 a unit is a column, and all hexagons of a row are drawn with the same
// characters.
func TestWallsTakeNoColumn(t *testing.T) {
	for _, glyphs := range allGlyphs {
		g, v := after(t, Options{Glyphs: glyphs}, 1)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		if l := v.l; l.x != 0 || l.y != 0 || l.cols != 64 || l.rows != 24 {
			t.Errorf("%v: field of %d×%d cells at %d,%d", glyphs, l.cols, l.rows, l.x, l.y)
		}
		for y := range 24 {
			if got := f.At(64, y).Glyph; got != walls[glyphs].right {
				t.Errorf("%v: %q at the right of row %d", glyphs, got, y)
			}
		}
	}
}

func TestWallsStandOutsideWhereThereIsRoom(t *testing.T) {
	for _, glyphs := range allGlyphs {
		g, v := after(t, Options{Glyphs: glyphs}, 1)
		var f cell.Frame
		f.Resize(110, 30)
		v.Draw(&f, g)
		w := &walls[glyphs]
		if got := f.At(v.l.x-1, 10).Glyph; got != w.left {
			t.Errorf("%v: %q at the left", glyphs, got)
		}
		for y := range v.l.rows {
			if got := f.At(v.l.x, v.l.y+y).Glyph; got == w.inLeft {
				t.Errorf("%v: a wall inside, too", glyphs)
			}
		}
	}
}

// TestFieldIsClosed: at every size there are a left, a right and an upper wall, if only in empty cells of
// the field.
func TestFieldIsClosed(t *testing.T) {
	if race.Long(t, "whole games drawn tick by tick, in one goroutine") {
		return
	}
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Half, cell.ASCII} { // the others have the walls of the first
		g, v := after(t, Options{Glyphs: glyphs}, 1)
		w := &walls[glyphs]
		for width := MinW; width <= 130; width += 3 {
			for height := MinH; height <= 45; height++ {
				var f cell.Frame
				f.Resize(width, height)
				v.Draw(&f, g)
				l := &v.l
				has := func(x, y int, out, in rune) bool {
					c := f.At(x, y)
					return c != nil && (c.Glyph == out || c.Glyph == in)
				}
				y := l.y + l.rows - 4 // below the bricks
				left := has(l.x-1, y, w.left, w.left) || has(l.x, y, w.inLeft, w.inLeft)
				right := has(l.x+l.cols, y, w.right, w.right) || has(l.x+l.cols-1, y, w.inRight, w.inRight)
				top := has(l.x+1, l.y-1, w.top, w.top) || has(l.x+1, l.y, w.inTop, w.inTop)
				if !left || !right || !top {
					t.Fatalf("%v %d×%d: left wall %v, right %v, upper %v\n%v", glyphs, width, height, left, right, top, &f)
				}
			}
		}
	}
}

// TestBallHidesTheWall: no line is drawn where there is something else.
func TestBallHidesTheWall(t *testing.T) {
	g, v := after(t, Options{}, 1)
	var f cell.Frame
	f.Resize(80, 24)
	v.effects.balls = nil
	v.Draw(&f, g)
	if got := f.At(0, 9).Glyph; got != '▏' {
		t.Errorf("%q at the left wall", got)
	}
	v.over.Begin(&v.base.Grid)
	v.drawBall(disc{0.6, 19, 0.6})
	v.compose(&f)
	if got := f.At(0, 9).Glyph; got == '▏' || got == ' ' {
		t.Errorf("%q where a ball touches the wall", got)
	}
}

func TestNameOfANewLevel(t *testing.T) {
	const name = "LEVEL 1  Honeycomb"
	g, v := after(t, Options{Names: []string{"Honeycomb"}}, 1)
	shown := func() bool {
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		return strings.Contains(f.String(), name)
	}
	if !shown() {
		t.Error("a new level's name is not shown")
	}
	late := *g
	late.Tick = late.Since + nameTicks
	old := g
	g = &late
	if shown() {
		t.Error("the name is still shown after 1.5 s")
	}
	broken := *old
	broken.Bricks = append([]engine.Brick(nil), old.Bricks...)
	broken.Bricks[0].Hits = 0
	g = &broken
	if shown() {
		t.Error("the name is shown again after a lost ball")
	}
}
