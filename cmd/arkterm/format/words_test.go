package format

import "testing"

func TestNearest(t *testing.T) {
	candidates := []string{"play", "sim", "levels", "frame", "version", "completion", "help"}
	for word, want := range map[string]string{
		"paly":    "play",
		"plya":    "play",
		"levles":  "levels",
		"level":   "levels",
		"LEVELS":  "levels",
		"frmae":   "frame",
		"vers":    "version",
		"si":      "sim",
		"simm":    "sim",
		"x":       "",
		"tetris":  "",
		"":        "",
		"verzion": "version",
	} {
		if got := Nearest(word, candidates); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestNumbersHaveCommas(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12340: "12,340", 1234567: "1,234,567"} {
		if got := Number(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func TestNamesOfSettingsAreTheSameWithoutHyphens(t *testing.T) {
	for _, same := range [][2]string{{"co-op", "coop"}, {"Boss-Rush", "bossrush"}, {"timeattack", "time-attack"}, {"zen", "ZEN"}, {"time attack", "time-attack"}, {"Time_Attack", "time-attack"}, {"very  easy", "very-easy"}} {
		if !SameName(same[0], same[1]) {
			t.Errorf("%q and %q are two names", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"zen", "zeno"}, {"-60", "60"}, {"", "zen"}, {" zen", "zen"}, {"- 60", "60"}} {
		if SameName(other[0], other[1]) {
			t.Errorf("%q is %q", other[0], other[1])
		}
	}
}
