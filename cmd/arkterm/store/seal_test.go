package store

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arkterm/engine/record"
)

// parsed parses a recording from its text or container.
func parsed(t *testing.T, data []byte) *record.Recording {
	t.Helper()
	rec, err := record.Parse("test", data)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// SealOf detects every change of the content of a recording, but ignores changes of its layout.
func TestSealDetectsChanges(t *testing.T) {
	here, there := Folders{State: t.TempDir()}, Folders{State: t.TempDir()}
	game := testRecording(7)
	game.Player, game.Date, game.Program = "Ann", "2026-11-21T20:15:00Z", "arkterm v1"
	packed := here.PackedSealed(game)
	if game.Seal != "" {
		t.Error("PackedSealed changed the recording")
	}
	text := string(parsed(t, packed).Text())
	for _, c := range []struct {
		what     string
		old, new string
		want     Seal
	}{
		{"nothing", "", "", SealedHere},
		{"a comment", "play\n", "# mine\n\nplay\n", SealedHere},
		{"the player", "player Ann", "player Bob", Broken},
		{"the date", "2026-11", "2025-11", Broken},
		{"the mode", "seed 7", "mode practice\nseed 7", Broken},
		{"assistance", "play\n", "assisted\nplay\n", Broken},
		{"the game it continues", "play\n", "parent 0123456789abcdef 300\nplay\n", Broken},
		{"a tick", "\n10\n", "\n11\n", Broken},
		{"the end", "\n10\n", "\n10", Broken}, // cut off within the line
		{"the seal to a comment", "seal ", "# ", Unsealed},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("%q is not in\n%s", c.old, text)
		}
		if got := here.SealOf(parsed(t, []byte(strings.Replace(text, c.old, c.new, 1)))); got != c.want {
			t.Errorf("changed %s: the seal is %s, want %s", c.what, got, c.want)
		}
	}

	if got := there.SealOf(parsed(t, packed)); got != SealedElsewhere {
		t.Errorf("without a key the seal is %s, want elsewhere", got)
	}
	if there.PackedSealed(game); there.SealOf(parsed(t, packed)) != SealedElsewhere {
		t.Error("the seal is valid on another machine")
	}
	if info, err := os.Stat(here.keyFile()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key has %v, %v; want mode 0600", info, err)
	}
	left, _ := filepath.Glob(filepath.Join(here.State, ".*"))
	if len(left) > 0 {
		t.Errorf("temporary files remain: %q", left)
	}
}

// A game that continues an edited recording has no seal. A game that continues an unchanged recording has one.
func TestSealOfAContinuedGame(t *testing.T) {
	in := Folders{State: t.TempDir()}
	saves := openTestSlot(t, in.State)
	mustPut(t, saves, 1, testRecording(7))
	for _, edited := range []bool{false, true, true} {
		if edited {
			data, err := os.ReadFile(saves.Path)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Replace(string(parsed(t, data).Text()), "seed 7", "seed 8", 1)
			if err := os.WriteFile(saves.Path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		game, err := saves.Load(time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if game.Recording.Foreign != edited {
			t.Errorf("edited: %v, foreign: %v", edited, game.Recording.Foreign)
		}
		mustPut(t, saves, 1, game.Recording)
		data, err := os.ReadFile(saves.Path)
		if err != nil {
			t.Fatal(err)
		}
		if sealed := in.SealOf(parsed(t, data)) == SealedHere; sealed == edited {
			t.Errorf("edited: %v, sealed again: %v", edited, sealed)
		}
	}
}

// If several processes create a key at the same time, all use the same key.
func TestConcurrentKeyCreation(t *testing.T) {
	in := Folders{State: filepath.Join(t.TempDir(), "new")}
	names := make([]string, 16)
	var all sync.WaitGroup
	for i := range names {
		all.Go(func() {
			if k, err := in.makeKey(); err == nil {
				names[i] = k.name()
			}
		})
	}
	all.Wait()
	for _, name := range names {
		if name == "" || name != names[0] {
			t.Fatalf("keys %q, want equal ones", names)
		}
	}
}

// If the key is invalid or its folder is missing, games are saved without a seal.
func TestGamesAreSavedWithoutAKey(t *testing.T) {
	bad := Folders{State: t.TempDir()}
	if err := os.WriteFile(bad.keyFile(), []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, in := range []Folders{bad, {State: file}, {}} {
		if rec := parsed(t, in.PackedSealed(testRecording(7))); rec.Seed != 7 || rec.Seal != "" {
			t.Errorf("%q: saved %+v, want the game without a seal", in.State, rec)
		}
	}
	if _, err := os.Stat("key"); err == nil {
		t.Error("a key was created in the current folder")
	}
}
