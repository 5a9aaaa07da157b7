package ansi

import (
	"unicode/utf8"

	"arkterm/render/cell"
)

// moveTo appends the shortest move of the cursor to column x of row y: by writing the glyphs in between
// again, relative, or absolute. At a tie it is absolute, which cannot add to an error.
func (e *Encoder) moveTo(dst []byte, x, y int) []byte {
	h := &e.have
	if h.placed && h.x == x && h.y == y {
		return dst
	}
	if !h.placed {
		dst = absolute(dst, x, y)
		h.x, h.y, h.placed = x, y, true
		return dst
	}

	start := len(dst)
	dst = e.along(vertical(dst, y-h.y), x)
	middle := len(dst)
	dst = absolute(dst, x, y)
	if len(dst)-middle <= middle-start {
		dst = append(dst[:start], dst[middle:]...)
	} else {
		dst = dst[:middle]
	}

	if y == h.y && e.retraces(x, len(dst)-start) {
		dst = dst[:start]
		for ; h.x < x; h.x++ {
			dst = utf8.AppendRune(dst, e.at(y*e.w+h.x).glyph)
		}
		e.far = max(e.far, x-1)
	}
	h.x, h.y = x, y
	return dst
}

// retraces reports whether the glyphs from the cursor to column x of its row have fewer than most bytes and
// the current style.
func (e *Encoder) retraces(x, most int) bool {
	h, n := &e.have, 0
	if x <= h.x || x-h.x >= most || !h.styled {
		return false
	}
	for i := h.y*e.w + h.x; i < h.y*e.w+x; i++ {
		m := e.at(i)
		n += cell.GlyphLen(m.glyph)
		if n >= most || cell.Special(m.glyph) || !m.fits(h.look) {
			return false
		}
	}
	return true
}

// absolute appends the absolute move to column x of row y.
func absolute(dst []byte, x, y int) []byte {
	if x == 0 {
		return csi(dst, 'H', y+1)
	}
	dst = append(dst, "\x1b["...)
	dst = appendInt(dst, y+1)
	dst = append(dst, ';')
	dst = appendInt(dst, x+1)
	return append(dst, 'H')
}

// vertical appends the move down by rows, or up if that is negative.
func vertical(dst []byte, rows int) []byte {
	switch {
	case rows > 0:
		return csi(dst, 'B', rows)
	case rows < 0:
		return csi(dst, 'A', -rows)
	}
	return dst
}

// along appends the shortest move within the row. After a glyph in the last column, the cursor is in that
// column on some terminals and beyond it on others, so a relative move to the left needs a column that is
// known not to be the last.
func (e *Encoder) along(dst []byte, to int) []byte {
	x := e.have.x
	switch n := x - to; {
	case n == 0:
		return dst
	case to == 0:
		return append(dst, '\r')
	case n < 0:
		return csi(dst, 'C', -n)
	case x > e.far || n > 9 && to < 99:
		return csi(dst, 'G', to+1)
	case n <= 4:
		return append(dst, "\b\b\b\b"[:n]...)
	default:
		return csi(dst, 'D', n)
	}
}

// csi appends a control sequence with one parameter, omitted if it is 1.
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

// digits returns the number of digits of n, which is less than 1000.
func digits(n int) int {
	switch {
	case n >= 100:
		return 3
	case n >= 10:
		return 2
	}
	return 1
}

// hop has the bytes of a relative move by so many rows, or columns to the right: ESC [ n B.
var hop = func() (bytes [128]int8) {
	for n := 1; n < len(bytes); n++ {
		if bytes[n] = int8(len("\x1b[B")); n > 1 {
			bytes[n] += int8(digits(n))
		}
	}
	return bytes
}()

// A target is where a move ends, with the bytes of moves there that do not depend on where they begin.
type target struct {
	x, y  int32
	whole int8 // an absolute move
	left  int8 // one within the row to the left, if it is far
}

// targetAt returns the target in column x of row y.
func targetAt(x, y int) target {
	t := target{x: int32(x), y: int32(y), whole: int8(len("\x1b[;H") + digits(y+1) + digits(x+1)), left: 1}
	if x > 0 {
		t.left = int8(len("\x1b[G") + digits(x+1))
	}
	return t
}

// moveCost returns about how many bytes it takes to move the cursor. It is asked thousands of times in a busy frame.
func moveCost(at *pencil, to *target) int {
	if !at.placed {
		return int(to.whole)
	}
	down, right := int(to.y)-at.y, int(to.x)-at.x
	n := int(hop[min(max(down, -down), len(hop)-1)])
	if right >= 0 {
		n += int(hop[min(right, len(hop)-1)])
	} else {
		n += min(-right, int(to.left))
	}
	return min(n, int(to.whole))
}
