package widget

// A RowPolicy determines how a part of a column gives up rows if there is too little room.
type RowPolicy struct {
	NoGap        bool  // has no blank row above it
	DropGapFirst bool  // is the first to lose the blank row above it
	Truncatable  bool  // may lose its last rows, instead of all rows
	Transient    bool  // appears temporarily, and must not move other parts while it fits
	DropOrder    uint8 // parts with the largest number are removed first; 0 means never
}

// FitRows removes rows from the parts of a column until they fit, and sets the number of blank rows above each
// part. rows contains the number of rows that each part needs, and blank must be all 0. The permanent parts have
// room rows, and all parts together have room+more rows. While transient parts such as hints fit, they do not move
// other parts. The last reserve rows stay available for transient parts instead of second blank rows.
func FitRows(rows, blank []int, place func(i int) *RowPolicy, room, more, reserve int) {
	all := 0
	for _, n := range rows {
		all += n
	}
	for all > room+more {
		k := -1
		for i := range rows {
			if rows[i] > 0 && place(i).DropOrder > 0 && (k < 0 || place(i).DropOrder > place(k).DropOrder) {
				k = i
			}
		}
		if k < 0 {
			break // the caller must reserve enough rows for parts that are never removed
		}
		n := rows[k]
		if place(k).Truncatable {
			n = min(n, all-room-more)
		}
		rows[k] -= n
		all -= n
	}

	steady, apart, blanks := 0, 0, 0 // rows of the permanent parts, blank rows above them, and all blank rows
	for i := range rows {
		switch part := place(i); {
		case rows[i] == 0:
		case part.Transient:
			blank[i] = 1
			blanks++
		default:
			if !part.NoGap && steady > 0 {
				blank[i] = 1
				apart++
			}
			steady += rows[i]
		}
	}

	if room-max(all, steady+reserve) >= 2*apart {
		for i := range blank {
			if !place(i).Transient {
				blank[i] *= 2
			}
		}
		apart *= 2
	}
	for ; apart > max(room-steady, 0); apart-- { // independent of transient parts
		removeGap(blank, place, false)
	}
	for blanks += apart; blanks > max(room+more-all, 0); blanks-- {
		removeGap(blank, place, true)
	}
}

// removeGap removes a blank row. If transient is set, it prefers gaps of transient parts. Next are parts with
// DropGapFirst, and then the topmost part.
func removeGap(blank []int, place func(i int) *RowPolicy, brief bool) {
	best, rank := -1, 0
	for i := range blank {
		part, k := place(i), 1
		switch {
		case blank[i] == 0 || part.Transient && !brief:
			continue
		case part.Transient:
			k = 3
		case part.DropGapFirst:
			k = 2
		}
		if k > rank {
			best, rank = i, k
		}
	}
	if best >= 0 {
		blank[best]--
	}
}
