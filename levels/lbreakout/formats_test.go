package lbreakout

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// xboingLevel returns a level of XBoing. The arguments are its first rows.
func xboingLevel(rows ...string) string {
	text := "Own level\n120\n"
	for i := range xboing.rows {
		row := ""
		if i < len(rows) {
			row = rows[i]
		}
		text += row + strings.Repeat(".", xboing.cols-len(row)) + "\n"
	}
	return text
}

// kbreakoutSet returns a set of KBreakOut with a level per argument.
func kbreakoutSet(levels ...string) string {
	text := "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<KBreakOutLevelSet>\n"
	for i, level := range levels {
		text += fmt.Sprintf("<Level Name=\"Own %d\">\n%s\n</Level>\n", i+1, level)
	}
	return text + "</KBreakOutLevelSet>\n"
}

// inCell returns the description of the brick in a cell of a grid, as in a legend, or "".
func inCell(l *spec.Level, g grid, row, col int) string {
	want := geom.Vec{X: g.corner.X + g.size.X*(float64(col)+0.5), Y: g.corner.Y + g.size.Y*(float64(row)+0.5)}
	for i := range l.Bricks {
		if c, _ := l.Bricks[i].Shape.Circle(); c.Sub(want).Norm() < 1e-9 {
			return brickWords(&l.Bricks[i])
		}
	}
	return ""
}

func TestIsSet(t *testing.T) {
	for text, want := range map[string]string{
		aSet("a"):                              "LBreakout",
		"Version: 1.00\n":                      "LBreakout",
		xboingLevel("r"):                       "XBoing",
		"\ufeffName\r\n 60 \r\n":               "XBoing",
		"\n1\n":                                "XBoing",
		kbreakoutSet():                         "KBreakOut",
		"\ufeff\n<KBreakOutLevelSet></KBreak":  "KBreakOut",
		"":                                     "",
		"Name\n":                               "",
		"Name\n\n":                             "",
		"Name\n12a\n":                          "",
		"Name\n-12\n":                          "",
		"Name\n1234567890\n":                   "",
		"\x00\n1\n":                            "",
		"arkterm levels 1\n120\n":              "",
		"arkterm levels 1\nlevel: A\nrows:\no": "",
		"<html></html>":                        "",
		"KBreakOutLevelSet":                    "",
	} {
		f, got := formatOf([]byte(text)), ""
		if f != nil {
			got = f.game
		}
		if got != want || IsSet([]byte(text)) != (want != "") {
			t.Errorf("%.40q: got game %q, want %q", text, got, want)
		}
	}
	if long := strings.Repeat("x", HeadSize) + "\n1\n"; IsSet([]byte(long)) {
		t.Error("IsSet() examines text after HeadSize")
	}
}

func TestXBoingBricks(t *testing.T) {
	p, err := Import("a/level01.data", []byte(xboingLevel("rgbtpyw", "012345X?d", "+BcMLmsR", "<>THDW")))
	if err != nil || len(p.Levels) != 1 || p.Name != "level01.data" || p.Levels[0].Name != "Own level" {
		t.Fatalf("Import() = levels %+v, error %v, want one level", p.Levels, err)
	}
	for row, want := range [][]string{
		{"plain 5", "plain 2", "plain 4", "plain 0", "plain 6", "plain 3", "wall 7", "", ""},
		{"plain 1", "double 1", "triple 1", "quad 1", "quad 1", "quad 1", "bomb 1", "plain 7 holds chance", "plain 7"},
		{
			"cracked 7", "cracked 3 holds weapon", "cracked 3 holds weapon",
			"cracked 0 holds weapon", "cracked 4 holds life",
			"cracked 2 holds split", "cracked 1 holds catch", "cracked 6 holds mirror", "",
		},
		{
			"cracked 5 holds shrink", "cracked 2 holds expand", "cracked 4 holds more-time",
			"chaos 5", "cracked 5", "cracked 6", "", "", "",
		},
	} {
		for col, want := range want {
			if got := inCell(&p.Levels[0], xboing.grid, row, col); got != want {
				t.Errorf("row %d, column %d: %q, want %q", row, col, got, want)
			}
		}
	}
	want := `a/level01.data:4:5: the counter of five hits of XBoing has no counterpart; imported as quad
a/level01.data:4:6: the counter of six hits of XBoing has no counterpart; imported as quad
a/level01.data:4:9: the dropping block of XBoing has no counterpart; imported as plain
a/level01.data:5:1: the roamer of XBoing has no counterpart; imported as cracked
a/level01.data:6:4: the hyperspace block of XBoing has no counterpart; imported as chaos
a/level01.data:6:5: the death block of XBoing has no counterpart; imported as cracked
a/level01.data:6:6: the wall-off block of XBoing has no counterpart; imported as cracked`
	if got := p.Notes.Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// importCases contains sets, the notes or the error of the import, and the number of levels.
type importCases map[string]struct {
	want   string
	levels int
}

func (cases importCases) run(t *testing.T) {
	t.Helper()
	for text, c := range cases {
		p, err := Import("x", []byte(text))
		got := p.Notes.Error()
		if err != nil {
			got = err.Error()
		}
		if got != c.want || len(p.Levels) != c.levels {
			t.Errorf("Import(%.60q) = %d levels, want %d; notes or error:\n%s\nwant:\n%s", text, len(p.Levels),
				c.levels, got, c.want)
		}
	}
}

func TestXBoingErrors(t *testing.T) {
	whole := xboingLevel("rrr", "www")
	importCases{
		whole:                                   {"", 1},
		"\ufeff" + whole:                        {"", 1},
		strings.ReplaceAll(whole, "\n", "\r\n"): {"", 1},
		strings.TrimSuffix(whole, "\n"):         {"", 1},
		strings.ReplaceAll(whole, "\n", "  \n"): {"", 1},
		whole + "\n \n":                         {"", 1},
		whole + ".........\n": {
			"x:18:1: a level has 15 rows; skipped the rest of the file", 1,
		},
		strings.Replace(whole, "rrr", "rrrr", 1): {
			"x:3:10: a row of 10 characters, want 9; skipped the rest of the row", 1,
		},
		strings.Replace(whole, "www.", "www", 1): {
			"x:4:9: a row of 8 characters, want 9; skipped the rest of the set", 0,
		},
		whole[:len(whole)-10]: {
			"x:17:1: the set ends within a level, want row 15 of 15; skipped the level", 0,
		},
		"Name\n60\n": {
			"x:3:1: the set ends within a level, want row 1 of 15; skipped the level", 0,
		},
		xboingLevel("r.Q.Q", "é"): {
			"x:3:3: unknown brick \"Q\" (and 1 more)\nx:4:1: unknown brick \"Ã\"\nx:4:2: unknown brick \"©\"", 1,
		},
		xboingLevel("BBwww"): {
			`x:1:1: the level "Own level" has no brick that must be broken; skipped`, 0,
		},
		whole + strings.Repeat(" ", MaxSet): {"x:1:1: the set is longer than 1024 KiB", 0},
		"\xff\xfe" + strings.ReplaceAll(whole, "", "\x00"): {
			"x:1:1: the text is encoded in UTF-16, little-endian: save it as UTF-8", 0,
		},
	}.run(t)
}

func TestKBreakOutBricks(t *testing.T) {
	p, err := Import("own.levelset", []byte(kbreakoutSet(
		`<Line Number="3">123456mxuh</Line><Line>------------------12</Line>`,
		`<Line Number="23">1</Line><Line Number="0">2</Line>`,
	)))
	if err != nil || len(p.Notes) > 0 || len(p.Levels) != 2 {
		t.Fatalf("Import() = %d levels, notes %v, error %v; want 2 levels and no notes", len(p.Levels), p.Notes, err)
	}
	l := &p.Levels[0]
	for col, want := range []string{
		"plain 0", "plain 1", "plain 2", "plain 3", "plain 4", "plain 5", "triple 6", "bomb 1",
		"wall 7", "hidden 7 hits 2", "",
	} {
		if got := inCell(l, kbreakout.grid, 3, col); got != want {
			t.Errorf("column %d: %q, want %q", col, got, want)
		}
	}
	a, b := inCell(l, kbreakout.grid, 4, 18), inCell(l, kbreakout.grid, 4, 19)
	if a != "plain 0" || b != "plain 1" || l.Name != "Own 1" {
		t.Errorf("%q: %q and %q in the last columns", l.Name, a, b)
	}
	// Flat boxes leave space for all rows.
	l = &p.Levels[1]
	if a, b := inCell(l, flatGrid, 23, 0), inCell(l, flatGrid, 0, 0); a != "plain 0" || b != "plain 1" {
		t.Errorf("%q in the last row, %q in the first", a, b)
	}
}

// TestKBreakOutGifts checks that all gifts of a set are in bricks that can hold them, and in the same bricks each time.
func TestKBreakOutGifts(t *testing.T) {
	gifts, want := `<Line>uuuuuuuuuu1111111111</Line><Line>hhhhhhhhhhmmmmmmmmmm</Line>`, map[spec.DropKind]int{}
	for name, drop := range kbreakoutGifts {
		want[drop]++
		gifts += fmt.Sprintf(`<Gift Type="%s">1</Gift>`, name)
	}
	set := []byte(kbreakoutSet(gifts,
		`<Line>111</Line><Gift Type="GiftAddBall">2</Gift><Gift Type="GiftAddLife"> 1 </Gift>`))
	p, err := Import("x", set)
	if err != nil || len(p.Notes) > 0 {
		t.Fatalf("Import(): notes %v, error %v, want none", p.Notes, err)
	}
	for i, want := range []map[spec.DropKind]int{want, {spec.DropExtraBall: 2, spec.DropLife: 1}} {
		for _, b := range p.Levels[i].Bricks {
			if b.Drop != spec.NoDrop {
				want[b.Drop]--
			}
		}
		for drop, n := range want {
			if n != 0 {
				t.Errorf("level %d: %d missing bricks with %s", i+1, n, spec.Drops[drop].Name)
			}
		}
	}
	again, err := Import("x", set)
	if err != nil || spec.Digest(again.Levels) != spec.Digest(p.Levels) {
		t.Errorf("a second Import() returns different levels, or the error %v", err)
	}
}

func TestKBreakOutErrors(t *testing.T) {
	line := "<Line>111</Line>"
	whole := kbreakoutSet(line)
	importCases{
		whole:                                   {"", 1},
		"\ufeff" + whole:                        {"", 1},
		strings.ReplaceAll(whole, "\n", "\r\n"): {"", 1},
		"<!-- <KBreakOutLevelSet> -->\n" + whole[strings.IndexByte(whole, '\n')+1:]: {"", 1},
		kbreakoutSet():                         {"x:3:1: the set has no level", 0},
		kbreakoutSet("<Line>\n  11?\n</Line>"): {`x:5:5: unknown brick "?"`, 1},
		"<KBreakOutLevelSet><Level Name=\"Ää\"><Line>1?</Line></Level></KBreakOutLevelSet>": {
			`x:1:44: unknown brick "?"`, 1,
		},
		strings.Replace(whole, "</Line>\n", "<\n", 1): {
			"x:4:1: not XML, expected element name after <; skipped the rest of the set", 0,
		},
		kbreakoutSet("<Line>1世</Line>"): {
			`x:4:8: unknown brick "?"`, 1,
		},
		kbreakoutSet("<Line>uu</Line>", line): {
			`x:3:1: the level "Own 1" has no brick that must be broken; skipped`, 1,
		},
		kbreakoutSet("<Line>" + strings.Repeat("1", 21) + "</Line>"): {
			"x:4:27: a row of more than 20 characters; skipped the rest of the row", 1,
		},
		kbreakoutSet(line + `<Line Number="24">1</Line>`): {
			`x:4:35: row number is "24", want 0 to 23; skipped`, 1,
		},
		kbreakoutSet(line + `<Line Number="-1">1</Line>`): {
			`x:4:35: row number is "-1", want 0 to 23; skipped`, 1,
		},
		kbreakoutSet(line + `<Line Number="no">1</Line>`): {
			`x:4:35: row number is "no", want 0 to 23; skipped`, 1,
		},
		kbreakoutSet(line + `<Line Number="1">2</Line>`): {
			"x:4:34: row 1 is in line 4 already; skipped", 1,
		},
		kbreakoutSet(line + `<Gift Type="GiftNew">1</Gift>`): {
			`x:4:38: the gift "GiftNew" has no counterpart`, 1,
		},
		kbreakoutSet(line + `<Gift>1</Gift>`): {
			`x:4:23: the gift "" has no counterpart`, 1,
		},
		kbreakoutSet(line + `<Gift Type="GiftAddBall">4</Gift>`): {
			`x:4:42: the number of gifts is "4", want 0 to 3 (the bricks without a gift); skipped`, 1,
		},
		kbreakoutSet(line + `<Gift Type="GiftAddBall">-1</Gift>`): {
			`x:4:42: the number of gifts is "-1", want 0 to 3 (the bricks without a gift); skipped`, 1,
		},
		kbreakoutSet(line + `<Bonus><Line>1</Line></Bonus>`): {
			`x:4:24: unknown element "Bonus" (want Line or Gift); skipped`, 1,
		},
		strings.Replace(whole, "<Level ", "<Stage/><Level ", 1): {
			`x:3:9: unknown element "Stage" (want Level); skipped`, 1,
		},
		"<a><KBreakOutLevelSet/></a>": {
			`x:1:4: unknown element "a" (want KBreakOutLevelSet); skipped`, 0,
		},
		strings.Replace(whole, "</Level>", "</Line>", 1): {
			"x:5:8: not XML, element <Level> closed by </Line>; skipped the rest of the set", 0,
		},
		whole[:len(whole)-20]: {
			"x:6:2: not XML, unexpected EOF; skipped the rest of the set", 1,
		},
		strings.Replace(whole, "UTF-8", "KOI8-R", 1): {
			"x:1:40: the text is encoded in KOI8-R: save it as UTF-8; skipped the rest of the set", 0,
		},
	}.run(t)
	for _, junk := range []string{strings.Repeat("<a/>", MaxSet/8), strings.Repeat("<a>", MaxSet/8)} {
		p, err := Import("x", []byte(kbreakoutSet(line, line+junk)))
		if err != nil || len(p.Levels) != 1 || len(p.Notes) > maxSetNotes+1 {
			t.Errorf("Import of a level and %d bytes of %.9s… = %d levels, %d notes, error %v; "+
				"want 1 level and at most %d notes", len(junk), junk, len(p.Levels), len(p.Notes), err, maxSetNotes+1)
		}
	}
	p, err := Import("x", []byte(kbreakoutSet(slices.Repeat([]string{line}, MaxLevels+2)...)))
	if err != nil || len(p.Levels) != MaxLevels || len(p.Notes) != 1 {
		t.Errorf("Import of %d levels = %d levels, notes %v, error %v; want %d levels and 1 note",
			MaxLevels+2, len(p.Levels), p.Notes, err, MaxLevels)
	}
}

// TestOtherSetsReadBack checks that the level files of a set, and its single levels for shuffled games, have the same
// levels as the set.
func TestOtherSetsReadBack(t *testing.T) {
	for name, text := range map[string]string{
		"xboing":   xboingLevel("rgbtpyw", "012345X?d", "+BcMLmsR", "<>THDW"),
		"enclosed": xboingLevel("www", "wrw", "www", "g"),
		"nameless": "\n" + strings.SplitN(xboingLevel("r"), "\n", 2)[1],
		"kbreakout": kbreakoutSet("<Line Number=\"4\">123456mxuh</Line>\n<Gift Type=\"GiftAddBall\">5</Gift>",
			`<Line Number="20">1</Line>`),
	} {
		p, err := Read(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		folder := fstest.MapFS{}
		for _, s := range p.Sources {
			folder["set/"+s.Name] = &fstest.MapFile{Data: []byte(s.Text)}
		}
		back, err := Load(folder, "set")
		if err != nil || spec.Digest(back.Levels) != spec.Digest(p.Levels) {
			t.Errorf("%s: Load of the level files differs from Read of the set, error %v", name, err)
		}
		var singles []spec.Level
		for _, one := range Split(text) {
			p, err := Read(name, []byte(one))
			if err != nil {
				t.Fatal(err)
			}
			singles = append(singles, p.Levels...)
		}
		if spec.Digest(singles) != spec.Digest(p.Levels) {
			t.Errorf("%s: Read of the results of Split differs from Read of the set", name)
		}
		for i := range p.Levels {
			if _, err := engine.New(engine.Config{Setup: engine.Setup{First: i}, Levels: p.Levels}); err != nil {
				t.Errorf("%s, level %d: engine.New fails: %v", name, i+1, err)
			}
		}
	}
}
