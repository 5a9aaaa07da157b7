package main

import (
	"fmt"
	"math/rand/v2"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world/scenes"
	"arkterm/levels"
)

// levelScenes are levels of the campaign whose bricks do not break.
var levelScenes = []scenes.Workload{
	levelScene(33, 12),
	levelScene(12, 12),
	levelScene(40, 12),
}

// levelScene returns the bricks of a level, among which balls move.
func levelScene(level, balls int) scenes.Workload {
	return scenes.Workload{
		Name: fmt.Sprint("level-", level), Summary: fmt.Sprintf("the bricks of level %d, %d balls", level, balls),
		Scene: func() scenes.Scene {
			s := scenes.Scene{W: spec.FieldW, H: spec.FieldH, Wall: scenes.Wall, Dt: scenes.Step}
			bricks := levels.Shipped().Levels[level-1].Bricks
			for k := range bricks {
				if b := &bricks[k]; !b.Dormant {
					s.Bricks = append(s.Bricks, scenes.Brick{Shape: b.Shape, Motion: b.Motion})
				}
			}

			const radius, speed = 0.6, 40
			rng := rand.New(rand.NewPCG(uint64(level), 0))
			for len(s.Balls) < balls {
				at := geom.Vec{X: 1 + float64((s.W-2)*rng.Float64()), Y: 1 + float64((s.H-2)*rng.Float64())}
				if s.IsFree(at, radius) {
					v := geom.Direction(360 * rng.Float64()).Mul(speed)
					s.Balls = append(s.Balls, scenes.Ball{X: at.X, Y: s.H - at.Y, VX: v.X, VY: -v.Y, R: radius})
				}
			}
			return s
		},
		Steps: 2400, Runs: 8,
	}
}
