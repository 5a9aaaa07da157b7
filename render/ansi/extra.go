package ansi

import (
	"fmt"
	"strings"

	"arkterm/render/cell"
)

// An extra is a hyperlink, an underline color or both, in the form in which they are sent to the terminal. Attributes
// refer to extras by their index; see [cell.Extra].
type extra struct {
	source    cell.Extra
	underline ink    // 0 is the color of the text
	link      string // parameters and target of OSC 8; "" if none
}

// Maximum lengths of a hyperlink in bytes. VTE has the lowest limits and ignores longer links.
const (
	maxURL    = 2083
	maxLinkID = 250
)

// SetUnderlines sets whether the terminal supports underline styles and underline colors. Without them, every
// underline is a single line in the color of the text. The next Frame sends every cell.
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

// forgetExtras discards the known extras, so that the next frame sends every cell.
func (e *Encoder) forgetExtras() {
	e.known, e.cursor.styleKnown = false, false
	e.extras = e.extras[:0]
}

// recordExtras records the extras of a frame. If an index now refers to a different extra, cells with that index are
// sent again.
func (e *Encoder) recordExtras(all []cell.Extra) {
	same := 0
	for same < min(len(all), len(e.extras)) && all[same] == e.extras[same].source {
		same++
	}
	if same < len(e.extras) {
		e.extras, e.cursor.styleKnown = e.extras[:same], false
		for i := range e.shown {
			if e.shown[i].Attr.Extra() >= same {
				e.shown[i] = unknownCell
			}
		}
	}
	for _, x := range all[same:] {
		n := extra{source: x}
		if e.underlines {
			n.underline = inkOf(x.Underline, e.tier)
		}
		if e.links {
			n.link = linkOf(x)
		}
		e.extras = append(e.extras, n)
	}
}

// linkOf returns the parameters and the target of OSC 8, or "" if there is no URL or the URL is too long. The result
// contains no byte that could end the sequence. Unprintable bytes of the URL are percent-encoded, and unprintable bytes
// of the ID become underscores.
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
		return "" // the URL is too long after encoding
	}
	return b.String()
}

// supportedAttr returns the attributes of a that the terminal supports. It clears the index of an extra (a hyperlink or
// an underline color) if the extra has no effect on this terminal.
func (e *Encoder) supportedAttr(a cell.Attr) cell.Attr {
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

// underline returns the underline color of an attribute, or 0 for the color of the text.
func (e *Encoder) underline(a cell.Attr) ink {
	if k := a.Extra(); k >= 0 {
		return e.extras[k].underline
	}
	return 0
}

// link returns the hyperlink of an attribute, or "" if there is none.
func (e *Encoder) link(a cell.Attr) string {
	if k := a.Extra(); k >= 0 {
		return e.extras[k].link
	}
	return ""
}

// linkCost returns the approximate number of bytes that change to the hyperlink of an attribute. The cost is 0 if the
// terminal does not support hyperlinks.
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

// changeLink appends the sequences that change from the hyperlink of have to the hyperlink of want.
func (e *Encoder) changeLink(dst []byte, have, want cell.Attr) []byte {
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

// endLink closes the hyperlink of the current style, because other sequences or text of other programs may follow
// the frame.
func (e *Encoder) endLink(dst []byte) []byte {
	h := &e.cursor
	if !h.styleKnown || e.link(h.look.attr) == "" {
		return dst
	}
	h.styleKnown = e.underline(h.look.attr) == 0 // a look cannot contain the underline color without the extra
	h.look.attr &^= cell.ExtraMask
	return append(dst, closeLink...)
}
