package ansi

import (
	"io"

	"arkterm/render/cell"
)

// Text writes f as lines of text, with control sequences for the colours of a tier. Each line starts and
// ends in the terminal's own colours.
func Text(w io.Writer, f *cell.Frame, tier cell.Tier) error {
	e := Encoder{tier: tier}
	var line []byte
	for y := range f.H {
		line = line[:0]
		e.have = pencil{styled: true}
		for _, c := range f.Cells[y*f.W : (y+1)*f.W] {
			m := e.mark(c)
			line = e.put(line, &m)
		}
		line = append(line, "\x1b[m\n"...)
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
