package testenv

import (
	"slices"
	"testing"
)

func TestInherited(t *testing.T) {
	got := inherited([]string{
		"PATH=/bin", "Path=C:\\", "TMPDIR=/tmp", "GOCACHE=/cache", "CGO_ENABLED=0", "GORACE=x",
		"HOME=/home/a", "XDG_DATA_DIRS=/usr/share", "TERM=xterm", "LC_ALL=tr_TR.UTF-8", "NO_COLOR=1", "GOGC=10",
		"GOMAXPROCS=1", "ARKTERM_X=1",
	})
	want := []string{"PATH=/bin", "Path=C:\\", "TMPDIR=/tmp", "GOCACHE=/cache", "CGO_ENABLED=0", "GORACE=x"}
	if !slices.Equal(got, want) {
		t.Errorf("inherited() = %q, want %q", got, want)
	}
}

func TestVariables(t *testing.T) {
	vars := Variables("/d")
	for _, want := range []string{
		"HOME=/d/home", "XDG_DATA_DIRS=/d/xdg_data_dirs",
		"XDG_RUNTIME_DIR=/d/xdg_runtime_dir",
	} {
		if !slices.Contains(vars, want) {
			t.Errorf("%s is missing in Variables() = %q", want, vars)
		}
	}
}
