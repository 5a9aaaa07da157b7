package lbreakout

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// importFile imports a set from testdata, which contains sets written for these tests.
func importFile(t *testing.T, name string) levels.Pack {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "sets", name))
	if err != nil {
		t.Fatal(err)
	}
	if !IsSet(text) {
		t.Errorf("IsSet(%s) = false, want true", name)
	}
	p, err := Import(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// aSet returns the text of a set of one level. The arguments are the first rows of bricks. After a nil argument, they
// are the first rows of drops.
func aSet(rows ...string) string {
	bricks, drops := rows, []string(nil)
	for i, row := range rows {
		if row == "" {
			bricks, drops = rows[:i], rows[i+1:]
		}
	}
	var b strings.Builder
	b.WriteString("Level:\nsomebody\nOne\nBricks:\n")
	for _, part := range [][]string{bricks, drops} {
		for i := range setRows {
			row := ""
			if i < len(part) {
				row = part[i]
			}
			b.WriteString(row + strings.Repeat(".", setCols-len(row)) + "\n")
		}
		if len(part) == len(bricks) && strings.Count(b.String(), "Bonus:") == 0 {
			b.WriteString("Bonus:\n")
		}
	}
	return b.String()
}

// at returns the brick of an imported level at a cell of the set's board.
func at(l *spec.Level, row, col int) *spec.BrickSpec {
	x, y := 4.5+4*float64(col), 3+2*float64(row)
	for i := range l.Bricks {
		if c, _ := l.Bricks[i].Shape.Circle(); c == (geom.Vec{X: x, Y: y}) {
			return &l.Bricks[i]
		}
	}
	return nil
}

func TestImportBricks(t *testing.T) {
	p := importFile(t, "Every")
	if len(p.Notes) > 0 || len(p.Levels) != 3 || p.Name != "Every" {
		t.Fatalf("Import() = set %q with %d levels, notes:\n%v\nwant the set Every with 3 levels and no notes",
			p.Name, len(p.Levels), p.Notes)
	}
	l := &p.Levels[0]
	for row, kinds := range map[int]map[int]string{
		0: {
			2: "wall", 3: "metal", 4: "chaos", 5: "plain", 6: "double", 7: "triple", 8: "hidden",
			9: "regrow", 10: "regrow", 11: "regrow",
		},
		1: {
			2: "plain", 3: "plain", 4: "plain", 5: "plain", 6: "plain", 7: "plain", 8: "plain",
			9: "plain", 10: "bomb", 11: "seed",
		},
		2: {2: "sprout", 3: "sprout", 4: "sprout", 5: "sprout", 6: "sprout", 7: "sprout"},
	} {
		for col := range setCols {
			got := ""
			if b := at(l, row, col); b != nil {
				got = spec.Kinds[b.Kind].Name
			}
			if want := kinds[col]; got != want {
				t.Errorf("row %d, column %d: %q, want %q", row, col, got, want)
			}
		}
	}
	for col, hits := range map[int]uint8{9: 1, 10: 2, 11: 3} {
		if b := at(l, 0, col); b.Hits != hits && !(hits == 3 && b.Hits == 0) {
			t.Errorf("column %d: got %d hits, want %d", col, b.Hits, hits)
		}
	}
	hues := map[uint8]bool{}
	for col := 2; col < 10; col++ {
		hues[at(l, 1, col).Hue] = true
	}
	if len(hues) != spec.NumHues {
		t.Errorf("Import() = bricks of %d hues, want 8", len(hues))
	}
}

func TestImportBonuses(t *testing.T) {
	l := &importFile(t, "Every").Levels[0]
	for i, letter := range setDrops {
		got := at(l, 13+i/setCols, i%setCols)
		if letter == tenThousandLetter {
			letter = spec.Drops[spec.Drop5000Points].Letter
		}
		if got == nil || got.Drop == spec.NoDrop || spec.Drops[got.Drop].Letter != letter {
			t.Errorf("Import(letter %q) = brick %+v", letter, got)
		}
	}
	if wall, plain := at(l, 0, 2), at(l, 0, 5); wall.Drop != spec.NoDrop || plain.Drop != spec.DropExpand {
		t.Errorf("Import() = drop %d in the wall, %d in the brick; want none, DropExpand", wall.Drop, plain.Drop)
	}
}

// TestBonusesOfEmptyCells checks that bonuses in empty cells are in the sprouts of an adjacent seed, and are lost
// without a seed, as in LBreakout.
func TestBonusesOfEmptyCells(t *testing.T) {
	p, err := Import("x", []byte(aSet("", "", "l.l.l", "lll.l", "l.l")))
	if err != nil || len(p.Levels) != 0 {
		t.Fatalf("Import() = %d levels, error %v, want none", len(p.Levels), err)
	}
	p, err = Import("x", []byte(aSet("....", ".!..E", "", "lll.l", "l.l.l", "lll.l")))
	if err != nil || len(p.Notes) > 0 {
		t.Fatalf("Import(): notes %v, error %v, want none", p.Notes, err)
	}
	l := &p.Levels[0]
	for row, cols := range map[int][]int{0: {0, 1, 2}, 1: {0, 2}, 2: {0, 1, 2}} {
		for col := range setCols {
			b := at(l, row, col)
			if want := slices.Contains(cols, col); want != (b != nil && b.Dormant && b.Drop == spec.DropLife) {
				t.Errorf("row %d, column %d: %+v, want a sprout: %v", row, col, b, want)
			}
		}
	}
	g, err := engine.New(engine.Config{Levels: p.Levels})
	if err != nil || g.BricksLeft != 1 {
		t.Errorf("BricksLeft = %d, want 1 for the seed; error %v", g.BricksLeft, err)
	}
}

func TestImportNames(t *testing.T) {
	p := importFile(t, "Every")
	for i, want := range []string{"Everything by somebody", "Level 2 by ", "everything (2) by somebody"} {
		if got := p.Levels[i].Name + " by " + p.Levels[i].Author; got != want {
			t.Errorf("level %d is %q, want %q", i+1, got, want)
		}
	}
	if l := importFile(t, "Latin").Levels[0]; l.Name != "Straße" || l.Author != "Jürgen" {
		t.Errorf("Import() = level %q by %q, want Straße by Jürgen", l.Name, l.Author)
	}
	for name, want := range map[string]string{
		"\x1b[2J":                "?[2J",
		" \t a\u00a0 b ":         "a b",
		"\u0301\u0301":           "instead",
		"日本の石":                   "日本の石",
		"नमस्ते":                 "नमस्ते",
		"❤\ufe0f":                "❤",
		"a\u0301\u0302\u0303b":   "a\u0301\u0302b",
		strings.Repeat("x", 100): strings.Repeat("x", levels.MaxName),
	} {
		if got := setName(name, "instead"); got != want {
			t.Errorf("setName(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestUnusualSets covers rows with more than 14 characters, whose rest is ignored, lines that end in CRLF, and a last
// line without a line break.
func TestUnusualSets(t *testing.T) {
	p := importFile(t, "Latin")
	if len(p.Notes) > 0 || len(p.Levels) != 1 || len(p.Levels[0].Bricks) != 1 {
		t.Errorf("Import() = %d levels, notes %v, want 1 level with 1 brick and no notes", len(p.Levels), p.Notes)
	}
	marked := []byte("\ufeff" + aSet("a"))
	if p, err := Import("x", marked); err != nil || len(p.Notes) > 0 || !IsSet(marked) {
		t.Errorf("Import() of a set with a byte order mark: notes %v, error %v, want none", p.Notes, err)
	}
}

func TestNotesOfImport(t *testing.T) {
	p := importFile(t, "Wrong")
	want := `Wrong:5:2: unknown brick "Q" (and 1 more)
Wrong:5:7: unknown brick "?"
Wrong:24:1: unknown bonus "X" (and 1 more)
Wrong:24:9: unknown bonus "Y"
Wrong:42:1: the level "Empty" has no brick that must be broken; skipped
Wrong:83:1: the level "Walls only" has no brick that must be broken; skipped
Wrong:129:2: no ball can reach this brick (and 3 more), because unbreakable bricks enclose it, so it need not be broken
Wrong:165:1: no ball can reach the bricks of the level "Walled in wholly"; skipped
Wrong:170:2: no ball can reach this brick (and 3 more), because unbreakable bricks enclose it, so it need not be broken
Wrong:210:6: a row of 5 characters, want 14; skipped the rest of the set`
	if got := p.Notes.Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if len(p.Levels) != 2 || at(&p.Levels[1], 1, 1).Kind != spec.Cracked || at(&p.Levels[1], 4, 0).Kind != spec.Double {
		t.Errorf("Import() = %d levels, want 2 with a cracked and a double brick in the second", len(p.Levels))
	}
}

func TestImportErrors(t *testing.T) {
	whole := aSet("abc")
	for text, want := range map[string]string{
		"":                                      "x:1:1: the set has no level",
		"Version: 1.00\n":                       "x:1:1: the set has no level",
		"Level:\na\nb\nBonus:\n":                `x:4:1: got "Bonus:", want "Bricks:"; skipped the rest of the set`,
		whole[:100]:                             "x:9:13: a row of 12",
		strings.Repeat(" ", MaxSet+1):           "x:1:1: the set is longer than 1024 KiB",
		strings.Replace(whole, "B", "b", 1):     `x:4:1: got "bricks:", want "Bricks:"`,
		strings.Replace(whole, "abc.", "ab", 1): "x:5:13: a row of 12 characters, want 14",
	} {
		if p, err := Import("x", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Import(%.40q) = %d levels, error %v; want %s", text, len(p.Levels), err, want)
		}
	}
	// Levels before a syntax error are imported.
	p, err := Import("x", []byte(whole+"level:\n"))
	if err != nil || len(p.Levels) != 1 || len(p.Notes) != 1 ||
		!strings.HasPrefix(p.Notes.Error(), `x:42:1: got "level:", want "Level:"`) {
		t.Errorf("Import() = %d levels, notes %v, error %v; want 1 level and 1 note at 42:1", len(p.Levels), p.Notes,
			err)
	}
	// Import accepts a set without playable levels, but Load returns an error.
	empty := []byte(aSet())
	if p, err := Import("x", empty); err != nil || len(p.Levels) > 0 || len(p.Notes) != 1 {
		t.Errorf("Import() = %d levels, notes %v, error %v; want no level and 1 note", len(p.Levels), p.Notes, err)
	}
	if _, err := Load(fstest.MapFS{"x": {Data: empty}}, "x"); err == nil ||
		!strings.HasPrefix(err.Error(), "x:1:1: the level ") {
		t.Errorf("Load() of a set without levels: error %v, want one at 1:1", err)
	}
}

// TestCellsOfSetTouch checks that bricks of a set are in columns and rows without gaps, in the middle of the field.
func TestCellsOfSetTouch(t *testing.T) {
	var rows []string
	for range setRows {
		rows = append(rows, strings.Repeat("a", setCols))
	}
	p, err := Import("x", []byte(aSet(rows...)))
	if err != nil || len(p.Notes) > 0 || len(p.Levels[0].Bricks) != setRows*setCols {
		t.Fatalf("Import(): notes %v, error %v, want none", p.Notes, err)
	}
	l := &p.Levels[0]
	for row := range setRows {
		for col := range setCols {
			b := at(l, row, col)
			if b == nil {
				t.Fatalf("row %d, column %d is empty, want a brick", row, col)
			}
			lo, hi := b.Shape.Bounds()
			if lo.X < 2.5 || hi.X > spec.FieldW-2.5 || lo.Y < 2 || hi.Y > spec.LowestBrick ||
				hi.Sub(lo) != (geom.Vec{X: 4, Y: 2}) {
				t.Errorf("row %d, column %d: from %v to %v", row, col, lo, hi)
			}
			for _, next := range [][2]int{{row, col + 1}, {row + 1, col}} {
				if next[0] >= setRows || next[1] >= setCols {
					continue
				}
				if other, _ := at(l, next[0], next[1]).Shape.Bounds(); other.X != hi.X && other.Y != hi.Y {
					t.Errorf("row %d, column %d ends at %v, but the brick at %v begins at %v",
						row, col, hi, next, other)
				}
			}
		}
	}
	if lowest := at(l, setRows-1, 0); lowest == nil {
		t.Error("the lowest row is empty, want a brick")
	} else if _, hi := lowest.Shape.Bounds(); spec.PaddleY-hi.Y < 6 {
		t.Errorf("the lowest brick ends at y = %g, want at least 6 units above the paddle", hi.Y)
	}
}

// TestImportedSetsReadBack checks that the level files of an imported set contain the same levels.
func TestImportedSetsReadBack(t *testing.T) {
	if testing.Short() { // slow, because it reads the maximum number of levels
		return
	}
	var long strings.Builder
	for range 278 {
		long.WriteString(aSet("abcxyzv*!", "FGHIJK", "", "012345g+-"))
	}
	for name, text := range map[string]string{"long": long.String(), "odd": aSet("a.b.c", " a", "", "m")} {
		p, err := Import(name, []byte(text))
		if err != nil || len(p.Notes) > 0 {
			t.Fatalf("Import(): notes %v, error %v, want none", p.Notes, err)
		}
		folder := fstest.MapFS{}
		for _, s := range p.Sources {
			if len(s.Text) > levels.MaxFile {
				t.Errorf("%s: %d bytes, want at most %d", s.Name, len(s.Text), levels.MaxFile)
			}
			folder["set/"+s.Name] = &fstest.MapFile{Data: []byte(s.Text)}
		}
		back, err := Load(folder, "set")
		if err != nil || spec.Digest(back.Levels) != spec.Digest(p.Levels) || len(back.Levels) != len(p.Levels) {
			t.Errorf("%s: %d levels read back, want %d: %v", name, len(back.Levels), len(p.Levels), err)
		}
		loaded, err := Load(fstest.MapFS{name: {Data: []byte(text)}}, name)
		if err != nil || spec.Digest(loaded.Levels) != spec.Digest(p.Levels) || loaded.Name != name {
			t.Errorf("%s: Load() = set %q, error %v, want the same set", name, loaded.Name, err)
		}
		if !record.FilesFit(files(p)) {
			t.Errorf("%s is too long for a recording", name)
		}
	}
}

// files returns the sources of a pack as files of a recording.
func files(p levels.Pack) (all []record.File) {
	for _, s := range p.Sources {
		all = append(all, record.File(s))
	}
	return all
}

func TestSetsWithTooManyLevels(t *testing.T) {
	if testing.Short() { // slow, because it reads the maximum number of levels
		return
	}
	one := aSet("a")
	p, err := Import("x", []byte(strings.Repeat(one, MaxLevels+2)))
	if err != nil || len(p.Levels) != MaxLevels || len(p.Notes) != 1 {
		t.Errorf("Import() = %d levels, notes %v, error %v; want %d levels and 1 note",
			len(p.Levels), p.Notes, err, MaxLevels)
	}
}

// FuzzImport checks that any text results in levels that are valid for the engine, or in an error with a position.
func FuzzImport(f *testing.F) {
	for _, name := range []string{"Every", "Latin", "Wrong"} {
		text, err := os.ReadFile(filepath.Join("testdata", "sets", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(aSet("EEEEE", "EaaaaE", "EEEEE", "#!#", "", "m?")))
	f.Add([]byte(xboingLevel("rgbtpyw", "012345X?d", "+BcMLmsR", "<>THDW", "www", "wrw", "www")))
	f.Add([]byte(kbreakoutSet(`<Line Number="3">123456mxuh</Line><Gift Type="GiftAddBall">2</Gift>`,
		`<Line Number="23">1?</Line><Bonus/>`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 8<<10 {
			return
		}
		p, err := Import("x", text)
		lines := bytes.Count(text, []byte("\n")) + 2
		notes := p.Notes
		if err != nil {
			var ok bool
			if notes, ok = err.(levels.Errors); !ok {
				t.Fatal(err)
			}
		}
		for _, e := range notes {
			if e.Line < 1 || e.Line > lines || e.Column < 1 {
				t.Errorf("%v: got a text of %d lines", e, lines)
			}
		}
		for i := range p.Levels {
			if _, err := engine.New(engine.Config{Setup: engine.Setup{First: i}, Levels: p.Levels}); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range p.Sources {
			if _, err := levels.Parse(s.Name, []byte(s.Text)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func ExampleImport() {
	p, err := Import("Small", []byte(aSet("...abc?", "", "...+")))
	fmt.Println(len(p.Levels), err)
	fmt.Println(p.Notes)
	_, body, _ := strings.Cut(p.Sources[0].Text, "level:")
	fmt.Print("level:", body)
	// Output:
	// 1 <nil>
	// Small:5:7: unknown brick "?"
	// level: One
	// author: somebody
	// legend:
	//   0 plain 4 holds expand
	// rows:
	//   ...0bc........
}

// TestBricksBehindMetal checks that bricks that only an energy ball can reach need not be broken, because the level
// could become impossible. They must be broken if the level can be completed without them.
func TestBricksBehindMetal(t *testing.T) {
	shut := []string{"######........", "#aaaa#........", "######........", "a............."}
	for _, c := range []struct {
		rows    []string // below those
		cracked bool
		note    string
	}{
		{
			[]string{"b.............", "", "", "", "", "", "m"},
			true,
			"x:6:2: only an energy ball can reach this brick (and 3 more), so it need not be broken",
		},
		{[]string{"bbbbbbbbbbbbbb", "bb............", "", "", "", "", "m"}, false, ""},
		{
			[]string{"bbbbbbbbbbbbbb", "bb............"},
			true,
			"x:6:2: no ball can reach this brick (and 3 more), because unbreakable bricks enclose it, " +
				"so it need not be broken",
		},
	} {
		p, err := Import("x", []byte(aSet(append(slices.Clone(shut), c.rows...)...)))
		if err != nil || p.Notes.Error() != c.note {
			t.Errorf("notes %q, %v; want %q", p.Notes.Error(), err, c.note)
			continue
		}
		if b := at(&p.Levels[0], 1, 1); (b.Kind == spec.Cracked) != c.cracked {
			t.Errorf("%s behind metal, want cracked: %v", spec.Kinds[b.Kind].Name, c.cracked)
		}
	}
}
