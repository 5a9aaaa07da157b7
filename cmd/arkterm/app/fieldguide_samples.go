package app

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file defines the samples of the field guide. Each sample is a small game, played by a bot, that demonstrates an
// entry.

// Sizes of the fields in the samples. Names that end in Columns or Cols count hexagon columns. The other sizes are in
// units. Every sample field is shorter than the field of a normal game.
const (
	sampleColumns = 11
	sampleFieldW  = 4*sampleColumns + 1
	sampleH       = 28

	// The field of samples for bricks, drops and drones, which are drawn larger.
	largeCols = 6
	largeW    = 4*largeCols + 1
	largeH    = 16

	// The field of samples for matches. matchRow is the number of the row of bricks. This row is below the upper
	// paddle.
	matchH   = 36
	matchRow = 3
)

// sampleGameSeed is the seed of all samples. With a fixed seed, an entry always shows the same game.
const sampleGameSeed = 1

// sampleGame returns the configuration of the game that demonstrates entry i.
func sampleGame(i int) engine.Config {
	c := engine.Config{W: sampleFieldW, H: sampleH}
	c.Seed = sampleGameSeed
	l := spec.Level{Name: guideEntries[i].Name()}
	switch {
	case i < firstDrop:
		c.W, c.H = largeW, largeH
		l.Bricks = brickSample(spec.Kind(i - firstBrick))
	case i < firstDrone:
		kind := spec.DropKind(i - firstDrop + 1)
		c.W, c.H = largeW, largeH
		c.Difficulty = engine.Easy // its wide paddle catches more drops
		l.Bricks = dropSample(kind, 0, largeCols)
		if spec.Drops[kind].Traits&spec.VersusOnly != 0 {
			l.Bricks = matchSample(&c, kind)
		}
	case i < firstBoss:
		c.W, c.H = largeW, largeH
		l.Bricks = brickSample(spec.Plain)
		l.Drones = spec.DroneSpec{
			Max: 2, Interval: engine.TicksPerSecond, Gates: []float64{largeW / 2},
			Kinds: []spec.DroneKind{spec.DroneKind(i - firstDrone)},
		}
	case i < firstRule:
		l = bossSample(spec.BossKind(i - firstBoss + 1))
	default:
		l.Bricks = append(brickRow(0, spec.Double), brickRow(1, spec.Plain)...)
		if change := ruleRows[i-firstRule].sample; change != nil {
			change(&l)
		}
		switch i {
		case ruleEntry(stormsRule):
			c.Mode, c.Storm = engine.Storm, sampleStorm
		case ruleEntry(sentDropsRule):
			l.Bricks = matchSample(&c, spec.DropShrink)
		case ruleEntry(returningBricksRule):
			l.Bricks = matchSample(&c, spec.NoDrop)
		}
	}
	if l.Boss.Kind != spec.NoBoss {
		c.W, c.H = 0, 0 // a boss needs a field of the default size
	}
	c.Levels = []spec.Level{l}
	return c
}

// sampleStorm is the number of balls in the sample of storms.
const sampleStorm = 60

// matchSample changes c to a match. It returns a row of bricks for the level of the match. Every second brick holds a
// drop of the given kind.
func matchSample(c *engine.Config, kind spec.DropKind) []spec.BrickSpec {
	c.W, c.H, c.Mode, c.Difficulty = sampleFieldW, matchH, engine.Arkanong, engine.Easy
	return dropSample(kind, matchRow, sampleColumns)
}

// bossSample returns a level with a boss.
func bossSample(kind spec.BossKind) spec.Level {
	return spec.Level{Boss: spec.BossSpec{Kind: kind, At: geom.Vec{X: spec.FieldW / 2, Y: 18}}}
}

// threeBalls makes each serve of a level have three balls.
func threeBalls(l *spec.Level) { l.Balls = 3 }

// fewBricks replaces the bricks of a sample with seven bricks. This is the smallest number with which a level has a
// finale. The finale starts when three bricks are left, so the sample reaches it soon.
func fewBricks(l *spec.Level) {
	l.Bricks = nil
	for col := 2; col < 9; col++ {
		l.Bricks = append(l.Bricks, hexagon(col, 1, spec.Plain))
	}
}

// difficultySample returns the configuration of a game that demonstrates a difficulty in a picture of w×h cells. Three
// such pictures are side by side, so the field is small. One unit of the field is as wide as one column or half a
// column. If a field of this width could not hold a paddle, the units are smaller.
func difficultySample(w, h int) engine.Config {
	const minHeight, maxHeight = 40, 60 // in units
	cols, height := min((w-3)/4, 8), 2*(h-1)
	if cols < 7 || height < minHeight {
		cols, height = min((w-3)/2, 10), 4*(h-1)
	}
	if cols < 6 {
		cols = 10
	}
	c := engine.Config{W: float64(4*cols + 1), H: float64(min(max(height, minHeight), maxHeight))}
	c.Seed = sampleGameSeed
	l := spec.Level{}
	for n := range 3 {
		for col := range cols {
			l.Bricks = append(l.Bricks, hexagon(col, n, spec.Plain))
		}
	}
	c.Levels = []spec.Level{l}
	return c
}

// hexagon returns a brick of normal size at a column and row of a sample.
func hexagon(col, row int, kind spec.Kind) spec.BrickSpec {
	x, y := 2.5+4*float64(col), 4+4*float64(row)
	if col%2 == 1 {
		y += 2
	}
	shape, err := geom.NewPolygon(
		geom.Vec{X: x - 1.5, Y: y - 2}, geom.Vec{X: x + 1.5, Y: y - 2}, geom.Vec{X: x + 2.5, Y: y},
		geom.Vec{X: x + 1.5, Y: y + 2}, geom.Vec{X: x - 1.5, Y: y + 2}, geom.Vec{X: x - 2.5, Y: y},
	)
	if err != nil {
		panic(err) // the corners are constants
	}
	return spec.BrickSpec{Kind: kind, Hue: uint8(row % spec.NumHues), Shape: shape}
}

// brickRow returns row n of a sample, filled with bricks of a kind.
func brickRow(n int, kind spec.Kind) (all []spec.BrickSpec) {
	for col := range sampleColumns {
		all = append(all, hexagon(col, n, kind))
	}
	return all
}

// brickSample returns a row of plain bricks with two bricks of a kind among them. Portals form a pair.
func brickSample(kind spec.Kind) (all []spec.BrickSpec) {
	if spec.Kinds[kind].Wired {
		return wireSample(kind)
	}
	for col := range largeCols {
		b := hexagon(col, 0, spec.Plain)
		if col == 1 || col == 4 {
			b = completeBrick(hexagon(col, 0, kind))
		}
		all = append(all, b)
	}
	return all
}

// wireSample returns the bricks of a sample for a trip wire. The wire is between two bricks of the given kind. Above
// each of them is a brick that takes several hits.
func wireSample(kind spec.Kind) (all []spec.BrickSpec) {
	for _, col := range []int{0, largeCols - 1} {
		all = append(all, hexagon(col, 0, spec.Quad), completeBrick(hexagon(col, 1, kind)))
	}
	return append(all, hexagon(2, 0, spec.Plain), hexagon(largeCols-3, 0, spec.Plain))
}

// completeBrick adds the properties that the kind of b requires, such as a partner or a direction.
func completeBrick(b spec.BrickSpec) spec.BrickSpec {
	switch row := &spec.Kinds[b.Kind]; {
	case row.Paired():
		b.Pair = 1
	case row.Opening == spec.OneWay:
		b.PassDir = geom.Vec{Y: -1}
	}
	return b
}

// dropSample returns row n of a sample with the given number of columns. Every second brick holds a drop of the given
// kind.
func dropSample(kind spec.DropKind, n, cols int) (all []spec.BrickSpec) {
	for col := range cols {
		b := hexagon(col, n, spec.Double)
		if col%2 == 0 {
			b = hexagon(col, n, spec.Plain)
			b.Drop = kind
		}
		all = append(all, b)
	}
	return all
}

// entryInField returns a function that reports whether an object of entry i is in the field of g. For entries other
// than drops and drones, the function always returns true.
func entryInField(i int) func(g *engine.Game) bool {
	return func(g *engine.Game) bool {
		switch {
		case i >= firstDrop && i < firstDrone:
			for k := range g.Drops {
				if dropEntry(g.Drops[k].Kind) == i {
					return true
				}
			}
			return false
		case i >= firstDrone && i < firstBoss:
			for k := range g.Drones {
				if g.Bricks[g.Drones[k].Brick].Hits > 0 {
					return true
				}
			}
			return false
		}
		return true
	}
}
