package render

import (
	"cmp"
	"fmt"
	"slices"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/text"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// Options are the settings of a View. The zero Options are valid.
type Options struct {
	Glyphs  cell.Glyphs
	Tier    cell.Tier
	Aspect  float64     // of a cell, width ÷ height; 0: 0.5
	Theme   theme.Theme // the zero Theme is the first of theme.All
	Effects Effects     // the zero Effects is FullEffects
	Names   []string    // of the levels, by index; may be short or nil
	Keys    HintKeys
	Cursor  Follow // where the cursor is

	OwnPaddle int       // the paddle of who looks on
	Players   [2]string // of a match, the one at the floor first; "": LOWER, UPPER
	Flipped   bool      // the field is upside down, for who plays the upper paddle
}

// HintKeys are the labels of the keys in the HUD's hints. An empty label means the default key, except for
// Fire2: a bot needs no hint.
type HintKeys struct {
	Fire   string // serves; of the own paddle, recalls, shoots, shoves
	Fire2  string // the same for the second player; "": no hint
	Warp   string // leads to the next level
	Rewind string // goes back a second
}

// hints are the texts of the HUD's hints.
type hints struct{ serve, serve2, recall, shoot, shove, warp, rewind string }

// hints returns the hints with the names of the keys, for who plays a paddle.
func (k HintKeys) hints(own int) hints {
	fire := cmp.Or(k.Fire, "space")
	mine := fire
	if own == 1 {
		mine = cmp.Or(k.Fire2, fire)
	}
	h := hints{
		serve: fmt.Sprintf(text.HUD.Serve, fire), recall: fmt.Sprintf(text.HUD.Recall, mine), shoot: fmt.Sprintf(text.HUD.Shoot, mine), shove: fmt.Sprintf(text.HUD.ShoveHint, mine),
		warp: fmt.Sprintf(text.HUD.NextLevel, cmp.Or(k.Warp, "W")), rewind: fmt.Sprintf(text.HUD.Rewind, cmp.Or(k.Rewind, "bksp")),
	}
	if k.Fire2 != "" {
		h.serve2 = fmt.Sprintf(text.HUD.Serve, k.Fire2)
	}
	return h
}

// A View draws games. It keeps finished pictures of things that seldom change, and the effects of recent
// events: sparks, flashes, trails. Use a View for one game at a time; it detects a new one.
type View struct {
	opts         Options
	theme        theme.Theme // in the options' tier, and the light of the world
	scenery      *theme.Scenery
	speckColors  [theme.NumInks]cell.Color
	textLook     widget.Look // of what is text
	l            layout
	board        boardLayer
	picker       raster.Picker
	movers       raster.Layer // moving bricks, in front of base
	overlay      raster.Overlay
	cellMemo     raster.Memo // the cells of movers and over, until base changes below them
	effects      effectState
	aimLine      []geom.Vec
	hints        hints
	hudPen       widget.Pen     // of the panel
	lastWasTitle bool           // the last dialog was drawn by Title
	fieldOnly    bool           // the frame is being drawn by Title: the field without texts …
	covered      [2]widget.Area // … and without bricks that would be covered in part
	inSample     bool           // the frame is being drawn by Sample
	mirror       *mirror        // nil until the field is flipped
	names        Names

	levelNames  []string  // of the options, as they are drawn in the glyph set
	playerNames [2]string // likewise

	labelAreas    []widget.Area // the areas of points in this frame
	mapView       widget.MapView
	ghost         *engine.Game // drawn dimly if in the same level; nil: none
	best          Best
	spectators    int           // by how many people
	paddleInks    [2]paddleInk  // of the paddles
	paddleBoxes   [2]raster.Box // where they were drawn last
	openCeiling   bool          // open ceiling: a match
	brickInterval int           // see Spare
	levelFrames   int           // drawn of the level
}

// NewView returns a view.
func NewView(o Options) *View {
	v := new(View)
	v.effects = newEffects()
	v.SetOptions(o)
	return v
}

// SetOptions changes the options from the next frame on, for instance after a reply of the terminal.
// Running effects continue.
func (v *View) SetOptions(o Options) {
	if o.Aspect == 0 {
		o.Aspect = 0.5
	}
	o.Aspect = min(max(o.Aspect, 0.2), 1.25)
	if o.Theme == (theme.Theme{}) {
		o.Theme = theme.All[0]
	}
	v.levelNames, v.playerNames = o.Names, o.Players
	if o.Glyphs == cell.ASCII {
		v.levelNames = widget.PlainLines(o.Names)
		for k, name := range o.Players {
			v.playerNames[k] = widget.Plain(name)
		}
	}
	v.opts, v.hints, v.scenery = o, o.Keys.hints(o.OwnPaddle), nil
	v.setScenery(theme.SceneryOf(""))
	v.textLook = widget.Look{Theme: &v.theme, Tier: o.Tier, Glyphs: o.Glyphs, Blocks: o.Glyphs.Blocks()}
	v.picker.SetShapes(o.Glyphs.Shapes(), o.Tier < cell.Colors16)
	v.l, v.mirror = layout{}, nil // the next Draw makes new ones
}

// Release frees the memory that grows with the frame's size. The next Draw allocates it again, for the size that the frame has
// then. Running effects continue.
func (v *View) Release() {
	v.board = boardLayer{bricks: v.board.bricks}
	v.movers, v.overlay, v.cellMemo = raster.Layer{}, raster.Overlay{}, raster.Memo{}
}

// SetTheme changes the theme from the next frame on.
func (v *View) SetTheme(t theme.Theme) {
	o := v.opts
	o.Theme = t
	v.SetOptions(o)
}

// setScenery changes the theme to that of a scenery, and reports whether it was another one.
func (v *View) setScenery(s *theme.Scenery) bool {
	if s == v.scenery {
		return false
	}
	v.scenery = s
	v.theme = v.opts.Theme.InScenery(s).ForTier(v.opts.Tier)
	v.paddleInks = newPaddleInks(&v.theme)
	v.speckColors = v.theme.SpeckColors(v.opts.Tier)
	return true
}

// Ink returns the colours of text and background in v's tier.
func (v *View) Ink() (text, back cell.Color) { return v.theme.Text, v.theme.Back }

// Options returns the options of v.
func (v *View) Options() Options { return v.opts }

// FieldX returns the field's x at the middle of column col of f, for the mouse. It is not clamped: the
// field's left wall is at 0.
func (v *View) FieldX(f *cell.Frame, col int) (x float64) {
	l := &v.l
	if f.W != l.w || f.H != l.h {
		fit := newLayout(f.W, f.H, spec.FieldW, spec.FieldH, v.opts.Aspect, v.opts.Glyphs.SubCells())
		l = &fit
	}
	if l.small {
		return spec.FieldW / 2
	}
	return l.fieldX(col)
}

// A boardLayer layer is the part of the field that seldom changes, resting bricks and walls, as sub-cells and
// as finished cells. It compares the game's bricks with those it shows, and repaints only around changed
// ones.
type boardLayer struct {
	raster.Grid
	outline raster.Outline
	cells   []cell.Cell // cols×rows
	ground  []uint8     // the same without bricks: by cell, an index of specks
	specks  []speck     // different ones, of which there are a few
	bricks  []brick     // as painted
	painted bool        // painted at least once
}

// reset makes s an empty field; the next update paints everything.
func (s *boardLayer) reset(l *layout, sub [2]int) {
	s.Resize(l.cols, l.rows, sub, l.cellW, l.cellH)
	s.outline.Resize(&s.Grid)
	s.cells = slices.Grow(s.cells[:0], l.cols*l.rows)[:l.cols*l.rows]
	s.ground = slices.Grow(s.ground[:0], l.cols*l.rows)[:l.cols*l.rows]
	s.specks = s.specks[:0]
	s.painted = false
}

// A Best is what the player has reached before. Zero means nothing.
type Best struct {
	Score  int // in games of the same table
	Ticks  int // in which the level was cleared
	Points int // in the level
}

// Names are what is named: falling drops by kind, and bricks by index.
type Names struct {
	Drops  [spec.NumDrops]bool
	Bricks []int
}

// finaleVisible reports whether the words about the end of a level stand.
func (v *View) finaleVisible(g *engine.Game) bool {
	s := &v.effects.announcement
	return s.since > 0 && v.effects.now-s.since < finaleTicks && g.Phase == engine.Play
}

// Effects is the amount of decoration. It never changes the game.
type Effects uint8

// String returns the name of e, as ParseEffects takes it.
func (e Effects) String() string { return effectNames[e] }

// The amounts of effects.
const (
	FullEffects Effects = iota
	SomeEffects         // no shake, trails, fireworks or building up of levels; few sparks
	NoEffects           // nothing moves but the game itself: reduced motion
)

var effectNames = [...]string{"full", "some", "none"}

// ParseEffects returns the amount of effects with the given name: full, some or none.
func ParseEffects(name string) (Effects, error) {
	return parse.Name(name, FullEffects, len(effectNames))
}
