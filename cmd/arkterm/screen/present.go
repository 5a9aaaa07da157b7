package screen

import (
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
)

// A FrameScreen is a screen that can show a whole frame in one call.
type FrameScreen interface {
	ShowFrame(f *cell.Frame) error
}

// A Presenter shows frames on any tcell.Screen. It passes whole frames to a [FrameScreen]. On other screens it sets
// the cells that have changed since the previous frame and calls Show.
//
// A Presenter is not safe for concurrent use.
type Presenter struct {
	screen      tcell.Screen
	frameScreen FrameScreen // screen, if it is a FrameScreen
	shown       cell.Frame  // the cells on the screen, with the glyphs of cell.VisibleGlyph
	copied      cell.Frame  // a copy of a shared frame
	texts       glyphTexts
	tier        cell.Tier
}

// NewPresenter returns a Presenter for a screen on which Init was called.
func NewPresenter(s tcell.Screen) *Presenter {
	p := &Presenter{screen: s, tier: cell.Truecolor}
	p.frameScreen, _ = s.(FrameScreen)
	return p
}

// Show shows f. It returns the error of [FrameScreen.ShowFrame], or nil on other screens.
func (p *Presenter) Show(f *cell.Frame) error {
	if p.frameScreen != nil {
		return p.frameScreen.ShowFrame(f)
	}
	narrow := f.NoAmbiguousWidth
	if f.Shared != nil {
		f.Shared.Copy(&p.copied)
		f = &p.copied
	}
	sizeChanged := f.W != p.shown.W || f.H != p.shown.H
	if sizeChanged {
		p.shown.Resize(f.W, f.H)
		p.screen.Clear()
		// A FrameScreen moves its hidden cursor to the frame's cursor. Other screens can only move a visible cursor, so
		// the frame's cursor is ignored.
		p.screen.HideCursor()
	}
	var style cell.Style
	var converted tcell.Style
	for i, c := range f.Cells {
		c.Glyph = cell.VisibleGlyph(f.Cells, f.W, i)
		if narrow {
			c.Glyph = cell.Narrow(c.Glyph)
		}
		if !sizeChanged && c.Equal(&p.shown.Cells[i]) {
			continue
		}
		p.shown.Cells[i] = c
		if s := (cell.Style{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}); s != style || converted == tcell.StyleDefault {
			style, converted = s, tcellStyle(f, s, p.tier)
		}
		p.put(i%f.W, i/f.W, c.Glyph, converted)
	}
	p.screen.Show()
	return nil
}

// put sets a cell to a glyph. If the screen measures another width for the glyph, put replaces it by a question mark,
// because the rest of the row would be shifted.
func (p *Presenter) put(x, y int, glyph rune, s tcell.Style) {
	columns := 1
	switch {
	case glyph == cell.Tail: // the wide glyph to the left occupies both cells
		return
	case glyph == 0:
		glyph = ' '
	case cell.Wide(glyph):
		columns = 2
	}
	if _, n := p.screen.Put(x, y, p.texts.get(cell.Printable(glyph)), s); n == columns {
		return
	}
	p.screen.Put(x, y, "?", s)
	if columns == 2 {
		p.screen.Put(x+1, y, " ", s)
	}
}

// SetTier limits the colors of later frames if the screen is not a FrameScreen. By default, such a screen converts true
// colors itself.
func (p *Presenter) SetTier(t cell.Tier) {
	if t != p.tier {
		p.tier = t
		p.Forget()
	}
}

// Forget makes the next Show set all cells. Call it after other code has drawn on the screen.
func (p *Presenter) Forget() { p.shown = cell.Frame{} }

// glyphTexts caches the texts of glyphs, because the conversion to a string allocates.
type glyphTexts map[rune]string

// maxGlyphTexts limits the number of texts. When it is reached, all texts are discarded.
const maxGlyphTexts = 1 << 12

// get returns the text of a glyph.
func (t *glyphTexts) get(glyph rune) string {
	if glyph >= ' ' && glyph < utf8.RuneSelf {
		return ascii[glyph-' ' : glyph-' '+1]
	}
	text, ok := (*t)[glyph]
	if !ok {
		if *t == nil || len(*t) == maxGlyphTexts {
			*t = make(glyphTexts)
		}
		text = string(cell.AppendGlyph(nil, glyph))
		(*t)[glyph] = text
	}
	return text
}

// ascii contains the ASCII characters from the space on.
const ascii = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f"
