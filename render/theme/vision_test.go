package theme

import (
	"testing"

	"arkterm/render/cell"
)

// How much of what everybody sees the others have to see. WCAG asks nothing of simulated eyes: these are the least that
// today's themes have, as thresholds for the next ones. A red has 0.65 of its luminance to a protanope, so of 16 colours
// the red brick is the worst.
const (
	minTextContrast  = 3.0  // contrast of text
	minPieceContrast = 2.4  // contrast of what is played with
	minDropDistance  = 10.0 // CIEDE2000 between what helps and what harms
)

// luminance returns the relative luminance of a colour as such an eye sees it.
func (b *blindness) luminance(c cell.Color) float64 {
	red, green, blue := c.Light()
	in := [3]float64{float64(red) / 65535, float64(green) / 65535, float64(blue) / 65535}
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		row := b.m[i]
		sum += weight * min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
	}
	return sum
}

// contrast returns the contrast of two colours as such an eye sees them.
func (b *blindness) contrast(p, q cell.Color) float64 {
	x, y := b.luminance(p), b.luminance(q)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// faults returns what some eye cannot see, or not tell apart, in a theme that is drawn in a tier.
func faults(th *Theme) (all []fault) {
	for i := range eyes {
		eye := &eyes[i]
		for k, p := range th.colors() {
			least := map[role]float64{text: minTextContrast, piece: minPieceContrast}[p.role]
			for _, ground := range []cell.Color{th.Back, th.Panel} {
				if p.role == piece && ground == th.Panel {
					continue // no piece is drawn on it
				}
				if got := eye.contrast(*p.color, ground); got < least {
					all = append(all, fault{eye.name, "contrast of part", k, got})
				}
			}
		}
		if got := ciede2000(eye.lab(th.Good), eye.lab(th.Bad)); got < minDropDistance {
			all = append(all, fault{eye.name, "good and bad drops", 0, got})
		}
	}
	return all
}

// A fault is something that an eye does not see.
type fault struct {
	eye, what string
	part      int
	got       float64
}

// TestThemesForColorBlindness: text, what is played with, and whether a drop helps, with and without each kind of cone,
// in all worlds and in each tier with colours.
func TestThemesForColorBlindness(t *testing.T) {
	for _, theme := range variants(t) {
		for tier := cell.Truecolor; tier < cell.Mono; tier++ {
			th := theme.ForTier(tier)
			for _, f := range faults(&th) {
				t.Errorf("%s %v, ground %06x: %s: %s %d is %.1f", th.Name, tier, th.Back, f.eye, f.what, f.part, f.got)
			}
		}
	}
}

// TestFaultsAreDetected: the test above fails for themes that were made a little worse.
func TestFaultsAreDetected(t *testing.T) {
	for what, worse := range map[string]func(*Theme){
		"green and red drops that a deuteranope confuses": func(t *Theme) { t.Good = 0x5fd787 },
		"a dark red that a protanope does not see":        func(t *Theme) { t.Alarm = 0xaf0000 },
		"grey labels":          func(t *Theme) { t.Soft = 0x444c5c },
		"a ball in the ground": func(t *Theme) { t.Ball = 0x303a50 },
		"a blue brick on blue": func(t *Theme) { t.Hues[4] = 0x00005f },
		"a bright dialog":      func(t *Theme) { t.Panel = 0x8090a8 },
	} {
		th := arcade
		worse(&th)
		if th = th.ForTier(cell.Truecolor); len(faults(&th)) == 0 {
			t.Errorf("%s: nothing is found", what)
		}
	}
}
