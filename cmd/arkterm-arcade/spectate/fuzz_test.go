package spectate_test

import (
	"math"
	"sync"
	"testing"

	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A moment is a tick of a game: its input, and the state after it.
type moment struct {
	in   engine.Input
	game *engine.Game // where a recording notes something; nil elsewhere
	hash uint64
}

// A played is a game on three levels of few bricks, played by a bot.
type played struct {
	config  engine.Config
	pack    levels.Pack
	moments []moment
	starts  []uint64 // ticks at which levels began
}

// playedOnce returns the game of all executions.
var playedOnce = sync.OnceValue(func() *played {
	few := levels.Shipped().Levels[0]
	few.Bricks = few.Bricks[:2]
	p := &played{pack: levels.Pack{Name: "few", Levels: []spec.Level{few, few, few}}, starts: []uint64{0}}
	p.config = engine.Config{Setup: engine.Setup{Seed: 5, Lives: engine.MaxLives}, Levels: p.pack.Levels}
	g, err := engine.New(p.config)
	if err != nil {
		panic(err)
	}
	r, b := record.New(p.config, p.pack.Name), bot.New(5)
	for n := 0; !g.Phase.Ended() && len(p.moments) < 20_000; {
		in := engine.Input{b.Play(g), engine.Idle}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		m := moment{in: in, hash: g.Hash()}
		if r.Checkpoints() > n || g.Phase.Ended() {
			n, m.game = r.Checkpoints(), g.Clone()
		}
		if _, ok := g.Start(); ok {
			p.starts = append(p.starts, g.Tick)
		}
		p.moments = append(p.moments, m)
	}
	return p
})

// A watcher is a reader that plays, and what it should know.
type watcher struct {
	r       *spectate.Reader
	p       *record.Playback
	version int // of what was published, at its last Update
	epoch   int
}

// Whatever the writer and the readers do, and in which order, each reader sees the game that was published: all of it after an
// Update, from the level that it has asked for, and whether there is more.
func FuzzFeed(f *testing.F) {
	f.Add([]byte{0, 200, 1, 0, 3, 0, 4, 9, 0, 90, 1, 0, 5, 0, 4, 255, 6, 0, 5, 0})
	f.Add([]byte{0, 255, 0, 255, 1, 0, 3, 128, 2, 60, 1, 0, 5, 0, 0, 9, 1, 0, 5, 0, 7, 0, 1, 0, 5, 0, 4, 99})
	f.Add([]byte{3, 255, 6, 0, 6, 0, 1, 0, 3, 0})
	if n := len(playedOnce().starts); n < 3 {
		f.Fatalf("%d levels are played", n)
	}
	f.Fuzz(func(t *testing.T, ops []byte) {
		const mostOps, mostWatchers, mostPlayed = 80, 4, 3000
		all := playedOnce()
		w := spectate.NewStream(all.pack)
		r := record.New(all.config, all.pack.Name)
		var watchers []*watcher
		var of *record.Recording                       // what was published last …
		published, version, epoch := 0, 0, 0           // … how much of it, and how often
		fresh, closed, left := true, false, mostPlayed // something is unpublished; ticks that may be played

		update := func(k *watcher) {
			same := k.r.Update()
			if same != (k.epoch == epoch) {
				t.Fatalf("the same game: %v, epochs %d and %d", same, k.epoch, epoch)
			}
			if !same {
				var err error
				if k.p, err = k.r.Recording.Begin(all.pack.Levels); err != nil {
					t.Fatal(err)
				}
			}
			if k.version, k.epoch = version, epoch; k.r.Over() != closed {
				t.Fatalf("over: %v, closed: %v", k.r.Over(), closed)
			}
			if got := k.r.Recording.Tick(); got != uint64(published) || w.Tick() != got {
				t.Fatalf("a reader knows %d ticks, the feed has %d of %d", got, w.Tick(), published)
			}
		}
		play := func(k *watcher, ticks int) {
			for ; ticks > 0 && left > 0; ticks, left = ticks-1, left-1 {
				more, err := k.p.Next()
				if err != nil {
					t.Fatal(err)
				}
				if !more {
					break
				}
				if g := k.p.Game; g.Hash() != all.moments[g.Tick-1].hash {
					t.Fatalf("another game at tick %d", g.Tick)
				}
			}
		}

		for i := 0; i+1 < len(ops) && i < 2*mostOps; i += 2 {
			n := int(ops[i+1])
			switch ops[i] % 8 {
			case 0: // the game goes on
				for range 16 * n {
					at := r.Ticks()
					if at == len(all.moments) {
						break
					}
					m := &all.moments[at]
					r.Add(m.in)
					fresh = true
					if m.game == nil {
						continue
					}
					if r.Checkpoint(m.game); m.game.Phase.Ended() {
						r.Close(m.game)
					}
				}
			case 1: // it is published
				if w.Publish(r); closed || !fresh && of == r {
					break
				}
				if of != r {
					epoch++
				}
				of, published, fresh = r, r.Ticks(), false
				version++
			case 2: // it goes back
				r = r.Rewound(uint64(r.Ticks() * n / 255))
				fresh = true
			case 3: // somebody comes
				from := uint64(len(all.moments) * n / 250)
				if n == 255 {
					from = math.MaxUint64
				}
				reader, ok := w.Read(from)
				if ok != (of != nil) {
					t.Fatalf("something to read: %v", ok)
				}
				if !ok || len(watchers) == mostWatchers {
					break
				}
				want := uint64(0)
				for _, s := range all.starts {
					if s <= min(from, uint64(published)) {
						want = s
					}
				}
				if first := reader.Recording.Tick() - uint64(reader.Recording.Ticks()); first != want {
					t.Fatalf("asked for tick %d, got it from %d, not %d", from, first, want)
				}
				p, err := reader.Recording.Begin(all.pack.Levels)
				if err != nil {
					t.Fatal(err)
				}
				watchers = append(watchers, &watcher{reader, p, version, epoch})
			case 4: // somebody plays what they know
				if len(watchers) > 0 {
					play(watchers[n%len(watchers)], 8*n)
				}
			case 5: // all look
				for _, k := range watchers {
					update(k)
				}
			case 6: // the game is left
				w.Close()
				if !closed {
					version++
				}
				closed = true
			case 7: // who waits for what?
				for _, k := range watchers {
					waits := true
					select {
					case <-k.r.Changed():
						waits = false
					default:
					}
					if waits != (k.version == version && !closed) {
						t.Fatalf("waits: %v; knows %d of %d, closed %v", waits, k.version, version, closed)
					}
				}
			}
		}
		for _, k := range watchers {
			update(k)
			play(k, left)
		}
	})
}
