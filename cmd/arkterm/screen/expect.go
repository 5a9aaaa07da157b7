package screen

import (
	"time"

	"arkterm/input"
)

// This file decides whether an ESC without a following byte is the Escape key, or the first byte of a sequence whose
// rest is late.

// replyTimeout is the time after which a reply is no longer expected, so that Escape works in terminals that do not
// reply.
const replyTimeout = time.Second

// expectReply records that a query was sent whose reply will have the given kind. If kind is 0, the query has no reply,
// and expectReply does nothing. The caller holds mu.
func (t *Screen) expectReply(kind input.ReplyKind) {
	if kind != 0 {
		t.link.QuerySent(t.options.Now(), 0, kind)
	}
}

// expect returns the properties of the terminal that the input decoder needs.
func (t *Screen) expect() input.Context {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.options.Now()
	return input.Context{
		Now:           now,
		Remote:        t.options.Remote,
		EncodedEscape: t.options.KeyRecords || t.escapeKeyboard != (keyboard{}),
		ReplyDue:      t.link.ReplyDue(now),
		Clipboard:     t.clipboardRequested,
	}
}

// loneEsc handles an ESC byte that does not begin a sequence. It reports whether the ESC is the Escape key. If the
// terminal is known to encode Escape as a sequence, the first such ESC is not a key. The terminal may have been reset,
// which switches the keyboard protocol off, so loneEsc queries the state of the protocol. If no reply arrives within
// replyTimeout, the next ESC is the Escape key. The caller holds mu.
func (t *Screen) loneEsc() bool {
	now := t.options.Now()
	switch {
	case t.escapeKeyboard == (keyboard{}) || !t.started:
		return false
	case t.keyboardCheckDue == 0:
		t.keyboardCheckDue = now + replyTimeout
		t.writer.writeRaw(t.escapeKeyboard.query)
		t.expectReply(t.escapeKeyboard.reply)
		return false
	case now < t.keyboardCheckDue:
		return false
	}
	t.escapeKeyboard, t.keyboardCheckDue = keyboard{}, 0
	return true
}

// checkKeyboard handles a reply with the state of a keyboard protocol. It reports whether the last lone ESC was the
// Escape key, because the protocol turned out to be off. The caller holds mu.
func (t *Screen) checkKeyboard(r input.Reply) bool {
	k, on := keyboardState(r)
	switch {
	case on && !t.lines:
		t.escapeKeyboard, t.keyboardCheckDue = k, 0
	case t.keyboardCheckDue > 0 && k == t.escapeKeyboard:
		t.escapeKeyboard, t.keyboardCheckDue = keyboard{}, 0
		return true
	}
	return false
}

// keyboardState returns the protocol whose state r reports, and whether it encodes Escape as a sequence. For other
// replies it returns the zero keyboard.
func keyboardState(r input.Reply) (k keyboard, on bool) {
	switch {
	case r.Kind == input.KeyboardReply:
		return kittyKeyboard, r.EncodesEscape()
	case r.Kind == input.ModeReply && r.A == input.Win32Mode:
		return win32Keyboard, r.EncodesEscape()
	}
	return k, false
}
