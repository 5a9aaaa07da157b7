package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// Every kind of brick has a different picture or color. Bricks that must be broken have the color of their hue, and a
// dark icon if they have a special effect. Other bricks look like dull steel, some of them with a bright icon in a dark
// window.

// A colorFunc returns a color of a brick's picture.
type colorFunc func(t *theme.Theme, b *brick) cell.Color

// A kindRow is the picture of a kind of brick.
type kindRow struct {
	base         colorFunc                 // color from which the shades are derived; nil for the brick's hue
	darkFace     bool                      // the face is darker than usual
	icon         *raster.Icon              // icon of the kind; nil if there is none
	verticalIcon *raster.Icon              // icon of a gate that balls pass vertically
	inks         [raster.NumInks]colorFunc // inks of the icon; nil means the first ink
	onFace       bool                      // without colors, the inks are dark on the lit face
	pulses       bool                      // the inks change with the brick's pulse
	drains       bool                      // the upper part is dark while hits are missing
	hidesHits    bool                      // the brick has neither pips nor cracks
	longFlash    bool                      // the flash lasts longer than usual and extends beyond the brick
	solid        bool                      // in ASCII the brick is filled; without colors, adjacent bricks merge
	text         string                    // text in ASCII; its middle also replaces an icon for which there is no room
}

// Colors that do not depend on the brick.

func steelColor(t *theme.Theme, _ *brick) cell.Color { return t.Steel }
func shineColor(t *theme.Theme, _ *brick) cell.Color { return cell.Glow(t.Steel) }
func glossColor(t *theme.Theme, _ *brick) cell.Color {
	return cell.Mix(cell.Glow(t.Steel), 0xffffff, 12)
}
func beamColor(t *theme.Theme, _ *brick) cell.Color   { return t.Beam }
func grooveColor(t *theme.Theme, _ *brick) cell.Color { return cell.Darken(t.Steel, grooveShare) }
func accentColor(t *theme.Theme, _ *brick) cell.Color { return t.Accent }
func alarmColor(t *theme.Theme, _ *brick) cell.Color  { return t.Alarm }
func goodColor(t *theme.Theme, _ *brick) cell.Color   { return t.Good }
func textColor(t *theme.Theme, _ *brick) cell.Color   { return t.Text }

// hueColor returns a colorFunc for a hue.
func hueColor(i int) colorFunc { return func(t *theme.Theme, _ *brick) cell.Color { return t.Hues[i] } }

// pairHues are the hues of portal pairs. The first pairs have the hues that differ most.
var pairHues = [...]uint8{1, 6, 3, 2, 0, 4, 5, 7, 1}

// pairColor returns the hue of a portal's pair.
func pairColor(t *theme.Theme, b *brick) cell.Color {
	return t.Hues[pairHues[int(b.pairIndex)%len(pairHues)]]
}

// pairRimColor returns the color of a portal's rim.
func pairRimColor(t *theme.Theme, b *brick) cell.Color {
	return cell.Darken(pairColor(t, b), pairRimShare)
}

// pairRingColor returns the color of a portal's ring.
func pairRingColor(t *theme.Theme, b *brick) cell.Color {
	switch c := pairColor(t, b); b.pulse {
	case 0:
		return cell.Darken(c, dimPulseShare)
	case 1:
		return c
	default:
		return cell.Glow(c)
	}
}

// Brightness of portals, in sixteenths of the hue.
const (
	pairRimShare  = 8
	dimPulseShare = 11
)

// pulseTicks is the duration of each of the four phases of a pulse. A pulse takes 1.6 s.
const pulseTicks = 4 * engine.TicksPerSecond / 10

// kindRows contains a row for each kind of brick.
var kindRows = [len(spec.Kinds)]kindRow{
	spec.Wall: {
		base: steelColor, darkFace: true, inks: [raster.NumInks]colorFunc{grooveColor}, onFace: true, hidesHits: true,
		solid: true,
		text:  "#",
		icon:  &grooveIcon,
	},
	spec.Cracked: {
		base: steelColor, darkFace: true, hidesHits: true, text: "/\\/",
		icon: &crackIcon,
	},
	spec.Metal: {
		base: shineColor, inks: [raster.NumInks]colorFunc{glossColor}, onFace: true, hidesHits: true, text: "///",
		icon: &glossIcon,
	},
	spec.Chaos: {
		base: steelColor, darkFace: true, inks: [raster.NumInks]colorFunc{hueColor(6), hueColor(3), hueColor(1)},
		onFace:    true,
		hidesHits: true, text: "%@%",
		icon: &confettiIcon,
	},
	spec.Hidden: {
		darkFace: true, text: "h",
		icon: &dashesIcon,
	},
	spec.Regrow: {
		drains: true, hidesHits: true, text: "+",
		icon: &crossIcon,
	},
	spec.Bomb: {
		inks: [raster.NumInks]colorFunc{alarmColor, accentColor}, hidesHits: true, text: "(*)",
		icon: &emberIcon,
	},
	spec.Seed: {
		inks: [raster.NumInks]colorFunc{goodColor}, hidesHits: true, text: "\\|/",
		icon: &leavesIcon,
	},
	spec.Sprout: {
		hidesHits: true, text: "'",
		icon: &treeIcon,
	},
	spec.Bumper: {
		base: textColor, inks: [raster.NumInks]colorFunc{beamColor}, onFace: true, hidesHits: true, longFlash: true,
		text: "<B>",
		icon: &capIcon,
	},
	spec.Portal: {
		base: pairRimColor, inks: [raster.NumInks]colorFunc{pairRingColor, pairRimColor}, pulses: true, hidesHits: true,
		text: "(O)",
		icon: &ringIcon,
	},
	spec.Gate: {
		base: steelColor, darkFace: true, inks: [raster.NumInks]colorFunc{goodColor}, hidesHits: true, text: ">>>",
		icon:         &chevronsIcon,
		verticalIcon: &chevronsDownIcon,
	},
	spec.Magnet: {
		base: steelColor, darkFace: true, inks: [raster.NumInks]colorFunc{alarmColor, textColor}, hidesHits: true,
		text: "(U)",
		icon: &polesIcon,
	},
	spec.Tripwire: {
		base: steelColor, inks: [raster.NumInks]colorFunc{alarmColor}, hidesHits: true, text: ">T<",
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
	return row.verticalIcon, false, b.PassDir.Y < 0
}
