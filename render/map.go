package render

import (
	"arkterm/render/cell"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// DrawMap sets the colors of the worlds of m and draws m over all of f.
func (v *View) DrawMap(f *cell.Frame, m *widget.LevelMap) {
	tier := v.opts.Tier
	same := v.mapSource == v.opts.Theme && v.mapTier == tier && v.mapDrawn == m
	if !same {
		v.mapSource, v.mapTier, v.mapDrawn, v.mapTheme = v.opts.Theme, tier, m, v.opts.Theme.ForTier(tier)
	}
	for i := range m.Worlds {
		w := &m.Worlds[i]
		if same && w.Color|w.Background != 0 {
			continue
		}
		name := ""
		if len(w.Levels) > 0 && w.Levels[0].Board != nil {
			name = w.Levels[0].Board.World
		}
		lit := v.opts.Theme.InScenery(theme.SceneryOf(name)).ForTier(tier)
		w.Color, w.Background = lit.Walls, lit.Back
	}
	look := v.textLook
	look.Theme = &v.mapTheme
	v.mapView.SetLook(look)
	v.mapView.Draw(f, m)
}

// MapAt returns the index of the level at a cell of the last map that DrawMap has drawn, or −1 if there is none.
func (v *View) MapAt(f *cell.Frame, m *widget.LevelMap, col, row int) int {
	return v.mapView.At(f, m, col, row)
}

// MapStep returns the index of the level dx levels after or dy lines below the selected level; see
// [widget.MapView.Step].
func (v *View) MapStep(f *cell.Frame, m *widget.LevelMap, dx, dy int) int {
	return v.mapView.Step(f, m, dx, dy)
}

// DrawPage draws p over all of f, with its sample.
func (v *View) DrawPage(f, sample *cell.Frame, p *widget.Page) { p.Draw(&v.textLook, f, sample) }

// DrawChoice draws c over all of f, with the samples of its options.
func (v *View) DrawChoice(f *cell.Frame, samples []cell.Frame, c *widget.Choice) {
	c.Draw(&v.textLook, f, samples)
}
