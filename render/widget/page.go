package widget

import "arkterm/render/cell"

// A Page is a full-screen list of rows, grouped by chapter. Next to the list are a sample and a text about the selected
// row. The sample is a small game that plays automatically.
//
//	sample.Resize(page.SampleSize(&frame)) // and draw it
//	page.Draw(look, &frame, &sample)
//	i := page.At(&frame, col, row) // index of the row under the mouse
type Page struct {
	Title       string
	Chapters    []string
	Chapter     int // index of the visible chapter
	Rows        []PageRow
	Selected    int    // index of the selected row
	Count       string // text at the end of the title's row
	SampleTitle string // title above the sample
	Facts       string // first line below the sample; "" if none
	Text        string // text below Facts
	Footer      string
	OutlineOnly bool // show only an outline of the sample
}

// A PageRow is a row of a page.
type PageRow struct {
	Text string
	Soft bool // the row is drawn in a soft color, because its entry has no text yet
}

// A pageLayout is the layout of a page in a frame.
type pageLayout struct {
	list   Area // area of the rows
	first  int  // index of the first visible row
	text   Area // area of title, facts and text
	sample Area // W is 0 if the sample does not fit
}

const (
	pageListW      = 18 // width of the list in columns
	pageGap        = 2  // number of columns between list and text
	minPageText    = 3  // minimum number of rows below the sample
	minSampleW     = 24
	minSampleH     = 9
	pageEdge       = 1 // number of free columns at each side of the frame
	pageChapterRow = 1
)

// layOut computes the layout of p in f. The list is on the left of the text, or above it in a narrow frame.
func (p *Page) layOut(f *cell.Frame) pageLayout {
	const top = 3 // rows of the title, the chapters and the title of the sample
	height := f.H - top - 1
	textW := f.W - 2*pageEdge - pageListW - pageGap
	var k pageLayout
	switch {
	case textW >= minSampleW:
		k.list = Area{X: pageEdge, Y: top, W: pageListW, H: height}
		k.text = Area{X: pageEdge + pageListW + pageGap, Y: top - 1, W: textW, H: height + 1}
		if h := height - max(p.textRows(textW), minPageText); h >= minSampleH {
			k.sample = Area{X: k.text.X, Y: top, W: textW, H: h}
		}
	default:
		textH := min(height/2, minPageText+3)
		k.list = Area{X: pageEdge, Y: top, W: f.W - 2*pageEdge, H: height - textH - 1}
		k.text = Area{X: pageEdge, Y: top + height - textH, W: f.W - 2*pageEdge, H: textH}
	}
	k.first = min(max(p.Selected-k.list.H/2, 0), max(len(p.Rows)-k.list.H, 0))
	return k
}

// textRows returns the number of rows that facts and text need in w columns.
func (p *Page) textRows(w int) (n int) {
	if p.Facts != "" {
		n++
	}
	for rest := p.Text; rest != ""; n++ {
		_, rest = BreakLine(rest, w)
	}
	return n
}

// SampleSize returns the size of the sample of p in f, in cells. It is 0, 0 if there is no room for a sample.
func (p *Page) SampleSize(f *cell.Frame) (w, h int) {
	k := p.layOut(f)
	return k.sample.W, k.sample.H
}

// At returns the index of the row at a cell of f, or −1 if there is none.
func (p *Page) At(f *cell.Frame, col, row int) int {
	k := p.layOut(f)
	i := k.first + row - k.list.Y
	if row < k.list.Y || row >= k.list.Y+k.list.H || col < k.list.X || col >= k.list.X+k.list.W || i >= len(p.Rows) {
		return -1
	}
	return i
}

// ChapterAt returns the index of the chapter at a cell of f, or −1 if there is none.
func (p *Page) ChapterAt(f *cell.Frame, col, row int) int {
	if row != pageChapterRow {
		return -1
	}
	x := pageEdge
	for i, s := range p.Chapters {
		w := cell.Width(s) + 2
		if col >= x && col < x+w {
			return i
		}
		x += w + 1
	}
	return -1
}

// Draw draws p over all of f. The sample must have the size that SampleSize returns.
func (p *Page) Draw(l *Look, f, sample *cell.Frame) {
	t, k := l.Theme, p.layOut(f)
	f.Fill(0, 0, f.W, f.H, ' ', cell.Style{Fg: t.Text, Bg: t.Back})
	writeCentered(l.pen(f, 0, 0, t.Accent, cell.Bold), 0, f.W, p.Title)
	if w := cell.Width(p.Count); w+2*pageEdge < (f.W-cell.Width(p.Title))/2 {
		count := l.pen(f, f.W-pageEdge-w, 0, t.Soft, 0)
		count.Text(p.Count)
	}
	p.drawChapters(l, f)
	p.drawRows(l, f, &k)
	p.drawText(l, f, &k)
	if k.sample.W > 0 {
		copyFrame(f, sample, k.sample.X, k.sample.Y)
		if p.OutlineOnly {
			drawOutline(l, f, k.sample)
		}
	}
	writeCentered(l.pen(f, 0, f.H-1, t.Soft, 0), 0, f.W, p.Footer)
}

// drawChapters writes the names of the chapters.
func (p *Page) drawChapters(l *Look, f *cell.Frame) {
	x := pageEdge
	for i, s := range p.Chapters {
		w := l.pen(f, x, pageChapterRow, l.Theme.Text, 0)
		if i == p.Chapter {
			w.Style = l.selectedStyle()
		}
		w.Glyph(' ')
		w.Text(s)
		w.Glyph(' ')
		x = w.X + 1
	}
}

// drawRows writes the visible rows of the list.
func (p *Page) drawRows(l *Look, f *cell.Frame, k *pageLayout) {
	for row := range min(k.list.H, len(p.Rows)-k.first) {
		i := k.first + row
		r := &p.Rows[i]
		w := l.pen(f, k.list.X, k.list.Y+row, l.Theme.Text, 0)
		marker := ' '
		switch {
		case i == p.Selected:
			w.Style, marker = l.selectedStyle(), Glyphs[l.Glyphs].Marker
			f.Cursor = cell.Cursor{X: k.list.X, Y: w.Y, Placed: true}
		case r.Soft:
			w.Style.Fg = l.Theme.Soft
		}
		f.Fill(k.list.X, w.Y, min(k.list.W, pageListW), 1, ' ', w.Style)
		w.Glyph(marker)
		w.Cut(r.Text, min(k.list.W, pageListW)-2)
	}
}

// drawText writes the sample's title above the sample, and the facts and the text below it.
func (p *Page) drawText(l *Look, f *cell.Frame, k *pageLayout) {
	t, a := l.Theme, &k.text
	head := l.pen(f, a.X, a.Y, t.Accent, cell.Bold)
	head.Cut(p.SampleTitle, a.W)
	y := a.Y + 1
	if k.sample.W > 0 {
		y = k.sample.Y + k.sample.H
	}
	if p.Facts != "" && y < a.Y+a.H {
		w := l.pen(f, a.X, y, t.Soft, 0)
		w.Cut(p.Facts, a.W)
		y++
	}
	for rest := p.Text; rest != "" && y < a.Y+a.H; y++ {
		var line string
		line, rest = BreakLine(rest, a.W)
		w := l.pen(f, a.X, y, t.Text, 0)
		w.Cut(line, a.W)
	}
}

// drawOutline redraws the picture in an area in one faint color, without letters.
func drawOutline(l *Look, f *cell.Frame, a Area) {
	t := l.Theme
	ink := t.Fade(t.Soft, 8)
	for y := a.Y; y < a.Y+a.H; y++ {
		for x := a.X; x < a.X+a.W; x++ {
			c := f.At(x, y)
			if c == nil {
				continue
			}
			fg, bg := c.VisibleColors()
			if bg != t.Back {
				bg = ink
			}
			if fg != t.Back {
				fg = ink
			}
			if fg == bg || isASCIILetter(c.Glyph) {
				c.Glyph = ' '
			}
			c.Fg, c.Bg, c.Attr = fg, bg, 0
		}
	}
}

// isASCIILetter reports whether a glyph is an ASCII letter or digit.
func isASCIILetter(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}
