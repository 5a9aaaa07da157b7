package app

import (
	"fmt"
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// rates are the frame rates at which flashes are measured.
var rates = []int{60, 30}

// check fails if too much of the picture flashed.
func (m *flashMeter) check(t *testing.T, what string) {
	t.Helper()
	t.Logf("%s: %.1f%% of a field flash more than three times in a second; the most changes of a cell are %d", what,
		100*m.worst, m.most)
	if m.worst > maxFlashShare {
		t.Errorf("%s: %.0f%% of a field flash more than three times in the second before %v", what, 100*m.worst,
			m.when)
	}
}

// strobe shows the meter frames of which a share changes from dark to bright and back hertz times per second.
func strobe(share float64, hertz, fps int, dark, bright cell.Color) *flashMeter {
	var m flashMeter
	var f cell.Frame
	f.Resize(80, 24)
	for n := range 3 * fps {
		c := dark
		if n*2*hertz/fps%2 == 1 {
			c = bright
		}
		for i := range int(share * float64(len(f.Cells))) {
			f.Cells[i] = cell.Cell{Glyph: ' ', Bg: c}
		}
		m.see(time.Duration(n)*time.Second/time.Duration(fps), &f)
	}
	return &m
}

// The meter detects strobes, and only strobes.
func TestFlashMeterDetectsStrobes(t *testing.T) {
	for _, c := range []struct {
		what         string
		share        float64
		hertz        int
		dark, bright cell.Color
		fails        bool
	}{
		{"all, 15 Hz", 1, 15, 0, 0xffffff, true},
		{"all, 4 Hz", 1, 4, 0, 0xffffff, true},
		{"a third, 5 Hz", 0.33, 5, 0x303030, 0x909090, true},
		{"red, 5 Hz", 1, 5, 0x200000, 0xa00000, true},
		{"all, 3 Hz", 1, 3, 0, 0xffffff, false},
		{"a fifth, 15 Hz", 0.2, 15, 0, 0xffffff, true},
		{"an eighth of each field, 15 Hz", 1. / 24, 15, 0, 0xffffff, false},
		{"all, hardly, 15 Hz", 1, 15, 0x000000, 0x303030, false},
		{"all, among the bright, 15 Hz", 1, 15, 0xf0f0f0, 0xffffff, false},
		{"all, resting", 1, 0, 0, 0xffffff, false},
	} {
		for _, fps := range rates {
			if m := strobe(c.share, c.hertz, fps, c.dark, c.bright); m.worst > maxFlashShare != c.fails {
				t.Errorf("%s at %d fps: %.0f%% of the cells, %d changes", c.what, fps, 100*m.worst, m.most)
			}
		}
	}
}

// A showing is a game with a view and a meter.
type showing struct {
	g    *engine.Game
	v    *render.View
	f    cell.Frame
	m    flashMeter
	fps  int
	tick int
}

func newShowing(t *testing.T, o render.Options, fps int, pack levels.Pack, first int) *showing {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: first}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	d := &showing{g: g, v: render.NewView(o), fps: fps}
	d.f.Resize(80, 24)
	d.v.Observe(g.Events)
	return d
}

// step passes events to the view and, when a frame is due, the frame to the meter.
func (d *showing) step(events []engine.Event) {
	d.v.Observe(events)
	d.tick++
	if d.tick%(engine.TicksPerSecond/d.fps) == 0 {
		d.v.Draw(&d.f, d.g)
		d.m.see(time.Duration(d.tick)*time.Second/engine.TicksPerSecond, &d.f)
	}
}

// TestLevelsDoNotFlash plays every shipped level. Together, the levels cover all pairs of themes and glyph sets, and
// each world covers all themes and all glyph sets.
func TestLevelsDoNotFlash(t *testing.T) {
	seconds := 20
	if testing.Short() {
		seconds = 6
	}
	pack := levels.Shipped()
	for k := range pack.Levels {
		fps, glyphs, theme := rates[k/len(theme.All)%len(rates)], allGlyphs[k%len(allGlyphs)],
			theme.All[k%len(theme.All)]
		d := newShowing(t, render.Options{Glyphs: glyphs, Theme: theme}, fps, pack, k)
		bot := bot.New(uint64(k))
		for range seconds * engine.TicksPerSecond {
			d.g.Step(engine.Input{bot.Play(d.g), engine.Idle})
			d.step(d.g.Events)
		}
		d.m.check(t, fmt.Sprintf("%s, %s, %s", pack.Levels[k].Name, theme.Name, glyphs))
	}
}

// TestModesDoNotFlash plays storms, boss rush and matches. Storms meet the limit only without effects, and not in the
// theme paper, where dark balls move on a bright background.
func TestModesDoNotFlash(t *testing.T) {
	for i, c := range []struct {
		what  string
		setup engine.Setup
		pack  levels.Pack
		full  bool // the limit holds also with effects
	}{
		{"storm of 200", engine.Setup{Mode: engine.Storm}, levels.Storm(), false},
		{"storm of 1000", engine.Setup{Mode: engine.Storm, Storm: engine.MaxStorm}, levels.Storm(), false},
		{"boss rush", engine.Setup{Mode: engine.BossRush}, levels.BossRush(), true},
		{"match", engine.Setup{Mode: engine.Arkanong}, levels.Arkanong(), true},
	} {
		for j, th := range theme.All {
			if th.Name == "paper" && !c.full {
				continue
			}
			fps := rates[(i+j)%len(rates)]
			o := render.Options{Theme: th, Glyphs: allGlyphs[(2*i+j)%len(allGlyphs)], Effects: render.NoEffects}
			if c.full {
				o.Effects = render.FullEffects
			}
			g, err := engine.New(engine.Config{Setup: c.setup, Levels: c.pack.Levels})
			if err != nil {
				t.Fatal(err)
			}
			d := &showing{g: g, v: render.NewView(o), fps: fps}
			d.f.Resize(80, 24)
			one, two := bot.New(1), bot.New(2)
			for range 12 * engine.TicksPerSecond {
				in := engine.Input{one.PlayFor(g, 0), engine.Idle}
				if len(g.Paddles) > 1 {
					in[1] = two.PlayFor(g, 1)
				}
				g.Step(in)
				d.step(g.Events)
			}
			d.m.check(t, fmt.Sprintf("%s, %s, %s", c.what, th.Name, o.Glyphs))
		}
	}
}

// TestWorstCasesDoNotFlash shows each theme more than any game: the events with the largest effects, at the highest
// possible rate. The limit applies to the whole picture.
func TestWorstCasesDoNotFlash(t *testing.T) {
	all := func(d *showing, kind engine.EventKind) (events []engine.Event) {
		for k := range d.g.Bricks {
			at, _ := d.g.Shape(k).Circle()
			events = append(events, engine.Event{Kind: kind, Brick: k, At: at, N: geom.Vec{Y: 1}, Value: 150})
		}
		return events
	}
	lost := []engine.Event{{Kind: engine.BallLost, Brick: -1, At: geom.Vec{X: 32, Y: 48}}}
	cases := []struct {
		what   string
		events func(d *showing, tick int) []engine.Event
	}{
		{"all bricks hit in each tick", func(d *showing, _ int) []engine.Event { return all(d, engine.BrickHit) }},
		{"all bricks repeatedly break at the same time", func(d *showing, tick int) []engine.Event {
			if tick%20 == 0 {
				return all(d, engine.BrickBroken)
			}
			return nil
		}},
		{"bombs", func(d *showing, tick int) []engine.Event {
			if tick%12 == 0 {
				return append(all(d, engine.BrickBroken), all(d, engine.BrickExploded)...)
			}
			return nil
		}},
		{"lives lost", func(d *showing, tick int) []engine.Event {
			d.g.Phase = engine.Lost
			d.g.PhaseBegan = d.g.Tick
			if tick%24 == 0 {
				return lost
			}
			return nil
		}},
		{"a boss that changes, and dies, again and again", func(d *showing, tick int) []engine.Event {
			if tick%60 == 0 {
				return append(all(d, engine.BossChanged), all(d, engine.BossKilled)...)
			}
			return append(all(d, engine.BossBlocked), all(d, engine.VolleyShot)...)
		}},
		{"levels begin and end", func(d *showing, tick int) []engine.Event {
			switch tick % 480 {
			case 0:
				d.g.Phase = engine.Serve
				return []engine.Event{{Kind: engine.LevelStarted, Brick: -1}}
			case 240:
				d.g.Phase = engine.Clear
				return []engine.Event{{Kind: engine.LevelClear, Brick: 0}}
			}
			return nil
		}},
	}
	pack := levels.Pack{Name: "full", Levels: []spec.Level{{Name: "Full"}}}
	for x := 4.0; x < 62; x += 8 {
		for y := 4.0; y < 36; y += 7 {
			pack.Levels[0].Bricks = append(pack.Levels[0].Bricks, spec.BrickSpec{
				Kind: spec.Plain,
				Hue:  uint8(x+y) % spec.NumHues, Shape: geom.Regular(6, geom.Vec{X: x, Y: y}, 3.9, 30),
			})
		}
	}
	for j, theme := range theme.All {
		for _, c := range cases {
			for i, fps := range rates {
				d := newShowing(t, render.Options{Theme: theme, Glyphs: allGlyphs[(i+j)%len(allGlyphs)]}, fps, pack, 0)
				d.g.Step(engine.Input{engine.Idle, engine.Idle})
				d.v.Draw(&d.f, d.g)
				for tick := range 3 * engine.TicksPerSecond {
					d.step(c.events(d, tick))
				}
				if d.m.whole > maxFlashShare {
					t.Errorf("%s, %s: %.0f%% of all cells flash more than three times in a second",
						theme.Name, c.what, 100*d.m.whole)
				}
			}
		}
	}
}

// The title, levels that are won with one hit, banners, cards and a held theme key do not flash.
func TestSessionDoesNotFlash(t *testing.T) {
	for _, fps := range rates {
		rate := func(set *Setup) { set.FPS = fps }
		p := sit(t, rate, oneBrick, withBot)
		p.meter = new(flashMeter)
		p.wait(20 * time.Second)
		p.meter.check(t, "the bot")

		p = sit(t, rate)
		p.meter = new(flashMeter)
		p.choose("Options")
		p.moveTo("Theme")
		for range 90 {
			p.wait(time.Second / 30)
			p.key("right")
		}
		if got := p.s.View.Options().Theme.Name; p.s.ID() != optionsScreen || got == theme.All[0].Name &&
			p.s.themeChangedAt == 0 {
			t.Fatalf("the menu did not change the theme: %s", got)
		}
		for range 90 {
			p.wait(time.Second / 30)
			p.key("t")
		}
		p.meter.check(t, "themes")
	}
}
