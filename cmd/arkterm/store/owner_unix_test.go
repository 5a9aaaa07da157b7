//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// service returns the ID of the user who owns the folder in which root edits a file. If the test does not run as
// root, it is the current user, because only root can change owners.
func service() int {
	if os.Geteuid() == 0 {
		return 12345
	}
	return os.Geteuid()
}

// ownerOf returns the ID of the user who owns a file.
func ownerOf(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

// A file in a service's folder that root edits belongs to the service. Other files keep their owner, even if the
// service replaces the temporary file by a link to them.
func TestEditKeepsTheOwner(t *testing.T) {
	dir, secret := filepath.Join(t.TempDir(), "service"), filepath.Join(t.TempDir(), "secret")
	err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(secret, nil, 0o600), os.Lchown(dir, service(), -1))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "list")
	for range 2 { // a new file, then an existing one
		if err := Edit(path, 10, func([]byte) ([]byte, error) { return []byte("text"), nil }); err != nil {
			t.Fatal(err)
		}
		if got := ownerOf(t, path); got != service() {
			t.Errorf("the file belongs to user %d, want %d", got, service())
		}
	}

	for kind, link := range map[string]func(from, to string) error{"a link": os.Link, "a symbolic link": os.Symlink} {
		f, err := os.CreateTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := errors.Join(os.Remove(f.Name()), link(secret, f.Name()), keepOwner(f, path)); err != nil {
			t.Fatal(err)
		}
		if got := ownerOf(t, secret); got != os.Geteuid() {
			t.Errorf("%s: the other user's file belongs to user %d after keepOwner, want %d", kind, got, os.Geteuid())
		}
		if info, err := f.Stat(); err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != service() {
			t.Errorf("%s: the written file belongs to %+v, %v; want user %d", kind, info.Sys(), err, service())
		}
	}
}

// A new file gets the owner of its folder, which systemd may replace by a symbolic link that belongs to root. If the
// file itself is a symbolic link, it is not followed.
func TestOwnerSource(t *testing.T) {
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
			t.Errorf("%s gets the owner of %s, want the owner of %s (%v)", test.path, got.Name(), test.like, err)
		}
	}
}
