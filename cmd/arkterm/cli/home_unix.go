//go:build unix

package cli

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"github.com/adrg/xdg"
)

// FindHome sets the variable HOME to the home folder in the user database if it is unset or not an absolute path.
// Otherwise files would be written to the root folder or the current folder.
func FindHome() {
	if filepath.IsAbs(os.Getenv("HOME")) {
		return
	}
	home := "/" // the default of package xdg
	if u, err := user.LookupId(strconv.Itoa(os.Getuid())); err == nil && filepath.IsAbs(u.HomeDir) {
		home = u.HomeDir
	}
	os.Setenv("HOME", home)
	xdg.Reload()
}
