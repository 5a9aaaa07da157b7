package widget

import "arkterm/render/cell"

// A Choice is a full-screen question with several options next to each other. Each option has a sample: a small game
// that plays automatically.
type Choice struct {
	Title    string
	Lines    []string // lines below the title
	Options  []ChoiceOption
	Selected int      // index of the selected option
	Notes    []string // lines above the footer
	Footer   string   // text in the last row, with keys
}

// A ChoiceOption is an answer to a Choice.
type ChoiceOption struct {
	Name  string
	Text  string // text below the name
	Facts string // facts below Text, such as the number of lives
}

// optionGap is the number of columns between two options.
const optionGap = 2

// textRows returns the number of rows for the longest text of an option, wrapped to w columns.
func (c *Choice) textRows(w int) (rows int) {
	for i := range c.Options {
		n := 0
		for _, s := range [...]string{c.Options[i].Text, c.Options[i].Facts} {
			for rest := s; rest != ""; n++ {
				_, rest = BreakLine(rest, w)
			}
		}
		rows = max(rows, n)
	}
	return rows
}

// layOut returns the area of option i. The first sampleRows rows of this area are for the sample.
func (c *Choice) layOut(f *cell.Frame, i int) (a Area, sampleRows int) {
	n := max(len(c.Options), 1)
	top := 1 + len(c.Lines)
	if f.H >= 20 {
		top++
	}
	w := (f.W - 2*pageEdge - (n-1)*optionGap) / n
	bottom := 1 + len(c.Notes)
	a = Area{Y: top, W: w, H: f.H - top - bottom}
	all := n*w + (n-1)*optionGap
	a.X = (f.W-all)/2 + i*(w+optionGap)
	return a, max(a.H-1-c.textRows(w), 0)
}

// SampleSize returns the size of the samples in a frame f, in cells.
func (c *Choice) SampleSize(f *cell.Frame) (w, h int) {
	a, h := c.layOut(f, 0)
	return a.W, h
}

// At returns the index of the option at a cell of f, or −1 if there is none.
func (c *Choice) At(f *cell.Frame, col, row int) int {
	for i := range c.Options {
		if a, _ := c.layOut(f, i); col >= a.X && col < a.X+a.W && row >= a.Y && row < a.Y+a.H {
			return i
		}
	}
	return -1
}

// Draw draws c over all of f. samples contains a frame for each option, with the size that SampleSize returns.
func (c *Choice) Draw(l *Look, f *cell.Frame, samples []cell.Frame) {
	t := l.Theme
	f.Fill(0, 0, f.W, f.H, ' ', cell.Style{Fg: t.Text, Bg: t.Back})
	writeCentered(l.pen(f, 0, 0, t.Accent, cell.Bold), 0, f.W, c.Title)
	for i, s := range c.Lines {
		writeCentered(l.pen(f, 0, 1+i, t.Text, 0), 0, f.W, s)
	}
	for i := range c.Options {
		c.drawOption(l, f, i, &samples[i])
	}
	for i, s := range c.Notes {
		writeCentered(l.pen(f, 0, f.H-1-len(c.Notes)+i, t.Soft, 0), 0, f.W, s)
	}
	writeCentered(l.pen(f, 0, f.H-1, t.Soft, 0), 0, f.W, c.Footer)
}

// drawOption draws option i and its sample.
func (c *Choice) drawOption(l *Look, f *cell.Frame, i int, sample *cell.Frame) {
	t, o := l.Theme, &c.Options[i]
	a, sampleRows := c.layOut(f, i)
	copyFrame(f, sample, a.X, a.Y)

	name := l.pen(f, a.X, a.Y+sampleRows, t.Text, cell.Bold)
	marker := ' '
	if i == c.Selected {
		name.Style, marker = l.selectedStyle(), Glyphs[l.Glyphs].Marker
		f.Cursor = cell.Cursor{X: a.X, Y: name.Y, Placed: true}
	} else if l.Tier < cell.Mono {
		name.Style.Bg = t.Button
	}
	f.Fill(a.X, name.Y, a.W, 1, ' ', name.Style)
	name.Glyph(marker)
	writeCentered(name, a.X+1, a.W-2, o.Name)

	y, end := a.Y+sampleRows+1, a.Y+a.H
	for k, s := range [...]string{o.Text, o.Facts} {
		for rest := s; rest != "" && y < end; y++ {
			var line string
			line, rest = BreakLine(rest, a.W)
			ink := t.Text
			if k > 0 {
				ink = t.Soft
			}
			writeCentered(l.pen(f, a.X, y, ink, 0), a.X, a.W, line)
		}
	}
}
