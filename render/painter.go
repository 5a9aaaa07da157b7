package render

import "github.com/gdamore/tcell/v2"

// A Painter shows frames on a tcell screen. It keeps a copy of what the screen
// shows and puts only the cells that differ: tcell compares cells too, but
// setting one costs a search for grapheme clusters, and Show visits them all.
type Painter struct {
	screen tcell.Screen
	tier   Tier
	w, h   int
	shown  []Cell // what the screen shows, while known
	known  bool
	glyphs map[rune]string
	ascii  [128]string
}

// NewPainter returns a painter that knows nothing of what s shows. Colours are
// sent as tier says; tcell is never left to choose near ones, which takes it
// 95 µs for each new colour.
func NewPainter(s tcell.Screen, tier Tier) *Painter {
	p := &Painter{screen: s, tier: tier, glyphs: make(map[rune]string)}
	for i := range p.ascii {
		p.ascii[i] = string(printable(rune(i)))
	}
	p.ascii[0] = " "
	return p
}

// Forget makes the next Show put every cell: after a resize, a resume, or when
// somebody else wrote to the terminal.
func (p *Painter) Forget() { p.known = false }

// Show puts the cells of f that differ from what the screen shows, and lets the
// screen send them if there are any. It returns how many they were.
func (p *Painter) Show(f *Frame) (changed int) {
	if f.W != p.w || f.H != p.h || len(p.shown) != len(f.Cells) {
		p.w, p.h, p.known = f.W, f.H, false
		p.shown = append(p.shown[:0], f.Cells...)
	}
	for i, c := range f.Cells {
		c = p.plain(c)
		if p.known && c == p.shown[i] {
			continue
		}
		p.shown[i] = c
		p.screen.Put(i%f.W, i/f.W, p.text(c.Glyph), p.style(c))
		changed++
	}
	p.known = true
	if changed > 0 {
		p.screen.Show()
	}
	return changed
}

// plain returns c, or a blank in its place that looks the same: a blank needs no foreground.
func (p *Painter) plain(c Cell) Cell {
	if c.Attr != 0 || p.tier == Mono || c.Fg != c.Bg && c.Glyph != ' ' && c.Glyph != 0 {
		return c
	}
	return Cell{' ', c.Bg, c.Bg, 0}
}

// text returns the glyph as a string without making a new one each time. No rune
// in a cell can become a control character.
func (p *Painter) text(r rune) string {
	if r >= 0 && r < 128 {
		return p.ascii[r]
	}
	s, ok := p.glyphs[r]
	if !ok {
		s = string(printable(r))
		p.glyphs[r] = s
	}
	return s
}

func (p *Painter) style(c Cell) tcell.Style {
	s := tcell.StyleDefault
	if p.tier != Mono {
		s = s.Foreground(p.color(c.Fg)).Background(p.color(c.Bg))
	}
	if c.Attr != 0 {
		s = s.Bold(c.Attr&Bold != 0).Dim(c.Attr&Dim != 0).Reverse(c.Attr&Reverse != 0)
	}
	return s
}

// color returns c as the tier has it. In true colour, colours that are among the
// 256 are still sent by their number, which is half as long.
func (p *Painter) color(c Color) tcell.Color {
	switch p.tier {
	case Colors16:
		return tcell.PaletteColor(palette16(c))
	case Colors256:
		return tcell.PaletteColor(palette256(c))
	}
	if n := palette256(c); color256(n) == c {
		return tcell.PaletteColor(n)
	}
	return tcell.NewHexColor(int32(c))
}
