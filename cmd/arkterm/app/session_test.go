package app

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
)

func TestGameOverShowsTheResult(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	for p.s.ID() == playingScreen && p.now < 10*time.Minute {
		p.wait(300 * time.Millisecond)
		p.key("space")
	}
	p.wantScreen(endedScreen)
	dialog := strings.Join(p.s.Menu.Lines, "\n")
	for _, want := range []string{text.Number(p.s.round.game.Score), "Best combo " +
		strconv.Itoa(p.s.round.game.BestCombo)} {
		if !strings.Contains(dialog, want) {
			t.Errorf("the dialog does not show %q:\n%s", want, dialog)
		}
	}
	if p.s.Menu.Title != "GAME OVER" {
		t.Errorf("the title is %q", p.s.Menu.Title)
	}
	p.wait(300 * time.Millisecond)
	p.key("space")
	p.wantScreen(endedScreen) // a press that was meant for the serve has no effect
	p.wantIdle()
	p.keys("space")
	p.wantScreen(playingScreen)
	if p.s.round.game.Score != 0 || p.s.round.game.Tick > 10 {
		t.Errorf("after the end, fire does not start a new game: tick %d, score %d", p.s.round.game.Tick,
			p.s.round.game.Score)
	}
}

func TestWinning(t *testing.T) {
	p := newSession(t, oneBrick, withBot)
	clear := false
	p.waitFor("win", func() bool {
		clear = clear || p.s.round.game.Phase == engine.Clear
		return p.s.ID() == endedScreen
	})
	if p.s.Menu.Title != "YOU WIN" || !clear {
		t.Errorf("the title is %q, level clear seen: %v", p.s.Menu.Title, clear)
	}
	p.wait(time.Second)
	p.click("Main menu")
	p.wantScreen(TitleScreen)
}

func TestSameSeedAndKeysGiveTheSameGame(t *testing.T) {
	play := func() (uint64, []byte) {
		p := newSession(t)
		p.keys("enter left left space right right right left p enter")
		p.wait(3 * time.Second)
		p.keys("left space right")
		text, seed, tick := p.s.Recording()
		if seed != 42 || tick != p.s.round.game.Tick {
			t.Errorf("recording of seed %d, tick %d; want 42, %d", seed, tick, p.s.round.game.Tick)
		}
		return p.s.round.game.Hash(), text
	}
	h1, r1 := play()
	h2, r2 := play()
	if h1 != h2 || string(r1) != string(r2) {
		t.Errorf("two games have the hashes %016x and %016x, want equal hashes and recordings", h1, h2)
	}
}

func TestRecordingPlaysBack(t *testing.T) {
	p := newSession(t)
	p.keys("enter space left right left")
	p.wait(12 * time.Second)
	text, _, _ := p.s.Recording()
	rec, err := record.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rec.Play(p.s.set.Pack.Levels, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g.Hash() != p.s.round.game.Hash() {
		t.Error("the recording plays back as a different game")
	}
}

func TestFrameRate(t *testing.T) {
	for _, fps := range []int{15, 30, 60, 100, 240} {
		p := newSession(t, func(set *Setup) { set.FPS = fps })
		p.keys("enter space")
		p.wait(time.Second)
		before, tick := p.frames, p.s.round.game.Tick
		p.wait(2 * time.Second)
		if n := p.frames - before; n < 2*fps-1 || n > 2*fps+1 {
			t.Errorf("%d frames in two seconds, want %d", n, 2*fps)
		}
		if n := p.s.round.game.Tick - tick; n < 480-48 || n > 480+48 {
			t.Errorf("%d fps: %d ticks in two seconds, want 480", fps, n)
		}
	}
}

// Without an extra frame at 15 frames per second, a key would be visible up to 67 ms late.
func TestKeyIsVisibleInTheNextTick(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.FPS = 15 })
	p.keys("enter space")
	for i, key := range []string{"left", "right", "left"} {
		p.wait(330 * time.Millisecond)
		x, frames := p.s.round.game.Capsule(0).X, p.frames
		p.key(key)
		p.wait(time.Second / 240)
		if p.frames != frames+1 || p.s.round.game.Capsule(0).X == x {
			t.Errorf("key %d: %d frames within a tick, moved %v; want one frame that shows it",
				i, p.frames-frames, p.s.round.game.Capsule(0).X != x)
		}
	}
}

// A key is visible one tick later at any time: while the paddle moves, at a serve, and when a ball is lost.
func TestKeyIsVisibleInTheNextTickAtAnyTime(t *testing.T) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256, cell.Colors16} {
		for _, releases := range []bool{false, true} {
			p := newSession(t, func(set *Setup) { set.Render.Tier = tier })
			p.keys("enter space")
			for i := range 100 {
				p.wait(120*time.Millisecond + time.Duration(i*i%97)*2900*time.Microsecond)
				ev := keyEvent([]string{"left", "right"}[i%2])
				before := slices.Clone(p.s.Frame.Cells[22*80:])
				p.event(func() { p.s.Key(p.now, ev) })
				p.wait(time.Second/engine.TicksPerSecond + 1)
				if p.s.ID() == playingScreen && slices.Equal(before, p.s.Frame.Cells[22*80:]) {
					t.Errorf("%v, releases %v: key %d is not visible in tick %d", tier, releases, i,
						p.s.round.game.Tick)
				}
				if releases {
					ev.Kind = input.Release
					p.event(func() { p.s.Key(p.now, ev) })
				}
			}
		}
	}
}

// The paddle starts slowly, so the first tick does not show a movement. Later ticks draw a frame if the paddle has
// moved by a visible distance, and none otherwise.
func TestFramesFollowTheFirstMovement(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.FPS = 15 })
	p.keys("enter space")
	p.wait(330 * time.Millisecond)
	frames, moved := p.frames, 0 // moved is the number of frames that show the paddle in another column
	p.key("left")
	p.wait(time.Second / engine.TicksPerSecond)
	for range 3 {
		previous := p.frames
		before := slices.Clone(p.s.Frame.Cells[22*80:])
		p.wait(time.Second / engine.TicksPerSecond)
		if p.s.View.PaddlesMoved(p.s.round.game) {
			t.Errorf("tick %d shows the paddle at its old place", p.s.round.game.Tick)
		}
		if p.frames == previous {
			continue
		}
		if moved++; slices.Equal(before, p.s.Frame.Cells[22*80:]) {
			t.Errorf("tick %d draws a frame although the paddle has not visibly moved", p.s.round.game.Tick)
		}
	}
	if n := p.frames - frames; moved == 0 || n > 5 {
		t.Errorf("%d frames after a key, %d of them with a moved paddle; want at most 5, at least 1", n, moved)
	}
	before := p.frames
	p.wait(time.Second)
	if n := p.frames - before; n > 16 {
		t.Errorf("%d frames in the next second, want 15", n)
	}
}

// A key without an effect draws no frame. A serve draws several frames, because the ball also starts slowly.
func TestKeyWithoutEffectDrawsNoFrame(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.FPS = 15 })
	p.keys("enter")
	for _, test := range []struct {
		effect   string
		min, max int
	}{{"serves", 4, 5}, {"does nothing", 0, 1}} {
		p.wait(time.Second)
		before := p.frames
		p.key("space")
		p.wait(time.Second / 30)
		if n := p.frames - before; n < test.min || n > test.max {
			t.Errorf("%d frames after a key that %s, want %d to %d", n, test.effect, test.min, test.max)
		}
	}
}

func TestRepeatsOfAHeldKeyDrawNoFrames(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.FPS = 15 })
	p.keys("enter space left")
	p.wait(500 * time.Millisecond)
	p.key("left") // the first repeat looks like a press, so it draws extra frames
	p.wait(25 * time.Millisecond)
	before := p.frames
	for range 30 {
		p.wait(33 * time.Millisecond)
		p.key("left")
	}
	if n := p.frames - before; n > 16 {
		t.Errorf("%d frames in a second of repeats, want 15", n)
	}
}

// While only the aim swings, the frame rate is halved. It returns to normal as soon as the paddle moves.
func TestServeIsDrawnAtHalfTheRate(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	p.wait(2 * time.Second)
	before := p.frames
	p.wait(time.Second)
	if n := p.frames - before; n < 29 || n > 31 {
		t.Errorf("%d frames in a second of waiting, want 30", n)
	}
	before = p.frames
	for range 10 {
		p.key("left")
		p.wait(30 * time.Millisecond)
	}
	if n := p.frames - before; n < 17 {
		t.Errorf("%d frames in 0.3 s of movement, want 18", n)
	}
}

func TestSlowTerminalGetsFewerFrames(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	p.wait(time.Second)
	p.now = p.s.NextFrame(p.now)
	p.s.Advance(p.now)
	p.s.Skip(p.now)
	if next := p.s.NextFrame(p.now); next <= p.now || next > p.now+time.Second/59 {
		t.Errorf("after a skipped frame the next one is due in %v, want at most one frame time", next-p.now)
	}
	// On a still screen, a skipped frame is drawn later. Otherwise it would never be drawn.
	p.key("p")
	p.s.Resize(81, 24, p.now)
	p.s.Skip(p.now)
	before := p.frames
	p.wait(time.Second)
	if p.frames != before+1 {
		t.Errorf("%d frames after a skipped one, want 1", p.frames-before)
	}
}

// Ticks of a player's game count as missed. Those of the title's demo, a pause and a suspended process do not.
func TestMissedTicks(t *testing.T) {
	p := newSession(t)
	late := func(d time.Duration, want int64, state string) {
		t.Helper()
		before := p.s.MissedTicks()
		p.s.Advance(p.now)
		p.now += d
		p.s.Advance(p.now)
		if n := p.s.MissedTicks() - before; n != want {
			t.Errorf("%s: a call that is %v late misses %d ticks, want %d", state, d, n, want)
		}
	}
	if !p.s.Moving(p.now) || !p.s.round.demo {
		t.Fatal("the title shows no demo")
	}
	late(300*time.Millisecond, 0, "the demo")
	p.keys("enter space")
	p.wait(time.Second)
	late(100*time.Millisecond, 0, "a game")
	late(300*time.Millisecond, 48, "a game")
	late(time.Hour, 0, "a game") // pauses it
	late(300*time.Millisecond, 0, "a pause")
}

func TestPlayingDoesNotAllocate(t *testing.T) {
	p := newSession(t, withBot)
	p.s.round.recording = record.New(p.s.round.config, "") // grows during the warm-up
	p.wait(5 * time.Second)
	if n := testing.AllocsPerRun(100, func() { p.wait(time.Second / 60) }); n > 0.5 {
		t.Errorf("%.1f allocations per frame, want none", n)
	}
}

// The recording of a finished game is saved once and contains the game's end. Games of the bot are not saved.
func TestFinishedGamesAreSaved(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	for p.s.ID() == playingScreen && p.now < 10*time.Minute {
		p.wait(300 * time.Millisecond)
		p.key("space")
	}
	finished := requests[SaveReplay](p)
	if len(finished) != 1 {
		t.Fatalf("the game is saved %d times, want once", len(finished))
	}
	recording := finished[0].Recording
	if e := recording.End; e == nil || e.Phase != engine.Over || e.Hash != p.s.round.game.Hash() ||
		e.Score != p.s.round.game.Score {
		t.Errorf("the recording ends with %+v, want the end of the game", e)
	}
	p = newSession(t, oneBrick, withBot)
	p.waitFor("end", func() bool { return p.s.ID() == endedScreen })
	if len(requests[SaveReplay](p)) != 0 {
		t.Error("the bot's game is saved")
	}
}

// The dialog at the end shows the score to beat, only for the game that was shared.
func TestEndShowsTheScoreToBeat(t *testing.T) {
	shared := &replay.Share{
		HasGame: true, Rules: engine.Rules, Score: 12_000,
		Setup: engine.Setup{Seed: 42, First: 2, Difficulty: engine.Hard, Drops: 25},
	}
	p := newSession(t, withBot, func(set *Setup) {
		set.Shared, set.FirstLevel = shared, shared.First
		set.Choices.Values[settings.Difficulty][settings.ByFlag],
			set.Choices.Values[settings.Drops][settings.ByFlag] = "hard", "25"
	})
	if got := strings.Join(p.s.endLines(), "\n"); !strings.Contains(got, "To beat    12,000") {
		t.Errorf("the end of the shared game does not show the score:\n%s", got)
	}
	p.s.round.config.First++
	if got := strings.Join(p.s.endLines(), "\n"); strings.Contains(got, "To beat") {
		t.Errorf("the end of another game shows the score:\n%s", got)
	}
}

// While a game waits for a serve, frames are rare, unless a paddle or a drop moves.
func TestWaitsForServe(t *testing.T) {
	match := sampleGame(ruleEntry(sentDropsRule))
	for name, test := range map[string]struct {
		change func(g *engine.Game)
		want   bool
	}{
		"nothing moves":           {func(*engine.Game) {}, true},
		"the first paddle moves":  {func(g *engine.Game) { g.Capsule(0).V = 1 }, false},
		"the second paddle moves": {func(g *engine.Game) { g.Capsule(1).V = -1 }, false},
		"a drop falls":            {func(g *engine.Game) { g.Drops = make([]engine.Drop, 1) }, false},
		"a ball is in the field":  {func(g *engine.Game) { g.Phase = engine.Play }, false},
	} {
		g, err := engine.New(match)
		if err != nil {
			t.Fatal(err)
		}
		test.change(g)
		if got := waitsForServe(g); got != test.want {
			t.Errorf("%s: waitsForServe = %v, want %v", name, got, test.want)
		}
	}
}
