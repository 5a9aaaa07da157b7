package editor

import (
	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A drag is the state of a mouse movement with a button held.
type drag struct {
	on     bool
	erases bool // the right button is held
	object bool // a handle of an object is moved
	moved  bool
	last   levels.Cell
}

// mouse handles the mouse. In the level, the left button uses the tool or moves an object, and the right button
// erases. The wheel selects the kind of brick.
func (e *Editor) mouse(m ui.MouseMove) {
	e.UI.Schedule.Redraw()
	if m.Pressed != 0 && e.message != "" {
		e.say("", false)
	}
	switch {
	case e.drag.on && m.Held == 0:
		e.endDrag()
	case e.drag.on:
		e.dragTo(m)
	case m.Row >= e.picture.h-statusRows:
		e.statusMouse(m)
	case m.Col >= e.picture.panel.X:
		e.panelMouse(m)
	case e.current != nil && e.picture.level != nil:
		e.fieldMouse(m)
	}
	if m.Pressed != 0 || m.Wheel != 0 || e.drag.on {
		e.picture.stale = true
	}
}

// fieldMouse handles the mouse in the level.
func (e *Editor) fieldMouse(m ui.MouseMove) {
	if d := wheel(m); d != 0 {
		e.turnKind(d)
		return
	}
	if m.Pressed == 0 {
		return
	}
	at := e.picture.pointAt(m.Col, m.Row)
	if m.Clicked() && e.grab(m) {
		return
	}
	c, ok := e.grid.At(at)
	if !ok {
		e.selectedObject, e.anchored = -1, false
		return
	}
	e.doc.BeginGesture()
	e.selectedObject, e.cursor, e.cursorRow = -1, c, c.Row
	e.drag = drag{on: true, erases: m.ClickedRight(), last: c}
	switch t := &tools[e.tool]; {
	case e.drag.erases:
		e.clear([]levels.Cell{c})
	case t.cells == nil:
		t.apply(e, []levels.Cell{c})
	case e.anchored:
		e.useTool()
		e.drag.moved = true
	default:
		e.anchor, e.anchored = c, true
	}
}

// grab selects the object that has a handle at the mouse, and starts to move the handle. It returns false if there is
// no handle. If handles overlap, it prefers the selected object.
func (e *Editor) grab(m ui.MouseMove) bool {
	order := make([]int, 0, len(e.objects)+1)
	if e.selectedObject >= 0 {
		order = append(order, e.selectedObject)
	}
	for i := range e.objects {
		order = append(order, i)
	}
	for _, i := range order {
		for k, h := range e.handles(e.objects[i]) {
			x, y := e.picture.cellOf(h)
			near := max(x-m.Col, m.Col-x) <= 1 && y == m.Row
			if !near || k > 0 && i != e.selectedObject {
				continue
			}
			e.doc.BeginGesture()
			e.selectedObject, e.selectedHandle, e.anchored = i, k, false
			e.drag = drag{on: true, object: true}
			return true
		}
	}
	return false
}

// dragTo continues a drag.
func (e *Editor) dragTo(m ui.MouseMove) {
	if m.Col >= e.picture.panel.X || e.picture.level == nil {
		return
	}
	at := e.picture.pointAt(m.Col, m.Row)
	if e.drag.object {
		if e.selectedObject < 0 {
			return
		}
		x, y := e.picture.cellOf(e.handles(e.objects[e.selectedObject])[e.selectedHandle])
		if e.drag.moved || x != m.Col || y != m.Row {
			e.drag.moved = true
			e.moveHandleTo(geom.Vec{X: snap(at.X, 0.5), Y: snap(at.Y, 0.5)})
		}
		return
	}
	c, ok := e.grid.At(at)
	if !ok || c == e.drag.last {
		return
	}
	line := e.grid.Line(e.drag.last, c)
	e.cursor, e.cursorRow, e.drag.last, e.drag.moved = c, c.Row, c, true
	switch t := &tools[e.tool]; {
	case e.drag.erases:
		e.clear(line)
	case t.drags:
		t.apply(e, line)
	}
}

// endDrag ends a drag. A tool with two points uses the position at the end of the drag as its second point, if the
// mouse has moved.
func (e *Editor) endDrag() {
	if !e.drag.on {
		return
	}
	if t := &tools[e.tool]; !e.drag.object && !e.drag.erases && e.drag.moved && t.cells != nil && e.anchored {
		t.apply(e, e.preview())
		e.anchored = false
	}
	e.drag = drag{}
	e.doc.EndGesture()
	e.picture.stale = true
}

// wheel returns −1 if the mouse wheel was turned up, 1 if it was turned down, and otherwise 0.
func wheel(m ui.MouseMove) int {
	switch {
	case m.Wheel&tcell.WheelUp != 0:
		return -1
	case m.Wheel&tcell.WheelDown != 0:
		return 1
	}
	return 0
}

// panelMouse handles the mouse in the panel. A click on a line executes the line's command or selects the next value.
// The right button selects the previous value, and the wheel selects values in both directions.
func (e *Editor) panelMouse(m ui.MouseMove) {
	p := &e.picture
	if k := p.kindAt(m.Col, m.Row); k >= 0 && m.Clicked() {
		again := spec.Kind(k) == e.brush.Kind && e.selectedObject < 0
		if e.setKind(spec.Kind(k)); again {
			e.UI.Enter(brickScreen, m.Now)
		}
		return
	}
	for _, r := range p.rows {
		if r.y != m.Row {
			continue
		}
		switch d := wheel(m); {
		case r.turn != nil && d != 0:
			r.turn(d)
		case r.turn != nil && m.Clicked():
			r.turn(1)
		case r.turn != nil && m.ClickedRight():
			r.turn(-1)
		case r.do != nil && m.Clicked():
			r.do(m.Now)
		case r.turn == nil && r.do == nil && m.Clicked():
			if hue := (m.Col - p.panel.X - 1) / colorGap; hue >= 0 && hue < spec.NumHues {
				e.setColor(uint8(hue))
			}
		}
		return
	}
	if d := wheel(m); d != 0 {
		e.turnKind(d)
	}
}

// statusMouse executes the command whose hint is clicked.
func (e *Editor) statusMouse(m ui.MouseMove) {
	if !m.Clicked() || m.Row != e.picture.h-1 {
		return
	}
	for _, h := range e.picture.hints {
		if m.Col >= h.x && m.Col < h.x+h.w {
			e.runCommand(h.command, 1, m.Now)
			return
		}
	}
}
