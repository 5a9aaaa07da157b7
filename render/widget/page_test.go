package widget

import (
	"strings"
	"testing"

	"arkterm/render/cell"
	"arkterm/render/theme"
)

// testLooks returns a look for each glyph set in two tiers.
func testLooks() (all []*Look) {
	for g := cell.Glyphs(0); g.Blocks() != nil && int(g) < 7; g++ {
		for _, tier := range [...]cell.Tier{cell.Truecolor, cell.Mono} {
			t := theme.All[0].ForTier(tier)
			all = append(all, &Look{Theme: &t, Tier: tier, Glyphs: g, Blocks: g.Blocks()})
		}
	}
	return all
}

// testSizes are the sizes of the test frames.
var testSizes = [...][2]int{{40, 16}, {41, 17}, {50, 20}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}

// newTestPage returns a page with all parts and forty rows.
func newTestPage() *Page {
	p := &Page{
		Title: "T", Chapters: []string{"One", "Two"}, Chapter: 1, Count: "1 of 2", SampleTitle: "HEAD",
		Facts: "some facts",
		Text:  "a description", Footer: "esc",
	}
	for range 40 {
		p.Rows = append(p.Rows, PageRow{Text: "row"})
	}
	return p
}

// TestPagesShowTheSelectedRow checks that in every frame size all texts are shown, and that At returns the selected row
// at some cell.
func TestPagesShowTheSelectedRow(t *testing.T) {
	for _, l := range testLooks() {
		for _, size := range testSizes {
			var f, sample cell.Frame
			f.Resize(size[0], size[1])
			p := newTestPage()
			for p.Selected = 0; p.Selected < len(p.Rows); p.Selected += 13 {
				sample.Resize(p.SampleSize(&f))
				p.Draw(l, &f, &sample)
				if !hasSelectedRow(p, &f) {
					t.Fatalf("%v %v: At returns the selected row %d at no cell, want some", l.Glyphs, size, p.Selected)
				}
				for _, text := range []string{"HEAD", "facts", "description", "esc"} {
					if !strings.Contains(f.String(), text) {
						t.Fatalf("%v %v, row %d: the page does not contain %q:\n%s", l.Glyphs, size, p.Selected, text,
							f.String())
					}
				}
			}
			for i, name := range p.Chapters {
				col := strings.Index(strings.Split(f.String(), "\n")[pageChapterRow], name)
				if got := p.ChapterAt(&f, col, pageChapterRow); got != i {
					t.Errorf("%v: ChapterAt the name of chapter %d = %d, want %[2]d", size, i, got)
				}
			}
		}
	}
}

// hasSelectedRow reports whether At returns the selected row of p at a cell of f.
func hasSelectedRow(p *Page, f *cell.Frame) bool {
	for i := range f.W * f.H {
		if p.At(f, i%f.W, i/f.W) == p.Selected {
			return true
		}
	}
	return false
}

// TestOutlinesContainNoText checks that an outline contains no letters, and only one color in addition to the
// background.
func TestOutlinesContainNoText(t *testing.T) {
	l := testLooks()[0]
	var f, sample cell.Frame
	f.Resize(80, 24)
	p := newTestPage()
	p.OutlineOnly = true
	sample.Resize(p.SampleSize(&f))
	sample.Fill(0, 0, sample.W, sample.H, ' ', cell.Style{Bg: l.Theme.Back})
	sample.Fill(2, 2, 5, 2, '▀', cell.Style{Fg: 0xff0000, Bg: 0x00ff00})
	sample.Text(3, 6, "B", cell.Style{Fg: 0xffffff, Bg: 0x0000ff})
	p.Draw(l, &f, &sample)
	k := p.layOut(&f)
	inks := map[cell.Color]bool{}
	for y := range sample.H {
		for x := range sample.W {
			c := f.At(k.sample.X+x, k.sample.Y+y)
			if isASCIILetter(c.Glyph) {
				t.Errorf("the outline contains %q, want no letters", c.Glyph)
			}
			inks[c.Fg], inks[c.Bg] = true, true
		}
	}
	if delete(inks, l.Theme.Back); len(inks) != 1 {
		t.Errorf("colors of the outline: %v, want one", inks)
	}
}

// TestChoicesShowAllOptions checks that in every frame size all options are shown with their texts, and that At returns
// each option at its name.
func TestChoicesShowAllOptions(t *testing.T) {
	for _, l := range testLooks() {
		for _, size := range testSizes {
			var f cell.Frame
			f.Resize(size[0], size[1])
			c := &Choice{Title: "Q", Notes: []string{"note"}, Footer: "esc"}
			samples := make([]cell.Frame, 3)
			for i, name := range []string{"Aa", "Bb", "Cc"} {
				c.Options = append(c.Options, ChoiceOption{
					Name: name, Text: "for " + name + " people who play",
					Facts: name + " facts",
				})
				samples[i].Resize(c.SampleSize(&f))
			}
			c.Draw(l, &f, samples)
			s := f.String()
			for i, o := range c.Options {
				rows := strings.Split(s, "\n")
				found := false
				for y, row := range rows {
					if x := strings.Index(row, o.Name); x >= 0 && c.At(&f, len([]rune(row[:x])), y) == i {
						found = true
					}
				}
				if !found || strings.Count(s, "facts") != 3 || strings.Count(s, "play") != 3 ||
					!strings.Contains(s, "note") {
					t.Errorf("%v %v: At does not find option %d, or a text is missing:\n%s", l.Glyphs, size, i, s)
				}
			}
		}
	}
}
