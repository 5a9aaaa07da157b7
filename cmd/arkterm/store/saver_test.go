package store

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
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

// What changes often is written once in a while, and at the end.
func TestSaverWritesSeldom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	synctest.Test(t, func(t *testing.T) {
		k := NewSaver(func() {})
		writes, text := 0, ""
		change := func(to string) {
			k.DoSoon(file, func() error {
				writes++
				text = to
				return nil
			})
		}
		for i := range 100 {
			change(strconv.Itoa(i))
			time.Sleep(3 * soon / 100) // never just when it is written
		}
		time.Sleep(soon)
		if synctest.Wait(); writes != 3 || text != "99" {
			t.Errorf("%d writes, %q", writes, text)
		}

		change("flushed")
		if !k.Flush(time.Second) || text != "flushed" {
			t.Errorf("Flush leaves %q", text)
		}
		change("old")
		k.Do(file, func() error {
			text = "now"
			return nil
		})
		if k.Flush(time.Second); text != "now" {
			t.Errorf("an older text is written last: %q", text)
		}
		change("closed")
		if !k.Close(time.Second) || text != "closed" {
			t.Errorf("Close leaves %q", text)
		}
	})
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
