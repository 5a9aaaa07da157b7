package levels

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Brick describes a brick without its position, like the part of a legend entry after the symbol.
type Brick struct {
	Kind    spec.Kind
	Hue     uint8         // color, 0 to 7
	Hits    uint8         // initial hits; 0 means the maximum of its kind
	Pair    uint8         // number of a pair of portals or trip wires; 0 for other kinds
	Drop    spec.DropKind // drop that it releases
	Dormant bool          // a sprout that only a seed grows
	Way     geom.Vec      // unit vector of a gate's direction; 0, 0 for other kinds
}

// brickOf returns the description of a brick.
func brickOf(b *spec.BrickSpec) Brick {
	return Brick{b.Kind, b.Hue, b.Hits, b.Pair, b.Drop, b.Dormant, b.PassDir}
}

// spec returns a brick without a shape.
func (b Brick) spec() spec.BrickSpec {
	return spec.BrickSpec{
		Kind: b.Kind, Hue: b.Hue, Hits: b.Hits, Pair: b.Pair, Drop: b.Drop, Dormant: b.Dormant, PassDir: b.Way,
	}
}

// String returns the brick as in a legend, for example "double 4 holds life".
func (b Brick) String() string {
	var t strings.Builder
	row := &spec.Kinds[b.Kind]
	t.WriteString(row.Name)
	if b.Hue > 0 || row.Breakable && !row.StrongOnly {
		fmt.Fprintf(&t, " %d", b.Hue)
	}
	if b.Hits > 0 && b.Hits < row.Hits {
		fmt.Fprintf(&t, " hits %d", b.Hits)
	}
	if b.Drop != spec.NoDrop {
		fmt.Fprintf(&t, " holds %s", b.Drop)
	}
	if b.Dormant {
		t.WriteString(" grows later")
	}
	if b.Pair > 0 {
		fmt.Fprintf(&t, " pair %d", b.Pair)
	}
	if b.Way != (geom.Vec{}) {
		t.WriteString(" way " + wayText(b.Way))
	}
	return t.String()
}

// wayText returns a gate's direction as in a level file.
func wayText(v geom.Vec) string {
	degrees := decimal(wayDegrees(v))
	for name, d := range directions {
		if decimal(d) == degrees {
			return name
		}
	}
	return degrees
}

// wayDegrees returns a gate's direction in degrees, from 0 up to but not including 360.
func wayDegrees(v geom.Vec) float64 {
	degrees := math.Round(math.Atan2(v.Y, v.X)*180/math.Pi*1e9) / 1e9
	return math.Mod(degrees+360, 360)
}

// decimal formats a number with up to nine decimals and without trailing zeros. This hides rounding errors, but is
// precise enough for bricks that touch.
func decimal(x float64) string {
	s := strconv.FormatFloat(math.Round(x*1e9)/1e9, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// seconds formats a time in ticks as seconds, with as few decimals as necessary.
func seconds(ticks int) string {
	x := float64(ticks) / engine.TicksPerSecond
	for decimals := range 3 {
		s := strconv.FormatFloat(x, 'f', decimals, 64)
		if y, _ := parseNumber(s); toTicks(y) == ticks {
			return s
		}
	}
	return strconv.FormatFloat(x, 'f', 3, 64) // 0.001 s is less than a tick
}

// String returns the value of the key hexagon or polygon.
func (f *FreeBrick) String() string {
	t := f.Brick.String() + " at "
	if f.Radius > 0 {
		t += decimal(f.Center.X) + " " + decimal(f.Center.Y) + ", radius " + decimal(f.Radius)
		if f.Turn != 0 {
			t += ", turn " + decimal(f.Turn)
		}
	}
	for i, c := range f.Corners[:f.NumCorners] {
		if i > 0 {
			t += ", "
		}
		t += decimal(c.X) + " " + decimal(c.Y)
	}
	if f.Drift != (geom.Vec{}) {
		t += ", drift " + decimal(f.Drift.X) + " " + decimal(f.Drift.Y) + " every " + decimal(f.Every)
	}
	if f.Spin != 0 {
		t += ", spin " + decimal(f.Spin)
	}
	return t
}

// EmitterText returns the value of the key emitter.
func EmitterText(e spec.EmitterSpec) string {
	t := "at " + decimal(e.At.X) + " " + decimal(e.At.Y) + ", angle " + decimal(e.Degrees)
	if e.Spin != 0 {
		t += ", spin " + decimal(e.Spin)
	}
	if e.On > 0 {
		t += ", on " + seconds(e.On) + " off " + seconds(e.Off)
		if e.Elapsed > 0 {
			t += ", delay " + seconds(e.On+e.Off-e.Elapsed)
		}
	}
	return t
}

// DronesText returns the value of the key drones, or "" for no drones.
func DronesText(s *spec.DroneSpec) string {
	if s.Max == 0 {
		return ""
	}
	t := fmt.Sprintf("%d every %s from", s.Max, seconds(s.Interval))
	for _, x := range s.Gates {
		t += " " + decimal(x)
	}
	for i, k := range s.Kinds {
		if i == 0 {
			t += " of"
		}
		t += " " + k.String()
	}
	return t
}

// BossText returns the value of the key boss, or "" for no boss.
func BossText(b spec.BossSpec) string {
	if b.Kind == spec.NoBoss {
		return ""
	}
	return b.Kind.String() + " at " + decimal(b.At.X) + " " + decimal(b.At.Y)
}
