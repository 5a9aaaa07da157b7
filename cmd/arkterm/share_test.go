package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

// TestASharedGameIsTheSameGame checks that the share code of a recording starts the same game.
func TestASharedGameIsTheSameGame(t *testing.T) {
	s, err := shareFile(store.UserFolders(), filepath.Join("testdata", "replays", "bot-1.ark"), "")
	if err != nil {
		t.Fatal(err)
	}
	code, err := s.Code()
	if err != nil {
		t.Fatal(err)
	}
	f := playFlags{code: code}
	if err := f.applyCode(); err != nil {
		t.Fatal(err)
	}

	set, err := f.settings(func(string) string { return "" }, store.UserFolders())
	if err != nil {
		t.Fatal(err)
	}
	ses, err := app.New(set, 0)
	if err != nil {
		t.Fatal(err)
	}
	ses.Resize(80, 24, 0)
	ses.Key(time.Second, input.Keystroke{Key: tcell.KeyEnter}) // Play

	text, _, _ := ses.Recording()
	rec, err := record.Parse("shared", text)
	if err != nil {
		t.Fatal(err)
	}
	replay := castReplay(t)
	want, err := replay.Begin()
	if err != nil {
		t.Fatal(err)
	}
	got, err := rec.Begin(replay.Pack.Levels)
	if err != nil {
		t.Fatal(err)
	}

	if got.Game.Hash() != want.Game.Hash() || s.Score != replay.Recording.End.Score {
		t.Errorf("the share code has score %d and a game with state %x, want score %d and state %x", s.Score,
			got.Game.Hash(), replay.Recording.End.Score, want.Game.Hash())
	}
}

func TestShareCodeOfADailyGame(t *testing.T) {
	s := &replay.Share{
		HasGame: true, Rules: engine.Rules, Score: 12000, Player: "Ann",
		Setup: engine.Setup{Mode: engine.Daily, Day: 20261122, Seed: 20261122},
	}
	s.AddLevels(levels.PackFor(s.Mode, s.Day, levels.Shipped()))
	code, err := s.Code()
	if err != nil {
		t.Fatal(err)
	}
	line := s.Label() + code
	if !strings.HasPrefix(line, "arkterm-daily-2026-11-22-12000-points:YWsC") {
		t.Errorf("the code begins with %.50s, want its label and YWsC", line)
	}
	got, err := replay.ParseCode(line)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := got.Open(); err != nil || got.Day != s.Day || got.Mode != s.Mode || got.Score != s.Score {
		t.Errorf("ParseCode() = %+v (Open: %v), want %+v", got, err, s)
	}
	if want := "Ann has 12000 points on 2026-11-22: beat that."; got.ToBeat() != want {
		t.Errorf("ToBeat() = %q, want %q", got.ToBeat(), want)
	}
}
