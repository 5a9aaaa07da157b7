package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// logo is the text that DrawTitle draws.
const logo = "ARKTERM"

// maxLogoW is the maximum width of the logo in columns. It leaves bricks next to the logo visible.
const maxLogoW = 76

// logoHues are the hues of the letters.
var logoHues = [...]uint8{0, 3, 2, 1, 7, 6, 5}

// DrawTitle draws the title screen. It draws the field of g in the middle of f, dimmed and without text. In front of
// the field it draws the game's name in big letters and the dialog c below the name. If there is no room for both, the
// name becomes the title of c. Bricks that would be partly covered are not drawn.
func (v *View) DrawTitle(f *cell.Frame, g *engine.Game, c widget.Dialog) {
	t, area, ok := v.layoutTitle(f, &c)
	k := v.textLook.LayoutDialog(f, &c, area)
	v.fieldOnly, v.lastWasTitle = true, true
	v.covered = [...]widget.Area{{X: k.X - 1, Y: k.Y, W: k.W + 2, H: k.H}, {}}
	if ok {
		v.covered[1] = widget.Area{X: t.X - 1, Y: t.Y - 1, W: t.W + 2, H: t.H + 1}
	}
	v.draw(f, g)
	if v.l.tooSmall {
		return
	}

	v.textLook.Dim(f, 0, 0, f.W, f.H, titleDim)
	if ok {
		blank := v.theme.Style(v.theme.Text, 0) // hides the walls between the letters
		f.Fill(t.X-1, t.Y, t.W+2, t.H, ' ', blank)
		if t.W > v.l.cols {
			f.Fill(0, 0, f.W, t.Y+t.H, ' ', blank)
		}
		v.textLook.DrawBig(f, t, logo, v.logoColor)
	}
	v.textLook.DrawDialog(f, &c, &k)
}

// DrawBackdrop draws the field of g as the background of the dialog c, without text and without bricks that c would
// partly cover. The caller must then draw c with DrawDialog.
func (v *View) DrawBackdrop(f *cell.Frame, g *engine.Game, c widget.Dialog) {
	k := v.textLook.LayoutDialog(f, &c, v.middleArea(f))
	v.fieldOnly, v.covered = true, [...]widget.Area{{X: k.X - 1, Y: k.Y, W: k.W + 2, H: k.H}, {}}
	v.draw(f, g)
}

// titleCovers reports whether the title or its dialog covers a part of a brick or of its mirror image. So a symmetric
// board stays symmetric, although the dialog may be half a column off the middle.
func (v *View) titleCovers(p *geom.Polygon) bool {
	x0, y0, x1, y1 := v.l.cellsOf(p)
	lo, hi := p.Bounds()
	mirrored0, _ := v.l.cellAt(v.l.fw-hi.X+epsilon, 0)
	mirrored1, _ := v.l.cellAt(v.l.fw-lo.X-epsilon, 0)
	for _, s := range v.covered {
		if y1 >= s.Y && y0 < s.Y+s.H && (x1 >= s.X && x0 < s.X+s.W || mirrored1 >= s.X && mirrored0 < s.X+s.W) {
			return true
		}
	}
	return false
}

// titleDim is the brightness of the game behind the title, in sixteenths.
const titleDim = 11

// layoutTitle stacks the buttons of c, and returns the position of the logo and the area of c. If there is no room for
// the logo, it returns false and makes the game's name the title of c.
func (v *View) layoutTitle(f *cell.Frame, c *widget.Dialog) (widget.BigText, widget.Area, bool) {
	c.Stacked = true
	all := v.middleArea(f)
	k := v.textLook.LayoutDialog(f, c, all)
	t, ok := v.textLook.FitBig(logo, 1, 0, min(f.W-2, maxLogoW), f.H-k.H-2)
	if !ok { // the name is more important than blank rows
		c.Compact = true
		k = v.textLook.LayoutDialog(f, c, all)
		t, ok = v.textLook.FitBig(logo, 1, 0, min(f.W-2, maxLogoW), f.H-k.H-1)
	}
	t.X = all.X + (all.W-t.W)/2
	if !ok {
		c.Compact = false
		if c.Title == "" {
			c.Title = logo
		}
		return t, all, false
	}
	t.Y = max((f.H-t.H-k.H)/3, 0)
	top := t.Y + t.H
	return t, widget.Area{X: all.X, Y: top, W: all.W, H: f.H - top}, true
}

// middleArea returns an area in the middle of f that is as high as f and as wide as a field.
func (v *View) middleArea(f *cell.Frame) widget.Area {
	l := newLayout(f.W, f.H, spec.FieldW, spec.FieldH, v.opts.Aspect, v.opts.Glyphs.SubCells())
	if l.tooSmall {
		return widget.Area{X: 0, Y: 0, W: f.W, H: f.H}
	}
	l.removeHUD()
	return widget.Area{X: l.x, Y: 0, W: l.rightWall - l.x, H: f.H}
}

// logoColor returns the color of a row of a letter. Each letter has a hue, which is darker at the bottom.
func (v *View) logoColor(letter, row int) cell.Color {
	if v.opts.Tier == cell.Mono {
		return v.theme.Text
	}
	hue := v.theme.Hues[logoHues[letter%len(logoHues)]]
	if v.theme.IsLight() {
		return hue
	}
	return cell.Mix(cell.Mix(hue, v.theme.Flash, 4-2*row), 0, max(0, 2*row-2))
}
