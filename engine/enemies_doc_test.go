package engine_test

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

func droneTable() string {
	var b strings.Builder
	for _, row := range spec.Drones {
		fmt.Fprintf(&b, "* **%s** `%c` (%d points, %g units/s): %s\n", row.Name, row.Mark, row.Points, row.Speed,
			row.Help)
	}
	return b.String()
}

func bossTable() string {
	var b strings.Builder
	for k, row := range spec.Bosses {
		if spec.BossKind(k) == spec.NoBoss {
			continue
		}
		s := spec.BossSpec{Kind: spec.BossKind(k)}
		_, far := s.Room()
		fmt.Fprintf(&b, "* **%s** (%d points, area %g × %g): %s\n", row.Name, row.Points, 2*far.X, 2*far.Y, row.Help)
	}
	return b.String()
}

func phaseTable() string {
	var b strings.Builder
	b.WriteString("| boss, hits left | weak sides | attacks |\n|---|---|---|\n")
	for k, row := range spec.Bosses {
		if spec.BossKind(k) == spec.NoBoss {
			continue
		}
		for _, p := range row.Phases {
			fmt.Fprintf(&b, "| `%s` %d | %s | %s |\n", row.Name, p.From, sides(&row, p.Weak), attacks(&p))
		}
	}
	return b.String()
}

// attacks returns the shields, volleys, drones and pull of a phase.
func attacks(p *spec.BossPhase) string {
	var all []string
	if n := bits(p.Shields); n > 0 {
		all = append(all, count(n, "shield"))
	}
	if p.VolleyTicks > 0 {
		all = append(all, fmt.Sprintf("%s per %.3g s", count(p.Shots, "bolt"),
			float64(p.VolleyTicks)/engine.TicksPerSecond))
	}
	if p.MaxDrones > 0 {
		all = append(all, count(p.MaxDrones, "drone"))
	}
	if p.LayTicks > 0 {
		all = append(all,
			fmt.Sprintf("%s per %.3g s", count(p.Lays, "sprout"), float64(p.LayTicks)/engine.TicksPerSecond))
	}
	if p.CracksWalls {
		all = append(all, "cracks walls")
	}
	if p.PullRate > 0 {
		all = append(all, fmt.Sprintf("pull %g°/s", p.PullRate))
	}
	return strings.Join(all, ", ")
}

// count returns a number with a noun, such as "2 bolts".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sides returns the names of weak sides. The names describe the normals before the boss rotates.
func sides(row *spec.BossRow, weak uint8) string {
	if bits(weak) == 6 {
		return "all"
	}
	shape := geom.Regular(6, geom.Vec{}, 1, row.CornerAngle)
	var names []string
	for k := range shape.N() {
		if n := shape.Normal(k); weak>>k&1 != 0 {
			names = append(names, pointsTo(n))
		}
	}
	return strings.Join(names, ", ")
}

// pointsTo returns the compass direction of a normal.
func pointsTo(n geom.Vec) string {
	name := ""
	switch {
	case n.Y > 0.1:
		name = "S"
	case n.Y < -0.1:
		name = "N"
	}
	switch {
	case n.X > 0.1:
		name += "E"
	case n.X < -0.1:
		name += "W"
	}
	return name
}

func bits(x uint8) (n int) {
	for ; x > 0; x &= x - 1 {
		n++
	}
	return n
}
