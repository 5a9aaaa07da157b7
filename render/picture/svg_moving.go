package picture

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"arkterm/render/cell"
)

// noColor marks cells that svgContent does not draw. It differs from all colors of package cell.
const noColor cell.Color = 1 << 31

// SVG writes a as an animated SVG that loops. The SVG contains no script, so it also plays as an image in a web page.
// Each frame draws only its changes on top of the earlier frames, and becomes visible at its time.
func (a *Animation) SVG(w io.Writer) error {
	b := bufio.NewWriter(w)
	f := cell.Frame{W: a.w, H: a.h, Cells: make([]cell.Cell, a.w*a.h)}
	if len(a.frames) > 0 {
		applyChanges(&f, a.frames[0].cells)
	}
	svgHead(b, &f)
	svgContent(b, &f, commonBackground(&f))
	total, at := a.Duration(), 0
	for i := range a.frames {
		if i > 0 {
			for k := range f.Cells {
				f.Cells[k] = cell.Cell{Glyph: ' ', Fg: noColor, Bg: noColor, Attr: 0}
			}
			applyChanges(&f, a.frames[i].cells)
			fmt.Fprintf(b,
				`<g visibility="hidden"><animate attributeName="visibility" calcMode="discrete" `+
					`values="hidden;visible" keyTimes="0;%s" dur="%dms" repeatCount="indefinite"/>`+"\n",
				strconv.FormatFloat(float64(at)/float64(total), 'f', 5, 64), total)
			svgContent(b, &f, noColor)
			b.WriteString("</g>\n")
		}
		at += a.frames[i].ms
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

// applyChanges sets the changed cells in f.
func applyChanges(f *cell.Frame, cells []cellChange) {
	for _, c := range cells {
		f.Cells[c.at] = c.cell
	}
}
