// Package store holds what outlives the program: where the player's files are, files that are written
// whole or not at all, saved games, replays and level sets. It knows no terminal, and looks for
// nothing by itself: whoever calls it says in which folders.
package store

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Write writes a file so that whoever reads it, after a crash of the machine too, finds
// what was there before or all of data. It makes the folder if there is none.
func Write(path string, data []byte) error {
	return WriteBy(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteBy is Write for what write writes.
func WriteBy(path string, write func(io.Writer) error) error {
	return WriteThrough(path, write, func(string) {})
}

// WriteThrough writes the file at path through one with another name; began is called with that.
func WriteThrough(path string, write func(io.Writer) error, began func(temporary string)) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}

	began(f.Name())
	err = WriteWhole(f, write)
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncDir(dir)
}

// WriteWhole has f written, has the system put it on the disk, and closes f.
func WriteWhole(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// syncDir has the system put a folder's names on the disk. Some file systems cannot,
// and there a rename is as safe as it gets.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}

// SetAside renames a file that cannot be used to NAME.bad-TIME, where the player
// finds it, and returns that name.
func SetAside(path string, now time.Time) (string, error) {
	aside := path + ".bad-" + now.UTC().Format("20060102-150405")
	return aside, os.Rename(path, aside)
}

// ReadLimited reads a file that must not be longer than limit.
func ReadLimited(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", path, info.Size(), limit)
	}
	return os.ReadFile(path)
}

// ReadAtMost reads the first bytes of a file.
func ReadAtMost(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
