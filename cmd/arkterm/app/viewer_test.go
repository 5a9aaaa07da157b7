package app

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// replayOf returns the replay of a bot's game on the pack, which lasts the given number of seconds.
func replayOf(t *testing.T, pack levels.Pack, seconds int) *replay.Replay {
	t.Helper()
	c := engine.Config{Setup: engine.Setup{Seed: 5}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	recording := replay.NewRecording("test", c, pack)
	playBots(g, recording, seconds*engine.TicksPerSecond, bot.New(5))
	return &replay.Replay{Name: "test.ark", Recording: recording, Pack: pack}
}

// playBots lets bots play at most the given number of ticks, and records the game.
func playBots(g *engine.Game, rec *record.Recording, ticks int, bots ...*bot.Bot) {
	for range ticks {
		if g.Phase.Ended() {
			break
		}
		in := engine.Input{engine.Idle, engine.Idle}
		for i, b := range bots {
			in[i] = b.PlayFor(g, i)
		}
		rec.Add(in)
		g.Step(in)
		rec.Checkpoint(g)
	}
	rec.Close(g)
}

// watchReplay returns a session that shows a two-minute replay of a bot's game.
func watchReplay(t *testing.T, change ...func(*Setup)) *testSession {
	t.Helper()
	f := replayOf(t, levels.Shipped(), 120)
	p := newSession(t, append(change, func(set *Setup) { set.Watch, set.Pack = f, f.Pack })...)
	p.wait(time.Second / 2)
	p.wantScreen(replayScreen)
	return p
}

// wantSecond fails unless the replay is near the given second.
func (p *testSession) wantSecond(second float64) {
	p.Helper()
	if got := float64(p.s.round.game.Tick) / engine.TicksPerSecond; got < second-0.3 || got > second+0.3 {
		p.Errorf("the replay is at %.2f s, want %.2f", got, second)
	}
}

// shifted returns a key that is pressed with Shift.
func shifted(k tcell.Key) input.Keystroke { return input.Keystroke{Key: k, Mods: tcell.ModShift} }

func TestReplaySpeeds(t *testing.T) {
	p := watchReplay(t)
	p.key("home")
	p.wait(time.Second)
	for _, c := range []struct {
		key  string
		rate float64
	}{
		{"+", 2},
		{"up", 4},
		{"+", 8},
		{"+", 16},
		{"+", 16},
		{"down", 8},
		{"-", 4},
		{"-", 2},
		{"-", 1},
		{"-", 0.5},
		{"-", 0.25},
		{"-", 0.125},
		{"-", 0.125},
	} {
		p.key("home")
		p.key(c.key)
		p.wait(50 * time.Millisecond)
		from := p.s.round.game.Tick
		p.wait(2 * time.Second)
		got := float64(p.s.round.game.Tick-from) / 480
		if got < c.rate*0.95 || got > c.rate*1.05 {
			t.Errorf("after %s, the speed is %.3f, want %.3f", c.key, got, c.rate)
		}
	}
}

func TestReplaySeeks(t *testing.T) {
	p := watchReplay(t)
	p.key("space")
	p.wait(time.Second)
	for _, c := range []struct {
		key  string
		want float64
	}{
		{"home", 0},
		{"right", 5},
		{"right", 10},
		{"left", 5},
		{"left", 0},
		{"left", 0},
		{"]", 30},
		{"]", 60},
		{"[", 30},
		{"5", 60},
		{"9", 108},
		{"0", 0},
		{"end", 120},
		{"right", 120},
		{"left", 115},
		{"[", 85},
		{".", 85},
		{",", 85},
		{"l", 90},
		{"h", 85},
	} {
		p.key(c.key)
		p.wait(time.Second / 2)
		p.wantSecond(c.want)
	}
	p.event(func() { p.s.Key(p.now, shifted(tcell.KeyRight)) })
	p.wait(time.Second / 2)
	p.wantSecond(115)
	p.event(func() { p.s.Key(p.now, shifted(tcell.KeyLeft)) })
	p.wait(time.Second / 2)
	p.wantSecond(85)
	tick := p.s.round.game.Tick
	p.key(".")
	p.wait(time.Second / 2)
	if p.s.round.game.Tick != tick+1 {
		t.Errorf("a step forward moves %d ticks, want 1", p.s.round.game.Tick-tick)
	}
	p.keys(", ,")
	p.wait(time.Second / 2)
	if p.s.round.game.Tick != tick-1 {
		t.Errorf("two steps back move %d ticks, want 2", tick+1-p.s.round.game.Tick)
	}
	p.wantIdle()
}

// The picture of a tick does not depend on the position before a jump. For example, no sparks remain.
func TestSeekingShowsThePictureOfTheTick(t *testing.T) {
	pictures := map[uint64]string{}
	p := watchReplay(t)
	p.key("space")
	p.wait(time.Second)
	for _, key := range strings.Fields("home 3 7 3 end 7 home 3 [ ] 7 end") {
		p.key(key)
		p.wait(time.Second / 2)
		if key == "[" || key == "]" {
			continue
		}
		p.s.Schedule.Redraw()
		p.wait(time.Second / 2)
		tick, got := p.s.round.game.Tick, p.s.Frame.String()
		if want, ok := pictures[tick]; ok && got != want {
			t.Errorf("tick %d looks different the second time:\n%s\n%s", tick, want, got)
		}
		pictures[tick] = got
	}
	if len(pictures) != 4 {
		t.Errorf("%d ticks were shown, want 4", len(pictures))
	}
}

func TestReplayJumpsBetweenBookmarks(t *testing.T) {
	p := watchReplay(t)
	p.key("space")
	p.wait(2 * time.Second)
	p.key("home")
	p.wait(time.Second)
	bookmarks := p.s.viewer.Transport().Bookmarks
	if len(bookmarks) < 3 {
		t.Fatalf("the bookmarks are %+v, want at least 3", bookmarks)
	}
	for _, want := range bookmarks[1:] {
		p.key("n")
		p.wait(time.Second / 2)
		if p.s.round.game.Tick != want.Tick {
			t.Errorf("at tick %d, want %d", p.s.round.game.Tick, want.Tick)
		}
	}
	p.key("n")
	p.wait(time.Second / 2)
	p.wantSecond(120)
	p.keys("N N")
	p.wait(time.Second / 2)
	if want := bookmarks[len(bookmarks)-2].Tick; p.s.round.game.Tick != want {
		t.Errorf("at tick %d, want %d", p.s.round.game.Tick, want)
	}
}

func TestReplayPausesAndEnds(t *testing.T) {
	p := watchReplay(t)
	p.keys("space")
	tick := p.s.round.game.Tick
	p.wait(2 * time.Second)
	if p.s.round.game.Tick != tick {
		t.Error("the replay continues while it is paused")
	}
	p.wantIdle()
	p.keys("9 space + + +")
	p.wait(5 * time.Second)
	p.wantSecond(120)
	p.wantIdle()
	p.key("space") // restarts
	p.wait(time.Second / 2)
	if p.s.round.game.Tick > 10*engine.TicksPerSecond {
		t.Errorf("space at the end jumps to tick %d, want the beginning", p.s.round.game.Tick)
	}
	p.key("?")
	p.wantScreen(helpScreen)
	p.wait(time.Second)
	if !strings.Contains(p.s.Frame.String(), "jump to 0–90%") {
		t.Errorf("the help does not describe the replay keys:\n%s", &p.s.Frame)
	}
	p.keys("esc")
	p.wantScreen(replayScreen)
	p.keys("q")
	p.wantQuit()
}

func TestReplayByMouse(t *testing.T) {
	p := watchReplay(t)
	p.mouse(40, 10, tcell.ButtonPrimary)
	p.mouse(40, 10, 0)
	if p.s.viewer.Transport().State != widget.PlaybackPaused {
		t.Error("a click on the picture does not pause")
	}
	p.mouse(60, 22, tcell.ButtonPrimary)
	p.mouse(60, 22, 0)
	p.wait(time.Second / 2)
	far := p.s.round.game.Tick
	p.mouse(20, 22, tcell.ButtonPrimary)
	p.mouse(20, 22, 0)
	p.wait(time.Second / 2)
	if near := p.s.round.game.Tick; far < 80*engine.TicksPerSecond || far > 110*engine.TicksPerSecond ||
		near > 30*engine.TicksPerSecond {
		t.Errorf("clicks on the bar jump to ticks %d and %d", far, near)
	}
	p.mouse(40, 10, tcell.ButtonSecondary)
	p.wantQuit()
}

// clickHint clicks on the hint below a replay that starts with text, offset columns to the right of its start.
func (p *testSession) clickHint(text string, offset int) {
	p.Helper()
	p.wait(500 * time.Millisecond)
	rows := strings.Split(strings.TrimSuffix(p.s.Frame.String(), "\n"), "\n")
	row := len(rows) - 1
	before, _, found := strings.Cut(rows[row], text)
	if !found {
		p.Fatalf("no hint %q in %q", text, rows[row])
	}
	col := cell.Width(before) + offset
	p.mouse(col, row, tcell.ButtonPrimary)
	p.mouse(col, row, 0)
}

// A click on a hint below a replay has the effect of its key, so a replay can be taken over with the mouse alone.
func TestReplayHintsByMouse(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.ASCII} {
		p := watchReplay(t, func(set *Setup) { set.Auto.Glyphs = glyphs; set.Apply() })
		p.clickHint("space pause", 8)
		if p.s.viewer.Transport().State != widget.PlaybackPaused {
			t.Error("a click does not pause")
		}
		p.key("home")
		p.wait(time.Second / 2)
		signs := []string{"←→", "↑↓"}
		if glyphs == cell.ASCII {
			signs = widget.PlainLines(signs)
		}
		for _, c := range []struct {
			offset int
			second float64
		}{{1, 5}, {3, 10}, {0, 5}} {
			p.clickHint(signs[0]+" 5 s", c.offset)
			p.wait(time.Second / 2)
			p.wantSecond(c.second)
		}
		for _, c := range []struct{ offset, eighths int }{{0, 16}, {4, 32}, {1, 16}} {
			p.clickHint(signs[1]+" speed", c.offset)
			if got := p.s.viewer.Transport().SpeedEighths; got != c.eighths {
				t.Errorf("%d columns after the start: %d eighths, want %d", c.offset, got, c.eighths)
			}
		}
		p.clickHint("? keys", 0)
		p.wantScreen(helpScreen)
		p.keys("esc")
		p.clickHint("t play", 3)
		p.wantScreen(countdownScreen)
		p.wait(2 * time.Second)
		p.wantScreen(playingScreen)
	}
	p := watchReplay(t)
	p.resize(41, 17) // only this hint fits
	p.clickHint("? keys", 5)
	p.wantScreen(helpScreen)
	p.keys("esc")
	p.resize(80, 24)
	p.clickHint("q quit", 0)
	p.wantQuit()
}

// A player can take over a replay at its current tick. The new recording contains the whole game and plays back.
func TestTakingOver(t *testing.T) {
	p := watchReplay(t)
	p.keys("space")
	p.wait(time.Second)
	p.key("5")
	p.wait(time.Second)
	hash, tick := p.s.round.game.Hash(), p.s.round.game.Tick
	watched := p.s.viewer.Replay()
	p.key("t")
	p.wantScreen(countdownScreen)
	if p.s.round.game.Hash() != hash {
		t.Error("the game differs from the replay after the take-over")
	}
	p.wait(2 * time.Second)
	p.wantScreen(playingScreen)
	p.keys("left space right left")
	p.wait(7 * time.Second)
	r := p.s.round.recording
	if want := (record.Parent{Hash: watched.Recording.End.Hash, Tick: tick}); r.Parent != want {
		t.Errorf("the parent is %+v, want %+v", r.Parent, want)
	}
	text, _, _ := p.s.Recording()
	parsed, err := record.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := parsed.Play(watched.Pack.Levels, nil)
	if err != nil || g.Hash() != p.s.round.game.Hash() || g.Tick <= tick {
		t.Errorf("the recording plays back as a different game: %v", err)
	}
	p.keys("r r") // a new game
	p.wantScreen(playingScreen)
	if p.s.round.recording.Parent.Hash != 0 {
		t.Error("a new game has a parent")
	}
}

// A replay that may differ from the recorded game can be watched, but not taken over.
func TestReplayOfOtherRulesCannotBeTakenOver(t *testing.T) {
	f := replayOf(t, levels.Shipped(), 30)
	f.Recording.Rules = engine.Rules - 1
	p := newSession(t, func(set *Setup) { set.Watch = f })
	p.wait(time.Second)
	if !strings.Contains(p.s.Frame.String(), "older rules") {
		t.Errorf("the screen does not show that the rules are older:\n%s", &p.s.Frame)
	}
	p.keys("5 t")
	p.wait(time.Second)
	p.wantScreen(replayScreen)
}

func TestReplayFromATick(t *testing.T) {
	f := replayOf(t, levels.Shipped(), 60)
	p := newSession(t, func(set *Setup) { set.Watch, set.WatchFrom = f, 50*engine.TicksPerSecond })
	p.wait(time.Second / 4)
	p.wantSecond(50.2)
}

func TestReplayInSmallWindows(t *testing.T) {
	p := watchReplay(t)
	p.key("space")
	for _, c := range [][2]int{{41, 17}, {40, 16}, {80, 24}, {200, 60}, {40, 18}} {
		p.resize(c[0], c[1])
		p.wait(time.Second)
		lines := strings.Split(strings.TrimSuffix(p.s.Frame.String(), "\n"), "\n")
		if len(lines) != c[1] || !strings.Contains(strings.Join(lines[len(lines)-2:], ""), "2:00") ||
			!strings.Contains(strings.Join(lines[len(lines)-2:], ""), "? keys") && c[0] != 40 {
			t.Errorf("%v:\n%s", c, &p.s.Frame)
		}
	}
	p.resize(30, 10)
	if !strings.Contains(p.s.Frame.String(), "30×10") {
		t.Errorf("the dialog does not show the size of a small window:\n%s", &p.s.Frame)
	}
	p.keys("left right space")
	p.resize(80, 24)
	p.wantScreen(replayScreen)
}

func TestReplayInASCII(t *testing.T) {
	p := watchReplay(t, func(set *Setup) { set.Auto.Glyphs = cell.ASCII; set.Apply() })
	p.keys("space")
	p.wait(time.Second)
	if rows := strings.Split(p.s.Frame.String(), "\n"); strings.ContainsFunc(rows[23],
		func(r rune) bool { return r > '~' }) {
		t.Errorf("the last row is not ASCII: %s", rows[23])
	}
	p.keys("?")
	if strings.Contains(p.s.Frame.String(), "→") {
		t.Errorf("the help is not ASCII:\n%s", &p.s.Frame)
	}
}

// After the first frames, watching a replay does not allocate.
func TestWatchingDoesNotAllocate(t *testing.T) {
	p := watchReplay(t)
	p.wait(10 * time.Second)
	if n := testing.AllocsPerRun(100, func() { p.wait(time.Second / 60) }); n > 0.5 {
		t.Errorf("%.1f allocations per frame, want none", n)
	}
}

// A ghost plays at the same time as the player and does not change the player's game.
func TestGhostPlaysAlong(t *testing.T) {
	f := replayOf(t, levels.Shipped(), 20)
	play := func(ghost *replay.Replay) (uint64, string) {
		p := newSession(t, func(set *Setup) { set.Ghost, set.Seed = ghost, func() uint64 { return 5 } })
		p.keys("enter")
		p.wait(3 * time.Second)
		if ghost != nil {
			if tick := p.s.round.ghost.Game.Tick; tick != p.s.round.game.Tick {
				t.Errorf("the ghost is at tick %d, the game at %d", tick, p.s.round.game.Tick)
			}
		}
		hash, picture := p.s.round.game.Hash(), p.s.Frame.String()
		p.wait(20 * time.Second)
		if ghost != nil && p.s.round.ghostGame() != nil {
			t.Error("the ghost is still visible after the end of its replay")
		}
		p.keys("r r")
		if ghost != nil && p.s.round.ghost.Game.Tick > 10 {
			t.Error("the ghost does not restart")
		}
		return hash, picture
	}
	wantHash, without := play(nil)
	hash, with := play(f)
	if hash != wantHash {
		t.Error("the ghost changes the game")
	}
	if with == without {
		t.Error("the ghost is not visible")
	}
}

func TestGhostOnlyInItsLevel(t *testing.T) {
	f := replayOf(t, levels.Shipped(), 5)
	p := newSession(t, func(set *Setup) { set.Ghost = f })
	p.moveTo("Level")
	p.keys("right enter") // the second level
	p.wait(time.Second)
	if p.s.round.game.Level != 1 || p.s.round.ghost != nil {
		t.Error("the ghost plays in a different level")
	}
}

// A player can watch a game that has just ended, and returns to its result.
func TestWatchTheGameThatHasJustEnded(t *testing.T) {
	p := newSession(t, oneBrick, withBot)
	p.waitFor("end", func() bool { return p.s.ID() == endedScreen })
	hash := p.s.round.game.Hash()
	p.wait(time.Second)
	p.click("Watch the replay")
	p.wantScreen(replayScreen)
	p.wait(time.Second)
	p.wantSecond(1)
	p.keys("end")
	p.wait(time.Second / 2)
	if p.s.round.game.Hash() != hash {
		t.Error("the replay ends differently")
	}
	p.keys("home")
	p.wait(time.Second / 2)
	p.keys("q")
	p.wantScreen(endedScreen)
	if p.s.round.game.Hash() != hash {
		t.Error("the dialog shows the result of a different game")
	}
	p.click("Watch the replay")
	p.wait(time.Second)
	p.keys("t")
	p.wantScreen(countdownScreen)
}

// A difference between the replay and the recorded game is shown until the player presses a key.
func TestReplayShowsADifference(t *testing.T) {
	f := replayOf(t, levels.Shipped(), 30)
	text := string(f.Recording.Text())
	at := strings.Index(text, "mark ") + len("mark ")
	rec, err := record.Parse("x", []byte(text[:at]+"0123456789abcdef"+text[at+16:]))
	if err != nil {
		t.Fatal(err)
	}
	f.Recording = rec
	p := newSession(t, func(set *Setup) { set.Watch = f })
	p.wait(time.Second)
	if !strings.Contains(p.s.Frame.String(), "differs from the recorded game") {
		t.Errorf("the screen does not show that the replay differs:\n%s", &p.s.Frame)
	}
	p.keys("right")
	p.wait(time.Second)
	if strings.Contains(p.s.Frame.String(), "differs from") {
		t.Error("the notice does not disappear")
	}
	p.keys("t")
	p.wait(time.Second)
	p.wantScreen(replayScreen)
	if !strings.Contains(p.s.Frame.String(), "differs from") {
		t.Error("the screen does not show why the replay cannot be taken over")
	}
}
