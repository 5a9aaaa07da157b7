package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
)

// TestReplaysAreFoundByTheirName checks that a name without a folder is found in the folder of replays.
func TestReplaysAreFoundByTheirName(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	name := store.ReplayName(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 7)
	data, err := os.ReadFile(filepath.Join("testdata", "replays", "bot-1.ark"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openReplay(store.UserFolders(), name, ""); cli.ExitCodeOf(err) != cli.ExitFile {
		t.Errorf("missing recording: got error %v, want exit code %d", err, cli.ExitFile)
	}
	if err := store.Write(filepath.Join(store.UserFolders().Replays(), name), data); err != nil {
		t.Fatal(err)
	}
	f, err := openReplay(store.UserFolders(), name, "")
	if err != nil || f.Recording.Seed != 1 {
		t.Errorf("recording in the folder of replays: got error %v", err)
	}
	if _, err := openReplay(store.UserFolders(), filepath.Join("x", name), ""); cli.ExitCodeOf(err) != cli.ExitFile {
		t.Errorf("recording in another folder: got error %v, want exit code %d", err, cli.ExitFile)
	}
}
