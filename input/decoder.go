package input

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// A Decoder decodes the bytes that a terminal sends into tcell events: characters, control keys, key sequences
// in the legacy form, in the kitty protocol and in win32-input-mode, mouse and focus reports, pastes, and
// replies to queries. It drops unknown sequences and bytes that are not UTF-8.
//
// Details that tcell's events cannot hold are in an [EventKey], an [EventMouse] or an [EventReply]. tcell's own
// decoder reports no key releases. It also misreads unknown sequences: a release as a press, a DA1 reply as
// Shift+Right, a cursor report as F3.
//
// The events do not depend on how the bytes are split into calls. The zero Decoder is ready to
// use. Its size is a few hundred bytes and does not depend on the input, except for a clipboard of up to 1 MiB after
// a request.
type Decoder struct {
	// Expect describes the terminal. It may be changed before each call.
	Expect Expect

	partial         // the sequence that is being decoded
	outer   partial // a sequence that another ESC interrupted; inGround if there is none

	string byte            // the introducer of the string that has not ended yet, or 0
	text   [maxString]byte // the first bytes of the string, or of an incomplete character of a paste
	texts  int             // the number of bytes in text
	more   []byte          // the bytes after text if the string is the clipboard

	buttons tcell.ButtonMask // mouse buttons that are down
	pixels  bool             // the mouse is reported in pixels, according to the last ModeReply
	down    [4]uint64        // keys of win32-input-mode that are down, one bit each
}

// A partial is an incomplete sequence.
type partial struct {
	state decoderState
	seq   [maxCSI]byte  // the bytes after the introducer
	n     int           // their number; a sequence longer than maxCSI is dropped
	skip  int           // characters to drop in inX10
	held  byte          // the introducer in inHeld
	alt   bool          // in inRune: an ESC came before the character
	at    time.Duration // when the ESC arrived; in inPaste, when the last bytes arrived
	late  bool          // in inEsc: the wait for the next byte has expired
	told  bool          // in inEsc: a lone ESC was reported for it
	own   bool          // in inEsc: a reply came after it, so it is not part of one
}

// Expect describes the terminal that a Decoder reads from. It decides the meaning of an ESC without
// a next byte. The zero value is a local terminal that sends Escape as ESC and owes no reply.
type Expect struct {
	Now           time.Duration // the time of the call, since any origin
	Remote        bool          // behind a network, which can deliver the bytes of a sequence up to 100 ms apart
	EncodedEscape bool          // Escape arrives as a sequence, because the kitty protocol or win32-input-mode is on
	ReplyDue      bool          // a reply to a query is due, so an ESC may be its first byte

	Clipboard bool // the program has requested the clipboard; otherwise OSC 52 is dropped
}

// escWait returns how long to wait after an ESC that may be the Escape key.
func (e *Expect) escWait() time.Duration {
	switch {
	case e.EncodedEscape:
		return restWait
	case e.Remote:
		return escWaitFar
	}
	return escWait
}

// Limits for what is stored of a sequence. A key needs far less than maxCSI. A longer
// one is read to its end and dropped.
const (
	maxCSI    = 64
	maxString = 128
)

type decoderState uint8

const (
	inGround decoderState = iota
	inRune                // within a character in UTF-8
	inEsc                 // after ESC
	inTail                // after an ESC that was taken as the Escape key: the rest of a sequence may follow
	inHeld                // after an introducer in inTail
	inCSI                 // after ESC [
	inSS3                 // after ESC O
	inString              // after ESC ] P X ^ _: until ST or BEL
	inX10                 // the three characters after ESC [ M
	inPaste               // until ESC [ 201 ~
)

// Control characters that mean something to a Decoder.
const (
	ctrlC = 0x03
	bel   = 0x07
	bs    = 0x08
	tab   = 0x09
	lf    = 0x0a
	cr    = 0x0d
	can   = 0x18
	sub   = 0x1a
	esc   = 0x1b
	del   = 0x7f
)

// Limits for the time between two bytes of a sequence. Connections with jitter, delayed
// acknowledgements and clients that send the bytes of a reply separately cut sequences anywhere.
const (
	escWait    = 30 * time.Millisecond  // after an ESC: then it is the Escape key
	escWaitFar = 100 * time.Millisecond // the same over a network
	restWait   = time.Second            // after an introducer, which may also have been typed: Alt+[
	stringWait = 5 * time.Second        // within a string or a paste, which could go on forever
)

// pauseWait is the time after which an ESC or a Ctrl-C is not part of a paste. The end of a paste may be lost, and replies
// that arrive more often than every stringWait would continue it forever.
const pauseWait = time.Second

// pasteEnd is the end of a paste.
const pasteEnd = "\x1b[201~"

// maxPaste is the maximum length of a paste that a [Dispatcher] passes to an application, in characters: a line for a
// field of a dozen characters, with the text that may have been copied around it.
const maxPaste = 120

// maxClipboard is the maximum size of the clipboard, in base64. A larger one is dropped.
const maxClipboard = 1 << 20

// Append decodes src, appends its events to dst, and returns dst.
func (d *Decoder) Append(dst []tcell.Event, src []byte) []tcell.Event {
	if d.state == inPaste && len(src) > 0 {
		if d.Expect.Now-d.at >= pauseWait && d.n == 0 && (src[0] == esc || src[0] == ctrlC) {
			dst = d.Flush(dst)
		}
		d.at = d.Expect.Now
	}
	var room [8]event
	for len(src) > 0 {
		n := min(len(src), len(room)/2)
		dst = appendEvents(dst, d.append(room[:0], src[:n]))
		src = src[n:]
	}
	return dst
}

// appendEvents appends the tcell events of decoded events.
func appendEvents(dst []tcell.Event, decoded []event) []tcell.Event {
	for i := range decoded {
		dst = decoded[i].appendTo(dst)
	}
	return dst
}

// append is Append for decoded events. There are at most two for each byte.
func (d *Decoder) append(dst []event, src []byte) []event {
	for _, b := range src {
		dst = d.byte(dst, b)
	}
	return dst
}

// Patience returns how long to wait for more bytes before calling Flush. It returns 0 if no sequence
// is incomplete, or if only more bytes can complete it.
func (d *Decoder) Patience() time.Duration {
	switch d.state {
	case inEsc:
		switch {
		case d.string != 0:
			return stringWait
		case d.Expect.EncodedEscape && d.told:
			return 0
		}
		if left := d.at + d.Expect.escWait() - d.Expect.Now; left > 0 && !d.late {
			return left
		}
		return escWait // until no reply is due
	case inTail, inHeld:
		return restWait
	case inString:
		if d.n > 0 {
			return stringWait
		}
		return d.typedWait()
	case inCSI, inSS3, inX10:
		if d.n == 0 {
			return d.typedWait()
		}
	case inPaste:
		return stringWait
	}
	return 0
}

// typedWait returns how long to wait for the rest of a sequence of which only the introducer has
// arrived. If Escape is coded, so is Alt+[, and only a sequence begins like that.
func (d *Decoder) typedWait() time.Duration {
	if d.Expect.EncodedEscape {
		return 0
	}
	return restWait
}

// Flush notes that no byte has arrived within the time returned by Patience. A lone ESC is the Escape
// key then, and an incomplete sequence is dropped. While a reply is due neither happens, because the
// missing bytes may still arrive. While Escape is coded, a lone ESC is an [EventEscape].
//
// If the rest of a sequence arrives soon after its ESC was taken as the Escape key, it is still
// read as a sequence, so that none of its bytes is a key.
func (d *Decoder) Flush(dst []tcell.Event) []tcell.Event {
	var room [4]event
	return appendEvents(dst, d.flush(room[:0]))
}

// flush is Flush for decoded events.
func (d *Decoder) flush(dst []event) []event {
	next := inGround
	switch d.state {
	case inHeld:
		dst = appendKey(dst, ascii(d.held))
	case inEsc:
		switch {
		case d.string != 0: // the first half of ST
			dst = d.interrupted(dst)
		case d.Expect.ReplyDue && !d.own:
			d.late = d.late || !d.Expect.EncodedEscape
			return dst
		case d.Expect.EncodedEscape:
			dst = d.partial.lone(d.interrupted(dst), d.Expect.EncodedEscape)
			d.late, d.told = true, true
			return dst
		default:
			dst = d.partial.lone(d.interrupted(dst), d.Expect.EncodedEscape)
			next = inTail
		}
	case inPaste:
		dst = append(dst, event{Type: pasteEndEvent})
	case inCSI, inSS3, inString, inX10:
		if d.Expect.ReplyDue {
			return dst
		}
		dst = d.interrupted(dst)
	}
	d.string = 0
	d.reset(next)
	return dst
}

// lone appends the meaning of the ESC of p, which has turned out not to begin a sequence.
func (p *partial) lone(dst []event, coded bool) []event {
	switch {
	case p.told:
		return dst
	case coded:
		return append(dst, event{Type: loneEscEvent})
	}
	return appendKey(dst, Keystroke{Key: tcell.KeyEsc})
}

func (d *Decoder) reset(s decoderState) {
	d.state, d.n = s, 0
	d.alt, d.late, d.told, d.own = false, false, false, false
}

// begin begins a sequence with an ESC. An incomplete sequence before it is kept until this one is
// complete: a reply can interrupt the bytes of a key if a terminal writes both at the same time.
func (d *Decoder) begin(dst []event) []event {
	dst = d.interrupted(dst)
	d.outer = d.partial
	d.reset(inEsc)
	d.at = d.Expect.Now
	return dst
}

// interrupted ends the outer sequence. An ESC was the Escape key then, others are dropped.
func (d *Decoder) interrupted(dst []event) []event {
	if d.outer.state == inEsc {
		dst = d.outer.lone(dst, d.Expect.EncodedEscape)
	}
	d.outer.state = inGround
	return dst
}

// finish ends a sequence, whose events begin at index at of dst. After a reply, the outer sequence
// continues. An ESC directly before a key means Alt if both arrived within the time for one key.
func (d *Decoder) finish(dst []event, at int) []event {
	outer := &d.outer
	is := func(t eventType) bool { return len(dst) > at && dst[at].Type == t }
	waits := d.Expect.Now-outer.at < d.Expect.escWait() || d.Expect.EncodedEscape && outer.told
	switch {
	case outer.state == inGround:
		return dst
	case is(replyEvent) && (outer.state != inEsc || waits):
		d.partial = *outer
		d.own = true
	case outer.state != inEsc:
	case is(keyEvent) && !d.Expect.EncodedEscape:
		dst[at].Key.Mods |= tcell.ModAlt
	case len(dst) == at && d.state == inGround: // Alt and a key that does not exist
	default:
		n := len(dst)
		if dst = outer.lone(dst, d.Expect.EncodedEscape); len(dst) > n { // it comes before the others
			ev := dst[n]
			copy(dst[at+1:], dst[at:n])
			dst[at] = ev
		}
	}
	outer.state = inGround
	return dst
}

// push stores a byte of the sequence if there is room.
func (d *Decoder) push(b byte) {
	if d.n < len(d.seq) {
		d.seq[d.n] = b
	}
	d.n++
}

// byte decodes one byte.
func (d *Decoder) byte(dst []event, b byte) []event {
	switch d.state {
	case inEsc:
		return d.afterEsc(dst, b)
	case inTail:
		return d.inTail(dst, b)
	case inHeld:
		return d.inHeld(dst, b)
	case inCSI:
		return d.inCSI(dst, b)
	case inSS3:
		return d.inSS3(dst, b)
	case inString:
		return d.inString(dst, b)
	case inPaste:
		return d.inPaste(dst, b)
	case inX10:
		return d.inX10(dst, b)
	case inRune:
		return d.inRune(dst, b)
	}
	return d.ground(dst, b)
}

// ground decodes a byte outside of any sequence.
func (d *Decoder) ground(dst []event, b byte) []event {
	switch {
	case b == esc:
		return d.begin(dst)
	case b < utf8.RuneSelf:
		return appendKey(dst, ascii(b))
	}
	d.reset(inRune)
	return d.inRune(dst, b)
}

// ascii returns the key that sends the byte b.
func ascii(b byte) Keystroke {
	switch {
	case b == cr || b == lf:
		return Keystroke{Key: tcell.KeyEnter}
	case b == tab:
		return Keystroke{Key: tcell.KeyTab}
	case b == bs || b == del:
		return Keystroke{Key: tcell.KeyBackspace}
	case b == 0:
		return Keystroke{Rune: ' ', Mods: tcell.ModCtrl}
	case b < ' ':
		return Keystroke{Rune: unicode.ToLower(rune(b | 0x40)), Mods: tcell.ModCtrl}
	}
	return Char(rune(b))
}

// inRune decodes a byte of a character beyond ASCII. A complete character is a key if it can be
// typed.
func (d *Decoder) inRune(dst []event, b byte) []event {
	if b == esc {
		return d.begin(dst)
	}
	if d.n > 0 && utf8.RuneStart(b) {
		d.reset(inGround)
		return d.ground(dst, b)
	}
	d.push(b)
	c := d.seq[:d.n]
	if !utf8.FullRune(c) {
		return dst
	}
	r, _ := utf8.DecodeRune(c)
	alt := d.alt
	d.reset(inGround)
	if r, ok := character(int(r)); ok && r != utf8.RuneError {
		return appendAlt(dst, Char(r), alt)
	}
	return dst
}

// isIntroducer reports whether b begins a sequence after an ESC.
func isIntroducer(b byte) bool { return strings.IndexByte("[O]PX^_", b) >= 0 }

// introduce begins the sequence of an introducer.
func (d *Decoder) introduce(b byte) {
	switch b {
	case '[':
		d.reset(inCSI)
	case 'O':
		d.reset(inSS3)
	default:
		d.reset(inString)
		d.string, d.texts, d.more = b, 0, nil
	}
}

// afterEsc decodes the byte after an ESC.
func (d *Decoder) afterEsc(dst []event, b byte) []event {
	begun, late := d.string, d.late
	d.string = 0

	switch {
	case b == '\\' && (begun != 0 || !late):
		return d.stringEnd(dst, begun)
	case b == esc && begun != 0:
		d.reset(inGround)
		return d.begin(dst)
	case b == esc && late && !d.Expect.EncodedEscape:
		dst = d.partial.lone(d.interrupted(dst), false)
		d.reset(inGround)
		return d.begin(dst)
	case b == esc:
		return d.begin(dst)
	case isIntroducer(b):
		d.introduce(b)
		return dst
	}

	dst = d.interrupted(dst)
	if late { // Esc, and later another key
		dst = d.partial.lone(dst, d.Expect.EncodedEscape)
	}
	d.reset(inGround)
	switch {
	case b >= utf8.RuneSelf:
		d.reset(inRune)
		d.alt = !late
		return d.inRune(dst, b)
	case b < ' ' && ascii(b).Key == Typed: // Ctrl-C must end the program with Alt too
		late = true
	}
	return appendAlt(dst, ascii(b), !late)
}

// inTail decodes the first byte after an ESC that was taken as the Escape key. An introducer is
// held until the next byte, to tell the rest of a sequence from a key.
func (d *Decoder) inTail(dst []event, b byte) []event {
	d.reset(inGround)
	if !isIntroducer(b) {
		return d.ground(dst, b)
	}
	d.reset(inHeld)
	d.held = b
	return dst
}

// inHeld decodes the byte after an introducer in inTail.
func (d *Decoder) inHeld(dst []event, b byte) []event {
	if !follows(d.held, b) {
		dst = appendKey(dst, ascii(d.held))
		d.reset(inGround)
		return d.ground(dst, b)
	}
	d.introduce(d.held)
	return d.byte(dst, b)
}

// follows reports whether b can be the first byte after an introducer. Otherwise both were typed.
func follows(introducer, b byte) bool {
	switch introducer {
	case '[':
		return b >= ' '
	case 'O':
		return b >= ' ' && b != 'O'
	case '_': // the graphics protocol replies with G
		return b == 'G'
	}
	return b >= ' ' && b < 'A'
}

// inSS3 decodes a byte after ESC O: modifiers, and the letter of a key in application mode.
func (d *Decoder) inSS3(dst []event, b byte) []event {
	switch {
	case b == esc:
		return d.begin(dst)
	case b < ' ':
		dst = d.interrupted(dst)
		d.reset(inGround)
		return d.ground(dst, b)
	case (b >= '0' && b <= '9' || b == ';') && d.n < maxCSI:
		d.push(b)
		return dst
	}
	k, ok := parseLetteredParams(d.seq[:d.n])
	d.reset(inGround)
	at := len(dst)
	if ev, isKey := ss3Key(b); ok && isKey {
		ev.Mods |= k.mods
		dst = appendKey(dst, ev)
	}
	return d.finish(dst, at)
}

// inX10 drops the three characters of a mouse report. In mode 1005 they are encoded in UTF-8, in
// the older mode each is one byte. None is a control character, so these begin another sequence.
func (d *Decoder) inX10(dst []event, b byte) []event {
	if b == esc {
		return d.begin(dst)
	}
	if b < ' ' {
		d.reset(inGround)
		return d.ground(dst, b)
	}
	continues := d.n > 0 && isLead(d.seq[0]) && !utf8.RuneStart(b)
	if !continues {
		if d.skip == 0 {
			d.reset(inGround)
			return d.ground(dst, b)
		}
		d.skip--
	}
	d.n, d.seq[0] = 1, b
	if d.skip == 0 && (continues || !isLead(b)) {
		d.reset(inGround)
	}
	return dst
}

// isLead reports whether b is the first byte of a character of two bytes in UTF-8.
func isLead(b byte) bool { return b >= 0xc2 && b < 0xe0 }

// inString takes a byte of a string. ST or BEL ends it. So do CAN, SUB, Ctrl-C and the ESC
// of another sequence, because a string that never ends must not lock the player out. If the introducer
// was typed with Alt, there is no string.
func (d *Decoder) inString(dst []event, b byte) []event {
	switch b {
	case bel:
		begun := d.string
		d.string = 0
		return d.stringEnd(dst, begun)
	case can, sub:
		dst = d.interrupted(dst)
		d.string = 0
		d.reset(inGround)
	case esc:
		d.reset(inEsc)
	case ctrlC:
		dst = d.interrupted(dst)
		d.string = 0
		d.reset(inGround)
		return d.ground(dst, b)
	default:
		if d.n == 0 && d.isTyped(b) {
			dst = d.interrupted(dst)
			d.string = 0
			d.reset(inGround)
			return d.ground(dst, b)
		}
		d.n = 1
		switch {
		case d.texts < len(d.text):
			d.text[d.texts] = b
			d.texts++
		case d.isClipboard(d.string) && len(d.more) <= maxClipboard:
			d.more = append(d.more, b)
		}
	}
	return dst
}

// isTyped reports whether the first byte of a string is a key, because the introducer was typed with Alt. The
// byte arrived later than the bytes of one key, and no reply begins with it.
func (d *Decoder) isTyped(b byte) bool {
	e := &d.Expect
	return !e.EncodedEscape && !e.ReplyDue && e.Now-d.at >= e.escWait() && !follows(d.string, b)
}

// Pasting reports whether the last byte was part of a paste in brackets.
func (d *Decoder) Pasting() bool { return d.state == inPaste }

// inPaste decodes a byte of a paste. d.n is the number of bytes of pasteEnd that have arrived.
func (d *Decoder) inPaste(dst []event, b byte) []event {
	if b == pasteEnd[d.n] {
		if d.n++; d.n < len(pasteEnd) {
			return dst
		}
		d.reset(inGround)
		return append(dst, event{Type: pasteEndEvent})
	}
	before := pasteEnd[:d.n]
	d.n = 0
	for i := 1; i < len(before); i++ {
		dst = d.pasted(dst, before[i])
	}
	if b == esc {
		d.n = 1
		return dst
	}
	return d.pasted(dst, b)
}

// pasted decodes a byte of a pasted text. Characters, Enter and Tab are keys; other control characters are dropped.
func (d *Decoder) pasted(dst []event, b byte) []event {
	if b < ' ' {
		d.texts = 0
		if b == tab || b == cr || b == lf {
			dst = appendKey(dst, ascii(b))
		}
		return dst
	}
	d.text[d.texts] = b
	d.texts++
	c := d.text[:d.texts]
	if !utf8.FullRune(c) {
		return dst
	}
	r, n := utf8.DecodeRune(c)
	d.texts = 0
	if n < len(c) { // an incomplete character, and the first byte of the next one
		return d.pasted(dst, b)
	}
	if r, ok := character(int(r)); ok && r != utf8.RuneError {
		dst = appendKey(dst, Char(r))
	}
	return dst
}

// line returns the words of a text, which may be cut within a character, with single blanks between them. What is no
// character that is typed counts as a blank.
func line(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		_, ok := character(int(r))
		return !ok || unicode.IsSpace(r) || r == utf8.RuneError
	}), " ")
}

// inCSI decodes a byte of a control sequence.
func (d *Decoder) inCSI(dst []event, b byte) []event {
	switch {
	case b == esc:
		return d.begin(dst)
	case b < ' ' || b >= del:
		dst = d.interrupted(dst)
		d.reset(inGround)
		return d.ground(dst, b)
	}
	d.push(b)
	linuxKey := d.n > 1 && d.seq[0] == '['
	shifted := b == '$' && d.n <= maxCSI && isNumber(d.seq[:d.n-1]) // a key with Shift in urxvt
	if (b < '@' || d.n == 1 && b == '[') && !linuxKey && !shifted {
		return dst
	}
	n, at := d.n, len(dst)
	d.reset(inGround)
	if n <= maxCSI {
		dst = d.csi(dst, d.seq[:n-1], b)
	}
	if private := d.seq[0] >= '<' && d.seq[0] <= '?'; private && len(dst) == at {
		return d.interrupted(dst)
	}
	return d.finish(dst, at)
}

func appendKey(dst []event, ev Keystroke) []event {
	return append(dst, event{Type: keyEvent, Key: ev})
}

// appendAlt appends a key, with Alt if alt is true.
func appendAlt(dst []event, ev Keystroke, alt bool) []event {
	if alt {
		ev.Mods |= tcell.ModAlt
	}
	return appendKey(dst, ev)
}
