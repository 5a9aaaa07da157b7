package main

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestExitCodeSurvivesWrapping(t *testing.T) {
	bad := fail(exitFile, "read levels: %w", fs.ErrNotExist)
	for _, c := range []struct {
		err  error
		want exitCode
	}{
		{nil, exitOK},
		{errors.New("anything"), exitFailure},
		{bad, exitFile},
		{fmt.Errorf("start: %w", bad), exitFile},
	} {
		if got := codeOf(c.err); got != c.want {
			t.Errorf("codeOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
	if !errors.Is(bad, fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
}
