package render

import "arkterm/render/cell"

// logo is the word drawn by Title.
const logo = "ARKTERM"

// logoHues are the hues of its letters.
var logoHues = [...]uint8{0, 3, 2, 1, 7, 6, 5}

// Title dims f and draws the game's name in big letters above the dialog c. If there is no room for both,
// the name becomes the title of c.
func (v *View) Title(f *cell.Frame, c Dialog) {
	v.dim(f, 0, 0, f.W, f.H, titleDim)
	if !v.l.small && !v.l.strip {
		f.Fill(v.l.hx, v.l.hy, v.l.hw, v.l.hh, ' ', v.theme.of(v.theme.Text, 0))
		v.dim(f, v.l.hx, v.l.hy, v.l.hw, v.l.hh, titleDim)
	}
	v.titled = true
	t, area, ok := v.layoutTitle(f, &c)
	if ok {
		v.dim(f, 0, t.y-1, f.W, t.h+2, titleDim)
		v.drawBig(f, t, logo, v.logoColor)
	}
	k := v.layoutDialog(f, &c, area)
	v.drawDialog(f, &c, &k)
}

// titleDim is the brightness of the game behind the title, in sixteenths.
const titleDim = 8

// layoutTitle returns the place of the logo and the area for the dialog. If there is no room for the logo
// it returns false and sets the name as the title of c.
func (v *View) layoutTitle(f *cell.Frame, c *Dialog) (bigText, stage, bool) {
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
