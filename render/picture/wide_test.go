package picture

import (
	"strings"
	"testing"

	"arkterm/render/cell"
)

// wideFrame returns a frame with the given text.
func wideFrame(text string) *cell.Frame {
	var f cell.Frame
	f.Resize(6, 1)
	f.Text(0, 0, text, cell.Style{Fg: 0xffffff, Bg: 0x102030})
	return &f
}

// TestSVGHasWideGlyphs checks that each wide glyph and each glyph with marks has its own text element, because browsers
// assign a position to each character.
func TestSVGHasWideGlyphs(t *testing.T) {
	var b strings.Builder
	if err := SVG(&b, wideFrame("ab日e\u0301x")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		">ab</text>", ` y="18" fill="#ffffff">日</text>`, ">e\u0301</text>", ">x</text>",
		`<text x="24 "`, `<text x="48 "`, `<text x="60 "`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("SVG does not contain %s: %s", want, b.String())
		}
	}
}

// TestImageHasBoxesForWideGlyphs checks that an image has an empty box of two cells for each wide glyph.
func TestImageHasBoxesForWideGlyphs(t *testing.T) {
	for text, boxes := range map[string]string{"日x": "\u2588\u2588.", "日本": "\u2588\u2588\u2588\u2588"} {
		img := Image(wideFrame(text))
		for i, want := range []rune(boxes) {
			x := i*pngW + pngW - 1 - (i%2)*(pngW-1) // column where both halves meet
			r, _, _, _ := img.At(x, 4).RGBA()
			if got := r>>8 == 0xff; got != (want == '\u2588') {
				t.Errorf("image of %s: column %d has a box: %v, want %v", text, i, got, !got)
			}
		}
	}
}

// TestAnimationRedrawsWideGlyphs checks that both halves of a wide glyph are redrawn when it changes, even if the
// colors do not change.
func TestAnimationRedrawsWideGlyphs(t *testing.T) {
	var a Animation
	over := wideFrame("日")
	over.Set(0, 0, 'x', cell.Style{Fg: 0xffffff, Bg: 0x102030})
	for i, c := range []struct {
		f       *cell.Frame
		changes int
	}{{wideFrame("日"), 6}, {wideFrame("本"), 2}, {wideFrame("本"), 0}, {over, 2}, {wideFrame("xy"), 1}} {
		before := len(a.frames)
		a.Add(c.f, 100)
		changes := 0
		if len(a.frames) > before {
			changes = len(a.frames[before].cells)
		}
		if changes != c.changes {
			t.Errorf("frame %d: %d changed cells, want %d", i, changes, c.changes)
		}
	}
	var b strings.Builder
	if err := a.SVG(&b); err != nil || strings.Count(b.String(), "日") != 1 || strings.Count(b.String(), "本") != 1 {
		t.Errorf("SVG: error %v, want each wide glyph once in\n%s", err, b.String())
	}
	if err := a.GIF(&b); err != nil {
		t.Error(err)
	}
}
