package ansi

import (
	"io"

	"arkterm/render/cell"
)

// Text writes f as lines of text, with control sequences for the colors of a tier. Each line starts and ends in the
// terminal's default colors.
func Text(w io.Writer, f *cell.Frame, tier cell.Tier) error {
	e := Encoder{tier: tier, w: f.W}
	var line []byte
	for y := range f.H {
		line = line[:0]
		e.cursor = cursorState{styleKnown: true}
		for x := range f.W {
			if m := e.contentAt(f.Cells, y*f.W+x); m.glyph != cell.Tail {
				line = cell.AppendGlyph(e.changeStyle(line, m.look, m.glyph == ' '), m.glyph)
			}
		}
		line = append(line, "\x1b[m\n"...)
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
