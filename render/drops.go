package render

import (
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/text"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// A drop is an icon in an outline: round and of one colour if it helps, pointed at the bottom and of another
// if it harms, square for the others. It is one row of cells, or three where cells are so small that its word
// fits. It falls row by row, which costs a few bytes each.

// An dropOutline is the ends of the three rows of a drop, with what lies between them: a blank is filled with the
// drop's colour. A drop of one row has the middle one. Rows may be shorter than the middle one.
type dropOutline struct {
	rows  [3][3]rune
	inset [3]int // columns missing at either end
}

// The outlines by benefit + 1: in quarters of a cell, in halves, and in ASCII.
var (
	quarterOutlines = [...]dropOutline{
		{rows: [3][3]rune{{'▄', '▄', '▄'}, {'▜', ' ', '▛'}, {'▝', '▀', '▘'}}, inset: [3]int{2: 2}},
		{rows: [3][3]rune{{'▄', '▄', '▄'}, {'█', ' ', '█'}, {'▀', '▀', '▀'}}},
		{rows: [3][3]rune{{'▗', '▄', '▖'}, {'▐', ' ', '▌'}, {'▝', '▀', '▘'}}, inset: [3]int{0: 1, 2: 1}},
	}
	halfOutlines = [...]dropOutline{
		{rows: [3][3]rune{{'▄', '▄', '▄'}, {'▀', ' ', '▀'}, {'▀', '▀', '▀'}}, inset: [3]int{2: 2}},
		{rows: [3][3]rune{{'▄', '▄', '▄'}, {'█', ' ', '█'}, {'▀', '▀', '▀'}}},
		{rows: [3][3]rune{{'▄', '▄', '▄'}, {'▐', ' ', '▌'}, {'▀', '▀', '▀'}}, inset: [3]int{0: 1, 2: 1}},
	}
	asciiOutlines = [...]dropOutline{
		{rows: [3][3]rune{{'+', '-', '+'}, {'\\', ' ', '/'}, {'\\', '_', '/'}}, inset: [3]int{2: 1}},
		{rows: [3][3]rune{{'+', '-', '+'}, {'[', ' ', ']'}, {'+', '-', '+'}}},
		{rows: [3][3]rune{{'.', '-', '.'}, {'(', ' ', ')'}, {'\'', '-', '\''}}},
	}
)

// pointedEnds are the ends of bad drops of one row in sub-cells finer than quarters, by the rows of a cell:
// masks of the left and the right one.
var pointedEnds = map[int][2]int{3: {0b00_10_11, 0b00_01_11}, 4: {0b00_10_11_11, 0b00_01_11_11}}

// outlineOf returns the outline of drops of a benefit.
func (v *View) outlineOf(b spec.Benefit) dropOutline {
	switch sub := v.opts.Glyphs.SubCells(); {
	case v.opts.Glyphs == cell.ASCII:
		return asciiOutlines[b+1]
	case sub[0] == 1 || v.opts.Glyphs == cell.Braille:
		return halfOutlines[b+1]
	default:
		o := quarterOutlines[b+1]
		if ends, ok := pointedEnds[sub[1]]; ok && b == spec.Bad && !v.largeDrops() {
			o.rows[1][0], o.rows[1][2] = v.textLook.Blocks[ends[0]], v.textLook.Blocks[ends[1]]
		}
		return o
	}
}

// The size of drops: a share of the field's units, but at least three columns and always an odd number; and
// three rows where a row is no higher than dropRow units.
const (
	dropW           = 3.1
	largeDropW      = 3.8 // of those with three rows
	maxLargeDropRow = 0.9
)

// dropWidth returns the columns of drops.
func (v *View) dropWidth() int {
	wide := dropW
	if v.largeDrops() {
		wide = largeDropW
	}
	return max(1, raster.Nearest((wide/v.l.cellW-1)/2))*2 + 1
}

// largeDrops reports whether drops have three rows.
func (v *View) largeDrops() bool { return v.l.cellH <= maxLargeDropRow }

// drawDrops writes the falling drops.
func (v *View) drawDrops(f *cell.Frame, g *engine.Game) {
	w := v.dropWidth()
	for i := range g.Drops {
		d := &g.Drops[i]
		col, row := v.l.cell(d.At.X, d.At.Y)
		v.drawDrop(f, d.Kind, col-w/2, min(max(row, v.l.y), v.l.y+v.l.rows-1), w)
	}
}

// drawDrop writes a drop of w columns from column x, with its middle in row y.
func (v *View) drawDrop(f *cell.Frame, k spec.DropKind, x, y, w int) {
	o := v.outlineOf(v.benefitOf(k))
	edge := v.theme.Style(v.dropColor(k), cell.Bold)
	if v.opts.Tier == cell.Mono {
		edge = v.theme.Style(v.theme.Text, cell.Bold)
	}

	first, last := 1, 1
	if v.largeDrops() {
		first, last = 0, 2
	}
	inside := v.dropStyle(k)
	for j := first; j <= last; j++ {
		short := o.inset[j]
		for i := short; i < w-short; i++ {
			glyph, st := o.rows[j][1], edge
			switch {
			case i == short:
				glyph = o.rows[j][0]
			case i == w-1-short:
				glyph = o.rows[j][2]
			case glyph == ' ':
				st = inside
			}
			v.setInField(f, x+i, y+j-1, glyph, st)
		}
	}

	label := v.dropLabel(k, w)
	x += (w - cell.Width(label)) / 2
	for _, r := range label {
		v.setInField(f, x, y, r, inside)
		x++
	}
}

// dropLabel returns what is written on a drop of w columns: its word if there is room, or else its icon.
func (v *View) dropLabel(k spec.DropKind, w int) string {
	row := &spec.Drops[k]
	switch {
	case v.largeDrops() && cell.Width(text.Translate(row.Label)) <= w-2:
		return text.Translate(row.Label)
	case v.opts.Glyphs == cell.ASCII:
		return asciiLetters[k]
	}
	return row.Icon
}

// asciiLetters are the letters of drops as strings.
var asciiLetters = func() (all [spec.NumDrops]string) {
	for k := range all {
		all[k] = string(spec.Drops[k].Letter)
	}
	return all
}()

// setInField writes a glyph, unless it is outside of the field.
func (v *View) setInField(f *cell.Frame, x, y int, glyph rune, st cell.Style) {
	if v.l.contains(x, y) {
		f.Set(x, y, glyph, st)
	}
}

// dropIcon returns one character for a drop.
func (v *View) dropIcon(k spec.DropKind) rune {
	r, n := utf8.DecodeRuneInString(spec.Drops[k].Icon)
	if v.opts.Glyphs == cell.ASCII || n < len(spec.Drops[k].Icon) {
		return spec.Drops[k].Letter
	}
	return r
}

// benefitOf returns whom a drop helps, of those who catch it.
func (v *View) benefitOf(k spec.DropKind) spec.Benefit { return spec.Drops[k].BenefitIn(v.openCeiling) }

// dropColor returns the colour of the benefit of a drop.
func (v *View) dropColor(k spec.DropKind) cell.Color { return benefitColor(&v.theme, v.benefitOf(k)) }

// benefitColor returns the colour of a benefit.
func benefitColor(t *theme.Theme, b spec.Benefit) cell.Color {
	switch b {
	case spec.Good:
		return t.Good
	case spec.Bad:
		return t.Bad
	}
	return t.Accent
}

// dropStyle returns the style of the inside of a drop: dark on the colour of its benefit. Without colours
// good ones are bright and bad ones dark.
func (v *View) dropStyle(k spec.DropKind) cell.Style { return v.benefitStyle(v.benefitOf(k)) }

// benefitStyle is dropStyle for the drops of a benefit.
func (v *View) benefitStyle(b spec.Benefit) cell.Style {
	t := &v.theme
	switch {
	case v.opts.Tier == cell.Mono && b == spec.Bad:
		return t.Style(t.Text, cell.Bold)
	case v.opts.Tier == cell.Mono:
		return t.Style(t.Text, cell.Bold|cell.Reverse)
	}
	return cell.Style{Fg: t.Chosen, Bg: benefitColor(t, b), Attr: cell.Bold}
}

// drawCaught writes the word of the last drop caught, in the place of the level's name. It is always drawn,
// since it tells the state of the game.
func (v *View) drawCaught(f *cell.Frame, g *engine.Game) {
	e, l := &v.effects, &v.l
	if e.caught == spec.NoDrop || e.now-e.caughtAt >= caughtTicks || g.Phase != engine.Play || v.finaleVisible(g) {
		return
	}
	word := text.Translate(spec.Drops[e.caught].Label)
	w := cell.Width(word) + 2
	place := nameHeight
	if e.caughtHigh {
		place = 1 - nameHeight
	}
	p := widget.NewPen(f, l.x+(l.cols-w)/2, l.y+int(place*float64(l.rows)), v.benefitStyle(e.caughtBenefit))
	p.Glyph(' ')
	p.Text(word)
	p.Glyph(' ')
}
