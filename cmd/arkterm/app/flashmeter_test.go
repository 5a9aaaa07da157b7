package app

import (
	"math"
	"math/bits"
	"testing"
	"time"

	"arkterm/render/cell"
)

// A flashMeter looks at the frames of a picture for what WCAG 2.3.1 calls general flashes and
// red flashes. A general flash is a pair of opposing changes of a cell's relative luminance
// by 10 % or more of the most there is, where the darker one is below 0.80; a red flash is
// such a pair of changes by more than 20 of (R−G−B)·320 to or from a saturated red. What
// counts is how many cells flash more than three times in some second.
//
// It is stricter than the criterion, which lets a flash count only where a quarter of the
// screen flashes at once.
type flashMeter struct {
	cells []flashCell
	worst float64       // the largest share of the cells that flashed too often
	when  time.Duration // at that moment
	most  int           // changes of a cell in a second, of all cells
}

// flashChanges is how many changes three flashes have: one more in the same second, and the
// fourth flash has begun.
const flashChanges = 6

// maxFlashShare is how much of the picture may flash more often than that.
const maxFlashShare = 0.25

// A flashCell is what is remembered of a cell.
type flashCell struct {
	light, red swing
}

// A swing follows one value from turn to turn.
type swing struct {
	seen  bool
	dir   int     // of the last change: up, down or not yet
	turn  float64 // the furthest value since
	low   float64 // before the first change, the range so far
	high  float64
	times []time.Duration // of the changes of the last second
}

// take follows the value to v, and returns how many changes by least or more it made in the last
// second. A change between values that are both at dark or above does not count.
func (s *swing) take(now time.Duration, v, least, dark float64) int {
	if !s.seen {
		s.seen, s.low, s.high = true, v, v
	}
	up := func(from float64) bool { return v-from >= least && from < dark }
	down := func(from float64) bool { return from-v >= least && v < dark }
	switch {
	case s.dir >= 0 && down(max(s.turn, s.high)):
		s.change(now, -1, v)
	case s.dir <= 0 && up(min(s.turn, s.low)):
		s.change(now, 1, v)
	case s.dir > 0:
		s.turn, s.high = max(s.turn, v), max(s.turn, v)
	case s.dir < 0:
		s.turn, s.low = min(s.turn, v), min(s.turn, v)
	default:
		s.low, s.high = min(s.low, v), max(s.high, v)
		s.turn = s.low
		if v == s.high {
			s.turn = s.high
		}
	}
	for len(s.times) > 0 && now-s.times[0] >= time.Second {
		s.times = s.times[1:]
	}
	return len(s.times)
}

func (s *swing) change(now time.Duration, dir int, v float64) {
	s.dir, s.turn, s.low, s.high = dir, v, v, v
	s.times = append(s.times, now)
}

// see takes the frame that is shown from now on.
func (m *flashMeter) see(now time.Duration, f *cell.Frame) {
	if len(m.cells) != len(f.Cells) {
		m.cells = make([]flashCell, len(f.Cells))
	}
	over := 0
	for i := range f.Cells {
		light, red := seenOf(&f.Cells[i])
		c := &m.cells[i]
		n := max(c.light.take(now, light, 0.1, 0.8), c.red.take(now, red, 20, math.Inf(1)))
		m.most = max(m.most, n)
		if n > flashChanges {
			over++
		}
	}
	if share := float64(over) / float64(len(f.Cells)); share > m.worst {
		m.worst, m.when = share, now
	}
}

// seenOf returns the relative luminance of a cell, and its redness: 0 where it is no saturated
// red.
func seenOf(c *cell.Cell) (light, red float64) {
	fg, bg := linearOf(c.Fg), linearOf(c.Bg)
	k := coverage(c.Glyph)
	var sum [3]float64
	for i := range sum {
		sum[i] = k*fg[i] + (1-k)*bg[i]
	}
	light = 0.2126*sum[0] + 0.7152*sum[1] + 0.0722*sum[2]
	if all := sum[0] + sum[1] + sum[2]; all > 0 && sum[0]/all >= 0.8 {
		red = max(0, sum[0]-sum[1]-sum[2]) * 320
	}
	return light, red
}

// coverage is how much of a cell a glyph fills; of letters, about a quarter.
func coverage(r rune) float64 {
	switch share, ok := fills[r]; {
	case ok:
		return share
	case r == 0, r == ' ', r == '·', r == '.':
		return 0
	}
	return 0.25
}

// fills has the glyphs of all sets.
var fills = func() map[rune]float64 {
	all := map[rune]float64{}
	for _, g := range allGlyphs {
		sub := g.SubCells()
		for mask, r := range g.Blocks() {
			all[r] = float64(bits.OnesCount(uint(mask))) / float64(sub[0]*sub[1])
		}
		for _, s := range g.Shapes() {
			share := float64(s.Mask.Count()) / cell.SamplesPerCell
			all[s.Glyph], all[s.Inverse] = share, 1-share
		}
	}
	delete(all, 0)
	return all
}()

// allGlyphs are the glyph sets.
var allGlyphs = [...]cell.Glyphs{cell.Quadrant, cell.Half, cell.ASCII, cell.Sextant, cell.Octant, cell.Braille, cell.Mosaic}

func TestCoverage(t *testing.T) {
	for r, want := range map[rune]float64{'🬀': 1. / 6, '🬂': 2. / 6, '🬕': 4. / 6, '🬻': 5. / 6, '▘': 1. / 4, '▙': 3. / 4, '▀': 1. / 2, '█': 1, '⣀': 1. / 4} {
		if got := coverage(r); math.Abs(got-want) > 0.03 {
			t.Errorf("%c: %.2f, want %.2f", r, got, want)
		}
	}
}

// linearLight holds the light of each sRGB value.
var linearLight = func() (all [256]float64) {
	for i := range all {
		v := float64(i) / 255
		all[i] = v / 12.92
		if v > 0.04045 {
			all[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return all
}()

func linearOf(c cell.Color) (l [3]float64) {
	r, g, b := c.RGB()
	return [3]float64{linearLight[r], linearLight[g], linearLight[b]}
}
