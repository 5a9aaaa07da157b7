package theme

import (
	"fmt"
	"slices"
	"strings"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// All lists the available themes. The first theme is the default of render.Options. To add a theme, add it here. The
// hues of arcade and okabe have a CIEDE2000 distance of at least 10, with and without color blindness.
var All = [...]Theme{arcade, paper, phosphor, okabe, highContrast, monochrome}

// Find returns the theme with the given name.
func Find(name string) (Theme, error) {
	for _, t := range All {
		if t.Name == name {
			return t, nil
		}
	}
	return Theme{}, fmt.Errorf("unknown theme %q, want %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of All.
func Names() (names []string) {
	for _, t := range All {
		names = append(names, t.Name)
	}
	return names
}

// arcade looks like neon in a dark room.
var arcade = Theme{
	Name: "arcade", WorldLight: true,
	Back: 0x080b16, Dust: 0x262b3d, Panel: 0x10172a,
	Text: 0xe4e9f4, Soft: 0x8f9bb5, Accent: 0xffc83d, Chosen: 0x141005, Button: 0x1f2a47,
	Alarm: 0xff5f5f, Life: 0xff5f87, Good: 0x5fd7af, Bad: 0xff5f5f,
	Border: 0x3d4c70, Walls: 0x5a70a0,
	Ball: 0xffffff, BallShade: 0xafd7ff,
	Paddle: 0x5fafff, PaddleLight: 0xd7ffff, PaddleShade: 0x0087d7, PaddleEnds: 0xffaf5f,
	Trail: 0x5f87af, Aim: 0x878787,
	Flash: 0xffffff, Spark: 0xffffd7, Beam: 0xff5faf, Shot: 0xafffd7, Lamp: 0x87875f, Charge: 0xffff5f,
	Steel: 0x9099a8,
	Hues:  [spec.NumHues]cell.Color{0xff8700, 0x5fffff, 0x00d787, 0xffd700, 0x0087ff, 0xff0000, 0xff00af, 0xff87d7},
}

// paper looks like ink and pencils on warm white paper.
var paper = Theme{
	Name: "paper", WorldLight: true,
	Back: 0xf6f1e4, Dust: 0xd7d7af, Panel: 0xfffaf0,
	Text: 0x2b2620, Soft: 0x6b6255, Accent: 0x9c3a10, Chosen: 0xfff8e8, Button: 0xe8dfca,
	Alarm: 0xaf0000, Life: 0xb3123a, Good: 0x005f5f, Bad: 0xaf0000,
	Border: 0xb5a98f, Walls: 0x7d7362,
	Ball: 0x121212, BallShade: 0x5f5f5f,
	Paddle: 0x005faf, PaddleLight: 0x5fafff, PaddleShade: 0x00005f, PaddleEnds: 0xaf5f00,
	Trail: 0x87afd7, Aim: 0x878787,
	Flash: 0x000000, Spark: 0x875f00, Beam: 0xd7005f, Shot: 0x00875f, Lamp: 0x87875f, Charge: 0xd75f00,
	Steel: 0x8a8578,
	Hues:  [spec.NumHues]cell.Color{0xb35c00, 0x0087af, 0x3f7f4f, 0x857000, 0x2a3fd0, 0xaf0000, 0xd70087, 0x8700af},
}

// phosphor looks like a green monochrome monitor, with one hue in different brightness.
var phosphor = Theme{
	Name: "phosphor",
	Back: 0x030a05, Dust: 0x063f14, Panel: 0x06170b,
	Text: 0x9dffb0, Soft: 0x4fa866, Accent: 0xc8ffd0, Chosen: 0x03140a, Button: 0x0f3a1c,
	Alarm: 0xd7ffaf, Life: 0x7dff96, Good: 0xc8ffd0, Bad: 0x3fae50,
	Border: 0x1f6b35, Walls: 0x2f8f4a,
	Ball: 0xd7ffd7, BallShade: 0x87ff87,
	Paddle: 0x5fd75f, PaddleLight: 0xafffaf, PaddleShade: 0x00af00, PaddleEnds: 0xd7ffd7,
	Trail: 0x00875f, Aim: 0x00af5f,
	Flash: 0xd7ffd7, Spark: 0xafffaf, Beam: 0x87ff5f, Shot: 0xd7ffaf, Lamp: 0x5f875f, Charge: 0xd7ffaf,
	Steel: 0x7fae8a,
	Hues:  [spec.NumHues]cell.Color{0x3fd05f, 0x8ff5a0, 0x22b04a, 0xc0ffc0, 0x1f9a42, 0x5fe07f, 0x74ea90, 0x2fc055},
}

// okabe uses the hues of Okabe and Ito, which are distinguishable with all forms of color blindness. Their eighth hue
// is black, which is invisible on the dark background, so white replaces it.
var okabe = Theme{
	Name: "okabe", WorldLight: true,
	Back: 0x090d18, Dust: 0x262b3d, Panel: 0x10172a,
	Text: 0xe4e9f4, Soft: 0x8f9bb5, Accent: 0xf0c34e, Chosen: 0x141005, Button: 0x1f2a47,
	Alarm: 0xff8700, Life: 0xe58a4a, Good: 0x5fafff, Bad: 0xe06a10,
	Border: 0x3d4c70, Walls: 0x5a70a0,
	Ball: 0xffffff, BallShade: 0xafd7ff,
	Paddle: 0x5fafff, PaddleLight: 0xd7ffff, PaddleShade: 0x0087d7, PaddleEnds: 0xffaf5f,
	Trail: 0x5f87af, Aim: 0x878787,
	Flash: 0xffffff, Spark: 0xffffd7, Beam: 0xff87d7, Shot: 0xafffd7, Lamp: 0x87875f, Charge: 0xffff5f,
	Steel: 0x8a93a3,
	Hues:  [spec.NumHues]cell.Color{0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0xeeeeee},
}

// highContrast has a contrast of at least 7:1 between text and its background, and between the objects and the field.
// The field has no decoration.
var highContrast = Theme{
	Name: "contrast",
	Back: 0x000000, Dust: 0x000000, Panel: 0x000000,
	Text: 0xffffff, Soft: 0xd7d7d7, Accent: 0xffff00, Chosen: 0x000000, Button: 0x00005f,
	Alarm: 0xff8787, Life: 0xff8787, Good: 0x5fff87, Bad: 0xff8787,
	Border: 0xffffff, Walls: 0xffffff,
	Ball: 0xffffff, BallShade: 0xffffff,
	Paddle: 0xffffff, PaddleLight: 0xffffff, PaddleShade: 0xafafaf, PaddleEnds: 0xffff00,
	Trail: 0x878787, Aim: 0xbcbcbc,
	Flash: 0xffffff, Spark: 0xffffff, Beam: 0xff87ff, Shot: 0x87ffff, Lamp: 0xbcbcbc, Charge: 0xffff00,
	Steel: 0xe0e0e0,
	Hues:  [spec.NumHues]cell.Color{0xffd7af, 0xafd7d7, 0x00d75f, 0xffff00, 0x87afff, 0xffafaf, 0xff87af, 0xd7d7ff},
}

// monochrome uses only grays.
var monochrome = Theme{
	Name: "mono",
	Back: 0x0a0a0a, Dust: 0x303030, Panel: 0x161616,
	Text: 0xe8e8e8, Soft: 0x989898, Accent: 0xffffff, Chosen: 0x101010, Button: 0x303030,
	Alarm: 0xffffff, Life: 0xd0d0d0, Good: 0xffffff, Bad: 0x878787,
	Border: 0x505050, Walls: 0x787878,
	Ball: 0xffffff, BallShade: 0xbcbcbc,
	Paddle: 0xbcbcbc, PaddleLight: 0xffffff, PaddleShade: 0x808080, PaddleEnds: 0xeeeeee,
	Trail: 0x767676, Aim: 0x808080,
	Flash: 0xffffff, Spark: 0xeeeeee, Beam: 0xeeeeee, Shot: 0xffffff, Lamp: 0x808080, Charge: 0xffffff,
	Steel: 0x8c8c8c,
	Hues:  [spec.NumHues]cell.Color{0xb0b0b0, 0xd8d8d8, 0x989898, 0xf0f0f0, 0x808080, 0xa4a4a4, 0xc8c8c8, 0x8c8c8c},
}

// These functions select the color that an override replaces.

func borderOf(t *Theme) *cell.Color { return &t.Border }
func wallsOf(t *Theme) *cell.Color  { return &t.Walls }
func lifeOf(t *Theme) *cell.Color   { return &t.Life }
func alarmOf(t *Theme) *cell.Color  { return &t.Alarm }
func goodOf(t *Theme) *cell.Color   { return &t.Good }
func badOf(t *Theme) *cell.Color    { return &t.Bad }
func beamOf(t *Theme) *cell.Color   { return &t.Beam }
func buttonOf(t *Theme) *cell.Color { return &t.Button }
func paddleOf(t *Theme) *cell.Color { return &t.Paddle }

func hueOf(i int) func(*Theme) *cell.Color { return func(t *Theme) *cell.Color { return &t.Hues[i] } }

// overrides256 contains the overrides in 256 colors, by theme. The 256 colors contain few dark blues, so the nearest
// color for lines would be teal. Also, the nearest colors of different hues can be too similar to each other.
var overrides256 = map[string][]override{
	"arcade": {{borderOf, 0x5f87af}, {wallsOf, 0x5f87af}},
	"okabe": {
		{borderOf, 0x5f87af},
		{wallsOf, 0x5f87af},
		{hueOf(0), 0xd7af5f},
		{hueOf(1), 0x00afff},
		{hueOf(2), 0x00875f},
		{hueOf(3), 0xd7d700},
		{hueOf(4), 0x0087d7},
		{hueOf(5), 0xd75f00},
		{hueOf(6), 0xaf87af},
		{hueOf(7), 0xeeeeee},
	},
}

// overrides16 contains the overrides in 16 colors, by theme. They give each hue a different color. The paddle and the
// buttons get a color instead of gray.
var overrides16 = map[string][]override{
	"arcade": slices.Concat(dark16, []override{{goodOf, 0x00ff00}}),
	"okabe":  dark16,
	"contrast": {
		{hueOf(0), 0xcdcd00},
		{hueOf(1), 0x00cdcd},
		{hueOf(2), 0x00cd00},
		{hueOf(3), 0xffff00},
		{hueOf(4), 0x00ffff},
		{hueOf(5), 0xe5e5e5},
		{hueOf(6), 0x00ff00},
		{hueOf(7), 0xffffff},
		{lifeOf, 0xffff00},
		{alarmOf, 0xffff00},
		{badOf, 0xffff00},
		{beamOf, 0x00ffff},
		{buttonOf, 0x0000ee},
	},
}

// dark16 are the overrides of dark themes in 16 colors.
var dark16 = []override{
	{hueOf(0), 0xcdcd00},
	{hueOf(1), 0x00cdcd},
	{hueOf(2), 0x00cd00},
	{hueOf(3), 0xffff00},
	{hueOf(4), 0x5c5cff},
	{hueOf(5), 0xcd0000},
	{hueOf(6), 0xcd00cd},
	{hueOf(7), 0xff00ff},
	{paddleOf, 0x5c5cff},
}

// overrides8 contains the overrides in 8 colors, by theme. They make borders visible, because there are no faint
// colors, and distinguish good from bad drops. Pure blue is too dark for bricks and the paddle, so cyan replaces it.
var overrides8 = map[string][]override{
	"arcade":   slices.Concat(dark8, []override{{badOf, 0xcdcd00}}),
	"okabe":    dark8,
	"phosphor": {{borderOf, 0x00cd00}},
	"mono":     {{borderOf, 0xe5e5e5}, {badOf, 0xcdcd00}},
	"paper":    {{borderOf, 0x000000}},
	"contrast": {{buttonOf, 0x0000ee}, {beamOf, 0x00cdcd}},
}

// dark8 are the overrides of dark themes in 8 colors.
var dark8 = []override{
	{borderOf, 0xe5e5e5},
	{hueOf(4), 0x00cdcd},
	{paddleOf, 0x00cdcd},
}
