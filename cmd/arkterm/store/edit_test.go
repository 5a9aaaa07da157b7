package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Edit changes the whole file or nothing.
func TestEdit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	add := func(line string) error {
		return Edit(path, 10, func(old []byte) ([]byte, error) { return append(old, line...), nil })
	}
	if err := errors.Join(add("one\n"), add("two\n")); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	if err := Edit(path, 10, func([]byte) ([]byte, error) { return nil, refused }); !errors.Is(err, refused) {
		t.Errorf("error %v, want that of change", err)
	}
	if err := add("three\n"); err != nil {
		t.Error(err)
	}
	if err := add("four\n"); err == nil {
		t.Error("Edit changed a file that is longer than the limit")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "one\ntwo\nthree\n" {
		t.Errorf("file has %q, %v", text, err)
	}
	if err := Edit(filepath.Join(path, "none"), 10, func([]byte) ([]byte, error) { return nil, nil }); err == nil {
		t.Error("Edit created a file whose parent is a file")
	}
}

// Edit does not follow a symbolic link, because it would copy the content of the target to a file that others may read.
func TestEditRefusesSymlinks(t *testing.T) {
	dir := t.TempDir()
	secret, path := filepath.Join(dir, "secret"), filepath.Join(dir, "list")
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o600), os.Symlink(secret, path)); err != nil {
		t.Fatal(err)
	}
	err := Edit(path, 10, func(old []byte) ([]byte, error) {
		t.Errorf("change was called with %q", old)
		return old, nil
	})
	if !errors.Is(err, errSymlink) {
		t.Errorf("error %v, want errSymlink", err)
	}
	if to, err := os.Readlink(path); err != nil || to != secret {
		t.Errorf("link to %q, %v; want it unchanged", to, err)
	}
}
