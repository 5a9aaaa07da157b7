package render

import (
	"unicode/utf8"

	"arkterm/render/cell"
)

// An Output stands between the terminal and those who write to it, a [Painter] and at times
// tcell, and re-encodes what they write. They forget cursor and style with each frame, move
// by absolute positions and send all of a style at each change; an Output remembers,
// across frames, and sends what differs, in the shortest form. What the terminal shows
// is the same.
//
// Moves and styles are held back until a glyph needs them. Whatever is not
// understood goes through unchanged, after all that was held back, and makes the
// Output forget what it may have changed. Every glyph is taken to be one column
// wide unless it is known not to be; the column after the last glyph of a row is
// never relied upon, since a terminal may still be in the last column there.
//
// The zero Output is ready, and knows nothing of the terminal.
type Output struct {
	have, want pencil // the terminal's state, and what the writer believes that it is
	state      int    // of the parser
	seq        []byte // the sequence or the rune begun in an earlier part
	far        int    // the rightmost column that has got a glyph: it is not beyond the last one
}

// A pencil is where the next glyph goes, and how it looks.
type pencil struct {
	x, y   int
	placed bool // x and y are known; else have and want are the same unknown place
	look   sgrLook
	styled bool // look is known; else have and want are the same unknown look
}

// The states of the parser.
const (
	inText   = iota
	inEscape // after ESC
	inCSI    // after ESC [
	inLong   // in what follows maxSeq bytes of such a sequence
	inString // in an OSC, DCS, SOS, PM or APC: until BEL or ST
	inEnd    // after an ESC in a string
)

// maxSeq is the longest sequence that is looked into; a longer one goes through.
const maxSeq = 64

// Forget says that the terminal is in an unknown state: after a suspend, or when
// bytes were sent past the Output.
func (o *Output) Forget() { o.have, o.want, o.far = pencil{}, pencil{}, 0 }

// Encode appends to dst what the terminal must be sent for src, and returns the
// result. Sequences may be split between calls.
func (o *Output) Encode(dst, src []byte) []byte {
	for _, b := range src {
		switch o.state {
		case inText:
			dst = o.textByte(dst, b)
		case inEscape:
			dst = o.escapeByte(dst, b)
		case inCSI:
			dst = o.csiByte(dst, b)
		case inLong:
			dst = o.longByte(dst, b)
		default:
			dst = o.stringByte(dst, b)
		}
	}
	return dst
}

func (o *Output) textByte(dst []byte, b byte) []byte {
	if len(o.seq) > 0 && !utf8.RuneStart(b) {
		o.seq = append(o.seq, b)
		if utf8.FullRune(o.seq) {
			return o.flushRune(dst)
		}
		return dst
	}
	if len(o.seq) > 0 {
		dst = o.flushRune(dst) // cut short
	}
	switch {
	case b == 0x1b:
		o.seq = append(o.seq, b)
		o.state = inEscape
		return dst
	case b < ' ' || b == 0x7f:
		o.forgetPlace(&dst)
		return append(dst, b)
	case b < utf8.RuneSelf:
		dst = o.prepare(dst, b == ' ')
		o.advance(1)
		return append(dst, b)
	}
	o.seq = append(o.seq, b)
	if utf8.FullRune(o.seq) {
		return o.flushRune(dst)
	}
	return dst
}

// flushRune sends the glyph in seq.
func (o *Output) flushRune(dst []byte) []byte {
	r, n := utf8.DecodeRune(o.seq)
	dst = o.prepare(dst, false)
	if r == utf8.RuneError && n <= 1 || cell.Printable(r) != r {
		o.have.placed, o.want.placed = false, false
	} else {
		o.advance(1)
	}
	dst = append(dst, o.seq...)
	o.seq = o.seq[:0]
	return dst
}

func (o *Output) advance(n int) {
	if o.have.placed {
		o.far = max(o.far, o.have.x)
	}
	o.have.x += n
	o.want.x += n
}

func (o *Output) escapeByte(dst []byte, b byte) []byte {
	o.seq = append(o.seq, b)
	switch {
	case b == '[':
		o.state = inCSI
		return dst
	case b == ']' || b == 'P' || b == 'X' || b == '^' || b == '_':
		o.state = inString
		return o.pass(dst)
	case b == 0x1b:
		o.seq = o.seq[:1] // it begins anew
		return dst
	case b >= 0x20 && b <= 0x2f && len(o.seq) < maxSeq:
		return dst // an intermediate byte: the final one follows
	}
	o.state = inText
	return o.pass(dst)
}

func (o *Output) csiByte(dst []byte, b byte) []byte {
	if b == 0x1b {
		return o.restart(o.pass(dst))
	}
	o.seq = append(o.seq, b)
	switch {
	case b >= 0x40 && b <= 0x7e:
		o.state = inText
		return o.command(dst)
	case b < 0x20 || b > 0x7e:
		o.state = inText // broken off; what follows goes through as it is
		return o.pass(dst)
	case len(o.seq) >= maxSeq:
		o.state = inLong
		return o.pass(dst)
	}
	return dst
}

// restart begins an escape sequence.
func (o *Output) restart(dst []byte) []byte {
	o.seq = append(o.seq[:0], 0x1b)
	o.state = inEscape
	return dst
}

func (o *Output) longByte(dst []byte, b byte) []byte {
	switch {
	case b == 0x1b:
		return o.restart(dst)
	case b >= 0x40 && b <= 0x7e:
		o.state = inText
	}
	return append(dst, b)
}

// stringByte lets a string through. Its start has made the Output forget what
// the string may change.
func (o *Output) stringByte(dst []byte, b byte) []byte {
	switch {
	case o.state == inEnd && b == '\\':
		o.state = inText
		return append(dst, 0x1b, b)
	case o.state == inEnd:
		return o.escapeByte(o.restart(dst), b)
	case b == 0x1b:
		o.state = inEnd
		return dst
	case b == 0x07 || b == 0x18 || b == 0x1a:
		o.state = inText
	}
	return append(dst, b)
}

// pass sends seq unchanged, and forgets.
func (o *Output) pass(dst []byte) []byte {
	dst = o.prepare(dst, false)
	dst = append(dst, o.seq...)
	o.seq = o.seq[:0]
	o.Forget()
	return dst
}

func (o *Output) forgetPlace(dst *[]byte) {
	*dst = o.prepare(*dst, false)
	o.have.placed, o.want.placed = false, false
}

// command acts on the control sequence in seq.
func (o *Output) command(dst []byte) []byte {
	body, final := o.seq[2:len(o.seq)-1], o.seq[len(o.seq)-1]
	ok := false
	switch final {
	case 'H':
		ok = o.position(body)
	case 'm':
		ok = o.want.setLook(body)
	case 'h', 'l', 'n':
		if harmless(body, final) {
			dst = append(dst, o.seq...)
			ok = true
		}
	}
	if !ok {
		return o.pass(dst)
	}
	o.seq = o.seq[:0]
	return dst
}

// harmless reports whether a sequence that ends in h, l or n neither moves the
// cursor, nor changes the style, nor shows either of them: modes of the mouse,
// focus, paste and synchronised output, hiding the cursor, and the question that
// ends a frame.
func harmless(body []byte, final byte) bool {
	switch string(body) {
	case "5":
		return final == 'n'
	case "?25":
		return final == 'l'
	case "?2026", "?1000", "?1002", "?1003", "?1004", "?1006", "?2004":
		return final != 'n'
	}
	return false
}

// position notes a move to an absolute place.
func (o *Output) position(body []byte) bool {
	var p params
	if !p.parse(body) || p.n > 2 {
		return false
	}
	y, x := max(p.get(0, 1), 1)-1, max(p.get(1, 1), 1)-1
	if !o.want.placed {
		o.have.placed = false // it was the same unknown place; now it is not
	}
	o.want.x, o.want.y, o.want.placed = x, y, true
	return true
}

// prepare sends what was held back, so that the next byte finds the terminal as
// the writer believes that it is. A blank does not show its foreground.
func (o *Output) prepare(dst []byte, blank bool) []byte {
	if o.want.placed {
		dst = o.move(dst)
		o.have.x, o.have.y, o.have.placed = o.want.x, o.want.y, true
	}
	if o.want.styled {
		dst = o.restyle(dst, blank)
	}
	return dst
}

// csi appends a control sequence with one parameter, left out when it is 1.
func csi(dst []byte, final byte, n int) []byte {
	dst = append(dst, "\x1b["...)
	if n != 1 {
		dst = appendInt(dst, n)
	}
	return append(dst, final)
}

func appendInt(dst []byte, n int) []byte {
	if n >= 10 {
		dst = appendInt(dst, n/10)
	}
	return append(dst, byte('0'+n%10))
}

// params are the numbers of a control sequence, −1 where one is left out.
type params struct {
	v [16]int
	n int
}

// parse reads numbers parted by semicolons. It refuses anything else, and more
// than fit.
func (p *params) parse(body []byte) bool {
	p.v[0], p.n = -1, 1
	for _, b := range body {
		switch {
		case b == ';':
			if p.n == len(p.v) {
				return false
			}
			p.v[p.n] = -1
			p.n++
		case b >= '0' && b <= '9':
			v := &p.v[p.n-1]
			if *v = max(*v, 0)*10 + int(b-'0'); *v > 9999 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// get returns parameter i, or def when it is not given.
func (p *params) get(i, def int) int {
	if i >= p.n || p.v[i] < 0 {
		return def
	}
	return p.v[i]
}
