package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// exitGlyphs contains the glyph of the exit to the next level for each glyph set.
var exitGlyphs = [...]rune{
	cell.Quadrant: '▶', cell.Half: '►', cell.ASCII: '>', cell.Sextant: '▶', cell.Octant: '▶',
	cell.Braille: '▶', cell.Mosaic: '▶', cell.Diagonal: '▶',
}

// drawExit opens the right wall next to the paddle while the exit is open.
func (v *View) drawExit(f *cell.Frame, g *engine.Game) {
	if !g.Running(spec.DropExit) {
		return
	}
	l := &v.l
	_, first := l.cellAt(0, spec.PaddleY-2)
	for y := first; y < l.y+l.rows; y++ {
		f.Set(l.rightWall, y, exitGlyphs[v.opts.Glyphs], v.theme.Style(v.theme.Accent, cell.Bold))
	}
}

// gateGlyphs contains the glyphs of a gate in the ceiling for each glyph set: the two ends, and the middle of a closed
// gate.
var gateGlyphs = [...][3]rune{
	cell.Quadrant: {'╡', '╞', '═'}, cell.Half: {'╡', '╞', '═'}, cell.ASCII: {'[', ']', '='},
	cell.Sextant: {'╡', '╞', '═'}, cell.Octant: {'╡', '╞', '═'}, cell.Braille: {'╡', '╞', '═'},
	cell.Mosaic: {'╡', '╞', '═'}, cell.Diagonal: {'╡', '╞', '═'},
}

// drawGates draws the gates in the ceiling.
func (v *View) drawGates(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	glyphs := gateGlyphs[v.opts.Glyphs]
	for k, x := range g.Gates() {
		first, row := l.cellAt(x-spec.DroneRadius, 0)
		last, _ := l.cellAt(x+spec.DroneRadius, 0)
		if l.topWallIsOutside() {
			row = l.y - 1
		}

		open := g.GateOpen(k)
		st := t.Style(t.Walls, 0)
		if open {
			st = t.Style(t.Alarm, cell.Bold)
		}

		for col := first - 1; col <= last+1; col++ {
			glyph := glyphs[2]
			switch {
			case col == first-1:
				glyph = glyphs[0]
			case col == last+1:
				glyph = glyphs[1]
			case open && row >= l.y:
				continue // drones are visible while they pass
			case open:
				glyph = ' '
			}
			if col >= l.x && col < l.x+l.cols {
				f.Set(col, row, glyph, st)
			}
		}
	}
}
