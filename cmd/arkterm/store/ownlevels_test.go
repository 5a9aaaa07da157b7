package store

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine/spec"
	"arkterm/levels"
)

func TestSafeName(t *testing.T) {
	for title, want := range map[string]string{
		"The Hut": "the-hut", "../../etc/passwd": "etc-passwd", "": "level", "...": "level", "NUL": "level-nul",
		"COM7": "level-com7", "com": "level-com", "Häuschen №1": "häuschen-1", `a\b:c*?"<>|`: "a-b-c",
		"日本語日本語日本語日本語日本語日本語日本語": "日本語日本語日本語日本語日本語日本語日本",
	} {
		if got := SafeName(title); got != want {
			t.Errorf("SafeName(%q) = %q, want %q", title, got, want)
		}
	}
}

// Saved levels never replace a file, and keep their order.
func TestKeepLevels(t *testing.T) {
	f := testFolders(t)
	one, err := levels.Read("x.level", []byte("arkterm levels 1\nlevel: The Hut\nhexagon: plain at 32 10, radius 4\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the-hut.level", "the-hut-2.level", "the-hut-3.level"} {
		name, err := f.KeepLevels(one, true)
		if err != nil || name != want {
			t.Errorf("KeepLevels() = %q, %v, want %q", name, err, want)
		}
	}
	one.Sources[0].Text += "# a comment\n"
	if name, err := f.KeepLevels(one, false); err != nil || name != "the-hut-2.level" {
		t.Errorf("KeepLevels() of the player's own level = %q, %v, want the first of its files", name, err)
	}

	var files []levels.Source
	for _, name := range []string{"z.level", "../a.level", "../a.level", ".level"} {
		text := "arkterm levels 1\nlevel: " + string(rune('A'+len(files))) + "\nhexagon: plain at 32 10, radius 4\n"
		files = append(files, levels.Source{Name: name, Text: text})
	}
	pack, err := levels.FromSources("../My Pack", files)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"my-pack", "my-pack-2"} {
		name, err := f.KeepLevels(pack, false)
		if err != nil || name != want {
			t.Fatalf("KeepLevels() = %q, %v, want %q", name, err, want)
		}
		got, err := f.ReadPack(filepath.Join(f.Levels(), name))
		if err != nil || spec.Digest(got.Levels) != spec.Digest(pack.Levels) {
			t.Errorf("the saved pack has the levels %v (error %v), want A to D", levels.LevelNames(got), err)
		}
	}
	entries, err := os.ReadDir(f.Levels())
	if err != nil || len(entries) != 5 {
		t.Errorf("the folder has %v (error %v), want 3 files and 2 folders", entries, err)
	}
}

// Errors in a zip file name its path and the file in it.
func TestErrorsInZipFiles(t *testing.T) {
	f := testFolders(t)
	path := filepath.Join(f.Data, "my.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	inner, err := w.Create("inner/name.level")
	if err == nil {
		_, err = inner.Write([]byte("arkterm levels 1\nlevel: A\nrows:\n  x\n"))
	}
	if err := errors.Join(err, w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = f.ReadPack(path)
	if want := path + ": inner/name.level:4:3: no 'x' in the legend"; err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("ReadPack() fails with %v, want %s", err, want)
	}
}
