//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/render/ansi"
)

// TestRecordingsOfMatchesFindTheirBoards checks that recordings of modes with two paddles play on the levels of these
// modes.
func TestRecordingsOfMatchesFindTheirBoards(t *testing.T) {
	for _, mode := range []engine.Mode{engine.Arkanong, engine.Coop} {
		f := gameFlags{level: "1", mode: mode.String(), points: 0, seed: seedFlag{3, true}}
		g, err := f.open(store.UserFolders())
		if err != nil {
			t.Fatal(err)
		}
		recording := replay.NewRecording(cli.MadeBy(), g.config, g.pack)
		recording.Opponent = "able"
		controllers := []controller{bot.New(1), bot.OfStrength(bot.Able, 2)}
		simulate(g.Game, recording, controllers, 20*engine.TicksPerSecond, true)
		name := filepath.Join(t.TempDir(), "game.ark")
		if err := store.Write(name, recording.Packed()); err != nil {
			t.Fatal(err)
		}
		replay, err := openReplay(store.UserFolders(), name, "")
		if err != nil {
			t.Fatal(err)
		}
		again, err := replay.Recording.Play(replay.Pack.Levels, nil)
		if err != nil || again.Hash() != g.Hash() || replay.Recording.Opponent != "able" {
			t.Errorf("%s: playing the recording gives another game (%v)", mode, err)
		}
	}
}

// TestAMatchAtATerminal checks that the keys of both players move their paddles.
func TestAMatchAtATerminal(t *testing.T) {
	p := startInTerminal(t, 80, 24, "--mode", "arkanong", "--opponent", "human", "--points", "3")
	p.waitFor("Play Arkanong")
	p.send("\r")
	p.waitFor("held key")
	p.send(" ") // the same key so soon would be a repeat
	p.waitFor("TWO")
	p.send("wa\x1b[C")
	p.frames(5)
	p.send("p")
	p.waitFor("Resume")
	p.send("q")
	p.waitFor("Keep playing")
	p.send("y")
	p.waitFor("How to play")
	p.send("q")
	p.waitExit(cli.ExitOK)
	kept, err := store.LoadGame(store.UserFolders(), filepath.Join(p.state, "game.ark"))
	if err != nil || kept.Recording.Mode != engine.Arkanong || kept.Recording.Opponent != settings.Human ||
		kept.Recording.WinPoints != 3 {
		t.Fatalf("saved game: %+v, %v", kept, err)
	}
	g, err := kept.Recording.Play(kept.Pack.Levels, nil)
	if err != nil || g.Capsule(0).X >= spec.FieldW/2 || g.Capsule(1).X <= spec.FieldW/2 {
		t.Errorf("the paddles are at %v and %v (%v)", g.Capsule(0).X, g.Capsule(1).X, err)
	}
}

func TestModesAtATerminal(t *testing.T) {
	p := startInVT(t, vtModel{screen: ansi.NewEmulator(80, 24)}, 80, 24)
	p.waitFor("Modes")
	at := engine.Campaign // the selected row of the menu
	for _, name := range settings.ModeNames()[1:] {
		m, err := engine.ParseMode(name)
		if err != nil {
			t.Fatal(err)
		}
		if engine.Modes[m].Paddles > 1 {
			continue
		}

		p.pressButton("Modes")
		p.waitFor("plays") // unchanged spaces are not sent
		p.send(strings.Repeat("\x1b[B", int(m-at)) + "\r")
		at = m

		if engine.Modes[m].HasChallenges {
			p.waitFor("Toothpick")
			p.send(" ") // the same key so soon would be a repeat
		}
		if engine.Modes[m].Dated {
			p.waitFor("one try")
			p.send(" ") // the same key so soon would be a repeat
		}

		title := strings.Fields(strings.ToUpper(engine.Modes[m].Title))
		p.waitFor(title[len(title)-1])
		if m == engine.Practice {
			p.send(" ")
			p.waitFor("bksp:")
			p.send("\x7f")
			p.send(" ")
		}
		p.send("q")
		p.waitFor("Quit")
		p.send("y")
		p.waitFor("High scores")
	}
	p.send("q")
	p.waitExit(cli.ExitOK)
}
