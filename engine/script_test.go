package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/racedetector"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// TestScripts plays the recordings in testdata: a few lines of input and what
// is expected of them. "pack NAME" names the board, testdata/NAME.level.
func TestScripts(t *testing.T) {
	if racedetector.Long(t, "whole games, in one goroutine") {
		return
	}
	files, err := filepath.Glob("testdata/*.ark")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ark"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Parse(file, text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Play(board(t, r.Pack), (*engine.Game).Check); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		})
	}
}

// board reads testdata/NAME.level.
func board(t *testing.T, name string) []spec.Level {
	t.Helper()
	file := filepath.Join("testdata", name+".level")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := levels.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return pack.Levels
}
