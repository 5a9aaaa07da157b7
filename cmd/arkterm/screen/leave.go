package screen

import (
	"strings"
	"time"
)

// This file restores the terminal's original state when the screen leaves it.

// Limits of the wait for replies when the Screen leaves the terminal. Without this wait, the shell would receive the
// replies to pending queries as typed text.
//
// The wait takes two round-trip times, but at least minReplyWait and at most maxReplyWait. Before the first reply, the
// round-trip time is unknown, so the minimum is higher. A stalled link delivers all replies when it recovers, so the
// wait for it is longer. The queries cannot be withdrawn. Even if a program discards its unread output, a pty on Linux
// keeps up to 4 KB of it.
const (
	minReplyWait    = 500 * time.Millisecond
	firstReplyWait  = time.Second     // replaces minReplyWait before the first reply
	remoteReplyWait = 2 * time.Second // like firstReplyWait, for remote terminals; an estimate
	maxReplyWait    = 3 * time.Second
	stallWait       = 12 * time.Second // replaces the other limits on a stalled link, see replyWait
)

// Stop restores the terminal for other programs, until the next Start.
func (t *Screen) Stop() {
	t.lifecycle.Lock()
	defer t.lifecycle.Unlock()
	t.leave()
}

// Close restores the terminal permanently and ends all goroutines of this Screen. It waits at most flushLimit for
// output, and then for pending replies. StopListening and StopWaiting end the wait for replies.
func (t *Screen) Close() error {
	t.mu.Lock()
	t.ended = true
	if t.probeTimer != nil {
		t.probeTimer.Stop()
	}
	if t.canvas != nil && t.canvas.timer != nil {
		t.canvas.timer.Stop()
	}
	t.mu.Unlock()

	t.lifecycle.Lock()
	defer t.lifecycle.Unlock()
	t.leave()
	t.reader.close()
	t.writer.giveUp()

	t.mu.Lock()
	defer t.mu.Unlock()
	t.events.end()
	return nil
}

// StopWaiting makes Stop and Close return without waiting for replies, both running calls and later ones.
func (t *Screen) StopWaiting() {
	t.mu.Lock()
	t.skipReplies = true
	t.mu.Unlock()
	t.reader.end()
}

// leave restores the terminal's original state. Later output is discarded until the next Start. The caller holds
// lifecycle.
func (t *Screen) leave() {
	t.mu.Lock()
	if !t.started {
		t.mu.Unlock()
		return
	}
	t.started = false
	gone, leftAt := t.goneErr != nil, t.options.Now()
	if !t.lines { // otherwise the sequence was sent by Lines
		t.keyboardOffEnd = t.writer.writeRaw(t.leaveSequence()) + len(t.keyboard.off)
	}
	switch {
	case t.link.answers[queryDA1]:
		t.query(queryDA1) // its reply ends the wait for all other replies
	case t.link.answers[queryDSR]:
		t.query(queryDSR)
	}
	t.mu.Unlock() // the reading goroutine may need it

	flushed := t.writer.flush(flushLimit)
	if !flushed {
		t.force()
	} else {
		// The leave sequence has been written, so nothing is left to write if this process is killed while it waits.
		t.transport.Renew("")
	}
	// A terminal that is gone does not reply. After a panic, reading could panic again.
	if !gone && !t.reader.readReplies(func() time.Duration { return t.replyWait(leftAt) }) && flushed {
		t.retract()
	}
	t.reader.end()
	t.transport.Leave()
}

// replyWait returns the time to wait for the next reply. It is 0 or less if no reply is pending, the wait is over, or
// StopWaiting was called. leftAt is the time at which leave was called.
func (t *Screen) replyWait(leftAt time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now, l := t.options.Now(), &t.link
	_, shared := t.transport.(replyWaitSetter)
	if t.skipReplies || !l.ExpectsReplies(now) {
		return 0
	}
	wait := min(max(minReplyWait, 2*l.lastRTT), maxReplyWait)
	recovering := l.path.lastReply >= leftAt && l.lastRTT > l.path.minRTT+overdueAfter // a late reply has arrived
	switch {
	case !l.Responded() && t.options.Remote:
		wait = remoteReplyWait
	case !l.Responded():
		wait = firstReplyWait
	case shared && l.lateness(now) > overdueAfter && !recovering:
		return leftAt + stallWait - now
	}
	return max(leftAt, l.path.lastReply) + wait - now
}

// force leaves a terminal that has stopped reading. It discards as much unread output as possible, because that may
// contain queries. Then it writes the leave sequence.
//
// The terminal may already have read the queued leave sequence. Leaving most modes twice does no harm. But the title
// and the keyboard flags are on stacks of the terminal, and a second pop would remove the title or the flags of another
// program. Therefore force pops each of them at most once, and only if it was pushed. One case is not handled: if the
// terminal has read nothing since Start, force may discard pushTitle and still pop the title.
func (t *Screen) force() {
	ended := t.writer.giveUp()
	queued, sent := t.writer.progress()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.link.DropUnsent(t.lastQueryEnd, sent)
	if sent == queued || t.lines && sent >= t.linesLeftEnd {
		return
	}
	leave := screenMode | t.used
	if !ended || sent < t.titlePushed {
		leave &^= titleMode
	}
	sequence := leaveModes(leave)
	if ended && sent >= t.keyboardOnEnd && sent < t.keyboardOffEnd {
		sequence = t.keyboard.off + sequence
	}
	t.transport.Force(sequence)
}

// retract discards output that the terminal may not have read, if it did not reply in time. This may discard the leave
// sequence, too. Therefore retract sends again those parts of it that are safe to send twice.
func (t *Screen) retract() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.link.ExpectsReplies(t.options.Now()) {
		sequence := ""
		if !t.lines {
			leave := leaveModes((screenMode | t.used) &^ titleMode)
			sequence = t.keyboard.reset + strings.Replace(leave, clearScreen, "", 1)
		}
		t.transport.Force(sequence)
	}
}

// leaveSequence returns the sequence that leaves all modes that were entered. The caller holds mu.
func (t *Screen) leaveSequence() string {
	if t.lines {
		return ""
	}
	return t.keyboard.off + leaveModes(screenMode|t.used)
}

// A replyWaitSetter is a [Transport] whose terminal returns to another program afterwards. SetReplyWait sets the
// maximum time until replies arrive. If this process is killed, the other program must not read from the terminal
// before that time is over.
type replyWaitSetter interface{ SetReplyWait(replies time.Duration) }

// announce calls SetReplyWait if the maximum time for replies exceeds the announced time or has fallen below a third of
// it. It announces 50 % more than the maximum, so that small changes need no call. The caller holds mu.
func (t *Screen) announce() {
	a, ok := t.transport.(replyWaitSetter)
	if wait := t.link.maxReplyTime(); ok && t.started && (wait > t.announcedWait || wait < t.announcedWait/3) {
		t.announcedWait = wait * 3 / 2
		a.SetReplyWait(t.announcedWait)
	}
}
