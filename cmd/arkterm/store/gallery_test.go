package store

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The workshop lists the player's levels, packs and sets, the shipped levels, and installed sets of LBreakout.
func TestLevelSets(t *testing.T) {
	f := testFolders(t)
	f.Home = t.TempDir()
	if all, dir, err := f.ReadSet(f.Levels()); len(all) > 0 || dir != f.Levels() || err != nil {
		t.Errorf("without a folder, the player has %d levels in %q (error %v), want none", len(all), dir, err)
	}

	const level = "arkterm levels 1\nauthor: Ann\nlevel: A\nhexagon: plain at 32 10, radius 4\n"
	set := "Version: 2.0\nLevel:\nMe\nOne\nBricks:\n" + strings.Repeat("..............\n", 9) + "aaaaaaaaaaaaaa\n" +
		strings.Repeat("..............\n", 8) + "Bonus:\n" + strings.Repeat("..............\n", 18)
	for path, text := range map[string]string{
		filepath.Join(f.Levels(), "two.level"):                level + "level: B\nhexagon: plain at 32 10, radius 3\n",
		filepath.Join(f.Levels(), "bad.level"):                "rubbish",
		filepath.Join(f.Levels(), "pack", "1.level"):          level,
		filepath.Join(f.Levels(), "Old"):                      set,
		filepath.Join(f.Levels(), "README"):                   "no levels",
		filepath.Join(f.Home, ".lgames/lbreakout2-levels/My"): set,
	} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	packed, err := os.Create(filepath.Join(f.Levels(), "z.zip"))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(packed)
	inner, err := w.Create("in/1.level")
	if err == nil {
		_, err = inner.Write([]byte(level))
	}
	if err != nil || w.Close() != nil || packed.Close() != nil {
		t.Fatal("the zip file was not written", err)
	}

	var lines []string
	for _, s := range f.LevelSets() {
		all, dir, err := f.ReadSet(s.Path)
		line := s.Group + "/" + s.Name + ":"
		for i := range all {
			if len(all) > 2 && i > 2 {
				continue // the shipped levels
			}
			line += " " + all[i].Name
			if level, err := all[i].Preview(); err != nil {
				line += "!"
			} else if text, err := all[i].Text(); err != nil || !strings.Contains(text, "level: "+level.Name) {
				t.Errorf("the text of %s is %q (error %v)", level.Name, text, err)
			}
		}
		if dir != "" {
			line += " editable"
		}
		if err != nil {
			line += err.Error()
		}
		lines = append(lines, line)
	}
	want := []string{
		"/levels: bad.level! A B editable", "/Old: 1", "/pack: A editable", "/z.zip: A",
		"arkterm/arkterm: Honeycomb Ripples Corridors", "LBreakout2/My: 1",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the sets are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}
