package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// gameWithShove returns a game in which the player has just shoved the ball with the button b, and its view.
func gameWithShove(t *testing.T, o Options, b engine.Button) (*engine.Game, *View) {
	t.Helper()
	brick := spec.BrickSpec{Kind: spec.Quad, Shape: geom.Regular(6, geom.Vec{X: 4, Y: 10}, 2, 30)}
	g, err := engine.New(engine.Config{Levels: []spec.Level{{Bricks: []spec.BrickSpec{brick}}}})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(o)
	advance(g, v, 0)
	advance(g, v, engine.Fire)
	for range engine.TicksPerSecond / 2 {
		advance(g, v, 0)
	}
	if !g.FireShoves(0) {
		t.Fatal("FireShoves(0) = false, want true with a ball in flight")
	}
	g.Shoves[0].Meter = engine.ShoveFull
	advance(g, v, b)
	return g, v
}

// advance plays a tick with a button, and passes its events to the view.
func advance(g *engine.Game, v *View, b engine.Button) {
	g.Step(engine.Input{{Target: engine.NoTarget, Buttons: b}, engine.Idle})
	v.Observe(g.Events)
}

// TestStrokesShowTheDirection checks that strokes in the direction of a shove are drawn for its whole duration, in
// every glyph set and at every setting of the effects.
func TestStrokesShowTheDirection(t *testing.T) {
	for glyphs := range wallGlyphSets {
		for _, effects := range []Effects{FullEffects, SomeEffects, NoEffects} {
			g, v := gameWithShove(t, Options{Glyphs: cell.Glyphs(glyphs), Effects: effects}, engine.Down)
			var f cell.Frame
			f.Resize(100, 30)
			seen := 0
			for range engine.ShoveTicks - 2 {
				v.Draw(&f, g)
				if countStrokeHeads(&f, v, v.strokeGlyphs().down) > 0 {
					seen++
				}
				advance(g, v, 0)
			}
			if seen < engine.ShoveTicks-2 {
				t.Errorf("%v, %v: strokes in %d frames, want at least %d:\n%s",
					v.opts.Glyphs, effects, seen, engine.ShoveTicks-2, f.String())
			}
		}
	}
}

// countStrokeHeads returns the number of stroke heads in the field of f.
func countStrokeHeads(f *cell.Frame, v *View, head rune) (n int) {
	for y := v.l.y; y < v.l.y+v.l.rows; y++ {
		for x := v.l.x; x < v.l.x+v.l.cols; x++ {
			if c := f.At(x, y); c.Glyph == head && c.Attr == cell.Bold {
				n++
			}
		}
	}
	return n
}

func TestMeterShowsShoves(t *testing.T) {
	g, v := machinesAfter(t, Options{Glyphs: cell.Quadrant}, machinesLevel(), 300)
	for meter, want := range map[int]string{
		0: "SHOVE ── ── ──", 50: "SHOVE ━─ ── ──", 99: "SHOVE ━─ ── ──", 100: "SHOVE ━━ ── ──", 250: "SHOVE ━━ ━━ ━─",
		engine.ShoveFull: "SHOVE ━━ ━━ ━━",
	} {
		g.Shoves[0].Meter = meter
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		if !strings.Contains(f.String(), want) {
			t.Errorf("meter at %d: the frame does not contain %q:\n%s", meter, want, f.String())
		}
	}
}

// TestSlowTimeShows checks that slow motion has a gauge and lit walls.
func TestSlowTimeShows(t *testing.T) {
	g, v := gameWithShove(t, Options{}, engine.Down)
	advance(g, v, 0)
	advance(g, v, engine.Up)
	if !g.TimeIsSlow() {
		t.Fatal("TimeIsSlow = false after two shoves, want true")
	}
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "SLOW MOTION") {
		t.Errorf("the frame does not contain SLOW MOTION:\n%s", s)
	}
	if at := f.At(v.l.x-1, v.l.y+v.l.rows-2); at.Fg != v.theme.Charge {
		t.Errorf("the color of the left wall is %06x, want %06x", at.Fg, v.theme.Charge)
	}
}

// TestMissedShoveShows checks that hasMissedShove returns true for missedShoveTicks after a shove without enough
// charge.
func TestMissedShoveShows(t *testing.T) {
	g, v := gameWithShove(t, Options{}, engine.Down)
	g.Shoves[0].Meter = 0
	advance(g, v, 0)
	advance(g, v, engine.Up)
	if !v.effects.hasMissedShove(0) {
		t.Error("hasMissedShove(0) = false after a shove without charge, want true")
	}
	for range missedShoveTicks {
		advance(g, v, 0)
	}
	if v.effects.hasMissedShove(0) {
		t.Error("hasMissedShove(0) = true after missedShoveTicks, want false")
	}
}
