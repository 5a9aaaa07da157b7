package editor

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A keyRow is a row of the list of keys.
type keyRow struct{ key, help string }

// keyRows returns the list of keys.
func keyRows() (rows []keyRow) {
	for i := range commands {
		if c := &commands[i]; c.help != nil {
			rows = append(rows, keyRow{c.keyLabel(), *c.help})
		}
	}
	for i := range tools {
		rows = append(rows, keyRow{tools[i].key, *tools[i].help})
	}
	return append(rows, keyRow{labels.MouseKey, labels.MouseHelp})
}

// The widths of the list of keys, in columns.
const keyColumn, keyRowWidth = 13, 39

// drawKeys draws a page of the list of keys.
func (e *Editor) drawKeys(now time.Duration) {
	e.draw(now) // sets the colors
	f, t, rows := &e.UI.Frame, e.theme(), keyRows()
	f.Fill(0, 0, f.W, f.H, ' ', e.style(t.Text, 0))
	pen := widget.NewPen(f, 1, 0, e.style(t.Text, cell.Bold))
	pen.Text(strings.ToUpper(labels.Keys))

	columns, perColumn := max(1, f.W/keyRowWidth), f.H-3
	pages := (len(rows) + columns*perColumn - 1) / (columns * perColumn)
	e.keysPage = max(0, min(e.keysPage, pages-1))
	rows = rows[e.keysPage*columns*perColumn:]
	perColumn = min(perColumn, (len(rows)+columns-1)/columns)
	width := f.W / columns
	for i, r := range rows[:min(len(rows), columns*perColumn)] {
		x, y := 1+i/perColumn*width, 1+i%perColumn
		pen = widget.NewPen(f, x, y, e.style(t.Accent, cell.Bold))
		pen.Cut(e.plainText(r.key), keyColumn-1)
		pen.X, pen.Style = x+keyColumn, e.style(t.Text, 0)
		pen.Cut(e.plainText(r.help), width-keyColumn-1)
	}
	pen = widget.NewPen(f, 1, f.H-1, e.style(t.Soft, 0))
	pen.Cut(e.plainText(fmt.Sprintf(labels.KeysFooter, e.keysPage+1, pages)), f.W-2)
}

// keysWords returns the list of keys for text mode.
func (e *Editor) keysWords() (w ui.Words) {
	w.Title = labels.Keys
	for _, r := range keyRows() {
		w.Lines = append(w.Lines, r.key+": "+r.help)
	}
	return w
}
