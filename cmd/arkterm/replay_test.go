package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/exitcode"
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
	if _, err := openReplay(cli.UserFolders(), name, ""); exitcode.CodeOf(err) != exitcode.File {
		t.Errorf("missing recording: got error %v, want exit code %d", err, exitcode.File)
	}
	if err := store.Write(filepath.Join(cli.UserFolders().Replays(), name), data); err != nil {
		t.Fatal(err)
	}
	f, err := openReplay(cli.UserFolders(), name, "")
	if err != nil || f.Recording.Seed != 1 {
		t.Errorf("recording in the folder of replays: got error %v", err)
	}
	if _, err := openReplay(cli.UserFolders(), filepath.Join("x", name), ""); exitcode.CodeOf(err) != exitcode.File {
		t.Errorf("recording in another folder: got error %v, want exit code %d", err, exitcode.File)
	}
}
