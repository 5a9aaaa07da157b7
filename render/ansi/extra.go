package ansi

import (
	"fmt"
	"strings"

	"arkterm/render/cell"
)

// An extra is a [cell.Extra] as a terminal is sent it.
type extra struct {
	from      cell.Extra
	underline ink    // 0: the color of the text
	link      string // parameters and target of OSC 8; "" if none
}

// Maximum lengths of a hyperlink in bytes. VTE, which has the lowest limits, ignores longer ones.
const (
	maxURL    = 2083
	maxLinkID = 250
)

// SetUnderlines sets whether the terminal has underline styles and underline colors. Otherwise each underline is a single
// line in the color of the text. The next Frame sends every cell.
func (e *Encoder) SetUnderlines(styled bool) {
	if styled != e.underlines {
		e.underlines = styled
		e.forgetExtras()
	}
}

// SetLinks sets whether to send hyperlinks. The next Frame sends every cell.
func (e *Encoder) SetLinks(links bool) {
	if links != e.links {
		e.links = links
		e.forgetExtras()
	}
}

// forgetExtras makes the next frame send every cell with its extras.
func (e *Encoder) forgetExtras() {
	e.known, e.have.styled = false, false
	e.extras = e.extras[:0]
}

// learnExtras takes over the extras of a frame. If a number has another meaning than in the last frame, cells with such a
// number are sent again.
func (e *Encoder) learnExtras(all []cell.Extra) {
	same := 0
	for same < min(len(all), len(e.extras)) && all[same] == e.extras[same].from {
		same++
	}
	if same < len(e.extras) {
		e.extras, e.have.styled = e.extras[:same], false
		for i := range e.shown {
			if e.shown[i].Attr.Extra() >= same {
				e.shown[i] = unknown
			}
		}
	}
	for _, x := range all[same:] {
		n := extra{from: x}
		if e.underlines {
			n.underline = inkOf(x.Underline, e.tier)
		}
		if e.links {
			n.link = linkOf(x)
		}
		e.extras = append(e.extras, n)
	}
}

// linkOf returns the parameters and the target of OSC 8 without a byte that could end the sequence: a byte of the URL that
// is not printable ASCII is percent-encoded, and one of the ID becomes an underscore.
func linkOf(x cell.Extra) string {
	if x.URL == "" || len(x.URL) > maxURL {
		return ""
	}
	var b strings.Builder
	if x.ID != "" && len(x.ID) <= maxLinkID {
		b.WriteString("id=")
		for _, c := range []byte(x.ID) {
			if c <= ' ' || c > '~' || c == ':' || c == ';' { // a colon or a semicolon ends the ID
				c = '_'
			}
			b.WriteByte(c)
		}
	}
	b.WriteByte(';')
	for _, c := range []byte(x.URL) {
		if c < ' ' || c > '~' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	if b.Len() > maxURL+maxLinkID+len("id=;") {
		return "" // it is too long when encoded
	}
	return b.String()
}

// supported returns the part of a that this terminal is sent. A number of an extra remains only if it makes a difference.
func (e *Encoder) supported(a cell.Attr) cell.Attr {
	if style := a & cell.Underlined; style != 0 && (!e.underlines || style > cell.DashedUnderline) {
		a = a&^cell.Underlined | cell.Underline
	}
	if k := a.Extra(); k >= 0 {
		if k >= len(e.extras) || e.extras[k].link == "" && (e.extras[k].underline == 0 || a&cell.Underlined == 0) {
			a &^= cell.ExtraMask
		}
	}
	return a
}

// underline returns the color of the underline of a style, 0 if it is the color of the text.
func (e *Encoder) underline(a cell.Attr) ink {
	if k := a.Extra(); k >= 0 {
		return e.extras[k].underline
	}
	return 0
}

// link returns the hyperlink of a style, "" for a style without one.
func (e *Encoder) link(a cell.Attr) string {
	if k := a.Extra(); k >= 0 {
		return e.extras[k].link
	}
	return ""
}

// linkCost returns how many bytes it takes to open the hyperlink of a style, or to close one.
func (e *Encoder) linkCost(a cell.Attr) int32 {
	if !e.links {
		return 0
	}
	return int32(len(linkBegin) + max(len(e.link(a)), len(";")) + len(linkEnd))
}

const (
	linkBegin = "\x1b]8;"
	linkEnd   = "\x1b\\"
	closeLink = linkBegin + ";" + linkEnd
)

// relink appends the change from the hyperlink of the style have to the hyperlink of the style want.
func (e *Encoder) relink(dst []byte, have, want cell.Attr) []byte {
	link := e.link(want)
	if (have|want)&cell.ExtraMask == 0 || e.link(have) == link {
		return dst
	}
	if link == "" {
		return append(dst, closeLink...)
	}
	dst = append(append(dst, linkBegin...), link...)
	return append(dst, linkEnd...)
}

// endLink closes the hyperlink of the current style, because other sequences and other programs' text may follow a frame.
func (e *Encoder) endLink(dst []byte) []byte {
	h := &e.have
	if !h.styled || e.link(h.look.attr) == "" {
		return dst
	}
	h.styled = e.underline(h.look.attr) == 0 // else no look has this underline color without the hyperlink
	h.look.attr &^= cell.ExtraMask
	return append(dst, closeLink...)
}
