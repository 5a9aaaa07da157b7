package lobby

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A testGame is a game that a bot plays and publishes.
type testGame struct {
	stream    *GameStream
	recording *record.Recording
	game      *engine.Game
	bot       *bot.Bot
	now       time.Duration
}

func newGame(t testing.TB) *testGame {
	t.Helper()
	pack := levels.Shipped()
	c := engine.Config{Setup: engine.Setup{Seed: 3, Lives: engine.MaxLives}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &testGame{stream: NewGameStream(pack), recording: record.New(c, pack.Name), game: g, bot: bot.New(3)}
	p.stream.Publish(p.recording)
	return p
}

// playFrame plays the ticks of one frame and publishes them.
func (p *testGame) playFrame() {
	for range engine.TicksPerSecond / 30 {
		in := engine.Input{p.bot.Play(p.game), engine.Idle}
		p.recording.Add(in)
		p.game.Step(in)
		p.recording.Checkpoint(p.game)
	}
	p.stream.Publish(p.recording)
	p.now += SpectatorFrameInterval
}

func quadrantClass(w, h int) ScreenClass {
	return ScreenClassOf(w, h, render.Options{Glyphs: cell.Quadrant, Tier: cell.Truecolor}, false)
}

// A screen is an emulated terminal that receives the bytes of a subscription.
type screen struct {
	*GameSubscription
	*ansi.Emulator
	number uint64 // number of the last received frame
	sent   int    // number of received bytes
	buf    []byte
}

func (p *testGame) subscribe(t testing.TB, s *SpectatorHub, c ScreenClass) *screen {
	t.Helper()
	r, err := s.Subscribe(p.stream, "ann", c, p.now)
	if err != nil {
		t.Fatal(err)
	}
	return &screen{GameSubscription: r, Emulator: ansi.NewEmulator(c.W, c.H)}
}

// update sends the new bytes to the screen, and returns their number.
func (s *screen) update(now time.Duration) int {
	s.GameSubscription.Advance(now)
	s.buf, s.number = s.GameSubscription.Append(s.buf[:0], s.number)
	s.Emulator.Write(s.buf)
	s.sent += len(s.buf)
	return len(s.buf)
}

// After each update, every screen shows the channel's frame, no matter how rarely it is updated.
func TestScreensShowTheChannel(t *testing.T) {
	var s SpectatorHub
	p := newGame(t)
	rng := rand.New(rand.NewPCG(1, 2))
	bare := quadrantClass(100, 30)
	bare.NoKeyBar = true
	all := []*screen{
		p.subscribe(t, &s, quadrantClass(80, 24)), p.subscribe(t, &s, quadrantClass(80, 24)),
		p.subscribe(t, &s, bare),
	}
	updateIntervals := []int{1, 4, 2, 40, 7} // average number of frames between two updates

	for i := range 5 * 30 {
		if i == 2*30 {
			all = append(all, p.subscribe(t, &s, quadrantClass(80, 24)), p.subscribe(t, &s, quadrantClass(80, 24)))
		}
		p.playFrame()
		for k, screen := range all {
			if rng.IntN(updateIntervals[k]) > 0 {
				continue
			}
			screen.update(p.now)
			var want cell.Frame
			screen.Copy(&want)
			if diff := screen.Diff(&want, cell.Truecolor); diff != "" {
				t.Fatalf("frame %d: screen %d differs from the channel's frame: %s", i, k, diff)
			}
		}
	}

	if n := s.NumChannels(); n != 2 {
		t.Errorf("NumChannels() = %d for two classes, want 2", n)
	}
	for k, screen := range all {
		if tick, over := screen.Tick(); over || p.game.Tick-tick > engine.TicksPerSecond/2 {
			t.Errorf("screen %d shows tick %d of %d, want at most half a second behind", k, tick, p.game.Tick)
		}
		screen.Close()
		screen.Close()
	}
	if n := s.NumChannels(); n != 0 {
		t.Errorf("NumChannels() = %d without subscriptions, want 0", n)
	}
}

// Each frame is drawn and encoded once, regardless of the number of spectators, and sending it does not allocate.
func TestCostPerSpectator(t *testing.T) {
	var s SpectatorHub
	p := newGame(t)
	var all []*screen
	for range 50 {
		all = append(all, p.subscribe(t, &s, quadrantClass(80, 24)))
	}
	// playFrames plays a number of frames, and returns the number of bytes that each spectator receives.
	playFrames := func(frames int) (sent int) {
		for range frames {
			p.playFrame()
			for _, screen := range all {
				screen.GameSubscription.Advance(p.now)
				screen.buf, screen.number = screen.Append(screen.buf[:0], screen.number)
			}
			sent += len(all[0].buf)
		}
		return sent
	}
	playFrames(90)
	drawn := all[0].channel.numDrawn
	sent := playFrames(90)
	if n := all[0].channel.numDrawn - drawn; n > 90 {
		t.Errorf("the channel has drawn %d frames, want at most 90", n)
	}
	if rate := sent / 3; rate < 500 || rate > 16_000 {
		t.Errorf("each spectator receives %d bytes per second, want 500 to 16,000", rate)
	}
	if n := testing.AllocsPerRun(30, func() {
		for _, screen := range all {
			screen.GameSubscription.Advance(p.now)
			screen.buf, screen.number = screen.Append(screen.buf[:0], screen.number)
		}
	}); n > 0 {
		t.Errorf("Advance and Append make %v allocations, want 0", n)
	}
}

// A channel that was not advanced for a second does not draw the missed frames. A late frame does not delay the next.
func TestMissedFramesAreSkipped(t *testing.T) {
	var s SpectatorHub
	p := newGame(t)
	a := p.subscribe(t, &s, quadrantClass(80, 24))
	for i := range 90 {
		p.playFrame()
		if i < 60 {
			a.update(p.now)
		}
	}
	if n := a.update(p.now); n == 0 {
		t.Error("a screen receives nothing after a second")
	}
	late := p.now
	p.playFrame()
	if n := a.update(late + SpectatorFrameInterval/2); n > 0 {
		t.Errorf("a screen receives %d bytes half a frame later, want 0", n)
	}
	p.playFrame()
	a.update(late + SpectatorFrameInterval*3/2)
	p.playFrame()
	if n := a.update(late + 2*SpectatorFrameInterval); n == 0 {
		t.Error("a screen receives nothing at the time of a frame if the previous frame was late")
	}
}

// After the end of a game, its last frame stays on the screen. Spectators who subscribe later also receive it.
func TestSubscribeAfterEnd(t *testing.T) {
	var s SpectatorHub
	p := newGame(t)
	a := p.subscribe(t, &s, quadrantClass(80, 24))
	for range 60 {
		p.playFrame()
		a.update(p.now)
	}
	p.stream.Close()
	for range 60 {
		p.now += SpectatorFrameInterval
		a.update(p.now)
	}
	if tick, over := a.Tick(); !over || tick != p.game.Tick {
		t.Errorf("Tick() = %d, %v after the end; want %d, true", tick, over, p.game.Tick)
	}
	p.now += SpectatorFrameInterval
	if n := a.update(p.now); n > 0 {
		t.Errorf("a screen receives %d bytes after the end, want 0", n)
	}
	b := p.subscribe(t, &s, quadrantClass(80, 24))
	if n := b.update(p.now); n == 0 {
		t.Error("a spectator who subscribes after the end receives nothing")
	}
}

// If the player is renamed, the key bars of all spectators show the new name.
func TestSubscriptionShowsNewName(t *testing.T) {
	var s SpectatorHub
	p := newGame(t)
	class := quadrantClass(80, 24)
	a, b := p.subscribe(t, &s, class), p.subscribe(t, &s, class)
	update := func() {
		p.playFrame()
		a.update(p.now)
		b.update(p.now)
	}
	update()
	if name := a.Name(); name != "ann" || *a.ScreenClass() != class {
		t.Errorf("Name() = %q, ScreenClass() = %+v; want ann, %+v", name, *a.ScreenClass(), class)
	}
	number, next := b.FrameNumber(), b.NextFrameTime()
	a.SetName("anna")
	update()
	var f cell.Frame
	b.Copy(&f)
	if name := b.Name(); name != "anna" || !strings.Contains(f.String(), "anna · ") {
		t.Errorf("after SetName, the name is %q, and the screen is\n%s\nwant anna on both", name, f.String())
	}
	if b.FrameNumber() != number+1 || b.NextFrameTime() != next+SpectatorFrameInterval {
		t.Errorf("after a frame, FrameNumber() has increased by %d, and NextFrameTime() by %v; want 1, %v",
			b.FrameNumber()-number, b.NextFrameTime()-next, SpectatorFrameInterval)
	}
}

// If a game cannot be watched, Subscribe returns the error of NewGameViewer and keeps no channel.
func TestSubscribeErrors(t *testing.T) {
	hidden := newGame(t).stream
	hidden.SetHidden(true)
	unreachable := errors.New("the other server cannot be reached")
	for _, c := range []struct {
		stream *GameStream
		want   error
	}{
		{NewGameStream(levels.Shipped()), ErrGameNotStarted},
		{hidden, ErrGameHidden},
		{NewRemoteGameStream(func() error { return unreachable }, func() {}), unreachable},
	} {
		var s SpectatorHub
		if _, err := s.Subscribe(c.stream, "ann", quadrantClass(80, 24), 0); err != c.want || s.NumChannels() != 0 {
			t.Errorf("Subscribe(): error %v, %d channels; want %v, 0", err, s.NumChannels(), c.want)
		}
	}
}
