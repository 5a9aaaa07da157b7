package theme

import (
	"testing"

	"arkterm/render/cell"
)

// Minimum contrasts and distances for color blindness. WCAG has no requirements for simulated color blindness, so these
// are the minima of the existing themes. For a protanope, red has 0.65 of its luminance, so the red brick in 16 colors
// has the lowest contrast.
const (
	minTextContrast  = 3.0  // contrast of text
	minPieceContrast = 2.4  // contrast of objects
	minDropDistance  = 10.0 // CIEDE2000 distance between good and bad drops
)

// luminance returns the relative luminance of a color as perceived with b.
func (b *colorVision) luminance(c cell.Color) float64 {
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
func (b *colorVision) contrast(p, q cell.Color) float64 {
	x, y := b.luminance(p), b.luminance(q)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// visionProblems returns the colors of a theme that are hard to see or to distinguish with some form of color vision.
// The theme must be a result of ForTier.
func visionProblems(th *Theme) (all []visionProblem) {
	for i := range colorVisions {
		vision := &colorVisions[i]
		for k, p := range th.colors() {
			minimum := map[role]float64{roleText: minTextContrast, rolePiece: minPieceContrast}[p.role]
			for _, ground := range []cell.Color{th.Back, th.Panel} {
				if p.role == rolePiece && ground == th.Panel {
					continue // objects are not drawn on panels
				}
				if got := vision.contrast(*p.color, ground); got < minimum {
					all = append(all, visionProblem{vision.name, "contrast of color", k, got})
				}
			}
		}
		if got := ciede2000(vision.lab(th.Good), vision.lab(th.Bad)); got < minDropDistance {
			all = append(all, visionProblem{vision.name, "good and bad drops", 0, got})
		}
	}
	return all
}

// A visionProblem is a contrast or a distance of colors that is too small with some form of color vision.
type visionProblem struct {
	visionName, property string
	part                 int
	got                  float64
}

// TestThemesForColorBlindness checks that text and objects are visible, and that good and bad drops are
// distinguishable, with and without each form of color blindness, in all worlds and in each tier with colors.
func TestThemesForColorBlindness(t *testing.T) {
	for _, theme := range themeVariants(t) {
		for tier := cell.Truecolor; tier < cell.Mono; tier++ {
			th := theme.ForTier(tier)
			for _, f := range visionProblems(&th) {
				t.Errorf("%s %v, background %06x, %s: %s %d = %.1f, want more", th.Name, tier, th.Back, f.visionName,
					f.property,
					f.part, f.got)
			}
		}
	}
}

// TestVisionProblemsAreDetected checks that visionProblems finds a problem in slightly worse themes.
func TestVisionProblemsAreDetected(t *testing.T) {
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
		if th = th.ForTier(cell.Truecolor); len(visionProblems(&th)) == 0 {
			t.Errorf("%s: visionProblems returns no problem, want one", name)
		}
	}
}
