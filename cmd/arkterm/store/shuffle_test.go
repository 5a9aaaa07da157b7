package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/levels/lbreakout"
)

// Levels are drawn from sets of all kinds: the player's files and folders, and sets of LBreakout. Other files and
// unreadable ones are ignored.
func TestShuffleDrawsFromAllSets(t *testing.T) {
	f := Folders{Data: t.TempDir(), Home: t.TempDir()}
	const one = "arkterm levels 1\nlevel: %\nhexagon: plain at 30 10, radius 2\n"
	write := func(name, text string) {
		path := filepath.Join(f.Levels(), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("mine.level", strings.Replace(one, "%", "Mine", 1))
	write("folder/a.level", strings.Replace(one, "%", "A", 1))
	write("folder/b.level", strings.Replace(one, "%", "B", 1))
	write("folder/.c.level", strings.Replace(one, "%", "Hidden", 1))
	write("bad.level", "no level")
	write("large.level", strings.Repeat("x", lbreakout.MaxSet+1))
	bricks := strings.Repeat("aaaaaaaaaaaaaa\n", 18)
	bonus := strings.Repeat("..............\n", 18)
	write("abc", "Version: 1\nLevel:\nme\nOld\nBricks:\n"+bricks+"Bonus:\n"+bonus)
	if err := os.Symlink("/etc/passwd", filepath.Join(f.Levels(), "folder", "x.level")); err != nil {
		t.Fatal(err)
	}

	seen := map[string]bool{}
	for seed := range uint64(8) {
		p := f.Shuffle(seed)
		if len(p.Levels) == 0 || spec.Digest(p.Levels) != spec.Digest(f.Shuffle(seed).Levels) {
			t.Fatalf("seed %d: %d levels, or the order is not reproducible", seed, len(p.Levels))
		}
		for _, l := range p.Levels {
			seen[l.Name] = true
		}
	}
	for _, name := range []string{"Mine", "A", "B", "Old"} {
		if !seen[name] {
			t.Errorf("%q was never drawn", name)
		}
	}
	if seen["Hidden"] || len(seen) < 20 {
		t.Errorf("%d levels were drawn (want at least 20); hidden level drawn: %v", len(seen), seen["Hidden"])
	}
}

// Even if a folder has many files that are not level sets, there are levels to play.
func TestShuffleWithManyOtherFiles(t *testing.T) {
	f := Folders{Data: t.TempDir(), Home: t.TempDir()}
	if err := os.MkdirAll(f.Levels(), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 2000 {
		if err := os.WriteFile(filepath.Join(f.Levels(), fmt.Sprintf("%d.txt", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(4) {
		if p := f.Shuffle(seed); len(p.Levels) == 0 {
			t.Errorf("seed %d: drew no levels", seed)
		}
	}
}

// At most levels.MaxFolder bytes of a folder are read.
func TestShuffleLimitsFolderSize(t *testing.T) {
	dir := fstest.MapFS{}
	for i := range 2 * levels.MaxFolder / levels.MaxFile {
		dir[fmt.Sprintf("%03d.level", i)] = &fstest.MapFile{Data: make([]byte, levels.MaxFile)}
	}
	files, err := sourcesIn(dir)
	if err != nil || len(files) != levels.MaxFolder/levels.MaxFile {
		t.Errorf("%d of %d files were read, %v", len(files), len(dir), err)
	}
}
