package render

import (
	"cmp"
	"fmt"

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

// Options configure a View. The zero Options are valid.
type Options struct {
	Glyphs  cell.Glyphs
	Tier    cell.Tier
	Aspect  float64     // width of a cell divided by its height; 0 means 0.5
	Theme   theme.Theme // the zero Theme means the first of theme.All
	Effects Effects     // the zero value means FullEffects
	Names   []string    // level names by index; may be nil or shorter than the pack
	Keys    HintKeys
	Look    Look   // look of the paddle and the balls
	Cursor  Follow // object that the terminal's cursor follows

	OwnPaddle int       // index of the viewer's paddle
	Players   [2]string // names in a match, lower paddle first; "" means LOWER or UPPER
	Flipped   bool      // draw the field upside down, for the player of the upper paddle
	Series    int       // number of games needed to win a series of matches; 0 if there is no series
	Wins      [2]int    // games won in the series, by paddle
}

// HintKeys contains the names of keys in the HUD's hints. "" means the default key, except for Fire2.
type HintKeys struct {
	Fire   string // serves, recalls, shoots and shoves
	Fire2  string // Fire of the second player; "" shows no hint, for example for a bot
	Warp   string // continues with the next level
	Rewind string // rewinds by one second
}

// hintTexts contains the texts of the hints in the HUD.
type hintTexts struct{ serve, serve2, recall, shoot, shove, warp, rewind string }

// hints returns the hint texts for the player of the paddle with the index own.
func (k HintKeys) hints(own int) hintTexts {
	fire := cmp.Or(k.Fire, "space")
	ownFire := fire
	if own == 1 {
		ownFire = cmp.Or(k.Fire2, fire)
	}
	h := hintTexts{
		serve: fmt.Sprintf(text.HUD.Serve, fire), recall: fmt.Sprintf(text.HUD.Recall, ownFire),
		shoot: fmt.Sprintf(text.HUD.Shoot, ownFire), shove: fmt.Sprintf(text.HUD.ShoveHint, ownFire),
		warp: fmt.Sprintf(text.HUD.NextLevel, cmp.Or(k.Warp, "W")), rewind: fmt.Sprintf(text.HUD.Rewind,
			cmp.Or(k.Rewind, "bksp")),
	}
	if k.Fire2 != "" {
		h.serve2 = fmt.Sprintf(text.HUD.Serve, k.Fire2)
	}
	return h
}

// A View draws a game into frames. It caches the parts of the picture that seldom change, and keeps the effects of
// recent events, such as sparks, flashes and trails. A View draws one game at a time and detects when a new game
// begins. It is not safe for concurrent use.
type View struct {
	opts        Options
	theme       theme.Theme // theme of the options, adapted to the color tier and the scenery
	scenery     *theme.Scenery
	speckColors [theme.NumInks]cell.Color
	textLook    widget.Look // look of text elements
	l           layout
	mirror      *mirror // nil unless the field has been flipped

	// Layers of the field, from back to front.
	board    boardLayer
	movers   raster.Layer // moving bricks
	overlay  raster.Overlay
	cellMemo raster.Memo // resolved cells of movers and overlay; invalidated when the board changes below them
	picker   raster.Picker
	effects  effectState

	// Content in addition to the game.
	hints       hintTexts
	levelNames  []string  // level names, in the characters of the glyph set
	playerNames [2]string // player names, in the characters of the glyph set
	labels      Labels
	best        Best
	ghost       *engine.Game // drawn dimly while it is in the same level; nil if none
	spectators  int          // number of spectators
	mapView     widget.MapView
	mapDrawn    *widget.LevelMap // the last map
	mapSource   theme.Theme      // theme of the last map before its adaptation to mapTier
	mapTier     cell.Tier        // tier of the last map
	mapTheme    theme.Theme      // mapSource, adapted to mapTier

	// State of the current frame.
	fieldOnly       bool           // draw no text: DrawTitle, DrawBackdrop or DrawSample is drawing
	inSample        bool           // DrawSample is drawing
	covered         [2]widget.Area // areas covered by the title or a dialog; bricks that touch them are not drawn
	aimLine         []geom.Vec
	pointLabelAreas []widget.Area // areas of the point labels drawn so far
	underNotice     []cell.Cell   // cells under a notice about a sent drop
	hudPen          widget.Pen    // pen of the panel
	gauges          []gauge       // gauges by row of the panel; rows with an ended gauge are empty
	paddleInks      [2]paddleInk  // colors of each paddle
	paddleBoxes     [2]raster.Box // areas where the paddles were drawn last
	look            lookInk       // colors of the option Look

	lastWasTitle  bool // DrawTitle has drawn the last dialog
	openCeiling   bool // the game is a match, so the field has no ceiling
	brickInterval int  // see SetBrickInterval
	frameCount    int  // number of frames drawn so far
}

// NewView returns a View with the given options.
func NewView(o Options) *View {
	v := new(View)
	v.effects, v.gauges = newEffects(), make([]gauge, maxGauges)
	v.SetOptions(o)
	return v
}

// SetOptions changes the options, starting with the next frame, for example after the terminal has reported its
// capabilities. Running effects continue.
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
	v.l, v.mirror = layout{}, nil // rebuilt by the next Draw
}

// Release frees the memory that depends on the frame's size. The next Draw allocates it again. Running effects
// continue.
func (v *View) Release() {
	v.board = boardLayer{bricks: v.board.bricks}
	v.movers, v.overlay, v.cellMemo = raster.Layer{}, raster.Overlay{}, raster.Memo{}
}

// SetTheme changes the theme, starting with the next frame.
func (v *View) SetTheme(t theme.Theme) {
	o := v.opts
	o.Theme = t
	v.SetOptions(o)
}

// setScenery adapts the theme to a scenery. It reports whether the scenery has changed.
func (v *View) setScenery(s *theme.Scenery) bool {
	if s == v.scenery {
		return false
	}
	v.scenery = s
	v.theme = v.opts.Theme.InScenery(s).ForTier(v.opts.Tier)
	v.paddleInks, v.look = newPaddleInks(&v.theme), newLookInk(&v.theme, v.opts.Look, v.opts.Glyphs)
	v.speckColors = v.theme.SpeckColors(v.opts.Tier)
	return true
}

// TextColors returns the colors of text and background in v's tier.
func (v *View) TextColors() (text, back cell.Color) { return v.theme.Text, v.theme.Back }

// Options returns the options of v.
func (v *View) Options() Options { return v.opts }

// FieldX converts a column of f, for example the column of the mouse, to the x coordinate of its middle in the field,
// in units from the left wall. The result can be outside the field. If f is too small for a game, FieldX returns the
// middle of the field.
func (v *View) FieldX(f *cell.Frame, col int) (x float64) {
	l := &v.l
	if f.W != l.w || f.H != l.h {
		fit := newLayout(f.W, f.H, spec.FieldW, spec.FieldH, v.opts.Aspect, v.opts.Glyphs.SubCells())
		l = &fit
	}
	if l.tooSmall {
		return spec.FieldW / 2
	}
	return l.fieldX(col)
}

// A boardLayer contains the resting bricks and the walls, as sub-cells and as resolved cells. It remembers the bricks
// as it has painted them. So it repaints only the surroundings of bricks that have changed.
type boardLayer struct {
	raster.Grid
	outline    raster.Outline
	cells      [][]cell.Cell // rows of cells; nil for rows of empty cells that never contained a brick
	blank      []cell.Cell   // an empty row without specks
	specks     []speck       // by row
	firstSpeck []int         // by row: index in specks of the first speck; the last element is len(specks)
	bricks     []brick       // bricks as painted
	painted    bool          // the layer was painted after the last reset
}

// reset clears s to an empty field with the background color back and without specks. The next update paints
// everything.
func (s *boardLayer) reset(l *layout, glyphs cell.Glyphs, back cell.Color) {
	s.Resize(l.cols, l.rows, glyphs.SubCells(), l.cellW, l.cellH)
	s.outline.Resize(&s.Grid, glyphs)
	s.cells = make([][]cell.Cell, l.rows)
	s.blank = make([]cell.Cell, l.cols)
	for x := range s.blank {
		s.blank[x] = cell.Cell{Glyph: ' ', Fg: back, Bg: back}
	}
	s.specks, s.firstSpeck = s.specks[:0], make([]int, l.rows+1)
	s.painted = false
}

// A Best contains the player's records before the current game. 0 means that there is no record.
type Best struct {
	Score  int // best score in the same score table
	Ticks  int // shortest time in which the level was cleared
	Points int // most points in the level
}

// Labels selects the objects that are labeled with their names: falling drops by kind, and bricks by index.
type Labels struct {
	Drops  [spec.NumDrops]bool
	Bricks []int
}

// announcementVisible reports whether a levelAnnouncement is visible.
func (v *View) announcementVisible(g *engine.Game) bool {
	s := &v.effects.announcement
	return s.announcedAt > 0 && v.effects.now-s.announcedAt < announcementTicks && g.Phase == engine.Play
}

// Effects is the amount of decoration. It does not affect the game.
type Effects uint8

// String returns the name of e, in the form that ParseEffects accepts.
func (e Effects) String() string { return effectNames[e] }

// The amounts of decoration, from most to least.
const (
	FullEffects Effects = iota
	SomeEffects         // no shaking, trails, fireworks or gradual appearance of levels; few sparks
	NoEffects           // reduced motion: only the game itself moves
)

var effectNames = [...]string{"full", "some", "none"}

// ParseEffects returns the amount of effects with the given name: full, some or none.
func ParseEffects(name string) (Effects, error) {
	return parse.Name(name, FullEffects, len(effectNames))
}
