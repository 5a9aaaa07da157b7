package ansi

import "arkterm/render/cell"

// A look is a style as SGR sets it: attributes and the parameters of two colors. The attributes include the index of an
// [extra].
type look struct {
	attr   cell.Attr
	fg, bg ink
}

// An ink is a color in SGR. 0 is the terminal's default color. Otherwise the upper byte is the kind of color, and
// the lower bytes are an index or an RGB value.
type ink uint32

// maxRGB is the maximum sRGB color. Larger values of cell.Color are palette colors or the default color.
const maxRGB cell.Color = 0xffffff

const (
	inkIndexed ink = 1 << 24
	inkRGB     ink = 2 << 24
)

// size returns the number of bytes of the SGR parameters of a color, including the semicolon after them.
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

// visibleOnBlanks are the attributes that are visible on a blank.
const visibleOnBlanks = cell.Reverse | cell.Blink | cell.StrikeThrough | cell.Underlined | cell.ExtraMask

// matchesStyle reports whether m looks right if only its glyph is sent, without changing the current style have.
func (m *content) matchesStyle(have look) bool {
	if m.glyph == ' ' && (m.look.attr|have.attr)&visibleOnBlanks == 0 {
		return m.look.bg == have.bg
	}
	return m.look == have
}

// lookOf returns the look of a cell in the Encoder's tier. In tiers of 16 or 8 colors, black is never bold, because
// xterm and the Linux console draw bold black as gray, which is invisible on a gray background.
func (e *Encoder) lookOf(c cell.Cell) look {
	l := look{c.Attr, inkOf(c.Fg, e.tier), inkOf(c.Bg, e.tier)}
	if l.attr > cell.Bold|cell.Dim|cell.Reverse {
		l.attr = e.supportedAttr(l.attr)
	}
	if l.fg == inkIndexed && e.tier >= cell.Colors16 {
		l.attr &^= cell.Bold
	}
	return l
}

// inkOf returns the ink of a color in a tier. In true color, a color that is one of the 256 colors is sent by its
// index, which takes half as many bytes.
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

// changeStyle appends the shorter of two sequences that set the style want: the difference from the current style, or a
// reset and all parameters. The foreground of a blank is ignored unless an attribute makes it visible.
func (e *Encoder) changeStyle(dst []byte, want look, blank bool) []byte {
	h := &e.cursor
	if h.styleKnown && blank && (h.look.attr|want.attr)&visibleOnBlanks == 0 {
		want.fg, want.attr = h.look.fg, h.look.attr
	}
	if h.styleKnown && h.look == want {
		return dst
	}

	var seq sgr
	seq.reset()
	seq.change(e, look{}, want)
	if h.styleKnown {
		var part sgr
		if part.change(e, h.look, want); part.n <= seq.n {
			seq = part
		}
	} else {
		h.look.attr = 0 // so that no hyperlink is closed; none is open while the style is unknown
	}
	dst = e.changeLink(dst, h.look.attr, want.attr)
	h.look, h.styleKnown = want, true
	if seq.n == 0 {
		return dst
	}
	return seq.append(dst)
}

// An sgr builds the parameters of an SGR sequence, each followed by a semicolon.
type sgr struct {
	buf [80]byte // the maximum length of all parameters is 73
	n   int
}

// reset adds the parameter 0, which resets the style. An empty parameter would mean the same, but dvtm ignores an empty
// first parameter.
func (s *sgr) reset() { s.param(0) }

// param adds a parameter, 0 to 255.
func (s *sgr) param(v int) {
	p := &paramTexts[v&0xff]
	copy(s.buf[s.n:], p.text[:])
	s.n += int(p.n)
}

// A param is the text of a parameter, including the semicolon after it.
type param struct {
	text [4]byte
	n    uint8
}

// paramTexts contains the text of each parameter.
var paramTexts = func() (all [256]param) {
	for v := range all {
		p := &all[v]
		p.n = uint8(len(append(appendInt(p.text[:0], v), ';')))
	}
	return all
}()

// change adds the parameters that change the style from have to want.
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

// attrCodes lists the parameters that set and reset each attribute.
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

// attr adds the parameters that change the attributes from have to want.
func (s *sgr) attr(e *Encoder, have, want cell.Attr) {
	off := have &^ want
	if off&(cell.Bold|cell.Dim) != 0 {
		s.param(22) // 22 resets both bold and dim
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

// underline adds the underline color. The parameters contain colons, because terminals that do not support this color
// ignore such parameters.
func (s *sgr) underline(c ink) {
	switch v := int(c & 0xffffff); {
	case c == 0:
		s.param(59)
	case c&inkRGB != 0:
		s.text("58:2:")
		for _, channel := range [...]int{v >> 16, v >> 8 & 0xff, v & 0xff} {
			s.text(":")
			s.param(channel)
			s.n-- // param has appended a semicolon, but a colon must follow
		}
		s.text(";")
	default:
		s.text("58:5:")
		s.param(v)
	}
}

// text adds a part of a parameter.
func (s *sgr) text(t string) { s.n += copy(s.buf[s.n:], t) }

// ink adds a color. base is 30 for the foreground and 40 for the background.
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
		s.param(base + 52 + v) // 90 to 97 and 100 to 107 select the bright colors
	default:
		s.param(base + 8)
		s.param(5)
		s.param(v)
	}
}

// append appends the sequence to dst.
func (s *sgr) append(dst []byte) []byte {
	dst = append(dst, "\x1b["...)
	if all := s.buf[:max(s.n-1, 0)]; string(all) != "0" { // a reset needs no parameter
		dst = append(dst, all...)
	}
	return append(dst, 'm')
}
