package widget

import (
	"strings"
	"testing"

	"arkterm/render/cell"
)

// TestDialogs compares a dialog with all parts, with buttons side by side and stacked, in frames with many and few
// rows.
func TestDialogs(t *testing.T) {
	dialog := Dialog{
		Title: "PAUSE", Lines: []string{"one line", "two"}, Buttons: []string{"Resume", "Quit"}, Selected: 1,
		Notes: []string{"a note"}, Footer: "esc",
	}
	stacked, compact, centered := dialog, dialog, dialog
	stacked.Stacked, compact.Compact, centered.Centered = true, true, true
	for _, c := range []struct {
		name string
		d    Dialog
		w, h int
		want string
	}{
		{"enough rows", dialog, 32, 14, `
   .------ P A U S E -------.
   |                        |
   |        one line        |
   |        two             |
   |                        |
   |     Resume   > Quit    |
   |                        |
   |         a note         |
   |                        |
   |          esc           |
   |                        |
   ` + "`" + `------------------------'`},
		{"stacked buttons in few rows", stacked, 32, 8, `
   .------ P A U S E -------.
   |        one line        |
   |        two             |
   |          Resume        |
   |        > Quit          |
   |         a note         |
   |          esc           |
   ` + "`" + `------------------------'`},
		{"fewer rows", dialog, 32, 5, `
   .------ P A U S E -------.
   |        one line        |
   |        two             |
   |     Resume   > Quit    |
   ` + "`" + `------------------------'`},
		{"scrolled buttons", stacked, 32, 4, `
   .------ P A U S E -------.
   |        one line        |
   |        > Quit          |
   ` + "`" + `------------------------'`},
		{"compact rows", compact, 32, 14, `
   .------ P A U S E -------.
   |        one line        |
   |        two             |
   |                        |
   |     Resume   > Quit    |
   |         a note         |
   |          esc           |
   ` + "`" + `------------------------'`},
		{"centered lines", centered, 32, 14, `
   .------ P A U S E -------.
   |                        |
   |        one line        |
   |          two           |
   |                        |
   |     Resume   > Quit    |
   |                        |
   |         a note         |
   |                        |
   |          esc           |
   |                        |
   ` + "`" + `------------------------'`},
	} {
		var f cell.Frame
		f.Resize(c.w, c.h)
		l := asciiLook()
		f.Fill(0, 0, f.W, f.H, ' ', cell.Style{Fg: l.Theme.Text, Bg: l.Theme.Back})
		k := l.LayoutDialog(&f, &c.d, Area{W: c.w, H: c.h})
		l.DrawDialog(&f, &c.d, &k)
		if got := trimmedText(f.String()); got != trimmedText(c.want) {
			t.Errorf("%s: DrawDialog draws\n%s\nwant\n%s", c.name, got, trimmedText(c.want))
		}

		for i, b := range c.d.Buttons {
			end := len(b) + 1 // column after the button's text
			if c.d.Stacked {
				end = len("Resume") + 1
			}
			for y, line := range strings.Split(f.String(), "\n") {
				if x := strings.Index(line, b); x >= 0 {
					inside, left, right := k.ButtonAt(&c.d, x, y), k.ButtonAt(&c.d, x-4, y), k.ButtonAt(&c.d, x+end, y)
					if inside != i || left == i || right == i || k.ButtonAt(&c.d, x, y+1) == i ||
						k.ButtonAt(&c.d, x, y-1) == i {
						t.Errorf(
							"%s: button %d is at %d, %d, but ButtonAt = %d there, %d to its left and %d to its right",
							c.name, i,
							x, y,
							inside, left, right)
					}
					if i == c.d.Selected && f.Cursor != (cell.Cursor{X: x - 3, Y: y, Placed: true}) {
						t.Errorf("%s: the cursor is at %+v, want it at the selected button at %d, %d", c.name, f.Cursor,
							x, y)
					}
				}
			}
		}
	}
}

// trimmedText returns text without trailing blanks and without empty first and last lines.
func trimmedText(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
