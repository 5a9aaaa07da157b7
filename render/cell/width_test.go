package cell

import (
	"testing"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// What fills one column does so by the tables of a library too, and the other way round but for marks: those it tells
// by newer tables than Go's.
func TestOneColumn(t *testing.T) {
	library := runewidth.Condition{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.IsPrint(r) && library.RuneWidth(r) == 1
		if got := OneColumn(r); got != want && (got || !unicode.In(r, unicode.Mn, unicode.Me)) {
			t.Errorf("U+%04X %c: %v, want %v", r, r, got, want)
		}
	}
}
