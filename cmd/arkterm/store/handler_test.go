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
func newTestHandler(t *testing.T, folders Folders, change ...func(*HandlerOptions)) (*app.Session, *Handler) {
	t.Helper()
	s, err := app.New(app.Setup{
		Pack: levels.Shipped(), Seed: func() uint64 { return 1 }, FPS: 30, Program: "test",
		Render: render.Options{Tier: cell.Mono},
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Resize(80, 24, 0)
	o := HandlerOptions{Files: folders, Scores: NewScoreFile(folders.ScoresFile()), HandlePanic: func() {}}
	for _, c := range change {
		c(&o)
	}
	h := NewHandler(s, o)
	t.Cleanup(func() { h.Close(10 * time.Second) })
	return s, h
}

func testFolders(t *testing.T) Folders {
	dir := t.TempDir()
	return Folders{Config: dir, Data: dir, State: dir}
}

// pressKeys presses keys, a tenth of a second apart.
func pressKeys(s *app.Session, h *Handler, now time.Duration, keys ...tcell.Key) (time.Duration, bool) {
	for _, key := range keys {
		now += 100 * time.Millisecond
		s.Advance(now)
		s.Key(now, input.Keystroke{Key: key})
		s.Advance(now)
		if h.Serve(now) {
			return now, true
		}
	}
	return now, false
}

// TestClipsAreWrittenNextToRecordings checks the path of a clip and that its result reaches the session.
func TestClipsAreWrittenNextToRecordings(t *testing.T) {
	folders, copied := testFolders(t), ""
	path := filepath.Join(folders.Replays(), "game.gif")
	s, h := newTestHandler(t, folders, func(o *HandlerOptions) {
		o.Copy = func(text string) { copied = text }
		o.Clip = func(_ app.WriteClip, path string) (from uint64, err error) {
			return 1, Write(path, []byte("GIF"))
		}
	})
	s.SetRecordingFile("game.ark")
	h.serve(app.CopyText{Text: "line"}, app.WriteClip{File: "game.ark", Format: "gif"})
	if !h.FinishClips(10 * time.Second) {
		t.Fatal("the clip is not finished")
	}
	if data, err := os.ReadFile(path); string(data) != "GIF" || copied != "line" {
		t.Errorf("clip %q, error %v, copied text %q; want \"GIF\", no error and \"line\"", data, err, copied)
	}
}

// A game is saved when the player leaves it, and the next session continues it. A menu setting is written.
func TestSavesTheGameAndTheSettings(t *testing.T) {
	folders := testFolders(t)
	saves, err := OpenSaveSlot(folders, app.FirstID)
	if err != nil {
		t.Fatal(err)
	}
	defer saves.Close()
	reports := make(chan bool, 10)
	s, h := newTestHandler(t, folders,
		func(o *HandlerOptions) { o.Slot, o.Saved = saves, func(is bool) { reports <- is } })

	now, _ := pressKeys(s, h, 0, tcell.KeyEnter, tcell.KeyEnter, tcell.KeyEnter)
	for range 40 {
		now += 100 * time.Millisecond
		s.Advance(now)
		h.Serve(now)
	}
	h.SaveNow(now)
	h.Flush(10 * time.Second)
	if is := <-reports; !is {
		t.Error("no saved game was reported")
	}
	saved, err := saves.Load(time.Now())
	if err != nil || saved == nil {
		t.Fatalf("no game was saved: %v", err)
	}
	if n := saved.Recording.Ticks(); n < engine.TicksPerSecond {
		t.Errorf("the saved game has %d ticks, want at least a second", n)
	}
}

// A failed save is reported, and again when the player leaves, until a later attempt succeeds.
func TestLostDataIsReportedUntilItIsSaved(t *testing.T) {
	folders := testFolders(t)
	saves, err := OpenSaveSlot(folders, app.FirstID)
	if err != nil {
		t.Fatal(err)
	}
	defer saves.Close()
	_, h := newTestHandler(t, folders, func(o *HandlerOptions) { o.Slot = saves })
	game := record.New(engine.Config{}, "")
	blocked := filepath.Join(saves.Path, "content") // a folder with content cannot be replaced by a file
	if err := os.MkdirAll(blocked, 0o700); err != nil {
		t.Fatal(err)
	}

	h.save(app.SaveGame{ID: 3, Recording: game})
	if err := h.Flush(10 * time.Second); err == nil {
		t.Error("the game was saved although a folder has its name")
	}
	want := "game not saved: write " + saves.Path + ": file exists"
	if lost := h.UnsavedLines(); len(lost) != 1 || lost[0] != want {
		t.Errorf("lost %q, want %q", lost, want)
	}
	if lost, _ := h.Unsaved(); lost != game {
		t.Error("Unsaved does not return the game")
	}

	if err := os.RemoveAll(saves.Path); err != nil {
		t.Fatal(err)
	}
	if err := h.Flush(10 * time.Second); err != nil {
		t.Error(err)
	}
	if lost := h.UnsavedLines(); len(lost) != 0 {
		t.Errorf("lost %q", lost)
	}
	if g, err := saves.Load(time.Now()); g == nil || err != nil {
		t.Errorf("the saved game is %v, %v; want a game", g, err)
	}
}

// If no save slot is available, the game in progress is reported as not saved until it ends.
func TestGameWithoutSlotIsLost(t *testing.T) {
	_, h := newTestHandler(t, testFolders(t), func(o *HandlerOptions) { o.NoSaveReason = os.ErrPermission })
	h.save(app.SaveGame{ID: 3, Recording: record.New(engine.Config{}, "")})
	h.Flush(10 * time.Second)
	if lost := h.UnsavedLines(); len(lost) != 1 || lost[0] != "game not saved: permission denied" {
		t.Errorf("lost %q", lost)
	}
	h.save(app.SaveGame{ID: 3})
	if lost := h.UnsavedLines(); len(lost) != 0 {
		t.Errorf("after the end of the game: lost %q, want nothing", lost)
	}
}

// A failed write is reported on the screen.
func TestFailedWriteIsReported(t *testing.T) {
	folders := testFolders(t)
	folders.State = filepath.Join(folders.State, "file")
	if err := os.WriteFile(folders.State, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, h := newTestHandler(t, folders)
	h.writer.Do(folders.SettingsFile(), func() error { return Write(folders.SettingsFile(), []byte("x")) })
	h.Results(nil)(0)
	if text := s.LastNotice(); text == "" {
		t.Error("no notice is shown")
	}

	over := make(chan struct{})
	close(over)
	if h.Results(over) != nil {
		t.Error("Results returned a function after the end")
	}
}
