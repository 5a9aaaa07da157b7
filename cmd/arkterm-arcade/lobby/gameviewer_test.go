package lobby

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
	"arkterm/render/text"
	"arkterm/render/widget"
)

// A testPlayer publishes a game that a bot plays, 30 times per second, and draws it.
type testPlayer struct {
	*testing.T
	stream    *GameStream
	recording *record.Recording
	game      *engine.Game
	bot       *bot.Bot
	views     [2]*render.View      // a view with effects, and one without
	pictures  map[uint64][2]string // pictures of both views, by tick; nil if none are stored
	now       time.Duration
}

var testOptions = render.Options{
	Glyphs: cell.Quadrant, Names: levels.LevelNames(levels.Shipped()),
	Keys: render.HintKeys{Fire: "player", Warp: "player", Rewind: "player"},
}

// optionsWithoutEffects returns testOptions without effects.
func optionsWithoutEffects() render.Options {
	o := testOptions
	o.Effects = render.NoEffects
	return o
}

const (
	frameW, frameH = 80, 24
	ticksPerFrame  = engine.TicksPerSecond / 30
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
		T: t, stream: NewGameStream(pack), recording: record.New(c, pack.Name), game: g, bot: bot.New(3),
		views: [2]*render.View{render.NewView(testOptions), render.NewView(optionsWithoutEffects())},
	}
	p.stream.Publish(p.recording)
	return p
}

// playFrame plays and publishes the ticks of one frame. If pictures is set, it stores a picture in the size of a
// spectator's game.
func (p *testPlayer) playFrame() {
	for range ticksPerFrame {
		in := engine.Input{p.bot.Play(p.game), engine.Idle}
		p.recording.Add(in)
		p.game.Step(in)
		p.recording.Checkpoint(p.game)
		for _, v := range p.views {
			v.Observe(p.game.Events)
		}
	}
	if p.pictures != nil {
		p.pictures[p.game.Tick] = [2]string{drawGame(p.views[0], p.game), drawGame(p.views[1], p.game)}
	}
	p.stream.Publish(p.recording)
	p.now += time.Second / 30
}

func drawGame(v *render.View, g *engine.Game) string {
	_, rows := widget.TransportRows(frameH)
	var f cell.Frame
	f.Resize(frameW, rows)
	v.Draw(&f, g)
	return f.String()
}

// newViewer starts to watch the game.
func (p *testPlayer) newViewer(o render.Options) *GameViewer {
	p.Helper()
	viewer, err := NewGameViewer(p.stream, "ann", o, p.now)
	if err != nil {
		p.Fatal(err)
	}
	return viewer
}

// screen returns the two parts of the viewer's screen: the game, and the key bar below it.
func (p *testPlayer) screen(viewer *GameViewer) (game, keyBar string) {
	var f cell.Frame
	f.Resize(frameW, frameH)
	viewer.Draw(&f)
	_, rows := widget.TransportRows(frameH)
	all := strings.SplitAfter(f.String(), "\n")
	return strings.Join(all[:rows], ""), strings.Join(all[rows:], "")
}

// Hints in the game contain the player's name instead of a key, because the spectator's keys have other effects.
func TestHintsNameThePlayer(t *testing.T) {
	p := newTestPlayer(t)
	o := testOptions
	o.Keys = render.HintKeys{Fire: "space"}
	viewer := p.newViewer(o)
	viewer.SetOptions(o)
	if text, _ := p.screen(viewer); !strings.Contains(text, "player: serve") {
		t.Errorf("the spectator's screen does not contain \"player: serve\":\n%s", text)
	}
}

func TestSetOptionsChangesThePicture(t *testing.T) {
	p := newTestPlayer(t)
	plain := optionsWithoutEffects()
	plain.Glyphs = cell.ASCII
	viewer := p.newViewer(optionsWithoutEffects())
	viewer.SetOptions(plain)
	want, _ := p.screen(p.newViewer(plain))
	if got, _ := p.screen(viewer); got != want {
		t.Errorf("after SetOptions the screen is\n%swant\n%s", got, want)
	}
}

// The name of a player can change. The names of the two players of a match come from its recording.
func TestViewerNames(t *testing.T) {
	p := newTestPlayer(t)
	solo := p.newViewer(testOptions)
	if _, line := p.screen(solo); solo.Name() != "ann" || !strings.Contains(line, "ann · ") {
		t.Errorf("Name() = %q, with the key bar %s; want ann", solo.Name(), line)
	}
	solo.SetName("anna")
	if _, line := p.screen(solo); solo.Name() != "anna" || !strings.Contains(line, "anna · ") {
		t.Errorf("after SetName, Name() = %q, with the key bar %s; want anna", solo.Name(), line)
	}
	p.stream.SetNumRemoteSpectators(2)
	if _, line := p.screen(solo); !strings.Contains(line, "2 watching") {
		t.Errorf("with two spectators on other servers, the key bar is %s", line)
	}
	if players := solo.Players(); players[1] != "" {
		t.Errorf("Players() of a solo game = %q, want no second player", players)
	}

	both, err := NewGameViewer(newTestMatch(t, Arkanong, "ann", "bob").Stream(0), "ann", testOptions, 0)
	if err != nil {
		t.Fatal(err)
	}
	both.SetName("anna")
	if name, players := both.Name(), both.Players(); name != "ann and bob" || players != [2]string{"ann", "bob"} {
		t.Errorf("Name() = %q, Players() = %q; want ann and bob", name, players)
	}
	text, line := p.screen(both)
	if !strings.Contains(text, "ANN") || !strings.Contains(text, "BOB") || !strings.Contains(line, "ann and bob · ") {
		t.Errorf("the screen of a match does not show both names:\n%s%s", text, line)
	}
}

// Observe is called after each tick that is played. Position returns the time of the tick that is shown.
func TestViewerPosition(t *testing.T) {
	p := newTestPlayer(t)
	viewer := p.newViewer(testOptions)
	var ticks []uint64
	viewer.Observe = func(g *engine.Game) { ticks = append(ticks, g.Tick) }
	for range 3 * 30 {
		p.playFrame()
		viewer.Advance(p.now)
	}
	if at := viewer.PlaybackStatus(); at != "0:02, "+text.Viewer.Live || !viewer.Moving() {
		t.Errorf("PlaybackStatus() = %q, Moving() = %v; want 0:02, live, true", at, viewer.Moving())
	}
	for i, tick := range ticks {
		if tick != uint64(i+1) {
			t.Fatalf("call %d of Observe is for tick %d, want each tick in order", i+1, tick)
		}
	}
	if uint64(len(ticks)) != viewer.Game().Tick {
		t.Errorf("Observe was called for %d of %d ticks", len(ticks), viewer.Game().Tick)
	}
	viewer.Key(input.Char(' '), false)
	if at := viewer.PlaybackStatus(); at != "0:02, "+text.Viewer.Pause {
		t.Errorf("after a pause, PlaybackStatus() = %q, want 0:02, paused", at)
	}
}

// While the player pauses the game, the spectator sees a banner.
func TestPauseBanner(t *testing.T) {
	p := newTestPlayer(t)
	viewer := p.newViewer(optionsWithoutEffects())
	paused := func() bool { // drawing the banner again does not change the picture
		var all, f cell.Frame
		all.Resize(frameW, frameH)
		viewer.Draw(&all)
		_, rows := widget.TransportRows(frameH)
		f.Resize(frameW, rows)
		copy(f.Cells, all.Cells)
		before := f.String()
		p.views[1].DrawBanner(&f, "PAUSED")
		return f.String() == before
	}
	advance := func() bool {
		viewer.Advance(p.now)
		return paused()
	}

	for range 5 * 30 {
		if p.playFrame(); advance() {
			t.Fatal("during play, the screen shows the banner PAUSED")
		}
	}
	for i := range 3 * 30 {
		p.now += time.Second / 30
		if got := advance(); got && i < 30 || !got && i > 40 {
			t.Fatalf("after %d frames without ticks, the banner is shown: %v", i, got)
		}
	}
	for i := range 2 * 30 {
		if p.playFrame(); advance() && i > 10 {
			t.Fatalf("%d frames after the pause, the screen still shows the banner PAUSED", i)
		}
	}
	p.stream.Close()
	for range 3 * 30 {
		if p.now += time.Second / 30; advance() {
			t.Fatal("after the end, the screen shows the banner PAUSED")
		}
	}
}

// A spectator sees the same pictures as the player, except for hints. This holds for a spectator who watches from the
// beginning, and for a spectator who starts later.
func TestSpectatorSeesThePlayersPicture(t *testing.T) {
	p := newTestPlayer(t)
	p.pictures = map[uint64][2]string{}
	first := p.newViewer(testOptions)
	var later *GameViewer
	same := map[*GameViewer]int{}
	for i := range 20 * 30 {
		if i == 10*30 {
			later = p.newViewer(optionsWithoutEffects()) // with effects, a later spectator would see other sparks
		}
		p.playFrame()
		for k, viewer := range []*GameViewer{first, later} {
			if viewer == nil {
				continue
			}
			viewer.Advance(p.now)
			want, ok := p.pictures[viewer.Game().Tick]
			if !ok || viewer == later && i < 15*30 { // flashes from before the start are missing
				continue
			}
			if got, _ := p.screen(viewer); strings.TrimRight(got, "\n") != strings.TrimRight(want[k], "\n") {
				t.Fatalf("frame %d, tick %d: the spectator sees\n%s\nwant\n%s", i, viewer.Game().Tick, got, want[k])
			}
			same[viewer]++
		}
	}
	if same[first] < 19*30 || same[later] < 4*30 {
		t.Errorf("only %d and %d frames were compared, want at least 570 and 120", same[first], same[later])
	}
	for _, viewer := range []*GameViewer{first, later} {
		if behind := p.game.Tick - viewer.Game().Tick; !viewer.Live() ||
			behind > 3*ticksPerFrame+engine.TicksPerSecond/8 {
			t.Errorf("Live() = %v, %d ticks behind the player; want true, and a short delay", viewer.Live(), behind)
		}
	}
}

// A spectator can go back to an earlier tick of a game in progress, and return to live.
func TestRewindLiveGame(t *testing.T) {
	p := newTestPlayer(t)
	var hashes []uint64
	for range 20 * 30 {
		p.playFrame()
		hashes = append(hashes, p.game.Hash())
	}
	viewer := p.newViewer(testOptions)

	run := func(frames int) {
		for range frames {
			p.playFrame()
			hashes = append(hashes, p.game.Hash())
			viewer.Advance(p.now)
			if at := viewer.Game(); at.Tick > 0 && at.Tick%ticksPerFrame == 0 &&
				at.Hash() != hashes[at.Tick/ticksPerFrame-1] {
				t.Fatalf("the viewer's game differs from the player's game at tick %d", at.Tick)
			}
		}
	}

	run(30)
	if !viewer.Live() {
		t.Fatal("a new viewer is not live after 30 frames")
	}
	at := viewer.Game().Tick
	for _, ev := range []input.Keystroke{{Key: tcell.KeyLeft}, {Key: tcell.KeyLeft}} {
		viewer.Key(ev, false)
	}
	run(30)
	if back := int64(at) - int64(viewer.Game().Tick); viewer.Live() || back < 8*engine.TicksPerSecond ||
		back > 10*engine.TicksPerSecond {
		t.Errorf("after two left keys, the viewer is %d ticks earlier, or live; want 8 to 10 seconds of ticks", back)
	}
	if _, line := p.screen(viewer); strings.Contains(line, "LIVE") {
		t.Errorf("after rewinding, the key bar shows LIVE: %s", line)
	}
	viewer.Key(input.Keystroke{Key: tcell.KeyHome}, false)
	run(15)
	if viewer.Game().Tick > engine.TicksPerSecond {
		t.Errorf("after Home, the viewer is at tick %d, want the first second", viewer.Game().Tick)
	}

	for range 4 { // ×16, which soon reaches the end and becomes live
		viewer.Key(input.Keystroke{Key: tcell.KeyUp}, false)
	}
	run(4 * 30)
	if _, line := p.screen(viewer); !viewer.Live() || !strings.Contains(line, "LIVE") ||
		!strings.Contains(line, "ann · 0 watching") {
		t.Errorf("after fast playback, Live() = %v, and the key bar is %s; want true, and LIVE", viewer.Live(), line)
	}
}

// The viewer shows the player's pause, and the end of a game. Afterwards, the game can be watched from the beginning.
func TestPauseAndEnd(t *testing.T) {
	p := newTestPlayer(t)
	viewer := p.newViewer(testOptions)
	for range 5 * 30 {
		p.playFrame()
		viewer.Advance(p.now)
	}

	for range 3 * 30 { // the player pauses
		p.now += time.Second / 30
		viewer.Advance(p.now)
	}
	if _, line := p.screen(viewer); !strings.Contains(line, "‖") || viewer.Game().Tick != p.game.Tick {
		t.Errorf("the viewer of a paused game is at tick %d of %d, with the key bar %s; want the last tick, and ‖",
			viewer.Game().Tick, p.game.Tick, line)
	}

	p.playFrame()
	p.stream.Close()
	for range 2 * 30 {
		p.now += time.Second / 30
		viewer.Advance(p.now)
	}
	if _, line := p.screen(viewer); !viewer.Over() || !strings.Contains(line, "■") ||
		viewer.Game().Hash() != p.game.Hash() {
		t.Errorf("after Close, Over() = %v, at tick %d of %d, with the key bar %s; want true, the last tick, and ■",
			viewer.Over(), viewer.Game().Tick, p.game.Tick, line)
	}
	viewer.Key(input.Char(' '), false)
	p.now += time.Second / 30
	viewer.Advance(p.now)
	if viewer.Over() || viewer.Game().Tick != 0 {
		t.Errorf("after a key at the end, the viewer is over, or at tick %d; want tick 0", viewer.Game().Tick)
	}
	if _, err := NewGameViewer(NewGameStream(levels.Shipped()), "ann", testOptions, 0); err != ErrGameNotStarted {
		t.Errorf("NewGameViewer of an empty stream: error %v, want %v", err, ErrGameNotStarted)
	}
	p.stream.SetHidden(true)
	if _, err := NewGameViewer(p.stream, "ann", testOptions, 0); err != ErrGameHidden || !viewer.Over() {
		t.Errorf("for a hidden game, NewGameViewer: error %v, Over() = %v; want %v, true", err, viewer.Over(),
			ErrGameHidden)
	}
}

// In every size, the screen shows the game and the key bar, or a message that it is too small.
func TestScreenSizes(t *testing.T) {
	p := newTestPlayer(t)
	viewer := p.newViewer(testOptions)
	for range 30 {
		p.playFrame()
		viewer.Advance(p.now)
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
		viewer.Draw(&f)
		small := size[0] < render.MinW || size[1] < render.MinH
		if text := f.String(); strings.Contains(text, "LIVE") == small || strings.Contains(text, "q back") != (!small &&
			size[0] >= 60 && size[1] > render.MinH+1) || strings.Contains(text, "? keys") == small {
			t.Errorf("in size %v, the key bar has the wrong texts:\n%s", size, text)
		}
	}
}

// If a game is rewound, for example in practice, the spectator continues at the earlier tick.
func TestViewerFollowsRewoundGame(t *testing.T) {
	p := newTestPlayer(t)
	viewer := p.newViewer(testOptions)
	for range 5 * 30 {
		p.playFrame()
		viewer.Advance(p.now)
	}
	back := p.game.Tick - 2*engine.TicksPerSecond
	p.recording = p.recording.Rewound(back)
	g, err := p.recording.Play(p.stream.Pack().Levels, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.game = g
	ticks := []uint64{}
	for range 30 {
		p.playFrame()
		viewer.Advance(p.now)
		ticks = append(ticks, viewer.Game().Tick)
	}
	if !slices.IsSorted(ticks[1:]) || !viewer.Live() || p.game.Tick-viewer.Game().Tick > engine.TicksPerSecond/2 {
		t.Errorf(
			"the game is at tick %d, and the viewer has shown the ticks %v; want increasing ticks up to the game's",
			p.game.Tick, ticks)
	}
}
