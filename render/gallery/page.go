package gallery

import (
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A Page is a list of rows by chapter, with a sample and a text about the selected row. It fills the frame.
type Page struct {
	Title    string
	Chapters []string
	Chapter  int // index of the one that is shown
	Rows     []Row
	Selected int    // index of a row
	Count    string // at the end of the title's row
	Head     string // above the sample
	Facts    string // below it …
	Says     string // … and the text
	Foot     string
	Hidden   bool // the sample is shown as an outline
}

// A Row is a row of a page.
type Row struct {
	Text  string
	Quiet bool // it says nothing yet
}

// A place is the layout of a page in a frame.
type place struct {
	list  widget.Area // of the rows
	first int         // index of the first row shown
	text  widget.Area // of what is said, with the head
	shown widget.Area // of the sample; W is 0 if there is no room
}

// The sizes of a page's parts.
const (
	listWide  = 18 // columns of the list
	listGap   = 2  // between list and text
	textHigh  = 3  // rows below the sample, at least
	leastHigh = 9  // rows of a sample
	leastWide = 24 // and its columns
	edge      = 1  // columns at the sides of the frame
)

// layOut places the parts of p in f: the list on the left, or above in a narrow frame.
func (p *Page) layOut(f *cell.Frame) place {
	const top = 3 // title, chapters, the head
	high := f.H - top - 1
	wide := f.W - 2*edge - listWide - listGap
	var k place
	switch {
	case wide >= leastWide:
		k.list = widget.Area{X: edge, Y: top, W: listWide, H: high}
		k.text = widget.Area{X: edge + listWide + listGap, Y: top - 1, W: wide, H: high + 1}
		if h := high - max(p.textRows(wide), textHigh); h >= leastHigh {
			k.shown = widget.Area{X: k.text.X, Y: top, W: wide, H: h}
		}
	default:
		say := min(high/2, textHigh+3)
		k.list = widget.Area{X: edge, Y: top, W: f.W - 2*edge, H: high - say - 1}
		k.text = widget.Area{X: edge, Y: top + high - say, W: f.W - 2*edge, H: say}
	}
	k.first = min(max(p.Selected-k.list.H/2, 0), max(len(p.Rows)-k.list.H, 0))
	return k
}

// textRows returns the rows that facts and text need in w columns.
func (p *Page) textRows(w int) (n int) {
	if p.Facts != "" {
		n++
	}
	for rest := p.Says; rest != ""; n++ {
		_, rest = widget.BreakLine(rest, w)
	}
	return n
}

// SampleOf returns the size of the sample of p in f; 0, 0 if there is no room for one.
func (p *Page) SampleOf(f *cell.Frame) (w, h int) {
	k := p.layOut(f)
	return k.shown.W, k.shown.H
}

// At returns the index of the row at a cell of f, or −1.
func (p *Page) At(f *cell.Frame, col, row int) int {
	k := p.layOut(f)
	i := k.first + row - k.list.Y
	if row < k.list.Y || row >= k.list.Y+k.list.H || col < k.list.X || col >= k.list.X+k.list.W || i >= len(p.Rows) {
		return -1
	}
	return i
}

// ChapterAt returns the index of the chapter at a cell of f, or −1.
func (p *Page) ChapterAt(f *cell.Frame, col, row int) int {
	if row != chapterRow {
		return -1
	}
	x := edge
	for i, s := range p.Chapters {
		w := cell.Width(s) + 2
		if col >= x && col < x+w {
			return i
		}
		x += w + 1
	}
	return -1
}

// chapterRow is the row of the chapters' names.
const chapterRow = 1

// Draw draws p over all of f. The sample has the size of SampleOf.
func (p *Page) Draw(l *widget.Look, f, sample *cell.Frame) {
	t, k := l.Theme, p.layOut(f)
	f.Fill(0, 0, f.W, f.H, ' ', cell.Style{Fg: t.Text, Bg: t.Back})
	centred(pen(l, f, 0, 0, t.Accent, cell.Bold), 0, f.W, p.Title)
	if w := cell.Width(p.Count); w+2*edge < (f.W-cell.Width(p.Title))/2 {
		count := pen(l, f, f.W-edge-w, 0, t.Soft, 0)
		count.Text(p.Count)
	}
	p.drawChapters(l, f)
	p.drawRows(l, f, &k)
	p.drawText(l, f, &k)
	if k.shown.W > 0 {
		paste(f, sample, k.shown.X, k.shown.Y)
		if p.Hidden {
			outline(l, f, k.shown)
		}
	}
	centred(pen(l, f, 0, f.H-1, t.Soft, 0), 0, f.W, p.Foot)
}

func (p *Page) drawChapters(l *widget.Look, f *cell.Frame) {
	x := edge
	for i, s := range p.Chapters {
		w := pen(l, f, x, chapterRow, l.Theme.Text, 0)
		if i == p.Chapter {
			w.Style = chosen(l)
		}
		w.Glyph(' ')
		w.Text(s)
		w.Glyph(' ')
		x = w.X + 1
	}
}

func (p *Page) drawRows(l *widget.Look, f *cell.Frame, k *place) {
	for row := range min(k.list.H, len(p.Rows)-k.first) {
		i := k.first + row
		r := &p.Rows[i]
		w := pen(l, f, k.list.X, k.list.Y+row, l.Theme.Text, 0)
		marker := ' '
		switch {
		case i == p.Selected:
			w.Style, marker = chosen(l), widget.Glyphs[l.Glyphs].Next
			f.Cursor = cell.Cursor{X: k.list.X, Y: w.Y, Placed: true}
		case r.Quiet:
			w.Style.Fg = l.Theme.Soft
		}
		f.Fill(k.list.X, w.Y, min(k.list.W, listWide), 1, ' ', w.Style)
		w.Glyph(marker)
		w.Cut(r.Text, min(k.list.W, listWide)-2)
	}
}

// drawText writes the head above the sample and the rest below it.
func (p *Page) drawText(l *widget.Look, f *cell.Frame, k *place) {
	t, a := l.Theme, &k.text
	head := pen(l, f, a.X, a.Y, t.Accent, cell.Bold)
	head.Cut(p.Head, a.W)
	y := a.Y + 1
	if k.shown.W > 0 {
		y = k.shown.Y + k.shown.H
	}
	if p.Facts != "" && y < a.Y+a.H {
		w := pen(l, f, a.X, y, t.Soft, 0)
		w.Cut(p.Facts, a.W)
		y++
	}
	for rest := p.Says; rest != "" && y < a.Y+a.H; y++ {
		var line string
		line, rest = widget.BreakLine(rest, a.W)
		w := pen(l, f, a.X, y, t.Text, 0)
		w.Cut(line, a.W)
	}
}

// outline turns the picture in an area into the outlines of what is there: one faint colour.
func outline(l *widget.Look, f *cell.Frame, a widget.Area) {
	t := l.Theme
	ink := t.Fade(t.Soft, 8)
	for y := a.Y; y < a.Y+a.H; y++ {
		for x := a.X; x < a.X+a.W; x++ {
			c := f.At(x, y)
			if c == nil {
				continue
			}
			fg, bg := c.Shown()
			if bg != t.Back {
				bg = ink
			}
			if fg != t.Back {
				fg = ink
			}
			if fg == bg || letter(c.Glyph) {
				c.Glyph = ' '
			}
			c.Fg, c.Bg, c.Attr = fg, bg, 0
		}
	}
}

// letter reports whether a glyph says something by itself.
func letter(r rune) bool {
	switch {
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
		return true
	}
	return false
}
