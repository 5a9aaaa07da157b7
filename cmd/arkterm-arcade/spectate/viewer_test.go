package spectate

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A testPlayer plays a game with a bot, publishes it 30 times per second, and draws it.
type testPlayer struct {
	*testing.T
	f        *Stream
	r        *record.Recording
	g        *engine.Game
	b        *bot.Bot
	views    [2]*render.View      // with and without effects
	pictures map[uint64][2]string // by tick
	now      time.Duration
}

var options = render.Options{
	Glyphs: cell.Quadrant, Names: levels.LevelNames(levels.Shipped()),
	Keys: render.HintKeys{Fire: "player", Warp: "player", Rewind: "player"},
}

// optionsWithoutEffects returns the options without effects.
func optionsWithoutEffects() render.Options {
	o := options
	o.Effects = render.NoEffects
	return o
}

const (
	w, h          = 80, 24
	ticksPerFrame = engine.TicksPerSecond / 30
)

func newTestPlayer(t *testing.T) *testPlayer {
	t.Helper()
	pack := levels.Shipped()
	c := engine.Config{Setup: engine.Setup{Seed: 3, Lives: engine.MaxLives}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &testPlayer{
		T: t, f: NewStream(pack), r: record.New(c, pack.Name), g: g, b: bot.New(3),
		views: [2]*render.View{render.NewView(options), render.NewView(optionsWithoutEffects())},
	}
	p.f.Publish(p.r)
	return p
}

// frame plays and publishes the ticks of one frame. If pictures is set, it stores a picture in the size of a
// spectator's game.
func (p *testPlayer) frame() {
	for range ticksPerFrame {
		in := engine.Input{p.b.Play(p.g), engine.Idle}
		p.r.Add(in)
		p.g.Step(in)
		p.r.Checkpoint(p.g)
		for _, v := range p.views {
			v.Observe(p.g.Events)
		}
	}
	if p.pictures != nil {
		p.pictures[p.g.Tick] = [2]string{drawGame(p.views[0], p.g), drawGame(p.views[1], p.g)}
	}
	p.f.Publish(p.r)
	p.now += time.Second / 30
}

func drawGame(v *render.View, g *engine.Game) string {
	_, rows := widget.TransportRows(h)
	var f cell.Frame
	f.Resize(w, rows)
	v.Draw(&f, g)
	return f.String()
}

// newViewer starts to watch the game.
func (p *testPlayer) newViewer(o render.Options) *Viewer {
	p.Helper()
	watch, err := NewViewer(p.f, "ann", o, p.now)
	if err != nil {
		p.Fatal(err)
	}
	return watch
}

// screen returns the viewer's screen: the game, and the key bar below it.
func (p *testPlayer) screen(watch *Viewer) (game, line string) {
	var f cell.Frame
	f.Resize(w, h)
	watch.Draw(&f)
	_, rows := widget.TransportRows(h)
	all := strings.SplitAfter(f.String(), "\n")
	return strings.Join(all[:rows], ""), strings.Join(all[rows:], "")
}

// Hints in the game contain the player's name instead of a key, because the spectator's keys have other effects.
func TestHintsNameThePlayer(t *testing.T) {
	p := newTestPlayer(t)
	o := options
	o.Keys = render.HintKeys{Fire: "space"}
	watch := p.newViewer(o)
	watch.Apply(o)
	if text, _ := p.screen(watch); !strings.Contains(text, "player: serve") {
		t.Errorf("the spectator sees\n%s", text)
	}
}

// While the player pauses the game, the spectator sees a banner.
func TestPauseBanner(t *testing.T) {
	p := newTestPlayer(t)
	watch := p.newViewer(optionsWithoutEffects())
	paused := func() bool { // drawing the banner again does not change the picture
		var all, f cell.Frame
		all.Resize(w, h)
		watch.Draw(&all)
		_, rows := widget.TransportRows(h)
		f.Resize(w, rows)
		copy(f.Cells, all.Cells)
		before := f.String()
		p.views[1].Banner(&f, "PAUSED")
		return f.String() == before
	}
	advance := func() bool {
		watch.Advance(p.now)
		return paused()
	}
	for range 5 * 30 {
		if p.frame(); advance() {
			t.Fatal("the banner is shown during play")
		}
	}
	for i := range 3 * 30 {
		p.now += time.Second / 30
		if got := advance(); got && i < 30 || !got && i > 40 {
			t.Fatalf("after %d frames without ticks, the banner is shown: %v", i, got)
		}
	}
	for i := range 2 * 30 {
		if p.frame(); advance() && i > 10 {
			t.Fatalf("the banner is still shown %d frames after the pause", i)
		}
	}
	p.f.Close()
	for range 3 * 30 {
		if p.now += time.Second / 30; advance() {
			t.Fatal("the banner is shown after the end")
		}
	}
}

// A spectator sees the same pictures as the player, except for hints. This holds for a spectator from the beginning and
// for one who starts later.
func TestSpectatorSeesThePlayersPicture(t *testing.T) {
	p := newTestPlayer(t)
	p.pictures = map[uint64][2]string{}
	first := p.newViewer(options)
	var later *Viewer
	same := map[*Viewer]int{}
	for i := range 20 * 30 {
		if i == 10*30 {
			later = p.newViewer(optionsWithoutEffects()) // with effects, a later spectator would see other sparks
		}
		p.frame()
		for k, watch := range []*Viewer{first, later} {
			if watch == nil {
				continue
			}
			watch.Advance(p.now)
			want, ok := p.pictures[watch.Game().Tick]
			if !ok || watch == later && i < 15*30 { // flashes from before the start are missing
				continue
			}
			if got, _ := p.screen(watch); strings.TrimRight(got, "\n") != strings.TrimRight(want[k], "\n") {
				t.Fatalf("frame %d, tick %d: the spectator sees\n%s\nwant\n%s", i, watch.Game().Tick, got, want[k])
			}
			same[watch]++
		}
	}
	if same[first] < 19*30 || same[later] < 4*30 {
		t.Errorf("compared %d and %d frames", same[first], same[later])
	}
	for _, watch := range []*Viewer{first, later} {
		if behind := p.g.Tick - watch.Game().Tick; !watch.Live() || behind > 3*ticksPerFrame+engine.TicksPerSecond/8 {
			t.Errorf("live %v, %d ticks behind", watch.Live(), behind)
		}
	}
}

// A spectator can go back to an earlier tick of a game in progress, and return to live.
func TestRewindLiveGame(t *testing.T) {
	p := newTestPlayer(t)
	var hashes []uint64
	for range 20 * 30 {
		p.frame()
		hashes = append(hashes, p.g.Hash())
	}
	watch := p.newViewer(options)
	run := func(frames int) {
		for range frames {
			p.frame()
			hashes = append(hashes, p.g.Hash())
			watch.Advance(p.now)
			if at := watch.Game(); at.Tick > 0 && at.Tick%ticksPerFrame == 0 &&
				at.Hash() != hashes[at.Tick/ticksPerFrame-1] {
				t.Fatalf("different game at tick %d", at.Tick)
			}
		}
	}
	run(30)
	if !watch.Live() {
		t.Fatal("not live")
	}
	at := watch.Game().Tick
	for _, ev := range []input.Keystroke{{Key: tcell.KeyLeft}, {Key: tcell.KeyLeft}} {
		watch.Key(ev, false)
	}
	run(30)
	if back := int64(at) - int64(watch.Game().Tick); watch.Live() || back < 8*engine.TicksPerSecond ||
		back > 10*engine.TicksPerSecond {
		t.Errorf("rewound by %d ticks, want 8 to 10 seconds", back)
	}
	if _, line := p.screen(watch); strings.Contains(line, "LIVE") {
		t.Errorf("the key bar shows LIVE: %s", line)
	}
	watch.Key(input.Keystroke{Key: tcell.KeyHome}, false)
	run(15)
	if watch.Game().Tick > engine.TicksPerSecond {
		t.Errorf("at tick %d after Home, want the first second", watch.Game().Tick)
	}
	for range 4 { // ×16, which soon reaches the end and becomes live
		watch.Key(input.Keystroke{Key: tcell.KeyUp}, false)
	}
	run(4 * 30)
	if _, line := p.screen(watch); !watch.Live() || !strings.Contains(line, "LIVE") ||
		!strings.Contains(line, "ann · 0 watching") {
		t.Errorf("live: %v, key bar: %s", watch.Live(), line)
	}
}

// The viewer shows the player's pause, and the end of a game. Afterwards, the game can be watched from the beginning.
func TestPauseAndEnd(t *testing.T) {
	p := newTestPlayer(t)
	watch := p.newViewer(options)
	for range 5 * 30 {
		p.frame()
		watch.Advance(p.now)
	}
	for range 3 * 30 { // the player pauses
		p.now += time.Second / 30
		watch.Advance(p.now)
	}
	if _, line := p.screen(watch); !strings.Contains(line, "‖") || watch.Game().Tick != p.g.Tick {
		t.Errorf("paused game at tick %d of %d: %s", watch.Game().Tick, p.g.Tick, line)
	}
	p.frame()
	p.f.Close()
	for range 2 * 30 {
		p.now += time.Second / 30
		watch.Advance(p.now)
	}
	if _, line := p.screen(watch); !watch.Over() || !strings.Contains(line, "■") || watch.Game().Hash() != p.g.Hash() {
		t.Errorf("over: %v, at tick %d of %d: %s", watch.Over(), watch.Game().Tick, p.g.Tick, line)
	}
	watch.Key(input.Char(' '), false)
	p.now += time.Second / 30
	watch.Advance(p.now)
	if watch.Over() || watch.Game().Tick != 0 {
		t.Errorf("restarted at tick %d, want 0", watch.Game().Tick)
	}
	if _, err := NewViewer(NewStream(levels.Shipped()), "ann", options, 0); err != ErrNotStarted {
		t.Errorf("NewViewer of an empty stream: %v", err)
	}
	p.f.SetHidden(true)
	if _, err := NewViewer(p.f, "ann", options, 0); err != ErrHidden || !watch.Over() {
		t.Errorf("NewViewer of a hidden game: %v, over: %v", err, watch.Over())
	}
}

// In every size, the screen shows the game and the key bar, or a message that it is too small.
func TestScreenSizes(t *testing.T) {
	p := newTestPlayer(t)
	watch := p.newViewer(options)
	for range 30 {
		p.frame()
		watch.Advance(p.now)
	}
	for _, size := range [][2]int{
		{1, 1},
		{12, 3},
		{39, 24},
		{80, 15},
		{render.MinW, render.MinH},
		{60, 20},
		{200, 60},
	} {
		var f cell.Frame
		f.Resize(size[0], size[1])
		watch.Draw(&f)
		small := size[0] < render.MinW || size[1] < render.MinH
		if text := f.String(); strings.Contains(text, "LIVE") == small || strings.Contains(text, "q back") != (!small &&
			size[0] >= 60 && size[1] > render.MinH+1) || strings.Contains(text, "? keys") == small {
			t.Errorf("%v:\n%s", size, text)
		}
	}
}

// If a game goes back, for example in practice, the spectator continues at the earlier tick.
func TestViewerFollowsRewoundGame(t *testing.T) {
	p := newTestPlayer(t)
	watch := p.newViewer(options)
	for range 5 * 30 {
		p.frame()
		watch.Advance(p.now)
	}
	back := p.g.Tick - 2*engine.TicksPerSecond
	p.r = p.r.Rewound(back)
	g, err := p.r.Play(p.f.Pack().Levels, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.g = g
	ticks := []uint64{}
	for range 30 {
		p.frame()
		watch.Advance(p.now)
		ticks = append(ticks, watch.Game().Tick)
	}
	if !slices.IsSorted(ticks[1:]) || !watch.Live() || p.g.Tick-watch.Game().Tick > engine.TicksPerSecond/2 {
		t.Errorf("the game is at tick %d, the viewer has shown %v", p.g.Tick, ticks)
	}
}
