package render

// move sends the shortest move from have to want: an absolute one, or one up or down and then
// one along the row. Of equally short ones it takes the absolute one, which cannot add to
// a mistake.
func (o *Output) move(dst []byte) []byte {
	h, w := &o.have, &o.want
	if !h.placed {
		return moveTo(dst, w.x, w.y)
	}
	if h.x == w.x && h.y == w.y {
		return dst
	}
	start := len(dst)
	dst = o.along(upDown(dst, w.y-h.y))
	middle := len(dst)
	dst = moveTo(dst, w.x, w.y)
	if len(dst)-middle <= middle-start {
		return append(dst[:start], dst[middle:]...)
	}
	return dst[:middle]
}

// moveTo appends the absolute move to column x of row y.
func moveTo(dst []byte, x, y int) []byte {
	if x == 0 {
		return csi(dst, 'H', y+1)
	}
	dst = append(dst, "\x1b["...)
	dst = appendInt(dst, y+1)
	dst = append(dst, ';')
	dst = appendInt(dst, x+1)
	return append(dst, 'H')
}

func upDown(dst []byte, rows int) []byte {
	switch {
	case rows > 0:
		return csi(dst, 'B', rows)
	case rows < 0:
		return csi(dst, 'A', -rows)
	}
	return dst
}

// along sends the shortest move along the row. After a glyph in the last column a terminal is
// still there, or beyond, each as it likes: a move to the left is relative only from a
// column that is known not to be beyond.
func (o *Output) along(dst []byte) []byte {
	x, to := o.have.x, o.want.x
	switch n := x - to; {
	case n == 0:
		return dst
	case to == 0:
		return append(dst, '\r')
	case n < 0:
		return csi(dst, 'C', -n)
	case x > o.far || n > 9 && to < 99:
		return csi(dst, 'G', to+1)
	case n <= 4:
		return append(dst, "\b\b\b\b"[:n]...)
	default:
		return csi(dst, 'D', n)
	}
}
