package render

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// In ASCII, or if a brick is too small for an icon, a text in the middle of the brick shows its kind.

// arrows contains the texts of gates that point right, down, left and up.
var arrows = [...]string{">>>", "vvv", "<<<", "^^^"}

// maxBrickText is the maximum number of columns of a text on a brick.
const maxBrickText = 3

// A brickText is the text on a brick.
type brickText struct {
	glyphs [maxBrickText]rune
	n      int
}

// add appends a glyph if there is room.
func (s *brickText) add(r rune) {
	if s.n < len(s.glyphs) {
		s.glyphs[s.n] = r
		s.n++
	}
}

// textOn returns the text on a brick. The text is empty if the picture of the brick shows its kind and its hits.
func (v *View) textOn(b *brick) (s brickText) {
	kind, row := &spec.Kinds[b.Kind], &kindRows[b.Kind]
	text := row.text
	switch {
	case row.text == "" && b.Hits > 1 && v.board.UsesLetters() && v.opts.Glyphs != cell.ASCII:
		s.add('0' + rune(min(b.Hits, 9)))
		return s
	case v.opts.Tier == cell.Mono && kind.Opening == spec.ToPair && v.opts.Glyphs != cell.ASCII:
		s.add('1' + rune(b.pairIndex)) // there are no hues to distinguish pairs
		return s
	case row.text == "", row.solid && (v.opts.Glyphs == cell.ASCII || v.board.Flat || v.opts.Tier < cell.Colors16),
		v.board.HasIcon(b.Shape, row.icon):
		return s
	case kind.Opening == spec.OneWay:
		text = arrowFor(b)
	}
	if v.opts.Glyphs != cell.ASCII {
		text = text[len(text)/2:][:1]
	}
	for _, r := range text {
		if r == 'O' && kind.Opening == spec.ToPair {
			r = '1' + rune(b.pairIndex)
		}
		s.add(r)
	}
	if b.Hits > 1 && kind.Breakable {
		s.add('0' + rune(min(b.Hits, 9)))
	}
	return s
}

// arrowFor returns the text of a gate.
func arrowFor(b *brick) string {
	switch x, y := b.PassDir.X, b.PassDir.Y; {
	case math.Abs(x) >= math.Abs(y) && x >= 0:
		return arrows[0]
	case math.Abs(x) >= math.Abs(y):
		return arrows[2]
	case y >= 0:
		return arrows[1]
	}
	return arrows[3]
}

// drawBrickTexts writes the texts of bricks into f, behind the balls.
func (v *View) drawBrickTexts(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		b := &bricks[i]
		if b.Lit {
			v.drawFuse(f, b)
		}
		if b.Hits == 0 || b.Hidden || b.Shape.N() < 3 {
			continue
		}
		if s := v.textOn(b); s.n > 0 {
			v.drawText(f, b, &s)
		}
	}
}

// drawFuse writes a letter at the position of a broken brick with a burning fuse, if there is no room for a glow.
func (v *View) drawFuse(f *cell.Frame, b *brick) {
	if v.overlay.HasIcon(b.Shape, &fuseIcon) {
		return
	}
	center, _ := b.Shape.Circle()
	col, row := v.l.cellAt(center.X, center.Y)
	if v.l.contains(col, row) {
		f.Set(col, row, spec.Kinds[spec.Bomb].Mark, v.theme.Style(v.theme.Alarm, cell.Bold))
	}
}

// drawText writes a text into the middle of a brick. If the middle is between two rows, the text is in the lower row.
// If bricks use letters, the text is in the upper row, because the lower row may be a gap.
func (v *View) drawText(f *cell.Frame, b *brick, s *brickText) {
	center, _ := b.Shape.Circle()
	if v.board.UsesLetters() {
		center.Y -= v.board.UnitY / 2
	}
	col, row := v.l.cellAt(center.X, center.Y)
	st := v.textStyle(b)
	col -= s.n / 2
	for j, glyph := range s.glyphs[:s.n] {
		x := col + j
		if v.l.contains(x, row) && !v.ballAt(x-v.l.x, row-v.l.y) {
			f.Set(x, row, glyph, st)
		}
	}
}

// textStyle returns the style of the text on a brick. Like the icon, the text is either bright in a dark window or dark
// on the face. In ASCII the background is the inside of the brick. If the contrast is too low, textStyle selects
// another color.
func (v *View) textStyle(b *brick) cell.Style {
	t, ink := &v.theme, inkOf(&v.theme, b, 0)
	if v.opts.Tier == cell.Mono && v.opts.Glyphs != cell.ASCII {
		return t.Style(t.Text, cell.Bold|cell.Reverse)
	}

	isBright := ink != t.Back && !kindRows[b.Kind].onFace
	st := cell.Style{Attr: cell.Bold}
	if v.opts.Glyphs == cell.ASCII {
		k := v.asciiLook(b)
		st.Fg, st.Bg = k.inside.Fg, k.inside.Bg
		isBright = isBright && v.opts.Tier != cell.Mono
	} else {
		k := v.lookOf(b)
		st.Fg, st.Bg = t.Back, k.Face.Color()
		if isBright {
			st.Bg = k.Window.Color()
		}
	}
	if isBright {
		st.Fg = ink
	}
	st.Fg = t.Legible(st.Fg, st.Bg, v.opts.Tier)
	if v.opts.Tier == cell.Colors8 && cell.Contrast(st.Fg, st.Bg) < theme.MinContrast {
		// On magenta, neither the text color nor the background color has enough contrast.
		st.Fg, st.Bg = t.Text, t.Back
	}
	return st
}
