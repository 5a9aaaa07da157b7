package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestExitCodeSurvivesWrapping(t *testing.T) {
	bad := Errorf(ExitFile, "read levels: %w", fs.ErrNotExist)
	for _, c := range []struct {
		err  error
		want ExitCode
	}{
		{nil, ExitOK},
		{errors.New("anything"), ExitFailure},
		{bad, ExitFile},
		{fmt.Errorf("start: %w", bad), ExitFile},
	} {
		if got := ExitCodeOf(c.err); got != c.want {
			t.Errorf("ExitCodeOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
	if !errors.Is(bad, fs.ErrNotExist) {
		t.Error("errors.Is(bad, fs.ErrNotExist) = false, want true")
	}
}
