package ansi

import (
	"unicode/utf8"

	"arkterm/render/cell"
)

// moveTo appends the shortest move of the cursor to column x of row y: a relative move, an absolute move, or the glyphs
// in between, written a second time. If a relative and an absolute move are equally long, moveTo uses the absolute
// move, which corrects earlier errors.
func (e *Encoder) moveTo(dst []byte, x, y int) []byte {
	h := &e.cursor
	if h.posKnown && h.x == x && h.y == y {
		return dst
	}
	if !h.posKnown {
		dst = appendAbsoluteMove(dst, x, y)
		h.x, h.y, h.posKnown = x, y, true
		return dst
	}

	start := len(dst)
	dst = e.appendColumnMove(appendRowMove(dst, y-h.y), x)
	middle := len(dst)
	dst = appendAbsoluteMove(dst, x, y)
	if len(dst)-middle <= middle-start {
		dst = append(dst[:start], dst[middle:]...)
	} else {
		dst = dst[:middle]
	}

	if y == h.y && e.canRewrite(x, len(dst)-start) {
		dst = dst[:start]
		for ; h.x < x; h.x++ {
			dst = utf8.AppendRune(dst, e.contentAfter(y*e.w+h.x).glyph)
		}
		e.rightmost = max(e.rightmost, x-1)
	}
	h.x, h.y = x, y
	return dst
}

// canRewrite reports whether the cursor can move to column x of its row by writing the glyphs in between a second time.
// These glyphs must have the current style and fewer than maxBytes bytes.
func (e *Encoder) canRewrite(x, maxBytes int) bool {
	h, n := &e.cursor, 0
	if x <= h.x || x-h.x >= maxBytes || !h.styleKnown {
		return false
	}
	for i := h.y*e.w + h.x; i < h.y*e.w+x; i++ {
		m := e.contentAfter(i)
		n += cell.GlyphLen(m.glyph)
		if n >= maxBytes || cell.Special(m.glyph) || !m.matchesStyle(h.look) {
			return false
		}
	}
	return true
}

// appendAbsoluteMove appends an absolute move to column x of row y.
func appendAbsoluteMove(dst []byte, x, y int) []byte {
	if x == 0 {
		return csi(dst, 'H', y+1)
	}
	dst = append(dst, "\x1b["...)
	dst = appendInt(dst, y+1)
	dst = append(dst, ';')
	dst = appendInt(dst, x+1)
	return append(dst, 'H')
}

// appendRowMove appends a move down by rows, or up if rows is negative.
func appendRowMove(dst []byte, rows int) []byte {
	switch {
	case rows > 0:
		return csi(dst, 'B', rows)
	case rows < 0:
		return csi(dst, 'A', -rows)
	}
	return dst
}

// appendColumnMove appends the shortest move within the row. After a glyph in the last column, the cursor is in the
// last column on some terminals and beyond it on other terminals. So a relative move to the left is possible only from
// a column that is known not to be the last.
func (e *Encoder) appendColumnMove(dst []byte, to int) []byte {
	x := e.cursor.x
	switch n := x - to; {
	case n == 0:
		return dst
	case to == 0:
		return append(dst, '\r')
	case n < 0:
		return csi(dst, 'C', -n)
	case x > e.rightmost || n > 9 && to < 99:
		return csi(dst, 'G', to+1)
	case n <= 4:
		return append(dst, "\b\b\b\b"[:n]...)
	default:
		return csi(dst, 'D', n)
	}
}

// csi appends a control sequence with one parameter, which is omitted if it is 1.
func csi(dst []byte, final byte, n int) []byte {
	dst = append(dst, "\x1b["...)
	if n != 1 {
		dst = appendInt(dst, n)
	}
	return append(dst, final)
}

// appendInt appends n, which must not be negative, in decimal.
func appendInt(dst []byte, n int) []byte {
	if n >= 10 {
		dst = appendInt(dst, n/10)
	}
	return append(dst, byte('0'+n%10))
}

// digits returns the number of decimal digits of n, which must be less than 1000.
func digits(n int) int {
	switch {
	case n >= 100:
		return 3
	case n >= 10:
		return 2
	}
	return 1
}

// relativeBytes contains the number of bytes of a relative move by n rows down or columns to the right: ESC [ n B.
var relativeBytes = func() (bytes [128]int8) {
	for n := 1; n < len(bytes); n++ {
		if bytes[n] = int8(len("\x1b[B")); n > 1 {
			bytes[n] += int8(digits(n))
		}
	}
	return bytes
}()

// A target is the end of a cursor move, with the sizes of the moves that do not depend on its start.
type target struct {
	x, y     int32
	absolute int8 // number of bytes of an absolute move
	left     int8 // number of bytes of a move to the left with an absolute column
}

// targetAt returns the target for column x of row y.
func targetAt(x, y int) target {
	t := target{x: int32(x), y: int32(y), absolute: int8(len("\x1b[;H") + digits(y+1) + digits(x+1)), left: 1}
	if x > 0 {
		t.left = int8(len("\x1b[G") + digits(x+1))
	}
	return t
}

// moveCost returns the approximate number of bytes of a cursor move. It is fast, because a frame with many changes
// needs thousands of calls.
func moveCost(at *cursorState, to *target) int {
	if !at.posKnown {
		return int(to.absolute)
	}
	down, right := int(to.y)-at.y, int(to.x)-at.x
	n := int(relativeBytes[min(max(down, -down), len(relativeBytes)-1)])
	if right >= 0 {
		n += int(relativeBytes[min(right, len(relativeBytes)-1)])
	} else {
		n += min(-right, int(to.left))
	}
	return min(n, int(to.absolute))
}
