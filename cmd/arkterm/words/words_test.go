package words

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
