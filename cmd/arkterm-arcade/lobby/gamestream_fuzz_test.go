package lobby_test

import (
	"math"
	"sync"
	"testing"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A recordedTick contains the input of a tick of a game and the state after the tick.
type recordedTick struct {
	in   engine.Input
	game *engine.Game // copy of the game at checkpoints and at the end; nil otherwise
	hash uint64
}

// A botGame is a finished bot game on three levels with few bricks.
type botGame struct {
	config engine.Config
	pack   levels.Pack
	ticks  []recordedTick
	starts []uint64 // ticks at which levels begin
}

// finishedGame returns a botGame, which is played only once per process.
var finishedGame = sync.OnceValue(func() *botGame {
	few := levels.Shipped().Levels[0]
	few.Bricks = few.Bricks[:2]
	p := &botGame{pack: levels.Pack{Name: "few", Levels: []spec.Level{few, few, few}}, starts: []uint64{0}}
	p.config = engine.Config{Setup: engine.Setup{Seed: 5, Lives: engine.MaxLives}, Levels: p.pack.Levels}
	g, err := engine.New(p.config)
	if err != nil {
		panic(err)
	}
	r, b := record.New(p.config, p.pack.Name), bot.New(5)
	for n := 0; !g.Phase.Ended() && len(p.ticks) < 20_000; {
		in := engine.Input{b.Play(g), engine.Idle}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		m := recordedTick{in: in, hash: g.Hash()}
		if r.Checkpoints() > n || g.Phase.Ended() {
			n, m.game = r.Checkpoints(), g.Clone()
		}
		if _, ok := g.Start(); ok {
			p.starts = append(p.starts, g.Tick)
		}
		p.ticks = append(p.ticks, m)
	}
	return p
})

// A watcher is a reader with a playback of its recording.
type watcher struct {
	reader   *lobby.StreamReader
	playback *record.Playback
	version  int // number of publications at its last Update
	epoch    int // number of recordings at that time
}

// FuzzStream checks that after any sequence of operations and an Update, the recording of each reader contains
// everything that was published since the start of the requested level, and that Over reports whether the stream is
// closed.
func FuzzStream(f *testing.F) {
	f.Add([]byte{0, 200, 1, 0, 3, 0, 4, 9, 0, 90, 1, 0, 5, 0, 4, 255, 6, 0, 5, 0})
	f.Add([]byte{0, 255, 0, 255, 1, 0, 3, 128, 2, 60, 1, 0, 5, 0, 0, 9, 1, 0, 5, 0, 7, 0, 1, 0, 5, 0, 4, 99})
	f.Add([]byte{3, 255, 6, 0, 6, 0, 1, 0, 3, 0})
	if n := len(finishedGame().starts); n < 3 {
		f.Fatalf("the game has %d levels, want at least 3", n)
	}
	f.Fuzz(func(t *testing.T, ops []byte) {
		const maxOps, maxWatchers, maxPlayed = 80, 4, 3000
		played := finishedGame()
		stream := lobby.NewGameStream(played.pack)
		r := record.New(played.config, played.pack.Name)
		var watchers []*watcher
		var current *record.Recording      // recording that was published last
		published := 0                     // number of published ticks of current
		version, epoch := 0, 0             // number of publications and of recordings
		unpublished, closed := true, false // unpublished: r has ticks that are not published yet
		ticksLeft := maxPlayed             // remaining ticks to play

		update := func(k *watcher) {
			same := k.reader.Update()
			if same != (k.epoch == epoch) {
				t.Fatalf("Update() = %v, but the reader has read recording %d of %d", same, k.epoch, epoch)
			}
			if !same {
				var err error
				if k.playback, err = k.reader.Recording.Begin(played.pack.Levels); err != nil {
					t.Fatal(err)
				}
			}
			if k.version, k.epoch = version, epoch; k.reader.Over() != closed {
				t.Fatalf("Over() = %v, want %v", k.reader.Over(), closed)
			}
			if got := k.reader.Recording.Tick(); got != uint64(published) || stream.Tick() != got {
				t.Fatalf("the reader has %d ticks, and the stream %d; want %d", got, stream.Tick(), published)
			}
		}
		play := func(k *watcher, ticks int) {
			for ; ticks > 0 && ticksLeft > 0; ticks, ticksLeft = ticks-1, ticksLeft-1 {
				more, err := k.playback.Next()
				if err != nil {
					t.Fatal(err)
				}
				if !more {
					break
				}
				if g := k.playback.Game; g.Hash() != played.ticks[g.Tick-1].hash {
					t.Fatalf("the playback differs from the published game at tick %d", g.Tick)
				}
			}
		}

		// Each pair of bytes is an operation and its argument.
		for i := 0; i+1 < len(ops) && i < 2*maxOps; i += 2 {
			n := int(ops[i+1])
			switch ops[i] % 8 {
			case 0: // play some ticks
				for range 16 * n {
					at := r.Ticks()
					if at == len(played.ticks) {
						break
					}
					m := &played.ticks[at]
					r.Add(m.in)
					unpublished = true
					if m.game == nil {
						continue
					}
					if r.Checkpoint(m.game); m.game.Phase.Ended() {
						r.Close(m.game)
					}
				}
			case 1: // publish
				if stream.Publish(r); closed || !unpublished && current == r {
					break
				}
				if current != r {
					epoch++
				}
				current, published, unpublished = r, r.Ticks(), false
				version++
			case 2: // go back to an earlier tick
				r = r.Rewound(uint64(r.Ticks() * n / 255))
				unpublished = true
			case 3: // add a reader
				from := uint64(len(played.ticks) * n / 250)
				if n == 255 {
					from = math.MaxUint64
				}
				reader, ok := stream.Read(from)
				if ok != (current != nil) {
					t.Fatalf("Read(%d): ok = %v, want %v", from, ok, current != nil)
				}
				if !ok || len(watchers) == maxWatchers {
					break
				}
				want := uint64(0)
				for _, s := range played.starts {
					if s <= min(from, uint64(published)) {
						want = s
					}
				}
				if first := reader.Recording.Tick() - uint64(reader.Recording.Ticks()); first != want {
					t.Fatalf("Read(%d) starts at tick %d, want %d", from, first, want)
				}
				p, err := reader.Recording.Begin(played.pack.Levels)
				if err != nil {
					t.Fatal(err)
				}
				watchers = append(watchers, &watcher{reader, p, version, epoch})
			case 4: // play a part of a reader's recording
				if len(watchers) > 0 {
					play(watchers[n%len(watchers)], 8*n)
				}
			case 5: // update all readers
				for _, k := range watchers {
					update(k)
				}
			case 6: // close the stream
				stream.Close()
				if !closed {
					version++
				}
				closed = true
			case 7: // check which readers have to wait
				for _, k := range watchers {
					waits := true
					select {
					case <-k.reader.Changed():
						waits = false
					default:
					}
					if waits != (k.version == version && !closed) {
						t.Fatalf(
							"a reader waits: %v, but it has read publication %d of %d, and the stream is closed: %v",
							waits, k.version, version,
							closed)
					}
				}
			}
		}
		for _, k := range watchers {
			update(k)
			play(k, ticksLeft)
		}
	})
}
