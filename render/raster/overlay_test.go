package raster

import (
	"testing"

	"arkterm/engine/geom"
)

// TestLinesAreThinWithoutGaps checks that a line has exactly one square in each of its rows or in each of its columns,
// without gaps.
func TestLinesAreThinWithoutGaps(t *testing.T) {
	for degrees := 0.0; degrees < 360; degrees += 7 {
		a := geom.Vec{X: 30, Y: 20}
		b := a.Along(geom.Direction(degrees), 17)
		rows, cols := map[int]bool{}, map[int]bool{}
		n, xs, ys := 0, [2]int{1e9, -1e9}, [2]int{1e9, -1e9}
		WalkLine(a, b, 0.5, 1, func(x, y int) {
			cols[x], rows[y] = true, true
			xs, ys = [2]int{min(xs[0], x), max(xs[1], x)}, [2]int{min(ys[0], y), max(ys[1], y)}
			n++
		})
		if want := max(len(rows), len(cols)); n != want {
			t.Errorf("%v°: %d squares in %d columns and %d rows, want one per column or one per row", degrees, n,
				len(cols), len(rows))
		}
		if len(cols) != xs[1]-xs[0]+1 || len(rows) != ys[1]-ys[0]+1 {
			t.Errorf("%v°: columns %v and rows %v, want no gaps", degrees, cols, rows)
		}
	}
}
