package editor

import (
	"fmt"
	"time"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// drawPanel draws the panel: the level, the tool, the brush, the palette, the problems and the rating.
func (e *Editor) drawPanel(f *cell.Frame) {
	p := &e.picture
	p.rows = p.rows[:0]
	p.palette = widget.Area{}
	if e.current == nil {
		return
	}
	w := p.panel.W - 1
	p.columns = w / (swatchW + swatchGap)
	paletteRows := (spec.NumPlacedKinds + p.columns - 1) / p.columns * swatchH / 2
	lines := e.panelLines()
	room := p.panel.H - paletteRows
	for i := 0; i < len(lines) && len(lines) > room; i++ { // remove the least important lines
		for k := range lines {
			if lines[k].keepRank == i {
				lines = append(lines[:k], lines[k+1:]...)
				break
			}
		}
	}
	y := 0
	for _, l := range lines {
		if l.belowPalette {
			p.palette = widget.Area{X: p.panel.X, Y: y, W: w, H: paletteRows}
			e.drawPalette(f)
			y += paletteRows
		}
		e.drawLine(f, &l, y)
		y++
	}
	for i := range tools { // if there is room
		if y+i+1 < p.panel.H && len(lines)+paletteRows+1+len(tools) <= p.panel.H {
			e.drawTool(f, i, y+1+i)
		}
	}
}

// drawTool draws a tool with its key, for large frames.
func (e *Editor) drawTool(f *cell.Frame, i, y int) {
	p, t := &e.picture, e.theme()
	p.rows = append(p.rows, panelRow{y: y, do: func(time.Duration) { e.setTool(i) }})
	pen := widget.NewPen(f, p.panel.X+1, y, e.style(t.Accent, cell.Bold))
	pen.Text(tools[i].key)
	pen.X++
	if pen.Style = e.style(t.Soft, 0); i == e.tool {
		pen.Style = e.selectedStyle()
	}
	pen.Cut(e.plainText(*tools[i].name), p.panel.W-4)
}

// A panelLine is a line of text of the panel.
type panelLine struct {
	label, value string
	keepRank     int // lines with the lowest rank are omitted first if there is too little room
	bold         bool
	alarm        bool
	showsColors  bool // the line shows the colors
	belowPalette bool // the palette is above the line
	turn         func(d int)
	do           func(now time.Duration)
}

// panelLines returns the lines of the panel.
func (e *Editor) panelLines() []panelLine {
	t := labels
	title := e.current.Level.Name
	place := fmt.Sprintf(t.LevelOf, e.level+1, e.doc.NumLevels())
	if e.doc.Changed() {
		place += " " + t.Unsaved
	}
	details := t.Details
	if s := detailsText(e.brush); s != "" {
		details = s
	}
	kind := text.Translate(spec.Kinds[e.brush.Kind].Name)
	lines := []panelLine{
		{value: title, bold: true, keepRank: 9, do: e.runFunc(showDialog(levelScreen))},
		{value: place, keepRank: 5, do: e.runFunc(showDialog(levelsScreen))},
		{keepRank: 0},
		{label: t.Tool, value: *tools[e.tool].name, keepRank: 8, turn: func(d int) {
			e.setTool(wrap(e.tool+d, len(tools)))
		}},
		{value: e.symmetryName(), keepRank: 7, turn: e.turnSymmetry},
		{showsColors: true, keepRank: 6},
		{keepRank: 1},
		{value: kind, bold: true, belowPalette: true, keepRank: 10, do: e.runFunc(showDialog(brickScreen))},
		{value: details, keepRank: 3, do: e.runFunc(showDialog(brickScreen))},
		e.problemLine(),
		e.ratingLine(),
	}
	return lines
}

// problemLine returns the line about problems.
func (e *Editor) problemLine() panelLine {
	n := len(e.problems())
	if n == 0 {
		return panelLine{value: labels.NoProblems, keepRank: 2, do: e.runFunc(showDialog(problemsScreen))}
	}
	return panelLine{value: labels.Problems.Of(n), alarm: true, keepRank: 11, do: e.runFunc(showDialog(problemsScreen))}
}

// ratingLine returns the line about the rating by bots.
func (e *Editor) ratingLine() panelLine {
	r, value := &e.rating, labels.Unrated
	switch {
	case r.running && !r.known:
		value = fmt.Sprintf(labels.Rating, percent(r.done, r.games))
	case r.running:
		value = fmt.Sprintf(labels.RatedSoFar, r.result.Difficulty, percent(r.done, r.games))
	case r.known && r.stale:
		value = fmt.Sprintf(labels.RatedBefore, r.result.Difficulty)
	case r.known:
		value = fmt.Sprintf(labels.RatedNow, r.result.Difficulty)
	}
	return panelLine{value: value, keepRank: 4, do: func(time.Duration) { e.rate() }}
}

// percent returns n as a percentage of total.
func percent(n, total int) int { return 100 * n / max(total, 1) }

// runFunc returns a function that executes a commandFunc, for a line of the panel.
func (e *Editor) runFunc(do commandFunc) func(now time.Duration) {
	return func(now time.Duration) { do(e, 1, now) }
}

// drawLine draws a line of the panel.
func (e *Editor) drawLine(f *cell.Frame, l *panelLine, y int) {
	p, t := &e.picture, e.theme()
	if l.turn != nil || l.do != nil || l.showsColors {
		p.rows = append(p.rows, panelRow{y, l.turn, l.do})
	}
	pen := widget.NewPen(f, p.panel.X+1, y, e.style(t.Soft, 0))
	w := p.panel.W - 2
	if l.showsColors {
		e.drawColors(f, y)
		return
	}
	if l.label != "" {
		pen.Text(l.label)
		pen.X++
		w -= cell.Width(l.label) + 1
	}
	pen.Style = e.style(t.Text, 0)
	if l.bold {
		pen.Style.Attr = cell.Bold
	}
	if l.alarm {
		pen.Style = e.style(t.Alarm, cell.Bold)
	}
	pen.Cut(e.plainText(l.value), w)
}

// colorGap is the distance between two colors in the panel, in columns.
const colorGap = 2

// drawColors draws the colors as digits, and marks the color of the brush.
func (e *Editor) drawColors(f *cell.Frame, y int) {
	p, t := &e.picture, e.theme()
	for hue := range spec.NumHues {
		style := e.style(t.Hues[hue], cell.Bold)
		if hue == int(e.brush.Hue) {
			style = cell.Style{Fg: t.Back, Bg: t.Hues[hue], Attr: cell.Bold}
			if e.Render.Tier == cell.Mono {
				style = e.selectedStyle()
			}
		}
		f.Set(p.panel.X+1+colorGap*hue, y, rune('0'+hue), style)
	}
}

// drawPalette draws a picture of each kind of brick, and marks the kind of the brush.
func (e *Editor) drawPalette(f *cell.Frame) {
	p, s := &e.picture, &e.picture.swatches
	if world := e.current.Level.World; s.columns != p.columns || s.hue != e.brush.Hue || s.world != world {
		s.columns, s.hue, s.world = p.columns, e.brush.Hue, world
		s.frame.Resize(spec.FieldW+2, spec.FieldH/2+1)
		s.view.DrawSample(&s.frame, paletteGame(p.columns, s.hue, world))
	}
	x0, y0, _, _ := s.view.CellsOf(geom.Vec{}, geom.Vec{})
	for row := range p.palette.H {
		for col := range p.palette.W {
			if c := s.frame.At(x0+col, y0+row); c != nil && p.palette.Y+row < p.panel.H {
				*f.At(p.palette.X+col, p.palette.Y+row) = *c
			}
		}
	}
	for k := range spec.NumPlacedKinds {
		if x, y := p.swatch(k); spec.Kinds[k].Hides {
			if c := f.At(x+swatchW/2, y+1); c != nil {
				c.Glyph, c.Fg, c.Attr = hiddenMark, e.theme().Text, cell.Bold
			}
		}
	}
	x, y := p.swatch(int(e.brush.Kind))
	for row := range swatchH / 2 {
		e.drawPaletteMark(f, x-1, y+row, '[')
		e.drawPaletteMark(f, x+swatchW, y+row, ']')
	}
}

// drawPaletteMark draws a mark of the palette.
func (e *Editor) drawPaletteMark(f *cell.Frame, x, y int, r rune) {
	f.Set(x, y, r, e.style(e.theme().Accent, cell.Bold))
}

// swatch returns the top left cell of the swatch of kind k in the palette.
func (p *picture) swatch(k int) (x, y int) {
	return p.palette.X + 1 + k%p.columns*(swatchW+swatchGap), p.palette.Y + k/p.columns*swatchH/2
}

// kindAt returns the kind whose swatch is at a cell, or −1.
func (p *picture) kindAt(col, row int) int {
	x, y := col-p.palette.X, row-p.palette.Y
	if x < 0 || y < 0 || x >= p.columns*(swatchW+swatchGap) || y >= p.palette.H {
		return -1
	}
	k := y/(swatchH/2)*p.columns + x/(swatchW+swatchGap)
	if k >= spec.NumPlacedKinds {
		return -1
	}
	return k
}

// paletteGame returns the game that is drawn as the palette. It has one brick of each kind, in rows and columns. world
// determines the colors of the light.
func paletteGame(columns int, hue uint8, world string) *engine.Game {
	l := spec.Level{World: world}
	for k := range spec.NumPlacedKinds {
		row := &spec.Kinds[k]
		x := 1 + float64(k%columns*(swatchW+swatchGap))
		y := float64(k / columns * swatchH)
		b := spec.BrickSpec{Kind: spec.Kind(k), Hue: hue, Shape: swatchShape(x, y)}
		if row.Hides {
			b.Kind = spec.Plain
		}
		if row.Opening == spec.OneWay {
			b.PassDir = geom.Direction(270)
		}
		if row.Paired() {
			b.Pair = 1 + uint8(len(l.Bricks)%spec.MaxPairs)
			partner := b
			partner.Shape = swatchShape(x, spec.LowestBrick-swatchH) // below the visible part
			l.Bricks = append(l.Bricks, partner)
		}
		l.Bricks = append(l.Bricks, b)
	}
	g, err := engine.New(engine.Config{Levels: []spec.Level{l}})
	if err != nil {
		panic(err)
	}
	return g
}

// swatchShape returns the shape of a swatch.
func swatchShape(x, y float64) geom.Polygon {
	shape, err := geom.NewPolygon(geom.Vec{X: x + 1, Y: y}, geom.Vec{X: x + 3, Y: y}, geom.Vec{X: x + 4, Y: y + 2},
		geom.Vec{X: x + 3, Y: y + 4}, geom.Vec{X: x + 1, Y: y + 4}, geom.Vec{X: x, Y: y + 2})
	if err != nil {
		panic(err)
	}
	return shape
}

// detailsText returns the properties of a brick except kind and color, as written in a level file.
func detailsText(b levels.Brick) string {
	plain := levels.Brick{Kind: b.Kind, Hue: b.Hue}.String()
	return trimPrefix(b.String(), plain)
}
