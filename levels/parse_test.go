package levels

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// top is the start of most files below. The text after it begins in line 6.
const top = "arkterm levels 1\nlevel: A\nlegend:\n  o plain 1\n  # wall\n"

// wantKeys is the end of the error for an unknown key.
const wantKeys = "want pack, level, author, balls, shots, drops, speed, world, par time, par score, " +
	"lattice, legend, rows, hexagon, polygon, emitter, drones, boss, twist, limit or medals"

// brick is a line that makes a level valid.
const brick = "hexagon: plain at 5 5, radius 2\n"

func TestErrors(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "", []string{`1:1: the file is empty, want the first line "arkterm levels 1"`}},
		{"only comments", "# a\n\n# b\n", []string{`1:1: the file is empty, want the first line "arkterm levels 1"`}},
		{"too long", strings.Repeat("#", MaxFile+1), []string{"1:1: the file is longer than 64 KiB"}},
		{"no magic", "\nhello\n" + brick, []string{`2:1: the first line must be "arkterm levels 1"`}},
		{"no magic, but levels", "level: A\n" + brick + "foo: 1\n", []string{
			`1:1: the first line must be "arkterm levels 1"`,
			`3:1: unknown key "foo", ` + wantKeys,
		}},
		{"version 0", "arkterm levels 0\n\f", []string{
			`1:1: the first line must be "arkterm levels 1"`,
			"2:1: invisible character U+000C is not allowed",
		}},
		{"no version", "arkterm levels x\n", []string{`1:1: the first line must be "arkterm levels 1"`}},
		{
			"newer", "arkterm levels 2\n???\x00",
			[]string{"1:1: made by a newer arkterm (format version 2, want at most 1)"},
		},
		{
			"no level", "arkterm levels 1\nauthor: me\n",
			[]string{`1:1: no level in the file, want a line "level: NAME"`},
		},

		{"not UTF-8", top + "author: \xff\xfe\n" + brick, []string{"6:9: not UTF-8 text (and 1 more in this line)"}},
		{
			"lost character", top + "author: \ufffd\n" + brick,
			[]string{"6:9: a lost character was replaced by U+FFFD; type it again"},
		},
		{"control", top + "author: a\x1b[2Jb\n" + brick, []string{"6:10: invisible character U+001B is not allowed"}},
		{"bidi", top + "author: \u202eb\n" + brick, []string{"6:9: invisible character U+202E is not allowed"}},
		{
			"right-to-left mark", top + "author: ü\u200fb\n" + brick,
			[]string{"6:10: invisible character U+200F is not allowed"},
		},
		{
			"invisible characters are not counted", top + "author: ü\u200b\ufe0f\u202e\n" + brick,
			[]string{"6:10: invisible character U+202E is not allowed"},
		},
		{"filler", top + "author: \u3164\n" + brick, []string{"6:9: invisible character U+3164 is not allowed"}},
		{"in a comment", top + "# \u2067\n" + brick, []string{"6:3: invisible character U+2067 is not allowed"}},
		{"private", top + "author: \ue000\n" + brick, []string{"6:9: private character U+E000 is not allowed"}},

		{
			"no colon", top + "balls 3\n  x\n" + brick,
			[]string{`6:1: "balls 3" has no colon, want "key: value", "# comment", ` +
				`or an indented line below "legend:" or "rows:"`},
		},
		{"near key", top + "Autor: me\n  x\n" + brick, []string{`6:1: unknown key "Autor", did you mean "author"?`}},
		{"swapped letters", top + "blals: 2\n" + brick, []string{`6:1: unknown key "blals", did you mean "balls"?`}},
		{
			"far key", top + "spread: 3\n" + brick,
			[]string{`6:1: unknown key "spread", ` + wantKeys},
		},
		{"no block", top + brick + "  o o\n", []string{`7:3: indented line without "legend:" or "rows:" above`}},
		{"key twice", top + "balls: 2\nballs: 3\n" + brick, []string{`7:1: "balls" is already in line 6`}},
		{"pack in a level", top + "pack: P\n" + brick, []string{`6:1: "pack" must be before the first level`}},
		{
			"rows in the head", "arkterm levels 1\nrows:\n  o o\nlevel: A\n" + brick,
			[]string{`2:1: "rows" must be in a level, after a line "level: NAME"`},
		},

		{"no name", "arkterm levels 1\nlevel:\n" + brick, []string{"2:7: the level's name is missing"}},
		{
			"long name", top + "author: " + strings.Repeat("ü", 41) + "\n" + brick,
			[]string{"6:49: the author's name is longer than 40 characters"},
		},
		{
			"heaped marks", top + "author: e\u0301\u0302\u0303\n" + brick,
			[]string{"6:12: mark U+0303 exceeds the limit of 2 per letter"},
		},
		{
			"mark first", "arkterm levels 1\npack: \u0301e\nlevel: A\n" + brick,
			[]string{"2:7: the pack's name starts with mark U+0301, want a letter first"},
		},
		{"same name", top + brick + "level: a\n" + brick, []string{"7:8: the level in line 2 has the same name"}},
		{"balls", top + "balls: 4\n" + brick, []string{`6:8: balls is "4", want 1 to 3`}},
		{"no balls", top + "balls:\n" + brick, []string{`6:7: balls is "", want 1 to 3`}},

		{
			"legend value", top + "legend: o plain\n" + brick,
			[]string{`6:9: want the legend in indented lines below, such as "  o plain 3"`},
		},
		{
			"legend word", top + "legend:\n  oo plain\n" + brick,
			[]string{`7:3: "oo" is not a single character, want a line such as "o plain 3"`},
		},
		{"legend dot", top + "legend:\n  . plain\n" + brick, []string{`7:3: '.' cannot be the symbol of a brick`}},
		{"legend twice", top + "legend:\n  o wall\n" + brick, []string{`7:3: 'o' is already defined in line 4`}},
		{
			"legend kind", top + "legend:\n  x duoble\n" + brick,
			[]string{`7:5: unknown kind of brick "duoble", did you mean "double"?`},
		},
		{
			"legend far kind", top + "legend:\n  x gold\n" + brick,
			[]string{`7:5: unknown kind of brick "gold", want ` + parse.List(kindNames(), "or")},
		},
		{"hits too many", top + "legend:\n  x double 3 hits 3\n" + brick, []string{`7:19: hits is "3", want 1 to 2`}},
		{
			"hits of one", top + "legend:\n  x plain hits 1\n" + brick,
			[]string{`7:11: "hits" is not allowed for "plain"`},
		},
		{"hits nothing", top + "legend:\n  x double hits\n" + brick, []string{`7:16: missing value for "hits"`}},
		{
			"drop unknown", top + "legend:\n  x plain holds expnd\n" + brick,
			[]string{`7:17: unknown drop "expnd", did you mean "expand"?`},
		},
		{
			"sprout grows", top + "legend:\n  x sprout 1 grows now\n" + brick,
			[]string{`7:20: grows "now", want "later"`},
		},
		{
			"plain grows", top + "legend:\n  x plain 1 grows later\n" + brick,
			[]string{`7:13: "grows" is not allowed for "plain"`},
		},
		{
			"sprouts alone", "arkterm levels 1\nlevel: A\nhexagon: sprout grows later at 9 9, radius 2\n",
			[]string{`2:8: the level has no brick that must be broken, and no boss`},
		},
		{
			"wall holds", top + "legend:\n  x wall holds life\n" + brick,
			[]string{`7:10: "holds" is not allowed for "wall"`},
		},
		{
			"par time in seconds", top + "par time: 90\n" + brick,
			[]string{`6:11: par time is "90", want minutes and seconds, 0:01 to 59:59`},
		},
		{
			"par time of none", top + "par time: 0:00\n" + brick,
			[]string{`6:11: par time is "0:00", want minutes and seconds, 0:01 to 59:59`},
		},
		{
			"par time of 60 seconds", top + "par time: 1:60\n" + brick,
			[]string{`6:11: par time is "1:60", want minutes and seconds, 0:01 to 59:59`},
		},
		{
			"par time below zero", top + "par time: -1:30\n" + brick,
			[]string{`6:11: par time is "-1:30", want minutes and seconds, 0:01 to 59:59`},
		},
		{
			"par time twice", top + "par time: 1:30\npar time: 1:31\n" + brick,
			[]string{`7:1: "par time" is already in line 6`},
		},
		{
			"twist far", top + "twist: upside\n" + brick,
			[]string{`6:8: unknown twist "upside", want ` +
				parse.List(parse.Names(spec.NoTwist, len(spec.Twists)), "or")},
		},
		{
			"twist near", top + "twist: mirored\n" + brick,
			[]string{`6:8: unknown twist "mirored", did you mean "mirrored"?`},
		},
		{
			"twist without a limit", top + "twist: breath\n" + brick,
			[]string{`6:8: "breath" needs a limit: "limit: 0:15"`},
		},
		{
			"limit too long", top + "limit: 10:01\n" + brick,
			[]string{`6:8: limit is "10:01", want minutes and seconds, 0:01 to 10:00`},
		},
		{
			"medals with an unknown measure", top + "medals: luck 1 2 3\n" + brick,
			[]string{`6:9: unknown measure "luck", want ` +
				parse.List(parse.Names(spec.ByTime, len(spec.Measures)), "or")},
		},
		{
			"medals too few", top + "medals: time 1:00 0:40\n" + brick,
			[]string{`6:23: gold is "", want minutes and seconds, such as 0:45`},
		},
		{
			"medals not harder", top + "medals: bricks 3 5 5\n" + brick,
			[]string{`6:20: gold is "5", want it to be harder than silver`},
		},
		{
			"medals of time as numbers", top + "medals: time 60 50 40\n" + brick,
			[]string{`6:14: bronze is "60", want minutes and seconds, such as 0:45`},
		},
		{"par score of none", top + "par score: 0\n" + brick, []string{`6:12: par score is "0", want 1 to 9999999`}},
		{
			"par score in the head", "arkterm levels 1\npar score: 100\nlevel: A\n" + brick,
			[]string{`2:1: "par score" must be in a level, after a line "level: NAME"`},
		},
		{"world without a name", top + "world:\n" + brick, []string{"6:7: the world's name is missing"}},
		{"drops too many", top + "drops: 101\n" + brick, []string{`6:8: drops is "101", want 0 to 100`}},
		{
			"gate no way", top + "legend:\n  x gate 3\n" + brick,
			[]string{`7:9: missing direction of the gate, want way up, down, left, right or DEGREES`},
		},
		{
			"gate far way", top + "legend:\n  x gate 3 way north\n" + brick,
			[]string{`7:16: way "north", want up, down, left, right or −360 to 360 degrees (90 is down)`},
		},
		{
			"portal no pair", top + "legend:\n  x portal\n" + brick,
			[]string{`7:11: missing number of the portal, want pair N`},
		},
		{"portal far pair", top + "legend:\n  x portal pair 10\n" + brick, []string{`7:17: pair is "10", want 1 to 9`}},
		{
			"portal alone", top + "hexagon: portal pair 2 at 9 9, radius 2\n" + brick,
			[]string{`6:10: no other portal has the number 2`},
		},
		{
			"a bomb outside", top + "rows:\n   #\n  # #\n   o\n  # #\n   #\nhexagon: bomb at 32 30, radius 2\n" + brick,
			[]string{`9:4: no ball can reach this brick, because unbreakable bricks enclose it`},
		},
		{
			"portals three", top + "rows:\n  x x x\nlegend:\n  x portal pair 1\n" + brick,
			[]string{`7:3: 3 portals have the number 1, want 2`},
		},
		{
			"wire and portal",
			top + "hexagon: portal pair 2 at 9 9, radius 2\nhexagon: tripwire pair 2 at 9 19, radius 2\n" + brick,
			[]string{`7:10: tripwire has the same pair number as the portal at 6:10`},
		},
		{
			"wire alone", top + "hexagon: tripwire pair 2 at 9 9, radius 2\n" + brick,
			[]string{`6:10: no other tripwire has the number 2`},
		},
		{
			"short wire", top + "hexagon: tripwire pair 2 at 9 19, radius 2\n" +
				"hexagon: tripwire pair 2 at 13.5 19, radius 2\n" + brick,
			[]string{`7:10: the trip wire is 1.0 units long, want at least 2`},
		},
		{
			"blocked wires", top + "hexagon: tripwire pair 2 at 9 19, radius 2\n" +
				"hexagon: tripwire pair 2 at 49 19, radius 2\n" +
				"hexagon: plain at 30 20, radius 2\n" +
				"hexagon: tripwire pair 1 at 9 29, radius 2\nhexagon: tripwire pair 1 at 49 29, radius 2\n" +
				"hexagon: plain at 30 26, radius 1, drift 0 3 every 3\n" + brick,
			[]string{
				`7:10: the brick at 8:10 blocks the trip wire`,
				`10:10: the path of the brick at 11:10 blocks the trip wire`,
			},
		},
		{
			"wire through a boss", top + "hexagon: tripwire pair 2 at 3 12, radius 2\n" +
				"hexagon: tripwire pair 2 at 58 12, radius 2\nboss: queen at 30 12\n",
			[]string{`7:10: the area of the boss is on the trip wire`},
		},
		{
			"portal moves", top + "hexagon: portal pair 2 at 9 9, radius 2, spin 9\n" + brick,
			[]string{`6:10: a portal brick cannot drift or spin`},
		},
		{
			"walled in", top + "rows:\n   #\n  # #\n   o\n  # #\n   #\n" + brick,
			[]string{`9:4: no ball can reach this brick, because unbreakable bricks enclose it`},
		},
		{
			"legend no kind", top + "legend:\n  x\n" + brick,
			[]string{`7:4: missing kind of brick, want ` + parse.List(kindNames(), "or")},
		},
		{"legend hue", top + "legend:\n  x plain 8\n" + brick, []string{`7:11: color "8", want 0 to 7`}},
		{"legend more", top + "legend:\n  x plain 7 red\n" + brick, []string{`7:13: unexpected word "red"`}},

		{"rows value", top + "rows: o\n  o o\n", []string{`6:7: want rows in indented lines below, such as "  o o o"`}},
		{"strangers", top + "rows:\n  o x o\n   x ?\n", []string{
			`7:5: no 'x' in the legend (and 1 more): the legend has 'o' and '#'`,
			`8:6: no '?' in the legend: the legend has 'o' and '#'`,
		}},
		{"no legend", "arkterm levels 1\nlevel: A\nrows:\n  o\n", []string{
			`4:3: no 'o' in the legend: the legend is empty, want indented lines below "legend:" such as "o plain 3"`,
		}},
		{"out of step", top + "rows:\n  o o\n  o o\n   ooo\n", []string{
			"8:3: 'o' is between two hexagons, which must be two characters apart and offset by one in the next row",
			"9:4: 'o' is between two hexagons, which must be two characters apart and offset by one in the next row",
		}},
		{"tab", top + "rows:\n  o o\n\t o o\n  o o\n", []string{"8:1: tab in a row, use spaces"}},
		{
			"too wide", top + "lattice: pitch 0.4 0.5\nrows:\n  " + strings.Repeat("o ", 65) + "\n",
			[]string{"8:131: more than 64 bricks in a row"},
		},
		{
			"too many boxes", top + "lattice: boxes 0.5 0.5\nrows:\n  " + strings.Repeat("o", 65) + "\n",
			[]string{"8:67: more than 64 bricks in a row"},
		},
		{
			"too many rows", top + "lattice: pitch 0.5 0.5\nrows:\n" + strings.Repeat("  o\n   o\n", 33),
			[]string{"72:3: more than 64 rows in a drawing"},
		},
		{
			"out at the sides", top + "rows:\n  " + strings.Repeat("o ", 9) + "\n",
			[]string{"7:3: the brick extends past the left edge of the field by 4"},
		},
		{
			"out at the right", top + "lattice: left 60\nrows:\n  o\n",
			[]string{"8:3: the brick extends past the right edge of the field by 4 (width 61)"},
		},
		{"too low", top + "rows:\n" + strings.Repeat("  o o\n   o o\n", 9), []string{
			"24:4: the brick reaches down to 40, want at most 38.2",
		}},

		{
			"lattice word", top + "lattice: size 3\n" + brick,
			[]string{`6:10: unknown word "size", want radius, pitch, boxes, left or top`},
		},
		{
			"lattice both", top + "lattice: radius 3 pitch 3 3\n" + brick,
			[]string{`6:19: "radius" and "pitch" exclude each other`},
		},
		{
			"lattice range", top + "lattice: radius 0.2\n" + brick,
			[]string{`6:17: "0.2" is out of range, want 1 number from 0.3 to 10 after "radius"`},
		},
		{
			"lattice short", top + "lattice: pitch 3 top 2\n" + brick,
			[]string{`6:18: missing number, want 2 numbers from 0.4 to 20 after "pitch"`},
		},
		{
			"lattice end", top + "lattice: top\n" + brick,
			[]string{`6:13: missing number, want 1 number from 0 to 38.2 after "top"`},
		},
		{
			"lattice long", top + "lattice: left 3 4 5\n" + brick,
			[]string{`6:17: too many numbers, want 1 number from 0 to 61 after "left"`},
		},
		{"lattice twice", top + "lattice: top 3 top 4\n" + brick, []string{`6:16: "top" is given twice`}},

		{
			"hexagon empty", top + "hexagon:\n" + brick,
			[]string{`6:9: want a hexagon "plain 1 at X Y, radius R, turn A"`},
		},
		{"hexagon nothing", top + "hexagon: plain\n" + brick, []string{
			`6:15: "at" is missing, want it with 2 numbers from 0 to 61`,
			`6:15: "radius" is missing, want it with 1 number from 0.3 to 10`,
		}},
		{
			"hexagon no at", top + "hexagon: plain radius 3\n" + brick,
			[]string{`6:24: "at" is missing, want it with 2 numbers from 0 to 61`},
		},
		{
			"hexagon no radius", top + "hexagon: plain at 20 20\n" + brick,
			[]string{`6:24: "radius" is missing, want it with 1 number from 0.3 to 10`},
		},
		{"hexagon misspelt", top + "hexagon: plian 9 at 20 20, raduis 2\n" + brick, []string{
			`6:10: unknown kind of brick "plian", did you mean "plain"?`,
			`6:16: color "9", want 0 to 7`,
			`6:28: unknown word "raduis", did you mean "radius"?`,
		}},
		{"hexagon numbers", top + "hexagon: plain at 1.2.3 -1, radius 99, turn --\n" + brick, []string{
			`6:19: "1.2.3" is not a number, want 2 numbers from 0 to 61 after "at"`,
			`6:25: "-1" is out of range, want 2 numbers from 0 to 61 after "at"`,
			`6:36: "99" is out of range, want 1 number from 0.3 to 10 after "radius"`,
			`6:45: "--" is not a number, want 1 number from -360 to 360 after "turn"`,
		}},
		{"hexagon nan", top + "hexagon: plain at 20 nan, radius inf\n" + brick, []string{
			`6:22: "nan" is not a number, want 2 numbers from 0 to 61 after "at"`,
			`6:34: "inf" is not a number, want 1 number from 0.3 to 10 after "radius"`,
		}},
		{
			"hexagon out", top + "hexagon: plain at 1 5, radius 2\n",
			[]string{"6:10: the brick extends past the left edge of the field by 0.732"},
		},
		{
			"hexagon above", top + "hexagon: plain at 5 1, radius 2\n",
			[]string{"6:10: the brick extends past the top edge of the field by 1"},
		},
		{
			"hexagon below", top + "hexagon: plain at 5 40, radius 2\n",
			[]string{"6:10: the brick reaches down to 42, want at most 38.2"},
		},

		{
			"polygon empty", top + "polygon:\n" + brick,
			[]string{`6:9: want a polygon "plain 1 at X Y, X Y, X Y" with 3 to 8 corners`},
		},
		{
			"polygon odd", top + "polygon: plain at 5 5 9 5 7 8 1\n",
			[]string{"6:16: the last corner has no y, want \"X Y, X Y, X Y\""},
		},
		{
			"polygon short", top + "polygon: plain at 5 5 9 5\n" + brick,
			[]string{`6:26: missing number, want 6 to 16 numbers from 0 to 61 after "at"`},
		},
		{
			"polygon long", top + "polygon: plain at" + strings.Repeat(" 5 5", 9) + "\n" + brick,
			[]string{`6:51: too many numbers, want 6 to 16 numbers from 0 to 61 after "at"`},
		},
		{
			"polygon hollow", top + "polygon: plain at 10 10, 20 10, 14 12, 10 20\n",
			[]string{"6:16: not a valid brick: the outline is not convex"},
		},
		{
			"polygon flat", top + "polygon: plain at 10 10, 20 10, 30 10\n",
			[]string{"6:16: not a valid brick: the outline is not convex"},
		},
		{
			"polygon thin", top + "polygon: plain at 10 10, 12 10, 11 10.1\n",
			[]string{"6:16: area of 0.1 square units, want at least 0.2"},
		},

		{
			"overlap", top + "hexagon: plain at 20 20, radius 2\nhexagon: plain at 22 20, radius 2\n",
			[]string{"7:10: the brick overlaps the brick at 6:10"},
		},
		{
			"the same twice", top + brick + brick + brick,
			[]string{"7:10: the brick overlaps the brick at 6:10", "8:10: the brick overlaps the brick at 6:10"},
		},
		{
			"too close",
			top + "polygon: plain at 10 10, 20 10, 20 20, 10 20\npolygon: plain at 20.05 12, 22 12, 22 14\n",
			[]string{"7:10: the brick is closer than 0.1 to the brick at 6:10"},
		},
		{
			"overlap with a drawing", top + "hexagon: plain at 32 6, radius 2\nrows:\n  o o o\n",
			[]string{"8:5: the brick overlaps the brick at 6:10"},
		},
		{"two drawings", top + "rows:\n  o o\nrows:\n  o\n", []string{"9:3: the brick overlaps the brick at 7:3"}},

		{
			"nothing to break", top + "rows:\n  # #\n",
			[]string{"2:8: the level has no brick that must be broken, and no boss"},
		},
		{"no bricks", top, []string{"2:8: the level has no brick that must be broken, and no boss"}},
		{"several levels", top + "level: B\nlevel: C\nballs: x\n", []string{
			"2:8: the level has no brick that must be broken, and no boss",
			"6:8: the level has no brick that must be broken, and no boss",
			`8:8: balls is "x", want 1 to 3`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := Parse("f.level", []byte(test.text))
			want := "f.level:" + strings.Join(test.want, "\nf.level:")
			if err == nil || err.Error() != want {
				t.Errorf("Parse() error:\n%v\nwant:\n%s", err, want)
			}
			if p.Levels != nil {
				t.Error("Parse() returns levels together with an error")
			}
		})
	}
}

// TestInvisibleCharactersAreRemoved covers characters that programs add to text. macOS adds U+FE0F to a heart, for
// example. Drawings are also covered.
func TestInvisibleCharactersAreRemoved(t *testing.T) {
	text := "arkterm levels 1\nlevel: \u2060❤\ufe0f 日\ufe00本\u3000の\u00a0石\nauthor: 👩\u200d🚀\n" +
		"legend:\n  ❤\ufe0f plain 0\nrows:\n   ❤\ufe0f ❤\ufe0f\n"
	p, err := Parse("f.level", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if l := p.Levels[0]; l.Name != "❤ 日本 の 石" || l.Author != "👩🚀" || len(l.Bricks) != 2 {
		t.Errorf("Parse() = level %+q by %+q with %d bricks, want the visible characters and 2 bricks",
			l.Name, l.Author, len(l.Bricks))
	}
	clean := strings.NewReplacer("\ufe0f", "", "\ufe00", "", "\u2060", "", "\u200d", "", "\u3000", " ", "\u00a0", " ")
	plain, err := Parse("f.level", []byte(clean.Replace(text)))
	if err != nil || spec.Digest(plain.Levels) != spec.Digest(p.Levels) {
		t.Errorf("Parse() without the invisible characters returns a different level, or the error %v", err)
	}
}

// TestErrorsAreNotRepeated checks that an error in the legend is not reported again for each row that uses it.
func TestErrorsAreNotRepeated(t *testing.T) {
	tests := []struct{ text, want string }{
		{
			"legend:\n  o plian 3\nrows:\n  o o\n",
			`f:4:5: unknown kind of brick "plian", did you mean "plain"?`,
		},
		{
			"legend:\n  o plain 99\nrows:\n  o o\n",
			`f:4:11: color "99", want 0 to ` + strconv.Itoa(spec.NumHues-1),
		},
		{
			"legend:\n  o plain 3\nrows:\n  o o\n hexagon: at 9\n",
			`f:7:2: unexpected spaces before the key "hexagon"`,
		},
	}
	for _, test := range tests {
		_, err := Parse("f", []byte("arkterm levels 1\nlevel: A\n"+test.text))
		if got := errorText(err); got != test.want {
			t.Errorf("Parse(%q) error:\n%s\nwant:\n%s", test.text, got, test.want)
		}
	}
}

// mustParse parses a valid text.
func mustParse(t *testing.T, text string) Pack {
	t.Helper()
	p, err := Parse("f.level", []byte(text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return p
}

func TestDocumentedLevelParses(t *testing.T) {
	p := mustParse(t, `arkterm levels 1
# Everything behind a # in the first column is a comment.
level: Back Door
author: me
balls: 1
lattice: pitch 4 3, top 6
legend:
  o plain 1
  @ double 4
  # wall 7
rows:
  # . o o o . #
   # . @ @ . #
    # # . # #
hexagon: triple 5 at 32 25, radius 2.5, turn 15
polygon: plain 2 at 10 20, 14 20, 12 23
`)
	l := p.Levels[0]
	if l.Name != "Back Door" || l.Author != "me" || l.Balls != 1 || len(l.Bricks) != 15 {
		t.Errorf("Parse() = level %q by %q with %d balls and %d bricks, want \"Back Door\" by \"me\" with 1 and 15",
			l.Name, l.Author, l.Balls, len(l.Bricks))
	}
	var kinds [len(spec.Kinds)]int
	for _, b := range l.Bricks {
		kinds[b.Kind]++
	}
	if want := [len(spec.Kinds)]int{4, 2, 1, 8}; kinds != want {
		t.Errorf("Parse() = %v bricks of each kind, want %v", kinds, want)
	}
}

// TestDocumentedMotionAndEmittersParse puts all documented lines about motion and emitters into one level.
func TestDocumentedMotionAndEmittersParse(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(doc), "# Moving bricks")
	var lines []string
	for l := range strings.Lines(shown) {
		l = strings.TrimPrefix(l, "//\t")
		key, _, _ := strings.Cut(l, ":")
		if slices.Contains([]string{"hexagon", "polygon", "emitter"}, key) && !strings.Contains(l, "[") {
			lines = append(lines, l)
		}
	}
	l := mustParse(t, top+strings.Join(lines, "")).Levels[0]
	if len(l.Bricks) != 2 || len(l.Emitters) != 2 {
		t.Errorf("Parse() = %d bricks and %d emitters, want 2 and 2, for\n%s", len(l.Bricks), len(l.Emitters), lines)
	}
}

func TestHexagonsOfDrawing(t *testing.T) {
	p := mustParse(t, top+"lattice: pitch 4 3, left 10, top 6\nrows:\n     o o\n    . # o\n")
	var got []string
	for _, b := range p.Levels[0].Bricks {
		c, _ := b.Shape.Circle()
		got = append(got, fmt.Sprintf("%s %d (%.3f, %.3f)", spec.Kinds[b.Kind].Name, b.Hue, c.X, c.Y))
	}
	want := []string{
		"plain 1 (16.500, 7.500)", "plain 1 (24.500, 7.500)",
		"wall 0 (20.500, 9.000)", "plain 1 (28.500, 9.000)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Parse() bricks = %v\nwant %v", got, want)
	}
}

func TestDrawingsAreCentered(t *testing.T) {
	for _, rows := range []string{"  o\n", "  o o o\n", "  o o\n   o o\n", "        o\n       . .\n"} {
		p := mustParse(t, top+"rows:\n"+rows)
		lo, hi := spec.FieldW, 0.0
		for _, b := range p.Levels[0].Bricks {
			l, h := b.Shape.Bounds()
			lo, hi = min(lo, l.X), max(hi, h.X)
		}
		if middle := (lo + hi) / 2; middle != spec.FieldW/2 {
			t.Errorf("rows %q: the middle of the bricks is at x = %g, want %g", rows, middle, spec.FieldW/2.0)
		}
	}
}

func TestLatticeOfARadiusIsRegular(t *testing.T) {
	p := mustParse(t, top+"lattice: radius 3\nrows:\n  o\n")
	shape := p.Levels[0].Bricks[0].Shape
	regular := geom.Regular(6, geom.Vec{X: spec.FieldW / 2, Y: 2 + float64(1.5*math.Sqrt(3))}, 3, -120)
	for k := range 6 {
		if d := shape.Corner(k).Sub(regular.Corner(k)).Norm(); d > 1e-12 {
			t.Errorf("corner %d is %g units from that of a regular hexagon, want at most 1e-12", k, d)
		}
	}
}

func TestBoxesOfDrawing(t *testing.T) {
	p := mustParse(t, top+"lattice: boxes 4 2, top 6\nrows:\n  oo.\n  .o#\n")
	var got []string
	for _, b := range p.Levels[0].Bricks {
		lo, hi := b.Shape.Bounds()
		got = append(got, fmt.Sprint(lo, hi, b.Shape.Area()))
	}
	want := []string{
		"{24.5 6} {28.5 8} 7.5", "{28.5 6} {32.5 8} 7.5",
		"{28.5 8} {32.5 10} 7.5", "{32.5 8} {36.5 10} 7.5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Parse() boxes = %v\nwant %v", got, want)
	}
}

// TestBricksMayTouch covers neighbors in one drawing and in two drawings.
func TestBricksMayTouch(t *testing.T) {
	for _, l := range []string{"", "lattice: radius 2.3\n", "lattice: pitch 3.7 2.9, left 1.3, top 0.7\n"} {
		p := mustParse(t, top+l+"rows:\n  o o\n   o\n  o o\n")
		b := p.Levels[0].Bricks
		for _, pair := range [][2]int{{0, 2}, {1, 2}, {0, 3}, {1, 4}, {2, 3}, {2, 4}} {
			if gap := polygonGap(b[pair[0]].Shape, b[pair[1]].Shape); math.Abs(gap) > 1e-12 {
				t.Errorf("lattice %q: the bricks %v have a distance of %g, want 0", l, pair, gap)
			}
		}
	}
	mustParse(t, top+"lattice: left 10\nrows:\n  o\n"+
		"lattice: left 14, top 4\nrows:\n  o\npolygon: wall at 11 6, 14 6, 14 8, 11 8\n")
}

// TestLatticesOfEveryPitch checks that the bricks of extreme lattices are valid in the engine.
func TestLatticesOfEveryPitch(t *testing.T) {
	for _, x := range []float64{minPitch, 1, 5, maxPitch} {
		for _, y := range []float64{minPitch, 1, 4, maxPitch} {
			p := mustParse(t, top+fmt.Sprintf("lattice: pitch %g %g, top 0\nrows:\n  o\n", x, y))
			if _, err := engine.New(engine.Config{Levels: p.Levels}); err != nil {
				t.Errorf("pitch %g %g: %v", x, y, err)
			}
		}
	}
}

func TestFullBoardsParse(t *testing.T) {
	row := strings.Repeat("o ", MaxCols-1) + "o\n"
	p := mustParse(t, top+"lattice: pitch 0.4 0.5\nrows:\n"+strings.Repeat("  "+row+"   "+row, MaxRows/2))
	if n := len(p.Levels[0].Bricks); n != MaxBricks {
		t.Errorf("Parse() = %d bricks, want %d", n, MaxBricks)
	}
	text := top + "lattice: pitch 0.4 0.5\nrows:\n" + strings.Repeat("  "+row+"   "+row, MaxRows/2) +
		strings.Repeat(brick, 5)
	_, err := Parse("f.level", []byte(text))
	if got := errorText(err); !strings.Contains(got, "more than 4096 bricks in a level") ||
		strings.Count(got, "more than") != 1 {
		t.Errorf("Parse() with one more brick: error %s, want \"more than 4096 bricks in a level\" once", got)
	}
}

func TestEmptyLinesInDrawingAreRows(t *testing.T) {
	p := mustParse(t, top+"rows:\n  o o\n\n# no row\n  o o\n   \n\n"+"balls: 2\n")
	bricks := p.Levels[0].Bricks
	a, _ := bricks[0].Shape.Circle()
	b, _ := bricks[2].Shape.Circle()
	if d := b.Sub(a); d != (geom.Vec{Y: 4}) || len(bricks) != 4 {
		t.Errorf("Parse() = %d bricks with the row distance %v, want 4 with {0 4}", len(bricks), d)
	}
}

func TestHeadAppliesToAllLevels(t *testing.T) {
	p := mustParse(t, `arkterm levels 1
pack: Pair
author: one
balls: 3
lattice: pitch 6 6
legend:
  o triple 6
level: One
rows:
  o o
level: Two
author: two
balls: 2
legend:
  o double 1
rows:
  o o
`)
	one, two := p.Levels[0], p.Levels[1]
	if p.Name != "Pair" || one.Author != "one" || two.Author != "two" || one.Balls != 3 || two.Balls != 2 {
		t.Errorf("Parse() = %+v, want the pack Pair with two levels by \"one\" and \"two\"", p)
	}
	if a, b := one.Bricks[0], two.Bricks[0]; a.Kind != spec.Triple || b.Kind != spec.Double || a.Shape != b.Shape {
		t.Errorf("Parse() = the bricks %+v and %+v, want a triple and a double of the same shape", a, b)
	}
}

func TestLineEndsAndMarksOfOtherEditors(t *testing.T) {
	text := top + "author: Zoë Żółć 名前\nrows:\n  o o\n"
	want := mustParse(t, text)
	for name, other := range map[string]string{
		"CRLF":            strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark": "\ufeff" + text,
		"no last newline": strings.TrimSuffix(text, "\n"),
		"trailing blanks": strings.ReplaceAll(text, "\n", " \t\n"),
	} {
		if got := mustParse(t, other); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: Parse() = %v, want %v", name, got, want)
		}
	}
}

// TestTabsInNamesAreSpaces checks that tabs, which a frame cannot display, are replaced by spaces.
func TestTabsInNamesAreSpaces(t *testing.T) {
	p := mustParse(t, "arkterm levels 1\npack: My\tpack\nlevel: Back\tDoor\nauthor: Ann\t\tB\n"+brick)
	if l := p.Levels[0]; p.Name != "My pack" || l.Name != "Back Door" || l.Author != "Ann  B" {
		t.Errorf("Parse() = pack %q, level %q by %q, want spaces instead of tabs", p.Name, l.Name, l.Author)
	}
}

// FuzzParse checks that any text is parsed without a panic, that errors are sorted, have a position in the text and
// contain no control characters, and that the levels of a pack are valid for the engine.
func FuzzParse(f *testing.F) {
	f.Add(top + brick)
	f.Add("arkterm levels 0\n\f")
	f.Add(top + "lattice: radius 3, top 1\nrows:\n  o o #\n   o o\n\n   . o\npolygon: wall 3 at 5 20, 9 20, 7 23\n")
	f.Add("arkterm levels 1\r\npack: ü\r\nballs: 2\r\nlevel: x\r\n\thexagon: triple at 1,1,radius .3,turn -30\r\n")
	f.Add(top + brick + "shots: 3\nhexagon: wall at 30 20, radius 2, spin 90, drift 9 -3 every 2.5\n")
	f.Add(top + brick + "polygon: double at 30 20, 34 20, 32 24, drift 0 8 every .5\n" +
		"emitter: at 2 20, angle 90, spin -4\nemitter: at 60 40 angle 1 on 1 off 2 delay 3\n")
	f.Add("arkterm levels 1\nshots: 9\nlevel: A\nhexagon: plain at 2 2, radius 2, spin 1\n" +
		"hexagon: plain at 9 2, radius 2, drift 3 0\nemitter: at 5 2 angle 0 on 1\n")
	f.Add(labText)
	for _, l := range shippedTexts(f) {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("f.level", []byte(text))
		if err != nil {
			checkErrors(t, text, err)
			return
		}
		if len(p.Levels) == 0 || p.Name == "" {
			t.Error("Parse() returns an empty pack without an error")
		}
		for _, l := range p.Levels {
			checkLevel(t, l)
		}
		checkMoments(t, p)
	})
}

// checkErrors checks the errors of an invalid text.
func checkErrors(t *testing.T, text string, err error) {
	t.Helper()
	var errs Errors
	if !errors.As(err, &errs) || len(errs) == 0 {
		t.Fatalf("Parse() error has the type %T, want Errors: %[1]v", err)
	}
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, e := range errs {
		if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > utf8.RuneCountInString(lines[e.Line-1])+1 {
			t.Errorf("Parse() error %q has a position outside of the text", e.Error())
		}
		if i > 0 && (e.Line < errs[i-1].Line || e.Line == errs[i-1].Line && e.Column < errs[i-1].Column) {
			t.Errorf("Parse() errors are not sorted: %q after %q", e.Error(), errs[i-1].Error())
		}
		if s := e.Error(); Clean(s) != s {
			t.Errorf("the error contains control characters: %q", s)
		}
	}
}

// checkLevel compares all pairs of bricks with a simple test. No corner or middle of a brick is inside of another
// brick.
func checkLevel(t *testing.T, l spec.Level) {
	t.Helper()
	if l.Name == "" || Clean(l.Name) != l.Name || Clean(l.Author) != l.Author ||
		l.Balls < 0 || l.Balls > spec.MaxServeBalls || l.Shots < 0 || l.Shots > spec.MaxShots ||
		len(l.Emitters) > spec.MaxEmitters {
		t.Errorf("Parse() = level %q by %q with an invalid name, or a value out of range: %+v", l.Name, l.Author, l)
	}
	for i, e := range l.Emitters {
		for _, b := range l.Bricks {
			if b.Shape.Distance(e.At) < minEmitterGap-1e-9 {
				t.Errorf("%s: emitter %d is too close to a brick", l.Name, i)
			}
		}
	}
	breakable := 0
	for i, b := range l.Bricks {
		lo, hi := b.Shape.Bounds()
		if int(b.Kind) >= len(spec.Kinds) || b.Hue >= spec.NumHues || b.Shape.N() < 3 ||
			!lo.Finite() || !hi.Finite() || lo.X < 0 || lo.Y < 0 || hi.X > spec.FieldW || hi.Y > spec.LowestBrick {
			t.Errorf("%s: brick %d is invalid or outside of the field: %+v", l.Name, i, b)
		}
		if spec.Kinds[b.Kind].Breakable {
			breakable++
		}
		for _, c := range l.Bricks[:i] {
			if b.Shape.OverlapsBy(&c.Shape, roundingError) {
				t.Errorf("%s: brick %d overlaps another brick", l.Name, i)
			}
		}
	}
	if breakable == 0 && l.Boss.Kind == spec.NoBoss || len(l.Bricks) > MaxBricks {
		t.Errorf("%s: %d bricks, %d of them breakable, want at most %d and at least 1", l.Name, len(l.Bricks),
			breakable, MaxBricks)
	}
}

// checkMoments moves bricks with the engine for some ticks, and checks that they stay in the field and do not overlap.
func checkMoments(t *testing.T, p Pack) {
	t.Helper()
	for i, l := range p.Levels {
		g, err := engine.New(engine.Config{Setup: engine.Setup{First: i}, Levels: p.Levels})
		if err != nil {
			t.Fatalf("%s: %v", l.Name, err)
		}
		for tick := range 8 {
			g.Step(engine.Input{engine.Idle, engine.Idle})
			for j := range g.Bricks {
				if g.Obstacle(j).Moves && g.Bricks[j].Hits > 0 {
					checkMover(t, l.Name, tick, g, j)
				}
			}
		}
	}
}

// checkMover checks the moving brick j.
func checkMover(t *testing.T, name string, tick int, g *engine.Game, j int) {
	t.Helper()
	shape := g.Shape(j)
	lo, hi := shape.Bounds()
	if lo.X < -1e-6 || lo.Y < -1e-6 || hi.X > spec.FieldW+1e-6 || hi.Y > spec.LowestBrick+1e-6 {
		t.Errorf("%s: tick %d: brick %d leaves the field: %v to %v", name, tick, j, lo, hi)
	}
	for k, b := range g.Bricks {
		if k != j && b.Hits > 0 && shape.Overlaps(g.Shape(k)) {
			t.Errorf("%s: tick %d: bricks %d and %d overlap", name, tick, j, k)
		}
	}
}
