package render

import "arkterm/render/cell"

// logo is the word that Title draws.
const logo = "ARKTERM"

// logoHues are the hues of its letters.
var logoHues = [...]uint8{0, 3, 2, 1, 7, 6, 5}

// Title draws the game's name in big letters above the dialog c, over what is
// there, dimmed. Where there is no room for both, c gets the name as its title.
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

// titleDim is what stays of the game behind the title, in sixteenths.
const titleDim = 8

// layoutTitle returns where the logo stands and the area left for the dialog, or
// false when there is no room for the logo: then c gets the name as its title.
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

// logoColor runs through the hues from letter to letter, and darkens downward.
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
