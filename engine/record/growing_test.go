package record

import (
	"bytes"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// Following a growing recording reproduces the recorded game, starting with any level and with any update interval.
func TestFollowGrowingRecording(t *testing.T) {
	levels := []spec.Level{mixed(), honeycomb(), mixed()}
	c := engine.Config{Setup: engine.Setup{Seed: 9, Lives: engine.MaxLives}, Levels: levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, b, rng := New(c, "Test"), bot.New(9), engine.Random(5)

	type follower struct {
		r        *Recording
		p        *Playback
		from     uint64 // requested tick
		each     int    // ticks between updates
		stepwise bool   // plays a limited number of ticks per update, and therefore lags behind
	}
	var all []*follower
	begin := func(each int, from uint64, stepwise bool) {
		f := &follower{r: Following(r.Header(), r.Prefix(), from), from: from, each: each, stepwise: stepwise}
		if f.p, err = f.r.Begin(levels); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	hashes := []uint64{g.Hash()}
	play := func(f *follower) {
		for n := 0; !f.stepwise || n < f.each; n++ {
			more, err := f.p.Next()
			if err != nil {
				t.Fatalf("followed from tick %d: %v", f.from, err)
			}
			if !more {
				break
			}
			if got := f.p.Game; got.Hash() != hashes[got.Tick] {
				t.Fatalf("followed from tick %d every %d ticks: the state at tick %d differs", f.from, f.each, got.Tick)
			}
		}
		if !f.stepwise && !f.p.Ended() {
			t.Fatal("Ended() = false after the end of the recording")
		}
	}

	begin(1, 0, false)
	begin(8, 0, true)
	for !g.Phase.Ended() && g.Tick < 20*60*engine.TicksPerSecond {
		in := engine.Input{b.Play(g), engine.Idle}
		if rng.Below(4) > 0 && g.Tick%64 < 32 {
			in = engine.Input{engine.Idle, engine.Idle}
		}
		if g.Tick == 2000 {
			terms := g.Terms()
			terms.Assists = engine.AssistAim
			r.Change(terms)
			g.Change(terms)
		}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		hashes = append(hashes, g.Hash())
		if g.Phase.Ended() {
			r.Close(g)
		}

		if g.Tick%5000 == 0 {
			begin(30+rng.Below(100), g.Tick-uint64(rng.Below(5000)), false)
		}
		for _, f := range all {
			if g.Tick%uint64(f.each) == 0 || g.Phase.Ended() {
				f.r.Follow(r.Prefix())
				play(f)
			}
		}
	}

	later := 0
	for _, f := range all {
		for f.stepwise && !f.p.Ended() {
			play(f)
		}
		if f.p.Game.Hash() != g.Hash() || f.p.r.growing {
			t.Errorf("followed from tick %d: the playback is at tick %d, want tick %d and the same state",
				f.from, f.p.Game.Tick, g.Tick)
		}
		if f.r.Start != nil {
			later++
			if f.r.Start.Tick > f.from || f.r.Tick() != g.Tick {
				t.Errorf("followed from tick %d: the recording covers the ticks %d to %d, want it to end at %d",
					f.from, f.r.Start.Tick, f.r.Tick(), g.Tick)
			}
		}
	}
	if later == 0 {
		t.Error("no follower starts at a later level, want at least one")
	}

	part := r.Prefix()
	if whole := part.Recording(r.Header()); !bytes.Equal(whole.Text(), r.Text()) {
		t.Error("Prefix.Recording differs from the recording")
	}
}

// Getting a part of a recording does not allocate, regardless of its length.
func TestPartDoesNotAllocate(t *testing.T) {
	r, _, _ := recordWild(t, 3)
	f := Following(r.Header(), Prefix{}, 0)
	if n := testing.AllocsPerRun(100, func() {
		p := r.Prefix()
		f.Follow(p)
	}); n != 0 {
		t.Errorf("Follow allocates %v times, want 0", n)
	}
}

// A copy in another process, which is extended at any interval, reproduces the recorded game.
func TestExtendCopy(t *testing.T) {
	levels := []spec.Level{mixed(), honeycomb(), mixed()}
	c := engine.Config{Setup: engine.Setup{Seed: 9, Lives: engine.MaxLives}, Levels: levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, b, rng := New(c, "Test"), bot.New(9), engine.Random(5)
	type copied struct {
		r     *Recording
		known Prefix
		each  uint64 // ticks between two updates
	}
	var copies []*copied
	update := func(k *copied) {
		p := r.Prefix()
		if k.r == nil {
			text := p.Text(r.Header(), r.Tick())
			if k.r, err = Parse("copy", text); err != nil {
				t.Fatalf("tick %d: %v\n%s", g.Tick, err, text)
			}
		} else if err := k.r.Extend(p.TextAfter(&k.known)); err != nil {
			t.Fatalf("tick %d: %v", g.Tick, err)
		}
		if k.known = p; k.r.Tick() != r.Tick() {
			t.Fatalf("the copy has %d ticks, want %d", k.r.Tick(), r.Tick())
		}
	}
	for !g.Phase.Ended() && g.Tick < 20*60*engine.TicksPerSecond {
		in := engine.Input{b.Play(g), engine.Idle}
		if rng.Below(4) > 0 && g.Tick%64 < 32 {
			in = engine.Input{engine.Idle, engine.Idle}
		}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		if g.Tick%(5*engine.TicksPerSecond) == 0 {
			copies = append(copies, &copied{each: 1 + uint64(rng.Below(60))})
		}
		for _, k := range copies {
			if g.Tick%k.each == 0 {
				update(k)
			}
		}
	}
	r.Close(g)
	if len(copies) < 3 {
		t.Fatalf("only %d copies of the game, want at least 3", len(copies))
	}
	for i, k := range copies {
		update(k)
		end, err := k.r.Play(levels, func(*engine.Game) error { return nil })
		if err != nil || end.Hash() != g.Hash() {
			t.Errorf("copy %d does not reproduce the game: %v", i, err)
		}
	}
}

// Extend reports wrong lines.
func TestExtendRefusesWrongLines(t *testing.T) {
	for _, text := range []string{"0\n", "5 jump\n", "level\n", "mark\n", "end over\n", "99999999999 fire\n"} {
		r := New(engine.Config{Levels: []spec.Level{mixed()}}, "Test")
		if err := r.Extend([]byte("3 fire\n" + text)); err == nil || r.Ticks() != 3 {
			t.Errorf("Extend(%q): error %v with %d ticks, want an error after 3 ticks", text, err, r.Ticks())
		}
	}
}
