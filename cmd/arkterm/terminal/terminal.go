// Package terminal makes a device out of a pair of byte streams to a terminal: frames go in, events
// and what the terminal can do come out. It knows how terminals are taken and given back, what they
// are asked and how they reply, and whether frames wait on the way to them. It knows no file, no
// signal and no environment: what concerns this process's own terminal is in package process, and
// an SSH server has its channels.
//
//	t, err := terminal.New(transport, terminal.Options{Tier: cell.Truecolor, Now: now})
//	err = t.Start()        // the terminal is taken
//	go t.Listen()
//	for ev := range t.Events() { … t.Show(frame) … }
//	t.Close()              // and given back
package terminal

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render/cell"
)

// replyLimit is how long replies that are on their way may hold up the end. They come from the
// other end of the world in that time.
const replyLimit = 300 * time.Millisecond

// eventsWaiting is how many events may wait for the loop. When it is stuck and there are
// more, they are dropped: Ctrl-C behind them must still be seen.
const eventsWaiting = 1024

// ErrGone is that the terminal is gone: nobody is at the other end any more.
var ErrGone = errors.New("the terminal is gone")

// Options are what a terminal is told when it is made.
type Options struct {
	Tier    cell.Tier                 // colours are sent as it says
	Title   bool                      // it has a title, see HasTitle
	Queries bool                      // it may be sent queries: what it can do, what it has read
	Far     bool                      // it is at the other end of a link, and replies take longer
	Now     func() time.Duration      // the time, since any origin
	Guard   func()                    // is deferred in every goroutine; nil: a panic of one loses the terminal
	Signal  func(input.KeyEvent) bool // takes the keys that stand for signals; nil: they are keys
}

// A Terminal is a device on which a session is shown. It is taken by Start and given back by Stop,
// for a while, or Close. The modes of the terminal and the way back from them are its own: they are
// left whatever happens in between.
//
// Listen is called in a goroutine of its own, and Show, Behind and Flow in one other; the rest may
// be called anywhere.
type Terminal struct {
	transport Transport
	options   Options
	reader    reader
	gone      chan struct{} // closed when the terminal is gone
	changed   chan struct{} // a token when size or caps may be others

	life   sync.Mutex // is held while the terminal is taken or given back
	writer *writer    // there is always one, though it may have been given up

	mu     sync.Mutex
	events chan input.Event // closed when the terminal is gone
	why    error            // why it is gone; nil: it is not
	taken  bool             // the modes are entered
	ended  bool             // never again
	aside  int              // how many bytes of the writer's put the title aside
	pushed int              // how many enter the keyboard's protocol
	popped int              // and leave it

	keyboard keyboard // what is entered beside the modes
	link     link
	probe    probe
	caps     caps.Caps   // as of when the terminal last told all
	patience *time.Timer // with the probe; nil before that is begun
}

// New returns a terminal that is not taken yet.
func New(tr Transport, o Options) (*Terminal, error) {
	t := &Terminal{
		transport: tr, options: o,
		gone: make(chan struct{}), changed: make(chan struct{}, 1), events: make(chan input.Event, eventsWaiting),
		link: newLink(o.Queries, o.Now()), probe: newProbe(o.Queries),
	}
	if o.Guard == nil {
		t.options.Guard = func() {
			if err := worker.Caught(recover()); err != nil {
				t.lose(err)
			}
		}
	}
	t.reader = reader{transport: tr, take: t.take}
	return t, t.openWriter()
}

// openWriter starts a writer where there is none, or only one that was given up.
func (t *Terminal) openWriter() error {
	if t.writer != nil {
		if !t.writer.ended() {
			return nil
		}
		t.writer.giveUp() // its goroutine may still be there
	}
	to, err := t.transport.Writer()
	if err != nil {
		return fmt.Errorf("start writing to the terminal: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writer = newWriter(to, t.options.Tier, t.Lose, t.options.Guard)
	t.writer.setSync(t.caps.Sync)
	return nil
}

// Lose says that the terminal is gone.
func (t *Terminal) Lose() { t.lose(ErrGone) }

// lose says why. Only the first reason counts.
func (t *Terminal) lose(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why == nil {
		t.why = why
		close(t.gone)
		close(t.events)
	}
}

// Err returns nil, or why the terminal is gone: ErrGone, or a *worker.Panic of one of its goroutines.
func (t *Terminal) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.why
}

// Gone is closed when the terminal is gone.
func (t *Terminal) Gone() <-chan struct{} { return t.gone }

// Start takes the terminal, for the first time or after Stop.
func (t *Terminal) Start() error {
	t.life.Lock()
	defer t.life.Unlock()
	if t.isTaken() {
		return nil
	}
	if t.isEnded() { // Close came between a stop and what was to follow it
		return errors.New("the terminal was given back for good")
	}
	if err := t.openWriter(); err != nil {
		return err
	}
	if err := t.reader.begin(); err != nil {
		return fmt.Errorf("start reading from the terminal: %w", err)
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.transport.Enter(t.leaveSequence()); err != nil {
		return err
	}
	t.taken = true
	t.aside = t.writer.raw(enterModes(t.options.Title)) + len(pushTitle)
	t.push()
	t.renewed()
	return nil
}

// leaveSequence is what leaves all modes. mu is held.
func (t *Terminal) leaveSequence() string { return t.keyboard.off + leaveModes(t.options.Title) }

// push enters the keyboard's protocol. mu is held.
func (t *Terminal) push() {
	if on := t.keyboard.on; on != "" {
		t.pushed = t.writer.raw(on) + len(on)
	}
}

// renewed forgets what the terminal shows and which replies were to come: it was somebody else's
// for a while. mu is held.
func (t *Terminal) renewed() {
	t.link.Reset(t.options.Now())
	t.writer.forget()
}

// Renew enters the modes again, after somebody else had the terminal and without a
// Stop before: a SIGSTOP leaves no time for one. It reports whether the terminal is taken.
func (t *Terminal) Renew() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken {
		return false
	}
	t.transport.Renew(t.leaveSequence())
	t.writer.raw(enterModes(false) + t.keyboard.again)
	t.renewed()
	return true
}

// setKeyboard changes the protocol of the keyboard, for as long as the terminal is taken and
// whenever it is taken again. mu is held.
func (t *Terminal) setKeyboard(k keyboard) {
	if k == t.keyboard {
		return
	}
	if t.taken {
		t.writer.raw(t.keyboard.off)
	}
	t.keyboard = k
	if t.taken {
		t.transport.Renew(t.leaveSequence())
		t.push()
	}
}

// StopListening makes Listen return.
func (t *Terminal) StopListening() { t.reader.end() }

// Listen takes what the terminal sends until StopListening or Stop, or until the terminal is gone.
func (t *Terminal) Listen() {
	defer t.options.Guard()
	if err := t.reader.read(); err != nil {
		t.Lose()
	}
}

// Stop gives the terminal back, until the next Start.
func (t *Terminal) Stop() {
	t.life.Lock()
	defer t.life.Unlock()
	t.leave()
}

// Close gives the terminal back for good, within half a second, and ends all that was started for
// it.
func (t *Terminal) Close() error {
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
	return nil
}

// leave gives the terminal back as it was found, within flushLimit and replyLimit. What is written
// after that goes nowhere, until the next Start. life is held.
func (t *Terminal) leave() {
	t.mu.Lock()
	if !t.taken {
		t.mu.Unlock()
		return
	}
	t.taken = false
	sequence := t.leaveSequence()
	t.popped = t.writer.raw(sequence) + len(t.keyboard.off)
	t.mu.Unlock() // whoever reads may need it

	if t.writer.flush(flushLimit) {
		t.reader.settle(t.writer.pendingReplies, replyLimit)
	} else {
		t.force()
	}
	t.transport.Leave()
}

// force writes the way back in place of a writer that has not come to it: the terminal has
// stopped reading, or the machine is busy. Where there is no room for it, what the terminal
// has not read so far is thrown away.
//
// Leaving a mode twice does no harm, but the title is taken back once, and only if it was put
// aside: from an empty stack terminals take nothing, from one that is not empty they take
// another program's title. So it is with the keyboard's flags. What throws away may take the title's
// way there along; it is long read then, unless the terminal has not read since it was taken.
func (t *Terminal) force() {
	ended := t.writer.giveUp()
	queued, sent := t.writer.progress()
	if sent == queued {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	sequence := leaveModes(t.options.Title && ended && sent >= t.aside)
	if ended && sent >= t.pushed && sent < t.popped {
		sequence = t.keyboard.off + sequence
	}
	t.transport.Force(sequence)
}

func (t *Terminal) isTaken() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken
}

func (t *Terminal) isEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended
}

// Events returns where keys, mouse, focus and replies arrive, in the order in which the
// terminal sent them. It is closed when the terminal is gone.
func (t *Terminal) Events() <-chan input.Event { return t.events }

// take takes an event, in the goroutine that reads. It never waits for the loop.
func (t *Terminal) take(ev input.Event) {
	if ev.Type == input.EventKey && t.options.Signal != nil && t.options.Signal(ev.Key) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if ev.Type == input.EventReply {
		t.reply(ev.Reply)
	}
	if t.why != nil {
		return
	}
	select {
	case t.events <- ev:
	default:
	}
}

// reply takes what the terminal has replied. mu is held.
func (t *Terminal) reply(r input.Reply) {
	switch r.Kind {
	case input.StatusReply:
		t.writer.replied()
		t.link.Reply(t.options.Now())
	case input.AttributesReply:
		t.writer.replied()
	}
	if t.probe.Take(r) {
		t.learned()
	}
}

// learned makes use of what the terminal has told of itself. mu is held.
func (t *Terminal) learned() {
	t.caps = t.probe.caps
	t.writer.setSync(t.caps.Sync)
	t.setKeyboard(keyboardOf(t.caps))
	t.change()
}

// Changed returns where a token arrives when size or caps may be others than before.
func (t *Terminal) Changed() <-chan struct{} { return t.changed }

func (t *Terminal) change() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// Resized says that the terminal may have another size. What it shows then is its own affair, also
// when the size is the old one again, so that the next frame is sent whole.
func (t *Terminal) Resized() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writer.forget()
	t.change()
}

// Size returns the terminal's size as it is now, at least 1×1 and at most 500×200.
func (t *Terminal) Size() (cols, rows int) { return t.transport.Size().Clamped() }

// Caps returns what the terminal can do, as far as it has told.
func (t *Terminal) Caps() caps.Caps {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, size := t.caps, t.transport.Size()
	c.Pixels, c.Aspect = size.inPixels(), size.aspect()
	if !c.Pixels && c.CellW > 0 && c.CellH > 0 {
		c.Aspect = clampAspect(float64(c.CellW) / float64(c.CellH))
	}
	return c
}

// SetTier has colours sent as a tier says from the next frame on.
func (t *Terminal) SetTier(tier cell.Tier) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.options.Tier = tier
	t.writer.setTier(tier)
}

// Behind reports whether the terminal has still to read what it was sent. A frame would only wait
// then, and also while the terminal is given back.
func (t *Terminal) Behind() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.taken || !t.writer.ready() || !t.link.Ready(t.options.Now())
}

// Show sends what makes the terminal show a frame. Behind the first one it is asked what it can do:
// so the player does not wait for the replies.
func (t *Terminal) Show(f *cell.Frame) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why != nil {
		return t.why
	}
	if !t.taken {
		return nil
	}

	now := t.options.Now()
	query := t.link.Queries(now)
	if t.link.Mute() {
		t.writer.expectNoReplies()
	}
	if t.writer.show(f, query) {
		queries := 0
		if query {
			queries = 1
		}
		t.link.Sent(now, queries)
	}

	if t.probe.Due() {
		t.ask()
	}
	return nil
}

// ask begins the probe. mu is held.
func (t *Terminal) ask() {
	limit := probeLimit
	if t.options.Far {
		limit = probeLimitLink
	}
	t.probe.Begin()
	t.writer.query(probeQueries)
	t.patience = time.AfterFunc(limit, func() {
		defer t.options.Guard()
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.probe.Expire() {
			t.learned()
		}
	})
}

// A Flow says how frames get along on their way to a terminal.
type Flow struct {
	Steady bool          // frames that have to wait say something about how fast the link is
	Mute   bool          // the terminal does not tell what it has read
	Trip   time.Duration // from a query to its reply, the last one
	State  string        // of the link, in a word
	Sent   int           // bytes that were ever sent, or wait to be
}

// Flow returns how it is now.
func (t *Terminal) Flow() Flow {
	t.mu.Lock()
	defer t.mu.Unlock()
	queued, _ := t.writer.progress()
	return Flow{t.link.Steady(), t.link.Mute(), t.link.trip, t.link.state.String(), queued}
}
