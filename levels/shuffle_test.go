package levels

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"arkterm/engine/spec"
)

// testSets returns the shipped levels, a set whose levels have names of other levels, a set of a single file with
// defaults before its levels, and a set that cannot be read.
func testSets(t *testing.T) []Set {
	t.Helper()
	const own = "arkterm levels 1\n# mine\nauthor: me\nlegend:\n  o plain 1\n" +
		"level: Honeycomb\nrows:\n  o o\nlevel : Ripples\nballs: 2\nrows:\n  o . o\n"
	many := "arkterm levels 1\nlattice: boxes 4 2\nlegend:\n  o double 1\n"
	for i := range 30 {
		many += fmt.Sprintf("level: Level %d\nrows:\n  %so\n", i, strings.Repeat("o", i%14))
	}
	set := func(name, text string) Set {
		return Set{Name: name, Read: func() ([]Source, error) { return []Source{{name, text}}, nil }}
	}
	gone := Set{Name: "gone", Read: func() ([]Source, error) { return nil, errors.New("gone") }}
	return []Set{ShippedSet(), set("own", own), set("many", many), gone}
}

// TestShuffleDependsOnSeed checks that the same seed selects the same levels, that other seeds select other levels, and
// that no level is selected twice.
func TestShuffleDependsOnSeed(t *testing.T) {
	if testing.Short() { // slow, because it compares many orders of many levels
		return
	}
	seen := map[uint64]bool{}
	for seed := range uint64(40) {
		p := Shuffle(seed, testSets(t))
		if q := Shuffle(seed, testSets(t)); spec.Digest(p.Levels) != spec.Digest(q.Levels) {
			t.Fatalf("seed %d: a second call of Shuffle returns another order", seed)
		}
		seen[spec.Digest(p.Levels)] = true
		if len(p.Levels) != NumShuffled || len(p.Sources) != NumShuffled {
			t.Fatalf("Shuffle(%d) = %d levels in %d files, want %d of each", seed, len(p.Levels), len(p.Sources),
				NumShuffled)
		}
		boards, names := map[uint64]bool{}, map[string]bool{}
		for i := range p.Levels {
			boards[spec.Digest(p.Levels[i:i+1])], names[FoldName(p.Levels[i].Name)] = true, true
		}
		if len(names) != NumShuffled || len(boards) < NumShuffled-6 { // boards of "many" repeat
			t.Errorf("Shuffle(%d) has %d names and %d boards, want %d and at least %d",
				seed, len(names), len(boards), NumShuffled, NumShuffled-6)
		}
	}
	if len(seen) < 40 {
		t.Errorf("40 seeds produce %d different orders, want 40", len(seen))
	}
}

// TestSingleLevelsAreTheSame checks that each level of a file can be extracted, including the defaults of the file.
func TestSingleLevelsAreTheSame(t *testing.T) {
	kinds, err := Load(os.DirFS("testdata"), "kinds.level")
	if err != nil {
		t.Fatal(err)
	}
	all := append(testSets(t)[1:3], Set{Name: "kinds", Read: func() ([]Source, error) { return kinds.Sources, nil }})
	for _, s := range all {
		files, err := s.Read()
		if err != nil {
			t.Fatal(err)
		}
		pack, err := FromSources(s.Name, files)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, f := range files {
			for _, c := range splitFile(f.Text) {
				texts = append(texts, c.head+c.body)
			}
		}
		if len(texts) != len(pack.Levels) {
			t.Fatalf("%s: %d texts of single levels, want %d", s.Name, len(texts), len(pack.Levels))
		}
		for i, text := range texts {
			one, err := Parse("x", []byte(renamed(text, "New")))
			if err != nil || len(one.Levels) != 1 || one.Levels[0].Name != "New" ||
				spec.Digest(one.Levels) != spec.Digest(pack.Levels[i:i+1]) {
				t.Fatalf("%s: the text of level %d differs from the level in the set, error %v\n%s", s.Name, i+1, err,
					text)
			}
		}
	}
}

// TestShuffleOfFewLevels checks that there are no levels without sets, and that each level of a small set is selected
// once.
func TestShuffleOfFewLevels(t *testing.T) {
	if p := Shuffle(1, testSets(t)[3:]); len(p.Levels) != 0 {
		t.Errorf("Shuffle(1, no sets) = %d levels, want none", len(p.Levels))
	}
	if p := Shuffle(1, testSets(t)[1:2]); len(p.Levels) != 2 || p.Levels[0].Author != "me" {
		t.Errorf("Shuffle(1, a set of two levels) = %d levels, want 2", len(p.Levels))
	}
}

// TestShuffleOfFileWithLongHead checks that the head of a file with many levels is not copied too often.
func TestShuffleOfFileWithLongHead(t *testing.T) {
	text := strings.Repeat("#"+strings.Repeat("x", 98)+"\n", 5000) + strings.Repeat("level:x\n", 60_000)
	sets := []Set{{Name: "long", Read: func() ([]Source, error) { return []Source{{"long", text}}, nil }}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if p := Shuffle(1, sets); len(p.Levels) != 0 {
		t.Errorf("Shuffle(1, a set with a long head) = %d levels, want none", len(p.Levels))
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 64<<20 {
		t.Errorf("Shuffle allocates %d MiB, want at most 64", allocated>>20)
	}
}
