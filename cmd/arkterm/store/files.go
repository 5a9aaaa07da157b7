// Package store reads and writes the program's files: settings, saved games, replays, level sets and scores. It writes
// files atomically. A [Handler] executes the storage requests of a session. Callers choose the folders, see
// [Folders]. The package does not depend on the terminal.
package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Write replaces the content of the file at path with data. It is atomic: a reader sees either the old content or all
// of data, even after a crash of the machine. Write creates the folder if necessary.
func Write(path string, data []byte) error {
	return writeOwned(path, data, func(*os.File) error { return nil })
}

// WriteThrough is like Write, but write produces the content. The content is first written to a temporary file, and
// WriteThrough calls began with the name of that file.
func WriteThrough(path string, write func(io.Writer) error, began func(temporary string)) error {
	return writeSynced(path, func(f *os.File) error {
		began(f.Name())
		b := bufio.NewWriter(f)
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	})
}

// writeOwned is like Write. It calls own on the new file first, to set the owner of the file.
func writeOwned(path string, data []byte, own func(f *os.File) error) error {
	return writeSynced(path, func(f *os.File) error {
		if err := own(f); err != nil {
			return err
		}
		_, err := f.Write(data)
		return err
	})
}

// writeUnsynced is like Write, but does not sync the file. Therefore, the old content may return after a system crash.
// It calls ready before it replaces the file at path; see writeTemporaryThen.
func writeUnsynced(path string, data []byte, ready func() error) error {
	return writeTemporaryThen(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	}, ready)
}

// writeSynced is like writeTemporary and then syncs the folder.
func writeSynced(path string, write func(f *os.File) error) error {
	if err := writeTemporary(path, write); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// writeTemporary replaces the file at path with a new file whose content write produces. If it fails, the old file
// remains.
func writeTemporary(path string, write func(f *os.File) error) error {
	return writeTemporaryThen(path, write, func() error { return nil })
}

// writeTemporaryThen is like writeTemporary. It calls ready when the new file is complete, before the file at path is
// replaced.
func writeTemporaryThen(path string, write func(f *os.File) error, ready func() error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: withoutPath(err)}
	}

	if err = WriteWhole(f, write); err == nil {
		err = ready()
	}
	if err == nil {
		err = replace(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return &fs.PathError{Op: "write", Path: path, Err: withoutPath(err)}
	}
	return nil
}

// withoutPath returns the cause of an error from package os. The caller adds the path that the player knows, because
// the error contains the path of a temporary file.
func withoutPath(err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}

// removeTemporaries removes the temporary files in one of the program's folders that were modified before a given time.
func removeTemporaries(dir string, before time.Time) {
	left, _ := filepath.Glob(filepath.Join(dir, ".*.[0-9]*"))
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			os.Remove(path)
		}
	}
}

// WriteWhole calls write on f, syncs f and closes it.
func WriteWhole(f *os.File, write func(f *os.File) error) error {
	err := write(f)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// syncDir syncs a folder, so that a rename in it survives a crash. It ignores errors of file systems that do not
// support this.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}

// SetAside renames an unusable file to NAME.bad-TIME and returns the new name.
func SetAside(path string, now time.Time) (string, error) {
	aside := asideName(path, now)
	return aside, replace(path, aside)
}

// asideName returns the new name for SetAside. If the name is in use, asideName adds a number: another file may have
// been renamed within the same second, or the clock may have been set back.
func asideName(path string, now time.Time) string {
	name := path + ".bad-" + now.UTC().Format("20060102-150405")
	for n, free := 2, name; ; n++ {
		if _, err := os.Lstat(free); err != nil || n > 99 {
			return free
		}
		free = fmt.Sprintf("%s-%d", name, n)
	}
}

// ReadLimited reads a file or standard input, and fails if it is longer than limit bytes.
func ReadLimited(path string, limit int64) ([]byte, error) {
	f, err := openInput(path)
	if err != nil {
		return nil, err
	}
	return readLimited(f, path, limit)
}

// readLimited reads a file of at most limit bytes, and closes it.
func readLimited(f io.ReadCloser, path string, limit int64) ([]byte, error) {
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1)) // LimitReader, because the file may grow
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s has more than %d bytes", InputName(path), limit)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// ReadAtMost reads the first limit bytes of a file or of standard input.
func ReadAtMost(name string, limit int64) ([]byte, error) {
	f, err := openInput(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// Lock locks the file at path for this process and creates it if necessary. Closing the result or ending the process
// unlocks the file. Lock fails if another process holds the lock.
func Lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockNow(f); err != nil {
		f.Close()
		return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	return f, nil
}

// errNotRegular is the error for folders, and for pipes and devices, because reading these might never end.
var errNotRegular = errors.New("not a file")

// openRegular opens a regular file for reading and returns an error for other kinds of file. It checks the open file
// instead of the path, because the file at the path may have changed. It does not wait for the writer of a pipe.
func openRegular(path string) (*os.File, error) { return openRegularWith(path, 0) }

// openRegularWith is like openRegular, with additional flags for os.OpenFile.
func openRegularWith(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|flags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Update replaces the content of the file at path with the result of change. If the file does not exist, cannot be read
// or has more than limit bytes, change receives nil. Update locks the folder, so that concurrent calls, also in other
// processes, do not lose an update.
func Update(path string, limit int64, change func(old []byte) []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if lock, err := lockFolder(dir); err == nil { // otherwise the file system has no locks
		defer lock.Close()
	}
	old, err := ReadLimited(path, limit)
	if err != nil {
		old = nil
	}
	return Write(path, change(old))
}
