package levels

import (
	"fmt"
	"slices"
)

// This file adds details to the figure of a generated level: empty spaces, accents, bands, ornaments and hazards.

// hollow empties the cells at depth 2, and then the cells at depth 3, while the figure has more than maxBricks bricks.
// Cells further inside remain as a core.
func (d *draft) hollow(maxBricks int) {
	for at := 2; at <= 3 && d.count() > maxBricks; at++ {
		depth := d.depths()
		for p := range d.places {
			if d.at(p) <= numBands && *depth.at(p) == at {
				d.put(p, noMark)
			}
		}
	}
}

// count returns the number of bricks.
func (d *draft) count() (n int) {
	for p := range d.places {
		if d.at(p) != noMark {
			n++
		}
	}
	return n
}

// A banding divides a figure into bands.
type banding struct {
	allows func(Group) bool // reports whether a symmetry is possible; nil if all are

	// band returns the number of the band at a place, from 0. The caller computes the number modulo numBands. depth is
	// the distance from the nearest empty cell, and size is the approximate size of a band in half hexagons.
	band func(p place, depth, size int) int
}

var bandings = [...]banding{
	{nil, func(_ place, depth, _ int) int { return depth - 1 }},
	{nil, func(p place, _, _ int) int { return p.norm() / 2 }},
	{nil, func(p place, depth, _ int) int { return p.norm() % 2 * 2 }},
	{Group.isUpright, func(p place, _, size int) int { return (p.v + 8) / size }},
	{Group.isUpright, func(p place, depth, size int) int { return min((p.v+8)/(size+1), 4) + min(depth-1, 1) }},
	{Group.mirrors, func(p place, _, size int) int { u, _ := p.absolute(); return u * 2 / size }},
	{Group.isUpright, func(p place, _, size int) int { u, _ := p.absolute(); return (p.v + u + 8) / (2 * size) }},
	{Group.isUpright, func(p place, _, size int) int { u, _ := p.absolute(); return (p.v - u + 16) / (2 * size) }},
	{Group.isUpright, func(p place, depth, _ int) int { return min(depth-1, 1) + (p.v+8)/8*2 }},
}

// isUpright reports whether the upper and lower halves can differ.
func (s Group) isUpright() bool { return s == mirrorGroup || s == noGroup }

// repaint divides the figure into bands again.
func (d *draft) repaint() {
	b := &bandings[d.below(len(bandings))]
	if b.allows != nil && !b.allows(d.symmetry) {
		b = &bandings[d.below(3)]
	}
	size := 3 + d.below(3)
	depth := d.depths()
	for p := range d.places {
		if m := d.at(p); m != noMark && m <= numBands {
			d.put(p, 1+mark(b.band(p, *depth.at(p), size)%numBands))
		}
	}
}

// addAccent gives a few bricks of the figure another color.
func (d *draft) addAccent() {
	depth := d.depths()
	switch d.below(4) {
	case 0: // the deepest bricks
		deepest := 0
		for p := range d.places {
			deepest = max(deepest, *depth.at(p))
		}
		for p := range d.places {
			if *depth.at(p) == deepest && deepest > 1 {
				d.put(p, coreMark)
			}
		}
	case 1: // eyes
		for n, tries := 0, 0; n < 1 && tries < 30; tries++ {
			p := place{1 + d.below(4), d.below(9) - 5}
			if d.has(p) && *depth.at(p) >= 2 {
				d.put(p, coreMark)
				n++
			}
		}
	case 2: // a belt or an axis
		if !d.symmetry.isUpright() {
			d.put(place{}, coreMark)
			return
		}
		row := d.below(7) - 3
		for p := range d.places {
			if d.at(p) != noMark && (p.v == row || p.v == row+1) {
				d.put(p, coreMark)
			}
		}
	case 3:
		if !d.symmetry.mirrors() {
			d.put(place{}, coreMark)
			return
		}
		for p := range d.places {
			if p.u == 0 && *depth.at(p) >= 1 && d.at(p) != noMark {
				d.put(p, coreMark)
			}
		}
	}
}

// addSpecials replaces bricks of the figure by bombs, seeds and other kinds.
func (d *draft) addSpecials() {
	marks := [...]mark{bombMark, seedMark, regrowMark, hiddenMark, bombMark, giftMark, chaosMark}
	m := marks[d.below(min(len(marks), 2+d.difficulty))]
	if d.difficulty < 2 {
		m = giftMark
	}
	depth := d.depths()
	switch d.below(3) {
	case 0: // the largest band with at most nine bricks
		var sizes [numBands + 2]int
		for p := range d.places {
			if k := d.at(p); k <= coreMark {
				sizes[k]++
			}
		}
		band := mark(0)
		for k := mark(1); k <= coreMark; k++ {
			if sizes[k] > 0 && sizes[k] <= 9 && (band == 0 || sizes[k] > sizes[band]) {
				band = k
			}
		}
		for p := range d.places {
			if band != 0 && d.at(p) == band {
				d.put(p, m)
			}
		}
	case 1: // all images of one brick, usually inside
		for tries := range 40 {
			p := place{d.below(8), d.below(2*d.height) - d.height}
			if d.has(p) && d.at(p) != noMark && d.at(p) <= coreMark && (*depth.at(p) >= 2 || tries > 25) {
				d.put(p, m)
				break
			}
		}
	case 2: // the tips
		n := 0
		for p := range d.places {
			if full := d.at(p); full == noMark || full > coreMark {
				continue
			}
			around := 0
			for _, to := range neighbors {
				if d.at(p.add(to)) != noMark {
					around++
				}
			}
			if _, size := d.symmetry.images(p); around <= 2 && n < 6 {
				d.put(p, m)
				n += size
			}
		}
	}
}

// addOrnaments adds ornaments around the figure.
func (d *draft) addOrnaments() {
	if d.symmetry.turns() {
		return
	}
	var all []place
	m := mark(1 + d.below(4))
	switch d.below(7) {
	case 0: // columns at the sides
		for v := -d.height; v <= d.height; v++ {
			all = append(all, place{7, v}, place{-7, v})
		}
	case 1: // zigzags at the sides
		for v := -d.height + 2; v <= 6; v++ {
			u := 7 - (v+d.height)%2
			all = append(all, place{u, v}, place{-u, v})
		}
	case 2: // corners
		for p := range d.places {
			u, v := p.absolute()
			if 7-u+(d.height-v+1)/2 < 3 && (p.v < 0 || d.symmetry != mirrorGroup) {
				all = append(all, p)
			}
		}
	case 3: // a fringe below the ceiling
		for u := -7; u <= 7; u++ {
			p := snap(u, -d.height)
			all = append(all, p)
			if u%3 == 0 {
				all = append(all, p.add(neighbors[3]))
			}
		}
	case 4: // stars
		for range 9 {
			p := place{7 - d.below(4), d.below(2*d.height) - d.height}
			if d.has(p) && d.isClear(p, 2) {
				d.put(p, m)
			}
		}
		return
	case 5: // small flowers
		for tries := 0; tries < 30; tries++ {
			p := place{6 - d.below(2), d.below(2*d.height-3) - d.height + 2}
			if d.has(p) && d.fits(p, 2) {
				d.paintMotif(0, p, m)
				return
			}
		}
	case 6: // posts
		for v := -d.height; v <= d.height; v++ {
			if (v+d.height)%6 < 4 {
				all = append(all, place{7, v}, place{-7, v})
			}
		}
	}
	var free []place
	for _, p := range all {
		if d.has(p) && d.isClear(p, 1) {
			free = append(free, p)
		}
	}
	for _, p := range free {
		d.put(p, m)
	}
}

// addHazards adds walls, portals and moving bricks. Their number depends on the difficulty.
func (d *draft) addHazards() {
	d.addPegs()
	n := 1 + d.below(2) + d.difficulty/6
	parts := d.permutation(len(hazards))
	for _, k := range parts {
		if n == 0 {
			break
		}
		if h := &hazards[k]; d.difficulty >= h.minDifficulty && h.add(d) {
			n--
		}
	}
}

// A hazard is a part that makes a level harder or more varied. add adds it, and reports whether there was room.
type hazard struct {
	minDifficulty int // minimum difficulty
	add           func(*draft) bool
}

var hazards = [...]hazard{
	{1, (*draft).addMovers},
	{1, (*draft).addMovers},
	{1, (*draft).addJewel},
	{3, (*draft).addSpinner},
	{3, (*draft).addPortals},
	{4, (*draft).addFloor},
	{4, (*draft).addBumpers},
	{5, (*draft).addMagnets},
	{5, (*draft).addDoors},
	{6, (*draft).addWire},
	{7, (*draft).addEmitters},
}

// addPegs adds walls at the sides. They deflect balls that fly almost horizontally.
func (d *draft) addPegs() {
	if d.symmetry.turns() {
		return
	}
	for _, v := range [...]int{-5, 1, 5} {
		p := place{7, v}
		if d.below(2) == 0 && d.isClear(p, 1) && d.isClear(place{-7, v}, 1) {
			d.put(p, wallMark)
			if d.symmetry == noGroup {
				d.put(place{-7, v}, wallMark)
			}
		}
	}
}

// position returns the position of a place in the field, in half units.
func (d *draft) position(p place) (x, y int) {
	return 61 + 8*p.u, 8 + d.pitch()*(p.v+d.height) + d.pitch() - 4
}

// addMovers adds hexagons that drift.
func (d *draft) addMovers() bool {
	for range 60 {
		at := place{d.below(15) - 7, d.below(2*d.height+1) - d.height}
		steps := 2 + d.below(5)
		to := [...]place{{2, 0}, {-2, 0}, {0, 2}, {1, 1}, {1, -1}, {0, -2}}[d.below(6)]
		if steps = d.clearPath(at, to, steps); steps < 2 {
			continue
		}
		kind := hitKinds[min(2, d.below(2)+d.difficulty/5)]
		seconds := 3 + steps/2 + d.below(3)
		from, n := d.symmetry.images(at)
		until, _ := d.symmetry.images(at.add(to.times(steps)))
		for i := range n {
			d.reserve(from[i], until[i])
			x, y := d.position(from[i])
			x2, y2 := d.position(until[i])
			d.lines = append(d.lines, fmt.Sprintf("hexagon: %s %d at %s %s, radius 1.8, turn 30, drift %s %s every %d",
				kind, d.accentHue(), halves(x), halves(y), halves(x2-x), halves(y2-y), seconds))
		}
		return true
	}
	return false
}

// clearPath returns the number of steps for which a hexagon that drifts from start has room, also at the images of its
// path. The result is at most steps. step is the displacement per step.
func (d *draft) clearPath(start, step place, steps int) int {
	all, n := d.symmetry.images(start)
	ends, _ := d.symmetry.images(start.add(step))
	for k := range steps + 1 {
		for i := range n {
			p := all[i].add(place{ends[i].u - all[i].u, ends[i].v - all[i].v}.times(k))
			if !d.isFree(p, 1) {
				return max(0, k-1)
			}
			for j := range i { // the images must not meet
				q := all[j].add(place{ends[j].u - all[j].u, ends[j].v - all[j].v}.times(k))
				if p.distance(q) < 2 {
					return max(0, k-1)
				}
			}
		}
	}
	return steps
}

// isFree reports whether p is in the canvas, no brick is within the given radius, and no reserved cell is within the
// radius plus one.
func (d *draft) isFree(p place, radius int) bool {
	if !d.has(p) || !d.isClear(p, radius) {
		return false
	}
	for _, q := range d.reserved {
		if p.distance(q) <= radius+1 {
			return false
		}
	}
	return true
}

// reserve reserves the cells on the path from start to end, so that nothing else is placed on it.
func (d *draft) reserve(start, end place) {
	n := max(1, start.distance(end))
	for k := range n + 1 {
		d.reserved = append(d.reserved, snap(start.u+(end.u-start.u)*k/n, start.v+(end.v-start.v)*k/n))
	}
}

// addSpinner adds rotating walls in empty discs.
func (d *draft) addSpinner() bool {
	speed := 30 + 10*d.below(4)
	return d.addTurning(2, func(x, y, sign int) string {
		return fmt.Sprintf("polygon: wall at %s %s, %s %s, %s %s, %s %s, spin %d", halves(x-10), halves(y-1),
			halves(x+10),
			halves(y-1), halves(x+10), halves(y+1), halves(x-10), halves(y+1), sign*speed)
	})
}

// addJewel adds rotating hexagons in empty discs.
func (d *draft) addJewel() bool {
	kind, speed := hitKinds[min(len(hitKinds)-1, 1+d.below(2)+d.difficulty/6)], 20+10*d.below(4)
	return d.addTurning(1, func(x, y, sign int) string {
		return fmt.Sprintf("hexagon: %s %d at %s %s, radius 3.4, turn 30, spin %d", kind, d.accentHue(), halves(x),
			halves(y),
			sign*speed)
	})
}

// addTurning adds a rotating brick, and its images, at places without other parts within the given radius, in hexagons.
// It prefers the middle column. line returns the line of the level file for a brick at a position in half units. sign
// is the direction of rotation.
func (d *draft) addTurning(radius int, line func(x, y, sign int) string) bool {
	const centered = 20
	for try := range 3 * centered {
		at := place{d.below(2*canvasU-3) - canvasU + 2, d.below(2*d.height-7) - d.height + 4}
		if try < centered {
			at.u = 0
		}
		if !d.isFree(at, radius) || !d.separate(at, 2*radius) {
			continue
		}
		all, n := d.symmetry.images(at)
		for i, p := range all[:n] {
			if slices.Contains(all[:i], p) {
				continue
			}
			sign := 1
			if p.u < 0 && d.symmetry.mirrors() {
				sign = -1
			}
			x, y := d.position(p)
			d.reserve(p, p)
			d.lines = append(d.lines, line(x, y, sign))
		}
		return true
	}
	return false
}

// separate reports whether different images of p are more than the given distance apart.
func (d *draft) separate(p place, distance int) bool {
	all, n := d.symmetry.images(p)
	for i, r := range all[:n] {
		for _, q := range all[:i] {
			if r != q && r.distance(q) <= distance {
				return false
			}
		}
	}
	return true
}

// freePair returns a random place for one end of a pair, in the columns from u0 on and the rows v0 to v1. The place and
// its partner are free and different. ok is false if no such place was found.
func (d *draft) freePair(u0, v0, v1 int) (p place, ok bool) {
	for range 40 {
		p = place{u0 + d.below(8-u0), v0 + d.below(v1-v0+1)}
		q := place{-p.u, p.v}
		if p.u > 0 && d.isFree(p, 1) && d.isFree(q, 1) && d.partner(p) != p {
			return p, true
		}
	}
	return p, false
}

// partner returns the place of the other member of a pair. This is the image of p under a half-turn, or its mirror
// image.
func (d *draft) partner(p place) place {
	if d.symmetry == pointGroup {
		return place{-p.u, -p.v}
	}
	return place{-p.u, p.v}
}

// addPortals adds one or two pairs of portals.
func (d *draft) addPortals() bool {
	if d.symmetry == bothGroup || d.symmetry.turns() {
		return false
	}
	p, ok := d.freePair(4, -d.height, 5)
	if !ok {
		return false
	}
	d.setPair(p, portalMark)
	if q, ok := d.freePair(4, -d.height, 5); ok && d.below(2) == 0 && p.distance(q) > 4 {
		d.setPair(q, portalMark2)
	}
	return true
}

// setPair puts a mark at p and at the partner of p.
func (d *draft) setPair(p place, m mark) {
	d.put(p, m)
	d.put(d.partner(p), m)
}

// addFloor adds walls below the figure, with gaps.
func (d *draft) addFloor() bool {
	if !d.symmetry.isUpright() {
		return false
	}
	row := d.height - 1
	pattern := [...]string{"..##..##..##..#", "##....##....##.", "....###....####", ".##.......##..#"}[d.below(4)]
	var all []place
	for u := range canvasU + 1 {
		for v := row; v <= row+1; v++ {
			for _, p := range [...]place{{u, v}, {-u, v}} {
				if pattern[u] == '#' && d.isFree(p, 1) {
					all = append(all, p)
				}
			}
		}
	}
	for _, p := range all {
		d.put(p, wallMark)
	}
	return len(all) > 0
}

// addBumpers adds bumpers at free places.
func (d *draft) addBumpers() bool { return d.addSingle(bumperMark, 4) }

// addMagnets adds magnets at free places.
func (d *draft) addMagnets() bool { return d.addSingle(magnetMark, 2) }

// addSingle draws a mark at a free place that has at most the given number of images.
func (d *draft) addSingle(m mark, limit int) bool {
	for tries := range 50 {
		p := place{d.below(8), d.below(2*d.height) - d.height}
		if tries < 10 || limit < 4 {
			p.u = 0
		}
		if d.isFree(p, 1) && d.numImages(p) <= limit && d.put(p, m) {
			return true
		}
	}
	return false
}

// numImages returns the number of different images of a place.
func (d *draft) numImages(p place) (count int) {
	all, n := d.symmetry.images(p)
	for i, q := range all[:n] {
		if !slices.Contains(all[:i], q) {
			count++
		}
	}
	return count
}

// addDoors closes gaps in the middle column of the figure with gates.
func (d *draft) addDoors() bool {
	if !d.symmetry.isUpright() {
		return false
	}
	n := 0
	for p := range d.places {
		left, right := place{p.u - 1, p.v + 1}, place{p.u + 1, p.v + 1}
		if n < 4 && p.u == 0 && d.at(p) == noMark && d.isFree(p, 0) && d.at(left) != noMark && d.at(right) != noMark &&
			d.at(left) < upMark && d.at(right) < upMark {
			d.put(p, upMark)
			n++
		}
	}
	return n > 0
}

// addWire adds a trip wire across an empty row.
func (d *draft) addWire() bool {
	if !d.symmetry.mirrors() || d.symmetry == bothGroup {
		return false
	}
	for v := 7; v > -8; v -= 2 {
		clear := true
		for p := range d.places {
			if p.v >= v-2 && p.v <= v+2 && !d.isFree(p, 0) {
				clear = false
			}
		}
		if clear && d.isFree(place{7, v}, 1) {
			d.put(place{7, v}, wireMark)
			d.put(place{7, v - 2}, coreMark)
			return true
		}
	}
	return false
}

// addEmitters adds blinking beams at both sides.
func (d *draft) addEmitters() bool {
	if d.symmetry.turns() {
		return false
	}
	for range 20 {
		p := place{7, d.below(2*d.height) - d.height}
		if !d.isFree(p, 1) || !d.isFree(place{-7, p.v}, 1) {
			continue
		}
		all, n := d.symmetry.images(p)
		if d.symmetry == noGroup {
			all[1], n = place{-7, p.v}, 2
		}
		for _, q := range all[:n] {
			x, y := d.position(q)
			angle := 180
			if q.u < 0 {
				angle = 0
			}
			d.reserve(q, q)
			d.lines = append(d.lines, fmt.Sprintf("emitter: at %s %s, angle %d, on 1.5 off 3", halves(x), halves(y),
				angle))
		}
		return true
	}
	return false
}

// halves converts a number of half units to units and formats it.
func halves(n int) string {
	if n%2 == 0 {
		return fmt.Sprint(n / 2)
	}
	if n < 0 {
		return fmt.Sprintf("-%d.5", -n/2)
	}
	return fmt.Sprintf("%d.5", n/2)
}
