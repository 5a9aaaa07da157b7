package cell

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// glyphsOf returns the glyphs of s with their columns, and the total number of columns.
func glyphsOf(s string) (all []string, columns int) {
	for s != "" {
		glyph, cols, n := Next(s)
		if cols > 0 {
			all = append(all, fmt.Sprintf("%s/%d", AppendGlyph(nil, glyph), cols))
		}
		columns += cols
		s = s[n:]
	}
	return all, columns
}

func TestTextIsDividedIntoGlyphs(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"ab ":                              "a/1 b/1  /1",
		"Zoë Ж ★":                          "Z/1 o/1 ë/1  /1 Ж/1  /1 ★/1",
		"日本の石":                             "日/2 本/2 の/2 石/2",
		"a玩b":                              "a/1 玩/2 b/1",
		"한글":                               "한/2 글/2",
		"\u1112\u1161\u11ab\u1100\u1173":   "한/2 그/2", // one glyph per syllable, although each letter is a rune
		"\u1100":                           "\u1100/2",
		"\u1161":                           "?/1",
		"e\u0301x":                         "e\u0301/1 x/1",
		"か\u3099":                          "か\u3099/2",
		"नमस्ते":                           "न/1 म/1 स्/1 ते/1",
		"हिन्दी":                           "हि/2 न्/1 दी/2", // with a vowel sign that has a column
		"สวัสดี":                           "ส/1 วั/1 ส/1 ดี/1",
		"\u0301a":                          "?/1 a/1", // a mark without a base
		"a\u0301\u0302\u0303\u0304\u0305b": "a\u0301\u0302\u0303/1 b/1",
		"❤\ufe0f!":                         "❤/1 !/1",
		"a\ufe0fb\u200dc\u00ad":            "a/1 b/1 c/1",
		"👩\u200d👩\u200d👧":                  "👩/2 👩/2 👧/2", // joined only on some terminals
		"👍🏽x":                              "👍/2 x/1",
		"🏽":                                "?/1",
		"🇯🇵":                               "J/1 P/1",
		"1\ufe0f\u20e3":                    "1/1",
		"\x1b[m\n\u009b":                   "?/1 [/1 m/1 ?/1 ?/1",
		"\u202eevil\u2066":                 "?/1 e/1 v/1 i/1 l/1 ?/1",
		"\u3164\u115f\uffa0":               "?/1 ?/1 ?/1", // letters that look like blanks
		"\xff\xfe":                         "\ufffd/1 \ufffd/1",
		"\ue000":                           "?/1",
	} {
		glyphs, columns := glyphsOf(text)
		if got := strings.Join(glyphs, " "); got != want || columns != Width(text) {
			t.Errorf("%+q: glyphs %s in %d columns, want %s; Width = %d, want the same number", text, got,
				columns, want, Width(text))
		}
	}
}

func TestWideGlyphsInAFrame(t *testing.T) {
	var f Frame
	draw := func(x int, s string) func() { return func() { f.Text(x, 0, s, Style{}) } }
	for _, c := range []struct {
		name  string
		first func()
		then  func()
		want  string
	}{
		{"two wide glyphs", draw(1, "日本"), func() {}, " 日本"},
		{"glyphs with marks", draw(0, "नमस्ते!"), func() {}, "नमस्ते!"},
		{"a narrow glyph over a left half", draw(0, "日本"), draw(0, "x"), "x 本"},
		{"a narrow glyph over a right half", draw(0, "日本"), draw(1, "x"), " x本"},
		{"a wide glyph over halves of two", draw(0, "日本"), draw(1, "石"), " 石"},
		{"narrow glyphs over both halves", draw(0, "日本"), draw(2, "xy"), "日xy"},
		{"the same wide glyphs again", draw(0, "日本"), draw(0, "日本"), "日本"},
		{"a wide glyph at the right margin", draw(4, "日本"), func() {}, "    日"},
		{"a wide glyph cut at the right margin", draw(5, "日"), func() {}, ""},
		{"wide glyphs cut at the left margin", draw(-1, "日本"), func() {}, " 本"},
		{"a left half that is copied alone", draw(0, "日"), func() { f.Cells[3] = f.Cells[0] }, "日"},
		{"a right half that is copied alone", draw(0, "日"), func() { f.Cells[3] = f.Cells[1] }, "日"},
	} {
		f.Resize(6, 1)
		clear(f.Cells)
		c.first()
		c.then()
		if got := strings.TrimSuffix(f.String(), "\n"); got != c.want {
			t.Errorf("%s: the row is %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCutDoesNotDivideGlyphs(t *testing.T) {
	for columns, want := range []string{
		"", "a", "a", "a日", "a日e\u0301", "a日e\u0301", "a日e\u0301हि", "a日e\u0301हि!",
		"a日e\u0301हि!",
	} {
		if got := Cut("a日e\u0301हि!", columns); got != want {
			t.Errorf("Cut to %d columns = %q, want %q", columns, got, want)
		}
	}
	if got := Cut("a\ufe0f\ufe0f", 1); got != "a\ufe0f\ufe0f" {
		t.Errorf("Cut to 1 column = %+q, want no change", got)
	}
	if got := Pad("日本", 6); got != "日本  " {
		t.Errorf("Pad(日本, 6) = %q, want two blanks after it", got)
	}
}

// TestClustersAreLimited checks that the number and the length of clusters are limited, because players choose their
// names. Beyond the limits, marks are omitted.
func TestClustersAreLimited(t *testing.T) {
	var table clusterTable
	text := func() string { return "a" }
	for k := range maxClusters + 10 {
		glyph := table.glyph(k%clusterKinds, fmt.Sprintf("a\u0301%d", k), false, text)
		if (glyph == 0) != (k >= maxClusters) {
			t.Fatalf("glyph of cluster %d = %x, want 0 only from cluster %d on", k, glyph, maxClusters)
		}
	}
	if table.glyph(nextCluster, "a"+strings.Repeat("\ufe0f", 40)+"\u0301", false, text) != 0 {
		t.Error("the table accepts a cluster longer than maxClusterText, want glyph 0")
	}
	if glyph, columns, size := Next("a" + strings.Repeat("\u0301", 1000) + "b"); glyph != 'a' || columns != 1 ||
		size != 2001 {
		t.Errorf("Next of a letter with 1,000 marks = %x, %d columns, %d bytes, want 61, 1 column, 2001 bytes", glyph,
			columns, size)
	}
}

// TestCluster checks that Cluster keeps characters that Next omits, and that it uses the given number of columns.
func TestCluster(t *testing.T) {
	for _, c := range []struct {
		cluster string
		columns int
		text    string
	}{
		{"a", 1, "a"},
		{"世", 2, "世"},
		{"世", 1, "世"},
		{"e\u0301", 1, "e\u0301"},
		{"\ue0b0", 1, "\ue0b0"}, // for private use, as in fonts for shell prompts
		{"👨\u200d👩\u200d👧", 2, "👨\u200d👩\u200d👧"},
		{"❤\ufe0f", 2, "❤\ufe0f"},
		{"🇩🇪", 2, "🇩🇪"},
		{"\x1b\u009b\u202ea", 1, "a"},
		{"\x1b", 1, "?"},
		{"\x80", 1, "\ufffd"},
		{"a" + strings.Repeat("\u0301", 100), 2, "?"}, // too long
	} {
		glyph := Cluster(c.cluster, c.columns)
		if text := string(AppendGlyph(nil, glyph)); text != c.text || Wide(glyph) != (c.columns == 2 && c.text != "?") {
			t.Errorf("Cluster(%q, %d) has the text %q, wide %v; want %q", c.cluster, c.columns, text, Wide(glyph),
				c.text)
		}
		if GlyphLen(glyph) != len(c.text) || Printable(glyph) != glyph {
			t.Errorf("%q: GlyphLen %d, want %d; Printable %x, want no change", c.cluster, GlyphLen(glyph), len(c.text),
				Printable(glyph))
		}
	}
	if AppendGlyph(nil, Locked) != nil || GlyphLen(Locked) != 0 {
		t.Error("AppendGlyph(Locked) appends text, want none")
	}
}

func TestTextDoesNotAllocate(t *testing.T) {
	var f Frame
	f.Resize(40, 1)
	const text = "Honeycomb 日本の石 नमस्ते हिन्दी e\u0301"
	f.Text(0, 0, text, Style{})
	Cluster("❤\ufe0f", 2)
	if n := testing.AllocsPerRun(100, func() {
		f.Text(0, 0, text, Style{})
		Width(text)
		Cut(text, 20)
		Cluster("❤\ufe0f", 2)
	}); n > 0 {
		t.Errorf("Text, Width, Cut and Cluster allocate %v times, want 0", n)
	}
}

func FuzzNext(f *testing.F) {
	for _, s := range []string{
		"日本", "e\u0301", "हिन्दी", "👩\u200d👧", "\u1112\u1161\u11ab", "\xe1\x84", "\x1b",
		"a\ufe0f",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var shown []byte
		columns := 0
		for rest := s; rest != ""; {
			glyph, cols, n := Next(rest)
			if n <= 0 || cols < 0 || cols > 2 || (cols == 2) != Wide(glyph) {
				t.Fatalf("Next(%+q) = glyph %x, %d columns, %d bytes, want 0 to 2 columns, and 2 if the glyph is wide",
					rest, glyph, cols, n)
			}
			if cols > 0 {
				text := AppendGlyph(nil, glyph)
				if len(text) != GlyphLen(glyph) || !utf8.Valid(text) || slices.ContainsFunc(text,
					func(b byte) bool { return b < ' ' || b == 0x7f }) {
					t.Fatalf("Next(%+q): text of glyph %x is %q, want GlyphLen bytes of valid UTF-8", rest, glyph, text)
				}
				shown = append(shown, text...)
			}
			columns += cols
			rest = rest[n:]
		}

		if columns != Width(s) {
			t.Errorf("Width(%+q) = %d, want %d, the sum over all calls of Next", s, Width(s), columns)
		}
		var frame Frame
		frame.Resize(columns+1, 1)
		frame.Text(0, 0, s, Style{})
		if got := strings.TrimRight(frame.String(), " \n"); got != strings.TrimRight(string(shown), " ") {
			t.Errorf("Text(%+q) draws %q, want %q", s, got, shown)
		}

		for n := range columns + 2 {
			if cut := Cut(s, n); Width(cut) > n || !strings.HasPrefix(s, cut) {
				t.Errorf("Cut(%+q, %d) = %+q, want a prefix that fits", s, n, cut)
			}
		}
	})
}
