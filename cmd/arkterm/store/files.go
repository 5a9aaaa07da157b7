// Package store holds everything that outlives the program: files written whole or not at all, saved games,
// replays, level sets and the score database. It knows no terminal, and its callers name the folders.
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

// Write replaces the file at path by data. A reader finds either the old content or all of data, even after
// a crash of the machine. Write makes the folder if there is none.
func Write(path string, data []byte) error {
	return writeOwned(path, data, func(*os.File) error { return nil })
}

// WriteThrough is like Write, with the content that write produces, in a temporary file that it renames to path. It calls began with
// the temporary name.
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

// writeOwned is Write for a file whose owner own sets, or keeps.
func writeOwned(path string, data []byte, own func(f *os.File) error) error {
	return writeSynced(path, func(f *os.File) error {
		if err := own(f); err != nil {
			return err
		}
		_, err := f.Write(data)
		return err
	})
}

// writeOver is like Write, but a crash of the machine soon after it may bring the old content back. ready is called as
// by putAfter.
func writeUnsynced(path string, data []byte, ready func() error) error {
	return writeTemporaryThen(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	}, ready)
}

// putSynced is put with a sync of the folder.
func writeSynced(path string, write func(f *os.File) error) error {
	if err := writeTemporary(path, write); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// put replaces the file at path with a new file that write fills. If it fails, the old file stays.
func writeTemporary(path string, write func(f *os.File) error) error {
	return writeTemporaryThen(path, write, func() error { return nil })
}

// putAfter is like put. It calls ready when the new file is complete, before the file at path is replaced.
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

// withoutPath returns the cause of an error of package os. The caller adds the path that the player knows instead of the
// path of a temporary file.
func withoutPath(err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}

// sweep removes the temporary files in a folder of the program's own that are older than so.
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

// asideName returns the name that SetAside gives a file. It is none that there is: within a second, or after a clock
// was set back, that would be the file that was put aside before.
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
	data, err := io.ReadAll(io.LimitReader(f, limit+1)) // it may grow while it is read
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s has more than %d bytes", InputName(path), limit)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// ReadAtMost reads at most the first limit bytes of a file or of standard input.
func ReadAtMost(name string, limit int64) ([]byte, error) {
	f, err := openInput(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// Lock makes a file if there is none, and locks it for this process until it is closed, or the process ends. It fails if
// another process has it.
func Lock(path string) (io.Closer, error) {
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

// errNoFile is the error of what is a folder, a pipe or a device, which might never end.
var errNotRegular = errors.New("not a file")

// openRegular opens a file for reading, and nothing else. It is the open file that is looked at: what has the name may
// be another one by now, and to open a pipe would wait for its writer.
func openRegular(path string) (*os.File, error) { return openRegularWith(path, 0) }

// openWith is openRegular with flags of the system's.
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

// Update replaces the file at path by what change makes of its content, nil if there is none or more than limit bytes.
// Of several processes that do so one does after the other, so that none undoes what another has done.
func Update(path string, limit int64, change func(old []byte) []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if lock, err := lockFolder(dir); err == nil { // otherwise there are no locks here: assume to be alone
		defer lock.Close()
	}
	old, err := ReadLimited(path, limit)
	if err != nil {
		old = nil
	}
	return Write(path, change(old))
}
