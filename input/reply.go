package input

import (
	"bytes"
	"encoding/base64"

	"github.com/gdamore/tcell/v2"
)

// A Reply is the terminal's reply to a query.
type Reply struct {
	Kind ReplyKind
	A, B int    // see the kinds
	Text string // of a VersionReply, else ""
}

// ReportsReleases reports whether the terminal says by r that it reports releases of keys from here on:
// that flag of the kitty protocol, or win32-input-mode, is on.
func (r Reply) ReportsReleases() bool {
	switch r.Kind {
	case KeyboardReply:
		return r.A&kittyReleases != 0
	case ModeReply:
		return r.A == Win32Mode && r.B == 1
	}
	return false
}

// EncodesEscape reports whether the terminal sends the Escape key as a sequence according to r: the kitty
// protocol with distinct codes, or win32-input-mode, is on.
func (r Reply) EncodesEscape() bool {
	switch r.Kind {
	case KeyboardReply:
		return r.A&(kittyDistinct|kittyAllKeys) != 0
	case ModeReply:
		return r.A == Win32Mode && (r.B == 1 || r.B == 3)
	}
	return false
}

// ModifiedF3 returns the key that r may stand for instead: terminals send F3 with modifiers as a reply with the
// cursor in the first row.
func (r Reply) ModifiedF3() (ev Keystroke, ok bool) {
	if r.Kind != CursorReply || r.A != 1 || r.B < 2 || r.B > 1+kittyMods {
		return ev, false
	}
	return Keystroke{Key: tcell.KeyF3, Mods: modifiersOf(r.B - 1)}, true
}

// Modes that say how keys and mouse are reported: win32-input-mode, and the mouse in pixels. The reply that says whether
// the latter is on stands between reports in cells and reports in pixels, so a Decoder goes by it.
const (
	Win32Mode = 9001
	PixelMode = 1016
)

// A ReplyKind says to which query it is.
type ReplyKind uint8

// The kinds of reply.
const (
	_               ReplyKind = iota
	StatusReply               // CSI 5 n: the terminal has read all that came before
	ModeReply                 // CSI ? A $ p: mode A is in state B: 0 unknown, 1 set, 2 reset, 3 and 4 for good
	AttributesReply           // CSI c: every terminal answers
	SecondaryReply            // CSI > c: the terminal is of kind A and, most often, of release B
	KeyboardReply             // CSI ? u: the flags A of the kitty protocol
	CellReply                 // CSI 16 t: a cell is A pixels high and B wide
	CursorReply               // CSI 6 n: the cursor is in row A, column B
	VersionReply              // CSI > q: the terminal's name and version, as Text in printable ASCII
	ClipboardReply            // OSC 52: the clipboard; its event is a *tcell.EventClipboard
)

// reply returns the reply that a control sequence is, given without its introducer.
func reply(params []byte, final byte) (r Reply, ok bool) {
	switch final {
	case 'n':
		return Reply{Kind: StatusReply}, string(params) == "0"
	case 'c':
		if p, secondary := bytes.CutPrefix(params, []byte(">")); secondary {
			a, rest, _ := bytes.Cut(p, []byte(";"))
			b, _, _ := bytes.Cut(rest, []byte(";")) // the third is a cartridge's
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
		a, b, ok := twoNumbers(p)
		return Reply{Kind: ModeReply, A: a, B: b}, private && report && ok
	case 't':
		p, cell := bytes.CutPrefix(params, []byte("6;"))
		a, b, ok := twoNumbers(p)
		return Reply{Kind: CellReply, A: a, B: b}, cell && ok
	case 'R':
		a, b, ok := twoNumbers(params)
		return Reply{Kind: CursorReply, A: a, B: b}, ok
	}
	return r, false
}

func twoNumbers(p []byte) (a, b int, ok bool) {
	left, right, _ := bytes.Cut(p, []byte(";"))
	a, okA := parseNumber(left)
	b, okB := parseNumber(right)
	return a, b, okA && okB
}

// clipboardPrefix precedes the clipboard in an operating system command.
const clipboardPrefix = "52;c;"

// isClipboard reports whether the string that began with ESC and the byte begun is a clipboard that was requested.
func (d *Decoder) isClipboard(begun byte) bool {
	return d.Expect.Clipboard && begun == ']' && d.texts >= len(clipboardPrefix) && string(d.text[:len(clipboardPrefix)]) == clipboardPrefix
}

// clipboard appends the clipboard that the string contains.
func (d *Decoder) clipboard(dst []event) []event {
	text := append(d.text[len(clipboardPrefix):d.texts:d.texts], d.more...)
	d.more = nil
	if len(text) > maxClipboard {
		return d.interrupted(dst)
	}
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	if err != nil {
		return d.interrupted(dst)
	}
	dst = append(dst, event{Type: clipboardEvent, Clipboard: string(data[:n])})
	return d.finish(dst, len(dst)-1)
}

// stringEnd decodes the end of a string that began with ESC and the byte begun; 0 if there was no string. It uses
// DCS > | name, the reply to XTVERSION, and a clipboard.
func (d *Decoder) stringEnd(dst []event, begun byte) []event {
	d.reset(inGround)
	if d.isClipboard(begun) {
		return d.clipboard(dst)
	}
	d.more = nil
	name, ok := bytes.CutPrefix(d.text[:d.texts], []byte(">|"))
	if begun != 'P' || !ok {
		return d.interrupted(dst)
	}
	dst = append(dst, event{Type: replyEvent, Reply: Reply{Kind: VersionReply, Text: printable(name)}})
	return d.finish(dst, len(dst)-1)
}

// printable returns what is printable ASCII in p: the name comes from the terminal, and
// is shown to the player.
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
