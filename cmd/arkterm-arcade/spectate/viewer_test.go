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

// A player plays a game with a bot, publishes it 30 times a second, and draws it.
type testPlayer struct {
	*testing.T
	f        *Stream
	r        *record.Recording
	g        *engine.Game
	b        *bot.Bot
	views    [2]*render.View      // with sparks and without
	pictures map[uint64][2]string // by tick
	now      time.Duration
}

var options = render.Options{
	Glyphs: cell.Quadrant, Names: levels.Names(levels.Shipped()),
	Keys: render.HintKeys{Fire: "player", Warp: "player", Rewind: "player"},
}

// calm are options without sparks.
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
	p := &testPlayer{T: t, f: NewStream(pack), r: record.New(c, pack.Name), g: g, b: bot.New(3), views: [2]*render.View{render.NewView(options), render.NewView(optionsWithoutEffects())}}
	p.f.Publish(p.r)
	return p
}

// frame plays the ticks of a frame. A picture is drawn of the last, if wanted, as large as the game's part of a watcher's screen.
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

// sits begins to watch.
func (p *testPlayer) newViewer(o render.Options) *Viewer {
	p.Helper()
	watch, err := NewViewer(p.f, "ann", o, p.now)
	if err != nil {
		p.Fatal(err)
	}
	return watch
}

// screen returns what a watcher sees: the game's part, and the line below.
func (p *testPlayer) screen(watch *Viewer) (game, line string) {
	var f cell.Frame
	f.Resize(w, h)
	watch.Draw(&f)
	_, rows := widget.TransportRows(h)
	all := strings.SplitAfter(f.String(), "\n")
	return strings.Join(all[:rows], ""), strings.Join(all[rows:], "")
}

// A hint below the game names who plays, not a key, which does something else for who watches.
func TestHintsAreForThePlayer(t *testing.T) {
	p := newTestPlayer(t)
	o := options
	o.Keys = render.HintKeys{Fire: "space"}
	watch := p.newViewer(o)
	watch.Apply(o)
	if text, _ := p.screen(watch); !strings.Contains(text, "player: serve") {
		t.Errorf("the watcher sees\n%s", text)
	}
}

// Who watches is told that the player has paused the game, and sees it again as soon as it goes on.
func TestWhoWatchesIsToldOfAPause(t *testing.T) {
	p := newTestPlayer(t)
	watch := p.newViewer(optionsWithoutEffects())
	paused := func() bool { // once more, the word changes nothing
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
			t.Fatal("paused while it is played")
		}
	}
	for i := range 3 * 30 {
		p.now += time.Second / 30
		if got := advance(); got && i < 30 || !got && i > 40 {
			t.Fatalf("paused after %d frames without ticks: %v", i, got)
		}
	}
	for i := range 2 * 30 {
		if p.frame(); advance() && i > 10 {
			t.Fatalf("still paused %d frames after it went on", i)
		}
	}
	p.f.Close()
	for range 3 * 30 {
		if p.now += time.Second / 30; advance() {
			t.Fatal("a game that is over is paused")
		}
	}
}

// Whoever watches sees what the player sees but for the hints, at whatever tick: live from the beginning on, or from later on, and after
// jumps back and forth.
func TestAWatchersScreenIsThePlayers(t *testing.T) {
	p := newTestPlayer(t)
	p.pictures = map[uint64][2]string{}
	first := p.newViewer(options)
	var later *Viewer
	same := map[*Viewer]int{}
	for i := range 20 * 30 {
		if i == 10*30 {
			later = p.newViewer(optionsWithoutEffects()) // sparks are others for one who came later
		}
		p.frame()
		for k, watch := range []*Viewer{first, later} {
			if watch == nil {
				continue
			}
			watch.Advance(p.now)
			want, ok := p.pictures[watch.Game().Tick]
			if !ok || watch == later && i < 15*30 { // what flashed before it came is not seen
				continue
			}
			if got, _ := p.screen(watch); strings.TrimRight(got, "\n") != strings.TrimRight(want[k], "\n") {
				t.Fatalf("frame %d, tick %d: the watcher sees\n%s\nthe player saw\n%s", i, watch.Game().Tick, got, want[k])
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

// The game can be watched from any earlier tick while it goes on, and live again.
func TestRewindingAGameInProgress(t *testing.T) {
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
			if at := watch.Game(); at.Tick > 0 && at.Tick%ticksPerFrame == 0 && at.Hash() != hashes[at.Tick/ticksPerFrame-1] {
				t.Fatalf("another game at tick %d", at.Tick)
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
	if back := int64(at) - int64(watch.Game().Tick); watch.Live() || back < 8*engine.TicksPerSecond || back > 10*engine.TicksPerSecond {
		t.Errorf("went back by %d ticks", back)
	}
	if _, line := p.screen(watch); strings.Contains(line, "LIVE") {
		t.Errorf("it is not live: %s", line)
	}
	watch.Key(input.Keystroke{Key: tcell.KeyHome}, false)
	run(15)
	if watch.Game().Tick > engine.TicksPerSecond {
		t.Errorf("at tick %d, not at the first", watch.Game().Tick)
	}
	for range 4 { // ×16: soon at the end of what there is, and live
		watch.Key(input.Keystroke{Key: tcell.KeyUp}, false)
	}
	run(4 * 30)
	if _, line := p.screen(watch); !watch.Live() || !strings.Contains(line, "LIVE") || !strings.Contains(line, "ann · 0 watching") {
		t.Errorf("live %v: %s", watch.Live(), line)
	}
}

// A game that stands still is seen to, and one that has ended can be watched again.
func TestTheEndOfAGameInProgress(t *testing.T) {
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
		t.Errorf("a game that stands still, %d of %d: %s", watch.Game().Tick, p.g.Tick, line)
	}
	p.frame()
	p.f.Close()
	for range 2 * 30 {
		p.now += time.Second / 30
		watch.Advance(p.now)
	}
	if _, line := p.screen(watch); !watch.Over() || !strings.Contains(line, "■") || watch.Game().Hash() != p.g.Hash() {
		t.Errorf("over %v, at tick %d of %d: %s", watch.Over(), watch.Game().Tick, p.g.Tick, line)
	}
	watch.Key(input.Char(' '), false)
	p.now += time.Second / 30
	watch.Advance(p.now)
	if watch.Over() || watch.Game().Tick != 0 {
		t.Errorf("from the beginning: at tick %d", watch.Game().Tick)
	}
	if _, err := NewViewer(NewStream(levels.Shipped()), "ann", options, 0); err != ErrNotStarted {
		t.Errorf("nothing to watch: %v", err)
	}
	p.f.SetHidden(true)
	if _, err := NewViewer(p.f, "ann", options, 0); err != ErrHidden || !watch.Over() {
		t.Errorf("a hidden game: %v, over %v", err, watch.Over())
	}
}

// In every size there is the game with the line of the bar, or the size that it takes, and nothing else.
func TestSizesOfAWatchersScreen(t *testing.T) {
	p := newTestPlayer(t)
	watch := p.newViewer(options)
	for range 30 {
		p.frame()
		watch.Advance(p.now)
	}
	for _, size := range [][2]int{{1, 1}, {12, 3}, {39, 24}, {80, 15}, {render.MinW, render.MinH}, {60, 20}, {200, 60}} {
		var f cell.Frame
		f.Resize(size[0], size[1])
		watch.Draw(&f)
		small := size[0] < render.MinW || size[1] < render.MinH
		if text := f.String(); strings.Contains(text, "LIVE") == small || strings.Contains(text, "q back") != (!small && size[0] >= 60 && size[1] > render.MinH+1) || strings.Contains(text, "? keys") == small {
			t.Errorf("%v:\n%s", size, text)
		}
	}
}

// A game that goes back, as in practice, is watched from where it went to.
func TestAGameThatGoesBackIsWatched(t *testing.T) {
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
		t.Errorf("the game is at tick %d; shown were %v", p.g.Tick, ticks)
	}
}
