package app

import (
	"math"
	"math/bits"
	"testing"
	"time"

	"arkterm/render/cell"
)

// A flashMeter searches frames for general flashes and red flashes as defined by WCAG 2.3.1. A general flash is a pair
// of opposing changes of a cell's relative luminance by at least 10 % of the maximum, where the darker value is below
// 0.80. A red flash is a pair of opposing changes to or from a saturated red, in which (R−G−B)·320 changes by more than
// 20. The meter finds the cells that flash more than three times in a second, and counts those that change at the same
// time in the same 10° field. WCAG defines such a field as 341×256 of 1024×768 pixels: a third of the width and of the
// height.
type flashMeter struct {
	cells      []flashCell
	sums       []int         // number of flashing cells above and to the left of each corner of a cell
	maxShare   float64       // maximum share of a field's cells that flashed too often at the same time
	wholeShare float64       // maximum share of all cells that flashed too often, at any time in a second
	maxShareAt time.Duration // time at which maxShare was measured
	maxChanges int           // maximum number of changes of a cell in a second
}

// sameTime is the interval within which changes count as simultaneous.
const sameTime = 50 * time.Millisecond

// flashChanges is the number of changes in three flashes, which WCAG allows per second. The next change starts a fourth
// flash.
const flashChanges = 6

// maxFlashShare is the maximum share of a field's cells that may flash more often than three times per second.
const maxFlashShare = 0.25

// A flashCell is the history of a cell.
type flashCell struct {
	light, red swing
}

// A swing records a value over time and counts its changes of direction.
type swing struct {
	seen    bool
	dir     int     // direction of the last change: 1 up, −1 down, 0 before the first
	extreme float64 // extreme value since the last change
	low     float64 // range of the value before the first change
	high    float64
	times   []time.Duration // times of the changes in the last second
}

// add adds the value v. It returns the number of changes in the last second. A change counts if it is by at least
// minChange and the lower value is below maxDark.
func (s *swing) add(now time.Duration, v, minChange, maxDark float64) int {
	if !s.seen {
		s.seen, s.low, s.high = true, v, v
	}
	up := func(from float64) bool { return v-from >= minChange && from < maxDark }
	down := func(from float64) bool { return from-v >= minChange && v < maxDark }
	switch {
	case s.dir >= 0 && down(max(s.extreme, s.high)):
		s.change(now, -1, v)
	case s.dir <= 0 && up(min(s.extreme, s.low)):
		s.change(now, 1, v)
	case s.dir > 0:
		s.extreme, s.high = max(s.extreme, v), max(s.extreme, v)
	case s.dir < 0:
		s.extreme, s.low = min(s.extreme, v), min(s.extreme, v)
	default:
		s.low, s.high = min(s.low, v), max(s.high, v)
		s.extreme = s.low
		if v == s.high {
			s.extreme = s.high
		}
	}
	for len(s.times) > 0 && now-s.times[0] >= time.Second {
		s.times = s.times[1:]
	}
	return len(s.times)
}

// change records a change in direction dir to the value v.
func (s *swing) change(now time.Duration, dir int, v float64) {
	s.dir, s.extreme, s.low, s.high = dir, v, v, v
	s.times = append(s.times, now)
}

// addFrame adds the frame f, which is shown from now on.
func (m *flashMeter) addFrame(now time.Duration, f *cell.Frame) {
	if len(m.cells) != len(f.Cells) {
		m.cells = make([]flashCell, len(f.Cells))
	}
	stride := f.W + 1
	if len(m.sums) != stride*(f.H+1) {
		m.sums = make([]int, stride*(f.H+1))
	}
	over := 0
	for y := range f.H {
		row := 0
		for x := range f.W {
			i := y*f.W + x
			light, red := brightnessOf(&f.Cells[i])
			c := &m.cells[i]
			n := max(c.light.add(now, light, 0.1, 0.8), c.red.add(now, red, 20, math.Inf(1)))
			m.maxChanges = max(m.maxChanges, n)
			if n > flashChanges {
				over++
			}
			if c.light.flashes(now) || c.red.flashes(now) {
				row++
			}
			m.sums[(y+1)*stride+x+1] = m.sums[y*stride+x+1] + row
		}
	}

	m.wholeShare = max(m.wholeShare, float64(over)/float64(len(f.Cells)))

	w, h := (f.W+2)/3, (f.H+2)/3
	for y := range f.H - h + 1 {
		for x := range f.W - w + 1 {
			n := m.sums[(y+h)*stride+x+w] - m.sums[(y+h)*stride+x] - m.sums[y*stride+x+w] + m.sums[y*stride+x]
			if share := float64(n) / float64(w*h); share > m.maxShare {
				m.maxShare, m.maxShareAt = share, now
			}
		}
	}
}

// flashes reports whether the value changes at the time now, more often than the limit.
func (s *swing) flashes(now time.Duration) bool {
	return len(s.times) > flashChanges && now-s.times[len(s.times)-1] < sameTime
}

// brightnessOf returns the relative luminance of a cell, and its redness, which is 0 unless the cell is a saturated
// red.
func brightnessOf(c *cell.Cell) (light, red float64) {
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

// coverage returns the share of a cell that a glyph fills: about a quarter for letters.
func coverage(r rune) float64 {
	switch share, ok := fills[r]; {
	case ok:
		return share
	case r == 0, r == ' ', r == '·', r == '.':
		return 0
	}
	return 0.25
}

// fills contains the share of a cell that each glyph of all sets fills.
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

// allGlyphs lists the glyph sets.
var allGlyphs = [...]cell.Glyphs{
	cell.Quadrant, cell.Half, cell.ASCII, cell.Sextant, cell.Octant, cell.Braille,
	cell.Mosaic,
}

func TestCoverage(t *testing.T) {
	for r, want := range map[rune]float64{
		'🬀': 1. / 6, '🬂': 2. / 6, '🬕': 4. / 6, '🬻': 5. / 6, '▘': 1. / 4, '▙': 3. / 4,
		'▀': 1. / 2, '█': 1, '⣀': 1. / 4,
	} {
		if got := coverage(r); math.Abs(got-want) > 0.03 {
			t.Errorf("coverage(%q) = %.2f, want %.2f", r, got, want)
		}
	}
}

// linearLight contains the linear light of each sRGB value.
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

// linearOf returns the linear light of red, green and blue, from 0 to 1.
func linearOf(c cell.Color) (l [3]float64) {
	r, g, b := c.RGB()
	return [3]float64{linearLight[r], linearLight[g], linearLight[b]}
}
