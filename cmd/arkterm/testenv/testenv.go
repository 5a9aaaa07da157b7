// Package testenv provides an isolated environment for tests of the programs. [Run] and [Variables] replace the
// environment variables and folders of the person who runs the tests. [OpenPty] opens a pseudo-terminal. [NewListener]
// and [Pipe] connect clients and servers in memory.
//
// It also contains tests of the command line that both programs share: [Scripts], [EveryCommandIsScripted],
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

// isolatedName is a variable that Run sets in the environment. A test binary started by a test inherits it, so that it
// keeps the environment chosen by the test.
const isolatedName = "ARKTERM_TEST_ISOLATED"

// inheritedNames are the variables that tests inherit to find programs, temporary files and Windows itself. Variables
// of Go are inherited too, except limitNames, which the program reads.
var (
	inheritedNames = []string{
		"PATH", "PATHEXT", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC",
		"CC",
	}
	limitNames = []string{"GOGC", "GOMAXPROCS", "GOMEMLIMIT"}
)

// Variables returns the environment of a program whose folders are below dir, in the form NAME=VALUE. It does not
// create the folders.
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

// Run runs the tests in an isolated environment, and returns the exit code. Before the tests, it calls reload, for
// packages that have already read the environment. Afterwards it removes the folders.
func Run(m *testing.M, reload func()) int {
	if os.Getenv(isolatedName) != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "arkterm-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, "testenv:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	vars := slices.Concat(toolchain(), inherited(os.Environ()), Variables(dir), []string{isolatedName + "=1"})
	os.Clearenv()
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
	reload()
	return m.Run()
}

// inherited returns the variables of an environment that tests inherit.
func inherited(environment []string) []string {
	return slices.DeleteFunc(environment, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		name = strings.ToUpper(name) // Windows uses the name Path
		ofGo := strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_")
		return slices.Contains(limitNames, name) || !ofGo && !slices.Contains(inheritedNames, name)
	})
}

// toolchain returns the variables for which the go command uses defaults below the home folder.
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
