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
