package world_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"arkterm/engine/world/scenes"
)

var update = flag.Bool("update", false, "update testdata/gallery.txt")

// TestGalleryGolden compares the final state and the number of contacts of each kind, for each scene of the gallery,
// with testdata/gallery.txt. They are identical on every processor. To update the file after an intended change of the
// motion, run: go test ./engine/world -run GalleryGolden -update
func TestGalleryGolden(t *testing.T) {
	var b strings.Builder
	for _, e := range scenes.Gallery() {
		if slices.Contains([]string{"w4-1000", "w4-4000", "w4-16000"}, e.Name) {
			continue // too slow
		}
		p, ticks := e.Begin(), min(e.Ticks, 500)
		for range ticks {
			p.Tick()
		}
		fmt.Fprintf(&b, "%s %d %016x contacts %v\n", e.Name, ticks, p.World.Hash(), p.Contacts)
	}
	const file = "testdata/gallery.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("results of the gallery:\n%swant:\n%s", b.String(), want)
	}
}
