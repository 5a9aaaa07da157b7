package engine

import (
	"fmt"
	"math"

	"arkterm/engine/digest"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file contains the rows of an endless game. A row is made above the field and comes down with
// all others, half a unit at a time, and only when no ball is in the way of a brick, so that balls
// are never pushed. A brick that comes too low costs a life, and the lowest rows are removed.

// Rows is the state of the rows.
type Rows struct {
	Made int     // number of rows so far
	Top  float64 // the middle of the last one, a multiple of rowStep

	wait int // ticks of Play until the next step down
}

// Down returns the number of rows that have entered the field since the game began.
func (r *Rows) Down() int { return max(0, r.Made-rowsFirst-1) }

// The honeycomb of the rows, of the size of most levels' bricks. Rows of twelve and of eleven
// bricks alternate, so that each row is symmetric.
const (
	rowPitch   = 4.0 // from row to row
	rowColumn  = 5.0 // from brick to brick
	rowBricks  = 12
	rowHalf    = 2.25                         // of a brick's width
	rowCorner  = 2.4                          // from its middle to the corner at the top or below
	rowStep    = 0.5                          // step down of all rows
	rowsKept   = 13                           // one more than fit at once
	rowsFirst  = 5                            // at the beginning of a game
	rowsGone   = 3                            // removed when one is too low
	rowLowest  = spec.LowestBrick - rowCorner // greatest y of a middle
	rowAbove   = -rowCorner - rowStep/2       // a middle at this y or less is above the field
	rowHurried = rowAbove + 4*rowPitch        // while none is lower, rows hurry …
	rowHurry   = 6                            // … by this factor
	rowSlow    = 12 * TicksPerSecond          // for a row's height, at first …
	rowFast    = 4 * TicksPerSecond           // … in the end …
	rowSooner  = TicksPerSecond / 10          // … and less by this for each row
	rowSteps   = int(rowPitch / rowStep)      // steps from row to row
	rowHues    = 2                            // rows of the same hue
)

// A rowKind is a kind of brick that rows are made of.
type rowKind struct {
	kind   spec.Kind
	from   int // number of rows before the first one with it
	weight int
}

// rowKinds are the kinds in rows; more of them appear as the game goes on.
var rowKinds = [...]rowKind{
	{spec.Plain, 0, 60},
	{spec.Double, 6, 25},
	{spec.Bomb, 10, 6},
	{spec.Triple, 16, 20},
	{spec.Regrow, 24, 10},
	{spec.Quad, 32, 15},
	{spec.Hidden, 40, 8},
}

// Percentage of places in a row with a brick: at first, at most, and the number of rows for one
// more.
const (
	rowDense     = 55
	rowDensest   = 90
	rowsPerDense = 2
)

func init() {
	Modes[Endless].hooks = hooks{
		setUp: (*Game).setUpRows, move: (*Game).moveRows, hash: (*Game).hashRows, check: (*Game).checkRows,
	}
}

// setUpRows makes the first rows, and the bricks for all later ones.
func (g *Game) setUpRows() {
	g.Rows = Rows{Top: rowAbove - rowPitch}
	g.Bricks = g.Bricks[:0]
	g.world.ClearObstacles()
	for range rowsKept * rowBricks {
		g.addBrick(Brick{Pair: -1}, world.Obstacle{Shape: rowShape(0, 0)}, spec.Motion{})
	}
	g.timed = reserve(g.timed, len(g.Bricks))
	g.BricksLeft = 0
	for range rowsFirst + 1 {
		g.makeRow()
		g.Rows.Top += rowPitch
	}
	g.Rows.Top = rowAbove
	g.placeRows()
	g.Rows.wait = g.rowTicks()
}

// makeRow makes another row above the others.
func (g *Game) makeRow() {
	n := g.Rows.Made
	g.Rows.Made++
	g.Rows.Top -= rowPitch

	dense := min(rowDensest, rowDense+n/rowsPerDense)
	across := rowBricks - n%2
	for c := range (across + 1) / 2 {
		kind, there := g.rowKind(n), g.rng.Below(100) < dense
		if c == 0 {
			there = true // no row is empty
		}
		for _, column := range [...]int{c, across - 1 - c} {
			k := rowIndex(n, column)
			g.Bricks[k] = Brick{Kind: kind, Hue: uint8(n / rowHues % spec.Hues), Unseen: spec.Kinds[kind].Hides, Pair: -1}
			hits := uint8(0)
			if there {
				hits = spec.Kinds[kind].Hits
			}
			g.setHits(k, hits)
		}
	}

	for c := across; c < rowBricks; c++ {
		k := rowIndex(n, c)
		g.Bricks[k] = Brick{Pair: -1}
		g.setHits(k, 0)
	}

	for c := range rowBricks {
		if b := &g.Bricks[rowIndex(n, c)]; b.Hits > 0 {
			g.BricksLeft++
		}
	}
}

// rowIndex returns the index of the brick in a column of row n. A new row reuses the bricks of one
// that is long gone.
func rowIndex(n, column int) int { return n%rowsKept*rowBricks + column }

// rowKind draws a kind for row n.
func (g *Game) rowKind(n int) spec.Kind {
	sum := 0
	for _, k := range rowKinds {
		if n >= k.from {
			sum += k.weight
		}
	}
	at := g.rng.Below(sum)
	for _, k := range rowKinds {
		if n < k.from {
			continue
		}
		if at -= k.weight; at < 0 {
			return k.kind
		}
	}
	return spec.Plain
}

// rowAt returns the height of the middle of row n.
func (g *Game) rowAt(n int) float64 {
	return g.Rows.Top + float64(rowPitch*float64(g.Rows.Made-1-n))
}

// rowShape returns a brick of a row: a hexagon with a corner at the top.
func rowShape(x, y float64) geom.Polygon {
	const half = rowCorner / 2
	shape, err := geom.NewPolygon(
		geom.Vec{X: x, Y: y - rowCorner}, geom.Vec{X: x + rowHalf, Y: y - half}, geom.Vec{X: x + rowHalf, Y: y + half},
		geom.Vec{X: x, Y: y + rowCorner}, geom.Vec{X: x - rowHalf, Y: y + half}, geom.Vec{X: x - rowHalf, Y: y - half},
	)
	if err != nil {
		panic("engine: a brick of a row: " + err.Error())
	}
	return shape
}

// eachRow calls f for the present rows, from the lowest one up.
func (g *Game) eachRow(f func(n int)) {
	for n := max(0, g.Rows.Made-rowsKept); n < g.Rows.Made; n++ {
		f(n)
	}
}

// placeRows moves all bricks to the places of their rows.
func (g *Game) placeRows() {
	g.eachRow(func(n int) {
		across := rowBricks - n%2
		left := float64((g.W - float64(rowColumn*float64(across-1))) / 2)
		for c := range rowBricks {
			*g.Shape(rowIndex(n, c)) = rowShape(left+float64(rowColumn*float64(c)), g.rowAt(n))
		}
	})
}

// lowestRow returns the height of the middle of the lowest row with a brick, or −∞.
func (g *Game) lowestRow() float64 {
	for n := max(0, g.Rows.Made-rowsKept); n < g.Rows.Made; n++ {
		for c := range rowBricks {
			if g.Bricks[rowIndex(n, c)].Hits > 0 {
				return g.rowAt(n)
			}
		}
	}
	return math.Inf(-1)
}

// LowestRow returns the y of the lower end of the lowest row, or −∞.
func (g *Game) LowestRow() float64 { return g.lowestRow() + rowCorner }

// rowTicks returns the ticks of Play until the next step. Rows are slower where balls are, and they
// hurry while only the rows at the top exist.
func (g *Game) rowTicks() int {
	ticks := max(rowFast, rowSlow-rowSooner*g.Rows.Made)
	ticks = int(float64(float64(ticks)*StartSpeed) / g.row().Slow)
	if g.lowestRow() < rowHurried {
		ticks /= rowHurry
	}
	return ticks / rowSteps
}

// moveRows advances the rows by a tick of Play.
func (g *Game) moveRows() {
	if g.Phase != Play {
		return
	}
	if g.Rows.wait--; g.Rows.wait > 0 || g.inTheRowsWay() {
		return
	}
	if g.lowestRow()+rowStep > rowLowest {
		g.landRows()
	}
	g.Rows.Top += rowStep
	if g.Rows.Top > rowAbove {
		g.makeRow()
	}
	g.placeRows()
	g.world.Renew()
	g.Rows.wait = g.rowTicks()
}

// inTheRowsWay reports whether a ball is where a brick would be after another step.
func (g *Game) inTheRowsWay() bool {
	for i := range g.Balls {
		d := &g.world.Discs[i]
		if d.Held {
			continue
		}
		at := g.BallAt(i)
		at.Y -= rowStep
		for k := range g.Bricks {
			if g.world.Depth(k, at, d.R+clearance) > 0 {
				return true
			}
		}
	}
	return false
}

// landRows takes a life when rows have come too low, and removes those and the ones above.
func (g *Game) landRows() {
	low := g.lowestRow()
	for n := max(0, g.Rows.Made-rowsKept); n < g.Rows.Made && g.rowAt(n) > low-rowPitch*(rowsGone-0.5); n++ {
		for c := range rowBricks {
			k := rowIndex(n, c)
			b := &g.Bricks[k]
			if b.Hits == 0 && b.timer == 0 {
				continue
			}
			if b.Hits > 0 {
				g.BricksLeft--
				at, _ := g.Shape(k).Circle()
				g.emit(Event{Kind: RowLanded, Ball: -1, Brick: k, At: at})
			}
			b.timer, b.Lit = 0, false
			g.setHits(k, 0)
		}
	}
	if g.Lives--; g.Lives == 0 {
		g.finish(Over)
	}
}

func (g *Game) hashRows(d *digest.Sum) {
	d.Int(g.Rows.Made)
	d.Float(g.Rows.Top)
	d.Int(g.Rows.wait)
}

// checkRows checks that the bricks are at the places of their rows, and none is too low.
func (g *Game) checkRows() error {
	if low := g.lowestRow(); low > rowLowest {
		return fmt.Errorf("a row at %g, the lowest may be at %g", low, rowLowest)
	}
	for n := max(0, g.Rows.Made-rowsKept); n < g.Rows.Made; n++ {
		for c := range rowBricks {
			if at, _ := g.Shape(rowIndex(n, c)).Circle(); math.Abs(at.Y-g.rowAt(n)) > tolerance {
				return fmt.Errorf("row %d: brick %d at %v, the row is at %g", n, c, at, g.rowAt(n))
			}
		}
	}
	return nil
}
