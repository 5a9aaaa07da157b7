//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// service is who owns a folder in which root edits a file. Who is not root can give nothing away, and owns it all.
func service() int {
	if os.Geteuid() == 0 {
		return 12345
	}
	return os.Geteuid()
}

// ownerOf returns the user who owns a file.
func ownerOf(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

// What root edits stays the service's, in whose folder it is, and nothing else becomes so: not what the service has put in place of the
// file that is being written.
func TestEditKeepsTheOwner(t *testing.T) {
	dir, secret := filepath.Join(t.TempDir(), "service"), filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(secret, nil, 0o600), os.Lchown(dir, service(), -1)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "list")
	for range 2 { // a new one, and one that is there
		if err := Edit(path, 10, func([]byte) ([]byte, error) { return []byte("text"), nil }); err != nil {
			t.Fatal(err)
		}
		if got := ownerOf(t, path); got != service() {
			t.Errorf("it belongs to %d", got)
		}
	}

	for what, swap := range map[string]func(from, to string) error{"a link": os.Link, "a symbolic link": os.Symlink} {
		f, err := os.CreateTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := errors.Join(os.Remove(f.Name()), swap(secret, f.Name()), keepOwner(f, path)); err != nil {
			t.Fatal(err)
		}
		if got := ownerOf(t, secret); got != os.Geteuid() {
			t.Errorf("by %s, a file of somebody else belongs to %d", what, got)
		}
		if info, err := f.Stat(); err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != service() {
			t.Errorf("with %s in its place, the file that is written belongs to %+v, %v", what, info.Sys(), err)
		}
	}
}

// A new file gets the owner of its folder, which systemd reaches by a link that is root's; the file itself may be a link, which is
// not followed.
func TestOwnerLike(t *testing.T) {
	dir := t.TempDir()
	private, state := filepath.Join(dir, "private"), filepath.Join(dir, "state")
	file, link := filepath.Join(private, "file"), filepath.Join(private, "link")
	for _, err := range []error{
		os.Mkdir(private, 0o700), os.Symlink(private, state), os.WriteFile(file, nil, 0o600), os.Symlink(dir, link),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ path, like string }{
		{filepath.Join(private, "new"), private},
		{filepath.Join(state, "new"), private},
		{filepath.Join(state, "file"), file},
		{filepath.Join(state, "link"), link},
	} {
		got, err := ownerSource(test.path)
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		if want, err := os.Lstat(test.like); err != nil || !os.SameFile(got, want) {
			t.Errorf("%s has the owner of %s, want that of %s (%v)", test.path, got.Name(), test.like, err)
		}
	}
}
