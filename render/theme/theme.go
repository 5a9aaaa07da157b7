package theme

import (
	"math"
	"slices"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Theme contains the colors of a picture in true color, by use. ForTier derives the colors for other tiers. The
// struct tags are the keys in theme files.
type Theme struct {
	Name       string `toml:"-"`
	WorldLight bool   `toml:"-"` // InScenery adapts the colors to a world

	Back  cell.Color `toml:"back"`  // behind everything
	Dust  cell.Color `toml:"dust"`  // specks on Back
	Panel cell.Color `toml:"panel"` // behind dialogs

	Text   cell.Color `toml:"text"`
	Soft   cell.Color `toml:"soft"`   // labels
	Accent cell.Color `toml:"accent"` // highlighted items; background of the selected button
	Chosen cell.Color `toml:"chosen"` // text on Accent, Good and Bad
	Button cell.Color `toml:"button"` // background of the other buttons
	Alarm  cell.Color `toml:"alarm"`  // warnings, such as a lost ball
	Life   cell.Color `toml:"life"`   // remaining balls
	Good   cell.Color `toml:"good"`   // background of drops that help
	Bad    cell.Color `toml:"bad"`    // background of drops that harm

	Border cell.Color `toml:"border"` // borders of dialogs, and the empty part of gauges
	Walls  cell.Color `toml:"walls"`  // walls of the field

	Ball        cell.Color `toml:"ball"`
	BallShade   cell.Color `toml:"ball-shade"`
	Paddle      cell.Color `toml:"paddle"`
	PaddleLight cell.Color `toml:"paddle-light"`
	PaddleShade cell.Color `toml:"paddle-shade"`
	PaddleEnds  cell.Color `toml:"paddle-ends"`
	Trail       cell.Color `toml:"trail"`
	Aim         cell.Color `toml:"aim"`
	Flash       cell.Color `toml:"flash"` // mixed into a brick that is hit
	Spark       cell.Color `toml:"spark"`
	Beam        cell.Color `toml:"beam"`
	Shot        cell.Color `toml:"shot"`
	Lamp        cell.Color `toml:"lamp"`   // an unlit emitter
	Charge      cell.Color `toml:"charge"` // sparks around a charged ball

	Steel cell.Color               `toml:"steel"` // unbreakable bricks
	Hues  [spec.NumHues]cell.Color `toml:"hues"`  // the other bricks
}

// Legible returns c if it has enough contrast on the background ground. Otherwise, in tiers with at least 256 colors,
// it mixes c with as much of the text color as necessary. If that does not suffice, or in other tiers, it returns the
// text color or the theme's background, depending on which has more contrast.
func (t *Theme) Legible(c, ground cell.Color, tier cell.Tier) cell.Color {
	for k := 0; k < 16; k += 4 {
		if m := cell.Mix(c, t.Text, k); cell.Contrast(m, ground) >= MinContrast {
			return m
		}
		if tier >= cell.Colors16 {
			break
		}
	}
	if cell.Contrast(t.Back, ground) > cell.Contrast(t.Text, ground) {
		return t.Back
	}
	return t.Text
}

// A role determines the contrast that a color needs.
type role uint8

const (
	roleGround role = iota // a background
	roleText               // text: 4.5:1, see WCAG 2.2, 1.4.3
	rolePiece              // objects of the game: 3:1, see WCAG 2.2, 1.4.11
	roleFaint              // decoration, or the edge of an object that has more contrast
)

// MinContrast is the minimum contrast of text with its background.
const MinContrast = 4.5

// minContrasts contains the minimum contrast of each role in derived tiers.
var minContrasts = [...]float64{roleGround: 1, roleText: MinContrast, rolePiece: 3, roleFaint: 1}

// A themeColor is one color of a theme with its role.
type themeColor struct {
	color  *cell.Color
	role   role
	moving bool // has one of the 256 colors in true color, because it moves
}

// colors returns the colors of t except Chosen, the backgrounds first.
func (t *Theme) colors() []themeColor {
	all := []themeColor{
		{&t.Back, roleGround, false},
		{&t.Panel, roleGround, false},
		{&t.Button, roleGround, false},
		{&t.Dust, roleFaint, false},
		{&t.Text, roleText, false},
		{&t.Soft, roleText, false},
		{&t.Accent, roleText, false},
		{&t.Alarm, roleText, true},
		{&t.Life, roleText, false},
		{&t.Good, roleText, true},
		{&t.Bad, roleText, true},
		{&t.Border, roleFaint, false},
		{&t.Walls, rolePiece, false},
		{&t.Ball, rolePiece, true},
		{&t.BallShade, rolePiece, true},
		{&t.Paddle, rolePiece, true},
		{&t.PaddleLight, roleFaint, true},
		{&t.PaddleShade, roleFaint, true},
		{&t.PaddleEnds, rolePiece, true},
		{&t.Trail, roleFaint, true},
		{&t.Aim, rolePiece, true},
		{&t.Flash, roleFaint, true},
		{&t.Spark, rolePiece, true},
		{&t.Beam, rolePiece, true},
		{&t.Shot, rolePiece, true},
		{&t.Lamp, rolePiece, true},
		{&t.Charge, rolePiece, true},
		{&t.Steel, rolePiece, false},
	}

	for i := range t.Hues {
		all = append(all, themeColor{&t.Hues[i], rolePiece, false})
	}
	return all
}

// ForTier returns the theme for a tier. In true color, moving objects get colors of the 256 colors, which take about
// half as many bytes. In tiers with fewer colors, each color is replaced by the nearest color that has enough contrast
// to its background. Without colors, encoders send no colors, and pictures are white on black.
func (t Theme) ForTier(tier cell.Tier) Theme {
	switch tier {
	case cell.Mono:
		for _, p := range t.colors() {
			*p.color = monoWhite
			if p.role == roleGround {
				*p.color = 0
			}
		}
		t.Chosen = monoWhite
	case cell.Colors16:
		colors := cell.Palette16()
		t.derive(colors[:], labDistance)
		t.override(overrides16[t.Name])
	case cell.Colors8:
		colors := cell.Palette16()
		t.derive(colors[:8], labDistance)
		t.override(overrides8[t.Name])
	case cell.Colors256:
		colors := cell.Palette256()
		t.derive(colors[:], rgbDistance)
		t.override(overrides256[t.Name])
	default:
		for _, p := range t.colors() {
			if p.moving {
				*p.color = cell.Snap256(*p.color)
			}
		}
	}
	return t
}

// monoWhite is the foreground of pictures without colors.
const monoWhite = 0xd0d0d0

// derive replaces each color by the nearest color of a palette that has enough contrast for its role.
func (t *Theme) derive(palette []cell.Color, distance distanceFunc) {
	for _, p := range t.colors() {
		minContrast := minContrasts[p.role]
		*p.color = nearestOf(palette, *p.color, t.Back, minContrast, distance)
	}
	t.Chosen = nearestOf(palette, t.Chosen, t.Accent, minContrasts[roleText], distance)
}

// A distanceFunc returns the perceived difference of two colors.
type distanceFunc func(a, b cell.Color) float64

// rgbDistance is a distance for large palettes, which contain a color of similar hue for each color.
func rgbDistance(a, b cell.Color) float64 { return float64(cell.Dist2(a, b)) }

// labDistance is a distance for small palettes. It selects a gray for a dull color. rgbDistance could select a bright
// color of another hue, such as pure blue for the blue-gray of walls.
func labDistance(a, b cell.Color) float64 {
	p, q := a.Lab(), b.Lab()
	dl, da, db := p[0]-q[0], p[1]-q[1], p[2]-q[2]
	return dl*dl + da*da + db*db
}

// nearestOf returns the color of a palette that is nearest to c and has at least the given contrast to the background.
// If no color has enough contrast, it returns the color with the most contrast.
func nearestOf(palette []cell.Color, c, ground cell.Color, minContrast float64, distance distanceFunc) cell.Color {
	minDistance, index := math.Inf(1), -1
	maxContrast, highest := 0.0, c
	for i, p := range palette {
		k := cell.Contrast(p, ground)
		if k > maxContrast {
			maxContrast, highest = k, p
		}
		if d := distance(c, p); k >= minContrast && d < minDistance {
			minDistance, index = d, i
		}
	}
	if index < 0 {
		return highest
	}
	return palette[index]
}

// NearestPiece8 returns the color of [cell.Colors8] that is nearest to c and has the contrast that pieces need.
func (t *Theme) NearestPiece8(c cell.Color) cell.Color {
	colors := cell.Palette16()
	if c != t.Back && slices.Contains(colors[:8], c) {
		return c
	}
	return nearestOf(colors[:8], c, t.Back, minContrasts[rolePiece], labDistance)
}

// An override replaces a derived color that looks bad or is too similar to another color.
type override struct {
	field func(*Theme) *cell.Color // color to replace
	color cell.Color
}

// override applies overrides to t.
func (t *Theme) override(list []override) {
	for _, o := range list {
		*o.field(t) = o.color
	}
}

// IsLight reports whether the theme has a light background.
func (t *Theme) IsLight() bool { return cell.Luminance(t.Back) > 0.2 }

// A shade contains the indices of a brick's colors in a tier with too few colors to mix them.
type shade struct{ Face, Lit, Dark uint8 }

// Shades16 contains the shades {Face, Lit, Dark} of each of the 16 colors. Usually a brick's face has the bright color
// of its hue, and its shadow has the dark color. The faces with the indices 3, 5 and 7 have dark colors, because other
// bricks use the bright ones. Their shadows are gray, because the next darker color has another hue, such as red below
// orange.
var Shades16 = [16]shade{
	{0, 8, 0},
	{9, 15, 1},
	{10, 15, 2},
	{3, 11, 8},
	{12, 15, 4},
	{5, 13, 8},
	{14, 15, 6},
	{7, 15, 8},
	{8, 7, 0},
	{9, 15, 1},
	{10, 15, 2},
	{11, 15, 3},
	{12, 15, 4},
	{13, 15, 5},
	{14, 15, 6},
	{15, 15, 8},
}

// Style returns the style of text in the color c on the theme's background.
func (t *Theme) Style(c cell.Color, a cell.Attr) cell.Style {
	return cell.Style{Fg: c, Bg: t.Back, Attr: a}
}

// Fade returns c as shown behind a dialog: a mixture of k/16 of c and the background. It mixes sRGB values, because the
// result then looks k/16 as bright.
func (t *Theme) Fade(c cell.Color, k int) cell.Color {
	if t.Back == c {
		return c
	}
	r, g, b := c.RGB()
	r0, g0, b0 := t.Back.RGB()
	part := func(v, v0 int) int { return (v*k + v0*(16-k)) / 16 }
	return cell.RGB(part(r, r0), part(g, g0), part(b, b0))
}
