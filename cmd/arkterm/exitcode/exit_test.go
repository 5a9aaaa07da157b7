package exitcode

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestExitCodeSurvivesWrapping(t *testing.T) {
	bad := Errorf(File, "read levels: %w", fs.ErrNotExist)
	for _, c := range []struct {
		err  error
		want Code
	}{
		{nil, OK},
		{errors.New("anything"), Failure},
		{bad, File},
		{fmt.Errorf("start: %w", bad), File},
	} {
		if got := CodeOf(c.err); got != c.want {
			t.Errorf("CodeOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
	if !errors.Is(bad, fs.ErrNotExist) {
		t.Error("errors.Is(bad, fs.ErrNotExist) = false, want true")
	}
}
