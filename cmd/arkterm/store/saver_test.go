package store

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

func TestSaverWritesTheLastText(t *testing.T) {
	dir := t.TempDir()
	k := NewSaver(func() {})
	for i := range 100 {
		k.Save(filepath.Join(dir, "a"), []byte(strconv.Itoa(i)))
		k.Save(filepath.Join(dir, "b"), []byte(strconv.Itoa(-i)))
	}
	k.Flush(time.Minute)
	for name, want := range map[string]string{"a": "99", "b": "-99"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}

func TestSaverSaysWhatWasNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewSaver(func() {})
	k.Save(filepath.Join(file, "below"), []byte("x")) // a file is no folder
	k.Save(filepath.Join(file, "below"), []byte("y"))
	if err := <-k.Failed(); err == nil {
		t.Error("no error")
	}
	k.Flush(time.Minute)
}
