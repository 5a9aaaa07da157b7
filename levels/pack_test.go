package levels

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

// file returns a file with the given text.
func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// level returns the text of a level file with one level.
func level(name string) string { return "arkterm levels 1\nlevel: " + name + "\n" + brick }

// names returns the names of the levels, separated by spaces.
func names(p Pack) string {
	var all []string
	for _, l := range p.Levels {
		all = append(all, l.Name)
	}
	return strings.Join(all, " ")
}

func TestLoad(t *testing.T) {
	fsys := fstest.MapFS{
		"one.level":            file(level("One") + "level: Two\n" + brick),
		"named.level":          file("arkterm levels 1\npack: A name\nlevel: One\n" + brick),
		"no-suffix":            file(level("One")),
		"many/b.level":         file(level("B")),
		"many/a.level":         file(level("A") + "level: A2\n" + brick),
		"many/notes.txt":       file("not a level"),
		"many/below/c.level":   file(level("C")),
		"many/x.level/d.level": file(level("D")),
		"empty/notes.txt":      file("nothing to play"),
		"bad/1.level":          file(level("A") + "foo: 1\n"),
		"bad/2.level":          file(level("B")),
		"bad/3.level":          file("?"),
		"twice/a.level":        file(level("A") + "level: B\n" + brick),
		"twice/b.level":        file(level("C") + "level: a\n" + brick),
		"big.level":            file(strings.Repeat("#", MaxFile+10)),
		"full.level":           file(level("Full") + strings.Repeat("#", MaxFile-len(level("Full")))),
		"evil\x1b[2J.level":    file("?"),
	}
	tests := []struct {
		path, pack, levels, err string
	}{
		{"one.level", "one", "One Two", ""},
		{"named.level", "A name", "One", ""},
		{"no-suffix", "no-suffix", "One", ""},
		{"full.level", "full", "Full", ""},
		{"many", "many", "A A2 B", ""},
		{"many/below", "below", "C", ""},
		{"empty", "", "", `empty: no file in this folder ends in ".level"`},
		{"missing.level", "", "", "missing.level: there is no such file or folder"},
		{"big.level", "", "", "big.level:1:1: the file is longer than 64 KiB"},
		{"bad", "", "", `bad/1.level:4:1: unknown key "foo", ` + wantKeys + `
bad/3.level:1:1: the first line must be "arkterm levels 1"`},
		{"twice", "", "", "twice/b.level:4:8: the level in line 2 of a.level has the same name"},
		{"evil\x1b[2J.level", "", "", `evil?[2J.level:1:1: the first line must be "arkterm levels 1"`},
	}
	for _, test := range tests {
		p, err := Load(fsys, test.path)
		if got := errorText(err); p.Name != test.pack || names(p) != test.levels || got != test.err {
			t.Errorf("Load(%q) = pack %q with levels %q, error:\n%s\nwant pack %q with levels %q, error:\n%s",
				test.path, p.Name, names(p), got, test.pack, test.levels, test.err)
		}
	}
	if _, err := Load(fsys, "missing.level"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load(missing file) error = %v, want fs.ErrNotExist", err)
	}
	if _, err := Load(fsys, "bad"); !errors.As(err, new(Errors)) {
		t.Errorf("Load(bad files) error = %v, want Errors", err)
	}
}

// errorText returns the text of an error, or "".
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestLoadWorkingFolder(t *testing.T) {
	p, err := Load(fstest.MapFS{"a.level": file(level("A"))}, ".")
	if err != nil || p.Name != "levels" {
		t.Errorf("Load(\".\") = pack %q, %v; want the name levels", p.Name, err)
	}
}

// TestLoadRefusesPipes covers pipes because the program would wait for a writer.
func TestLoadRefusesPipes(t *testing.T) {
	fsys := fstest.MapFS{"p.level": {Mode: fs.ModeNamedPipe}}
	_, err := Load(fsys, "p.level")
	if got := errorText(err); got != "p.level: neither a file nor a folder" {
		t.Errorf("Load(pipe) error = %s, want \"neither a file nor a folder\"", got)
	}
	if _, err := Load(fsys, "."); errorText(err) != `.: no file in this folder ends in ".level"` {
		t.Errorf("Load(folder with only a pipe) error = %v, want \"no file in this folder\"", err)
	}
}

func TestLoadFollowsLinksAndSkipsHiddenFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.level": level("A"), ".b.level": "?", "c.text": level("C")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("c.text", filepath.Join(dir, "c.level")); err != nil {
		t.Fatal(err)
	}
	if p, err := Load(os.DirFS(dir), "."); err != nil || names(p) != "A C" {
		t.Errorf("Load(folder) = levels %q, error %v, want \"A C\"", names(p), err)
	}
}

func TestLoadReportsAllUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	for name, to := range map[string]string{"a.level": "nothing", "b.level": "../b.level", "c.level": "c.level"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "d.level"), []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	_, err = Load(root.FS(), ".")
	const want = `a.level: omitted: link without a target in this folder
b.level: omitted: link without a target in this folder
c.level: omitted: link without a target in this folder
d.level:1:1: the first line must be "arkterm levels 1"`
	if got := errorText(err); got != want {
		t.Errorf("Load(folder with bad links) error:\n%s\nwant:\n%s", got, want)
	}
}

// TestLoadSkipsBrokenLinks checks that a broken link does not prevent reading the other levels of a folder.
func TestLoadSkipsBrokenLinks(t *testing.T) {
	dir := t.TempDir()
	for name, to := range map[string]string{"a.level": "nothing", "c.level": "../c.level", "d.level": "d.level"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	const notes = `a.level: omitted: link without a target in this folder
c.level: omitted: link without a target in this folder
d.level: omitted: link without a target in this folder`
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := Load(root.FS(), "."); errorText(err) != notes+"\n"+`.: no file in this folder ends in ".level"` {
		t.Errorf("Load(folder of broken links) error = %v, want the notes and \"no file in this folder\"", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.level"), []byte(level("B")), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Load(root.FS(), ".")
	if err != nil || names(p) != "B" || p.Notes.Error() != notes {
		t.Errorf("Load(folder) = levels %q, error %v, notes\n%v\nwant level B and the notes\n%s", names(p), err,
			p.Notes, notes)
	}
}

func TestReadErrorIsForPlayers(t *testing.T) {
	for err, want := range map[error]string{
		&fs.PathError{Op: "statat", Path: "x", Err: fs.ErrNotExist}:      "f: there is no such file or folder",
		&fs.PathError{Op: "openat", Path: "x", Err: fs.ErrPermission}:    "f: permission denied",
		&fs.PathError{Op: "read", Path: "x", Err: errors.New("too hot")}: "f: too hot",
	} {
		got := ReadError("f", err)
		if got.Error() != want || !errors.Is(got, err) {
			t.Errorf("ReadError(%v) = %v, want %s", err, got, want)
		}
	}
}

func TestLoadRefusesLongFiles(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "huge.level"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(1 << 31); err != nil { // a sparse file, which takes no space on the disk
		t.Fatal(err)
	}
	_, err = Load(os.DirFS(dir), "huge.level")
	if got := errorText(err); got != "huge.level:1:1: the file is longer than 64 KiB" {
		t.Errorf("Load(long file) error = %s, want \"longer than 64 KiB\"", got)
	}
}

func TestFind(t *testing.T) {
	text := level("Honeycomb") + "level: Honey Bee\n" + brick + "level: Stairs\n" + brick + "level: Star\n" + brick +
		"level: Ärger 4\n" + brick
	p, err := Parse("f.level", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		arg  string
		want int
		err  string
	}{
		{"1", 0, ""},
		{"5", 4, ""},
		{"0", 0, "no level 0, want 1 to 5"},
		{"6", 0, "no level 6, want 1 to 5"},
		{"-1", 0, "no level -1, want 1 to 5"},
		{"stairs", 2, ""},
		{" STAR ", 3, ""},
		{"honeyc", 0, ""},
		{"honey b", 1, ""},
		{"ärg", 4, ""},
		{"Honey-Bee", 1, ""},
		{"honey-b", 1, ""},
		{"ärger-4", 4, ""},
		{"-", 0, `no level "-"`},
		{"honey", 0, `2 names start with "honey"; did you mean "Honeycomb" or "Honey Bee"?`},
		{"stiars", 0, `no level "stiars"; did you mean "Stairs"?`},
		{"fortress", 0, `no level "fortress"`},
		{"comb", 0, `no level "comb"; did you mean "Honeycomb"?`},
		{"stai", 2, ""},
		{"stag", 0, `no level "stag"; did you mean "Star" or "Stairs"?`},
		{"hony", 0, `no level "hony"; did you mean "Honeycomb" or "Honey Bee"?`},
		{"", 0, `no level ""`},
		{strings.Repeat("x", 50), 0, `no level "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"…`},
	}
	for _, test := range tests {
		got, err := p.Find(test.arg)
		if got != test.want || errorText(err) != test.err {
			t.Errorf("Find(%q) = %d, %v, want %d, error %q", test.arg, got, err, test.want, test.err)
		}
	}
}

// TestOwnLevelsPassAllChecks contains the checks that the program skips for its own levels.
func TestOwnLevelsPassAllChecks(t *testing.T) {
	if testing.Short() { // slow, because it checks all levels
		return
	}
	for folder, pack := range map[string]Pack{
		"shipped": Shipped(), "challenges": Challenges(), "arkanong": Arkanong(), "storm": Storm(), "title": Title(),
		"routes": routeLevels(),
	} {
		whole, err := Load(os.DirFS("."), folder)
		if err != nil {
			t.Errorf("Load(%q) error = %v, want none", folder, err)
		}
		if !reflect.DeepEqual(whole.Levels, pack.Levels) {
			t.Errorf("Load(%q) has other levels than the embedded pack", folder)
		}
	}
}

func TestFindShippedLevelsByName(t *testing.T) {
	p := Shipped()
	for i, l := range p.Levels {
		if got, err := p.Find(strings.ToUpper(l.Name)); got != i || err != nil {
			t.Errorf("Find(%q) = %d, %v, want %d", l.Name, got, err, i)
		}
		if got, err := p.Find(Slug(l.Name)); got != i || err != nil {
			t.Errorf("Find(%q) = %d, %v, want %d", Slug(l.Name), got, err, i)
		}
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Honeycomb": "honeycomb", "Haunted House": "haunted-house", "Ann's  Level, No. 2!": "anns-level-no-2",
		" –x– ": "x", "Ärger 4": "ärger-4", "蜂の巣": "蜂の巣", "***": "", "": "",
	} {
		if got := Slug(name); got != want {
			t.Errorf("Slug(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestLoadRefusesLargeFolders checks that Load limits the size of a folder before it reads it. A player can name any
// folder, for example a home folder.
func TestLoadRefusesLargeFolders(t *testing.T) {
	if testing.Short() { // slow, because it reads the maximum number of levels
		return
	}
	many, long := fstest.MapFS{}, fstest.MapFS{}
	for i := range MaxFiles + 1 {
		many[fmt.Sprintf("%d.txt", i)] = file("")
	}
	for i := range MaxFolder/MaxFile + 1 {
		long[fmt.Sprintf("%d.level", i)] = file(level(fmt.Sprintf("L%d", i)) + strings.Repeat("#\n", MaxFile/2-100))
	}
	for want, fsys := range map[string]fs.FS{"more than 4096 files": many, "exceed 4 MiB": long} {
		if _, err := Load(fsys, "."); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load() error = %v, want %q", err, want)
		}
	}
	delete(many, "0.txt")
	many["1.txt"], many["a.level"] = file(""), file(level("A"))
	delete(many, "2.txt")
	if p, err := Load(many, "."); err != nil || len(p.Levels) != 1 {
		t.Errorf("Load() with one file less = %d levels, error %v, want 1 level", len(p.Levels), err)
	}
}
