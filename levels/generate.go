package levels

import (
	"fmt"
	"strings"

	"arkterm/engine/spec"
)

// This file generates levels from a seed. A level consists of a figure, ornaments around it, and hazards such as walls
// and moving bricks. The figure is divided into bands. Bricks of a band have the same color, and a few bricks of the
// figure have a contrasting color, the accent.

// A Request describes a level to generate. Equal requests produce equal levels.
type Request struct {
	Seed       uint64
	Difficulty int // 1 to MaxDifficulty
	Symmetry   Group
}

// MaxDifficulty is the maximum difficulty of a generated level.
const MaxDifficulty = 10

// A palette contains colors of a generated level, and words for its name.
type palette struct {
	words  string // adjectives for the name of a level, separated by spaces
	hues   string // colors of the bands, as digits
	accent byte   // color of accents, as a digit
}

var palettes = [...]palette{
	{"Ember Scarlet Burning", "5037", '1'},
	{"Amber Golden Gilded", "0352", '1'},
	{"Azure Frozen Icy", "4176", '3'},
	{"Coral Rosy Blushing", "7503", '1'},
	{"Jade Mossy Verdant", "2314", '5'},
	{"Dusky Violet Twilight", "4671", '3'},
	{"Neon Electric Candy", "6174", '3'},
	{"Tidal Deep Northern", "4120", '6'},
	{"Royal Velvet Noble", "6473", '0'},
	{"Vernal Blooming Tender", "2736", '1'},
	{"Autumn Rusty Copper", "5026", '3'},
	{"Painted Harlequin Merry", "5342", '7'},
	{"Sunset Evening Fading", "4650", '3'},
	{"Polar Silver Glassy", "1742", '5'},
	{"Tropical Summer Radiant", "3021", '6'},
	{"Crimson Ruby Cardinal", "5674", '3'},
	{"Lunar Pale Quiet", "1467", '3'},
	{"Honey Sandy Desert", "3051", '2'},
	{"Emerald Forest Island", "2413", '0'},
	{"Peach Apricot Dawning", "7036", '2'},
}

// A draft is a level that is being generated.
type draft struct {
	canvas
	random
	seed       uint64
	difficulty int
	figure     string // nouns of the figure
	name       string
	palette    *palette
	firstColor int               // index in palette.hues of the first band
	drops      int               // value of the key "drops"
	shots      int               // value of the key "shots"; 0 if the level has none
	balls      int               // value of the key "balls"; 0 for the default
	hits       [numMarks]int     // hits of the bricks of each band
	ranks      [numBands + 1]int // position of each band among the bands in use, from 0
	reserved   []place           // cells of moving bricks and emitters
	lines      []string          // lines of the level file for free bricks and emitters
}

// Limits of the number of bricks and hits of a generated level.
const (
	minFigure = 30
	maxFigure = 72
	minHits   = 40
)

// TargetRating returns the rating that the level should have, 10 to 55. The shipped levels have ratings from 10 to 50.
func (w Request) TargetRating() int { return 5 + 5*w.Difficulty }

// Level generates the level. Each value of try produces a different level. speed is the ball speed in percent. If speed
// is 0, Level chooses a speed at which the rating is probably close to [Request.TargetRating].
func (w Request) Level(try, speed int) (spec.Level, error) {
	pack, err := Parse("level", []byte(w.Text(try, speed, Par{})))
	if err != nil {
		return spec.Level{}, err
	}
	return pack.Levels[0], nil
}

// Text returns the level file for [Request.Level]. A par of 0 is omitted.
func (w Request) Text(try, speed int, par Par) string {
	d, first := w.draft(try)
	if speed == 0 {
		speed = predictSpeed(first, w.TargetRating())
	}
	text := d.text(speed)
	if par != (Par{}) {
		text = WithPars(Source{Text: text}, []Par{par})
	}
	return text
}

// maxDrafts is the maximum number of attempts to generate a level. Few attempts are needed.
const maxDrafts = 10_000

// draft returns the first playable draft for a try, and its level.
func (w Request) draft(try int) (*draft, *spec.Level) {
	for n := range maxDrafts {
		d := newDraft(w, uint64(try)<<32+uint64(n))
		if !d.generate() {
			continue
		}
		pack, err := Parse("level", []byte(d.text(100)))
		if err == nil && hitsOf(&pack.Levels[0]) >= minHits {
			return d, &pack.Levels[0]
		}
	}
	panic("levels: no playable draft")
}

// newDraft returns an empty draft. n selects the random numbers.
func newDraft(w Request, n uint64) *draft {
	d := &draft{seed: w.Seed, difficulty: w.Difficulty}
	d.random = random(w.Seed*0x9e3779b97f4a7c15 ^ n*0xd1342543de82ef95)
	d.symmetry = w.Symmetry
	if d.symmetry == AnyGroup {
		d.symmetry = [...]Group{
			mirrorGroup, mirrorGroup, mirrorGroup, mirrorGroup, noGroup, noGroup, pointGroup, bothGroup,
			thirdsGroup, sixthsGroup,
		}[d.below(10)]
	}
	d.height = coarseV
	if d.symmetry.turns() {
		d.height = fineV
	}
	d.palette = &palettes[d.below(len(palettes))]
	d.firstColor = d.below(len(d.palette.hues))
	d.drops = 8 + 2*d.below(5)
	return d
}

// pitch returns the height of a hexagon in units.
func (d *draft) pitch() int {
	if d.height == fineV {
		return 3
	}
	return 4
}

// accentHue returns the hue of accents.
func (d *draft) accentHue() int { return int(d.palette.accent - '0') }

// bandHue returns the hue of the k-th band in use, from 0. The order of the colors reverses at both ends of the
// palette, so that adjacent bands have related colors.
func (d *draft) bandHue(k int) int {
	n := 2*len(d.palette.hues) - 2
	k = (k + d.firstColor) % n
	return int(d.palette.hues[min(k, n-k)] - '0')
}

// generate draws the level. It reports whether the number of bricks is appropriate.
func (d *draft) generate() bool {
	f := d.chooseFigure()
	d.figure = f.nouns
	f.paint(d)
	if !f.hasBands {
		d.hollow(maxFigure - 8)
		d.repaint()
		d.addAccent()
	} else if d.below(4) == 0 {
		d.repaint()
	}
	if d.usedBands() < 3 {
		d.repaint()
	}
	if n := d.count(); n < minFigure || n > maxFigure {
		return false
	}
	if d.below(5) > 0 {
		d.addSpecials()
	}
	if d.count() < 60 {
		d.addOrnaments()
	}
	d.addHazards()
	d.addExtras()
	d.name = d.pick(strings.Fields(d.palette.words)) + " " + d.pick(strings.Fields(d.figure))
	d.strengthen()
	return d.count() <= maxFigure+12
}

// addExtras sometimes adds balls, shots or drops.
func (d *draft) addExtras() {
	switch d.below(12) {
	case 0:
		d.balls = 2
	case 1:
		d.shots = 10 + 5*d.below(4)
	case 2:
		d.drops = 20 + 5*d.below(3)
	}
}

// usedBands returns the number of bands in the figure, including accents.
func (d *draft) usedBands() (n int) {
	var seen [coreMark + 1]bool
	for p := range d.places {
		if m := d.at(p); m != noMark && m <= coreMark && !seen[m] {
			seen[m] = true
			n++
		}
	}
	return n
}

// chooseFigure returns a random figure with the symmetry of the draft.
func (d *draft) chooseFigure() *figure {
	sum := 0
	for i := range figures {
		sum += figures[i].weightFor(d.symmetry)
	}
	at := d.below(sum)
	for i := range figures {
		if at -= figures[i].weightFor(d.symmetry); at < 0 {
			return &figures[i]
		}
	}
	panic("levels: no figure")
}

func (f *figure) weightFor(s Group) int {
	for _, k := range f.symmetries {
		if k == s {
			return f.weight
		}
	}
	return 0
}

// hitsOf returns the number of hits that a level needs.
func hitsOf(l *spec.Level) (n int) {
	for i := range l.Bricks {
		if b := &l.Bricks[i]; b.Kind.Needed() && !b.Dormant {
			if b.Hits > 0 {
				n += int(b.Hits)
			} else {
				n += int(spec.Kinds[b.Kind].Hits)
			}
		}
	}
	return n
}

// markSymbols are the characters of marks in drawings.
const markSymbols = ".abcdefxg#*srhUMk^vwAB"

// hitKinds are the kinds of brick with 1 to 4 hits.
var hitKinds = [...]string{"plain", "double", "triple", "quad"}

// text returns the draft as a level file. speed is the ball speed in percent.
func (d *draft) text(speed int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "arkterm levels 1\n# Seed %d, difficulty %d, symmetry %s\nlevel: %s\nauthor: arkterm\n", d.seed,
		d.difficulty, d.symmetry, d.name)
	fmt.Fprintf(&b, "speed: %d\ndrops: %d\n", speed, d.drops)
	if d.balls > 0 {
		fmt.Fprintf(&b, "balls: %d\n", d.balls)
	}
	if d.shots > 0 {
		fmt.Fprintf(&b, "shots: %d\n", d.shots)
	}

	first, last := d.height, -d.height
	sizes := d.sizes()
	for p := range d.places {
		if d.at(p) != noMark {
			first, last = min(first, p.v), max(last, p.v)
		}
	}
	top := halves(4 + d.pitch()*(first+d.height))
	switch {
	case d.height == fineV:
		fmt.Fprintf(&b, "lattice: pitch 4 %d, top %s\n", d.pitch(), top)
	case first > -d.height:
		fmt.Fprintf(&b, "lattice: top %s\n", top)
	}

	b.WriteString("legend:\n")
	for m := mark(1); m < numMarks; m++ {
		if sizes[m] > 0 {
			fmt.Fprintf(&b, "  %c %s\n", markSymbols[m], d.brick(m))
		}
	}
	b.WriteString("rows:\n")
	for v := first; v <= last; v++ {
		row := []byte(" ")
		for u := -canvasU; u <= canvasU; u++ {
			symbol := byte(' ')
			if p := (place{u, v}); d.has(p) {
				symbol = markSymbols[d.at(p)]
			}
			row = append(row, symbol)
		}
		b.WriteString(" " + strings.TrimRight(string(row), " ") + "\n")
	}
	for _, l := range d.lines {
		b.WriteString(l + "\n")
	}
	return b.String()
}

// sizes returns the number of bricks with each mark.
func (d *draft) sizes() (n [numMarks]int) {
	for p := range d.places {
		n[d.at(p)]++
	}
	n[noMark] = 0
	return n
}

// brick returns the kind, the hue and the details in the legend entry of a mark.
func (d *draft) brick(m mark) string {
	accent := d.accentHue()
	switch m {
	case coreMark:
		return fmt.Sprintf("%s %d", hitKinds[d.hits[m]-1], accent)
	case giftMark:
		gifts := [...]string{"split", "expand", "floor", "5000-points"}
		return fmt.Sprintf("double %d holds %s", accent, gifts[d.firstColor])
	case hiddenMark:
		return fmt.Sprintf("hidden %d hits 2", accent)
	}
	if m <= numBands {
		return fmt.Sprintf("%s %d", hitKinds[d.hits[m]-1], d.bandHue(d.ranks[m]))
	}
	return fixedBricks[m]
}

// fixedBricks are the legend entries of marks that are the same in all levels.
var fixedBricks = [numMarks]string{
	wallMark:    "wall 7",
	bombMark:    "bomb 5",
	seedMark:    "seed 2",
	regrowMark:  "regrow 6 hits 2",
	bumperMark:  "bumper 2",
	magnetMark:  "magnet 5",
	chaosMark:   "chaos 7",
	upMark:      "gate 3 way up",
	downMark:    "gate 3 way down",
	wireMark:    "tripwire pair 9",
	portalMark:  "portal 1 pair 1",
	portalMark2: "portal 6 pair 2",
}

// strengthen chooses the number of hits of each band. Difficult levels have more hits. It also sets ranks.
func (d *draft) strengthen() {
	sizes := d.sizes()
	total, n := 0, 0
	for m := mark(1); m <= coreMark; m++ {
		d.hits[m] = 1
		total += sizes[m]
		if m <= numBands && sizes[m] > 0 {
			d.ranks[m] = n
			n++
		}
	}
	d.hits[coreMark] = 2 + d.difficulty/6
	total += sizes[coreMark] * (d.hits[coreMark] - 1)

	limit := 40 + 4*d.difficulty + d.below(10)
	for range len(hitKinds) - 1 {
		for _, k := range d.permutation(numBands) {
			m := mark(k + 1)
			if sizes[m] > 0 && d.hits[m] < len(hitKinds) && total+sizes[m] <= limit && d.below(3) > 0 {
				d.hits[m]++
				total += sizes[m]
			}
		}
	}
}

// predictSpeed returns the ball speed in percent at which a level probably has the given rating. The weights were
// fitted to the ratings of generated levels.
func predictSpeed(l *spec.Level, target int) int {
	rest := 1000*target + 10_700 - 127*hitsOf(l)
	for i := range l.Bricks {
		rest -= ratingPerKind[l.Bricks[i].Kind]
		if l.Bricks[i].Motion.Moves() {
			rest -= 1100
		}
	}
	return max(minPredictedSpeed, min(maxPredictedSpeed, rest/331))
}

// ratingPerKind contains the increase of the predicted rating, in thousandths, for each brick of a kind, in addition to
// its hits.
var ratingPerKind = [spec.NumPlacedKinds]int{
	spec.Wall: 800, spec.Seed: 1000, spec.Regrow: 1600, spec.Hidden: 200, spec.Bumper: 800, spec.Magnet: 4400,
	spec.Portal: 1400,
}

// Limits of predicted ball speeds, in percent.
const minPredictedSpeed, maxPredictedSpeed = 60, 140
