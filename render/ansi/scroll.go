package ansi

import (
	"slices"

	"arkterm/render/cell"
)

// SetScroll sets whether to scroll the terminal if a frame shows rows of the last frame at other positions. The
// terminal must support DECSTBM, IL and DL, and its scroll region must be the whole screen.
func (e *Encoder) SetScroll(scroll bool) { e.scroll = scroll }

// A band is a group of adjacent rows that scrolls.
type band struct {
	top, bottom int // the first row, and the row after the last one
	rows        int // number of rows to move up; negative for down
}

// minChangedRows is the minimum number of changed rows of a frame that scrolls. If two rows move by one, three rows
// change. At least one in minMovedShare changed rows must have moved by the same distance.
const (
	minChangedRows = 3
	minMovedShare  = 3
)

// maxScroll is the maximum number of rows of a terminal that the Encoder scrolls. The time of the search is quadratic
// in the number of rows.
const maxScroll = 300

// Estimates in bytes.
const (
	scrollCost = 40 // reset the style, set the region, move, scroll, reset the region, set a style
	resetCost  = 4  // reset the style
)

// erasedCell is an erased cell in the terminal's default colors.
var erasedCell = cell.Cell{Glyph: ' ', Fg: cell.Default, Bg: cell.Default}

// A scroller finds the band of a frame that scrolls. It keeps its memory between frames.
type scroller struct {
	rows     []int32  // changed rows
	old, now []uint64 // hashes of these rows on the terminal and in the frame
	counts   []int32  // by distance: number of changed rows that have moved by this distance
	moved    []int    // by row: bytes that a scroll saves in all earlier rows together, if it moves rows to them
	exposed  []int    // by row: bytes that a scroll saves in all earlier rows together, if it erases them
}

// scrollTo appends the sequences that scroll a band of the terminal, if that saves bytes, and updates the known cells.
// It does not scroll a terminal that shows parts with an ID, because their positions would change.
func (e *Encoder) scrollTo(dst []byte, f *cell.Frame) []byte {
	if !e.scroll || !e.known || f.H > maxScroll || e.pending.hasParts() {
		return dst
	}
	if by := e.scrollDistance(f); by != 0 {
		if b, ok := e.bestBand(f, by); ok {
			return e.scrollBand(dst, f, b)
		}
	}
	return dst
}

// scrollDistance returns the number of rows by which most of the changed rows have moved up. It is negative if they
// have moved down, and 0 if too few rows have moved by the same distance.
func (e *Encoder) scrollDistance(f *cell.Frame) int {
	s := &e.scroller
	s.rows = s.rows[:0]
	for y := range f.H {
		if rowsDiffer(e.row(f.Cells, y), e.row(e.shown, y)) {
			s.rows = append(s.rows, int32(y))
		}
	}
	if len(s.rows) < minChangedRows {
		return 0
	}

	s.old, s.now = s.old[:0], s.now[:0]
	for _, y := range s.rows {
		s.old = append(s.old, hashRow(e.row(e.shown, int(y))))
		s.now = append(s.now, hashRow(e.row(f.Cells, int(y))))
	}
	s.counts = slices.Grow(s.counts[:0], 2*f.H)[:2*f.H]
	clear(s.counts)
	best := f.H
	for k, hash := range s.now {
		for j, other := range s.old {
			if hash != other {
				continue
			}
			d := f.H + int(s.rows[j]-s.rows[k])
			if s.counts[d]++; s.counts[d] > s.counts[best] {
				best = d
			}
		}
	}
	if int(s.counts[best])*minMovedShare < len(s.rows) {
		return 0
	}
	return best - f.H
}

// row returns a row of cells.
func (e *Encoder) row(cells []cell.Cell, y int) []cell.Cell { return cells[y*e.w : (y+1)*e.w] }

// sameRow reports whether two rows are equal.
func sameRow(a, b []cell.Cell) bool {
	for ; len(a) >= blockCells; a, b = a[blockCells:], b[blockCells:] {
		if *(*[blockCells]cell.Cell)(a) != *(*[blockCells]cell.Cell)(b) {
			return false
		}
	}
	return slices.Equal(a, b)
}

// sampleStep is the distance between the sampled cells of a row in rowsDiffer and hashRow. bestBand compares all cells.
const sampleStep = 4

// rowsDiffer reports whether two rows differ in a sampled cell.
func rowsDiffer(a, b []cell.Cell) bool {
	b = b[:len(a)]
	for x := 0; x < len(a); x += sampleStep {
		if !a[x].Equal(&b[x]) {
			return true
		}
	}
	return false
}

// hashRow returns a hash of the sampled cells of a row. The products do not depend on each other, so the processor
// calculates them in parallel.
func hashRow(row []cell.Cell) (sum uint64) {
	k := uint64(0x9e3779b97f4a7c15)
	for x := 0; x < len(row); x += sampleStep {
		c := &row[x]
		sum += (uint64(uint32(c.Glyph))<<32 | uint64(c.Fg)) * k
		sum += (uint64(c.Bg)<<32 | uint64(c.Attr)) * (k ^ 0xc2b2ae3d27d4eb4e)
		k += 0x9e3779b97f4a7c16 // k stays odd, so multiplying by it loses no bits
	}
	return sum ^ sum>>29
}

// bestBand returns the band for which a scroll by the given number of rows saves the most bytes. A negative number
// scrolls down. ok is false if no such scroll saves bytes.
func (e *Encoder) bestBand(f *cell.Frame, by int) (best band, ok bool) {
	s := &e.scroller
	s.moved, s.exposed = append(s.moved[:0], 0), append(s.exposed[:0], 0)
	for y := range f.H {
		now := e.row(f.Cells, y)
		unmoved, moved := rowCost(now, e.row(e.shown, y)), 0
		if from := y + by; from >= 0 && from < f.H {
			moved = unmoved - rowCost(now, e.row(e.shown, from))
		}
		s.moved = append(s.moved, s.moved[y]+moved)
		s.exposed = append(s.exposed, s.exposed[y]+unmoved-rowCost(now, nil))
	}

	// Find the rows from a to b, exclusive, that get the contents of other rows; first is the best a so far. A scroll
	// up also erases the rows from b on, and a scroll down erases the rows before a.
	up, down := max(by, 0), max(-by, 0)
	maxSaved, first, minStart := scrollCost, -1, 0
	for b := down; b <= f.H-up; b++ {
		if saved := s.moved[b] + s.exposed[b+up] - s.exposed[b] - minStart; first >= 0 && saved > maxSaved {
			maxSaved, best = saved, band{top: first - down, bottom: b + up, rows: by}
		}
		if start := s.moved[b] - s.exposed[b] + s.exposed[b-down]; first < 0 || start < minStart {
			first, minStart = b, start
		}
	}
	return best, maxSaved > scrollCost
}

// rowCost returns the approximate number of bytes that change the cells of a row from before to now. before is nil for
// an erased row.
func rowCost(now, before []cell.Cell) (bytes int) {
	const move, style = 5, 9
	if before != nil && sameRow(now, before) {
		return 0
	}
	old, last := &erasedCell, -1
	for x := range now {
		c := &now[x]
		if before != nil {
			old = &before[x]
		}
		if c.Equal(old) || c.Bg == old.Bg && c.Attr|old.Attr == 0 && max(c.Glyph, ' ') == ' ' && old.Glyph == ' ' {
			continue
		}
		bytes += cell.GlyphLen(c.Glyph)
		if last < 0 || last < x-1 {
			bytes += move
		}
		if last >= 0 && (c.Fg != now[last].Fg || c.Bg != now[last].Bg || c.Attr != now[last].Attr) {
			bytes += style
		}
		last = x
	}
	return bytes
}

// scrollBand appends the sequences that scroll a band. It deletes or inserts rows at the top of the band. It does not
// use SU and SD, because some terminals, such as the Linux console, do not support them.
//
// Unless the current style is the default, the color of erased rows depends on the terminal. So scrollBand either
// resets the style first, or treats the erased rows as unknown.
func (e *Encoder) scrollBand(dst []byte, f *cell.Frame, b band) []byte {
	n, final := b.rows, byte('M')
	from, to, erased := b.top+n, b.top, b.bottom-n
	if b.rows < 0 {
		n, final = -b.rows, 'L'
		from, to, erased = b.top, b.top+n, b.top
	}
	exposed := unknownCell
	if e.shouldResetStyle(f.Cells[erased*e.w : (erased+n)*e.w]) {
		dst, exposed = e.changeStyle(dst, look{}, false), erasedCell
	}

	region := b.bottom < e.h // rows below the band must not scroll
	if region {
		dst = append(dst, "\x1b["...)
		dst = appendInt(dst, b.top+1)
		dst = append(dst, ';')
		dst = append(appendInt(dst, b.bottom), 'r')
	}
	dst = csi(appendAbsoluteMove(dst, 0, b.top), final, n)
	e.cursor.x, e.cursor.y, e.cursor.posKnown = 0, b.top, true
	if region {
		dst = append(dst, "\x1b[r"...)
		e.cursor.posKnown = false
	}

	rows := b.bottom - b.top - n
	moveRows(e.shown, e.w, from, to, rows)
	fillRows(e.shown, e.w, erased, n, exposed)
	if times := e.pending.since; len(times) > 0 {
		moveRows(times, e.w, from, to, rows)
		fillRows(times, e.w, erased, n, never)
	}
	return dst
}

// shouldResetStyle reports whether the style should be reset before a scroll, so that the erased rows have the default
// background. A reset saves bytes if enough of the new cells in these rows are blank and have this background.
func (e *Encoder) shouldResetStyle(rows []cell.Cell) bool {
	if e.cursor.styleKnown && e.cursor.look == (look{}) {
		return true
	}
	want := e.content(erasedCell)
	blanks := 0
	for i := range rows {
		if e.content(rows[i]) == want {
			blanks++
		}
	}
	return blanks >= resetCost
}

// moveRows moves n rows of w elements within all.
func moveRows[T any](all []T, w, from, to, n int) {
	copy(all[to*w:(to+n)*w], all[from*w:(from+n)*w])
}

// fillRows sets all elements of n rows, from the given row on, to v.
func fillRows[T any](all []T, w, row, n int, v T) {
	for i := range all[row*w : (row+n)*w] {
		all[row*w+i] = v
	}
}
