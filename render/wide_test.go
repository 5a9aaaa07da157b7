package render

import (
	"strings"
	"testing"

	"arkterm/render/cell"
)

// TestWideNames checks that wide characters in the name of a level are drawn in the HUD and not cut in half. In ASCII,
// question marks replace them. Drawing them must not allocate.
func TestWideNames(t *testing.T) {
	const long = "とても長い名前のレベルですからここで切れますよ本当に"
	for _, c := range []struct {
		name   string
		glyphs cell.Glyphs
		want   string
	}{
		{"日本の石", cell.Quadrant, "日本の石"},
		{"नमस्ते", cell.Mosaic, "नमस्ते"},
		{"김철수 e\u0301", cell.Half, "김철수 e\u0301"},
		{long, cell.Quadrant, "とても長い名 ."},
		{"日本の石", cell.ASCII, "????"},
	} {
		g, v := machinesAfter(t, Options{Glyphs: c.glyphs, Names: []string{c.name}}, machinesLevel(), 1)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		if !strings.Contains(f.String(), c.want) {
			t.Errorf("%s: the frame does not contain %q:\n%s", c.name, c.want, f.String())
		}
		for y, row := range strings.Split(strings.TrimSuffix(f.String(), "\n"), "\n") {
			if w := cell.Width(row); w > f.W {
				t.Errorf("%s: row %d has %d columns, want at most the width of the frame", c.name, y, w)
			}
		}
		if n := testing.AllocsPerRun(50, func() { v.Draw(&f, g) }); n > 0 && !testing.Short() {
			t.Errorf("%s: Draw allocates %v times per frame, want 0", c.name, n)
		}
	}
}
