package theme

import "arkterm/engine/spec"

// hash returns a pseudorandom number that depends only on the position.
func hash(x, y int) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77 ^ 0x2545f491
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return h ^ h>>15
}

// A block is a rectangle of cells that contains one speck.
type block struct{ w, h int }

// hashAt returns the pseudorandom number of the block that contains a cell. hasSpeck reports whether the speck of the
// block is in that cell.
func (b block) hashAt(x, y int) (h uint32, hasSpeck bool) {
	h = hash(x/b.w, y/b.h)
	return h, uint32(x%b.w) == h%uint32(b.w) && uint32(y%b.h) == h>>8%uint32(b.h)
}

// dust draws a few specks, so that an empty field does not look like a hole in the screen.
func dust(x, y, _ int) Speck {
	h, hasSpeck := block{9, 4}.hashAt(x, y)
	if !hasSpeck {
		return Speck{}
	}
	return Speck{[...]rune{'·', '.'}[h>>16%2], dustInk}
}

// stencil returns the character of a drawing at a position, or a blank outside the drawing. All rows must have the
// same length.
func stencil(rows [][]rune, x, y int) rune {
	if y < 0 || y >= len(rows) || x < 0 || x >= len(rows[y]) {
		return ' '
	}
	return rows[y][x]
}

// repeat returns the speck of a drawing that appears in one out of oneOf blocks of the given size. Odd columns of
// blocks are shifted down by half a block.
func repeat(rows [][]rune, b block, oneOf uint32, ink uint8, x, y int) Speck {
	col := x / b.w
	y += col % 2 * b.h / 2
	if hash(col, y/b.h)%oneOf != 0 {
		return Speck{}
	}
	if r := stencil(rows, x%b.w, y%b.h); r != ' ' {
		return Speck{r, ink}
	}
	return Speck{}
}

// comb is a cell of a honeycomb.
var comb = [][]rune{
	[]rune(" ____ "),
	[]rune("/    \\"),
	[]rune("\\____/"),
}

// combs draws empty cells of a honeycomb.
func combs(x, y, _ int) Speck { return repeat(comb, block{8, 4}, 5, faintInk, x, y) }

// embers draws embers that rise from the floor and become sparser and fainter.
func embers(x, y, rows int) Speck {
	h, hasSpeck := block{6, 3}.hashAt(x, y)
	if !hasSpeck || h>>20%uint32(rows) > uint32(y) {
		return Speck{}
	}
	return Speck{[...]rune{'.', '\'', '·', ','}[h>>16%4], uint8(min(y*3/rows, int(lineInk)))}
}

// grid draws squared paper: crosses with dots halfway between them.
func grid(x, y, _ int) Speck {
	const w, h = 8, 4
	switch {
	case y%h == h/2 && x%w == w/2:
		return Speck{'+', dustInk}
	case y%h == h/2 && x%w == 0, y%h == 0 && x%w == w/2:
		return Speck{'·', dustInk}
	}
	return Speck{}
}

// cog is a wheel of a clockwork.
var cog = [][]rune{
	[]rune(" ┌┴─┴┐ "),
	[]rune(" ┤ o ├ "),
	[]rune(" └┬─┬┘ "),
}

// cogs draws the wheels of a clockwork.
func cogs(x, y, _ int) Speck { return repeat(cog, block{10, 4}, 5, dustInk, x, y) }

// rays draws rays of all hues that come from the upper left.
func rays(x, y, _ int) Speck {
	const distance = 11
	k := ((x-2*y)%(distance*spec.NumHues) + distance*spec.NumHues) % (distance * spec.NumHues)
	if k%distance != 0 || hash(x, y)%4 == 0 {
		return Speck{}
	}
	return Speck{'\\', uint8(firstHue + k/distance)}
}

// bubbles draws bubbles that rise from the ground and are larger near the top.
func bubbles(x, y, rows int) Speck {
	h, hasSpeck := block{10, 3}.hashAt(x, y)
	if !hasSpeck {
		return Speck{}
	}
	sizes := [...]rune{'○', 'o', '°', '.'}
	return Speck{sizes[min(max(y*4/rows+int(h>>16%3)-1, 0), 3)], uint8(h >> 24 % 2)}
}
