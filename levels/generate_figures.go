package levels

import "strings"

// This file contains the figures of generated levels. A figure paints bands, which later receive colors and kinds.

// A figure is the main part of a generated level.
type figure struct {
	nouns      string // possible nouns in the name of the level; "" if paint sets the noun
	symmetries []Group
	weight     int // relative frequency
	paint      func(*draft)
	hasBands   bool // paint divides the figure into bands, because its parts differ
}

var figures = []figure{
	{"", []Group{mirrorGroup}, 20, (*draft).paintSilhouette, false},
	{"", []Group{mirrorGroup, bothGroup}, 14, (*draft).paintSpan, false},
	{
		"Rosette Blossom Mandala Snowflake Crystal Aster",
		[]Group{sixthsGroup, bothGroup, thirdsGroup, mirrorGroup},
		9,
		(*draft).paintRosette, true,
	},
	{"Star Spark Beacon", []Group{sixthsGroup, bothGroup, mirrorGroup}, 4, (*draft).paintHexagram, false},
	{"Rings Target Echo Ripple", []Group{bothGroup, mirrorGroup, pointGroup}, 4, (*draft).paintRings, true},
	{
		"Galaxy Whirl Vortex Pinwheel Cyclone",
		[]Group{pointGroup, thirdsGroup, sixthsGroup},
		10,
		(*draft).paintSpiral, true,
	},
	{"Trefoil Windmill Rotor Propeller", []Group{thirdsGroup}, 6, (*draft).paintBlades, false},
	{"Temple Forum Shrine Court", []Group{mirrorGroup}, 4, (*draft).paintTemple, true},
	{"Fortress Castle Keep Citadel", []Group{mirrorGroup}, 5, (*draft).paintCastle, true},
	{"Sunrise Rainbow Shell Fan", []Group{mirrorGroup}, 4, (*draft).paintRainbow, true},
	{"Twins Planets Lanterns Eyes", []Group{mirrorGroup, bothGroup, pointGroup}, 4, (*draft).paintTwins, true},
	{"Trellis Lattice Net Quilt", []Group{bothGroup, mirrorGroup, pointGroup, noGroup}, 5, (*draft).paintTrellis, true},
	{"Chevrons Peaks Arrows", []Group{mirrorGroup}, 4, (*draft).paintChevrons, true},
	{"Waves Dunes Ribbons River", []Group{noGroup, pointGroup, mirrorGroup}, 7, (*draft).paintRibbons, true},
	{"Garland Bunting Festoon", []Group{mirrorGroup}, 4, (*draft).paintGarland, true},
	{"Garden Meadow Bouquet", []Group{mirrorGroup, noGroup}, 6, (*draft).paintGarden, true},
	{"Mask Idol Golem Totem", []Group{mirrorGroup}, 4, (*draft).paintMask, true},
	{"Skyline City Harbor Quarter", []Group{noGroup, mirrorGroup}, 6, (*draft).paintSkyline, true},
	{"Comet Meteor Rocket", []Group{noGroup}, 5, (*draft).paintComet, true},
	{"Stairs Terrace Cascade", []Group{noGroup, mirrorGroup}, 4, (*draft).paintStairs, true},
	{
		"Islands Atoll Constellation Archipelago",
		[]Group{noGroup, pointGroup, bothGroup, thirdsGroup, sixthsGroup, mirrorGroup},
		6, (*draft).paintIslands, true,
	},
	{"Frame Window Mirror Portrait", []Group{mirrorGroup, bothGroup, pointGroup}, 5, (*draft).paintFrame, true},
}

// An outline describes the shape of an object that is symmetric about a vertical axis. There are two kinds of profiles:
//
//   - The profile of a silhouette has a digit for each row, from top to bottom. The digit is the number of columns on
//     each side of the axis. A hyphen is an empty row, and spaces are ignored. A row is half as high as a hexagon.
//   - The profile of a span has two letters for each column, from the axis outward. They are the first and the last row
//     of the object in this column. "a" is the first row of the canvas, and "q" the last one.
type outline struct {
	noun, profile string
}

var silhouettes = []outline{
	{"Goblet", "55443211111233"},
	{"Vase", "43223455554433"},
	{"Hourglass", "5544321012344 55"},
	{"Rocket", "01122222223444121"},
	{"Pine", "0121232343456111"},
	{"Lantern", "1134444444431 11"},
	{"Mushroom", "2455666222222233"},
	{"Pagoda", "0114322254333655"},
	{"Diamond", "3455544332211 00"},
	{"Shield", "55555554443322110"},
	{"Spade", "01123344555531123"},
	{"Balloon", "23445554432211-22"},
	{"Lighthouse", "1211122222333456"},
	{"Pyramid", "00112233445566"},
	{"Sail", "01122334-7665544"},
	{"Acorn", "0-355544444332210"},
	{"Cake", "00-2224446666777"},
	{"Tulip", "5-5554443210011233"},
	{"Bell", "1123333444456-11"},
	{"Kite", "0112233445332110-1"},
	{"Skull", "3455555443333-33"},
	{"Chalice", "66554321011223344"},
	{"Lamp", "1223344556-1111233"},
	{"Spinner", "0011277777721100"},
	{"Tower", "3-333222222222333"},
	{"Cactus", "11155551114440111"},
	{"Drop", "00112233444443321"},
	{"Owl", "6-455555555443321"},
}

var spans = []outline{
	{"Butterfly", "hlgmeocpbqcpeo"},
	{"Heart", "gqdpcncmdkfi"},
	{"Crown", "ckfkgkekgkfkck"},
	{"Arch", "bfbfcgcgdiflipjq"},
	{"Bat", "gmgkhkfjejdkejfi"},
	{"Saucer", "djdkfkgkhkikjk"},
	{"Bridge", "gigigihjhmhqgqgj"},
	{"Bow", "hjhjglfmenepdqfo"},
	{"Smile", "mpmpmpkojnhlgi"},
	{"Umbrella", "bibhcgdhdgfhgh"},
	{"Anvil", "egdgdqdndgdqeg"},
	{"Manta", "ckdlfmgmhlglfigh"},
	{"Cloud", "cidjckejdkfjgi"},
	{"Lotus", "bpfnhodphogndjeh"},
	{"Gull", "ikhkfidfcecfdhfi"},
	{"Boomerang", "adbeceegfhhjjlln"},
	{"Moustache", "ghgjgljnkololmkl"},
	{"Spectacles", "ijhjfkelelfkhj"},
}

// paintSilhouette paints an object with a profile of rows.
func (d *draft) paintSilhouette() {
	o := &silhouettes[d.below(len(silhouettes))]
	d.figure = o.noun
	profile := strings.ReplaceAll(o.profile, " ", "")
	top := -len(profile) / 2
	for i, w := range profile {
		for u := range int(w-'0') + 1 {
			if w != '-' {
				d.put(place{u, top + i}, 1)
			}
		}
	}
}

// paintSpan paints an object with a profile of columns.
func (d *draft) paintSpan() {
	o := &spans[d.below(len(spans))]
	d.figure = o.noun
	for u := range len(o.profile) / 2 {
		for row := o.profile[2*u]; row <= o.profile[2*u+1]; row++ {
			d.put(place{u, int(row) - 'i'}, 1)
		}
	}
}

// radius returns the radius of a disc that fits into the canvas.
func (d *draft) radius() int { return d.height / 2 }

// paintRosette paints concentric hexagonal rings, each of which is full, or has only its corners, sides or other parts.
func (d *draft) paintRosette() {
	patterns := []string{
		"FFECF", "FFSCF", "FECFC", "FFCSC", "CFESF", "FECSF", "FFAFC", "EFCAF", "FCSCS", "FSCFE", "FFECC", "FCFCF",
	}
	rings := patterns[d.below(len(patterns))]
	if d.radius() > 4 {
		rings += string("FCSAE"[d.below(5)])
	}
	for p := range d.places {
		n := p.norm()
		if n >= len(rings) {
			continue
		}
		// corner is the distance from the nearest corner of the ring.
		a, b, c := p.u, (p.v-p.u)/2, (p.u+p.v)/2
		corner := min(max(a, -a), max(b, -b), max(c, -c))
		fits := false
		switch rings[n] {
		case 'F':
			fits = true
		case 'C':
			fits = corner == 0
		case 'S':
			fits = corner > 0
		case 'A':
			fits = corner != 1
		}
		if fits {
			d.put(p, mark(1+min(n, numBands-1)))
		}
	}
}

// paintHexagram paints a star with six points.
func (d *draft) paintHexagram() {
	k := d.radius() / 2
	for p := range d.places {
		a, b, c := p.u, (p.v-p.u)/2, -(p.u+p.v)/2
		if min(a, b, c) >= -k || max(a, b, c) <= k {
			d.put(p, 1)
		}
	}
	if d.below(2) == 0 { // an empty ring inside
		for p := range d.places {
			if p.norm() == 1 {
				d.put(p, noMark)
			}
		}
	}
}

// paintRings paints concentric ellipses with gaps.
func (d *draft) paintRings() {
	wide := 1 + d.below(2)
	gap := d.below(2)
	for p := range d.places {
		u, v := p.absolute()
		n := hexNorm(u, v)
		if wide == 2 {
			n = max((u+v)/2, u*2/3)
		}
		if n <= 4+gap && n%2 == gap {
			d.put(p, mark(1+n))
		}
	}
}

// paintSpiral paints bent arms around a core.
func (d *draft) paintSpiral() {
	thick := d.below(2) == 0 && d.symmetry != sixthsGroup
	straight := 2 + d.below(2)
	start := d.below(6)
	arms := 1
	if d.symmetry == pointGroup && d.below(2) == 0 {
		arms = 2
	}
	for n := range arms {
		turn := start + n
		at := neighbors[turn%6]
		length := straight
		for step, k := 0, 0; step < 14; step++ {
			m := mark(1 + min(step/2, numBands-1))
			if !d.put(at, m) {
				break
			}
			if thick && step > 1 {
				if q := at.add(neighbors[(turn+1)%6]); d.at(q) == noMark {
					d.put(q, m)
				}
			}
			if k++; k == length {
				k, turn = 0, turn+1
				length++
			}
			at = at.add(neighbors[turn%6])
		}
	}
	d.put(place{}, coreMark)
}

// paintBlades paints three blades that widen outward.
func (d *draft) paintBlades() {
	first := d.below(6)
	wide := 1 + d.below(2)
	bent := d.below(2)
	for n := 1; n <= d.radius(); n++ {
		at := neighbors[first].times(n)
		side := neighbors[(first+2)%6]
		for k := range min(n, wide+n/2) {
			d.put(at.add(side.times(k+bent*(n/3))), 1)
		}
	}
	d.put(place{}, coreMark)
}

// paintBar paints a rectangle between the columns u0 and u1 and the rows v0 and v1. If left and right are equal,
// columns are counted from the middle to both sides.
func (d *draft) paintBar(u0, u1, v0, v1 int, m mark) {
	for p := range d.places {
		if u := max(p.u, -p.u); d.symmetry.mirrors() && u >= u0 && u <= u1 && p.v >= v0 && p.v <= v1 ||
			!d.symmetry.mirrors() && p.u >= u0 && p.u <= u1 && p.v >= v0 && p.v <= v1 {
			d.put(p, m)
		}
	}
}

// paintTemple paints a roof on pillars.
func (d *draft) paintTemple() {
	wide := 5 + d.below(3)
	roof := 3 + d.below(2)
	top := -d.height + d.below(2)
	for n := range 2 * roof {
		d.paintBar(0, n*wide/(2*roof-1), top+n, top+n, 1)
	}
	top += 2 * roof
	d.paintBar(0, wide, top, top, 2)
	bottom := 5 + d.below(2)
	gap := 2 + d.below(2)
	for u := wide - 1; u >= 0; u -= gap {
		d.paintBar(u, u, top+1, bottom, 3)
	}
	d.paintBar(0, wide, bottom+1, bottom+1, 4)
	d.put(snap(0, top-4), coreMark)
}

// paintCastle paints towers with battlements, and a wall with a gate between them.
func (d *draft) paintCastle() {
	outer := 6 + d.below(2)
	width := 1 + d.below(2)
	high := -7 + d.below(4)
	wall := -1 + d.below(3)
	bottom := 6
	d.paintBar(0, outer, wall, bottom, 2)
	d.paintBar(outer-width, outer, high, bottom, 1)
	for u := 0; u <= outer; u += 2 { // battlements
		if u < outer-width {
			d.paintBar(u, u, wall-2, wall-1, 3)
		}
	}
	d.paintBar(outer, outer, high-1, high-1, 3)
	d.paintBar(outer-width, outer-width, high-1, high-1, 3)
	if keep := d.below(3); keep > 0 {
		d.paintBar(0, keep, -8+d.below(3), wall, 4)
	}
	door := d.below(2) + 1
	d.paintBar(0, door, bottom-3, bottom, noMark)
	for _, v := range [...]int{high + 2, high + 3} { // windows
		d.put(place{outer - width/2, v}, coreMark)
	}
	if d.below(2) == 0 {
		d.paintBar(door+1, outer, bottom, bottom, wallMark)
	}
}

// paintRainbow paints arcs around a center at the bottom.
func (d *draft) paintRainbow() {
	bottom := 4 + d.below(5)
	center := place{0, bottom / 2 * 2}
	gap := d.below(3)
	for p := range d.places {
		n := p.distance(center)
		switch {
		case p.v > bottom, n > 7, n == 0:
		case gap == 1 && n == 3, gap == 2 && n%2 == 0 && n > 2:
		case n >= 2 || d.below(2) == 0:
			d.put(p, mark(1+(7-n)*5/7))
		}
	}
	d.put(center, coreMark)
}

// paintMotif paints a small motif around a place. m is the first band of the motif.
func (d *draft) paintMotif(kind int, center place, m mark) {
	next := m%numBands + 1
	switch kind % 7 {
	case 0: // flower
		d.paintRing(center, 1, m)
		d.put(center, coreMark)
	case 1: // ring with a stone
		d.paintRing(center, 2, m)
		d.put(center, coreMark)
	case 2: // double ring
		d.paintRing(center, 2, m)
		d.paintRing(center, 1, next)
		d.put(center, coreMark)
	case 3: // star
		d.paintRing(center, 1, m)
		for _, to := range neighbors {
			d.put(center.add(to.times(2)), next)
		}
		d.put(center, next)
	case 4: // triangle
		for n := range 3 {
			for k := range n + 1 {
				d.put(center.add(neighbors[4].times(n)).add(place{2 * k, 0}), m)
			}
		}
	case 5: // lozenge
		d.put(center, coreMark)
		for _, to := range [...]place{{0, -2}, {0, 2}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}, {2, 0}, {-2, 0}} {
			d.put(center.add(to), m)
		}
	case 6: // hollow ring
		d.paintRing(center, 1, m)
	}
}

// paintRing paints a ring around a place.
func (d *draft) paintRing(center place, radius int, m mark) {
	for p := range d.places {
		if p.distance(center) == radius {
			d.put(p, m)
		}
	}
}

// paintTwins paints two discs with rings, and a link between them.
func (d *draft) paintTwins() {
	at := place{4, 0}
	if d.symmetry == pointGroup {
		at = [...]place{{4, -2}, {3, -3}, {4, 2}}[d.below(3)]
	}
	full := d.below(2) == 0
	for p := range d.places {
		n := p.distance(at)
		if n <= 3 && (n == 3 || n == 1 || full && n == 2) {
			d.put(p, mark(1+n))
		}
	}
	d.put(at, coreMark)
	switch d.below(3) {
	case 0:
		d.paintBar(0, 0, -6, 6, 5)
	case 1:
		d.put(place{}, 5)
		d.put(place{0, 2}, 5)
		d.put(place{0, -2}, 5)
	}
}

// paintTrellis paints crossing diagonals with stones between them.
func (d *draft) paintTrellis() {
	mesh := 3 + d.below(2)
	low := 4 + d.below(3)
	other := mark(2) // band of the second diagonals
	if d.symmetry.mirrors() {
		other = 1 // the diagonals are images of each other
	}
	for p := range d.places {
		if p.v > low || p.v < -low && d.symmetry != mirrorGroup && d.symmetry != noGroup {
			continue
		}
		a, b := (p.v+p.u+8*mesh)/2, (p.v-p.u+8*mesh)/2
		switch {
		case a%mesh == 0 && b%mesh == 0:
			d.put(p, 3)
		case a%mesh == 0:
			d.put(p, 1)
		case b%mesh == 0:
			d.put(p, other)
		case mesh == 4 && a%mesh == 2 && b%mesh == 2:
			d.put(p, coreMark)
		}
	}
}

// paintChevrons paints nested angles.
func (d *draft) paintChevrons() {
	up := 1 - 2*d.below(2)
	period := 3 + d.below(2)
	filled := 1 + d.below(period-1)
	wide := 5 + d.below(3)
	for p := range d.places {
		u := max(p.u, -p.u)
		n := (p.v - up*u + 40) / 2
		if u <= wide && n%period < filled && p.v >= -8 && p.v <= 7 {
			d.put(p, mark(1+n/period%4))
		}
	}
}

// paintRibbons paints parallel waves.
func (d *draft) paintRibbons() {
	waves := [...]string{
		"012345676543210", "444555666555444", "012343210123432", "001122334455667", "432101234321012",
		"765432123456789",
		"023445544320012", "666543210123456",
	}
	wave := waves[d.below(len(waves))]
	period := 5 + d.below(3)
	thick := 2 + d.below(2)
	for p := range d.places {
		u := p.u
		if d.symmetry == mirrorGroup {
			u = max(u, -u)
		}
		n := p.v - int(wave[u+7]-'0') + 30
		if n%period < thick {
			d.put(p, mark(1+n/period%5))
		}
	}
}

// paintGarland paints strings that hang from the ceiling, with pendants.
func (d *draft) paintGarland() {
	depths := [...][]int{
		{1, 2, 3, 3, 2, 1, 0, 0}, {4, 3, 2, 1, 2, 3, 4, 5}, {0, 1, 3, 4, 3, 1, 0, 1}, {6, 5, 4, 2, 0, 2, 3, 4},
	}
	depth := depths[d.below(len(depths))]
	rows := 2 + d.below(2)
	distance := 4 + d.below(2)
	for n := range rows {
		for u, drop := range depth {
			p := snap(u, n*distance+drop-d.height)
			d.put(p, mark(1+n))
			if d.below(4) == 0 || u%3 == 0 && n == rows-1 {
				d.put(p.add(neighbors[3]), 5)
			}
		}
	}
	d.put(place{0, 6}, coreMark)
	d.paintRing(place{0, 6}, 1, 4)
}

// paintGarden paints flowers on stems and the ground.
func (d *draft) paintGarden() {
	ground := 7
	at := [...][]int{{0, 5}, {0, 4}, {3}, {2, 6}, {0, 3, 6}}[d.below(5)]
	if d.symmetry == noGroup {
		at = [...][]int{{-5, 0, 5}, {-6, -2, 2, 6}, {-4, 1, 5}, {-5, -1, 4}}[d.below(4)]
	}
	kinds := [...]int{0, 3, 0, 5, 0}
	kind := kinds[d.below(len(kinds))]
	for n, u := range at {
		at := snap(u, 2*d.below(3)+n%2*3-6)
		for v := at.v; v < ground; v += 2 {
			d.put(place{u, v}, 4)
		}
		if d.below(2) == 0 && at.v < 0 { // leaves
			d.put(place{u + 1, at.v + 7}, 4)
			d.put(place{u - 1, at.v + 7}, 4)
		}
		d.paintMotif(kind, at, mark(1+n%3))
	}
	d.paintBar(-7, 7, ground, ground+d.below(2), 5)
}

// paintMask paints a face.
func (d *draft) paintMask() {
	heads := [...]string{"3455555555443322", "5555555555554433", "2344555555555544", "1223445555554443"}
	head := heads[d.below(len(heads))]
	top := -8 + d.below(2)
	for i, w := range head {
		for u := range int(w-'0') + 1 {
			d.put(place{u, top + i}, mark(1+i/6))
		}
	}
	eye := snap(2+d.below(2), top+5)
	d.paintRing(eye, 1, 5)
	d.put(eye, coreMark)
	mouth := top + 11 + d.below(2)
	d.paintBar(0, 2+d.below(2), mouth, mouth+1, noMark)
	if d.below(2) == 0 { // teeth
		d.put(snap(1, mouth), 6)
	}
	switch d.below(3) {
	case 0: // horns
		for n := range 4 {
			d.put(snap(5+n/2, top+1-n), 4)
		}
	case 1: // ears
		d.paintBar(7, 7, top+4, top+8, 4)
	}
}

// paintSkyline paints houses with windows.
func (d *draft) paintSkyline() {
	ground := 7
	u := -7
	if d.symmetry == mirrorGroup {
		u = 0
	}
	for n := 0; u <= 7; n++ {
		w := 1 + d.below(3)
		if u+w > 7 {
			w = 7 - u
		}
		high := -7 + d.below(9)
		m := mark(1 + n%4)
		d.paintBar(u, min(u+w, 7), high, ground, m)
		if w > 0 && high < 2 {
			for v := high + 3; v < ground-1; v += 4 { // windows
				d.put(snap(u+w/2, v), coreMark)
			}
		}
		if w == 2 { // a roof
			d.put(snap(u+1, high-2), 5)
		}
		u += w + 1 + d.below(2)
	}
}

// paintComet paints a disc with a tail.
func (d *draft) paintComet() {
	side := 1 - 2*d.below(2)
	at := place{side * 3, 3}
	for p := range d.places {
		w := p.u - at.u
		n := p.distance(at)
		along := -side * w
		bend := p.v - at.v + along // the tail rises by half a hexagon per column
		switch {
		case n <= 2:
			d.put(p, mark(1+n))
		case along > 0 && max(bend, -bend) <= 3 && (bend+6)/2%2 == 0:
			d.put(p, mark(3+min(along/3, 3)))
		case along > 2 && max(bend, -bend) <= 1+along/4:
			d.put(p, mark(3+min(along/3, 3)))
		}
	}
	d.put(at, coreMark)
}

// paintStairs paints two parallel staircases.
func (d *draft) paintStairs() {
	rise := 2 + d.below(2)
	run := 2 + d.below(2)
	thick := 2 + d.below(2)
	for p := range d.places {
		u := p.u + 7
		if d.symmetry == mirrorGroup {
			u = max(p.u, -p.u)
		}
		edge := u/run*rise - 8
		if d.symmetry == pointGroup {
			edge -= 2
		}
		n := p.v - edge
		if n >= 0 && n < thick || n >= 6 && n < 6+thick {
			d.put(p, mark(1+u/run%numBands))
		}
	}
}

// paintIslands paints small motifs at symmetrical places.
func (d *draft) paintIslands() {
	if d.symmetry != noGroup && d.symmetry != mirrorGroup {
		d.paintMotif([...]int{0, 2, 3, 1}[d.below(4)], place{}, 1)
	}
	kinds := [...]int{0, 3, 5, 6, 1, 4}
	kind := kinds[d.below(len(kinds))]
	for n, tries := 0, 0; n < 6 && tries < 80; tries++ {
		at := place{d.below(13) - 6, d.below(2*d.height-3) - d.height + 2}
		if !d.has(at) || !d.fits(at, 1+n%2) {
			continue
		}
		d.paintMotif(kind, at, mark(1+n%4+1))
		n++
		if d.below(3) == 0 {
			kind = kinds[d.below(len(kinds))]
		}
	}
}

// fits reports whether all images of a disc are in the canvas, empty, and do not overlap each other.
func (d *draft) fits(center place, radius int) bool {
	all, n := d.symmetry.images(center)
	for _, p := range all[:n] {
		for _, to := range neighbors {
			if !d.has(p.add(to.times(radius))) {
				return false
			}
		}
		if !d.isClear(p, radius+1) {
			return false
		}
	}
	return d.numImages(center) == n && d.separate(center, 2*radius)
}

// paintFrame paints a frame with ornaments and a smaller figure inside.
func (d *draft) paintFrame() {
	w, h := 7, d.height
	if d.below(3) == 0 {
		w, h = 6, d.height-1
	}
	for p := range d.places {
		u, v := p.absolute()
		if u <= w && v <= h && (u == w || v >= h-1) {
			d.put(p, 1)
		}
	}
	door := 1 + d.below(3)
	d.paintBar(0, door, h-1, h, noMark)
	if d.symmetry == pointGroup {
		d.paintBar(-door, door, h-1, h, noMark)
	}
	d.put(snap(w, h-1), coreMark)
	d.put(snap(w, -h), coreMark)
	switch d.below(3) {
	case 0:
		d.paintMotif(2, place{}, 2)
	case 1:
		d.paintMotif(3, place{}, 2)
		d.paintRing(place{}, 3, 4)
	case 2:
		for p := range d.places {
			if n := p.norm(); n == 3 || n == 1 {
				d.put(p, mark(2+n))
			}
		}
		d.put(place{}, coreMark)
	}
}
