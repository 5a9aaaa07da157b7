package editor

import (
	"github.com/gdamore/tcell/v2"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

const shift = tcell.ModShift

// A tool paints, erases, copies or selects cells of a drawing.
type tool struct {
	key        string
	name, help *string

	// cells returns the cells between two points. It is nil for a tool with one point.
	cells func(g levels.Grid, a, b levels.Cell) []levels.Cell

	// apply executes the tool. Its argument is the result of the field cells. If that field is nil, the argument is the
	// cell at the cursor.
	apply func(e *Editor, cells []levels.Cell)
	drags bool // the tool is applied repeatedly while the mouse is dragged
}

// pencil is the index of the first tool in tools.
const pencil = 0

// tools lists the tools.
var tools = []tool{
	{"p", &text.Workshop.Pencil, &text.Workshop.PencilHelp, nil, (*Editor).paint, true},
	{"l", &text.Workshop.Line, &text.Workshop.LineHelp, levels.Grid.Line, (*Editor).paint, false},
	{"r", &text.Workshop.Rectangle, &text.Workshop.RectangleHelp, levels.Grid.Rect, (*Editor).paint, false},
	{"b", &text.Workshop.Frame, &text.Workshop.FrameHelp, levels.Grid.Frame, (*Editor).paint, false},
	{"f", &text.Workshop.Fill, &text.Workshop.FillHelp, nil, (*Editor).fill, false},
	{"e", &text.Workshop.Eraser, &text.Workshop.EraserHelp, nil, (*Editor).clear, true},
	{"k", &text.Workshop.Pick, &text.Workshop.PickHelp, nil, (*Editor).pick, false},
	{"s", &text.Workshop.Select, &text.Workshop.SelectHelp, levels.Grid.Rect, (*Editor).selectCells, false},
}

// setTool selects a tool.
func (e *Editor) setTool(i int) { e.tool, e.anchored, e.selectedObject = i, false, -1 }

// useTool uses the tool at the cursor. For a tool with two points, the first call sets the first point, and the second
// call uses the tool.
func (e *Editor) useTool() {
	if e.selectedObject >= 0 {
		e.turnHandle(1)
		return
	}
	t := &tools[e.tool]
	if t.cells != nil && !e.anchored {
		e.anchor, e.anchored = e.cursor, true
		e.say(labels.SecondPoint, false)
		return
	}
	t.apply(e, e.preview())
	e.anchored = false
}

// preview returns the cells that the tool would change at the cursor, without their mirror images.
func (e *Editor) preview() []levels.Cell {
	if t := &tools[e.tool]; t.cells != nil && e.anchored {
		return t.cells(e.grid, e.anchor, e.cursor)
	}
	return []levels.Cell{e.cursor}
}

// withImages returns the given cells and their mirror images under the selected symmetry.
func (e *Editor) withImages(cells []levels.Cell) []levels.Cell {
	if e.symmetry == levels.NoSymmetry {
		return cells
	}
	return e.grid.Images(e.symmetry, e.grid.Middle(), cells...)
}

// paint paints cells and their mirror images with the brush.
func (e *Editor) paint(cells []levels.Cell) {
	brush := make([]levels.Dab, len(cells))
	for i, c := range cells {
		brush[i] = levels.Dab{Cell: c, Brick: e.brush}
		brush[i].Brick.Way = e.brushDirection()
	}
	var dabs []levels.Dab
	for _, d := range e.grid.DabImages(e.symmetry, e.grid.Middle(), brush...) {
		d.Brick.Pair = e.brushPair(d.Cell, dabs)
		dabs = append(dabs, d)
	}
	e.setCells(dabs)
}

// brushDirection returns the direction of a one-way gate that the brush paints. It returns the zero vector if the brush
// is not a one-way gate.
func (e *Editor) brushDirection() geom.Vec {
	switch b := &e.brush; {
	case spec.Kinds[b.Kind].Opening != spec.OneWay:
		return geom.Vec{}
	case b.Way == (geom.Vec{}):
		return geom.Direction(270)
	default:
		return b.Way
	}
}

// brushPair returns the pair number for the brick that the brush paints in cell c. painted contains the bricks that
// were painted earlier in the same step. If the brush has no pair number and its kind needs one, brushPair chooses a
// number.
func (e *Editor) brushPair(c levels.Cell, painted []levels.Dab) uint8 {
	b := &e.brush
	if !spec.Kinds[b.Kind].Paired() || b.Pair != 0 {
		return b.Pair
	}
	if old, ok := e.cellAt(c); ok && old.Kind == b.Kind {
		return old.Pair
	}
	return e.choosePair(b.Kind, painted)
}

// choosePair returns the number of a pair that has only one brick of kind k. If there is no such pair, it returns an
// unused number. painted contains bricks that are not in the level yet.
func (e *Editor) choosePair(k spec.Kind, painted []levels.Dab) uint8 {
	var count [spec.MaxPairs + 1]int
	var same [spec.MaxPairs + 1]bool
	for i := range e.current.Level.Bricks {
		b := &e.current.Level.Bricks[i]
		count[b.Pair]++
		same[b.Pair] = b.Kind == k
	}
	for _, d := range painted {
		count[d.Brick.Pair]++
		same[d.Brick.Pair] = d.Brick.Kind == k
	}
	for want := 1; want >= 0; want-- {
		for n := 1; n <= spec.MaxPairs; n++ {
			if count[n] == want && (want == 0 || same[n]) {
				return uint8(n)
			}
		}
	}
	return spec.MaxPairs
}

// setCells changes cells of the current drawing in one step.
func (e *Editor) setCells(dabs []levels.Dab) {
	if len(dabs) > 0 {
		e.apply(levels.SetCells{Level: e.level, Drawing: e.drawingNo, Cells: dabs})
	}
}

// clear removes the bricks in cells and in their mirror images.
func (e *Editor) clear(cells []levels.Cell) {
	var dabs []levels.Dab
	for _, c := range e.withImages(cells) {
		dabs = append(dabs, levels.Dab{Cell: c, Empty: true})
	}
	e.setCells(dabs)
}

// fill paints the connected area of cells that are equal to the cell at the cursor.
func (e *Editor) fill([]levels.Cell) {
	like, full := e.cellAt(e.cursor)
	e.paint(e.grid.Fill(e.cursor, func(c levels.Cell) bool {
		b, ok := e.cellAt(c)
		return b == like && ok == full
	}))
}

// pick copies the brick at the cursor to the brush, and selects the pencil.
func (e *Editor) pick([]levels.Cell) {
	b, ok := e.cellAt(e.cursor)
	if !ok {
		e.say(labels.NothingHere, false)
		return
	}
	e.brush, e.tool = b, pencil
	e.brush.Pair = 0
}

// selectCells selects the rectangle between the first point and the cursor.
func (e *Editor) selectCells([]levels.Cell) {
	e.region, e.hasSelection = [2]levels.Cell{e.anchor, e.cursor}, true
	e.say(labels.Selected, false)
}

// selectedCells returns the selected cells. If no cells are selected, it returns the cell at the cursor.
func (e *Editor) selectedCells() []levels.Cell {
	if e.hasSelection {
		return e.grid.Rect(e.region[0], e.region[1])
	}
	return []levels.Cell{e.cursor}
}

// erase removes the selected object, the bricks of the selection, or the brick at the cursor.
func (e *Editor) erase() {
	if e.selectedObject >= 0 {
		e.removeObject()
		return
	}
	if !e.hasSelection {
		e.clear(e.selectedCells())
		return
	}
	var dabs []levels.Dab
	for _, c := range e.selectedCells() {
		dabs = append(dabs, levels.Dab{Cell: c, Empty: true})
	}
	e.setCells(dabs)
	e.hasSelection = false
}

// copyRegion copies the selected bricks. If cut is true, it also removes them. It does not copy empty cells.
func (e *Editor) copyRegion(cut bool) {
	cells := e.selectedCells()
	var copied []levels.Dab
	for _, c := range cells {
		if b, ok := e.cellAt(c); ok {
			at := levels.Cell{Row: c.Row - cells[0].Row, Col: c.Col - cells[0].Col}
			copied = append(copied, levels.Dab{Cell: at, Brick: b})
		}
	}
	if len(copied) == 0 {
		e.say(labels.NothingHere, false)
		return
	}
	e.clipboard = copied
	e.say(labels.Copied.Of(len(copied)), false)
	if cut {
		e.erase()
	}
	e.hasSelection = false
}

// paste inserts the copied bricks at the cursor.
func (e *Editor) paste() {
	var dabs []levels.Dab
	for _, d := range e.clipboard {
		d.Cell = levels.Cell{Row: e.cursor.Row + d.Row, Col: e.cursor.Col + d.Col}
		if e.grid.Valid(d.Cell) {
			dabs = append(dabs, d)
		}
	}
	if len(dabs) == 0 {
		e.say(labels.NothingCopied, false)
		return
	}
	e.setCells(dabs)
}

// move moves the cursor, or the selected handle of an object.
func (e *Editor) move(dx, dy int) {
	if e.selectedObject >= 0 {
		e.moveHandle(geom.Vec{X: float64(dx), Y: float64(dy)})
		return
	}
	to := e.cursor
	switch {
	case e.grid.Boxes:
		to.Row, to.Col = to.Row+dy, to.Col+dx
	case dy != 0:
		to.Row += 2 * dy
	default:
		to.Col += dx
		for _, row := range [...]int{e.cursorRow, e.cursorRow + 1, e.cursorRow - 1} {
			if c := (levels.Cell{Row: row, Col: to.Col}); e.grid.Valid(c) {
				to = c
				break
			}
		}
	}
	if !e.grid.Valid(to) {
		return
	}
	if e.cursor = to; dy != 0 {
		e.cursorRow = to.Row
	}
}

// drawTo moves the cursor. If the tool can be dragged, drawTo also applies it to the cells between the old and the new
// position. If an object is selected, drawTo instead moves the selected handle of this object by a small step.
func (e *Editor) drawTo(dx, dy int) {
	if e.selectedObject >= 0 {
		e.moveHandle(geom.Vec{X: float64(dx) * fineStep, Y: float64(dy) * fineStep})
		return
	}
	from := e.cursor
	e.move(dx, dy)
	if t := &tools[e.tool]; t.drags {
		t.apply(e, e.grid.Line(from, e.cursor))
	}
}

// turnKind selects the next kind of brick, or the previous one if d is −1.
func (e *Editor) turnKind(d int) {
	n := spec.NumPlacedKinds
	e.setKind(spec.Kind((int(e.brush.Kind) + d + n) % n))
}

// setKind selects a kind of brick without contents.
func (e *Editor) setKind(k spec.Kind) {
	e.brush = withKind(e.brush, k)
	e.brush.Drop, e.brush.Dormant = spec.NoDrop, false
	if e.selectedObject = -1; tools[e.tool].apply == nil || e.tool > fillTool {
		e.setTool(pencil)
	}
}

// fillTool is the index of the last tool that paints.
const fillTool = 4

// withKind returns b with another kind. It removes properties that this kind cannot have.
func withKind(b levels.Brick, k spec.Kind) levels.Brick {
	row := &spec.Kinds[k]
	b.Kind, b.Hits, b.Pair = k, 0, 0
	if !row.Breakable && !row.StrongOnly {
		b.Drop = spec.NoDrop
	}
	if !row.CanSprout {
		b.Dormant = false
	}
	if row.Opening != spec.OneWay {
		b.Way = geom.Vec{}
	} else {
		b.Way = geom.Direction(270)
	}
	return b
}

// nextColor selects the next color.
func (e *Editor) nextColor() { e.setColor(uint8(wrap(int(e.brush.Hue)+1, spec.NumHues))) }

// setColor selects a color.
func (e *Editor) setColor(hue uint8) { e.brush.Hue = hue }

// turnSymmetry selects the next symmetry that the grid supports.
func (e *Editor) turnSymmetry(d int) {
	n := int(levels.NumSymmetries)
	for {
		e.symmetry = levels.Symmetry((int(e.symmetry) + d + n) % n)
		if !e.grid.Boxes || e.symmetry <= levels.MirrorXY {
			return
		}
	}
}

// symmetryName returns the name of the symmetry.
func (e *Editor) symmetryName() string { return labels.Symmetries[e.symmetry] }
