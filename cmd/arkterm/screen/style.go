package screen

import (
	"reflect"
	"strings"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
)

// attributes lists the attributes of cells with the corresponding attributes of tcell.
var attributes = [...]struct {
	cell  cell.Attr
	tcell tcell.AttrMask
}{
	{cell.Bold, tcell.AttrBold},
	{cell.Dim, tcell.AttrDim},
	{cell.Reverse, tcell.AttrReverse},
	{cell.Italic, tcell.AttrItalic},
	{cell.Blink, tcell.AttrBlink},
	{cell.StrikeThrough, tcell.AttrStrikeThrough},
}

// styles converts tcell styles to cell styles and caches the results. Use it only with the frame that was passed to
// convert: the index of an extra is valid in one frame.
type styles struct {
	from  tcell.Style // the last style
	mono  bool
	to    cell.Style // the result for from and mono
	known bool
	links map[tcell.Style]cell.Extra // hyperlinks, because reading one allocates
}

// convert converts a style. If mono is set, the terminal has no colors, so a dark foreground is shown as reverse video.
func (s *styles) convert(f *cell.Frame, from tcell.Style, mono bool) cell.Style {
	if s.known && from == s.from && mono == s.mono {
		return s.to
	}
	fg, bg, mask := from.Decompose() //nolint:staticcheck // there is no other way to read the colors
	to := cell.Style{Fg: cellColor(fg), Bg: cellColor(bg)}
	for _, a := range attributes {
		if mask&a.tcell != 0 {
			to.Attr |= a.cell
		}
	}
	if mono && fg.Valid() && cell.Luma(to.Fg.SRGB(cell.DefaultFg)) < 128 {
		to.Attr ^= cell.Reverse
	}
	to.Attr |= cell.Underline * cell.Attr(from.GetUnderlineStyle()) & cell.Underlined
	extra := cell.Extra{Underline: cellColor(from.GetUnderlineColor())}
	if from != from.Url("") {
		link, ok := s.links[from]
		if !ok {
			link.URL, link.ID = linkOf(from)
			if s.links == nil || len(s.links) > cell.MaxExtras {
				s.links = make(map[tcell.Style]cell.Extra)
			}
			s.links[from] = link
		}
		extra.URL, extra.ID = link.URL, link.ID
	}
	to.Attr |= f.Extra(extra)
	s.from, s.mono, s.to, s.known = from, mono, to, true
	return to
}

// linkOf returns the hyperlink of a style and its ID. tcell has no function for this.
func linkOf(s tcell.Style) (url, id string) {
	v := reflect.ValueOf(s)
	return v.FieldByName("url").String(), strings.TrimPrefix(v.FieldByName("urlId").String(), "id=")
}

// cellColor converts a tcell color to a cell color.
func cellColor(c tcell.Color) cell.Color {
	switch {
	case !c.Valid():
		return cell.Default
	case !c.IsRGB() && c < tcell.ColorValid+256:
		return cell.Indexed(int(c - tcell.ColorValid))
	}
	return cell.Color(c.Hex())
}

// tcellStyle converts a cell style of f to a tcell style, and reduces its colors to tier.
func tcellStyle(f *cell.Frame, s cell.Style, tier cell.Tier) tcell.Style {
	var attrs tcell.AttrMask
	for _, a := range attributes {
		if s.Attr&a.cell != 0 {
			attrs |= a.tcell
		}
	}
	fg := tcellColor(s.Fg, tier)
	if fg == tcell.PaletteColor(0) && (tier == cell.Colors8 || tier == cell.Colors16) {
		attrs &^= tcell.AttrBold // terminals show bold black as gray
	}
	to := tcell.StyleDefault.Foreground(fg).Background(tcellColor(s.Bg, tier)).Attributes(attrs)
	if under := s.Attr.UnderlineStyle(); under > 0 {
		to = to.Underline(tcell.UnderlineStyle(under))
	}
	if k := s.Attr.Extra(); k >= 0 {
		x := f.Extras[k]
		to = to.Underline(tcellColor(x.Underline, tier)).Url(x.URL).UrlId(x.ID)
	}
	return to
}

// tcellColor converts the color of a cell to a color of tcell that the tier supports.
func tcellColor(c cell.Color, tier cell.Tier) tcell.Color {
	n, indexed := c.Index()
	switch {
	case c == cell.Default:
		return tcell.ColorReset
	case tier == cell.Mono:
		return tcell.ColorDefault
	case indexed:
	case tier == cell.Colors8:
		n = cell.Index8(c)
	case tier == cell.Colors16:
		n = cell.Index16(c)
	case tier == cell.Colors256:
		n = cell.Index256(c)
	default:
		return tcell.NewHexColor(int32(c))
	}
	return tcell.PaletteColor(n)
}
