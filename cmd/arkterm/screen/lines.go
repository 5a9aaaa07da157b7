package screen

import "strings"

// Lines says whether the terminal shows lines of text, one below the other as a shell does, or frames. With lines none
// of the modes is entered, so that whatever reads the screen aloud, enlarges it or puts it into braille finds what it
// knows; keys come one by one all the same. Frames are not shown. It takes effect at once, and for each later Start.
func (t *Screen) Lines(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if on == t.lines {
		return
	}
	leave := t.leaveSequence() // of what is entered now
	t.lines = on
	if !t.taken || t.why != nil {
		return
	}
	if on {
		before := t.writer.raw(leave)
		t.coded, t.checking = keyboard{}, 0
		t.popped, t.told = before+len(t.keyboard.off), before+len(leave)
		t.transport.Renew(t.leaveSequence())
		return
	}
	t.transport.Renew(t.leaveSequence()) // first: who is killed in between has left too much rather than too little
	t.enter()
}

// Say shows a line of text below the last one. Control characters in it are left out.
func (t *Screen) Say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken && t.lines && t.why == nil {
		t.writer.raw(strings.Map(printable, text) + "\r\n")
	}
}

// printable returns r, or −1 for a control character.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}
