package ansi

import "arkterm/render/cell"

// A look is a style as SGR sets it: attributes, and the parameters of two colors. The attributes include the number of an
// [extra].
type look struct {
	attr   cell.Attr
	fg, bg ink
}

// An ink is a colour in SGR: 0 is the terminal's own; otherwise the upper byte is its kind, and the rest an
// index or an RGB value.
type ink uint32

// maxRGB is the maximum sRGB color. Greater colors are of another kind.
const maxRGB cell.Color = 0xffffff

const (
	inkIndexed ink = 1 << 24
	inkRGB     ink = 2 << 24
)

// size returns the bytes of the parameters of a colour, with the semicolon behind them.
func (c ink) size() int32 {
	v := int(c & 0xffffff)
	switch {
	case c&inkRGB != 0:
		return int32(len("38;2;;;;") + digits(v>>16) + digits(v>>8&0xff) + digits(v&0xff))
	case v < 16:
		return int32(len("30;"))
	}
	return int32(len("38;5;;") + digits(v))
}

// onBlanks has the attributes that are visible on a blank.
const onBlanks = cell.Reverse | cell.Blink | cell.StrikeThrough | cell.Underlined | cell.ExtraMask

// fits reports whether a terminal with a style shows m if it is sent the glyph alone.
func (m *mark) fits(have look) bool {
	if m.glyph == ' ' && (m.look.attr|have.attr)&onBlanks == 0 {
		return m.look.bg == have.bg
	}
	return m.look == have
}

// lookOf returns the look of a cell in the Encoder's tier. With 16 colors or 8, black is never bold, because
// xterm and the Linux console show bold black as gray, which is invisible on a gray ground.
func (e *Encoder) lookOf(c cell.Cell) look {
	l := look{c.Attr, inkOf(c.Fg, e.tier), inkOf(c.Bg, e.tier)}
	if l.attr > cell.Bold|cell.Dim|cell.Reverse {
		l.attr = e.supported(l.attr)
	}
	if l.fg == inkIndexed && e.tier >= cell.Colors16 {
		l.attr &^= cell.Bold
	}
	return l
}

// inkOf returns a color in a tier. In true color, one of the 256 is sent by its index, which is half as
// long.
func inkOf(c cell.Color, tier cell.Tier) ink {
	if c > maxRGB {
		n, ok := c.Index()
		switch {
		case !ok || tier == cell.Mono:
			return 0
		case n < 8 || n < 16 && tier != cell.Colors8 || tier < cell.Colors16:
			return inkIndexed | ink(n)
		}
		c = cell.Color256(n)
	}
	switch tier {
	case cell.Mono:
		return 0
	case cell.Colors16:
		return inkIndexed | ink(cell.Index16(c))
	case cell.Colors8:
		return inkIndexed | ink(cell.Index8(c))
	}
	if n, ok := cell.Exact256(c); ok {
		return inkIndexed | ink(n)
	}
	if tier == cell.Truecolor {
		return inkRGB | ink(c)
	}
	return inkIndexed | ink(cell.Index256(c))
}

// restyle appends the change of style to want: the difference, or a reset and all of want, whichever is
// shorter. The foreground of a blank does not matter, unless an attribute makes it visible.
func (e *Encoder) restyle(dst []byte, want look, blank bool) []byte {
	h := &e.have
	if h.styled && blank && (h.look.attr|want.attr)&onBlanks == 0 {
		want.fg, want.attr = h.look.fg, h.look.attr
	}
	if h.styled && h.look == want {
		return dst
	}

	var whole sgr
	whole.reset()
	whole.change(e, look{}, want)
	if h.styled {
		var part sgr
		if part.change(e, h.look, want); part.n <= whole.n {
			whole = part
		}
	} else {
		h.look.attr = 0 // no hyperlink is open
	}
	dst = e.relink(dst, h.look.attr, want.attr)
	h.look, h.styled = want, true
	if whole.n == 0 {
		return dst
	}
	return whole.append(dst)
}

// An sgr builds the parameters of an SGR sequence, each followed by a semicolon.
type sgr struct {
	buf [80]byte // all parameters together have at most 73
	n   int
}

// reset starts with a reset. The 0 is not left out, because dvtm skips an empty first parameter.
func (s *sgr) reset() { s.param(0) }

// param adds a parameter, 0 to 255.
func (s *sgr) param(v int) {
	p := &params[v&0xff]
	copy(s.buf[s.n:], p.text[:])
	s.n += int(p.n)
}

// A param is a parameter as it is sent, with a semicolon.
type param struct {
	text [4]byte
	n    uint8
}

// params are all parameters.
var params = func() (all [256]param) {
	for v := range all {
		p := &all[v]
		p.n = uint8(len(append(appendInt(p.text[:0], v), ';')))
	}
	return all
}()

// change adds the parameters that change the look have to want.
func (s *sgr) change(e *Encoder, have, want look) {
	if have.attr != want.attr {
		s.attr(e, have.attr, want.attr)
	}
	if have.fg != want.fg {
		s.ink(want.fg, 30)
	}
	if have.bg != want.bg {
		s.ink(want.bg, 40)
	}
}

// attrCodes lists the parameters that begin and end each attribute.
var attrCodes = [...]struct {
	attr    cell.Attr
	on, off int
}{
	{cell.Bold, 1, 22},
	{cell.Dim, 2, 22},
	{cell.Reverse, 7, 27},
	{cell.Italic, 3, 23},
	{cell.Blink, 5, 25},
	{cell.StrikeThrough, 9, 29},
}

// attr adds the parameters that change the attributes have to want.
func (s *sgr) attr(e *Encoder, have, want cell.Attr) {
	off := have &^ want
	if off&(cell.Bold|cell.Dim) != 0 {
		s.param(22) // 22 ends bold and dim
		have &^= cell.Bold | cell.Dim
	}
	for _, c := range attrCodes[2:] {
		if off&c.attr != 0 {
			s.param(c.off)
		}
	}
	for _, c := range attrCodes {
		if want&^have&c.attr != 0 {
			s.param(c.on)
		}
	}

	if line := want & cell.Underlined; line != have&cell.Underlined {
		switch line {
		case 0:
			s.param(24)
		case cell.Underline:
			s.param(4)
		default:
			s.text("4:")
			s.param(want.UnderlineStyle())
		}
	}
	if (have|want)&cell.ExtraMask != 0 && e.underline(have) != e.underline(want) {
		s.underline(e.underline(want))
	}
}

// underline adds the color of underlines. It has colons because a terminal that does not support it ignores them.
func (s *sgr) underline(c ink) {
	switch v := int(c & 0xffffff); {
	case c == 0:
		s.param(59)
	case c&inkRGB != 0:
		s.text("58:2:")
		for _, channel := range [...]int{v >> 16, v >> 8 & 0xff, v & 0xff} {
			s.text(":")
			s.param(channel)
			s.n-- // the semicolon
		}
		s.text(";")
	default:
		s.text("58:5:")
		s.param(v)
	}
}

// text adds part of a parameter.
func (s *sgr) text(t string) { s.n += copy(s.buf[s.n:], t) }

// ink adds a color; base is 30 for the foreground and 40 for the background.
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
		s.param(base + 52 + v) // 90 to 97 and 100 to 107 are the bright colours
	default:
		s.param(base + 8)
		s.param(5)
		s.param(v)
	}
}

func (s *sgr) append(dst []byte) []byte {
	dst = append(dst, "\x1b["...)
	if all := s.buf[:max(s.n-1, 0)]; string(all) != "0" { // 0 is the default
		dst = append(dst, all...)
	}
	return append(dst, 'm')
}
