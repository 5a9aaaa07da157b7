package render

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/geom"
)

// A Glyphs is the set of glyphs that pictures are made of.
type Glyphs uint8

// The sets of glyphs.
const (
	Quadrant Glyphs = iota // 2×2 sub-cells to a cell
	Half                   // 1×2
	ASCII                  // printable ASCII
)

var glyphNames = [...]string{"quadrant", "half", "ascii"}

// subCells is how many sub-cells a cell has, across and down.
var subCells = [...][2]int{Quadrant: {2, 2}, Half: {1, 2}, ASCII: {1, 1}}

func (g Glyphs) String() string { return glyphNames[g] }

// ParseGlyphs returns the set that s names: quadrant, half or ascii.
func ParseGlyphs(s string) (Glyphs, error) {
	for i, name := range glyphNames {
		if s == name {
			return Glyphs(i), nil
		}
	}
	return 0, fmt.Errorf("unknown glyphs %q, want quadrant, half or ascii", s)
}

// MinW and MinH are the smallest frame that a game is drawn into.
const MinW, MinH = 40, 16

// Options say how a View draws. The zero Options work.
type Options struct {
	Glyphs        Glyphs
	Tier          Tier
	Aspect        float64  // of a cell, width ÷ height; 0: 0.5
	ReducedMotion bool     // no trail, no sparks
	Names         []string // of the levels, by index; may be short or nil
}

// A View draws games. It keeps finished pictures of what seldom changes, and
// what it was shown of the last moments: sparks, flashes, trails. Use one View
// for one game at a time; it notices when another one begins.
type View struct {
	o       Options
	theme   theme
	l       layout
	base    static
	over    overlay
	effects effects
	sight   []geom.Vec
	titled  bool // the last card was drawn by Title
}

// NewView returns a view.
func NewView(o Options) *View {
	if o.Aspect == 0 {
		o.Aspect = 0.5
	}
	o.Aspect = min(max(o.Aspect, 0.2), 1.25)
	v := &View{o: o, theme: newTheme(o.Tier)}
	v.effects.rng = firstSeed
	return v
}

// Draw draws g into f, field and HUD. A frame smaller than MinW×MinH gets a card
// that says so.
func (v *View) Draw(f *Frame, g *engine.Game) {
	v.fit(f, g)
	f.Fill(0, 0, f.W, f.H, ' ', v.theme.of(v.theme.text, 0))
	if v.l.small {
		v.drawTooSmall(f)
		return
	}
	v.update(g.Bricks)
	v.effects.follow(g)
	if v.o.Glyphs == ASCII {
		v.compose(f)
		v.drawMovingASCII(f, g)
	} else {
		v.over.begin(&v.base.raster)
		v.drawMoving(g)
		v.compose(f)
	}
	v.drawWalls(f)
	v.drawHUD(f, g)
	v.drawName(f, g)
}

// fit lays the picture out anew when the frame or the field has another size.
func (v *View) fit(f *Frame, g *engine.Game) {
	if f.W == v.l.w && f.H == v.l.h && g.W == v.l.fw && g.H == v.l.fh {
		return
	}
	v.l = newLayout(f.W, f.H, g.W, g.H, v.o.Aspect)
	if v.l.small {
		return
	}
	sub := subCells[v.o.Glyphs]
	v.base.begin(&v.l, sub[0], sub[1])
	v.over.resize(&v.l, sub[0], sub[1])
	v.base.edge, v.base.blocky = 0.8, v.o.Tier >= Colors16
	if v.o.Tier == Mono {
		v.base.edge = 0.5 // dark edges are gaps there
	}
	v.base.stamps = v.base.uy > stampFrom
	v.over.stamps, v.over.hard, v.over.edge = v.base.stamps, v.o.Tier >= Colors16, v.base.edge
}

// compose puts the field's cells into f: those of the static layer, and over
// them those that something moving touches.
func (v *View) compose(f *Frame) {
	for y := range v.l.rows {
		copy(f.Cells[(y+v.l.y)*f.W+v.l.x:][:v.l.cols], v.base.cells[y*v.l.cols:][:v.l.cols])
	}
	for _, i := range v.over.touched {
		x, y := i%v.l.cols, i/v.l.cols
		f.Cells[(y+v.l.y)*f.W+v.l.x+x] = v.resolveMoving(x, y)
	}
}

// FieldX returns the field's x of the middle of column col of f, for the mouse.
// It is not clamped: the field's left wall is at 0.
func (v *View) FieldX(f *Frame, col int) (x float64) {
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
