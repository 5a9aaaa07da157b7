package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// TestBricksStandOut checks the contrast of bricks with the background in each theme, world and tier with colors.
// It must be 3:1 (WCAG 2.2, 1.4.11).
func TestBricksStandOut(t *testing.T) {
	for _, look := range theme.All {
		for _, world := range []string{
			"", "First Light", "Seed and Spark", "Strange Ways", "Clockwork", "Prism",
			"The Deep",
		} {
			for tier := cell.Truecolor; tier < cell.Mono; tier++ {
				th := look.InScenery(theme.SceneryOf(world)).ForTier(tier)
				check := func(part string, c cell.Color) {
					if got := cell.Contrast(c, th.Back); got < 3 {
						t.Errorf("%s %q %v: %s %06x on %06x is %.2f:1, want at least 3:1",
							th.Name, world, tier, part, c, th.Back, got)
					}
				}

				for hue := range uint8(spec.NumHues) {
					k := lookOf(&th, &brick{Brick: engine.Brick{Hits: 1, Hue: hue}}, tier)
					check("face", k.Face.Color())
					check("upper", k.Upper.Color())
					check("lower", k.Lower.Color())
				}
				k := lookOf(&th, &brick{Brick: engine.Brick{Kind: spec.Wall, Hits: 1}}, tier)
				check("steel", k.Face.Color())
				check("steel above", k.Upper.Color())
			}
		}
	}
}
