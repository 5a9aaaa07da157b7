//go:build unix

package store

import (
	"os"
	"path/filepath"
	"testing"
)

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
		got, err := ownerLike(test.path)
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		if want, err := os.Lstat(test.like); err != nil || !os.SameFile(got, want) {
			t.Errorf("%s has the owner of %s, want that of %s (%v)", test.path, got.Name(), test.like, err)
		}
	}
}
