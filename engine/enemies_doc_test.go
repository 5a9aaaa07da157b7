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
	b.WriteString("| drone | units/s | points | description |\n|---|--:|--:|---|\n")
	for _, row := range spec.Drones {
		fmt.Fprintf(&b, "| %c `%s` | %g | %d | %s |\n", row.Mark, row.Name, row.Speed, row.Points, row.Help)
	}
	return b.String()
}

func bossTable() string {
	var b strings.Builder
	b.WriteString("| boss | hits | points | room | description |\n|---|--:|--:|---|---|\n")
	for k, row := range spec.Bosses {
		if spec.BossKind(k) == spec.NoBoss {
			continue
		}
		s := spec.BossSpec{Kind: spec.BossKind(k)}
		_, far := s.Room()
		fmt.Fprintf(&b, "| %c `%s` | %d | %d | ±%g×%g | %s |\n",
			row.Mark, row.Name, row.Hits, row.Points, far.X, far.Y, row.Help)
	}
	return b.String()
}

func phaseTable() string {
	var b strings.Builder
	b.WriteString("| boss | from hits | units/s | rotation | weak sides | shields | volley | drones | pull |\n")
	b.WriteString("|---|--:|--:|---|---|--:|---|--:|--:|\n")
	for k, row := range spec.Bosses {
		if spec.BossKind(k) == spec.NoBoss {
			continue
		}
		for _, p := range row.Phases {
			fmt.Fprintf(&b, "| `%s` | %d | %s | %s | %s | %s | %s | %s | %s |\n",
				row.Name, p.From, number(p.Speed, ""), turns(&p),
				sides(&row, p.Weak), orDash(bits(p.Shields)), volley(&p), orDash(p.MaxDrones),
				number(p.PullRate, "°/s"))
		}
	}
	return b.String()
}

func number(x float64, unit string) string {
	if x == 0 {
		return "–"
	}
	return fmt.Sprintf("%g%s", x, unit)
}

func turns(p *spec.BossPhase) string {
	if p.RockAngle > 0 {
		return fmt.Sprintf("%g°/s, ±%g°", p.Spin, p.RockAngle)
	}
	return number(p.Spin, "°/s")
}

// sides returns the names of weak sides. The names describe the normals before the boss rotates.
func sides(row *spec.BossRow, weak uint8) string {
	if bits(weak) == 6 {
		return "all"
	}
	shape := geom.Regular(6, geom.Vec{}, 1, row.Corner)
	var names []string
	for k := range shape.N() {
		if n := shape.Normal(k); weak>>k&1 != 0 {
			names = append(names, pointsTo(n))
		}
	}
	return strings.Join(names, ", ")
}

func pointsTo(n geom.Vec) string {
	up, side := "", ""
	switch {
	case n.Y > 0.1:
		up = "lower"
	case n.Y < -0.1:
		up = "upper"
	}
	switch {
	case n.X > 0.1:
		side = "right"
	case n.X < -0.1:
		side = "left"
	}
	return strings.TrimSpace(up + " " + side)
}

func volley(p *spec.BossPhase) string {
	if p.VolleyTicks == 0 {
		return "–"
	}
	return fmt.Sprintf("%d per %.3g s", p.Shots, float64(p.VolleyTicks)/engine.TicksPerSecond)
}

func bits(x uint8) (n int) {
	for ; x > 0; x &= x - 1 {
		n++
	}
	return n
}
