package theme

import "arkterm/engine/spec"

// positionHash returns a pseudorandom number that depends only on the position.
func positionHash(x, y int) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77 ^ 0x2545f491
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return h ^ h>>15
}

// A speckBlock is the size, in cells, of the blocks into which a pattern divides the field. Each block contains one
// speck.
type speckBlock struct{ w, h int }

// hashAt returns the pseudorandom number of the block that contains a cell. hasSpeck reports whether the block's speck
// is in that cell.
func (b speckBlock) hashAt(x, y int) (h uint32, hasSpeck bool) {
	h = positionHash(x/b.w, y/b.h)
	return h, uint32(x%b.w) == h%uint32(b.w) && uint32(y%b.h) == h>>8%uint32(b.h)
}

// dust draws a few specks, so that an empty field does not look like an unused part of the screen.
func dust(x, y, _ int) Speck {
	h, hasSpeck := speckBlock{9, 4}.hashAt(x, y)
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

// repeatDrawing returns the speck at a position of a pattern that repeats a drawing. The pattern consists of blocks of
// the given size. About one in oneIn blocks contains the drawing. Odd columns of blocks are shifted by half a block.
func repeatDrawing(rows [][]rune, b speckBlock, oneIn uint32, ink uint8, x, y int) Speck {
	col := x / b.w
	y += col % 2 * b.h / 2
	if positionHash(col, y/b.h)%oneIn != 0 {
		return Speck{}
	}
	if r := stencil(rows, x%b.w, y%b.h); r != ' ' {
		return Speck{r, ink}
	}
	return Speck{}
}

// combDrawing is a cell of a honeycomb.
var combDrawing = [][]rune{
	[]rune(" ____ "),
	[]rune("/    \\"),
	[]rune("\\____/"),
}

// honeycomb draws empty cells of a honeycomb.
func honeycomb(x, y, _ int) Speck {
	return repeatDrawing(combDrawing, speckBlock{8, 4}, 5, faintInk, x, y)
}

// embers draws embers that rise from the floor and become sparser and fainter.
func embers(x, y, rows int) Speck {
	h, hasSpeck := speckBlock{6, 3}.hashAt(x, y)
	if !hasSpeck || h>>20%uint32(rows) > uint32(y) {
		return Speck{}
	}
	return Speck{[...]rune{'.', '\'', '·', ','}[h>>16%4], uint8(min(y*3/rows, int(lineInk)))}
}

// squaredPaper draws crosses with dots halfway between them.
func squaredPaper(x, y, _ int) Speck {
	const w, h = 8, 4
	switch {
	case y%h == h/2 && x%w == w/2:
		return Speck{'+', dustInk}
	case y%h == h/2 && x%w == 0, y%h == 0 && x%w == w/2:
		return Speck{'·', dustInk}
	}
	return Speck{}
}

// cogDrawing is a wheel of a clockwork.
var cogDrawing = [][]rune{
	[]rune(" ┌┴─┴┐ "),
	[]rune(" ┤ o ├ "),
	[]rune(" └┬─┬┘ "),
}

// clockwork draws the wheels of a clockwork.
func clockwork(x, y, _ int) Speck {
	return repeatDrawing(cogDrawing, speckBlock{10, 4}, 5, dustInk, x, y)
}

// rays draws rays of all hues that come from the upper left.
func rays(x, y, _ int) Speck {
	const distance = 11
	k := ((x-2*y)%(distance*spec.NumHues) + distance*spec.NumHues) % (distance * spec.NumHues)
	if k%distance != 0 || positionHash(x, y)%4 == 0 {
		return Speck{}
	}
	return Speck{'\\', uint8(firstHue + k/distance)}
}

// bubbles draws bubbles that rise from the ground and are larger near the top.
func bubbles(x, y, rows int) Speck {
	h, hasSpeck := speckBlock{10, 3}.hashAt(x, y)
	if !hasSpeck {
		return Speck{}
	}
	sizes := [...]rune{'○', 'o', '°', '.'}
	return Speck{sizes[min(max(y*4/rows+int(h>>16%3)-1, 0), 3)], uint8(h >> 24 % 2)}
}
