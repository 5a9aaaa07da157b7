package lobby_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

// A player publishes a game that a bot plays.
type player struct {
	stream    *lobby.GameStream
	recording *record.Recording
	game      *engine.Game
	bot       *bot.Bot
	hashes    []uint64 // hash of the state at each tick
}

func newPlayer(t testing.TB, pack levels.Pack) *player {
	t.Helper()
	c := engine.Config{Setup: engine.Setup{Seed: 3}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return &player{
		stream: lobby.NewGameStream(pack), recording: record.New(c, pack.Name), game: g, bot: bot.New(3),
		hashes: []uint64{g.Hash()},
	}
}

// play plays n ticks. It publishes the game after each ticksPerPublish ticks.
func (p *player) play(n, ticksPerPublish int) {
	for i := range n {
		in := engine.Input{p.bot.Play(p.game), engine.Idle}
		p.recording.Add(in)
		p.game.Step(in)
		p.recording.Checkpoint(p.game)
		p.hashes = append(p.hashes[:p.game.Tick], p.game.Hash())
		if (i+1)%ticksPerPublish == 0 {
			p.stream.Publish(p.recording)
		}
	}
}

// Readers that start at different times during a game all see the same game.
func TestReadersFollowTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t, levels.Shipped())
		if _, ok := p.stream.Read(0); ok {
			t.Fatal("Read before the first Publish: ok = true, want false")
		}
		p.stream.Publish(p.recording)

		ends := make([]uint64, 5)
		var readers sync.WaitGroup
		for i := range ends {
			p.play(50*i, 1+i)
			p.stream.Publish(p.recording)
			r, ok := p.stream.Read(p.stream.Tick())
			if !ok {
				t.Fatal("Read after Publish: ok = false, want true")
			}
			readers.Go(func() { ends[i] = follow(t, r, p.stream.Pack()) })
		}

		p.play(2000, 8)
		synctest.Wait() // until all readers have read everything
		p.play(400, 1)
		p.stream.Publish(p.recording)
		p.stream.Close()
		readers.Wait()
		for i, h := range ends {
			if h != p.game.Hash() {
				t.Errorf("reader %d has a different game at the end", i)
			}
		}
		if !p.stream.Closed() || p.stream.Tick() != p.game.Tick {
			t.Errorf("Closed() = %v, Tick() = %d; want true, %d", p.stream.Closed(), p.stream.Tick(), p.game.Tick)
		}
	})
}

// follow plays the game of r to its end, and returns the hash of the last state.
func follow(t *testing.T, r *lobby.StreamReader, pack levels.Pack) uint64 {
	p, err := r.Recording.Begin(pack.Levels)
	if err != nil {
		t.Errorf("Begin: %v", err)
		return 0
	}
	for {
		for more, err := p.Next(); more; more, err = p.Next() {
			if err != nil {
				t.Errorf("Next: %v", err)
			}
		}
		if r.Over() {
			return p.Game.Hash()
		}
		<-r.Changed()
		if !r.Update() {
			t.Error("Update() = false, want true because the game was not rewound")
		}
	}
}

// If a game is rewound to an earlier tick, readers get a new recording.
func TestRewoundGame(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.play(1000, 10)
	r, _ := p.stream.Read(0)
	rewound := p.recording.Rewound(700)
	p.stream.Publish(rewound)
	if r.Update() {
		t.Error("after Rewound, Update() = true, want false")
	}
	g, err := r.Recording.Play(p.stream.Pack().Levels, nil)
	if err != nil || g.Tick != 700 || g.Hash() != p.hashes[700] {
		t.Errorf("after Rewound(700): tick %d, error %v; want the same game at tick 700", g.Tick, err)
	}
	rewound.Add(engine.Input{engine.Idle, engine.Idle})
	p.stream.Publish(rewound)
	if !r.Update() || r.Recording.Tick() != 701 {
		t.Errorf("after one more tick, Update() = false, or the recording ends at tick %d; want true, 701",
			r.Recording.Tick())
	}
}

// A reader that has read everything waits for the next publication, also while a game is paused.
func TestReaderChanged(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.play(10, 10)
	r, _ := p.stream.Read(0)
	waits := func() bool {
		select {
		case <-r.Changed():
			return false
		default:
			return true
		}
	}
	if !waits() {
		t.Error("the reader does not wait after it has read everything")
	}
	p.stream.Publish(p.recording)
	if !waits() {
		t.Error("the reader was woken without new ticks")
	}
	changed := r.Changed()
	p.play(1, 1)
	<-changed
	if waits() {
		t.Error("the reader waits despite a new publication")
	}
	r.Update()
	p.stream.Close()
	if waits() || r.Over() {
		t.Error("after Close, the reader waits, or reports the end before Update")
	}
	if r.Update(); !r.Over() {
		t.Error("after Close and Update, Over() = false, want true")
	}
}

func TestSpectatorCount(t *testing.T) {
	stream := lobby.NewGameStream(levels.Shipped())
	a, b := stream.AddSpectator(), stream.AddSpectator()
	a()
	a()
	if n := stream.NumSpectators(); n != 1 {
		t.Errorf("NumSpectators() = %d, want 1", n)
	}
	b()
}

func TestLastSpectatorDisconnects(t *testing.T) {
	calls := 0
	stream := lobby.NewRemoteGameStream(func() error { return nil }, func() { calls++ })
	a, b := stream.AddSpectator(), stream.AddSpectator()
	a()
	if calls > 0 {
		t.Error("the stream disconnects while a spectator is left")
	}
	b()
	b()
	if calls != 1 {
		t.Errorf("the stream disconnects %d times after the last spectator, want once", calls)
	}
	if r := stream.Recording(); r != nil {
		t.Errorf("Recording() before the first Publish = %v, want nil", r)
	}
}

// Publish does not allocate, and Recording returns everything that was published.
func TestPublishDoesNotAllocate(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.play(3000, 8)
	in := engine.Input{engine.Idle, engine.Idle}
	p.recording.Add(in)
	if n := testing.AllocsPerRun(100, func() {
		p.recording.Add(in)
		p.stream.Publish(p.recording)
	}); n != 0 {
		t.Errorf("Publish makes %v allocations, want 0", n)
	}
	if got, want := p.stream.Recording().Text(), p.recording.Text(); string(got) != string(want) {
		t.Errorf("Recording() differs from the published recording:\n%.200s", got)
	}
}

// Readers and the player run concurrently. The race detector checks that they do not race.
func TestConcurrentReaders(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.stream.Publish(p.recording)
	var readers sync.WaitGroup
	for range 4 {
		r, _ := p.stream.Read(0)
		readers.Go(func() { follow(t, r, p.stream.Pack()) })
	}
	p.play(2000, 3)
	p.stream.Close()
	readers.Wait()
}

func ExampleGameStream() {
	pack := levels.Shipped()
	c := engine.Config{Setup: engine.Setup{Seed: 1}, Levels: pack.Levels}
	recording, stream := record.New(c, pack.Name), lobby.NewGameStream(pack)
	for range engine.TicksPerSecond {
		recording.Add(engine.Input{engine.Idle, engine.Idle})
		stream.Publish(recording)
	}

	r, _ := stream.Read(stream.Tick())
	p, err := r.Recording.Begin(pack.Levels)
	for err == nil && !p.Ended() {
		_, err = p.Next()
	}
	fmt.Println(p.Game.Tick, err)
	// Output: 240 <nil>
}
