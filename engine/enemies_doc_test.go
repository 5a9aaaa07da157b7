package engine_test

import (
	"fmt"
	"strings"

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
		_, far := s.Area()
		fmt.Fprintf(&b, "* **%s** (%d hits, %d points, area %g × %g):\n  %s\n", row.Name, row.Hits, row.Points,
			2*far.X, 2*far.Y, row.Help)
	}
	return b.String()
}
