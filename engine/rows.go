package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file contains the rows of an endless game. A row is made above the field and comes down with
// all others, a unit at a time, and only when no ball is in the way of a brick, so that balls
// are never pushed. A brick that comes too low costs a life, and the lowest rows are removed.

// Rows is the state of the rows.
type Rows struct {
	Made int     // number of rows so far
	Top  float64 // the middle of the last one, a multiple of rowStep

	wait int // ticks of Play until the next step down
}

// Down returns the number of rows that have entered the field since the game began.
func (r *Rows) Entered() int { return max(0, r.Made-initialRows-1) }

// The honeycomb of the rows, of the size of most levels' bricks. Every second brick of a row stands half a
// brick lower.
const (
	rowHeight    = 4.0 // from row to row; how high a brick is
	columnWidth  = 4.0 // from brick to brick
	rowColumns   = 15
	rowHalfWidth = 2.5                      // of a brick's width
	rowHalfSide  = 1.5                      // half of its side at the top, and of that at the bottom
	rowOffset    = rowHeight / 2            // how much lower every second one is
	rowDepth     = rowOffset + rowHeight/2  // from the middle of a row to its lower end
	rowStep      = 1.0                      // step down of all rows
	maxRows      = 13                       // one more than fit at once
	initialRows  = 5                        // at the beginning of a game
	rowsRemoved  = 3                        // removed when one is too low
	rowStartY    = -rowDepth                // a middle at this y or less is above the field
	hurryAboveY  = rowStartY + 4*rowHeight  // while none is lower, rows hurry …
	hurryFactor  = 6                        // … by this factor
	maxRowTicks  = 12 * TicksPerSecond      // for a row's height, at first …
	minRowTicks  = 4 * TicksPerSecond       // … in the end …
	rowTicksStep = TicksPerSecond / 10      // … and less by this for each row
	stepsPerRow  = int(rowHeight / rowStep) // steps from row to row
	rowsPerHue   = 2                        // rows of the same hue
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
	minRowDensity      = 45
	maxRowDensity      = 75
	rowsPerDensityStep = 2
)

func init() {
	Modes[Endless].hooks = hooks{
		setUp: (*Game).setUpRows, moved: (*Game).moveRows, hash: (*Game).hashRows, check: (*Game).checkRows,
	}
}

// setUpRows makes the first rows, and the bricks for all later ones.
func (g *Game) setUpRows() {
	g.Rows = Rows{Top: rowStartY - rowHeight}
	g.Bricks = g.Bricks[:0]
	g.world.ClearObstacles()
	for range maxRows * rowColumns {
		g.addBrick(Brick{Pair: -1}, world.Obstacle{Shape: new(rowShape(0, 0))}, spec.Motion{})
	}
	g.timedBricks = reserve(g.timedBricks, len(g.Bricks))
	g.BricksLeft = 0
	for range initialRows + 1 {
		g.makeRow()
		g.Rows.Top += rowHeight
	}
	g.Rows.Top = rowStartY
	g.placeRows()
	g.Rows.wait = g.rowTicks()
}

// makeRow makes another row above the others.
func (g *Game) makeRow() {
	n := g.Rows.Made
	g.Rows.Made++
	g.Rows.Top -= rowHeight

	dense := min(maxRowDensity, minRowDensity+n/rowsPerDensityStep)
	const pairs = (rowColumns + 1) / 2
	sure := g.rng.Below(pairs) // no row is empty
	for c := range pairs {
		kind, there := g.rowKind(n), g.rng.Below(100) < dense || c == sure
		for _, column := range [...]int{c, rowColumns - 1 - c} {
			k := rowIndex(n, column)
			g.Bricks[k] = Brick{Kind: kind, Hue: uint8(n / rowsPerHue % spec.NumHues), Unseen: spec.Kinds[kind].Hides, Pair: -1}
			hits := uint8(0)
			if there {
				hits = spec.Kinds[kind].Hits
			}
			g.setHits(k, hits)
		}
	}

	for c := range rowColumns {
		if b := &g.Bricks[rowIndex(n, c)]; b.Hits > 0 {
			g.BricksLeft++
		}
	}
}

// rowIndex returns the index of the brick in a column of row n. A new row reuses the bricks of one
// that is long gone.
func rowIndex(n, column int) int { return n%maxRows*rowColumns + column }

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

// rowAt returns the height of the middle of row n: of its first brick, for one.
func (g *Game) rowAt(n int) float64 {
	return g.Rows.Top + float64(rowHeight*float64(g.Rows.Made-1-n))
}

// rowShape returns a brick of a row: a hexagon with a side at the top.
func rowShape(x, y float64) geom.Polygon {
	const high = rowHeight / 2
	shape, err := geom.NewPolygon(
		geom.Vec{X: x - rowHalfSide, Y: y - high}, geom.Vec{X: x + rowHalfSide, Y: y - high}, geom.Vec{X: x + rowHalfWidth, Y: y},
		geom.Vec{X: x + rowHalfSide, Y: y + high}, geom.Vec{X: x - rowHalfSide, Y: y + high}, geom.Vec{X: x - rowHalfWidth, Y: y},
	)
	if err != nil {
		panic("engine: a brick of a row: " + err.Error())
	}
	return shape
}

// inRow returns how much lower the brick in a column stands than the middle of its row.
func columnOffset(column int) float64 { return float64(rowOffset * float64(column%2)) }

// eachRow calls f for the present rows, from the lowest one up.
func (g *Game) eachRow(f func(n int)) {
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made; n++ {
		f(n)
	}
}

// placeRows moves all bricks to the places of their rows.
func (g *Game) placeRows() {
	g.eachRow(func(n int) {
		left := float64((g.W - columnWidth*(rowColumns-1)) / 2)
		for c := range rowColumns {
			g.world.Reshape(rowIndex(n, c), rowShape(left+float64(columnWidth*float64(c)), g.rowAt(n)+columnOffset(c)))
		}
	})
}

// lowestRow returns the height of the middle of the lowest row with a brick, and of its lower end, or −∞.
func (g *Game) lowestRow() (middle, end float64) {
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made; n++ {
		end = math.Inf(-1)
		for c := range rowColumns {
			if g.Bricks[rowIndex(n, c)].Hits > 0 {
				end = max(end, g.rowAt(n)+columnOffset(c)+rowHeight/2)
			}
		}
		if !math.IsInf(end, -1) {
			return g.rowAt(n), end
		}
	}
	return math.Inf(-1), math.Inf(-1)
}

// LowestRow returns the y of the lower end of the lowest row, or −∞.
func (g *Game) LowestRow() float64 {
	_, end := g.lowestRow()
	return end
}

// rowTicks returns the ticks of Play until the next step. Rows are slower where balls are, and they
// hurry while only the rows at the top exist.
func (g *Game) rowTicks() int {
	ticks := max(minRowTicks, maxRowTicks-rowTicksStep*g.Rows.Made)
	ticks = int(float64(float64(ticks)*StartSpeed) / g.row().StartSpeed)
	if middle, _ := g.lowestRow(); middle < hurryAboveY {
		ticks /= hurryFactor
	}
	return ticks / stepsPerRow
}

// moveRows advances the rows by a tick of Play.
func (g *Game) moveRows() {
	if g.Phase != Play {
		return
	}
	if g.Rows.wait--; g.Rows.wait > 0 || g.blocksRows() {
		return
	}
	if g.LowestRow()+rowStep > spec.LowestBrick {
		g.landRows()
	}
	g.Rows.Top += rowStep
	if g.Rows.Top > rowStartY {
		g.makeRow()
	}
	g.placeRows()
	g.world.Renew()
	g.Rows.wait = g.rowTicks()
}

// inTheRowsWay reports whether a ball is where a brick would be after another step.
func (g *Game) blocksRows() bool {
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
	low, _ := g.lowestRow()
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made && g.rowAt(n) > low-rowHeight*(rowsRemoved-0.5); n++ {
		for c := range rowColumns {
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

func (g *Game) hashRows(d *spec.Hasher) {
	d.Int(g.Rows.Made)
	d.Float(g.Rows.Top)
	d.Int(g.Rows.wait)
}

// checkRows checks that the bricks are at the places of their rows, and none is too low.
func (g *Game) checkRows() error {
	if low := g.LowestRow(); low > spec.LowestBrick {
		return fmt.Errorf("a row ends at %g, the lowest may at %g", low, spec.LowestBrick)
	}
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made; n++ {
		for c := range rowColumns {
			if at, _ := g.Shape(rowIndex(n, c)).Circle(); math.Abs(at.Y-g.rowAt(n)-columnOffset(c)) > tolerance {
				return fmt.Errorf("row %d: brick %d at %v, the row is at %g", n, c, at, g.rowAt(n))
			}
		}
	}
	return nil
}
