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

func TestWriteAtomicReplacesTheWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "made", "file")
	for _, text := range []string{"a long first text", "short", ""} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("reads %q, %v, want %q", got, err, text)
		}
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("leaves %v in the folder", names)
	}
}

func TestWriteAtomicLeavesNothingWhenItFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil { // a folder is in the way
		t.Fatal(err)
	}
	if err := Write(path, []byte("x")); err == nil {
		t.Error("replaces a folder")
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("leaves %v in the folder", names)
	}
}

func TestSetAsideKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(path, []byte("bad"), 0o600); err != nil {
		t.Fatal(err)
	}
	aside, err := SetAside(path, time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC))
	if err != nil || filepath.Base(aside) != "settings.toml.bad-20260504-030201" {
		t.Fatalf("aside at %s, %v", aside, err)
	}
	if got, _ := os.ReadFile(aside); string(got) != "bad" {
		t.Errorf("keeps %q", got)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("is still there: %v", err)
	}
}

// What a killed program left is removed a day later; what another one is writing now, and all else, stays.
func TestTidySweepsWhatAKillLeft(t *testing.T) {
	in, now := Folders{State: t.TempDir(), Data: t.TempDir()}, time.Now()
	if err := os.Mkdir(in.Replays(), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{in.State, in.Replays()} {
		for name, age := range map[string]time.Duration{
			".settings.toml.123": 25 * time.Hour, ".settings.toml.456": time.Hour, "settings.toml": 50 * time.Hour, ".hidden": 50 * time.Hour,
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
			t.Errorf("%v stay", names)
		}
	}
}

// Errors name the file that was to be written, and no temporary file.
func TestWriteErrorsNameOnePath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	err := writeTemporary(path, func(f *os.File) error { return &fs.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC} })
	if want := "write " + path + ": no space left on device"; err == nil || err.Error() != want || !errors.Is(err, syscall.ENOSPC) {
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
