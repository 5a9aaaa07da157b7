package render

import (
	"strings"
	"testing"

	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A drop's name on the screen fits, and is no identifier.
func TestDropTitlesFit(t *testing.T) {
	for k := spec.NoDrop + 1; k < spec.DropKinds; k++ {
		title := dropTitle(k)
		if spec.Drops[k].Seconds > 0 && cell.Width(title) >= gaugeLabelW {
			t.Errorf("%q is wider than a gauge's label", title)
		}
		if strings.ContainsAny(title, "0123456789") && strings.ContainsAny(title, "abcdefghijklmnopqrstuvwxyz") {
			t.Errorf("%q is no word", title)
		}
	}
}
