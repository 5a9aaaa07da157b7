package store

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestFileWriterRunsOnlyTheLastJob(t *testing.T) {
	dir := t.TempDir()
	k := NewFileWriter(func() {})
	for i := range 100 {
		save(k, filepath.Join(dir, "a"), []byte(strconv.Itoa(i)))
		save(k, filepath.Join(dir, "b"), []byte(strconv.Itoa(-i)))
	}
	k.Flush(time.Minute)
	for name, want := range map[string]string{"a": "99", "b": "-99"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}

// DoSoon writes a file that changes often only once in a while, and at the end.
func TestFileWriterDelaysWrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	synctest.Test(t, func(t *testing.T) {
		k := NewFileWriter(func() {})
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
			time.Sleep(3 * saveDelay / 100) // never at the time of a write
		}
		time.Sleep(saveDelay)
		if synctest.Wait(); writes != 3 || text != "99" {
			t.Errorf("%d writes, the last of %q; want 3, the last of 99", writes, text)
		}

		change("flushed")
		if !k.Flush(time.Second) || text != "flushed" {
			t.Errorf("the text after Flush is %q", text)
		}
		change("old")
		k.Do(file, func() error {
			text = "now"
			return nil
		})
		if k.Flush(time.Second); text != "now" {
			t.Errorf("an older text was written last: %q", text)
		}
		change("closed")
		if !k.Close(time.Second) || text != "closed" {
			t.Errorf("the text after Close is %q", text)
		}
	})
}

func TestFileWriterReportsFailures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewFileWriter(func() {})
	save(k, filepath.Join(file, "below"), []byte("x")) // the parent is a regular file
	save(k, filepath.Join(file, "below"), []byte("y"))
	if err := <-k.Failed(); err == nil {
		t.Error("Failed has no error")
	}
	k.Flush(time.Minute)
}

// Failed jobs are tried again, unless a newer job for the same file is pending.
func TestFileWriterRetries(t *testing.T) {
	k := NewFileWriter(func() {})
	full, ran := errors.New("full"), ""
	job := func(name string, err *error) func() error {
		return func() error {
			ran += name
			return *err
		}
	}
	var fails error = full
	k.Do("a", job("a", &fails))
	k.Do("b", job("b", &fails))
	k.Flush(time.Minute)
	if lost := k.Failures(); len(lost) != 2 || lost["a"] != full {
		t.Errorf("failed jobs: %v, want a and b", lost)
	}
	ran, fails = "", nil
	k.Do("a", job("A", &fails))
	k.Retry()
	k.Flush(time.Minute)
	if lost := k.Failures(); len(lost) != 0 || len(ran) != 2 || !strings.Contains(ran, "A") ||
		!strings.Contains(ran, "b") {
		t.Errorf("ran %q, failed %v; want A and b to run and no failures", ran, lost)
	}
}

// save queues a job that writes text to a file.
func save(k *FileWriter, path string, text []byte) {
	k.Do(path, func() error { return Write(path, text) })
}
