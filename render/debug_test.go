package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

func TestDebugPanel(t *testing.T) {
	for _, o := range allOptions() {
		g, v := gameAfter(t, o, 100)
		before := g.Hash()
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		d := widget.Debug{
			TickNanos: 3140, DrawNanos: 412_345, FPS: 29, TargetFPS: 30, Skipped: 7, Bytes: 4120,
			RTTNanos: 1_234_567, Link: "replies", Rate: 40_900, PendingNanos: 51_200, Halted: true,
			Fault: "tick 9: 3 balls",
		}
		v.DrawDebug(&f, g, &d)
		text := f.String()
		for _, want := range []string{
			"tick    100", "step    3.1 us", "draw    412 us", "fps     29 of 30", "skipped 7", "bytes/s 4,120",
			"rtt     1,234 us",
			"link    replies 40K", "pending 51 us", "halted", "tick 9: 3 balls",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%v %v: the frame does not contain %q:\n%s", o.Glyphs, o.Tier, want, text)
			}
		}
		if g.Hash() != before {
			t.Errorf("%v %v: Draw changes the game, want no change", o.Glyphs, o.Tier)
		}
		if n := testing.AllocsPerRun(20, func() { v.DrawDebug(&f, g, &d) }); n > 0 {
			t.Errorf("%v %v: DrawDebug allocates %v times, want 0", o.Glyphs, o.Tier, n)
		}
	}
}

// TestDebugFitsItsPanel checks that a column at the edge of the panel stays blank with the longest state names and
// the highest rates.
func TestDebugFitsItsPanel(t *testing.T) {
	g, v := gameAfter(t, Options{Glyphs: cell.ASCII}, 10)
	var f cell.Frame
	f.Resize(80, 24)
	for rate, want := range map[int]string{
		0: "cap, set", 999_999: "cap, set 999K", 1_000_000: "cap, set 1M",
		10_979_000: "cap, set 10M", 999_000_000: "cap, set 999M",
	} {
		v.Draw(&f, g)
		v.DrawDebug(&f, g, &widget.Debug{Link: "cap, set", Rate: rate})
		found := 0
		for line := range strings.Lines(f.String()) {
			if _, link, ok := strings.Cut(line, "link    "); ok {
				if found++; !strings.HasPrefix(link, want+" ") {
					t.Errorf("rate %d: the link is %q, want %q", rate, link, want)
				}
			}
		}
		if found != 1 {
			t.Errorf("rate %d: %d rows contain the link, want 1", rate, found)
		}
	}
}

func TestDebugShowsContactsBriefly(t *testing.T) {
	g, v := gameAfter(t, Options{}, 10)
	var f cell.Frame
	f.Resize(80, 24)
	marks := func() (n int) {
		v.Draw(&f, g)
		v.DrawDebug(&f, g, &widget.Debug{})
		if f.At(41, 18).Glyph == 'x' {
			n++
		}
		for x := 42; x < 45; x++ {
			if f.At(x, 18).Glyph == '-' {
				n++
			}
		}
		return n
	}
	v.Observe([]engine.Event{{Kind: engine.WallHit, Brick: -1, At: geom.Vec{X: 40.5, Y: 37}, N: geom.Vec{X: 1}}})
	if n := marks(); n != 4 {
		t.Errorf("the contact and its normal have %d cells, want 4:\n%s", n, f.String())
	}
	for range contactTicks {
		v.Observe(nil)
	}
	if n := marks(); n != 0 {
		t.Errorf("after %d ticks, the contact has %d cells, want 0", contactTicks, n)
	}
}

func TestNormalGlyphs(t *testing.T) {
	for want, d := range map[rune]geom.Vec{
		'-': {X: -1, Y: 0.1}, '|': {X: 0.2, Y: -1}, '\\': {X: 0.7, Y: 0.7}, '/': {X: 0.7, Y: -0.7},
	} {
		if got := asciiLine(d.X, d.Y); got != want {
			t.Errorf("asciiLine of %v = %c, want %c", d, got, want)
		}
	}
}

// TestNoticeAndHintsAreMeasuredInColumns checks that letters of two bytes do not change the positions of a notice and
// of the hints in the strip.
func TestNoticeAndHintsAreMeasuredInColumns(t *testing.T) {
	picture := func(letter string, n int) string {
		word := strings.Repeat(letter, n)
		o := Options{Keys: HintKeys{Fire: word}}
		g, _ := gameAfter(t, o, 0)
		v := NewView(o)
		var f cell.Frame
		f.Resize(60, 20)
		if v.Draw(&f, g); !v.l.hasStrip {
			t.Fatal("the HUD is a panel, want a strip")
		}
		v.DrawNotice(&f, word)
		return strings.ReplaceAll(f.String(), letter, "e")
	}
	for n := 1; n < 30; n++ {
		if got, want := picture("é", n), picture("e", n); got != want {
			t.Fatalf("%d letters: the frame is\n%s\nwant\n%s", n, got, want)
		}
	}
}
