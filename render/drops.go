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

// A drop is an icon in an outline. The outline is round for drops that help, pointed at the bottom for drops that harm,
// and square for other drops. Each outline has its own color. If cells are small enough for a label, a drop has three
// rows, and otherwise one row. A drop moves by whole rows, because this changes few cells.

// A dropOutline contains the glyphs of the three rows of a drop: the left end, the middle and the right end. A blank
// stands for a cell filled with the drop's color. A drop of one row has only the middle row. The other rows may be
// shorter.
type dropOutline struct {
	rows  [3][3]rune
	inset [3]int // by row: number of columns to omit at either end
}

// The outlines of bad, neutral and good drops, in this order. There is a list for glyph sets with quarters of cells, a
// list for Half and Braille, and a list for ASCII.
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

// pointedEnds contains the left and right ends of bad drops that are one row high, as masks of sub-cells, for glyph
// sets finer than quadrants. The key is the number of rows of sub-cells in a cell.
var pointedEnds = map[int][2]int{3: {0b00_10_11, 0b00_01_11}, 4: {0b00_10_11_11, 0b00_01_11_11}}

// dropOutlineFor returns the outline of drops with a benefit.
func (v *View) dropOutlineFor(b spec.Benefit) dropOutline {
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

// Sizes of drops in units. The width is rounded to an odd number of columns, at least three. Drops have three rows if a
// row is at most maxLargeDropRow high.
const (
	dropW           = 3.1
	largeDropW      = 3.8 // width of drops with three rows
	maxLargeDropRow = 0.9
)

// dropWidth returns the number of columns of drops.
func (v *View) dropWidth() int {
	width := dropW
	if v.largeDrops() {
		width = largeDropW
	}
	return max(1, raster.Nearest((width/v.l.cellW-1)/2))*2 + 1
}

// largeDrops reports whether drops have three rows.
func (v *View) largeDrops() bool { return v.l.cellH <= maxLargeDropRow }

// drawDrops draws the falling drops.
func (v *View) drawDrops(f *cell.Frame, g *engine.Game) {
	w := v.dropWidth()
	for i := range g.Drops {
		d := &g.Drops[i]
		col, row := v.l.cellAt(d.At.X, d.At.Y)
		v.drawDrop(f, d.Kind, col-w/2, min(max(row, v.l.y), v.l.y+v.l.rows-1), w)
	}
}

// dropEdge returns the style of the edge of a drop. It is not bold, because xterm draws bold blocks one pixel wider.
func (v *View) dropEdge(k spec.DropKind) cell.Style {
	if v.opts.Tier == cell.Mono {
		return v.theme.Style(v.theme.Text, 0)
	}
	return v.theme.Style(v.dropColor(k), 0)
}

// drawDrop draws a drop of w columns, starting at column x, with its middle in row y.
func (v *View) drawDrop(f *cell.Frame, k spec.DropKind, x, y, w int) {
	o := v.dropOutlineFor(v.benefitOf(k))
	edge := v.dropEdge(k)

	first, last := 1, 1
	if v.largeDrops() {
		first, last = 0, 2
	}
	inside := v.dropStyle(k)
	for j := first; j <= last; j++ {
		inset := o.inset[j]
		for i := inset; i < w-inset; i++ {
			glyph, st := o.rows[j][1], edge
			switch {
			case i == inset:
				glyph = o.rows[j][0]
			case i == w-1-inset:
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

// dropLabel returns the text on a drop of w columns: the label if it fits, and otherwise the icon. In ASCII the letter
// replaces the icon.
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

// asciiLetters contains the letter of each kind of drop as a string, so that drawing does not allocate.
var asciiLetters = func() (all [spec.NumDrops]string) {
	for k := range all {
		all[k] = string(spec.Drops[k].Letter)
	}
	return all
}()

// setInField sets a glyph unless it is outside the field.
func (v *View) setInField(f *cell.Frame, x, y int, glyph rune, st cell.Style) {
	if v.l.contains(x, y) {
		f.Set(x, y, glyph, st)
	}
}

// dropIcon returns the icon of a drop if it is a single character, and otherwise the letter of the drop.
func (v *View) dropIcon(k spec.DropKind) rune {
	r, n := utf8.DecodeRuneInString(spec.Drops[k].Icon)
	if v.opts.Glyphs == cell.ASCII || n < len(spec.Drops[k].Icon) {
		return spec.Drops[k].Letter
	}
	return r
}

// benefitOf returns the benefit of a drop to the player who catches it.
func (v *View) benefitOf(k spec.DropKind) spec.Benefit { return spec.Drops[k].BenefitIn(v.openCeiling) }

// dropColor returns the color of the benefit of a drop.
func (v *View) dropColor(k spec.DropKind) cell.Color { return benefitColor(&v.theme, v.benefitOf(k)) }

// benefitColor returns the color of a benefit.
func benefitColor(t *theme.Theme, b spec.Benefit) cell.Color {
	switch b {
	case spec.Good:
		return t.Good
	case spec.Bad:
		return t.Bad
	}
	return t.Accent
}

// dropStyle returns the style of the inside of a drop: dark text on the color of its benefit. Without colors, good
// drops are bright and bad drops dark.
func (v *View) dropStyle(k spec.DropKind) cell.Style { return v.benefitStyle(v.benefitOf(k)) }

// benefitStyle returns the style of drops with the benefit b; see dropStyle.
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

// drawCaughtDrop writes the label of the last caught drop at the position of messages, in the half of the field in
// which the drop was caught. It ignores the setting of the effects, because the label shows the state of the game.
func (v *View) drawCaughtDrop(f *cell.Frame, g *engine.Game) {
	e, l := &v.effects, &v.l
	if e.caughtDrop == spec.NoDrop || e.now-e.caughtAt >= labelTicks || g.Phase != engine.Play ||
		v.announcementVisible(g) {
		return
	}
	word := text.Translate(spec.Drops[e.caughtDrop].Label)
	w := cell.Width(word) + 2
	place := messageHeight
	if e.caughtInUpperHalf != v.opts.Flipped {
		place = 1 - messageHeight
	}
	p := widget.NewPen(f, l.x+(l.cols-w)/2, l.y+int(place*float64(l.rows)), v.benefitStyle(e.caughtBenefit))
	p.Glyph(' ')
	p.Text(word)
	p.Glyph(' ')
}
