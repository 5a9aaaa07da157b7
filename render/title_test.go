package render

import (
	"testing"

	"arkterm/render/cell"
	"arkterm/render/widget"
)

// TestGameNameIsAboveTheMenu checks that at 80×24 there is room for the name of the game above a menu of ten buttons
// and four lines. In the smallest frame, the name must become the title of the menu.
func TestGameNameIsAboveTheMenu(t *testing.T) {
	v := NewView(Options{})
	var f cell.Frame
	f.Resize(80, 24)
	c := widget.Dialog{Lines: make([]string, 4), Buttons: make([]string, 10), Footer: "enter"}
	if _, _, ok := v.layoutTitle(&f, &c); !ok {
		t.Error("layoutTitle in 80×24 cells returns false, want room for the name")
	}
	f.Resize(MinW, MinH)
	c.Compact = false
	if _, _, ok := v.layoutTitle(&f, &c); ok || c.Compact || c.Title == "" {
		t.Errorf(
			"layoutTitle in the smallest frame: title %q, compact %v; want false, the name as title, and not compact",
			c.Title, c.Compact)
	}
}
