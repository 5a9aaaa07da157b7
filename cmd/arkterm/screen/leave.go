package screen

import "time"

// This file is the way back: how the terminal is left as it was found.

// replyLimit is how long the end may be held up by what is still on its way from the terminal. It is enough
// for a link round the world.
const replyLimit = 500 * time.Millisecond

// Stop gives the terminal back, until the next Start.
func (t *Screen) Stop() {
	t.life.Lock()
	defer t.life.Unlock()
	t.leave()
}

// Close gives the terminal back for good, within flushLimit and replyLimit, and ends all goroutines started
// for it.
func (t *Screen) Close() error {
	t.mu.Lock()
	t.ended = true
	if t.patience != nil {
		t.patience.Stop()
	}
	t.mu.Unlock()

	t.life.Lock()
	defer t.life.Unlock()
	t.leave()
	t.reader.close()
	t.writer.giveUp()

	t.mu.Lock()
	defer t.mu.Unlock()
	t.events.end()
	return nil
}

// leave gives the terminal back as it was found, within flushLimit and replyLimit. Anything written after
// that is discarded, until the next Start. life is held.
func (t *Screen) leave() {
	t.mu.Lock()
	if !t.taken {
		t.mu.Unlock()
		return
	}
	t.taken = false
	gone := t.why != nil
	if !t.lines { // otherwise it was sent when they began
		t.popped = t.writer.raw(t.leaveSequence()) + len(t.keyboard.off)
	}
	switch {
	case t.link.knows[askFence]:
		t.ask(askFence) // its reply ends the waiting for all others
	case t.link.knows[askStatus]:
		t.ask(askStatus)
	}
	t.mu.Unlock() // the reading goroutine may need it

	switch {
	case !t.writer.flush(flushLimit):
		t.force()
	case !gone: // who is gone does not reply, and what has panicked would again
		t.reader.settle(t.pendingReplies, replyLimit)
	}
	t.reader.end()
	t.transport.Leave()
}

// force writes the leave sequence itself if the writer has not got to it: the terminal has stopped
// reading, or the machine is busy. If there is no room for it, unread output is thrown away.
//
// Most modes may be left twice. The title may be popped only once, and only if it was pushed: a pop from
// an empty stack does nothing, but otherwise it takes another program's title. The same holds for the
// keyboard's flags. Throwing output away may drop pushTitle too, but by then the terminal has read it,
// unless it has read nothing since it was taken.
func (t *Screen) force() {
	ended := t.writer.giveUp()
	queued, sent := t.writer.progress()
	if sent == queued {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lines && sent >= t.told {
		return
	}
	sequence := leaveModes(t.title && ended && sent >= t.aside)
	if ended && sent >= t.pushed && sent < t.popped {
		sequence = t.keyboard.off + sequence
	}
	t.transport.Force(sequence)
}

// leaveSequence returns the sequence that leaves all modes that were entered. mu is held.
func (t *Screen) leaveSequence() string {
	if t.lines {
		return ""
	}
	return t.keyboard.off + leaveModes(t.title)
}

// pendingReplies returns the number of replies still to come.
func (t *Screen) pendingReplies() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.link.open)
}
