package widget

import (
	"unicode"

	"arkterm/engine"
	"arkterm/render/cell"
)

// A Pen writes text into a frame from left to right, without allocating strings.
type Pen struct {
	Frame *cell.Frame
	X, Y  int
	Style cell.Style
}

// NewPen returns a pen at a cell of f.
func NewPen(f *cell.Frame, x, y int, style cell.Style) Pen { return Pen{f, x, y, style} }

// Text writes s.
//
//go:noinline // would be copied into many callers
func (p *Pen) Text(s string) { p.X = p.Frame.Text(p.X, p.Y, s, p.Style) }

// Glyph writes one glyph, which must have one column.
//
//go:noinline // would be copied into many callers
func (p *Pen) Glyph(r rune) { p.Frame.Set(p.X, p.Y, r, p.Style); p.X++ }

// Number writes n with commas between thousands.
func (p *Pen) Number(n int) {
	var digits [32]byte
	i := len(digits)
	for k := 0; k == 0 || n > 0; k++ {
		if k > 0 && k%3 == 0 {
			i--
			digits[i] = ','
		}
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
	}
	for _, d := range digits[i:] {
		p.Glyph(rune(d))
	}
}

// Cut writes s, cut to w columns. If s is longer, the last column contains a dot.
func (p *Pen) Cut(s string, w int) {
	if w <= 0 {
		return
	}
	if cell.Width(s) <= w {
		p.Text(s)
		return
	}
	end := p.X + w - 1
	p.Text(cell.Cut(s, w-1))
	for p.X < end { // the last glyph that fits may end one column earlier
		p.Glyph(' ')
	}
	p.Glyph('.')
}

// Upper writes s in capital letters, cut to w columns.
func (p *Pen) Upper(s string, w int) {
	for end := p.X + w; s != ""; {
		glyph, columns, n := cell.Next(s)
		if p.X+columns > end {
			return
		}
		if !cell.Special(glyph) {
			glyph = unicode.ToUpper(glyph)
		}
		p.Frame.Put(p.X, p.Y, glyph, columns, p.Style)
		p.X += columns
		s = s[n:]
	}
}

// Clock writes a time in ticks as minutes and seconds, with hours if necessary.
func (p *Pen) Clock(ticks uint64) {
	s := int(ticks / engine.TicksPerSecond)
	if s >= 3600 {
		p.Number(s / 3600)
		p.Glyph(':')
		p.Glyph(rune('0' + s/600%6))
	} else if s >= 600 {
		p.Glyph(rune('0' + s/600))
	}
	p.Glyph(rune('0' + s/60%10))
	p.Glyph(':')
	p.Glyph(rune('0' + s/10%6))
	p.Glyph(rune('0' + s%10))
}

// NumberWidth returns the number of columns that Number needs.
func NumberWidth(n int) int {
	w := 1
	for ; n >= 10; n /= 10 {
		w++
	}
	return w + (w-1)/3
}

// ClockWidth returns the number of columns that Clock needs.
func ClockWidth(ticks uint64) int {
	switch s := int(ticks / engine.TicksPerSecond); {
	case s >= 3600:
		return 6 + NumberWidth(s/3600)
	case s >= 600:
		return 5
	}
	return 4
}

// Micros writes a time, given in nanoseconds, in microseconds. Below 10 µs it adds one decimal.
func (p *Pen) Micros(nanos int) {
	p.Number(nanos / 1000)
	if nanos < 10_000 {
		p.Glyph('.')
		p.Number(nanos / 100 % 10)
	}
	p.Text(" us")
}
