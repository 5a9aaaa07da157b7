package theme

import (
	"testing"

	"arkterm/render/cell"
)

// Minimum contrasts and distances for color blindness. WCAG has no requirements for simulated color blindness.
// These are the minima of the present themes, as thresholds for new themes. To a protanope, red has 0.65 of its
// luminance, so the red brick is the worst in 16 colors.
const (
	minTextContrast  = 3.0  // contrast of text
	minPieceContrast = 2.4  // contrast of pieces
	minDropDistance  = 10.0 // CIEDE2000 distance between good and bad drops
)

// luminance returns the relative luminance of a color as perceived with b.
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

// contrast returns the contrast of two colors as perceived with b.
func (b *blindness) contrast(p, q cell.Color) float64 {
	x, y := b.luminance(p), b.luminance(q)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// faults returns the colors of a theme that are hard to see or to distinguish with some form of color vision. The
// theme must be a result of ForTier.
func faults(th *Theme) (all []fault) {
	for i := range eyes {
		eye := &eyes[i]
		for k, p := range th.colors() {
			minimum := map[role]float64{text: minTextContrast, piece: minPieceContrast}[p.role]
			for _, ground := range []cell.Color{th.Back, th.Panel} {
				if p.role == piece && ground == th.Panel {
					continue // pieces are not drawn on panels
				}
				if got := eye.contrast(*p.color, ground); got < minimum {
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

// A fault is a contrast or a distance of colors that is too small with some form of color vision.
type fault struct {
	vision, property string
	part             int
	got              float64
}

// TestThemesForColorBlindness checks that text, pieces and the benefit of drops are visible with and without each kind
// of color blindness, in all worlds and in each tier with colors.
func TestThemesForColorBlindness(t *testing.T) {
	for _, theme := range variants(t) {
		for tier := cell.Truecolor; tier < cell.Mono; tier++ {
			th := theme.ForTier(tier)
			for _, f := range faults(&th) {
				t.Errorf("%s %v, background %06x: %s: %s %d is %.1f", th.Name, tier, th.Back, f.vision, f.property,
					f.part, f.got)
			}
		}
	}
}

// TestFaultsAreDetected checks that slightly worse themes have faults.
func TestFaultsAreDetected(t *testing.T) {
	for name, worse := range map[string]func(*Theme){
		"green and red drops that a deuteranope confuses": func(t *Theme) { t.Good = 0x5fd787 },
		"a dark red that a protanope does not see":        func(t *Theme) { t.Alarm = 0xaf0000 },
		"gray labels":                func(t *Theme) { t.Soft = 0x444c5c },
		"a ball like the background": func(t *Theme) { t.Ball = 0x303a50 },
		"a blue brick on blue":       func(t *Theme) { t.Hues[4] = 0x00005f },
		"a bright dialog":            func(t *Theme) { t.Panel = 0x8090a8 },
	} {
		th := arcade
		worse(&th)
		if th = th.ForTier(cell.Truecolor); len(faults(&th)) == 0 {
			t.Errorf("%s: the check reports no fault, want one", name)
		}
	}
}
