package screen

import "testing"

// The aspect of a cell is derived from the size in pixels if all parts of the size are known.
func TestAspectOfASize(t *testing.T) {
	for _, c := range []struct {
		size Size
		want float64
	}{
		{Size{Cols: 80, Rows: 24, Width: 800, Height: 480}, 0.5},
		{Size{Cols: 80, Rows: 24, Width: 720, Height: 360}, 0.6},
		{Size{Cols: 1, Rows: 1, Width: 1, Height: 1}, 0.75},
		{Size{Cols: 0, Rows: 1, Width: 1, Height: 1}, 0.5},
		{Size{Cols: 1, Rows: 0, Width: 1, Height: 1}, 0.5},
		{Size{Cols: 1, Rows: 1, Width: 0, Height: 1}, 0.5},
		{Size{Cols: 1, Rows: 1, Width: 1, Height: 0}, 0.5},
	} {
		if got := c.size.Aspect(); got != c.want {
			t.Errorf("the aspect of %+v is %g, want %g", c.size, got, c.want)
		}
	}
}
