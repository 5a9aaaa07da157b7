package widget

// A RowPolicy determines how a part of a column gives up rows if there is too little room.
type RowPolicy struct {
	NoGap        bool  // has no blank row above it
	DropGapFirst bool  // is the first to lose the blank row above it
	Truncatable  bool  // may lose its last rows, instead of all rows
	Transient    bool  // appears temporarily, and must not move other parts
	DropOrder    uint8 // parts with the largest number are removed first; 0 means never
}

// FitRows removes rows from the parts of a column until they fit, and sets the number of blank rows above each
// part. rows contains the number of rows that each part needs, and blank must be all 0. The permanent parts fit
// into room rows, and all parts together fit into room+more rows. Transient parts use the rows that the permanent parts
// leave. So that they do not move or remove permanent parts, one row always stays available in addition to transient
// parts that are never removed, keep rows instead of blank rows, and reserve rows instead of second blank rows.
func FitRows(rows, blank []int, place func(i int) *RowPolicy, room, more, keep, reserve int) {
	left := room - 1
	for i, n := range rows {
		if part := place(i); part.Transient && part.DropOrder == 0 {
			left -= n
		}
	}
	steady, apart := dropRows(rows, place, false, left), 0 // rows of the permanent parts, and blank rows
	first := true
	for i := range rows {
		if part := place(i); rows[i] > 0 && !part.Transient {
			if !part.NoGap && !first {
				blank[i] = 1
				apart++
			}
			first = false
		}
	}
	if room-steady-reserve >= 2*apart {
		for i := range blank {
			blank[i] *= 2
		}
		apart *= 2
	}
	for ; apart > max(room-keep-steady, 0); apart-- {
		removeGap(blank, place)
	}

	free := room + more - steady - apart
	free -= dropRows(rows, place, true, free)
	for i := range rows {
		if part := place(i); rows[i] > 0 && part.Transient && !part.NoGap && free > 0 {
			blank[i] = 1
			free--
		}
	}
}

// dropRows removes rows from the permanent or the transient parts until they fit into room rows, and returns the
// number of their rows. The caller must have room for the parts that are never removed.
func dropRows(rows []int, place func(i int) *RowPolicy, transient bool, room int) (all int) {
	for i, n := range rows {
		if place(i).Transient == transient {
			all += n
		}
	}
	for all > room {
		k := -1
		for i := range rows {
			part := place(i)
			if part.Transient == transient && rows[i] > 0 && part.DropOrder > 0 &&
				(k < 0 || part.DropOrder > place(k).DropOrder) {
				k = i
			}
		}
		if k < 0 {
			break
		}
		n := rows[k]
		if place(k).Truncatable {
			n = min(n, all-room)
		}
		rows[k] -= n
		all -= n
	}
	return all
}

// removeGap removes a blank row of a part with DropGapFirst, or otherwise of the topmost part.
func removeGap(blank []int, place func(i int) *RowPolicy) {
	best := -1
	for i := range blank {
		if blank[i] > 0 && (best < 0 || place(i).DropGapFirst && !place(best).DropGapFirst) {
			best = i
		}
	}
	if best >= 0 {
		blank[best]--
	}
}
