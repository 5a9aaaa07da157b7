package widget

// A RowPolicy determines how a part of a column loses rows if there is too little room.
type RowPolicy struct {
	NoGap        bool  // the part has no blank row above it
	DropGapFirst bool  // the blank row above the part is removed before other blank rows
	Truncatable  bool  // the part may lose only its last rows, instead of all rows
	Transient    bool  // the part appears temporarily and must not move other parts
	DropOrder    uint8 // parts with the largest number are removed first; 0 means never
}

// FitRows fits the parts of a column into a limited number of rows. rows contains the number of rows that each part
// needs. FitRows reduces these numbers until the parts fit, and sets the number of blank rows above each part in blank,
// which must be all 0 before.
//
// Permanent parts get at most maxRows rows, and all parts together get at most maxRows+transientRows rows. Transient
// parts never move or remove permanent parts. Therefore, FitRows keeps rows free for transient parts:
//
//   - Permanent parts use at most maxRows-1 rows, minus the rows of transient parts with a DropOrder of 0.
//   - Blank rows above permanent parts are removed until minFree rows are free.
//   - Blank rows are doubled only if minFreeIfDoubled rows stay free.
func FitRows(rows, blank []int, policy func(i int) *RowPolicy, maxRows, transientRows, minFree, minFreeIfDoubled int) {
	left := maxRows - 1
	for i, n := range rows {
		if part := policy(i); part.Transient && part.DropOrder == 0 {
			left -= n
		}
	}
	permanent, gaps := dropRows(rows, policy, false, left), 0 // rows of the permanent parts, and blank rows
	first := true
	for i := range rows {
		if part := policy(i); rows[i] > 0 && !part.Transient {
			if !part.NoGap && !first {
				blank[i] = 1
				gaps++
			}
			first = false
		}
	}
	if maxRows-permanent-minFreeIfDoubled >= 2*gaps {
		for i := range blank {
			blank[i] *= 2
		}
		gaps *= 2
	}
	for ; gaps > max(maxRows-minFree-permanent, 0); gaps-- {
		removeGap(blank, policy)
	}

	free := maxRows + transientRows - permanent - gaps
	free -= dropRows(rows, policy, true, free)
	for i := range rows {
		if part := policy(i); rows[i] > 0 && part.Transient && !part.NoGap && free > 0 {
			blank[i] = 1
			free--
		}
	}
}

// dropRows removes rows from the permanent or the transient parts until these parts have at most maxRows rows together.
// It returns the number of their remaining rows. The caller must have room for the parts that are never removed.
func dropRows(rows []int, policy func(i int) *RowPolicy, transient bool, maxRows int) (all int) {
	for i, n := range rows {
		if policy(i).Transient == transient {
			all += n
		}
	}
	for all > maxRows {
		k := -1
		for i := range rows {
			part := policy(i)
			if part.Transient == transient && rows[i] > 0 && part.DropOrder > 0 &&
				(k < 0 || part.DropOrder > policy(k).DropOrder) {
				k = i
			}
		}
		if k < 0 {
			break
		}
		n := rows[k]
		if policy(k).Truncatable {
			n = min(n, all-maxRows)
		}
		rows[k] -= n
		all -= n
	}
	return all
}

// removeGap removes one blank row. It selects the topmost part with DropGapFirst that has a blank row. If there is no
// such part, it selects the topmost part that has a blank row.
func removeGap(blank []int, policy func(i int) *RowPolicy) {
	best := -1
	for i := range blank {
		if blank[i] > 0 && (best < 0 || policy(i).DropGapFirst && !policy(best).DropGapFirst) {
			best = i
		}
	}
	if best >= 0 {
		blank[best]--
	}
}
