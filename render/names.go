package render

import (
	"slices"
	"strings"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// Bricks and drops that are new to the player are labeled with their names.

// SetLabels sets the objects to label, starting with the next frame. The view retains l.Bricks.
func (v *View) SetLabels(l Labels) { v.labels = l }

// drawLabels writes the labels of bricks and drops.
func (v *View) drawLabels(f *cell.Frame, g *engine.Game) {
	if v.fieldOnly {
		return
	}
	var labels [8]widget.Area // areas of the drawn labels, which must not overlap
	drawn := labels[:0]
	for _, k := range v.labels.Bricks {
		if k < len(g.Bricks) && g.Bricks[k].Hits > 0 && len(drawn) < len(labels) {
			drawn = append(drawn, v.drawBrickName(f, g, k, drawn))
		}
	}
	var labeled [spec.NumDrops]bool
	for i := range g.Drops {
		if d := &g.Drops[i]; v.labels.Drops[d.Kind] && !labeled[d.Kind] {
			labeled[d.Kind] = true
			v.drawDropName(f, d)
		}
	}
}

// drawDropName writes the label of a drop to the right of the drop, or to the left if there is no room. It writes
// nothing if the drop contains its label.
func (v *View) drawDropName(f *cell.Frame, d *engine.Drop) {
	l, w, word := &v.l, v.dropWidth(), text.Translate(spec.Drops[d.Kind].Label)
	if v.dropLabel(d.Kind, w) == word {
		return
	}
	col, row := l.cellAt(d.At.X, d.At.Y)
	x := col + w - w/2 + 1
	if x+cell.Width(word) > l.x+l.cols-1 {
		x = col - w/2 - 1 - cell.Width(word)
	}
	if l.contains(x, row) && l.contains(x+cell.Width(word)-1, row) {
		p := widget.NewPen(f, x, row, v.theme.Style(v.dropColor(d.Kind), cell.Bold))
		p.Text(word)
	}
}

// drawBrickName writes the name of a brick next to the brick. If there is no room, it writes the name next to another
// brick of the same kind. If there is no room there either, the name covers other objects, except during play. drawn
// contains the areas of the names drawn so far, which the name must not overlap. drawBrickName returns the area of the
// name, or an empty area if it has not drawn the name.
func (v *View) drawBrickName(f *cell.Frame, g *engine.Game, brick int, drawn []widget.Area) widget.Area {
	kind := g.Bricks[brick].Kind
	name := text.Translate(spec.Kinds[kind].Name)
	w := cell.Width(name) + 2
	best, free := v.findLabelPlace(g.Shape(brick), w)
	for k := range g.Bricks {
		if b := &g.Bricks[k]; !free && b.Kind == kind && b.Hits > 0 && !b.Hidden {
			if at, ok := v.findLabelPlace(g.Shape(k), w); ok {
				best, free = at, true
			}
		}
	}
	if !free && g.Phase == engine.Play {
		return widget.Area{}
	}

	l := &v.l
	x := min(max(best.x, l.x), l.x+l.cols-1-w)
	place := widget.Area{X: x, Y: best.y, W: w, H: 1}
	if !l.contains(x, best.y) || slices.ContainsFunc(drawn, place.Overlaps) {
		return widget.Area{}
	}
	p := widget.NewPen(f, x, best.y, cell.Style{Fg: v.theme.Chosen, Bg: v.theme.Accent, Attr: cell.Bold})
	if v.opts.Tier == cell.Mono {
		p.Style = v.theme.Style(v.theme.Text, cell.Bold|cell.Reverse)
	}
	arrow := best.arrow
	if v.opts.Glyphs == cell.ASCII {
		arrow = widget.ASCIIArrow(arrow)
	}
	if arrow == '▸' || arrow == '>' {
		p.Text(name)
		p.Glyph(' ')
		p.Glyph(arrow)
		return place
	}
	p.Glyph(arrow)
	p.Glyph(' ')
	p.Text(name)
	return place
}

// findLabelPlace returns a position with w free columns to the right, to the left, below or above a brick. If no such
// position is free, it returns the position below.
func (v *View) findLabelPlace(shape *geom.Polygon, w int) (at labelPlace, free bool) {
	left, top, right, bottom := v.l.cellsOf(shape)
	across, down := (left+right+1-w)/2, (top+bottom)/2
	places := [...]labelPlace{
		{right + 1, down, '◂'},
		{left - w, down, '▸'},
		{across, bottom + 1, '▴'},
		{across, top - 1, '▾'},
	}
	for _, at := range places {
		if v.isFree(at.x, at.y, w) {
			return at, true
		}
	}
	return places[2], false
}

// A labelPlace is a possible position of a brick's name, with an arrow that points at the brick.
type labelPlace struct {
	x, y  int
	arrow rune
}

// DrawPrompt writes an instruction for the player over a game, below the bricks and behind the balls. The part of text
// before a colon is the name of a key, which is highlighted. The note is written below the text in a soft color.
func (v *View) DrawPrompt(f *cell.Frame, g *engine.Game, text, note string) {
	if v.l.tooSmall || v.introVisible(g) || v.announcementVisible(g) || g.Phase == engine.Bonus {
		return
	}
	l := &v.l
	lines := [4]string{}
	n := 0
	for _, s := range [...]string{text, note} {
		for rest := s; rest != "" && n < len(lines); n++ {
			lines[n], rest = widget.BreakLine(rest, l.cols-2)
		}
	}
	row := l.y + int(messageHeight*float64(l.rows)) - max(n-1, 0)
	firstNote := n - 1
	if note == "" {
		firstNote = n
	}
	for i := range n {
		v.writePromptLine(f, row+i, lines[i], i >= firstNote)
	}
}

// writePromptLine writes a line of a prompt centered in a row.
func (v *View) writePromptLine(f *cell.Frame, row int, s string, isNote bool) {
	l, t := &v.l, &v.theme
	w := min(cell.Width(s), l.cols-2)
	p := widget.NewPen(f, l.x+(l.cols-w)/2, row, t.Style(t.Soft, 0))
	key := ""
	if !isNote {
		p.Style = t.Style(t.Accent, cell.Bold)
		if before, _, ok := strings.Cut(s, ":"); ok {
			key = before
		}
	}
	x := p.X
	for i, r := range s {
		if i == len(key) && !isNote {
			p.Style = t.Style(t.Text, cell.Bold)
		}
		if p.X >= x+w {
			break
		}
		if v.ballAt(p.X-l.x, row-l.y) {
			p.X++
			continue
		}
		p.Glyph(cell.Printable(r))
	}
}
