package theme

import "arkterm/engine/spec"

// hash returns a number that seems random for a place, the same each time.
func hash(x, y int) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77 ^ 0x2545f491
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return h ^ h>>15
}

// A block is a rectangle of cells that has one mote.
type block struct{ w, h int }

// scattered returns the random number of the block that the cell is in, if the mote of the block is there.
func (b block) scattered(x, y int) (h uint32, here bool) {
	h = hash(x/b.w, y/b.h)
	return h, uint32(x%b.w) == h%uint32(b.w) && uint32(y%b.h) == h>>8%uint32(b.h)
}

// dust are a few specks of dust, so that an empty field does not look like a hole in the screen.
func dust(x, y, _ int) Speck {
	h, here := block{9, 4}.scattered(x, y)
	if !here {
		return Speck{}
	}
	return Speck{[...]rune{'·', '.'}[h>>16%2], dustInk}
}

// stencil returns the character of a drawing whose rows have one length, or a blank outside of it.
func stencil(rows [][]rune, x, y int) rune {
	if y < 0 || y >= len(rows) || x < 0 || x >= len(rows[y]) {
		return ' '
	}
	return rows[y][x]
}

// repeat returns the mote of a drawing that stands in one of every few blocks of the given size, those of
// odd columns half a block lower.
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

var comb = [][]rune{
	[]rune(" ____ "),
	[]rune("/    \\"),
	[]rune("\\____/"),
}

// combs are empty cells of a honeycomb.
func combs(x, y, _ int) Speck { return repeat(comb, block{8, 4}, 5, faintInk, x, y) }

// embers rise from the floor, and become fewer and dusty.
func embers(x, y, rows int) Speck {
	h, here := block{6, 3}.scattered(x, y)
	if !here || h>>20%uint32(rows) > uint32(y) {
		return Speck{}
	}
	return Speck{[...]rune{'.', '\'', '·', ','}[h>>16%4], uint8(min(y*3/rows, int(lineInk)))}
}

// grid is squared paper: crosses with a dot halfway.
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

var cog = [][]rune{
	[]rune(" ┌┴─┴┐ "),
	[]rune(" ┤ o ├ "),
	[]rune(" └┬─┬┘ "),
}

// cogs are wheels of a clockwork.
func cogs(x, y, _ int) Speck { return repeat(cog, block{10, 4}, 5, dustInk, x, y) }

// rays of all hues come from the upper left.
func rays(x, y, _ int) Speck {
	const apart = 11
	k := ((x-2*y)%(apart*spec.NumHues) + apart*spec.NumHues) % (apart * spec.NumHues)
	if k%apart != 0 || hash(x, y)%4 == 0 {
		return Speck{}
	}
	return Speck{'\\', uint8(firstHue + k/apart)}
}

// bubbles rise in the deep, the larger ones above.
func bubbles(x, y, rows int) Speck {
	h, here := block{10, 3}.scattered(x, y)
	if !here {
		return Speck{}
	}
	sizes := [...]rune{'○', 'o', '°', '.'}
	return Speck{sizes[min(max(y*4/rows+int(h>>16%3)-1, 0), 3)], uint8(h >> 24 % 2)}
}
