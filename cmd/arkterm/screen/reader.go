package screen

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// A reader decodes the input from the terminal in the goroutine that calls read. One decoder handles keys, mouse
// reports and replies, because their meaning depends on the input before them; see input.Decoder.
type reader struct {
	transport   Transport
	handle      func(tcell.Event) // called with each event
	handlePanic func()            // deferred in each call of push
	expect      func() input.Context
	decoder     input.Decoder
	joinPastes  bool // pass a paste as one event; treat text that arrives in one piece as a paste
	raw         [256]byte
	events      []tcell.Event // events of the last input, at most two for each byte of raw
	pasting     bool          // text is being pasted without brackets, and more may follow
	bracketed   bool          // a paste with brackets has begun
	full        bool          // the last bytes filled raw, so the next ones probably arrived at the same time
	pasted      input.Paste   // the paste so far, if joinPastes is set

	reading sync.Mutex // held while reading

	mu   sync.Mutex
	from Reader // nil before the first begin
}

// begin prepares for calls of read. It discards an incomplete sequence or paste of the previous stream.
func (r *reader) begin() error {
	if err := r.reopen(); err != nil {
		return err
	}
	defer r.reading.Unlock()
	r.decoder, r.pasting, r.bracketed, r.full, r.pasted = input.Decoder{}, false, false, false, input.Paste{}
	return nil
}

// reopen opens the stream from the terminal again. A read of the previous stream must have been stopped. On success,
// reopen returns with reading locked. A goroutine that should read the previous stream may call read late. Therefore
// the caller unlocks reading only when the new stream is ready for it.
func (r *reader) reopen() error {
	from, err := r.transport.Reader()
	if err != nil {
		return err
	}
	r.reading.Lock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.from != nil {
		r.from.Close()
	}
	r.from = from
	return nil
}

// end unblocks a waiting read. That read and all later reads return immediately.
func (r *reader) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.from != nil {
		r.from.Stop()
	}
}

// close ends reading permanently.
func (r *reader) close() {
	r.end()
	r.reading.Lock()
	defer r.reading.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.from != nil {
		r.from.Close()
	}
}

// read passes events to handle until end is called or the connection is lost. It returns an error only in the second
// case. If the transport calls push itself, read returns immediately, and lost is called when the connection is lost.
func (r *reader) read(lost func()) error {
	r.reading.Lock()
	defer r.reading.Unlock()
	r.mu.Lock()
	from := r.from
	r.mu.Unlock()
	if p, ok := from.(pusher); ok {
		p.Push(r.push, lost)
		return nil
	}
	for {
		switch err := r.readOnce(from, r.timeout()); {
		case errors.Is(err, ErrStopped):
			return nil
		case err != nil:
			return err
		}
	}
}

// push decodes the bytes p, which have arrived. An empty p means that the wait for the rest of a sequence has timed
// out. push returns the time to wait for the rest of a sequence, or 0 if none is incomplete.
func (r *reader) push(p []byte) time.Duration {
	defer r.handlePanic()
	r.decoder.Context = r.expect()
	if len(p) == 0 {
		r.flush()
	}
	for part := range slices.Chunk(p, len(r.raw)) {
		r.decode(part)
	}
	return r.timeout()
}

// pasteGap is the maximum time between two parts of text that is pasted without brackets.
const pasteGap = 30 * time.Millisecond

// timeout returns the time to wait for more bytes before flush is called, or 0 if there is nothing to flush.
func (r *reader) timeout() time.Duration {
	if p := r.decoder.FlushDelay(); p > 0 || !r.pasting {
		return p
	}
	return pasteGap
}

// decode decodes bytes that have arrived at the same time and passes the events to handle.
func (r *reader) decode(p []byte) {
	inBrackets := r.decoder.Pasting()
	r.events = r.decoder.Append(r.events[:0], p)
	burst := input.IsBurst(p) || r.pasting && (input.FollowsBurst(p) || r.full && p[0] != esc)
	r.full = len(p) == len(r.raw)
	if burst = burst && r.joinPastes && !inBrackets; !burst {
		r.endPaste()
	}
	r.pasting = burst
	r.handleAll()
}

// flush ends an incomplete sequence and a paste without brackets.
func (r *reader) flush() {
	r.endPaste()
	r.events = r.decoder.Flush(r.events[:0])
	r.handleAll()
}

// endPaste ends a paste without brackets.
func (r *reader) endPaste() {
	if r.pasting {
		r.pasting = false
		r.handlePaste()
	}
}

// handlePaste passes the pasted text to handle.
func (r *reader) handlePaste() {
	if text := r.pasted.Take(); text != "" {
		ev := &input.EventText{Text: text}
		ev.SetEventNow()
		r.handle(ev)
	}
}

// handleAll passes the events to handle, except the keys of a paste if joinPastes is set. Other events during a paste
// without brackets, such as Ctrl-C, are passed before the text.
func (r *reader) handleAll() {
	for _, ev := range r.events {
		if paste, ok := ev.(*tcell.EventPaste); ok && r.joinPastes {
			if r.bracketed = paste.Start(); !r.bracketed {
				r.handlePaste()
			}
			continue
		}
		if k, ok := input.KeystrokeOf(ev); ok && (r.pasting || r.bracketed) && r.pasted.Add(k) {
			continue
		}
		r.handle(ev)
	}
}

// esc is the first byte of a control sequence.
const esc = 0x1b

// readOnce reads once and decodes the bytes. If nothing arrives within limit, it flushes an incomplete sequence.
func (r *reader) readOnce(from Reader, limit time.Duration) error {
	n, err := from.Read(r.raw[:], limit)
	r.decoder.Context = r.expect()
	switch {
	case errors.Is(err, ErrTimeout):
		r.flush()
	case err != nil:
		return err
	default:
		r.decode(r.raw[:n])
	}
	return nil
}

// readReplies stops any other read. Then it reads replies, because otherwise the next program would receive them as
// typed text. Before each read, it calls wait, which returns the time to wait for the next reply. readReplies returns
// when wait returns 0 or less, or when end is called. It reports whether the connection was lost.
func (r *reader) readReplies(wait func() time.Duration) (gone bool) {
	if wait() <= 0 {
		return false
	}
	r.end()
	if r.reopen() != nil {
		return false
	}
	defer r.reading.Unlock()
	// The other read may have read the last reply, or end may have been called before reopen.
	for limit := wait(); limit > 0; limit = wait() {
		if err := r.readOnce(r.from, limit); err != nil {
			return !errors.Is(err, ErrStopped)
		}
	}
	return false
}
