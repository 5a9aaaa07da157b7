package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A file is edited whole or not at all.
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
		t.Errorf("refused: %v", err)
	}
	if err := add("three\n"); err != nil {
		t.Error(err)
	}
	if err := add("four\n"); err == nil {
		t.Error("what is too long to be read is edited")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "one\ntwo\nthree\n" {
		t.Errorf("%q, %v", text, err)
	}
	if err := Edit(filepath.Join(path, "none"), 10, func([]byte) ([]byte, error) { return nil, nil }); err == nil {
		t.Error("a file below a file is written")
	}
}

// A link is not followed: what it leads to would become the content of a file that others may read.
func TestEditFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	secret, path := filepath.Join(dir, "secret"), filepath.Join(dir, "list")
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o600), os.Symlink(secret, path)); err != nil {
		t.Fatal(err)
	}
	err := Edit(path, 10, func(old []byte) ([]byte, error) {
		t.Errorf("asked what to make of %q", old)
		return old, nil
	})
	if !errors.Is(err, errSymlink) {
		t.Errorf("got %v", err)
	}
	if to, err := os.Readlink(path); err != nil || to != secret {
		t.Errorf("%q, %v", to, err)
	}
}
