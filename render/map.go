package render

import (
	"arkterm/render/cell"
	"arkterm/render/gallery"
	"arkterm/render/theme"
	"arkterm/render/widget"
	"arkterm/render/worldmap"
)

// Map draws m over all of f, and sets the grounds of its worlds.
func (v *View) Map(f *cell.Frame, m *worldmap.Map) {
	t, glyphs := v.o.Theme.In(v.o.Tier), &widget.Glyphs[v.o.Glyphs]
	for i := range m.Worlds {
		lit := v.o.Theme.Under(theme.SceneryOf(m.Worlds[i].Name)).In(v.o.Tier)
		m.Worlds[i].Ink, m.Worlds[i].Ground = lit.Walls, lit.Back
	}
	v.chart.SetLook(worldmap.Look{
		Glyphs: v.o.Glyphs, Tier: v.o.Tier,
		Back: t.Back, Text: t.Text, Soft: t.Soft, Accent: t.Accent, Chosen: t.Chosen, Alarm: t.Alarm,
		Steel: t.Steel, Hues: t.Hues,
		Star: glyphs.Star, Hollow: glyphs.Hollow, Next: glyphs.Next,
	})
	v.chart.Draw(f, m)
}

// MapAt returns the index of the level at a cell of the last Map, or −1.
func (v *View) MapAt(f *cell.Frame, m *worldmap.Map, col, row int) int {
	return v.chart.At(f, m, col, row)
}

// MapStep returns the level dx levels after and dy lines below the selected one.
func (v *View) MapStep(f *cell.Frame, m *worldmap.Map, dx, dy int) int {
	return v.chart.Step(f, m, dx, dy)
}

// Page draws p over all of f, with its sample.
func (v *View) Page(f, sample *cell.Frame, p *gallery.Page) { p.Draw(&v.look, f, sample) }

// Choice draws c over all of f, with the samples of its options.
func (v *View) Choice(f *cell.Frame, samples []cell.Frame, c *gallery.Choice) {
	c.Draw(&v.look, f, samples)
}
