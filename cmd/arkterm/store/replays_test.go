package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestTidyReplays(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var names []string
	for i := range 6 {
		names = append(names, ReplayName(at.Add(time.Duration(i)*time.Hour), uint64(i)*1e6))
	}
	mine := []string{"my best.ark", "20260102-030405.ark", "20260102-03040x-1.ark", "20260102-030405-1.txt"}
	for _, name := range append(slices.Clone(names), mine...) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := TidyReplays(dir, 2, map[string]bool{names[1]: true}); err != nil {
		t.Fatal(err)
	}
	for i, name := range append(slices.Clone(names), mine...) {
		_, err := os.Stat(filepath.Join(dir, name))
		if want := i == 1 || i >= 4; want != (err == nil) {
			t.Errorf("%s: kept %v, want %v", name, err == nil, want)
		}
	}
	if err := TidyReplays(filepath.Join(dir, "none"), 2, nil); err != nil {
		t.Error(err)
	}
}
