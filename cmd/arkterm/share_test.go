package main

import (
	"path/filepath"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
)

// What is shared of a recording is the game that it is of: played again with the same inputs, it
// comes to the same end.
func TestASharedGameIsTheSameGame(t *testing.T) {
	s, err := shareFile(userFolders(), filepath.Join("testdata", "replays", "bot-1.ark"), "")
	if err != nil {
		t.Fatal(err)
	}
	code, err := s.Code()
	if err != nil {
		t.Fatal(err)
	}
	f := playFlags{code: code}
	if err := f.takeCode(); err != nil {
		t.Fatal(err)
	}
	set, err := f.settings(func(string) string { return "" }, userFolders())
	if err != nil {
		t.Fatal(err)
	}
	ses, err := newSession(set, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := ses.play(0); err != nil {
		t.Fatal(err)
	}
	replay := castReplay(t)
	want, err := replay.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if ses.round.game.Hash() != want.Game.Hash() || s.Score != replay.Recording.End.Score {
		t.Errorf("another game: score %d, drops %d, difficulty %d", s.Score, s.Drops, s.Difficulty)
	}
}

// The card at the end says what there was to beat, of that game and of no other one.
func TestTheEndSaysWhatThereWasToBeat(t *testing.T) {
	shared := &replays.Share{
		Game: true, Rules: engine.Rules, Score: 12_000,
		Setup: engine.Setup{Seed: 42, First: 2, Difficulty: engine.Hard, Drops: 25},
	}
	p := sit(t, withBot, func(set *startup) {
		set.shared, set.first = shared, shared.First
		set.choices.Set[settings.Difficulty][settings.ByFlag], set.choices.Set[settings.Drops][settings.ByFlag] = "hard", "25"
	})
	if got := strings.Join(p.s.endLines(), "\n"); !strings.Contains(got, "To beat     12000") {
		t.Errorf("of that game:\n%s", got)
	}
	p.s.round.config.First++
	if got := strings.Join(p.s.endLines(), "\n"); strings.Contains(got, "To beat") {
		t.Errorf("of another game:\n%s", got)
	}
}
