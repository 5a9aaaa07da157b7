package engine_test

import (
	"bytes"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// changing plays a game with the bot, changes the terms at random times, and checks the invariants
// in every tick. It returns the game and its recording.
func changing(
	t *testing.T, mode engine.Mode, all []spec.Level, seed uint64, ticks int,
) (*engine.Game, *record.Recording) {
	t.Helper()
	c := engine.Config{Setup: engine.Setup{Mode: mode, Seed: seed, Drops: 60, Assists: engine.AssistWide}, Levels: all}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}

	r, bot := record.New(c, "Changing"), bot.New(seed)
	chance := seed
	below := func(n uint64) uint64 {
		chance = chance*6364136223846793005 + 1442695040888963407
		return chance >> 33 % n
	}

	for range ticks {
		if g.Phase.Ended() {
			break
		}
		if below(200) == 0 {
			to := engine.Terms{
				Difficulty: engine.Kids + engine.Difficulty(below(5)), Assists: engine.Assist(below(16)),
				Speed: engine.MinTimeSpeed + int(below(engine.MaxTimeSpeed-engine.MinTimeSpeed+1)),
			}
			r.Change(to)
			g.Change(to)
		}

		in := engine.Input{bot.Play(g), {Target: int16(below(4096))}}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		if err := g.Check(); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, g.Terms(), err)
		}
	}

	r.Close(g)
	return g, r
}

// A game whose terms change in all phases is reproduced by its recording, from the start of each
// level, and after seeking.
func TestChangedTermsAreRecorded(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	all := levels.Shipped().Levels
	for seed := range uint64(4) {
		n := int(seed) % (len(all) - 1)
		pack := all[n : n+2]
		g, r := changing(t, engine.Campaign, pack, seed, 60*engine.TicksPerSecond)
		text := r.Text()
		back, err := record.Parse("changing", text)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(back.Text(), text) {
			t.Errorf("seed %d: Parse and Text change the text of the recording", seed)
		}
		if !back.Assisted {
			t.Errorf("seed %d: Assisted = false, want true", seed)
		}

		again, err := back.Play(pack, nil)
		if err != nil || again.Hash() != g.Hash() || again.Terms() != g.Terms() || again.UsedAssists != g.UsedAssists ||
			again.Easiest() != g.Easiest() {
			t.Errorf("seed %d: the replay ends differently, error %v", seed, err)
		}

		for k, part := range back.SplitLevels() {
			if back, err = record.Parse("link", part.Text()); err != nil {
				t.Fatal(err)
			}
			if again, err = back.Play(pack, (*engine.Game).Check); err != nil {
				t.Errorf("seed %d, recording %d: %v", seed, k+1, err)
			}
		}

		if again.Hash() != g.Hash() {
			t.Errorf("seed %d: the last recording of SplitLevels ends differently than the game", seed)
		}

		seekTo(t, r, pack, g.Tick/3, g.Tick)
	}
}

// Terms can change in all modes.
func TestTermsChangeInEveryMode(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	all := levels.Shipped().Levels
	for m, row := range engine.Modes {
		t.Run(row.Name, func(t *testing.T) {
			pack := all[m : m+2]
			if engine.Mode(m) == engine.Arkanong {
				pack = levels.Arkanong().Levels
			}
			g, r := changing(t, engine.Mode(m), pack, uint64(m), 20*engine.TicksPerSecond)
			again, err := r.Play(pack, nil)
			if err != nil || again.Hash() != g.Hash() {
				t.Errorf("the replay ends differently, error %v", err)
			}
		})
	}
}

// seekTo checks that a game that is continued from tick at, after seeking, ends in the same state as the whole game.
func seekTo(t *testing.T, r *record.Recording, pack []spec.Level, at, end uint64) {
	t.Helper()
	p, err := r.Begin(pack)
	if err != nil {
		t.Fatal(err)
	}

	seeker := record.NewSeeker(p, 1<<20)
	seeker.Scout(end, 1<<30)
	if seeker.Mismatch() != nil {
		t.Error(seeker.Mismatch())
	}

	seeker.Seek(end, record.Unlimited)
	seeker.Seek(at, record.Unlimited)
	over, err := r.Until(at).Play(pack, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g := seeker.Game(); g.Hash() != over.Hash() || g.Terms() != over.Terms() {
		t.Errorf("at tick %d: the seeker has the terms %+v, the replay %+v; want the same game", at, g.Terms(),
			over.Terms())
	}
}

// Changed settings apply immediately, and the easiest difficulty is remembered.
func TestEasiestDifficultyCounts(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: levels.Shipped().Levels})
	if err != nil {
		t.Fatal(err)
	}

	terms := g.Terms()
	if terms != (engine.Terms{Difficulty: engine.Medium, Speed: 100}) || terms.Assisted() {
		t.Errorf("Terms() of a default game = %+v, want difficulty medium and speed 100", terms)
	}

	for _, c := range []struct{ to, easiest engine.Difficulty }{
		{engine.Hard, engine.Medium},
		{engine.Easy, engine.Easy},
		{engine.Hard, engine.Easy},
		{engine.Kids, engine.Kids},
		{engine.Medium, engine.Kids},
	} {
		terms.Difficulty = c.to
		g.Change(terms)
		if g.Easiest() != c.easiest || g.Terms() != terms {
			t.Errorf("after a change to %s: Easiest() = %s, or Terms() differs from the change",
				engine.Difficulties[c.to].Name, engine.Difficulties[g.Easiest()].Name)
		}
	}

	terms.Speed = 150
	if g.Change(terms); g.UsedAssists != 0 || terms.Assisted() {
		t.Errorf("UsedAssists after a change to a higher speed = %s, want none", g.UsedAssists)
	}
}

// Changing terms back restores the behavior of the game.
func TestChangingBackChangesNothing(t *testing.T) {
	play := func(change bool) *engine.Game {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 3}, Levels: levels.Shipped().Levels})
		if err != nil {
			t.Fatal(err)
		}

		bot := bot.New(3)
		for i := range 20 * engine.TicksPerSecond {
			if change && i == 5*engine.TicksPerSecond {
				was := g.Terms()
				g.Change(engine.Terms{Difficulty: engine.Medium, Speed: 120})
				g.Change(was)
			}
			g.Step(engine.Input{bot.Play(g), engine.Idle})
		}

		return g
	}

	if play(true).Hash() != play(false).Hash() {
		t.Error("changing the terms and changing them back alters the game")
	}
}
