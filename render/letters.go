package render

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Bricks that do more than break have a letter from spec.Kinds: sub-cells are too few to distinguish so
// many kinds by shape. The number of hits follows the letter if it is more than one.

// arrows are the glyphs of gates: right, down, left, up.
var arrows = [...][4]rune{
	{'→', '↓', '←', '↑'},
	{'>', 'v', '<', '^'},
}

// asciiMetal is the letter of metal in ASCII, where its usual letter fills walls.
const asciiMetal = 'M'

// letterOf returns the letter of a brick, or 0.
func (v *View) letterOf(b *brick) rune {
	kind := &spec.Kinds[b.Kind]
	if kind.Opening != spec.ToWay {
		if v.o.Glyphs == cell.ASCII && kind.Mark == asciiWall {
			return asciiMetal
		}
		return kind.Mark
	}
	set := &arrows[0]
	if v.o.Glyphs == cell.ASCII {
		set = &arrows[1]
	}
	switch x, y := b.Way.X, b.Way.Y; {
	case math.Abs(x) >= math.Abs(y) && x >= 0:
		return set[0]
	case math.Abs(x) >= math.Abs(y):
		return set[2]
	case y >= 0:
		return set[1]
	}
	return set[3]
}

// drawLetters writes the letters of bricks into f. Balls pass in front.
func (v *View) drawLetters(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		b := &bricks[i]
		if b.Lit {
			v.drawFuse(f, b)
		}
		if b.Hits == 0 || b.Unseen || b.Shape.N() < 3 {
			continue
		}
		if r := v.letterOf(b); r != 0 {
			v.drawLetter(f, b, r, pairOf(bricks, i))
		}
	}
}

// pairOf returns the digit of a portal's pair, counted in the order of their first ends, or 0 for other
// bricks.
func pairOf(bricks []brick, i int) rune {
	if spec.Kinds[bricks[i].Kind].Opening != spec.ToPair {
		return 0
	}
	n, first := '1', min(i, int(bricks[i].Pair))
	for k := range bricks[:first] {
		if int(bricks[k].Pair) > k {
			n++
		}
	}
	return n
}

// drawFuse writes a letter in the place of a broken brick whose fuse still burns.
func (v *View) drawFuse(f *cell.Frame, b *brick) {
	center, _ := b.Shape.Circle()
	col, row := v.l.cell(center.X, center.Y)
	if v.l.holds(col, row) {
		f.Set(col, row, spec.Kinds[spec.Bomb].Mark, v.theme.of(v.theme.Alarm, cell.Bold))
	}
}

func (v *View) drawLetter(f *cell.Frame, b *brick, r, digit rune) {
	center, _ := b.Shape.Circle()
	col, row := v.l.cell(center.X, center.Y)
	text := [2]rune{r, digit}
	if b.Hits > 1 {
		text[1] = '0' + rune(min(b.Hits, 9))
	}
	face := v.lookOf(b).Face.Color()
	st := cell.Style{Fg: v.theme.Back, Bg: face, Attr: cell.Bold}
	if v.o.Tier == cell.Mono {
		st = cell.Style{Fg: v.theme.Text, Bg: v.theme.Back, Attr: cell.Bold | cell.Reverse}
	}
	for j, glyph := range text {
		x := col + j
		if glyph != 0 && v.l.holds(x, row) && !v.ballAt(x-v.l.x, row-v.l.y) {
			f.Set(x, row, glyph, st)
		}
	}
}
