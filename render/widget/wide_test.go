package widget

import (
	"strings"
	"testing"

	"arkterm/render/cell"
)

// TestWideTextIsCut checks that wide text is cut between characters, and that the cut text has the given number of
// columns.
func TestWideTextIsCut(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"日本の石", 8, "日本の石|"},
		{"日本の石", 7, "日本の.|"},
		{"日本の石", 6, "日本 .|"},
		{"a日本の石", 6, "a日本.|"},
		{"日本の石", 1, ".|"},
		{"日本の石", 0, "|"},
		{"नमस्ते", 3, "नम.|"},
		{"e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301|"},
		{"Honeycomb", 5, "Hone.|"},
	} {
		var f cell.Frame
		f.Resize(20, 1)
		p := NewPen(&f, 0, 0, cell.Style{})
		p.Cut(c.text, c.w)
		p.Glyph('|')
		if got := strings.TrimSpace(f.String()); got != c.want || p.X != c.w+1 && cell.Width(c.text) >= c.w {
			t.Errorf("Cut(%q, %d) writes %q, then column %d; want %q", c.text, c.w, got, p.X, c.want)
		}
	}
	var f cell.Frame
	f.Resize(20, 1)
	p := NewPen(&f, 0, 0, cell.Style{})
	p.Upper("zoë 日e\u0301本", 7)
	if got := strings.TrimSpace(f.String()); got != "ZOË 日e\u0301" {
		t.Errorf("Upper writes %q, want \"ZOË 日e\u0301\"", got)
	}
}

func TestPlainTextHasOneColumn(t *testing.T) {
	for text, want := range map[string]string{
		"↑ ok":            "^ ok",
		"Zoë":             "Zoë",
		"日本の石":            "????",
		"a日b":             "a?b",
		"e\u0301x नमस्ते": "?x नम??",
		"":                "",
	} {
		if got := Plain(text); got != want {
			t.Errorf("Plain(%q) = %q, want %q", text, got, want)
		}
	}
}
