package render

import (
	"cmp"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// MinW and MinH are the smallest frame that a game is drawn into.
const MinW, MinH = 40, 16

// Options say how a View draws. The zero Options work.
type Options struct {
	Glyphs  cell.Glyphs
	Tier    cell.Tier
	Aspect  float64  // of a cell, width ÷ height; 0: 0.5
	Theme   Theme    // the zero Theme is the first of Themes
	Effects Effects  // the zero Effects is FullEffects
	Names   []string // of the levels, by index; may be short or nil
	Keys    HintKeys

	Players [2]string // of a match, the one at the floor first; "": LOWER, UPPER
}

// HintKeys are the labels of the keys that the HUD's hints name. An empty one stands for the usual
// key, but for Fire2: a bot needs no hint.
type HintKeys struct {
	Fire   string // serves, recalls, shoots
	Fire2  string // serves for the second player; "": there is no hint
	Warp   string // leads to the next level
	Rewind string // takes back a second
}

// hints are what the HUD says that a key does now.
type hints struct{ serve, serve2, recall, shoot, warp, rewind string }

// hints returns the hints that name the keys.
func (k HintKeys) hints() hints {
	fire := cmp.Or(k.Fire, "space")
	h := hints{
		serve: fire + ": serve", recall: fire + ": recall", shoot: fire + ": shoot",
		warp: cmp.Or(k.Warp, "W") + ": next level", rewind: cmp.Or(k.Rewind, "bksp") + ": back",
	}
	if k.Fire2 != "" {
		h.serve2 = k.Fire2 + ": serve"
	}
	return h
}

// A View draws games. It keeps finished pictures of what seldom changes, and
// what it was shown of the last moments: sparks, flashes, trails. Use one View
// for one game at a time; it notices when another one begins.
type View struct {
	o       Options
	theme   Theme  // as the tier shows it
	blocks  []rune // the glyph of each mask of sub-cells
	l       layout
	base    static
	over    raster.Overlay
	effects effects
	sight   []geom.Vec
	built   []engine.Brick // what the wave of a new level has brought so far
	hints   hints
	titled  bool         // the last card was drawn by Title
	ghost   *engine.Game // another game, drawn dimly; nil: none
	inks    [2]paddleInk // of the paddles
	open    bool         // the ceiling is: a match
}

// NewView returns a view.
func NewView(o Options) *View {
	v := new(View)
	v.effects.rng = firstSeed
	v.SetOptions(o)
	return v
}

// SetOptions makes v draw in another way from the next frame on, as when a terminal
// has told what it can draw. What v was shown of the last moments it keeps.
func (v *View) SetOptions(o Options) {
	if o.Aspect == 0 {
		o.Aspect = 0.5
	}
	o.Aspect = min(max(o.Aspect, 0.2), 1.25)
	if o.Theme == (Theme{}) {
		o.Theme = Themes[0]
	}
	v.o, v.theme = o, o.Theme.in(o.Tier)
	v.hints, v.inks = o.Keys.hints(), v.theme.mixInks()
	v.blocks = o.Glyphs.Blocks()
	v.l = layout{} // none fits it: the next Draw lays all out anew
}

// SetTheme draws in other colours from the next frame on.
func (v *View) SetTheme(t Theme) {
	o := v.o
	o.Theme = t
	v.SetOptions(o)
}

// Ink returns the colours of text and of what is behind everything, as the tier shows them.
func (v *View) Ink() (text, back cell.Color) { return v.theme.Text, v.theme.Back }

// Options returns how v draws.
func (v *View) Options() Options { return v.o }

// Draw draws g into f, field and HUD. A frame smaller than MinW×MinH gets a card
// that says so.
func (v *View) Draw(f *cell.Frame, g *engine.Game) {
	v.fit(f, g)
	f.Fill(0, 0, f.W, f.H, ' ', v.theme.of(v.theme.Text, 0))
	if v.l.small {
		v.drawTooSmall(f)
		return
	}
	bricks := v.bricks(g)
	v.update(bricks)
	v.effects.follow(g)
	if v.o.Glyphs == cell.ASCII {
		v.compose(f)
		v.drawMovingASCII(f, g, bricks)
	} else {
		v.over.Begin(&v.base.Grid)
		v.drawMoving(g, bricks)
		v.compose(f)
	}
	v.drawLetters(f, bricks)
	v.drawFoeLetters(f, g, bricks)
	v.drawDigits(f, g)
	v.drawPops(f)
	v.drawDark(f, g)
	v.drawDrops(f, g)
	v.drawWalls(f)
	v.drawLimit(f, g)
	v.drawGates(f, g)
	v.drawWayOut(f, g)
	v.drawHUD(f, g)
	v.drawName(f, g)
	v.drawCaught(f, g)
	v.drawPhase(f, g)
	v.drawTally(f, g)
}

// fit lays the picture out anew when the frame or the field has another size.
func (v *View) fit(f *cell.Frame, g *engine.Game) {
	open := g.Mode.Faces()
	if f.W == v.l.w && f.H == v.l.h && g.W == v.l.fw && g.H == v.l.fh && v.open == open {
		return
	}
	v.open = open
	v.l = newLayout(f.W, f.H, g.W, g.H, v.o.Aspect)
	if v.l.small {
		return
	}
	sub := v.o.Glyphs.SubCells()
	v.base.begin(&v.l, sub)
	v.over.Resize(v.l.cols, v.l.rows, sub, v.l.fw, v.l.fh)
	v.base.Edge = 0.8
	if v.o.Tier == cell.Mono || v.o.Glyphs == cell.Braille {
		v.base.Edge = 0.5 // dark edges are gaps there
	}
	v.base.Dots = v.o.Glyphs == cell.Braille
	v.base.Flat = v.base.Dots || v.o.Tier == cell.Mono
	v.over.Flat, v.over.Dots, v.over.Edge = v.base.Flat, v.base.Dots, v.base.Edge
	v.over.Unmixed = v.o.Tier >= cell.Colors16 || v.base.Dots
}

// compose puts the field's cells into f: those of the static layer, and over
// them those that something moving touches.
func (v *View) compose(f *cell.Frame) {
	for y := range v.l.rows {
		copy(f.Cells[(y+v.l.y)*f.W+v.l.x:][:v.l.cols], v.base.cells[y*v.l.cols:][:v.l.cols])
	}
	for _, i := range v.over.Touched {
		x, y := i%v.l.cols, i/v.l.cols
		f.Cells[(y+v.l.y)*f.W+v.l.x+x] = v.resolveMoving(x, y)
	}
}

// FieldX returns the field's x of the middle of column col of f, for the mouse.
// It is not clamped: the field's left wall is at 0.
func (v *View) FieldX(f *cell.Frame, col int) (x float64) {
	l := &v.l
	if f.W != l.w || f.H != l.h {
		fit := newLayout(f.W, f.H, engine.FieldW, engine.FieldH, v.o.Aspect)
		l = &fit
	}
	if l.small {
		return engine.FieldW / 2
	}
	return l.fieldX(col)
}
