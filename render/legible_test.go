package render

import (
	"testing"
	"unicode"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// TestTextIsLegible checks letters and digits in frames of each world, in every theme and glyph set. Their contrast
// with the background must be at least theme.MinContrast. In ASCII a contrast of 3:1 suffices for an x, because it
// represents an emitter. Faint balls may have less contrast.
func TestTextIsLegible(t *testing.T) {
	pack := levels.Shipped()
	names := levels.LevelNames(pack)
	seen := 0
	for world := range len(pack.Levels) / 10 {
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{Seed: 1, First: world*10 + 7, Drops: 50},
			Levels: pack.Levels,
		})
		if err != nil {
			t.Fatal(err)
		}
		b := bot.New(1)
		for range 8 * engine.TicksPerSecond {
			g.Step(engine.Input{b.Play(g), engine.Idle})
		}

		for i, th := range theme.All {
			for j, glyphs := range allGlyphs {
				tier := cell.Tier((world + i + j) % int(cell.Mono))
				v := NewView(Options{Theme: th, Glyphs: glyphs, Tier: tier, Names: names})
				var f cell.Frame
				f.Resize(80, 24)
				v.Draw(&f, g)
				for k, c := range f.Cells {
					if !unicode.IsLetter(c.Glyph) && !unicode.IsDigit(c.Glyph) || c.Glyph == asciiFaint {
						continue
					}
					seen++
					minContrast := theme.MinContrast
					if glyphs == cell.ASCII && (c.Glyph == 'x' || c.Glyph == 'X') {
						minContrast = 3
					}
					if got := cell.Contrast(c.Fg, c.Bg); got < minContrast {
						t.Errorf("level %d, %s, %s, %s: %c at %d, %d is %06x on %06x, %.2f:1, want at least %v",
							world*10+8, th.Name, glyphs, tier, c.Glyph, k%f.W, k/f.W, c.Fg, c.Bg, got, minContrast)
					}
				}
			}
		}
	}
	if seen < 10_000 {
		t.Errorf("the frames contain %d letters and digits, want at least 10,000", seen)
	}
}
