package levels

import (
	"testing"
	"testing/fstest"

	"arkterm/engine/spec"
)

// TestSourcesMakeTheSamePack parses the sources of a pack and compares the resulting pack.
func TestSourcesMakeTheSamePack(t *testing.T) {
	const board = "\nlegend:\n  o plain 1\nrows:\n  o o\n"
	files := fstest.MapFS{
		"mine/a.level": {Data: []byte("arkterm levels 1\nlevel: One" + board)},
		"mine/b.level": {Data: []byte("arkterm levels 1\r\nlevel: Two" + board)},
	}
	for _, path := range []string{"mine", "mine/b.level"} {
		pack, err := Load(files, path)
		if err != nil {
			t.Fatal(err)
		}
		again, err := FromSources(pack.Name, pack.Sources)
		if err != nil {
			t.Fatal(err)
		}
		if again.Name != pack.Name || spec.Digest(again.Levels) != spec.Digest(pack.Levels) ||
			len(again.Levels) != len(pack.Levels) {
			t.Errorf("%s: FromSources returns a different pack: %+v", path, again)
		}
	}
	if len(Shipped().Sources) > 0 {
		t.Error("Shipped() has sources, want none")
	}
}

// TestSourcesWithErrors checks that errors contain the name of the file, and that names of levels are compared between
// files.
func TestSourcesWithErrors(t *testing.T) {
	one := Source{"x.level", "arkterm levels 1\nlevel: One\npolygon: plain at 20 10, 44 10, 44 12\n"}
	for _, files := range [][]Source{{{"y.level", "nonsense\n"}}, {one, one}} {
		if _, err := FromSources("x", files); err == nil {
			t.Errorf("FromSources(%+v) = nil error, want an error", files)
		}
	}
}
