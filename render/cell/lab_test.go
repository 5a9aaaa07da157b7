package cell

import (
	"math"
	"testing"
)

// TestLab compares Lab with the known coordinates of the corners of sRGB.
func TestLab(t *testing.T) {
	for _, c := range []struct {
		color Color
		want  [3]float64
	}{
		{0x000000, [3]float64{0, 0, 0}},
		{0xffffff, [3]float64{100, 0, 0}},
		{0xff0000, [3]float64{53.24, 80.09, 67.20}},
		{0x00ff00, [3]float64{87.73, -86.18, 83.18}},
		{0x0000ff, [3]float64{32.30, 79.19, -107.86}},
	} {
		got := c.color.Lab()
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 0.02 {
				t.Errorf("Lab of %06x = %.2f, want %.2f", c.color, got, c.want)
			}
		}
	}
}
