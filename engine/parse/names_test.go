package parse

import (
	"strings"
	"testing"
)

type size uint8

func (s size) String() string { return [...]string{"", "small", "medium", "large"}[s] }

func TestNameReturnsTheConstant(t *testing.T) {
	for name, want := range map[string]size{"small": 1, "medium": 2, "large": 3} {
		if got, err := Name(name, size(1), 4); got != want || err != nil {
			t.Errorf("Name(%q) = %d, %v, want %d", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"":     "want small, medium or large",
		"huge": "want small, medium or large",
	} {
		if got, err := Name(name, size(1), 4); err == nil || err.Error() != want {
			t.Errorf("Name(%q) = %d, %v, want the error %q", name, got, err, want)
		}
	}
}

func TestList(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "a": {"a"}, "a or b": {"a", "b"},
		"a, b or c": {"a", "b", "c"},
	} {
		if got := List(words, "or"); got != want {
			t.Errorf("List(%q) = %q, want %q", words, got, want)
		}
	}
}

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

func TestNearestKeyword(t *testing.T) {
	known := []string{"author", "balls", "lattice", "rows"}
	for name, want := range map[string]string{
		"author": "author", "auhtor": "author", "Author": "author", "atuhro": "author", "autohr": "author",
		"ball": "balls", "bals": "balls", "row": "rows", "latice": "lattice", "lattices": "lattice",
		"speed": "", "": "", "b": "", strings.Repeat("balls", 100): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"abc", "abc", 0},
		{"abc", "abd", 1},
		{"abc", "acb", 1},
		{"ab", "ba", 1},
		{"kitten", "sitting", 3},
		{"über", "uber", 1},
	} {
		if got := EditDistance(test.a, test.b); got != test.want {
			t.Errorf("EditDistance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := EditDistance(test.b, test.a); got != test.want {
			t.Errorf("EditDistance(%q, %q) = %d, want %d in either order", test.b, test.a, got, test.want)
		}
	}
}

func TestSameName(t *testing.T) {
	for _, same := range [][2]string{
		{"co-op", "coop"},
		{"Boss-Rush", "bossrush"},
		{"timeattack", "time-attack"},
		{"zen", "ZEN"},
		{"time attack", "time-attack"},
		{"Time_Attack", "time-attack"},
		{"very  easy", "very-easy"},
	} {
		if !SameName(same[0], same[1]) {
			t.Errorf("SameName(%q, %q) = false, want true", same[0], same[1])
		}
	}

	for _, other := range [][2]string{{"zen", "zeno"}, {"-60", "60"}, {"", "zen"}, {" zen", "zen"}, {"- 60", "60"}} {
		if SameName(other[0], other[1]) {
			t.Errorf("SameName(%q, %q) = true, want false", other[0], other[1])
		}
	}
}
