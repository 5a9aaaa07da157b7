package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

// TestBotReplaysPlayToTheirMarks verifies three games of the best bot through all levels in testdata/replays. make
// test-arch plays them on several processors. If a change of the rules or of the motion changes these games, increase
// engine.Rules and record them again with go test ./cmd/arkterm -run 'BotReplays|Docs' -update.
func TestBotReplaysPlayToTheirMarks(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	for seed := range uint64(3) {
		name := filepath.Join("testdata", "replays", fmt.Sprintf("bot-%d.ark", seed+1))
		if *update {
			recordBot(t, name, seed+1)
		}
		v := verifyFile(store.UserFolders(), name, "")
		if !v.Verified {
			t.Errorf("%s\nengine.Rules is %d: see the comment of this test", v.Error, engine.Rules)
			continue
		}
		if v.Phase != "won" || v.Level < 50 || v.Checkpoints < 100 || v.Cut || v.Excerpt {
			t.Errorf("%+v is not a complete game", v)
		}
		if info, err := os.Stat(name); err != nil || info.Size() > 90_000 {
			t.Errorf("%s: %v, want at most 90 KB", name, err)
		}
	}
}

// recordBot lets the best bot play through the shipped levels.
func recordBot(t *testing.T, name string, seed uint64) {
	t.Helper()
	pack := levels.Shipped()
	c := engine.Config{Setup: engine.Setup{Seed: seed}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	recording := replay.NewRecording(cli.MadeBy(), c, pack)
	recording.Program = ""
	simulate(g, recording, []controller{bot.OfStrength(bot.Master, seed)}, maxTicksFlag, true)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, recording.Packed(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRoundTrip checks that a recording gives the same game when it is played, seeked in, split into levels, and
// written again.
func TestRoundTrip(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	f, err := openReplay(store.UserFolders(), filepath.Join("testdata", "replays", "bot-1.ark"), "")
	if err != nil {
		t.Fatal(err)
	}
	want := f.Recording.End.Hash
	g, err := f.Recording.Play(f.Pack.Levels, nil)
	if err != nil || g.Hash() != want {
		t.Errorf("Play() ends in state %x (%v), want %x", g.Hash(), err, want)
	}

	seeker, err := f.Seeker(0)
	if err != nil {
		t.Fatal(err)
	}
	_, end := seeker.Span()
	for !seeker.Scout(end, 60_000) {
	}
	seeker.Seek(end, record.Unlimited)
	if seeker.Game().Hash() != want || seeker.Mismatch() != nil {
		t.Errorf("Seek to the end reaches state %x (%v), want %x", seeker.Game().Hash(), seeker.Mismatch(), want)
	}

	var last uint64
	for _, part := range f.Recording.SplitLevels() {
		g, err := part.Play(f.Pack.Levels, nil)
		if err != nil {
			t.Fatalf("play the recording of one level: %v", err)
		}
		last = g.Hash()
	}
	if last != want {
		t.Errorf("the recording of the last level ends in state %x, want %x", last, want)
	}

	path := filepath.Join(t.TempDir(), "again.ark")
	if err := store.Write(path, f.Recording.Packed()); err != nil {
		t.Fatal(err)
	}
	if v := verifyFile(store.UserFolders(), path, ""); !v.Verified || v.Hash != engine.HashText(want) {
		t.Errorf("verifyFile() of the recording written again = %+v, want hash %x", v, want)
	}
}
