package input

import (
	"bytes"
	"encoding/base64"

	"github.com/gdamore/tcell/v2"
)

// A Reply is the terminal's reply to a query.
type Reply struct {
	Kind ReplyKind
	A, B int    // parameters of the reply; see the kinds
	Text string // text of a VersionReply, otherwise empty
}

// ReportsReleases reports whether r shows that the terminal reports key releases from now on, because the kitty
// protocol's flag for releases or win32-input-mode is on.
func (r Reply) ReportsReleases() bool {
	switch r.Kind {
	case KeyboardReply:
		return r.A&kittyReleases != 0
	case ModeReply:
		return r.A == Win32Mode && r.B == 1
	}
	return false
}

// EncodesEscape reports whether r shows that the terminal sends the Escape key as a sequence, because the kitty
// protocol's flag for distinct codes or win32-input-mode is on.
func (r Reply) EncodesEscape() bool {
	switch r.Kind {
	case KeyboardReply:
		return r.A&(kittyDistinct|kittyAllKeys) != 0
	case ModeReply:
		return r.A == Win32Mode && (r.B == 1 || r.B == 3)
	}
	return false
}

// ModifiedF3 returns F3 with modifiers if r can also mean that key. Terminals send F3 with modifiers in the same form
// as a cursor position in the first row.
func (r Reply) ModifiedF3() (ev Keystroke, ok bool) {
	if r.Kind != CursorReply || r.A != 1 || r.B < 2 || r.B > 1+kittyMods {
		return ev, false
	}
	return Keystroke{Key: tcell.KeyF3, Mods: modifiersOf(r.B - 1)}, true
}

// Modes that change the reports of keys and the mouse: win32-input-mode, and mouse coordinates in pixels. Terminals
// send the reply about PixelMode between the last report in the old unit and the first one in the new unit.
// Therefore a Decoder takes the unit from that reply.
const (
	Win32Mode = 9001
	PixelMode = 1016
)

// A ReplyKind identifies the query that a reply answers.
type ReplyKind uint8

// The kinds of reply.
const (
	_               ReplyKind = iota
	StatusReply               // CSI 5 n: the terminal has processed all earlier output
	ModeReply                 // CSI ? A $ p: B is the state of mode A: 0 unknown, 1 set, 2 reset, 3 or 4 for permanent
	AttributesReply           // CSI c: every terminal replies
	SecondaryReply            // CSI > c: terminal type A, and usually release B
	KeyboardReply             // CSI ? u: flags A of the kitty protocol
	CellReply                 // CSI 16 t: a cell is A pixels high and B pixels wide
	CursorReply               // CSI 6 n: the cursor is in row A, column B
	VersionReply              // CSI > q: name and version of the terminal in printable ASCII, in Text
	ClipboardReply            // OSC 52: the clipboard; reported as a *tcell.EventClipboard
)

// parseReply parses a control sequence without its introducer as a reply.
func parseReply(params []byte, final byte) (r Reply, ok bool) {
	switch final {
	case 'n':
		return Reply{Kind: StatusReply}, string(params) == "0"
	case 'c':
		if p, secondary := bytes.CutPrefix(params, []byte(">")); secondary {
			a, rest, _ := bytes.Cut(p, []byte(";"))
			b, _, _ := bytes.Cut(rest, []byte(";")) // ignore the third number, a cartridge number
			kind, okA := parseNumber(a)
			release, okB := parseNumber(b)
			return Reply{Kind: SecondaryReply, A: kind, B: release}, okA && okB
		}
		return Reply{Kind: AttributesReply}, bytes.HasPrefix(params, []byte("?"))
	case 'u':
		p, private := bytes.CutPrefix(params, []byte("?"))
		a, ok := parseNumber(p)
		return Reply{Kind: KeyboardReply, A: a}, private && ok
	case 'y':
		p, private := bytes.CutPrefix(params, []byte("?"))
		p, report := bytes.CutSuffix(p, []byte("$"))
		a, b, ok := parseTwoNumbers(p)
		return Reply{Kind: ModeReply, A: a, B: b}, private && report && ok
	case 't':
		p, cell := bytes.CutPrefix(params, []byte("6;"))
		a, b, ok := parseTwoNumbers(p)
		return Reply{Kind: CellReply, A: a, B: b}, cell && ok
	case 'R':
		a, b, ok := parseTwoNumbers(params)
		return Reply{Kind: CursorReply, A: a, B: b}, ok
	}
	return r, false
}

// parseTwoNumbers parses two numbers that are separated by a semicolon.
func parseTwoNumbers(p []byte) (a, b int, ok bool) {
	left, right, _ := bytes.Cut(p, []byte(";"))
	a, okA := parseNumber(left)
	b, okB := parseNumber(right)
	return a, b, okA && okB
}

// clipboardPrefix precedes the clipboard in an OSC sequence.
const clipboardPrefix = "52;c;"

// isClipboard reports whether the current string contains the clipboard that the program requested. The string began
// with ESC and introducer.
func (d *Decoder) isClipboard(introducer byte) bool {
	return d.Context.Clipboard && introducer == ']' && d.textLen >= len(clipboardPrefix) &&
		string(d.text[:len(clipboardPrefix)]) == clipboardPrefix
}

// clipboard decodes the clipboard in the current string and appends its event.
func (d *Decoder) clipboard(dst []event) []event {
	text := append(d.text[len(clipboardPrefix):d.textLen:d.textLen], d.moreText...)
	d.moreText = nil
	if len(text) > maxClipboard {
		return d.endOuter(dst)
	}

	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	if err != nil {
		return d.endOuter(dst)
	}
	dst = append(dst, event{Type: clipboardEvent, Clipboard: string(data[:n])})
	return d.finish(dst, len(dst)-1)
}

// stringEnd handles the end of a string that began with ESC and introducer. If introducer is 0, there is no string, and
// only the outer sequence ends. stringEnd decodes the clipboard and DCS > | name, the reply to XTVERSION.
func (d *Decoder) stringEnd(dst []event, introducer byte) []event {
	d.reset(inGround)
	if d.isClipboard(introducer) {
		return d.clipboard(dst)
	}
	d.moreText = nil
	name, ok := bytes.CutPrefix(d.text[:d.textLen], []byte(">|"))
	if introducer != 'P' || !ok {
		return d.endOuter(dst)
	}
	dst = append(dst, event{Type: replyEvent, Reply: Reply{Kind: VersionReply, Text: printable(name)}})
	return d.finish(dst, len(dst)-1)
}

// printable returns the printable ASCII characters of p. Other characters are dropped, because the text is
// displayed and the terminal is not trusted.
func printable(p []byte) string {
	var b [maxString]byte
	n := 0
	for _, c := range p {
		if c >= ' ' && c < del {
			b[n] = c
			n++
		}
	}
	return string(b[:n])
}
