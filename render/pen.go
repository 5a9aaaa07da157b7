package render

import (
	"unicode"

	"arkterm/engine"
	"arkterm/render/cell"
)

// A pen writes text into a frame from left to right, without allocating strings.
type pen struct {
	f     *cell.Frame
	x, y  int
	style cell.Style
}

func (p *pen) text(s string) { p.x = p.f.Text(p.x, p.y, s, p.style) }

func (p *pen) glyph(r rune) { p.f.Set(p.x, p.y, r, p.style); p.x++ }

// number writes n with thousands separated by commas.
func (p *pen) number(n int) {
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
		p.glyph(rune(d))
	}
}

// cut writes s, at most w columns of it; a dot replaces the rest.
func (p *pen) cut(s string, w int) {
	n := cell.Width(s)
	for _, r := range s {
		if w == 1 && n > 1 {
			p.glyph('.')
			return
		}
		if w <= 0 {
			return
		}
		p.glyph(cell.Printable(r))
		w--
		n--
	}
}

// capitals writes s in capital letters, at most w columns of it.
func (p *pen) capitals(s string, w int) {
	end := p.x + w
	for _, r := range s {
		if p.x < end {
			p.glyph(cell.Printable(unicode.ToUpper(r)))
		}
	}
}

// clock writes a time as minutes and seconds.
func (p *pen) clock(ticks uint64) {
	s := int(ticks / engine.TicksPerSecond)
	if s >= 3600 {
		p.number(s / 3600)
		p.glyph(':')
		p.glyph(rune('0' + s/600%6))
	} else if s >= 600 {
		p.glyph(rune('0' + s/600))
	}
	p.glyph(rune('0' + s/60%10))
	p.glyph(':')
	p.glyph(rune('0' + s/10%6))
	p.glyph(rune('0' + s%10))
}

// numberWidth returns the number of columns that number fills.
func numberWidth(n int) int {
	w := 1
	for ; n >= 10; n /= 10 {
		w++
	}
	return w + (w-1)/3
}

// clockWidth returns the number of columns that clock fills.
func clockWidth(ticks uint64) int {
	switch s := int(ticks / engine.TicksPerSecond); {
	case s >= 3600:
		return 6 + numberWidth(s/3600)
	case s >= 600:
		return 5
	}
	return 4
}

// micros writes a time in microseconds, with one decimal below ten.
func (p *pen) micros(nanos int) {
	p.number(nanos / 1000)
	if nanos < 10_000 {
		p.glyph('.')
		p.number(nanos / 100 % 10)
	}
	p.text(" us")
}
