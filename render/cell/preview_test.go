package cell

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPreviewsAreHexagons(t *testing.T) {
	previews := map[Glyphs]string{
		Mosaic:   "      \n🭊🭁██🭏🬼\n🭥🭒██🭠🭗",
		Sextant:  "      \n🬵███🬱 \n🬊███🬆 ",
		Quadrant: "      \n▄███▄ \n▀███▀ ",
		Half:     "      \n▄███▄ \n▀███▀ ",
		ASCII:    " ___  \n/   \\ \n\\___/ ",
	}
	for g, want := range previews {
		rows := g.Preview()
		if got := strings.Join(rows[:], "\n"); got != want {
			t.Errorf("%v.Preview() =\n%s\nwant\n%s", g, got, want)
		}
		for _, row := range rows {
			if utf8.RuneCountInString(row) != PreviewW {
				t.Errorf("%v.Preview(): row %q has %d columns, want %d", g, row, utf8.RuneCountInString(row),
					PreviewW)
			}
		}
	}
}
