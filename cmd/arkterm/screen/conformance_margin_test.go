package screen_test

import (
	"testing"

	"github.com/gdamore/tcell/v2"
)

// margins are programs that draw wide characters and combining marks at the margins of the screen and next to each
// other, so that a half may be outside the screen or covered. The screen has 6 × 2 cells.
var margins = []struct {
	name    string
	program []call
}{
	{"wide character in the last column", []call{putAt(5, 0, "世"), show(nil)}},
	{"wide character in the last column but one", []call{putAt(4, 0, "世"), show(nil)}},
	{"wide character in the last cell", []call{putAt(5, 1, "世"), show(nil), putAt(4, 1, "界"), show(nil)}},
	{"wide character left of the screen", []call{putAt(-1, 0, "世a"), show(nil)}},
	{"string over the last column", []call{putAt(3, 0, "a世界b"), show(nil)}},
	{"wide character over one and a half", []call{putAt(0, 0, "世界"), show(nil), putAt(1, 0, "한"), show(nil)}},
	{
		"wide character over the right half",
		[]call{putAt(0, 0, "世"), show(nil), putAt(1, 0, "한"), show(nil), putAt(0, 0, "a"), show(nil)},
	},
	{"narrow character over the right half", []call{putAt(0, 0, "世"), show(nil), putAt(1, 0, "a"), show(nil)}},
	{"narrow character over the left half", []call{putAt(0, 0, "世"), show(nil), putAt(0, 0, "a"), show(nil)}},
	{"covered character appears", []call{putAt(0, 0, "ab"), putAt(0, 0, "世"), show(nil), putAt(0, 0, "c"), show(nil)}},
	{"marks in the last cell", []call{putAt(5, 1, "e\u0301"), show(nil), putAt(5, 1, "e"), show(nil)}},
	{"marks after a wide character", []call{putAt(4, 0, "か\u3099"), show(nil), putAt(4, 0, "か"), show(nil)}},
	{
		"joined emoji",
		[]call{putAt(1, 0, "👩\u200d👧b"), show(nil), putAt(3, 0, "c"), show(nil), putAt(1, 0, "d"), show(nil)},
	},
	{"flag in the last column", []call{putAt(4, 1, "🇨🇭"), putAt(5, 0, "🇨🇭"), show(nil)}},
	{
		"last column removed under a wide character",
		[]call{putAt(4, 0, "世"), show(nil), sizeOf(5, 2), putAt(4, 0, "a"), show(nil), sizeOf(6, 2)},
	},
	{"style of a wide character", []call{putAt(2, 0, "世"), show(nil), styledAt(2, 0, "世"), show(nil)}},
	{"cursor on a right half", []call{putAt(2, 0, "世"), callOf(func(d *display) { d.ShowCursor(3, 0) }), show(nil)}},
}

func putAt(x, y int, s string) call {
	return callOf(func(d *display) { d.PutStr(x, y, s) })
}

func styledAt(x, y int, s string) call {
	return callOf(func(d *display) { d.PutStrStyled(x, y, s, tcell.StyleDefault.Reverse(true)) })
}

func sizeOf(w, h int) call {
	return call{"", func(d *display) {
		d.resize(w, h)
		d.Show()
	}, true}
}

func TestMargins(t *testing.T) {
	for _, m := range margins {
		if diff := disagreement(t, 6, 2, m.program); diff != "" {
			t.Errorf("%s: the screens differ: %s", m.name, diff)
		}
	}
}
