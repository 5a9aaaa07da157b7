package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestWriteReplacesTheWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "made", "file")
	for _, text := range []string{"a long first text", "short", ""} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("file has %q, %v; want %q", got, err, text)
		}
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("folder has %v, want one file", names)
	}
}

func TestFailedWriteLeavesNoTemporaryFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil { // a folder with the name of the file
		t.Fatal(err)
	}
	if err := Write(path, []byte("x")); err == nil {
		t.Error("Write replaced a folder")
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("folder has %v, want one entry", names)
	}
}

func TestSetAsideKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(path, []byte("bad"), 0o600); err != nil {
		t.Fatal(err)
	}
	aside, err := SetAside(path, time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC))
	if err != nil || filepath.Base(aside) != "settings.toml.bad-20260504-030201" {
		t.Fatalf("renamed to %s, %v", aside, err)
	}
	if got, _ := os.ReadFile(aside); string(got) != "bad" {
		t.Errorf("the renamed file has %q, want bad", got)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the old name still exists: %v", err)
	}
}

// Tidy removes temporary files after a day. It keeps newer temporary files, which another process may be writing, and
// all other files.
func TestTidyRemovesOldTemporaryFiles(t *testing.T) {
	in, now := Folders{State: t.TempDir(), Data: t.TempDir()}, time.Now()
	if err := os.Mkdir(in.Replays(), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{in.State, in.Replays()} {
		for name, age := range map[string]time.Duration{
			".settings.toml.123": 25 * time.Hour,
			".settings.toml.456": time.Hour,
			"settings.toml":      50 * time.Hour,
			".hidden":            50 * time.Hour,
		} {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, now, now.Add(-age)); err != nil {
				t.Fatal(err)
			}
		}
		if err := Tidy(in, nil, now); err != nil {
			t.Fatal(err)
		}
		names, _ := os.ReadDir(dir)
		if _, err := os.Lstat(filepath.Join(dir, ".settings.toml.123")); len(names) != 3 || err == nil {
			t.Errorf("remaining files: %v, want all except .settings.toml.123", names)
		}
	}
}

// Errors contain the path of the file instead of the path of the temporary file.
func TestWriteErrorsNameOnePath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	full := func(f *os.File) error { return &fs.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC} }
	err := writeTemporary(path, full)
	want := "write " + path + ": no space left on device"
	if err == nil || err.Error() != want || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	err = Write(path, nil)
	if want := "write " + path + ": file exists"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
