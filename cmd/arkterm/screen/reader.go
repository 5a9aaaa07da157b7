package screen

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// A reader decodes the input from the terminal, in the goroutine that calls read. Keys, mouse and replies
// are one stream in one order, so that none is misread; see input.Decoder.
type reader struct {
	transport Transport
	take      func(tcell.Event) // called with each event
	guard     func()            // deferred while the transport pushes
	expect    func() input.Expect
	filter    input.Decoder
	joins     bool // text that arrives in one piece is a paste, for terminals without bracketed paste
	raw       [256]byte
	events    []tcell.Event // at most two for each byte of raw
	pasting   bool          // a text is being pasted without brackets: the rest of it may follow

	reading sync.Mutex // held while reading

	mu   sync.Mutex
	from Reader // nil before the first begin
}

// begin allows reading.
func (r *reader) begin() error {
	if err := r.open(); err != nil {
		return err
	}
	r.reading.Lock()
	defer r.reading.Unlock()
	r.filter, r.pasting = input.Decoder{}, false
	return nil
}

// open opens the stream from the terminal again. The previous read must have been stopped.
func (r *reader) open() error {
	from, err := r.transport.Reader()
	if err != nil {
		return err
	}
	r.reading.Lock()
	defer r.reading.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.from != nil {
		r.from.Close()
	}
	r.from = from
	return nil
}

// end makes a waiting read and all later ones return.
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

// read passes on events until end is called, which is not an error, or the terminal is gone. If the transport pushes, it returns
// immediately, and lost is called when the terminal is gone.
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
		switch err := r.fill(from, r.patience()); {
		case errors.Is(err, ErrStopped):
			return nil
		case err != nil:
			return err
		}
	}
}

// push passes on the events of bytes that have arrived. Without bytes, the wait for the rest of a sequence has
// expired. push returns how long to wait for the rest of a sequence, or 0.
func (r *reader) push(p []byte) time.Duration {
	defer r.guard()
	r.filter.Expect = r.expect()
	if len(p) == 0 {
		r.flush()
	}
	for part := range slices.Chunk(p, len(r.raw)) {
		r.decode(part)
	}
	return r.patience()
}

// pasteGap is the maximum time between two parts of a text that is pasted without brackets.
const pasteGap = 30 * time.Millisecond

// patience returns how long to wait for more bytes before calling flush, or 0 if there is nothing to flush.
func (r *reader) patience() time.Duration {
	if p := r.filter.Patience(); p > 0 || !r.pasting {
		return p
	}
	return pasteGap
}

// decode passes on the events of bytes that have arrived at the same time.
func (r *reader) decode(p []byte) {
	bracketed := r.filter.Pasting()
	r.events = r.filter.Append(r.events[:0], p)
	burst := input.IsBurst(p) || r.pasting && input.FollowsBurst(p)
	if r.pasting = burst && r.joins && !bracketed; r.pasting {
		r.events = input.JoinKeys(r.events)
	}
	r.takeAll()
}

// flush ends an incomplete sequence and a paste.
func (r *reader) flush() {
	r.events = r.filter.Flush(r.events[:0])
	r.pasting = false
	r.takeAll()
}

func (r *reader) takeAll() {
	for _, ev := range r.events {
		r.take(ev)
	}
}

// fill reads once and passes on the events. If nothing arrives within limit, the wait for the rest of a sequence
// has expired.
func (r *reader) fill(from Reader, limit time.Duration) error {
	n, err := from.Read(r.raw[:], limit)
	r.filter.Expect = r.expect()
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

// settle stops any other read and reads on while wait, the time to wait for the next reply, is greater than 0. end
// stops it. It reports whether the terminal is gone. The next program would take a later reply for typing.
func (r *reader) settle(wait func() time.Duration) (gone bool) {
	if wait() <= 0 {
		return false
	}
	r.end()
	if r.open() != nil {
		return false
	}
	r.reading.Lock()
	defer r.reading.Unlock()
	for limit := wait(); limit > 0; limit = wait() { // the other read may have read the last reply, or end was called before open
		if err := r.fill(r.from, limit); err != nil {
			return !errors.Is(err, ErrStopped)
		}
	}
	return false
}
