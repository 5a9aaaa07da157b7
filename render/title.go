package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// logo is the word drawn by Title.
const logo = "ARKTERM"

// logoHues are the hues of its letters.
var logoHues = [...]uint8{0, 3, 2, 1, 7, 6, 5}

// Title draws the field of g without any texts in the middle of f, dimmed, and before it the game's name in
// big letters above the dialog c. If there is no room for both, the name becomes the title of c. Bricks that
// would be covered in part are left out: all that one sees are whole.
func (v *View) Title(f *cell.Frame, g *engine.Game, c Dialog) {
	t, area, ok := v.layoutTitle(f, &c)
	k := v.layoutDialog(f, &c, area)
	v.alone, v.titled = true, true
	v.covered = [...]stage{{k.x - 1, k.y, k.w + 2, k.h}, {}}
	if ok {
		v.covered[1] = stage{t.x - 1, t.y - 1, t.w + 2, t.h + 1}
	}
	v.draw(f, g)
	if v.l.small {
		return
	}
	v.dim(f, 0, 0, f.W, f.H, titleDim)
	if ok {
		v.drawBig(f, t, logo, v.logoColor)
	}
	v.drawDialog(f, &c, &k)
}

// hides reports whether the title covers a part of a brick.
func (v *View) hides(p *geom.Polygon) bool {
	const hair = 1e-6 // what lies on the edge of a cell is not in it
	lo, hi := p.Bounds()
	x0, y0 := v.l.cell(lo.X+hair, lo.Y+hair)
	x1, y1 := v.l.cell(hi.X-hair, hi.Y-hair)
	for _, s := range v.covered {
		if x1 >= s.x && x0 < s.x+s.w && y1 >= s.y && y0 < s.y+s.h {
			return true
		}
	}
	return false
}

// titleDim is the brightness of the game behind the title, in sixteenths.
const titleDim = 11

// layoutTitle returns the place of the logo and the area for the dialog. If there is no room for the logo
// it returns false and sets the name as the title of c. Its buttons are a list.
func (v *View) layoutTitle(f *cell.Frame, c *Dialog) (bigText, stage, bool) {
	c.Stacked = true
	all := stage{0, 0, f.W, f.H}
	k := v.layoutDialog(f, c, all)
	t, ok := v.fitBig(logo, 1, 0, f.W-2, f.H-k.h-2)
	if !ok {
		if c.Title == "" {
			c.Title = logo
		}
		return t, all, false
	}
	t.y = max((f.H-t.h-k.h)/3, 0)
	top := t.y + t.h
	return t, stage{0, top, f.W, f.H - top}, true
}

// logoColor returns the colour of a row of a letter: a hue for each letter, darker downward.
func (v *View) logoColor(letter, row int) cell.Color {
	if v.o.Tier == cell.Mono {
		return v.theme.Text
	}
	hue := v.theme.Hues[logoHues[letter%len(logoHues)]]
	if v.theme.light() {
		return hue
	}
	return cell.Mix(cell.Mix(hue, v.theme.Flash, 4-2*row), 0, max(0, 2*row-2))
}
