package input

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// A Decoder decodes the bytes that a terminal sends into tcell events. It decodes characters, control keys, key
// sequences (in the legacy form, the kitty protocol and win32-input-mode), mouse and focus reports, pastes, and replies
// to queries. It drops unknown sequences and bytes that are not UTF-8.
//
// Details that tcell's events cannot hold are in an [EventKey], an [EventMouse] or an [EventReply]. tcell's own
// decoder reports no key releases. It also misreads unknown sequences: a release as a press, a DA1 reply as
// Shift+Right, a cursor report as F3.
//
// The events do not depend on how the bytes are split between calls. The zero Decoder is ready to use. It needs a
// few hundred bytes for any input, plus up to 1 MiB for a requested clipboard.
type Decoder struct {
	// Context describes the terminal. Callers may change it before each call.
	Context Context

	partial         // the sequence being decoded
	outer   partial // an incomplete sequence that an ESC interrupted; in state inGround if there is none

	introducer byte            // introducer of the string being decoded, or 0
	text       [maxString]byte // first bytes of the string, or of an incomplete character of a paste
	textLen    int             // number of bytes in text
	moreText   []byte          // bytes after text, if the string is the clipboard

	buttons   tcell.ButtonMask // mouse buttons that are down
	pixels    bool             // the mouse is reported in pixels, according to the last ModeReply
	win32Down [4]uint64        // keys of win32-input-mode that are down, by virtual key code

	decoded [2]event // memory of Append, because a byte completes at most two events
}

// A partial is an incomplete sequence.
type partial struct {
	state          decoderState
	seq            [maxCSI]byte  // bytes after the introducer
	n              int           // number of bytes in seq; longer sequences than maxCSI are dropped
	skip           int           // in inX10: number of characters to drop
	heldIntroducer byte          // in inHeld: the introducer
	alt            bool          // in inRune: an ESC preceded the character
	at             time.Duration // time of the ESC; in inPaste, time of the last bytes
	expired        bool          // in inEsc: the wait for the next byte has expired
	escReported    bool          // in inEsc: a lone ESC was reported
	afterReply     bool          // in inEsc: a reply followed the ESC, so the ESC is not part of a reply
}

// A Context contains the current time and the properties of the terminal that a Decoder needs to interpret an ESC byte
// that is not followed by another byte. The zero value describes a local terminal that sends Escape as a plain ESC and
// from which no reply is due.
type Context struct {
	Now           time.Duration // time of the call, as a duration since any fixed origin
	Remote        bool          // over a network, where the bytes of a sequence can arrive up to 100 ms apart
	EncodedEscape bool          // Escape arrives as a sequence, because the kitty protocol or win32-input-mode is on
	ReplyDue      bool          // a reply to a query is due, so an ESC may be its first byte

	Clipboard bool // the program has requested the clipboard; otherwise OSC 52 is ignored
}

// escWait returns how long to wait after an ESC that may be the Escape key.
func (e *Context) escWait() time.Duration {
	switch {
	case e.EncodedEscape:
		return sequenceWait
	case e.Remote:
		return escWaitRemote
	}
	return escWaitLocal
}

// Limits for the stored bytes of a sequence. Keys need far fewer than maxCSI bytes. A longer sequence is read to
// its end and dropped.
const (
	maxCSI    = 64
	maxString = 128
)

// A decoderState is the state of a Decoder between two bytes.
type decoderState uint8

const (
	inGround decoderState = iota
	inRune                // within a UTF-8 character
	inEsc                 // after ESC
	inTail                // after an ESC that was reported as the Escape key; the rest of a sequence may follow
	inHeld                // after an introducer in inTail
	inCSI                 // after ESC [
	inSS3                 // after ESC O
	inString              // after ESC and one of ] P X ^ _, until ST or BEL
	inX10                 // within the three characters after ESC [ M
	inPaste               // until ESC [ 201 ~
)

// Control characters that a Decoder treats specially.
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

// Limits for the time between two bytes of a sequence. Jitter, delayed acknowledgements and clients that send the
// bytes of a reply separately can split a sequence anywhere.
const (
	escWaitLocal  = 30 * time.Millisecond  // after an ESC; if no byte follows, it is the Escape key
	escWaitRemote = 100 * time.Millisecond // the same over a network
	sequenceWait  = time.Second            // after an introducer, which can be typed as well, for example with Alt+[
	stringWait    = 5 * time.Second        // within a string or a paste, because its end may be lost
)

// pastePause is the time after which an ESC or a Ctrl-C ends a paste. The end sequence of a paste may be lost, and
// replies that arrive more often than every stringWait would otherwise continue the paste forever.
const pastePause = time.Second

// pasteEnd is the sequence that ends a paste.
const pasteEnd = "\x1b[201~"

// maxPaste is the maximum length of a paste that is passed to an application, in characters. The share codes of most
// levels have a few hundred characters, and users may copy text around the code.
const maxPaste = 4096

// maxClipboard is the maximum size of the clipboard in base64. Larger contents are dropped.
const maxClipboard = 1 << 20

// Append decodes src, appends its events to dst, and returns dst.
func (d *Decoder) Append(dst []tcell.Event, src []byte) []tcell.Event {
	if d.state == inPaste && len(src) > 0 {
		if d.Context.Now-d.at >= pastePause && d.n == 0 && (src[0] == esc || src[0] == ctrlC) {
			dst = d.Flush(dst)
		}
		d.at = d.Context.Now
	}

	for _, b := range src {
		decoded := d.decode(d.decoded[:0], b)
		dst = appendEvents(dst, decoded)
		clear(decoded) // a decoded event may contain a long text
	}
	return dst
}

// appendEvents converts decoded events to tcell events and appends these to dst.
func appendEvents(dst []tcell.Event, decoded []event) []tcell.Event {
	for i := range decoded {
		dst = decoded[i].appendTo(dst)
	}
	return dst
}

// FlushDelay returns how long to wait for more bytes before calling Flush. It returns 0 if no sequence is incomplete,
// or if the incomplete sequence has no time limit.
func (d *Decoder) FlushDelay() time.Duration {
	switch d.state {
	case inEsc:
		switch {
		case d.introducer != 0:
			return stringWait
		case d.Context.EncodedEscape && d.escReported:
			return 0
		}
		if remaining := d.at + d.Context.escWait() - d.Context.Now; remaining > 0 && !d.expired {
			return remaining
		}
		return escWaitLocal // poll again until no reply is due
	case inTail, inHeld:
		return sequenceWait
	case inString:
		if d.n > 0 {
			return stringWait
		}
		return d.introducerWait()
	case inCSI, inSS3, inX10:
		if d.n == 0 {
			return d.introducerWait()
		}
	case inPaste:
		return stringWait
	}
	return 0
}

// introducerWait returns how long to wait for a byte after an introducer. If the terminal sends Escape as a sequence,
// it also sends Alt+[ as one, so the introducer can only begin a sequence.
func (d *Decoder) introducerWait() time.Duration {
	if d.Context.EncodedEscape {
		return 0
	}
	return sequenceWait
}

// Flush handles the end of a wait. Call it if no byte has arrived within the time that FlushDelay returned. A lone ESC
// becomes the Escape key, and an incomplete sequence is dropped. While a reply is due, Flush does neither, because the
// missing bytes may still arrive. If the terminal sends the Escape key as a sequence (Context.EncodedEscape), a lone
// ESC is not the Escape key and becomes an [EventEscape].
//
// If the rest of a sequence arrives soon after its ESC was reported as the Escape key, it is still decoded as a
// sequence, so that none of its bytes becomes a key.
func (d *Decoder) Flush(dst []tcell.Event) []tcell.Event {
	var buffer [4]event
	return appendEvents(dst, d.flush(buffer[:0]))
}

// flush is Flush for decoded events.
func (d *Decoder) flush(dst []event) []event {
	next := inGround
	switch d.state {
	case inHeld:
		dst = appendKey(dst, asciiKey(d.heldIntroducer))
	case inEsc:
		switch {
		case d.introducer != 0: // the first byte of ST
			dst = d.endOuter(dst)
		case d.Context.ReplyDue && !d.afterReply:
			d.expired = d.expired || !d.Context.EncodedEscape
			return dst
		case d.Context.EncodedEscape:
			dst = d.partial.resolveEsc(d.endOuter(dst), d.Context.EncodedEscape)
			d.expired, d.escReported = true, true
			return dst
		default:
			dst = d.partial.resolveEsc(d.endOuter(dst), d.Context.EncodedEscape)
			next = inTail
		}
	case inPaste:
		dst = append(dst, event{Type: pasteEndEvent})
	case inCSI, inSS3, inString, inX10:
		if d.Context.ReplyDue {
			return dst
		}
		dst = d.endOuter(dst)
	}
	d.introducer = 0
	d.reset(next)
	return dst
}

// resolveEsc appends an event for a lone ESC, unless it was already reported. The event is a loneEscEvent if encoded is
// true, because the terminal sends the Escape key as a sequence. Otherwise it is the Escape key.
func (p *partial) resolveEsc(dst []event, encoded bool) []event {
	switch {
	case p.escReported:
		return dst
	case encoded:
		return append(dst, event{Type: loneEscEvent})
	}
	return appendKey(dst, Keystroke{Key: tcell.KeyEsc})
}

// reset enters the state s, in which no bytes of a sequence are stored.
func (d *Decoder) reset(s decoderState) {
	d.state, d.n = s, 0
	d.alt, d.expired, d.escReported, d.afterReply = false, false, false, false
}

// beginEsc begins a sequence with an ESC. It keeps an incomplete earlier sequence until the new one is complete,
// because a terminal that writes a key and a reply at the same time can send the reply between the bytes of the key.
func (d *Decoder) beginEsc(dst []event) []event {
	dst = d.endOuter(dst)
	d.outer = d.partial
	d.reset(inEsc)
	d.at = d.Context.Now
	return dst
}

// endOuter ends the outer sequence. A lone ESC becomes the Escape key. Other sequences are dropped.
//
//go:noinline // would be copied into many callers
func (d *Decoder) endOuter(dst []event) []event {
	if d.outer.state == inEsc {
		dst = d.outer.resolveEsc(dst, d.Context.EncodedEscape)
	}
	d.outer.state = inGround
	return dst
}

// finish ends a sequence. dst[start:] contains the events of the sequence. After a reply, the outer sequence continues.
// An ESC immediately before a key means Alt if both arrived within the time for one key.
func (d *Decoder) finish(dst []event, start int) []event {
	outer := &d.outer
	isType := func(t eventType) bool { return len(dst) > start && dst[start].Type == t }
	inTime := d.Context.Now-outer.at < d.Context.escWait() || d.Context.EncodedEscape && outer.escReported
	switch {
	case outer.state == inGround:
		return dst
	case isType(replyEvent) && (outer.state != inEsc || inTime):
		d.partial = *outer
		d.afterReply = true
	case outer.state != inEsc:
	case isType(keyEvent) && !d.Context.EncodedEscape:
		dst[start].Key.Mods |= tcell.ModAlt
	case len(dst) == start && d.state == inGround: // Alt and an unknown key
	default:
		n := len(dst)
		// Put the Escape key before the other events.
		if dst = outer.resolveEsc(dst, d.Context.EncodedEscape); len(dst) > n {
			ev := dst[n]
			copy(dst[start+1:], dst[start:n])
			dst[start] = ev
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

// decode decodes one byte.
func (d *Decoder) decode(dst []event, b byte) []event {
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

// ground decodes a byte outside any sequence.
func (d *Decoder) ground(dst []event, b byte) []event {
	switch {
	case b == esc:
		return d.beginEsc(dst)
	case b < utf8.RuneSelf:
		return appendKey(dst, asciiKey(b))
	}
	d.reset(inRune)
	return d.inRune(dst, b)
}

// asciiKey returns the key that sends the byte b.
func asciiKey(b byte) Keystroke {
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

// inRune decodes a byte of a non-ASCII character. A complete character becomes a key if a key can type it.
func (d *Decoder) inRune(dst []event, b byte) []event {
	if b == esc {
		return d.beginEsc(dst)
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

// isIntroducer reports whether ESC and b begin a sequence.
func isIntroducer(b byte) bool { return strings.IndexByte("[O]PX^_", b) >= 0 }

// introduce begins the sequence of the introducer b.
func (d *Decoder) introduce(b byte) {
	switch b {
	case '[':
		d.reset(inCSI)
	case 'O':
		d.reset(inSS3)
	default:
		d.reset(inString)
		d.introducer, d.textLen, d.moreText = b, 0, nil
	}
}

// afterEsc decodes the byte after an ESC.
func (d *Decoder) afterEsc(dst []event, b byte) []event {
	introducer, afterWait := d.introducer, d.expired
	d.introducer = 0

	switch {
	case b == '\\' && (introducer != 0 || !afterWait):
		return d.stringEnd(dst, introducer)
	case b == esc && introducer != 0:
		d.reset(inGround)
		return d.beginEsc(dst)
	case b == esc && afterWait && !d.Context.EncodedEscape:
		dst = d.partial.resolveEsc(d.endOuter(dst), false)
		d.reset(inGround)
		return d.beginEsc(dst)
	case b == esc:
		return d.beginEsc(dst)
	case isIntroducer(b):
		d.introduce(b)
		return dst
	}

	dst = d.endOuter(dst)
	if afterWait { // Escape, followed later by another key
		dst = d.partial.resolveEsc(dst, d.Context.EncodedEscape)
	}
	d.reset(inGround)
	switch {
	case b >= utf8.RuneSelf:
		d.reset(inRune)
		d.alt = !afterWait
		return d.inRune(dst, b)
	case b < ' ' && asciiKey(b).Key == Typed: // Alt+Ctrl-C must end the program like Ctrl-C
		afterWait = true
	}
	return appendAlt(dst, asciiKey(b), !afterWait)
}

// inTail decodes the first byte after an ESC that was reported as the Escape key. An introducer may be a key or
// begin the rest of the sequence, so inTail does not report it until the next byte has arrived.
func (d *Decoder) inTail(dst []event, b byte) []event {
	d.reset(inGround)
	if !isIntroducer(b) {
		return d.ground(dst, b)
	}
	d.reset(inHeld)
	d.heldIntroducer = b
	return dst
}

// inHeld decodes the byte after an introducer that inTail has not reported.
func (d *Decoder) inHeld(dst []event, b byte) []event {
	if !canFollow(d.heldIntroducer, b) {
		dst = appendKey(dst, asciiKey(d.heldIntroducer))
		d.reset(inGround)
		return d.ground(dst, b)
	}
	d.introduce(d.heldIntroducer)
	return d.decode(dst, b)
}

// canFollow reports whether b can be the first byte after an introducer. If it cannot, the user typed the two
// characters.
func canFollow(introducer, b byte) bool {
	switch introducer {
	case '[':
		return b >= ' '
	case 'O':
		return b >= ' ' && b != 'O'
	case '_': // replies of the kitty graphics protocol begin with G
		return b == 'G'
	}
	return b >= ' ' && b < 'A'
}

// inSS3 decodes a byte after ESC O: modifiers, or the final letter of a key in application mode.
func (d *Decoder) inSS3(dst []event, b byte) []event {
	switch {
	case b == esc:
		return d.beginEsc(dst)
	case b < ' ':
		dst = d.endOuter(dst)
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

// inX10 drops the three characters of a mouse report. They are UTF-8 characters in mode 1005, and single bytes
// otherwise. None of them is a control character, so a control character ends the report.
func (d *Decoder) inX10(dst []event, b byte) []event {
	if b == esc {
		return d.beginEsc(dst)
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

// isLead reports whether b is the first byte of a two-byte UTF-8 character.
func isLead(b byte) bool { return b >= 0xc2 && b < 0xe0 }

// inString decodes a byte of a string. ST or BEL ends the string. CAN, SUB, Ctrl-C and the ESC of another sequence also
// end it, because a string without an end must not lock out the player. If the user typed the introducer with Alt,
// there is no string; see isTyped.
func (d *Decoder) inString(dst []event, b byte) []event {
	switch b {
	case bel:
		introducer := d.introducer
		d.introducer = 0
		return d.stringEnd(dst, introducer)
	case can, sub:
		dst = d.endOuter(dst)
		d.introducer = 0
		d.reset(inGround)
	case esc:
		d.reset(inEsc)
	case ctrlC:
		dst = d.endOuter(dst)
		d.introducer = 0
		d.reset(inGround)
		return d.ground(dst, b)
	default:
		if d.n == 0 && d.isTyped(b) {
			dst = d.endOuter(dst)
			d.introducer = 0
			d.reset(inGround)
			return d.ground(dst, b)
		}
		d.n = 1
		switch {
		case d.textLen < len(d.text):
			d.text[d.textLen] = b
			d.textLen++
		case d.isClipboard(d.introducer) && len(d.moreText) <= maxClipboard:
			d.moreText = append(d.moreText, b)
		}
	}
	return dst
}

// isTyped reports whether b, the first byte after a string's introducer, is a separate key because the user typed the
// introducer with Alt. This is assumed if b arrived too late to belong to the same sequence and no reply begins with b.
func (d *Decoder) isTyped(b byte) bool {
	e := &d.Context
	return !e.EncodedEscape && !e.ReplyDue && e.Now-d.at >= e.escWait() && !canFollow(d.introducer, b)
}

// Pasting reports whether the last byte was part of a bracketed paste.
func (d *Decoder) Pasting() bool { return d.state == inPaste }

// inPaste decodes a byte of a paste. d.n is the number of matching bytes of pasteEnd so far.
func (d *Decoder) inPaste(dst []event, b byte) []event {
	if b == pasteEnd[d.n] {
		if d.n++; d.n < len(pasteEnd) {
			return dst
		}
		d.reset(inGround)
		return append(dst, event{Type: pasteEndEvent})
	}

	matched := pasteEnd[:d.n] // not the end of the paste after all
	d.n = 0
	for i := 1; i < len(matched); i++ {
		dst = d.pastedByte(dst, matched[i])
	}
	if b == esc {
		d.n = 1
		return dst
	}
	return d.pastedByte(dst, b)
}

// pastedByte decodes a byte of a pasted text. Characters, Enter and Tab become keys. Other control characters are
// dropped.
func (d *Decoder) pastedByte(dst []event, b byte) []event {
	if b < ' ' {
		d.textLen = 0
		if b == tab || b == cr || b == lf {
			dst = appendKey(dst, asciiKey(b))
		}
		return dst
	}

	d.text[d.textLen] = b
	d.textLen++
	c := d.text[:d.textLen]
	if !utf8.FullRune(c) {
		return dst
	}
	r, n := utf8.DecodeRune(c)

	d.textLen = 0
	if n < len(c) { // an incomplete character, followed by the first byte of the next one
		return d.pastedByte(dst, b)
	}
	if r, ok := character(int(r)); ok && r != utf8.RuneError {
		dst = appendKey(dst, Char(r))
	}
	return dst
}

// singleLine returns the words of text, separated by single spaces. Characters that are not printable count as spaces.
// The text may end within a character.
func singleLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		_, ok := character(int(r))
		return !ok || unicode.IsSpace(r) || r == utf8.RuneError
	}), " ")
}

// inCSI decodes a byte of a control sequence.
func (d *Decoder) inCSI(dst []event, b byte) []event {
	switch {
	case b == esc:
		return d.beginEsc(dst)
	case b < ' ' || b >= del:
		dst = d.endOuter(dst)
		d.reset(inGround)
		return d.ground(dst, b)
	}

	d.push(b)
	linuxKey := d.n > 1 && d.seq[0] == '['
	urxvtShift := b == '$' && d.n <= maxCSI && isNumber(d.seq[:d.n-1]) // a key with Shift in urxvt
	if (b < '@' || d.n == 1 && b == '[') && !linuxKey && !urxvtShift {
		return dst
	}

	n, at := d.n, len(dst)
	d.reset(inGround)
	if n <= maxCSI {
		dst = d.csi(dst, d.seq[:n-1], b)
	}
	if private := d.seq[0] >= '<' && d.seq[0] <= '?'; private && len(dst) == at {
		return d.endOuter(dst)
	}
	return d.finish(dst, at)
}

// appendKey appends the event of a keystroke.
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
