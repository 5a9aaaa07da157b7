// Package testenv provides an isolated environment for tests of the programs. [Run] and [Variables] replace the
// environment variables and folders of the person who runs the tests. [OpenPty] opens a pseudo-terminal. [NewListener]
// and [Pipe] connect clients and servers in memory.
//
// It also contains the tests of command lines that both programs share: [Scripts], [EveryCommandIsScripted],
// [NoFlagHasAPath], [JSONDocs] and [ManualPages]. [Main] runs the tests of a program, with scripts that start it.
package testenv

import (
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// isolated marks an environment that Run made. A test binary that a test starts inherits it, and keeps the
// environment that the test chose.
const isolated = "ARKTERM_TEST_ISOLATED"

// kept lists the variables that tests inherit, for finding programs, temporary files and Windows itself.
// Go's own variables are inherited too, except those in limits, which the program reads.
var (
	kept = []string{
		"PATH", "PATHEXT", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC",
		"CC",
	}
	limits = []string{"GOGC", "GOMAXPROCS", "GOMEMLIMIT"}
)

// Variables returns the environment of a program that runs in folders below dir, as NAME=VALUE. The folders do not
// exist.
func Variables(dir string) []string {
	vars := []string{"LC_ALL=C.UTF-8", "TZ=UTC", "HOME=" + filepath.Join(dir, "home")}
	for _, name := range [...]string{
		"XDG_CACHE_HOME", "XDG_CONFIG_DIRS", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
		"XDG_STATE_HOME",
	} {
		vars = append(vars, name+"="+filepath.Join(dir, strings.ToLower(name)))
	}
	return vars
}

// Run replaces the environment of the process and runs the tests. It calls reload first, for packages that have already
// read the environment. Run returns the exit code and removes the folders.
func Run(m *testing.M, reload func()) int {
	if os.Getenv(isolated) != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "arkterm-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, "testenv:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	vars := slices.Concat(toolchain(), inherited(os.Environ()), Variables(dir), []string{isolated + "=1"})
	os.Clearenv()
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
	reload()
	return m.Run()
}

// inherited returns the variables of the environment that tests inherit.
func inherited(environment []string) []string {
	return slices.DeleteFunc(environment, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		name = strings.ToUpper(name) // Windows writes Path
		goes := strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_")
		return slices.Contains(limits, name) || !goes && !slices.Contains(kept, name)
	})
}

// toolchain returns the variables that the Go command derives from the home folder.
func toolchain() (vars []string) {
	vars = append(vars, "GOPATH="+build.Default.GOPATH)
	if dir, err := os.UserCacheDir(); err == nil {
		vars = append(vars, "GOCACHE="+filepath.Join(dir, "go-build"))
	}
	if dir, err := os.UserConfigDir(); err == nil {
		vars = append(vars, "GOENV="+filepath.Join(dir, "go", "env"))
	}
	return vars
}
