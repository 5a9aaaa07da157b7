package render

import (
	"testing"

	"arkterm/render/cell"
	"arkterm/render/picture"
	"arkterm/render/widget"
)

// TestImageDrawsEveryGlyph checks that no glyph of the game is drawn as a blank or as the box of a missing glyph.
func TestImageDrawsEveryGlyph(t *testing.T) {
	picture := func(r rune) string {
		var f cell.Frame
		f.Resize(1, 1)
		f.Cells[0] = cell.Cell{Glyph: r, Fg: 0xffffff, Bg: 0, Attr: 0}
		return string(picture.Image(&f).Pix)
	}
	blank, missing := picture(' '), picture('\u0bff')
	for _, glyphs := range allGlyphs {
		all := append([]rune{}, glyphs.Blocks()...)
		for _, s := range glyphs.Shapes() {
			for _, r := range [...]rune{s.Glyph, s.Inverse} {
				if r != 0 {
					all = append(all, r)
				}
			}
		}
		m, w, b := widget.Glyphs[glyphs], wallGlyphSets[glyphs], widget.Borders[glyphs]
		all = append(all, m.Life, m.GaugeFull, m.GaugeEmpty, m.Times, m.Marker, m.Shot)
		all = append(all, w.left, w.right, w.top, w.insideTop, w.inside[0], w.inside[1], w.inside[2], w.ends[0],
			w.ends[1])
		if w.corner != 0 {
			all = append(all, w.corner)
		}
		for _, r := range append(all, b[:]...) {
			if p := picture(r); r != ' ' && (p == blank || p == missing) {
				t.Errorf("%v: the image of %q is blank or the box of a missing glyph", glyphs, r)
			}
		}
	}
}
