package bot

import (
	"slices"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// honeycomb returns six rows of bricks that need one to three hits.
func honeycomb() spec.Level {
	var l spec.Level
	for row := range 6 {
		for col := range 12 - row%2 {
			at := geom.Vec{X: 5.5 + 4.6*float64(col) + 2.3*float64(row%2), Y: 5 + 4*float64(row)}
			brick := spec.BrickSpec{Kind: spec.Kind(row % 3), Hue: uint8(row), Shape: geom.Regular(6, at, 2.4, 30)}
			l.Bricks = append(l.Bricks, brick)
		}
	}
	return l
}

// duelBoard returns the first level of matches.
func duelBoard() spec.Level { return levels.Arkanong().Levels[0] }

// levelWithDrops returns the level of the campaign with the given index, with a drop in every brick that can hold one.
func levelWithDrops(n uint64) spec.Level {
	all := levels.Shipped().Levels
	l := all[n%uint64(len(all))]
	l.Bricks = slices.Clone(l.Bricks)
	d := spec.DropKind(n % uint64(spec.NumDrops-1))
	for k := range l.Bricks {
		if row := &spec.Kinds[l.Bricks[k].Kind]; row.Breakable || row.StrongOnly {
			d = d%(spec.NumDrops-1) + 1
			l.Bricks[k].Drop = d
		}
	}
	l.Drops = 100
	return l
}
