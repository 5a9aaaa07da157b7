package widget

// A RowPolicy says how a part of a column of parts gives up rows where there are few.
type RowPolicy struct {
	NoGap        bool  // no blank row above it
	DropGapFirst bool  // the first to give up its blank row if rows are few
	Truncatable  bool  // it may lose its last rows instead of all
	Transient    bool  // it comes and goes: nothing moves for it while there is room
	DropOrder    uint8 // if rows are few, parts with the greatest number go first; 0: never
}

// FitRows takes rows away from parts of a column until they fit into room, and sets how many blank rows are above each. rows
// holds what each part needs; blank is all 0. Parts that come and go may have more rows than the room of the others. They
// move no other part while they fit: a hint or a drop must not make the whole column jump. No second blank rows
// take the last reserve rows from what comes and goes.
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
			break // panels are higher than what is never spared
		}
		n := rows[k]
		if place(k).Truncatable {
			n = min(n, all-room-more)
		}
		rows[k] -= n
		all -= n
	}

	steady, apart, blanks := 0, 0, 0 // rows of the parts that stay, blank rows above them, all blank rows
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
	for ; apart > max(room-steady, 0); apart-- { // whatever comes and goes
		removeGap(blank, place, false)
	}
	for blanks += apart; blanks > max(room+more-all, 0); blanks-- {
		removeGap(blank, place, true)
	}
}

// removeGap takes away a blank row: that of what comes and goes if it may be one of these, or else that of a part that is
// close, or the topmost one.
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
