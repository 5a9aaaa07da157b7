package render

import (
	"io"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
)

// A Painter shows frames on a tcell screen. It keeps a copy of what the screen
// shows and puts only the cells that differ: tcell compares cells too, but
// setting one costs a search for grapheme clusters, and Show visits them all.
//
// It sends those cells itself. tcell's Show makes several strings for each cell, 400 in a
// frame of 30 balls, and looks at every cell; nothing is made here. tcell has the cells
// all the same, so that what it sends by itself, in Sync or after a stop, is this picture.
// Without a screen (see [Stream]) it only sends.
type Painter struct {
	screen tcell.Screen
	out    io.Writer
	tier   cell.Tier
	w, h   int
	shown  []cell.Cell // what the screen shows, while known
	known  bool
	glyphs map[rune]string
	ascii  [128]string
	buf    []byte // a frame, on its way
}

// NewPainter returns a painter that knows nothing of what s shows, and sends to out, which
// is where s writes: both through one [Output]. Colours are sent as tier says; tcell
// is never left to choose near ones, which takes it 95 µs for each new colour.
func NewPainter(s tcell.Screen, out io.Writer, tier cell.Tier) *Painter {
	p := &Painter{screen: s, out: out, tier: tier, glyphs: make(map[rune]string)}
	for i := range p.ascii {
		p.ascii[i] = string(cell.Printable(rune(i)))
	}
	p.ascii[0] = " "
	return p
}

// SetTier has colours sent as tier says from the next Show on, which then puts every cell.
func (p *Painter) SetTier(tier cell.Tier) {
	if tier != p.tier {
		p.tier, p.known = tier, false
	}
}

// Forget makes the next Show put every cell: after a resize, a resume, or when
// somebody else wrote to the terminal.
func (p *Painter) Forget() { p.known = false }

// Show puts the cells of f that differ from what the screen shows, and sends them in one
// Write. It returns how many they were.
func (p *Painter) Show(f *cell.Frame) (changed int) {
	if f.W != p.w || f.H != p.h || len(p.shown) != len(f.Cells) {
		p.w, p.h, p.known = f.W, f.H, false
		p.shown = append(p.shown[:0], f.Cells...)
	}
	p.buf = p.buf[:0]
	last := -2
	for i, c := range f.Cells {
		c = p.plain(c)
		if p.known && c == p.shown[i] {
			continue
		}
		p.shown[i] = c
		if p.screen != nil {
			p.screen.Put(i%f.W, i/f.W, p.text(c.Glyph), p.style(c))
		}
		p.send(i, c, last)
		last = i
		changed++
	}
	p.known = true
	if changed > 0 {
		_, _ = p.out.Write(p.buf) // a terminal that is gone says so elsewhere
	}
	return changed
}

// send appends cell i. It follows on the cell before it in its row, if that was the last
// one sent, and has its style, if that is the same; what else could be shorter is left
// to the Output.
func (p *Painter) send(i int, c cell.Cell, last int) {
	follows := last == i-1 && i%p.w != 0
	if !follows {
		p.buf = moveTo(p.buf, i%p.w, i/p.w)
	}
	if d := (cell.Cell{Glyph: 0, Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}); last < 0 || d != (cell.Cell{Glyph: 0, Fg: p.shown[last].Fg, Bg: p.shown[last].Bg, Attr: p.shown[last].Attr}) {
		p.buf = p.sgr(p.buf, c)
	}
	p.buf = utf8.AppendRune(p.buf, p.printed(c.Glyph))
}

// sgr appends the sequence that sets the whole style of a cell.
func (p *Painter) sgr(dst []byte, c cell.Cell) []byte {
	dst = append(dst, "\x1b[0"...)
	for bit, n := range [...]byte{'1', '2', '7'} {
		if c.Attr&(1<<bit) != 0 {
			dst = append(dst, ';', n)
		}
	}
	if p.tier != cell.Mono {
		dst = appendInk(dst, p.color(c.Fg), p.tier, 30)
		dst = appendInk(dst, p.color(c.Bg), p.tier, 40)
	}
	return append(dst, 'm')
}

// appendInk appends the parameters that select a colour, the base being 30 or 40.
func appendInk(dst []byte, c tcell.Color, tier cell.Tier, base int) []byte {
	dst = append(dst, ';')
	if c.IsRGB() {
		dst = appendInt(dst, base+8)
		dst = append(dst, ";2"...)
		for shift := 16; shift >= 0; shift -= 8 {
			dst = append(dst, ';')
			dst = appendInt(dst, int(c.Hex()>>shift&0xff))
		}
		return dst
	}
	n := int(c &^ tcell.ColorValid)
	switch {
	case tier != cell.Colors16:
		dst = appendInt(dst, base+8)
		dst = append(dst, ";5;"...)
	case n < 8:
		n += base
	default:
		n += base + 60 - 8
	}
	return appendInt(dst, n)
}

// plain returns c, or a blank in its place that looks the same: a blank needs no foreground.
func (p *Painter) plain(c cell.Cell) cell.Cell {
	if c.Attr != 0 || p.tier == cell.Mono || c.Fg != c.Bg && c.Glyph != ' ' && c.Glyph != 0 {
		return c
	}
	return cell.Cell{Glyph: ' ', Fg: c.Bg, Bg: c.Bg, Attr: 0}
}

// text returns the glyph as a string without making a new one each time. No rune
// in a cell can become a control character.
func (p *Painter) text(r rune) string {
	if r >= 0 && r < 128 {
		return p.ascii[r]
	}
	s, ok := p.glyphs[r]
	if !ok {
		s = string(cell.Printable(r))
		p.glyphs[r] = s
	}
	return s
}

// printed is text as a rune.
func (p *Painter) printed(r rune) rune {
	r, _ = utf8.DecodeRuneInString(p.text(r))
	return r
}

func (p *Painter) style(c cell.Cell) tcell.Style {
	s := tcell.StyleDefault
	if p.tier != cell.Mono {
		s = s.Foreground(p.color(c.Fg)).Background(p.color(c.Bg))
	}
	if c.Attr != 0 {
		s = s.Bold(c.Attr&cell.Bold != 0).Dim(c.Attr&cell.Dim != 0).Reverse(c.Attr&cell.Reverse != 0)
	}
	return s
}

// color returns c as the tier has it. In true colour, colours that are among the
// 256 are still sent by their number, which is half as long.
func (p *Painter) color(c cell.Color) tcell.Color {
	switch p.tier {
	case cell.Colors16:
		return tcell.PaletteColor(cell.Index16(c))
	case cell.Colors256:
		return tcell.PaletteColor(cell.Index256(c))
	}
	if n := cell.Index256(c); cell.Color256(n) == c {
		return tcell.PaletteColor(n)
	}
	return tcell.NewHexColor(int32(c))
}
