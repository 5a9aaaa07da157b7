package render

import (
	"bytes"
	"strings"
	"testing"

	"arkterm/render/cell"
)

// TestANSIShowsTheFrame: a terminal that is sent the text shows the frame.
func TestANSIShowsTheFrame(t *testing.T) {
	for _, o := range allOptions() {
		g, v := after(t, o, 700)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		v.Card(&f, Card{Title: "Paused", Buttons: []string{"Resume", "Quit"}})
		var b bytes.Buffer
		if err := ANSI(&b, &f, o.Tier); err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(b.String(), "\n")
		screen := newVT(80, 24)
		for y, row := range rows[:24] {
			screen.Write([]byte("\x1b[" + sprint(int32(y+1)) + ";1H" + row))
		}
		for i, c := range f.Cells {
			if got := screen.cells[i].r; got != max(c.Glyph, ' ') {
				t.Fatalf("%v %v: %q at %d, %d, want %q", o.Glyphs, o.Tier, got, i%80, i/80, c.Glyph)
			}
			if look := screen.cells[i].look; o.Tier == cell.Mono && strings.ContainsAny(strings.ReplaceAll(look, "f", ""), ",;") {
				t.Fatalf("%v mono: %q", o.Glyphs, look)
			}
		}
		if !strings.HasSuffix(rows[0], "\x1b[m") || len(rows) != 25 {
			t.Errorf("%d rows, the first ends in %q", len(rows), rows[0])
		}
	}
}
