package spectate_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

// A player plays a game with a bot and publishes it.
type player struct {
	f    *spectate.Stream
	r    *record.Recording
	g    *engine.Game
	b    *bot.Bot
	hash []uint64 // hash of each tick
}

func newPlayer(t testing.TB, pack levels.Pack) *player {
	t.Helper()
	c := engine.Config{Setup: engine.Setup{Seed: 3}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return &player{
		f: spectate.NewStream(pack), r: record.New(c, pack.Name), g: g, b: bot.New(3),
		hash: []uint64{g.Hash()},
	}
}

// play plays n ticks and publishes them after every given number of ticks.
func (p *player) play(n, every int) {
	for i := range n {
		in := engine.Input{p.b.Play(p.g), engine.Idle}
		p.r.Add(in)
		p.g.Step(in)
		p.r.Checkpoint(p.g)
		p.hash = append(p.hash[:p.g.Tick], p.g.Hash())
		if (i+1)%every == 0 {
			p.f.Publish(p.r)
		}
	}
}

// Readers that start at different times during a game all see the same game.
func TestReadersFollowTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t, levels.Shipped())
		if _, ok := p.f.Read(0); ok {
			t.Fatal("Read returns a reader before the first Publish")
		}
		p.f.Publish(p.r)

		ends := make([]uint64, 5)
		var readers sync.WaitGroup
		for i := range ends {
			p.play(50*i, 1+i)
			p.f.Publish(p.r)
			r, ok := p.f.Read(p.f.Tick())
			if !ok {
				t.Fatal("Read returns no reader")
			}
			readers.Go(func() { ends[i] = follow(t, r, p.f.Pack()) })
		}

		p.play(2000, 8)
		synctest.Wait() // all readers have seen it
		p.play(400, 1)
		p.f.Publish(p.r)
		p.f.Close()
		readers.Wait()
		for i, h := range ends {
			if h != p.g.Hash() {
				t.Errorf("reader %d: different game at the end", i)
			}
		}
		if !p.f.Closed() || p.f.Tick() != p.g.Tick {
			t.Errorf("stream closed: %v, at tick %d", p.f.Closed(), p.f.Tick())
		}
	})
}

// follow plays the game of r to its end, and returns the hash of the last state.
func follow(t *testing.T, r *spectate.Reader, pack levels.Pack) uint64 {
	p, err := r.Recording.Begin(pack.Levels)
	if err != nil {
		t.Error(err)
		return 0
	}
	for {
		for more, err := p.Next(); more; more, err = p.Next() {
			if err != nil {
				t.Error(err)
			}
		}
		if r.Over() {
			return p.Game.Hash()
		}
		<-r.Changed()
		if !r.Update() {
			t.Error("the game went back")
		}
	}
}

// If a game goes back to an earlier tick, readers get a new recording.
func TestRewoundGame(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.play(1000, 10)
	r, _ := p.f.Read(0)
	back := p.r.Rewound(700)
	p.f.Publish(back)
	if r.Update() {
		t.Error("Update does not report that the game went back")
	}
	g, err := r.Recording.Play(p.f.Pack().Levels, nil)
	if err != nil || g.Tick != 700 || g.Hash() != p.hash[700] {
		t.Errorf("at tick %d: %v", g.Tick, err)
	}
	back.Add(engine.Input{engine.Idle, engine.Idle})
	p.f.Publish(back)
	if !r.Update() || r.Recording.Tick() != 701 {
		t.Errorf("at tick %d", r.Recording.Tick())
	}
}

// A reader that has read everything waits, also while a game is paused. The next publication wakes it.
func TestReaderChanged(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.play(10, 10)
	r, _ := p.f.Read(0)
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
	p.f.Publish(p.r)
	if !waits() {
		t.Error("the reader was woken without new ticks")
	}
	more := r.Changed()
	p.play(1, 1)
	<-more
	if waits() {
		t.Error("the reader waits despite a new publication")
	}
	r.Update()
	p.f.Close()
	if waits() || r.Over() {
		t.Error("the reader was not woken at the end")
	}
	if r.Update(); !r.Over() {
		t.Error("the reader does not report the end")
	}
}

func TestSpectatorCount(t *testing.T) {
	f := spectate.NewStream(levels.Shipped())
	a, b := f.AddSpectator(), f.AddSpectator()
	a()
	a()
	if n := f.Spectators(); n != 1 {
		t.Errorf("%d spectators, want 1", n)
	}
	b()
}

// Publish does not allocate, and Recording returns everything that was published.
func TestPublishDoesNotAllocate(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.play(3000, 8)
	in := engine.Input{engine.Idle, engine.Idle}
	p.r.Add(in)
	if n := testing.AllocsPerRun(100, func() {
		p.r.Add(in)
		p.f.Publish(p.r)
	}); n != 0 {
		t.Errorf("Publish makes %v allocations", n)
	}
	if got, want := p.f.Recording().Text(), p.r.Text(); string(got) != string(want) {
		t.Errorf("different recording:\n%.200s", got)
	}
}

// Readers and the player run concurrently, for the race detector.
func TestConcurrentReaders(t *testing.T) {
	p := newPlayer(t, levels.Shipped())
	p.f.Publish(p.r)
	var readers sync.WaitGroup
	for range 4 {
		r, _ := p.f.Read(0)
		readers.Go(func() { follow(t, r, p.f.Pack()) })
	}
	p.play(2000, 3)
	p.f.Close()
	readers.Wait()
}

func Example() {
	pack := levels.Shipped()
	c := engine.Config{Setup: engine.Setup{Seed: 1}, Levels: pack.Levels}
	recording, f := record.New(c, pack.Name), spectate.NewStream(pack)
	for range engine.TicksPerSecond {
		recording.Add(engine.Input{engine.Idle, engine.Idle})
		f.Publish(recording)
	}

	r, _ := f.Read(f.Tick())
	p, err := r.Recording.Begin(pack.Levels)
	for err == nil && !p.Ended() {
		_, err = p.Next()
	}
	fmt.Println(p.Game.Tick, err)
	// Output: 240 <nil>
}
