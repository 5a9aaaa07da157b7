package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// A Look is an appearance of the balls and the paddle. It is an index into Looks.
type Look uint8

// A LookRow is an appearance of balls, and of the paddle in games with one paddle.
type LookRow struct {
	Name  string
	Stars int     // number of campaign stars that unlock the look
	bands []uint8 // hues of the bands of the paddle; empty for the theme's colors
	ends  uint8   // hue of the ends and of balls
}

// Looks is the table of appearances, in the order of their stars. The first look is the default.
var Looks = [...]LookRow{
	{Name: "classic"},
	{Name: "ember", Stars: 15, bands: []uint8{5}, ends: 3},
	{Name: "meadow", Stars: 35, bands: []uint8{2}, ends: 3},
	{Name: "candy", Stars: 60, bands: []uint8{7, 6}, ends: 1},
	{Name: "ocean", Stars: 95, bands: []uint8{4, 1}, ends: 1},
	{Name: "tiger", Stars: 135, bands: []uint8{0, 5}, ends: 0},
	{Name: "gold", Stars: 180, bands: []uint8{3}, ends: 3},
	{Name: "rainbow", Stars: 220, bands: []uint8{5, 0, 3, 2, 1, 4, 6}, ends: 7},
}

// String returns the name of k, in the form that ParseLook accepts.
func (k Look) String() string { return Looks[k].Name }

// LookNames returns the names of all looks.
func LookNames() []string { return parse.Names(Look(0), len(Looks)) }

// ParseLook returns the look with the given name.
func ParseLook(name string) (Look, error) { return parse.Name(name, Look(0), len(Looks)) }

// maxBands is the maximum number of bands of a paddle.
const maxBands = 7

// A lookInk contains the colors of a look, derived for one theme and glyph set.
type lookInk struct {
	paddle      [maxBands]paddleInk
	bands       int // number of bands; 0 for the theme's paddle
	ball, shade cell.Color
	crowdBall   cell.Color // color of balls if there are many
	crowdFaint  cell.Color // color of faint balls if there are many
}

// newLookInk returns the colors of a look in a theme and a glyph set.
func newLookInk(t *theme.Theme, k Look, glyphs cell.Glyphs) lookInk {
	row, c := &Looks[k], lookInk{ball: t.Ball, shade: t.BallShade, bands: len(Looks[k].bands)}
	c.crowdBall, c.crowdFaint = crowdColor(t, t.Aim, glyphs), crowdColor(t, t.Trail, glyphs)
	if c.bands == 0 {
		return c
	}
	end := cell.Snap256(t.Hues[row.ends])
	c.ball, c.shade = cell.Snap256(cell.Mix(t.Ball, end, 9)), end
	for i, hue := range row.bands {
		body := cell.Snap256(t.Hues[hue])
		light, shade := cell.Snap256(cell.Mix(body, t.Text, 7)), cell.Snap256(cell.Mix(body, t.Back, 5))
		c.paddle[i] = paddleInk{body, light, shade, end, glowColor(t, end, light)}
	}
	return c
}

// Maximum difference in relative luminance between balls and the background if there are many balls. With a larger
// difference, storms would flash. The difference is smaller in half blocks, in which a ball fills half a cell.
const (
	maxCrowdContrast     = 0.3
	maxHalfCrowdContrast = 0.18
)

// crowdColor returns the color of balls if there are many balls. It is c if the luminance of c differs little enough
// from the luminance of the background. Otherwise it is the mixture of c and the background that is nearest to c and
// meets this condition.
func crowdColor(t *theme.Theme, c cell.Color, glyphs cell.Glyphs) cell.Color {
	limit := maxCrowdContrast
	if glyphs == cell.Half {
		limit = maxHalfCrowdContrast
	}
	m := c
	for k := 15; k > 0 && math.Abs(cell.Luminance(m)-cell.Luminance(t.Back)) > limit; k-- {
		m = cell.Snap256(cell.Mix(t.Back, c, k))
	}
	return m
}

// bandInks returns the colors of the bands of paddle i. Without bands, there is only one element.
func (v *View) bandInks(g *engine.Game, i int) []paddleInk {
	if n := v.look.bands; n > 0 && len(g.Paddles) == 1 {
		return v.look.paddle[:n]
	}
	return v.paddleInks[i : i+1]
}

// paintBands paints a row of a paddle between its ends, in bands of whole cells. inks contains the colors of the bands,
// which repeat. b is the box of the paddle. A body with gaps has only the first color.
func (v *View) paintBands(row raster.Box, body paddleBody, inks []paddleInk, b raster.Box) {
	w, n := row.X1-row.X0, len(inks)
	if n == 1 || body != solidBody {
		v.paintBody(row, body, v.paddleRowColor(inks[0], b, row.Y0))
		return
	}
	parts := n
	if n%2 == 0 {
		parts = 2*n + 1 // so that the bands next to both ends have the same color
	}
	band := max(1, w/(parts*v.overlay.SubX)) * v.overlay.SubX
	for k, x := 0, row.X0; x < row.X1; k, x = k+1, x+band {
		part := raster.Rect(x, row.Y0, min(x+band, row.X1), row.Y1)
		v.paintBody(part, body, v.paddleRowColor(inks[k%n], b, row.Y0))
	}
}
