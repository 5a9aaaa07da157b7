package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// No two kinds of bricks have the same picture and color. Bricks that must be broken have the color of their hue, with
// a dark icon if they have a special effect. Other bricks are dull steel, or a dark window with a bright icon.

// A colorFunc returns a color of a brick's picture.
type colorFunc func(t *theme.Theme, b *brick) cell.Color

// A kindRow is the picture of a kind of brick.
type kindRow struct {
	base      colorFunc                 // color from which the shades of the face are derived; nil for the brick's hue
	darkFace  bool                      // the face is darker than usual
	icon      *raster.Icon              // icon of the kind; nil if there is none
	upDown    *raster.Icon              // icon of a gate through which balls pass vertically
	inks      [raster.NumInks]colorFunc // inks of the icon; a nil entry uses the first ink
	onFace    bool                      // without colors, the inks are dark on the lit face
	pulses    bool                      // the inks change with the brick's pulse
	drains    bool                      // the upper part is dark while hits are missing
	unmarked  bool                      // the brick has neither pips nor cracks
	longFlash bool                      // the flash is longer and larger than the brick
	solid     bool                      // the brick is filled in ASCII; without colors, adjacent bricks merge
	text      string                    // in ASCII; without room for the icon, its middle character; unused if solid
}

// These colors are the same for all bricks.

func steel(t *theme.Theme, _ *brick) cell.Color     { return t.Steel }
func shine(t *theme.Theme, _ *brick) cell.Color     { return cell.Glow(t.Steel) }
func gloss(t *theme.Theme, _ *brick) cell.Color     { return cell.Mix(cell.Glow(t.Steel), 0xffffff, 12) }
func beamInk(t *theme.Theme, _ *brick) cell.Color   { return t.Beam }
func groove(t *theme.Theme, _ *brick) cell.Color    { return cell.Darken(t.Steel, grooveShare) }
func accent(t *theme.Theme, _ *brick) cell.Color    { return t.Accent }
func alarmInk(t *theme.Theme, _ *brick) cell.Color  { return t.Alarm }
func goodInk(t *theme.Theme, _ *brick) cell.Color   { return t.Good }
func plainText(t *theme.Theme, _ *brick) cell.Color { return t.Text }

// ofHue returns a colorFunc for a hue.
func ofHue(i int) colorFunc { return func(t *theme.Theme, _ *brick) cell.Color { return t.Hues[i] } }

// pairHues are the hues of portal pairs. The first hues differ most.
var pairHues = [...]uint8{1, 6, 3, 2, 0, 4, 5, 7, 1}

// ofPair returns the hue of a portal's pair.
func ofPair(t *theme.Theme, b *brick) cell.Color {
	return t.Hues[pairHues[int(b.pairIndex)%len(pairHues)]]
}

// dimPair returns the color of a portal's rim.
func dimPair(t *theme.Theme, b *brick) cell.Color { return cell.Darken(ofPair(t, b), pairShare) }

// pulsing returns the color of a portal's ring.
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

// Brightness of portals, in sixteenths of the hue.
const (
	pairShare  = 8
	pulseShare = 11
)

// pulseTicks is the duration of each of the four phases of a pulse. A pulse takes 1.6 s.
const pulseTicks = 4 * engine.TicksPerSecond / 10

// kindRows contains a row for each kind of brick.
var kindRows = [len(spec.Kinds)]kindRow{
	spec.Wall: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{groove}, onFace: true, unmarked: true, solid: true,
		text: "#",
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
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{ofHue(6), ofHue(3), ofHue(1)}, onFace: true,
		unmarked: true, text: "%@%",
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
		inks: [raster.NumInks]colorFunc{alarmInk, accent}, unmarked: true, text: "(*)",
		icon: &emberIcon,
	},
	spec.Seed: {
		inks: [raster.NumInks]colorFunc{goodInk}, unmarked: true, text: "\\|/",
		icon: &leavesIcon,
	},
	spec.Sprout: {
		unmarked: true, text: "'",
		icon: &treeIcon,
	},
	spec.Bumper: {
		base: plainText, inks: [raster.NumInks]colorFunc{beamInk}, onFace: true, unmarked: true, longFlash: true,
		text: "<B>",
		icon: &capIcon,
	},
	spec.Portal: {
		base: dimPair, inks: [raster.NumInks]colorFunc{pulsing, dimPair}, pulses: true, unmarked: true, text: "(O)",
		icon: &ringIcon,
	},
	spec.Gate: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{goodInk}, unmarked: true, text: ">>>",
		icon:   &chevronsIcon,
		upDown: &chevronsDownIcon,
	},
	spec.Magnet: {
		base: steel, darkFace: true, inks: [raster.NumInks]colorFunc{alarmInk, plainText}, unmarked: true, text: "(U)",
		icon: &polesIcon,
	},
	spec.Tripwire: {
		base: steel, inks: [raster.NumInks]colorFunc{alarmInk}, unmarked: true, text: ">T<",
		icon: &slitIcon,
	},
}

// iconOf returns the icon of b and whether it is mirrored.
func (row *kindRow) iconOf(b *brick) (icon *raster.Icon, flipX, flipY bool) {
	if spec.Kinds[b.Kind].Opening != spec.OneWay {
		return row.icon, false, false
	}
	if math.Abs(b.PassDir.X) >= math.Abs(b.PassDir.Y) {
		return row.icon, b.PassDir.X < 0, false
	}
	return row.upDown, false, b.PassDir.Y < 0
}
