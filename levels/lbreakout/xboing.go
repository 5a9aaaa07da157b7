package lbreakout

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file reads the levels of XBoing. A file contains one level. The first line is the name, and the second line is
// the number of seconds for a time bonus, which arkterm ignores. The following 15 lines are rows of 9 letters.

// xboing describes the levels of XBoing. XBoing's special blocks take effect when they are hit. They become bricks that
// hold the drop with the same effect. As in XBoing, they need not be broken.
//
// XBoing draws its blocks with gaps that are too narrow for a ball. They become touching boxes of 6 × 2 units, which
// are whole characters at 80×24.
var xboing = setFormat{
	game:   "XBoing",
	begins: beginsXBoing,
	read:   (*setReader).readXBoing,
	source: (*setReader).xboingSource,
	cols:   9,
	rows:   15,
	grid:   grid{size: geom.Vec{X: 6, Y: 2}, corner: geom.Vec{X: 3.5, Y: 2}},
	empty:  ". ",
	bricks: sync.OnceValue(func() map[byte]spec.BrickSpec {
		return map[byte]spec.BrickSpec{
			'r': {Kind: spec.Plain, Hue: 5},
			'g': {Kind: spec.Plain, Hue: 2},
			'b': {Kind: spec.Plain, Hue: 4},
			't': {Kind: spec.Plain, Hue: 0},
			'p': {Kind: spec.Plain, Hue: 6},
			'y': {Kind: spec.Plain, Hue: 3},
			'w': {Kind: spec.Wall, Hue: 7},
			'0': {Kind: spec.Plain, Hue: 1},
			'1': {Kind: spec.Double, Hue: 1},
			'2': {Kind: spec.Triple, Hue: 1},
			'3': {Kind: spec.Quad, Hue: 1},
			'4': {Kind: spec.Quad, Hue: 1},
			'5': {Kind: spec.Quad, Hue: 1},
			'X': {Kind: spec.Bomb, Hue: 1},
			'?': {Kind: spec.Plain, Hue: 7, Drop: spec.DropChance},
			'd': {Kind: spec.Plain, Hue: 7},
			'+': {Kind: spec.Cracked, Hue: 7},
			'B': {Kind: spec.Cracked, Hue: 3, Drop: spec.DropWeapon},
			'c': {Kind: spec.Cracked, Hue: 3, Drop: spec.DropWeapon},
			'M': {Kind: spec.Cracked, Hue: 0, Drop: spec.DropWeapon},
			'L': {Kind: spec.Cracked, Hue: 4, Drop: spec.DropLife},
			'm': {Kind: spec.Cracked, Hue: 2, Drop: spec.DropSplit},
			's': {Kind: spec.Cracked, Hue: 1, Drop: spec.DropCatch},
			'R': {Kind: spec.Cracked, Hue: 6, Drop: spec.DropMirror},
			'<': {Kind: spec.Cracked, Hue: 5, Drop: spec.DropShrink},
			'>': {Kind: spec.Cracked, Hue: 2, Drop: spec.DropExpand},
			'T': {Kind: spec.Cracked, Hue: 4, Drop: spec.DropMoreTime},
			'H': {Kind: spec.Chaos, Hue: 5},
			'D': {Kind: spec.Cracked, Hue: 5},
			'W': {Kind: spec.Cracked, Hue: 6},
		}
	}),
	missing: map[byte]string{
		'4': "counter of five hits",
		'5': "counter of six hits",
		'd': "dropping block",
		'+': "roamer",
		'H': "hyperspace block",
		'D': "death block",
		'W': "wall-off block",
	},
}

// maxSecondsDigits is the maximum number of digits in the line with the seconds.
const maxSecondsDigits = 9

// beginsXBoing reports whether the second line is a number and the first line can be the name of a level. Level files
// and recordings of arkterm begin with "arkterm", so they are not levels of XBoing.
func beginsXBoing(text []byte) bool {
	name, rest, found := bytes.Cut(text, []byte("\n"))
	seconds, _, _ := bytes.Cut(rest, []byte("\n"))
	seconds = bytes.TrimSpace(seconds)
	return found && !bytes.HasPrefix(name, []byte("arkterm")) && bytes.IndexByte(name, 0) < 0 &&
		len(seconds) >= 1 && len(seconds) <= maxSecondsDigits && strings.Trim(string(seconds), "0123456789") == ""
}

// readXBoing reads the only level of a file.
func (r *setReader) readXBoing() {
	b := r.newBoard()
	r.n = 2
	b.line, b.name, b.bricksLine = 1, setText(r.lines[0]), r.n+1
	if !r.readRows(&b.bricks) {
		return
	}
	for i := range b.bricks {
		if n := len(bytes.TrimRight(r.lines[r.n-r.format.rows+i], " \t")); n > r.format.cols {
			r.note(b.bricksLine+i, r.format.cols+1, "a row of %d characters, want %d; skipped the rest of the row",
				n, r.format.cols)
		}
	}
	r.addBoard(&b)
	if !r.atEnd() {
		r.note(r.n+1, 1, "a level has %d rows; skipped the rest of the file", r.format.rows)
	}
}

// xboingSource returns the level with a name.
func (r *setReader) xboingSource(i int) string {
	b := &r.boards[i]
	name := setName(b.name, fmt.Sprintf("Level %d", i+1))
	return name + "\n0\n" + string(bytes.Join(b.bricks, []byte("\n"))) + "\n"
}
