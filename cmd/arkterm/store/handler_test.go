package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// newTestHandler returns a session and its handler.
func newTestHandler(t *testing.T, in Folders, change ...func(*HandlerOptions)) (*app.Session, *Handler) {
	t.Helper()
	s, err := app.New(app.Setup{
		Pack: levels.Shipped(), Seed: func() uint64 { return 1 }, FPS: 30, Program: "test",
		Render: render.Options{Tier: cell.Mono},
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Resize(80, 24, 0)
	o := HandlerOptions{Files: in, Scores: NewScoreFile(in.ScoresFile()), Guard: func() {}}
	for _, c := range change {
		c(&o)
	}
	k := NewHandler(s, o)
	t.Cleanup(func() { k.Close(10 * time.Second) })
	return s, k
}

func testFolders(t *testing.T) Folders {
	dir := t.TempDir()
	return Folders{Config: dir, Data: dir, State: dir}
}

// pressKeys presses keys, a tenth of a second apart.
func pressKeys(s *app.Session, k *Handler, now time.Duration, keys ...tcell.Key) (time.Duration, bool) {
	for _, key := range keys {
		now += 100 * time.Millisecond
		s.Advance(now)
		s.Key(now, input.Keystroke{Key: key})
		s.Advance(now)
		if k.Serve(now) {
			return now, true
		}
	}
	return now, false
}

// TestClipsAreWrittenNextToRecordings checks the path of a clip and that its result reaches the session.
func TestClipsAreWrittenNextToRecordings(t *testing.T) {
	in, copied := testFolders(t), ""
	path := filepath.Join(in.Replays(), "game.gif")
	s, k := newTestHandler(t, in, func(o *HandlerOptions) {
		o.Copy = func(text string) { copied = text }
		o.Clip = func(_ app.WriteClip, path string) (from uint64, err error) {
			return 1, Write(path, []byte("GIF"))
		}
	})
	s.Recorded("game.ark")
	k.serve(app.CopyText{Text: "line"}, app.WriteClip{File: "game.ark", Format: "gif"})
	if !k.FinishClips(10 * time.Second) {
		t.Fatal("the clip is not finished")
	}
	if data, err := os.ReadFile(path); string(data) != "GIF" || copied != "line" {
		t.Errorf("the clip is %q, %v; %q is copied", data, err, copied)
	}
}

// A game is saved when the player leaves it, and the next session continues it. A menu setting is written.
func TestSavesTheGameAndTheSettings(t *testing.T) {
	in := testFolders(t)
	saves, err := OpenSaveSlot(in, app.FirstID)
	if err != nil {
		t.Fatal(err)
	}
	defer saves.Close()
	told := make(chan bool, 10)
	s, k := newTestHandler(t, in, func(o *HandlerOptions) { o.Slot, o.Saved = saves, func(is bool) { told <- is } })

	now, _ := pressKeys(s, k, 0, tcell.KeyEnter, tcell.KeyEnter, tcell.KeyEnter)
	for range 40 {
		now += 100 * time.Millisecond
		s.Advance(now)
		k.Serve(now)
	}
	k.SaveNow(now)
	k.Flush(10 * time.Second)
	if is := <-told; !is {
		t.Error("no game to continue")
	}
	saved, err := saves.Load(time.Now())
	if err != nil || saved == nil {
		t.Fatalf("no game was saved: %v", err)
	}
	if n := saved.Recording.Ticks(); n < engine.TicksPerSecond {
		t.Errorf("a game of %d ticks was saved", n)
	}
}

// A failed save is reported, and again when the player leaves, until a later attempt succeeds.
func TestLostDataIsReportedUntilItIsSaved(t *testing.T) {
	in := testFolders(t)
	saves, err := OpenSaveSlot(in, app.FirstID)
	if err != nil {
		t.Fatal(err)
	}
	defer saves.Close()
	_, k := newTestHandler(t, in, func(o *HandlerOptions) { o.Slot = saves })
	game := record.New(engine.Config{}, "")
	blocked := filepath.Join(saves.Path, "in the way") // a folder with content cannot be replaced by a file
	if err := os.MkdirAll(blocked, 0o700); err != nil {
		t.Fatal(err)
	}

	k.save(app.SaveGame{ID: 3, Recording: game})
	if err := k.Flush(10 * time.Second); err == nil {
		t.Error("the game was saved although the folder is in the way")
	}
	want := "game not saved: write " + saves.Path + ": file exists"
	if lost := k.Lost(); len(lost) != 1 || lost[0] != want {
		t.Errorf("lost %q, want %q", lost, want)
	}
	if lost, _ := k.Unsaved(); lost != game {
		t.Error("the game is lost")
	}

	if err := os.RemoveAll(saves.Path); err != nil {
		t.Fatal(err)
	}
	if err := k.Flush(10 * time.Second); err != nil {
		t.Error(err)
	}
	if lost := k.Lost(); len(lost) != 0 {
		t.Errorf("lost %q", lost)
	}
	if g, err := saves.Load(time.Now()); g == nil || err != nil {
		t.Errorf("saved: %v, %v", g, err)
	}
}

// If no save slot is available, the game in progress is reported as lost until it ends.
func TestGameWithoutSlotIsLost(t *testing.T) {
	_, k := newTestHandler(t, testFolders(t), func(o *HandlerOptions) { o.NoSave = os.ErrPermission })
	k.save(app.SaveGame{ID: 3, Recording: record.New(engine.Config{}, "")})
	k.Flush(10 * time.Second)
	if lost := k.Lost(); len(lost) != 1 || lost[0] != "game not saved: permission denied" {
		t.Errorf("lost %q", lost)
	}
	k.save(app.SaveGame{ID: 3})
	if lost := k.Lost(); len(lost) != 0 {
		t.Errorf("after the end: %q", lost)
	}
}

// A failed write is reported on the screen.
func TestFailedWriteIsReported(t *testing.T) {
	in := testFolders(t)
	in.State = filepath.Join(in.State, "file")
	if err := os.WriteFile(in.State, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, k := newTestHandler(t, in)
	k.writer.Do(in.SettingsFile(), func() error { return Write(in.SettingsFile(), []byte("x")) })
	k.Results(nil)(0)
	if text := s.LastNotice(); text == "" {
		t.Error("no notice is shown")
	}

	over := make(chan struct{})
	close(over)
	if k.Results(over) != nil {
		t.Error("Results returned a function after the end")
	}
}
