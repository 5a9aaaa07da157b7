package lbreakout

import (
	"slices"
	"strings"
	"testing"

	"arkterm/engine/spec"
	"arkterm/levels"
)

// TestSetsAreShuffledByLevel checks that the levels from Split and Convert are the same as in the imported set, and
// that a shuffled game has each of them once.
func TestSetsAreShuffledByLevel(t *testing.T) {
	text := "Version: 1.0\n" + aSet("aaaa", "bbb") + aSet("c.c.c") + strings.Replace(aSet("dd"), "\nOne\n", "\n\n", 1)
	whole, err := Import("set", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var want []uint64
	for i := range whole.Levels {
		want = append(want, spec.Digest(whole.Levels[i:i+1]))
	}

	var single []uint64
	for _, set := range Split(text) {
		file, err := Convert("set", set)
		if err != nil {
			t.Fatal(err)
		}
		one, err := levels.Parse("level", []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		single = append(single, spec.Digest(one.Levels))
	}
	if !slices.Equal(single, want) {
		t.Errorf("Convert() = levels with the digests %x, want %x", single, want)
	}

	set := levels.Set{
		Name: "set", Read: func() ([]levels.Source, error) { return []levels.Source{{Name: "set", Text: text}}, nil },
		Split: Split, Convert: Convert,
	}
	var drawn []uint64
	p := levels.Shuffle(1, []levels.Set{set})
	for i := range p.Levels {
		drawn = append(drawn, spec.Digest(p.Levels[i:i+1]))
	}
	slices.Sort(drawn)
	slices.Sort(want)
	if !slices.Equal(drawn, want) {
		t.Errorf("Shuffle() = levels with the digests %x, want %x", drawn, want)
	}
}

// TestConvertUnplayableLevel checks that Convert returns an error if the level cannot be played.
func TestConvertUnplayableLevel(t *testing.T) {
	if text, err := Convert("set", aSet("EE")); err == nil {
		t.Errorf("Convert(unplayable level) = %q, want an error", text)
	}
	if sets := Split("arkterm levels 1\nlevel: One\n"); sets != nil {
		t.Errorf("Split(level file) = %d sets, want none", len(sets))
	}
}
