package render

// A sgrLook is what SGR sequences set: attributes, and two colours as the
// parameters that select them.
type sgrLook struct {
	attrs  uint16 // bit n: the attribute that parameter n turns on, 1 to 9
	fg, bg ink
}

// An ink is a colour as SGR names it: 0 is the default; else the kind in the
// upper byte, and below it an index or an RGB value.
type ink uint32

const (
	inkIndexed ink = 1 << 24
	inkRGB     ink = 2 << 24
)

// setLook applies the parameters of an SGR sequence. It reports false, with the
// pencil unchanged, for parameters that it does not know; and it stays unaware of
// a style that it does not know until a reset.
func (p *pencil) setLook(body []byte) bool {
	var q params
	if !q.parse(body) {
		return false
	}
	next, known := p.look, p.styled
	for i := 0; i < q.n; i++ {
		n := q.get(i, 0)
		if n == 0 {
			next, known = sgrLook{}, true
			continue
		}
		used, ok := next.set(&q, i, n)
		if !ok {
			return false
		}
		i += used
	}
	if !known {
		return false
	}
	p.look, p.styled = next, true
	return true
}

// set applies parameter n at index i, and returns how many more it used.
func (l *sgrLook) set(q *params, i, n int) (used int, ok bool) {
	switch {
	case n <= 9:
		l.attrs |= 1 << n
	case n == 22:
		l.attrs &^= 1<<1 | 1<<2
	case n >= 23 && n <= 29 && n != 26:
		l.attrs &^= 1 << (n - 20)
		if n == 25 {
			l.attrs &^= 1 << 6
		}
	case n >= 30 && n <= 37:
		l.fg = inkIndexed | ink(n-30)
	case n >= 90 && n <= 97:
		l.fg = inkIndexed | ink(n-82)
	case n >= 40 && n <= 47:
		l.bg = inkIndexed | ink(n-40)
	case n >= 100 && n <= 107:
		l.bg = inkIndexed | ink(n-92)
	case n == 39:
		l.fg = 0
	case n == 49:
		l.bg = 0
	case n == 38 || n == 48:
		c, used, ok := q.ink(i + 1)
		if n == 38 {
			l.fg = c
		} else {
			l.bg = c
		}
		return used, ok
	default:
		return 0, false
	}
	return 0, true
}

// ink reads 5;n or 2;r;g;b from index i on.
func (p *params) ink(i int) (c ink, used int, ok bool) {
	switch p.get(i, 0) {
	case 5:
		n := p.get(i+1, -1)
		return inkIndexed | ink(n&0xff), 2, n >= 0 && n <= 255
	case 2:
		r, g, b := p.get(i+1, -1), p.get(i+2, -1), p.get(i+3, -1)
		ok := r >= 0 && g >= 0 && b >= 0 && r <= 255 && g <= 255 && b <= 255
		return inkRGB | ink(r&0xff)<<16 | ink(g&0xff)<<8 | ink(b&0xff), 4, ok
	}
	return 0, 0, false
}

// onBlank are the attributes that show on a blank: underline, blink (of an
// underline), reverse and strike.
const onBlank = 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<9

// restyle sends what have lacks of want's style. For a blank whose foreground
// does not show, only the rest of it.
func (o *Output) restyle(dst []byte, blank bool) []byte {
	want := o.want.look
	if o.have.styled {
		have := &o.have.look
		if blank && (have.attrs|want.attrs)&onBlank == 0 {
			want.fg, want.attrs = have.fg, have.attrs
		}
		if *have == want {
			return dst
		}
		var a, b sgr
		a.from(*have, want)
		b.reset()
		b.from(sgrLook{}, want)
		if a.n > b.n {
			a = b
		}
		dst = a.append(dst)
	} else {
		var s sgr
		s.reset()
		s.from(sgrLook{}, want)
		dst = s.append(dst)
	}
	o.have.look, o.have.styled = want, true
	return dst
}

// An sgr is the inside of an SGR sequence under construction.
type sgr struct {
	buf [96]byte
	n   int
}

// reset begins with a reset: an empty parameter where more follow.
func (s *sgr) reset() { s.buf[0], s.n = ';', 1 }

func (s *sgr) param(v int) {
	s.n = len(appendInt(s.buf[:s.n], v))
	s.buf[s.n] = ';'
	s.n++
}

// from adds what leads from one look to another.
func (s *sgr) from(have, want sgrLook) {
	if off := have.attrs &^ want.attrs; off != 0 {
		for n := 1; n <= 9; n++ {
			if off>>n&1 == 0 {
				continue
			}
			have.attrs &^= 1 << n
			switch n {
			case 1, 2:
				s.param(22)
				have.attrs &^= 1<<1 | 1<<2
				off &^= 1<<1 | 1<<2
			case 5, 6:
				s.param(25)
				have.attrs &^= 1<<5 | 1<<6
				off &^= 1<<5 | 1<<6
			default:
				s.param(n + 20)
			}
		}
	}
	for n := 1; n <= 9; n++ {
		if on := want.attrs &^ have.attrs; on>>n&1 != 0 {
			s.param(n)
		}
	}
	if have.fg != want.fg {
		s.ink(want.fg, 30)
	}
	if have.bg != want.bg {
		s.ink(want.bg, 40)
	}
}

// ink adds a colour; base is 30 for the foreground and 40 for the background.
func (s *sgr) ink(c ink, base int) {
	switch v := int(c & 0xffffff); {
	case c == 0:
		s.param(base + 9)
	case c&inkRGB != 0:
		s.param(base + 8)
		s.param(2)
		s.param(v >> 16)
		s.param(v >> 8 & 0xff)
		s.param(v & 0xff)
	case v < 8:
		s.param(base + v)
	case v < 16:
		s.param(base + 52 + v)
	default:
		s.param(base + 8)
		s.param(5)
		s.param(v)
	}
}

func (s *sgr) append(dst []byte) []byte {
	dst = append(dst, "\x1b["...)
	dst = append(dst, s.buf[:max(s.n-1, 0)]...)
	return append(dst, 'm')
}
