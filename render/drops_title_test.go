package render

import (
	"testing"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestDropsHaveWordsAndIcons checks that the labels and icons of drops are unique, and that the labels fit into the
// HUD.
func TestDropsHaveWordsAndIcons(t *testing.T) {
	words, icons := map[string]bool{}, map[string]bool{}
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		row := &spec.Drops[k]
		if words[row.Label] || icons[row.Icon] {
			t.Errorf("the label %q or the icon %q is used twice, want unique ones", row.Label, row.Icon)
		}
		words[row.Label], icons[row.Icon] = true, true
		if n := cell.Width(row.Label); n == 0 || n > minHUDW-hudMargin-1 {
			t.Errorf("the label %q has %d columns, want 1 to %d", row.Label, n, minHUDW-hudMargin-1)
		}
		if n := cell.Width(row.Icon); n == 0 || n > 3 || row.Benefit != spec.Neutral && n > 1 {
			t.Errorf("%s: the icon %q has %d columns, want 1, or up to 3 for a neutral drop", row.Name, row.Icon, n)
		}
		for _, r := range row.Icon {
			if cell.Printable(r) != r {
				t.Errorf("%s: the icon contains %q, want only characters of one column", row.Name, r)
			}
		}
	}
}
