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

// check fails if too much of the picture flashed. The name describes the picture in messages.
func (m *flashMeter) check(t *testing.T, name string) {
	t.Helper()
	t.Logf("%s: %.1f%% of a field flash more than three times in a second; maximum changes of a cell: %d", name,
		100*m.maxShare, m.maxChanges)
	if m.maxShare > maxFlashShare {
		t.Errorf("%s: %.0f%% of a field flash more than three times in the second before %v", name, 100*m.maxShare,
			m.maxShareAt)
	}
}

// strobe returns a meter that has measured three seconds of a strobe light. A share of each frame changes from dark to
// bright and back hertz times per second.
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
		m.addFrame(time.Duration(n)*time.Second/time.Duration(fps), &f)
	}
	return &m
}

// The meter detects strobes. It accepts slow, small, weak and bright ones.
func TestFlashMeterDetectsStrobes(t *testing.T) {
	for _, c := range []struct {
		name         string
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
		{"all, weak, 15 Hz", 1, 15, 0x000000, 0x303030, false},
		{"all, between bright colors, 15 Hz", 1, 15, 0xf0f0f0, 0xffffff, false},
		{"all, constant", 1, 0, 0, 0xffffff, false},
	} {
		for _, fps := range rates {
			if m := strobe(c.share, c.hertz, fps, c.dark, c.bright); m.maxShare > maxFlashShare != c.fails {
				t.Errorf("%s at %d fps: %.0f%% of the cells flash, %d changes", c.name, fps, 100*m.maxShare,
					m.maxChanges)
			}
		}
	}
}

// A flashTest plays a game and measures how much its pictures flash.
type flashTest struct {
	game  *engine.Game
	view  *render.View
	frame cell.Frame
	meter flashMeter
	fps   int
	tick  int
}

func newFlashTest(t *testing.T, o render.Options, fps int, pack levels.Pack, first int) *flashTest {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: first}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	d := &flashTest{game: g, view: render.NewView(o), fps: fps}
	d.frame.Resize(80, 24)
	d.view.Observe(g.Events)
	return d
}

// step passes events to the view and, when a frame is due, the frame to the meter.
func (d *flashTest) step(events []engine.Event) {
	d.view.Observe(events)
	d.tick++
	if d.tick%(engine.TicksPerSecond/d.fps) == 0 {
		d.view.Draw(&d.frame, d.game)
		d.meter.addFrame(time.Duration(d.tick)*time.Second/engine.TicksPerSecond, &d.frame)
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
		d := newFlashTest(t, render.Options{Glyphs: glyphs, Theme: theme}, fps, pack, k)
		bot := bot.New(uint64(k))
		for range seconds * engine.TicksPerSecond {
			d.game.Step(engine.Input{bot.Play(d.game), engine.Idle})
			d.step(d.game.Events)
		}
		d.meter.check(t, fmt.Sprintf("%s, %s, %s", pack.Levels[k].Name, theme.Name, glyphs))
	}
}

// TestModesDoNotFlash plays storms, boss rush and matches.
func TestModesDoNotFlash(t *testing.T) {
	for i, c := range []struct {
		name  string
		setup engine.Setup
		pack  levels.Pack
	}{
		{"storm of 24", engine.Setup{Mode: engine.Storm, Storm: 24}, levels.Storm()},
		{"storm of 200", engine.Setup{Mode: engine.Storm}, levels.Storm()},
		{"storm of 1000", engine.Setup{Mode: engine.Storm, Storm: engine.MaxStorm}, levels.Storm()},
		{"boss rush", engine.Setup{Mode: engine.BossRush}, levels.BossRush()},
		{"match", engine.Setup{Mode: engine.Arkanong}, levels.Arkanong()},
	} {
		for j, th := range theme.All {
			fps := rates[(i+j)%len(rates)]
			o := render.Options{Theme: th, Glyphs: allGlyphs[(2*i+j)%len(allGlyphs)]}
			g, err := engine.New(engine.Config{Setup: c.setup, Levels: c.pack.Levels})
			if err != nil {
				t.Fatal(err)
			}
			d := &flashTest{game: g, view: render.NewView(o), fps: fps}
			d.frame.Resize(80, 24)
			one, two := bot.New(1), bot.New(2)
			for range 12 * engine.TicksPerSecond {
				in := engine.Input{one.PlayFor(g, 0), engine.Idle}
				if len(g.Paddles) > 1 {
					in[1] = two.PlayFor(g, 1)
				}
				g.Step(in)
				d.step(g.Events)
			}
			d.meter.check(t, fmt.Sprintf("%s, %s, %s", c.name, th.Name, o.Glyphs))
		}
	}
}

// TestWorstCasesDoNotFlash emits the events with the largest effects at a higher rate than any game does, in each
// theme. The limit applies to the whole picture.
func TestWorstCasesDoNotFlash(t *testing.T) {
	all := func(d *flashTest, kind engine.EventKind) (events []engine.Event) {
		for k := range d.game.Bricks {
			at, _ := d.game.Shape(k).Circle()
			events = append(events, engine.Event{Kind: kind, Brick: k, At: at, N: geom.Vec{Y: 1}, Value: 150})
		}
		return events
	}
	lost := []engine.Event{{Kind: engine.BallLost, Brick: -1, At: geom.Vec{X: 32, Y: 48}}}
	cases := []struct {
		name   string
		events func(d *flashTest, tick int) []engine.Event
	}{
		{"all bricks hit in each tick", func(d *flashTest, _ int) []engine.Event { return all(d, engine.BrickHit) }},
		{"all bricks repeatedly break at the same time", func(d *flashTest, tick int) []engine.Event {
			if tick%20 == 0 {
				return all(d, engine.BrickBroken)
			}
			return nil
		}},
		{"bombs", func(d *flashTest, tick int) []engine.Event {
			if tick%12 == 0 {
				return append(all(d, engine.BrickBroken), all(d, engine.BrickExploded)...)
			}
			return nil
		}},
		{"lives lost", func(d *flashTest, tick int) []engine.Event {
			d.game.Phase = engine.Lost
			d.game.PhaseBegan = d.game.Tick
			if tick%24 == 0 {
				return lost
			}
			return nil
		}},
		{"a boss that repeatedly changes and dies", func(d *flashTest, tick int) []engine.Event {
			if tick%60 == 0 {
				return append(all(d, engine.BossChanged), all(d, engine.BossKilled)...)
			}
			return append(all(d, engine.BossBlocked), all(d, engine.VolleyShot)...)
		}},
		{"levels begin and end", func(d *flashTest, tick int) []engine.Event {
			switch tick % 480 {
			case 0:
				d.game.Phase = engine.Serve
				return []engine.Event{{Kind: engine.LevelStarted, Brick: -1}}
			case 240:
				d.game.Phase = engine.Clear
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
				d := newFlashTest(t, render.Options{Theme: theme, Glyphs: allGlyphs[(i+j)%len(allGlyphs)]}, fps, pack,
					0)
				d.game.Step(engine.Input{engine.Idle, engine.Idle})
				d.view.Draw(&d.frame, d.game)
				for tick := range 3 * engine.TicksPerSecond {
					d.step(c.events(d, tick))
				}
				if d.meter.wholeShare > maxFlashShare {
					t.Errorf("%s, %s: %.0f%% of all cells flash more than three times in a second",
						theme.Name, c.name, 100*d.meter.wholeShare)
				}
			}
		}
	}
}

// The title, levels that are won with one hit, banners, cards and a held theme key do not flash.
func TestSessionDoesNotFlash(t *testing.T) {
	for _, fps := range rates {
		rate := func(set *Setup) { set.FPS = fps }
		p := newSession(t, rate, oneBrick, withBot)
		p.meter = new(flashMeter)
		p.wait(20 * time.Second)
		p.meter.check(t, "the bot")

		p = newSession(t, rate)
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
