package editor

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// words returns the text of the main screen for text mode: the rows of the drawing, the cursor, the brush, and a choice
// for each command and tool.
func (e *Editor) words() (w ui.Words) {
	w.Title = labels.Title
	if e.current == nil {
		w.Lines = []string{labels.NoLevel}
	} else {
		t := labels
		w.Title = e.current.Level.Name
		w.Lines = append(w.Lines, e.rowsText()...)
		w.Lines = append(w.Lines, e.problemLine().value, e.ratingLine().value)
		w.Lines = append(w.Lines, fmt.Sprintf(t.BrushLine, *tools[e.tool].name, e.brush.String(), e.symmetryName()))
	}
	w.Lines = append(w.Lines, e.status())
	for _, c := range e.choices() {
		w.Choices = append(w.Choices, c.label)
	}
	return w
}

// rowsText returns the rows of the drawing, with a letter for each kind of brick.
func (e *Editor) rowsText() (lines []string) {
	for row := range e.grid.Rows {
		var b strings.Builder
		for col := range e.grid.Cols {
			c := levels.Cell{Row: row, Col: col}
			brick, ok := e.cellAt(c)
			switch {
			case !e.grid.Valid(c):
				b.WriteByte(' ')
			case !ok:
				b.WriteByte('.')
			case spec.Kinds[brick.Kind].Mark != 0:
				b.WriteRune(spec.Kinds[brick.Kind].Mark)
			default:
				b.WriteByte('0' + spec.Kinds[brick.Kind].Hits)
			}
		}
		lines = append(lines, b.String())
	}
	return lines
}

// A choice is a choice of the main screen in text mode.
type choice struct {
	label string
	do    func(now time.Duration)
}

// choices returns the choices of the main screen in text mode.
func (e *Editor) choices() (all []choice) {
	for i := range commands {
		c := &commands[i]
		if c.help != nil && c.do != nil && (c.inMenu || c.hint != nil) {
			all = append(all, choice{*c.help, func(now time.Duration) { e.runCommand(c, 1, now) }})
		}
	}
	for i := range tools {
		all = append(all, choice{*tools[i].help, func(time.Duration) { e.setTool(i) }})
	}
	return all
}

// choose executes choice i of text mode.
func (e *Editor) choose(i int, now time.Duration) { e.choices()[i].do(now) }
