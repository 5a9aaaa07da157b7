package progress

import "testing"

func TestRanks(t *testing.T) {
	for stars, want := range map[int]string{0: "", 1: "Point", 9: "Point", 10: "Line", 115: "Hexagon", 999: "Circle"} {
		if got := Rank(stars); got != want {
			t.Errorf("Rank(%d) = %q, want %q", stars, got, want)
		}
	}
	if got := RankText(30); got != "Triangle ★ 30, next Square ★ 50" {
		t.Errorf("RankText(30) = %q", got)
	}
}
