package render

import (
	"strconv"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// gameOf returns a game with a single level.
func gameOf(t *testing.T, l spec.Level) *engine.Game {
	t.Helper()
	g, err := engine.New(engine.Config{Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// frameText returns the frame of g as text.
func frameText(v *View, g *engine.Game, w, h int) string {
	var f cell.Frame
	f.Resize(w, h)
	v.Draw(&f, g)
	return f.String()
}

func TestPanelShowsHighScore(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	if s := frameText(v, g, 80, 24); strings.Contains(s, "BEST") || strings.Contains(s, "best") {
		t.Errorf("the panel shows a high score, want none before SetBest:\n%s", s)
	}
	v.SetBest(Best{Score: 12_340, Ticks: 52 * engine.TicksPerSecond, Points: 9_300})
	g.Score = 12_340
	for _, c := range []struct {
		w, h int
		want []string
	}{
		{80, 24, []string{"BEST    12,340", "best 0:52"}},
		{140, 40, []string{"12,340", "Best    0:52, 9,300"}},
	} {
		s := frameText(v, g, c.w, c.h)
		for _, want := range c.want {
			if !strings.Contains(s, want) {
				t.Errorf("%d×%d: the frame does not contain %q:\n%s", c.w, c.h, want, s)
			}
		}
	}
	g.Score++
	if s := frameText(v, g, 80, 24); !strings.Contains(s, "BEST ★  12,341") {
		t.Errorf("the frame does not contain 12,341 with a star:\n%s", s)
	}
}

func TestPanelShowsGhostLead(t *testing.T) {
	for _, c := range []struct {
		bricks, level  int
		want, wantWide string
	}{
		{0, 0, "GHOST     even", "even"},
		{-5, 0, "GHOST       +5", "5 bricks ahead"},
		{12, 0, "GHOST      -12", "12 bricks behind"},
		{-300, 0, "GHOST      +99", "99 bricks ahead"},
		{300, 0, "GHOST      -99", "99 bricks behind"},
		{0, 2, "GHOST  level 3", "level 3"},
	} {
		g, v := gameAfter(t, Options{}, 1)
		other := g.Clone()
		other.BricksLeft += c.bricks
		other.Level = c.level
		v.SetGhost(other)
		if s := frameText(v, g, 80, 24); !strings.Contains(s, c.want) {
			t.Errorf("%d bricks, level %d: the frame does not contain %q:\n%s", c.bricks, c.level, c.want, s)
		}
		if s := frameText(v, g, 140, 40); !strings.Contains(s, c.wantWide) {
			t.Errorf("%d bricks, level %d: the frame does not contain %q:\n%s", c.bricks, c.level, c.wantWide, s)
		}
	}
}

// TestLeadInPointsFits checks that large differences are drawn with a sign, because there is no room for words.
func TestLeadInPointsFits(t *testing.T) {
	for points, want := range map[int]string{
		5: "GHOST       +5", 700: "GHOST     +700", -123_456: "GHOST -123,456",
		2_345_678: "GHOST  +2,345k",
	} {
		g, v := gameAfter(t, Options{}, 1)
		g.Mode = engine.Endless
		other := g.Clone()
		other.Score = max(points, 0)
		g.Score = max(-points, 0)
		v.SetGhost(other)
		if s := frameText(v, g, 80, 24); !strings.Contains(s, want) {
			t.Errorf("%d points: the frame does not contain %q:\n%s", points, want, s)
		}
	}
}

func TestTallyShowsHighScore(t *testing.T) {
	l := honeycomb()
	l.ParTime = 65 * engine.TicksPerSecond
	g := gameOf(t, l)
	g.Phase, g.BricksLeft, g.Tally.Ticks = engine.Clear, 0, 50*engine.TicksPerSecond
	v := NewView(Options{})
	for _, c := range []struct {
		best int
		want string
	}{{52, "New best     was 0:52"}, {40, "Your best    0:40"}} {
		v.SetBest(Best{Ticks: c.best * engine.TicksPerSecond})
		if s := frameText(v, g, 80, 24); !strings.Contains(s, c.want) {
			t.Errorf("the frame does not contain %q:\n%s", c.want, s)
		}
	}
}

// TestGhostInAnotherLevelIsNotDrawn checks that a ghost changes the field only if it is in the same level.
func TestGhostInAnotherLevelIsNotDrawn(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	other := g.Clone()
	for range 240 {
		other.Step(engine.Input{{Target: 400}, engine.Idle})
	}
	field := func() string {
		var b strings.Builder
		for row := range strings.SplitSeq(frameText(v, g, 80, 24), "\n") {
			if r := []rune(row); len(r) > 62 {
				b.WriteString(string(r[:62]) + "\n")
			}
		}
		return b.String()
	}
	alone := field()
	v.SetGhost(other)
	if field() == alone {
		t.Error("a ghost in the same level does not change the field, want it drawn")
	}
	other.Level = 1
	if field() != alone {
		t.Error("a ghost in another level changes the field, want no change")
	}
}

func TestIntroShowsGoals(t *testing.T) {
	l := honeycomb()
	l.ParTime, l.ParScore, l.World = 65*engine.TicksPerSecond, 8_400, "First Light"
	g := gameOf(t, l)
	v := NewView(Options{Names: []string{"Honeycomb"}})
	bricks := "☆ " + strconv.Itoa(g.BricksLeft) + " bricks   ☆ in 1:05   ☆ no ball lost   ☆ 8,400 points"
	for _, c := range []struct {
		w, h int
		want []string
	}{
		{80, 24, []string{"FIRST LIGHT   LEVEL 1  Honeycomb", bricks}},
		{120, 40, []string{"FIRST LIGHT   LEVEL 1  Honeycomb", bricks}},
		{40, 24, []string{"LEVEL 1  Honeycomb"}},
	} {
		s := frameText(v, g, c.w, c.h)
		for _, want := range c.want {
			if !strings.Contains(s, want) {
				t.Errorf("%d×%d: the frame does not contain %q:\n%s", c.w, c.h, want, s)
			}
		}
	}
	v.SetBest(Best{Ticks: 52 * engine.TicksPerSecond, Points: 9_300})
	if s := frameText(v, g, 120, 40); !strings.Contains(s, "your best 0:52, 9,300 points") {
		t.Errorf("the frame does not contain the best time and points:\n%s", s)
	}
	g.Tick += introTicks
	if s := frameText(v, g, 80, 24); strings.Contains(s, "LEVEL 1  Honeycomb") || strings.Contains(s, "in 1:05") {
		t.Errorf("the frame contains the intro after introTicks, want no intro:\n%s", s)
	}
}

// TestGoalsAboveNarrowField checks that goals replace the level's name in a narrow window.
func TestGoalsAboveNarrowField(t *testing.T) {
	l := honeycomb()
	l.ParTime, l.ParScore = 65*engine.TicksPerSecond, 8_400
	g := gameOf(t, l)
	v := NewView(Options{Names: []string{"Honeycomb"}})
	if s := frameText(v, g, 40, 24); !strings.Contains(s, "space: serve") {
		t.Errorf("before the serve, the frame does not contain the hint:\n%s", s)
	}
	g.Phase = engine.Play
	if s := frameText(v, g, 40, 24); !strings.Contains(s, "☆"+strconv.Itoa(g.BricksLeft)+" ☆1:05 ☆●") {
		t.Errorf("in play, the frame does not contain the goals:\n%s", s)
	}
	if s := frameText(v, g, 60, 48); !strings.Contains(s, "☆8,400") {
		t.Errorf("in play, the frame does not contain the goal for points:\n%s", s)
	}
	g.Tally.Ticks, g.Tally.BallsLost = g.Tally.Par+1, 1
	if s := frameText(v, g, 40, 24); !strings.Contains(s, "☆"+strconv.Itoa(g.BricksLeft)+" ☆8,400") {
		t.Errorf("with lost stars, the frame does not contain the remaining goals:\n%s", s)
	}
}

// TestComparingDoesNotAllocate checks that drawing does not allocate if the HUD shows a ghost and records.
func TestComparingDoesNotAllocate(t *testing.T) {
	l := honeycomb()
	l.ParTime, l.ParScore = 65*engine.TicksPerSecond, 8_400
	g := gameOf(t, l)
	other := g.Clone()
	other.BricksLeft -= 3
	v := NewView(Options{Names: []string{"Honeycomb"}})
	v.SetBest(Best{Score: 12_340, Ticks: 52 * engine.TicksPerSecond, Points: 9_300})
	v.SetGhost(other)
	for _, size := range [][2]int{{80, 24}, {40, 24}, {200, 60}} {
		for _, phase := range []engine.Phase{engine.Serve, engine.Play} {
			g.Phase = phase
			var f cell.Frame
			f.Resize(size[0], size[1])
			v.Draw(&f, g)
			if n := testing.AllocsPerRun(20, func() { v.Draw(&f, g) }); n != 0 {
				t.Errorf("%v, phase %d: Draw allocates %.1f times per frame, want 0", size, phase, n)
			}
		}
	}
}
