package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// Every kind of brick can be told apart by shape and colour. What must be broken has the colour of its hue, with a
// dark sign if it does more than break; what stays is quiet steel, or a dark window with something that shines.

// A colorFunc returns one of the colors of a brick's picture.
type colorFunc func(t *theme.Theme, b *brick) cell.Color

// A kindRow is the picture of a kind of brick.
type kindRow struct {
	base      colorFunc                 // the colour from which the shades of its face are made; nil: its hue
	darkFace  bool                      // its face is darker than usual
	icon      *raster.Icon              // nil: none
	upDown    *raster.Icon              // the icon of a gate for balls that move up or down
	inks      [raster.NumInks]colorFunc // of the icon; the first one for those that are nil
	onFace    bool                      // the inks are dark on the face if there are no colours
	pulses    bool                      // the inks change with the brick's pulse
	drains    bool                      // its upper part is dark while hits are missing
	unmarked  bool                      // neither pips nor cracks
	longFlash bool                      // its flash is longer, and larger than itself
	solid     bool                      // filled in ASCII; without colours, neighbours are one mass
	text      string                    // in its middle in ASCII, unless it is filled, and where there is no room for its icon
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
func ofHue(i int) colorFunc { return func(t *theme.Theme, _ *brick) cell.Color { return t.Hues[i] } }

// pairHues are the hues of portal pairs, the most different ones first.
var pairHues = [...]uint8{1, 6, 3, 2, 0, 4, 5, 7, 1}

// ofPair returns the hue of a portal's pair.
func ofPair(t *theme.Theme, b *brick) cell.Color {
	return t.Hues[pairHues[int(b.pairIndex)%len(pairHues)]]
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

// kindRows has a row for each kind of brick.
var kindRows = [len(spec.Kinds)]kindRow{
	spec.Wall: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{groove}, onFace: true, unmarked: true, solid: true, text: "#",
		icon: &grooveIcon,
	},
	spec.Cracked: {
		base: steel, darkFace: true, unmarked: true, text: "/\\/",
		icon: &crackIcon,
	},
	spec.Metal: {
		base: shine, inks: [raster.NumInks]colorFunc{gloss}, onFace: true, unmarked: true, text: "///",
		icon: &glossIcon,
	},
	spec.Chaos: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{ofHue(6), ofHue(3), ofHue(1)}, onFace: true, unmarked: true, text: "%@%",
		icon: &confettiIcon,
	},
	spec.Hidden: {
		darkFace: true, text: "h",
		icon: &dashesIcon,
	},
	spec.Regrow: {
		drains: true, unmarked: true, text: "+",
		icon: &crossIcon,
	},
	spec.Bomb: {
		inks: [raster.NumInks]colorFunc{alarming, accent}, unmarked: true, text: "(*)",
		icon: &emberIcon,
	},
	spec.Seed: {
		inks: [raster.NumInks]colorFunc{helping}, unmarked: true, text: "\\|/",
		icon: &leavesIcon,
	},
	spec.Sprout: {
		unmarked: true, text: "'",
		icon: &treeIcon,
	},
	spec.Bumper: {
		base: plainText, inks: [raster.NumInks]colorFunc{glaring}, onFace: true, unmarked: true, longFlash: true, text: "<B>",
		icon: &capIcon,
	},
	spec.Portal: {
		base: dimPair, inks: [raster.NumInks]colorFunc{pulsing, dimPair}, pulses: true, unmarked: true, text: "(O)",
		icon: &ringIcon,
	},
	spec.Gate: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{helping}, unmarked: true, text: ">>>",
		icon:   &chevronsIcon,
		upDown: &chevronsDownIcon,
	},
	spec.Magnet: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{alarming, plainText}, unmarked: true, text: "(U)",
		icon: &polesIcon,
	},
}

// iconOf returns the icon of b, and whether it is mirrored.
func (row *kindRow) iconOf(b *brick) (icon *raster.Icon, flipX, flipY bool) {
	if spec.Kinds[b.Kind].Opening != spec.OneWay {
		return row.icon, false, false
	}
	if math.Abs(b.PassDir.X) >= math.Abs(b.PassDir.Y) {
		return row.icon, b.PassDir.X < 0, false
	}
	return row.upDown, false, b.PassDir.Y < 0
}
