// Package store holds everything that outlives the program: files written whole or not at all, saved games,
// replays, level sets and the score database. It knows no terminal, and its callers name the folders.
package store

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Write replaces the file at path by data. A reader finds either the old content or all of data, even after
// a crash of the machine. Write makes the folder if there is none.
func Write(path string, data []byte) error {
	return WriteBy(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteBy is like Write, with the content that write produces.
func WriteBy(path string, write func(io.Writer) error) error {
	return WriteThrough(path, write, func(string) {})
}

// WriteThrough writes to a temporary file and renames it to path. It calls began with the temporary name.
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
		err = replace(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncDir(dir)
}

// WriteWhole calls write on f, syncs f and closes it.
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

// syncDir syncs a folder, so that a rename in it survives a crash. File systems that cannot do that are no
// error.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}

// SetAside renames an unusable file to NAME.bad-TIME, and returns the new name.
func SetAside(path string, now time.Time) (string, error) {
	aside := asideName(path, now)
	return aside, replace(path, aside)
}

// asideName returns the name that SetAside gives a file.
func asideName(path string, now time.Time) string {
	return path + ".bad-" + now.UTC().Format("20060102-150405")
}

// ReadLimited reads a file, and fails if it is longer than limit bytes.
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

// ReadAtMost reads at most the first limit bytes of a file.
func ReadAtMost(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
