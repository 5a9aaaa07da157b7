package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements the rows of the mode Endless. New rows are created above the field. Their
// bricks come from drawings, which are the levels after the first one. All rows descend together,
// one unit at a time. They wait while a ball is in the way, so that they never push a ball. When a
// brick gets too low, the player loses a life, and the lowest rows are removed.

// Rows is the state of the rows.
type Rows struct {
	Made int     // number of rows created so far
	Top  float64 // y of the center of the newest row, a multiple of rowStep

	ticksToStep int // ticks of Play until the next step

	drawings []rowDrawing // easiest first; empty if rows are random
	drawing  int          // index of the drawing of the newest row
	rest     int          // rows of this drawing that are not created yet; negative during the empty rows after it
}

// A rowDrawing contains the bricks of several rows, from top to bottom. Empty places have no hits.
type rowDrawing [][rowColumns]Brick

// Parameters of drawings.
const (
	firstDrawings   = 5 // number of drawings from which the first one is selected
	rowsPerDrawing  = 6 // number of rows after which another drawing can be selected
	drawingDistance = 1 // number of empty rows between two drawings
)

// NumEntered returns the number of rows that have entered the field since the start of the game.
func (r *Rows) NumEntered() int { return max(0, r.Made-initialRows-1) }

// Dimensions of the honeycomb. Its hexagons have the standard size. Every second brick of a row is
// half a brick lower.
const (
	rowHeight    = 4.0 // height of a brick, in units
	columnWidth  = 4.0 // distance between the centers of neighboring columns
	rowColumns   = 15
	rowHalfWidth = 2.5                      // half of a brick's width
	rowHalfSide  = 1.5                      // half the length of its top and bottom sides
	rowOffset    = rowHeight / 2            // offset of every second brick
	rowDepth     = rowOffset + rowHeight/2  // distance from the center of a row to its lower end
	rowStep      = 1.0                      // distance that all rows descend in one step
	maxRows      = 13                       // one more than fit into the field
	initialRows  = 5                        // number of rows at the start of a game
	rowsRemoved  = 3                        // number of rows removed after a brick got too low
	rowStartY    = -rowDepth                // maximum y of the center of a row above the field
	hurryAboveY  = rowStartY + 4*rowHeight  // rows descend faster while all of them are above this y
	hurryFactor  = 6                        // factor of the speed above hurryAboveY
	maxRowTicks  = 12 * TicksPerSecond      // time in which rows descend by rowHeight, at the start
	minRowTicks  = 4 * TicksPerSecond       // minimum time in which rows descend by rowHeight
	rowTicksStep = TicksPerSecond / 10      // amount by which each new row shortens the time
	stepsPerRow  = int(rowHeight / rowStep) // steps in which the rows descend by the height of a row
	rowsPerHue   = 2                        // consecutive rows with the same color
)

// A rowKind is a kind of brick that appears in rows.
type rowKind struct {
	kind   spec.Kind
	from   int // number of the first row in which it can appear
	weight int // relative frequency among the kinds that can appear
}

// rowKinds are the kinds of bricks in rows. Harder kinds appear later.
var rowKinds = [...]rowKind{
	{kind: spec.Plain, from: 0, weight: 60},
	{kind: spec.Double, from: 6, weight: 25},
	{kind: spec.Bomb, from: 10, weight: 6},
	{kind: spec.Triple, from: 16, weight: 20},
	{kind: spec.Regrow, from: 24, weight: 10},
	{kind: spec.Quad, from: 32, weight: 15},
	{kind: spec.Hidden, from: 40, weight: 8},
}

// Percentage of filled places in a random row: minimum, maximum, and the number of rows after which
// the percentage increases by one.
const (
	minRowDensity      = 45
	maxRowDensity      = 75
	rowsPerDensityStep = 2
)

func init() {
	Modes[Endless].hooks = hooks{
		setUp: (*Game).setUpRows, afterMotion: (*Game).moveRows, hash: (*Game).hashRows, check: (*Game).checkRows,
	}
}

// setUpRows creates the first rows, and the bricks that all later rows reuse.
func (g *Game) setUpRows() {
	g.Rows = Rows{Top: rowStartY - rowHeight, drawings: rowDrawings(g.levels[1:], g.W)}
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
	g.Rows.ticksToStep = g.rowTicks()
}

// rowDrawings returns a drawing for each level, for a field of the given width. It ignores bricks
// that cannot appear in rows, and levels that contain only such bricks.
func rowDrawings(levels []spec.Level, width float64) (all []rowDrawing) {
	left := float64((width - columnWidth*(rowColumns-1)) / 2)
	for i := range levels {
		var d rowDrawing
		top := math.Inf(1)
		for pass := range 2 { // the first pass finds the top
			for k := range levels[i].Bricks {
				b := &levels[i].Bricks[k]
				at, _ := b.Shape.Circle()
				column := int(math.Floor(float64((at.X-left)/columnWidth) + 0.5))
				if firstRow(b.Kind) < 0 || b.Motion.Moves() || column < 0 || column >= rowColumns {
					continue
				}
				y := at.Y - columnOffset(column)
				if pass == 0 {
					top = min(top, y)
					continue
				}
				row := int(math.Floor(float64((y-top)/rowHeight) + 0.5))
				for row >= len(d) {
					d = append(d, [rowColumns]Brick{})
				}
				hits := b.Hits
				if hits == 0 {
					hits = spec.Kinds[b.Kind].Hits
				}
				d[row][column] = Brick{Kind: b.Kind, Hue: b.Hue, Hits: hits}
			}
		}
		if len(d) > 0 {
			all = append(all, d)
		}
	}
	return all
}

// firstRow returns the number of the first row in which a kind of brick can appear, or −1.
func firstRow(kind spec.Kind) int {
	for _, k := range rowKinds {
		if k.kind == kind {
			return k.from
		}
	}
	return -1
}

// makeRow creates a row above the others.
func (g *Game) makeRow() {
	n := g.Rows.Made
	g.Rows.Made++
	g.Rows.Top -= rowHeight
	if len(g.Rows.drawings) > 0 {
		g.drawRow(n)
	} else {
		g.makeRandomRow(n)
	}

	for c := range rowColumns {
		if b := &g.Bricks[rowIndex(n, c)]; b.Hits > 0 {
			g.BricksLeft++
		}
	}
}

// drawRow creates row n from the current drawing. Drawings enter the field with their lowest row.
// Later rows are from more difficult drawings.
func (g *Game) drawRow(n int) {
	r := &g.Rows
	if r.rest == -drawingDistance || n == 0 {
		last := r.drawing
		choice := min(len(r.drawings), firstDrawings+n/rowsPerDrawing)
		if r.drawing = g.rng.Below(choice); r.drawing == last && n > 0 {
			r.drawing = (last + 1) % choice
		}
		r.rest = len(r.drawings[r.drawing])
	}
	r.rest--
	for c := range rowColumns {
		k := rowIndex(n, c)
		b := Brick{Pair: -1}
		hits := uint8(0)
		if r.rest >= 0 {
			from := &r.drawings[r.drawing][r.rest][c]
			b.Kind, b.Hue, hits = from.Kind, from.Hue, from.Hits
			if n < firstRow(b.Kind) {
				b.Kind, hits = spec.Plain, 1
			}
		}
		b.Hidden = spec.Kinds[b.Kind].Hides
		g.Bricks[k] = b
		g.setHits(k, hits)
	}
}

// makeRandomRow creates row n with random bricks. The row is symmetric.
func (g *Game) makeRandomRow(n int) {
	density := min(maxRowDensity, minRowDensity+n/rowsPerDensityStep)
	const pairs = (rowColumns + 1) / 2
	alwaysFilled := g.rng.Below(pairs) // column pair that is always filled, so that no row is empty
	for c := range pairs {
		kind, filled := g.rowKind(n), g.rng.Below(100) < density || c == alwaysFilled
		for _, column := range [...]int{c, rowColumns - 1 - c} {
			k := rowIndex(n, column)
			g.Bricks[k] = Brick{
				Kind: kind, Hue: uint8(n / rowsPerHue % spec.NumHues), Hidden: spec.Kinds[kind].Hides,
				Pair: -1,
			}
			hits := uint8(0)
			if filled {
				hits = spec.Kinds[kind].Hits
			}

			g.setHits(k, hits)
		}
	}
}

// rowIndex returns the index in Game.Bricks of the brick in a column of row n. A new row reuses the
// bricks of the oldest row.
func rowIndex(n, column int) int { return n%maxRows*rowColumns + column }

// rowKind returns a random kind of brick for row n. The kinds that can appear in the row have
// different weights.
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

// rowY returns the y of the center of row n. It equals the y of the center of the row's first
// brick.
func (g *Game) rowY(n int) float64 {
	return g.Rows.Top + float64(rowHeight*float64(g.Rows.Made-1-n))
}

// rowShape returns the shape of a brick at x, y. It is a hexagon with a horizontal side at the top.
func rowShape(x, y float64) geom.Polygon {
	const high = rowHeight / 2
	shape, err := geom.NewPolygon(
		geom.Vec{X: x - rowHalfSide, Y: y - high}, geom.Vec{X: x + rowHalfSide, Y: y - high},
		geom.Vec{X: x + rowHalfWidth, Y: y},
		geom.Vec{X: x + rowHalfSide, Y: y + high}, geom.Vec{X: x - rowHalfSide, Y: y + high},
		geom.Vec{X: x - rowHalfWidth, Y: y},
	)
	if err != nil {
		panic("engine: create the shape of a row's brick: " + err.Error())
	}
	return shape
}

// columnOffset returns the vertical offset of a column's bricks from the center of their row.
func columnOffset(column int) float64 { return float64(rowOffset * float64(column%2)) }

// eachRow calls f with the numbers of the existing rows, from the lowest row to the highest.
func (g *Game) eachRow(f func(n int)) {
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made; n++ {
		f(n)
	}
}

// placeRows moves all bricks to the positions of their rows.
func (g *Game) placeRows() {
	g.layout++
	g.eachRow(func(n int) {
		left := float64((g.W - columnWidth*(rowColumns-1)) / 2)
		for c := range rowColumns {
			g.world.Reshape(rowIndex(n, c), rowShape(left+float64(columnWidth*float64(c)), g.rowY(n)+columnOffset(c)))
		}
	})
}

// lowestRow returns the y of the center and of the lower end of the lowest row that has a brick. If
// no row has one, both are −∞.
func (g *Game) lowestRow() (middle, end float64) {
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made; n++ {
		end = math.Inf(-1)
		for c := range rowColumns {
			if g.Bricks[rowIndex(n, c)].Hits > 0 {
				end = max(end, g.rowY(n)+columnOffset(c)+rowHeight/2)
			}
		}
		if !math.IsInf(end, -1) {
			return g.rowY(n), end
		}
	}
	return math.Inf(-1), math.Inf(-1)
}

// LowestRow returns the y of the lower end of the lowest row that has a brick. If no row has one,
// it returns −∞.
func (g *Game) LowestRow() float64 {
	_, end := g.lowestRow()
	return end
}

// rowTicks returns the ticks of Play until the next step. Rows descend more slowly at difficulties
// with slower balls, and faster while all rows are near the top.
func (g *Game) rowTicks() int {
	ticks := max(minRowTicks, maxRowTicks-rowTicksStep*g.Rows.Made)
	ticks = int(float64(float64(ticks)*StartSpeed) / g.difficultyRow().StartSpeed)
	if middle, _ := g.lowestRow(); middle < hurryAboveY {
		ticks /= hurryFactor
	}
	return ticks / stepsPerRow
}

// moveRows advances the rows by one tick of Play.
func (g *Game) moveRows() {
	if g.Phase != Play {
		return
	}
	if g.Rows.ticksToStep--; g.Rows.ticksToStep > 0 || g.ballBlocksRows() {
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
	g.Rows.ticksToStep = g.rowTicks()
}

// ballBlocksRows reports whether a ball would overlap a brick after another step of the rows.
func (g *Game) ballBlocksRows() bool {
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

// landRows takes a life because a row got too low, and removes the lowest rows.
func (g *Game) landRows() {
	low, _ := g.lowestRow()
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made && g.rowY(n) > low-rowHeight*(rowsRemoved-0.5); n++ {
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

// hashRows adds the state of the rows to the hash.
func (g *Game) hashRows(d *spec.Hasher) {
	d.Int(g.Rows.Made)
	d.Float(g.Rows.Top)
	d.Int(g.Rows.ticksToStep)
	if len(g.Rows.drawings) > 0 {
		d.Int(g.Rows.drawing)
		d.Int(g.Rows.rest)
	}
}

// checkRows checks that the bricks are at the positions of their rows, and that none is too low.
func (g *Game) checkRows() error {
	if low := g.LowestRow(); low > spec.LowestBrick {
		return fmt.Errorf("a row ends at %g, want at most %g", low, spec.LowestBrick)
	}
	for n := max(0, g.Rows.Made-maxRows); n < g.Rows.Made; n++ {
		for c := range rowColumns {
			if at, _ := g.Shape(rowIndex(n, c)).Circle(); math.Abs(at.Y-g.rowY(n)-columnOffset(c)) > tolerance {
				return fmt.Errorf("row %d: the brick in column %d is at %v, want y %g",
					n, c, at, g.rowY(n)+columnOffset(c))
			}
		}
	}
	return nil
}
