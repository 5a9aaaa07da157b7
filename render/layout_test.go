package render

import (
	"testing"

	"arkterm/engine/spec"
)

func TestLayout(t *testing.T) {
	tests := []struct {
		w, h       int
		strip      bool
		x, y       int
		cols, rows int
	}{
		{80, 24, false, 0, 0, 64, 24},
		{120, 40, false, 0, 0, 104, 39},
		{41, 17, true, 0, 1, 41, 15},
		{40, 16, true, 0, 1, 40, 15},
		{200, 60, false, 12, 0, 160, 60},
		{300, 100, false, 9, 0, 266, 100},
		{60, 40, true, 0, 9, 60, 22},
	}
	for _, tt := range tests {
		l := newLayout(tt.w, tt.h, spec.FieldW, spec.FieldH, 0.5)
		if l.strip != tt.strip || l.x != tt.x || l.y != tt.y || l.cols != tt.cols || l.rows != tt.rows {
			t.Errorf("%d×%d: %+v", tt.w, tt.h, l)
		}
	}
}

// TestLayoutFits: the parts lie inside the frame and do not overlap, and a unit is as high as wide to
// within a cell, for any aspect.
func TestLayoutFits(t *testing.T) {
	for _, aspect := range []float64{0.35, 0.45, 0.5, 0.6, 0.75} {
		for w := MinW; w < 320; w += 7 {
			for h := MinH; h < 110; h += 3 {
				l := newLayout(w, h, spec.FieldW, spec.FieldH, aspect)
				if l.x < 0 || l.y < 0 || l.x+l.cols > w || l.y+l.rows > h || l.hx < 0 || l.hy < 0 || l.hx+l.hw > w || l.hy+l.hh > h {
					t.Fatalf("%d×%d at %v: %+v", w, h, aspect, l)
				}
				if l.strip && l.hy >= l.y || !l.strip && l.hx < l.x+l.cols {
					t.Fatalf("%d×%d at %v: the HUD covers the field: %+v", w, h, aspect, l)
				}
				ideal := float64(l.cols) * spec.FieldH / spec.FieldW * aspect
				if d := float64(l.rows) - ideal; d > 1 || d < -1.5 {
					t.Fatalf("%d×%d at %v: %d rows, want %.1f", w, h, aspect, l.rows, ideal)
				}
			}
		}
	}
}
