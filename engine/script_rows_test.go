package engine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// TestEveryRowHasAScript checks that testdata has a script for each row of the engine's tables. Its
// name starts with the word for the table and the row's name, as in drop-expand.ark or
// brick-bomb-takes-its-neighbors.ark.
func TestEveryRowHasAScript(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ark")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables() {
		for _, name := range table.rows {
			want := table.word + "-" + name
			if !hasScript(files, want) {
				t.Errorf("no script for %s %q, want testdata/%s*.ark", table.word, name, want)
			}
		}
	}
}

func hasScript(files []string, want string) bool {
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ark")
		if name == want || strings.HasPrefix(name, want+"-") {
			return true
		}
	}
	return false
}

// A table is one of the engine's tables, with the word for it in the names of scripts.
type table struct {
	word string
	rows []string
}

func tables() []table {
	all := []table{
		{word: "brick"}, {word: "drop"}, {word: "difficulty"}, {word: "assist"}, {word: "mode"},
	}

	for k, r := range spec.Kinds {
		if k := spec.Kind(k); k != spec.DroneBody && k != spec.ShieldBody && k != spec.BossBody {
			all[0].rows = append(all[0].rows, r.Name) // bodies of enemies appear in scripts of drones and bosses
		}
	}

	for _, r := range spec.Drops[spec.NoDrop+1:] {
		all[1].rows = append(all[1].rows, r.Name)
	}

	for _, r := range engine.Difficulties[engine.Kids:] {
		all[2].rows = append(all[2].rows, r.Name)
	}

	for _, r := range engine.Assists {
		all[3].rows = append(all[3].rows, r.Name)
	}

	for _, r := range engine.Modes {
		all[4].rows = append(all[4].rows, r.Name)
	}

	drones, bosses := table{word: "drone"}, table{word: "boss"}
	for _, r := range spec.Drones {
		drones.rows = append(drones.rows, r.Name)
	}

	for _, r := range spec.Bosses[spec.NoBoss+1:] {
		bosses.rows = append(bosses.rows, r.Name)
	}

	shoves := table{word: "shove"}
	for _, r := range engine.ShoveKinds[engine.NoShove+1:] {
		shoves.rows = append(shoves.rows, r.Name)
	}

	twists := table{word: "twist"}
	for _, r := range spec.Twists {
		twists.rows = append(twists.rows, r.Name)
	}
	return append(all, drones, bosses, shoves, twists)
}
