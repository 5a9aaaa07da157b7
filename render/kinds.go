package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// Every kind of brick can be told apart by shape and colour. What must be broken has the colour of its hue, with a
// dark sign if it does more than break; what stays is quiet steel, or a dark window with something that shines.

// A paint is a colour of a brick's picture.
type paint func(t *theme.Theme, b *brick) cell.Color

// A kindRow is the picture of a kind of brick.
type kindRow struct {
	base   paint              // the colour from which the shades of its face are made; nil: its hue
	quiet  bool               // its face is darker than usual
	icon   *raster.Icon       // nil: none
	upDown *raster.Icon       // the icon of a gate for balls that move up or down
	inks   [raster.Inks]paint // of the icon; the first one for those that are nil
	onFace bool               // the inks are dark marks on the face if there are no colours
	pulses bool               // the inks change with the brick's pulse
	drains bool               // its upper part is dark while hits are missing
	whole  bool               // neither pips nor cracks
	kicks  bool               // its flash is longer, and larger than itself
	solid  bool               // filled in ASCII; without colours, neighbours are one mass
	text   string             // in its middle in ASCII, unless it is filled, and where there is no room for its icon
}

func steel(t *theme.Theme, _ *brick) cell.Color     { return t.Steel }
func shine(t *theme.Theme, _ *brick) cell.Color     { return cell.Glow(t.Steel) }
func gloss(t *theme.Theme, _ *brick) cell.Color     { return cell.Mix(cell.Glow(t.Steel), 0xffffff, 12) }
func glaring(t *theme.Theme, _ *brick) cell.Color   { return t.Beam }
func groove(t *theme.Theme, _ *brick) cell.Color    { return cell.Darken(t.Steel, grooveShare) }
func accent(t *theme.Theme, _ *brick) cell.Color    { return t.Accent }
func alarming(t *theme.Theme, _ *brick) cell.Color  { return t.Alarm }
func helping(t *theme.Theme, _ *brick) cell.Color   { return t.Good }
func plainText(t *theme.Theme, _ *brick) cell.Color { return t.Text }

// ofHue returns the paint of a hue.
func ofHue(i int) paint { return func(t *theme.Theme, _ *brick) cell.Color { return t.Hues[i] } }

// pairHues are the hues of portal pairs, the most different ones first.
var pairHues = [...]uint8{1, 6, 3, 2, 0, 4, 5, 7, 1}

// ofPair returns the hue of a portal's pair.
func ofPair(t *theme.Theme, b *brick) cell.Color {
	return t.Hues[pairHues[int(b.pairNo)%len(pairHues)]]
}

// dimPair and pulsing are the colours of a portal's rim and of its ring.
func dimPair(t *theme.Theme, b *brick) cell.Color { return cell.Darken(ofPair(t, b), pairShare) }

func pulsing(t *theme.Theme, b *brick) cell.Color {
	switch c := ofPair(t, b); b.pulse {
	case 0:
		return cell.Darken(c, pulseShare)
	case 1:
		return c
	default:
		return cell.Glow(c)
	}
}

// The shares of a hue's brightness on portals, in sixteenths.
const (
	pairShare  = 8
	pulseShare = 11
)

// pulseTicks is how long each of the four parts of a pulse lasts: a portal brightens and dims again in 1.6 s.
const pulseTicks = 4 * engine.TicksPerSecond / 10

// twoFrom is the least rows of sub-cells in which a gate has two chevrons, and not one.
const twoFrom = 7

// kindRows has a row for each kind of brick. The pictures that are drawn are those at 80×24: of sextants,
// quadrants, octants and halves.
var kindRows = [len(spec.Kinds)]kindRow{
	spec.Wall: {
		base: steel, quiet: true, inks: [raster.Inks]paint{groove}, onFace: true, whole: true, solid: true, text: "#",
		icon: &raster.Icon{
			Drawn: []string{
				"......|......|.####.|......|......|......",
				"......|.####.|......|......",
				"......|......|......|.####.|......|......|......|......",
				"...|###|...|...",
			},
			Marks: []raster.Mark{{A: geom.Vec{X: -1.2, Y: -0.3}, B: geom.Vec{X: 1.2, Y: 0.3}, Ink: 1}},
			Bold:  true,
		},
	},
	spec.Cracked: {
		base: steel, quiet: true, whole: true, text: "/\\/",
		icon: &raster.Icon{
			Drawn: []string{
				".. ...|. ....|.. ...|...  .|.. ...|... ..",
				".. ...|.  ...|...  .|.. ...",
				"... ..|.. ...|. ....|.. ...|... ..|.... .|... ..|.. ...",
				". .| ..|. .|.. ",
			},
			Marks: []raster.Mark{
				{Shape: raster.Line, A: geom.Vec{X: 0.1, Y: -2.2}, B: geom.Vec{X: -0.8, Y: -0.9}, W: 0.3},
				{Shape: raster.Line, A: geom.Vec{X: -0.8, Y: -0.9}, B: geom.Vec{X: 0.4, Y: 0.1}, W: 0.3},
				{Shape: raster.Line, A: geom.Vec{X: 0.4, Y: 0.1}, B: geom.Vec{X: -0.3, Y: 1.1}, W: 0.3},
				{Shape: raster.Line, A: geom.Vec{X: -0.3, Y: 1.1}, B: geom.Vec{X: 0.2, Y: 2.2}, W: 0.3},
				{Shape: raster.Line, A: geom.Vec{X: 0.4, Y: 0.1}, B: geom.Vec{X: 1.5, Y: 0.6}, W: 0.2, Detail: true},
			},
		},
	},
	spec.Metal: {
		base: shine, inks: [raster.Inks]paint{gloss}, onFace: true, whole: true, text: "///",
		icon: &raster.Icon{
			Drawn: []string{
				"....##|...##.|..##..|..##..|.##...|##....",
				"....##|...##.|.##...|##....",
				"....##|....##|...##.|..##..|..##..|.##...|##....|##....",
				"..#|.#.|.#.|#..",
			},
			Marks: []raster.Mark{
				{Shape: raster.Line, A: geom.Vec{X: -1.3, Y: 2}, B: geom.Vec{X: 1.3, Y: -2}, W: 0.7, Ink: 1},
				{Shape: raster.Line, A: geom.Vec{X: -0.1, Y: 2}, B: geom.Vec{X: 1.5, Y: -0.4}, W: 0.3, Ink: 1, Detail: true},
			},
		},
	},
	spec.Chaos: {
		base: steel, quiet: true, inks: [raster.Inks]paint{ofHue(6), ofHue(3), ofHue(1)}, onFace: true, whole: true, text: "%@%",
		icon: &raster.Icon{
			Drawn: []string{
				"#.o.x.|.#.o.x|#.o.x.|.x.#.o|x.#.o.|.x.#.o",
				"#.o.x.|.#.o.x|x.#.o.|.x.#.o",
				"#.o.x.|.#.o.x|#.o.x.|.#.o.x|x.#.o.|.x.#.o|x.#.o.|.x.#.o",
				"#.o|.x.|o.#|.x.",
			},
			Marks: []raster.Mark{{Shape: raster.Checks, W: 0.6, Ink: 1}},
		},
	},
	spec.Hidden: {
		quiet: true, text: "h",
		icon: &raster.Icon{
			Drawn: []string{
				". .. .|......|......|......|......|. .. .",
				". .. .|......|......|. .. .",
				". .. .|......|......|......|......|......|......|. .. .",
				" . |...|...| . ",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.1, Y: -2}, B: geom.Vec{X: -0.4, Y: -1.5}},
				{A: geom.Vec{X: 0.4, Y: -2}, B: geom.Vec{X: 1.1, Y: -1.5}},
				{A: geom.Vec{X: -1.1, Y: 1.5}, B: geom.Vec{X: -0.4, Y: 2}},
				{A: geom.Vec{X: 0.4, Y: 1.5}, B: geom.Vec{X: 1.1, Y: 2}},
			},
		},
	},
	spec.Regrow: {
		drains: true, whole: true, text: "+",
		icon: &raster.Icon{
			Drawn: []string{
				"......|..  ..|      |      |..  ..|......",
				"..  ..|      |..  ..|......",
				"......|..  ..|..  ..|      |      |..  ..|..  ..|......",
				"...|. .|   |. .",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.3, Y: -0.35}, B: geom.Vec{X: 1.3, Y: 0.35}},
				{A: geom.Vec{X: -0.35, Y: -1.3}, B: geom.Vec{X: 0.35, Y: 1.3}},
			},
		},
	},
	spec.Bomb: {
		inks: [raster.Inks]paint{alarming, accent}, whole: true, text: "(*)",
		icon: &raster.Icon{
			Drawn: []string{
				"..  ..|.    .|  ##  |  ##  |.    .|..  ..",
				".    .|  ##  |  ##  |.    .",
				"..  ..|.    .|      |  ##  |  ##  |      |.    .|..  ..",
				". .| # | # |. .",
			},
			Marks: []raster.Mark{
				{Shape: raster.Disc, R: 1.75},
				{Shape: raster.Disc, R: 0.85, Ink: 1},
				{Shape: raster.Disc, R: 0.35, Ink: 2, Detail: true},
			},
		},
	},
	spec.Seed: {
		inks: [raster.Inks]paint{helping}, whole: true, text: "\\|/",
		icon: &raster.Icon{
			Drawn: []string{
				"#    #|##  ##| #### |  ##  |  ##  |......",
				"#    #| #### |  ##  |  ##  ",
				"#    #|##  ##|##  ##| #### |  ##  |  ##  |  ##  |......",
				"# #| # | # |...",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.4}},
				{Shape: raster.Line, A: geom.Vec{Y: 1.4}, B: geom.Vec{Y: 0.2}, W: 0.4, Ink: 1},
				{Shape: raster.Line, A: geom.Vec{Y: 0.3}, B: geom.Vec{X: -1, Y: -1.2}, W: 0.6, Ink: 1},
				{Shape: raster.Line, A: geom.Vec{Y: 0.3}, B: geom.Vec{X: 1, Y: -1.2}, W: 0.6, Ink: 1},
			},
		},
	},
	spec.Sprout: {
		whole: true, text: "'",
		icon: &raster.Icon{
			Drawn: []string{
				"..  ..|.    .|      |..  ..|..  ..|......",
				"..  ..|.    .|..  ..|..  ..",
				"......|..  ..|.    .|      |..  ..|..  ..|......|......",
				". .|. .|...|...",
			},
			Marks: []raster.Mark{
				{Shape: raster.Line, A: geom.Vec{Y: 1.4}, B: geom.Vec{}, W: 0.4},
				{Shape: raster.Disc, A: geom.Vec{Y: -0.5}, R: 0.85},
			},
		},
	},
	spec.Bumper: {
		base: plainText, inks: [raster.Inks]paint{glaring}, onFace: true, whole: true, kicks: true, text: "<B>",
		icon: &raster.Icon{
			Drawn: []string{
				"......|..##..|.####.|.####.|..##..|......",
				"......|.####.|.####.|......",
				"......|..##..|.####.|.####.|.####.|.####.|..##..|......",
				"...|.#.|.#.|...",
			},
			Marks: []raster.Mark{
				{Shape: raster.Disc, R: 1.3, Ink: 1},
				{A: geom.Vec{X: -0.8, Y: -1.2}, B: geom.Vec{X: 0.8, Y: 1.2}, Ink: 1},
				{Shape: raster.Ring, R: 0.6, W: 0.2, Detail: true},
			},
			Bold: true,
		},
	},
	spec.Portal: {
		base: dimPair, inks: [raster.Inks]paint{pulsing, dimPair}, pulses: true, whole: true, text: "(O)",
		icon: &raster.Icon{
			Drawn: []string{
				" #### |##  ##|#    #|#    #|##  ##| #### ",
				" #### |#    #|#    #| #### ",
				" #### |##  ##|#    #|#    #|#    #|#    #|##  ##| #### ",
				" # |# #|# #| # ",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
				{Shape: raster.Ring, R: 1.2, W: 0.5, Ink: 1},
				{Shape: raster.Ring, R: 0.55, W: 0.25, Ink: 2, Detail: true},
			},
		},
	},
	spec.Gate: {
		base: steel, quiet: true, inks: [raster.Inks]paint{helping}, whole: true, text: ">>>",
		icon: &raster.Icon{
			Drawn: []string{
				"#  #  |## ## | ## ##| ## ##|## ## |#  #  ",
				"## ## | ## ##| ## ##|## ## ",
				"#  #  |## ## | ## ##|  #  #|  #  #| ## ##|## ## |#  #  ",
				"## | ##| ##|## ",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
				{Shape: raster.Line, A: geom.Vec{X: -0.8, Y: -1.6}, B: geom.Vec{X: 0.8}, W: 0.9, Ink: 1, Below: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: -0.8, Y: 1.6}, B: geom.Vec{X: 0.8}, W: 0.9, Ink: 1, Below: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: -1.2, Y: -1.4}, B: geom.Vec{X: -0.2}, W: 0.5, Ink: 1, From: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: -1.2, Y: 1.4}, B: geom.Vec{X: -0.2}, W: 0.5, Ink: 1, From: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: 0.2, Y: -1.4}, B: geom.Vec{X: 1.2}, W: 0.5, Ink: 1, From: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: 0.2, Y: 1.4}, B: geom.Vec{X: 1.2}, W: 0.5, Ink: 1, From: twoFrom},
			},
		},
		upDown: &raster.Icon{
			Drawn: []string{
				"##  ##| #### |  ##  |##  ##| #### |  ##  ",
				"#    #|##  ##| #### |  ##  ",
				"##  ##| #### |  ##  |      |##  ##| #### |  ##  |      ",
				" # | # |###| # ",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
				{Shape: raster.Line, A: geom.Vec{X: -1.2, Y: -1}, B: geom.Vec{Y: 1}, W: 0.8, Ink: 1, Below: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: 1.2, Y: -1}, B: geom.Vec{Y: 1}, W: 0.8, Ink: 1, Below: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: -1.1, Y: -1.6}, B: geom.Vec{Y: -0.4}, W: 0.5, Ink: 1, From: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: 1.1, Y: -1.6}, B: geom.Vec{Y: -0.4}, W: 0.5, Ink: 1, From: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: -1.1, Y: 0.2}, B: geom.Vec{Y: 1.4}, W: 0.5, Ink: 1, From: twoFrom},
				{Shape: raster.Line, A: geom.Vec{X: 1.1, Y: 0.2}, B: geom.Vec{Y: 1.4}, W: 0.5, Ink: 1, From: twoFrom},
			},
		},
	},
	spec.Magnet: {
		base: steel, quiet: true, inks: [raster.Inks]paint{alarming, plainText}, whole: true, text: "(U)",
		icon: &raster.Icon{
			Drawn: []string{
				" #  # |#    #|# oo #|# oo #|#    #| #  # ",
				" #  # |# oo #|# oo #| #  # ",
				" #  # |#    #|#    #|# oo #|# oo #|#    #|#    #| #  # ",
				"# #|#o#|#o#|# #",
			},
			Marks: []raster.Mark{
				{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
				{Shape: raster.Ring, R: 1.25, W: 0.35, Ink: 1},
				{Shape: raster.Ring, R: 0.8, W: 0.2, Ink: 1, Detail: true},
				{A: geom.Vec{X: -0.4, Y: -2}, B: geom.Vec{X: 0.4, Y: 2}},
				{Shape: raster.Disc, R: 0.45, Ink: 2},
			},
		},
	},
}

// fuseIcon is a fuse that burns, in the place of its brick.
var fuseIcon = raster.Icon{
	Drawn: []string{
		"..##..|.####.|##oo##|##oo##|.####.|..##..",
		".####.|##oo##|##oo##|.####.",
		"..##..|.####.|######|##oo##|##oo##|######|.####.|..##..",
		".#.|#o#|#o#|.#.",
	},
	Marks: []raster.Mark{{Shape: raster.Disc, R: 1.75, Ink: 1}, {Shape: raster.Disc, R: 0.85, Ink: 2}},
	Bold:  true,
}

// iconOf returns the icon of b, and whether it is mirrored.
func (row *kindRow) iconOf(b *brick) (icon *raster.Icon, flipX, flipY bool) {
	if spec.Kinds[b.Kind].Opening != spec.ToWay {
		return row.icon, false, false
	}
	if math.Abs(b.Way.X) >= math.Abs(b.Way.Y) {
		return row.icon, b.Way.X < 0, false
	}
	return row.upDown, false, b.Way.Y < 0
}
