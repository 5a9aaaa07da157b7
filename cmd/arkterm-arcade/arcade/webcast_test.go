package arcade

import (
	"fmt"
	"testing"

	"arkterm/render/cell"
)

// The colors for the page's terminal are the theme's text and background and the 16 palette colors, as red, green and
// blue.
func TestPageColors(t *testing.T) {
	o := pageOptions()
	theme := o.Theme.ForTier(o.Tier)
	palette := cell.Palette16()
	want := fmt.Sprintf("%06x%06x", uint32(theme.Text), uint32(theme.Back))
	for _, c := range palette {
		want += fmt.Sprintf("%06x", uint32(c))
	}
	if got := fmt.Sprintf("%x", pageColors()); got != want {
		t.Errorf("pageColors() = %s, want %s", got, want)
	}
}
