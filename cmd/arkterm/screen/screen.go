// Package screen provides a tcell.Screen for slow links. It draws on any terminal that speaks ECMA-48, over a
// tcell.Tty, an SSH channel or another pair of byte streams.
//
// Compared with tcell's own screen, Show sends fewer bytes and does not allocate. It does not wait for the terminal
// either. If the link is slow, a [Screen] measures its rate with queries, sends as much of the picture as the rate
// allows, and sends the rest when the link is free.
//
// [New] returns a Screen on a [Transport]. [NewTtyTransport] and [NewStreamTransport] return transports for most
// programs; the examples show both. A Screen uses no files, signals or environment variables, so the caller passes
// TERM, the number of colors and whether the terminal is in UTF-8 as [Options].
//
// A program that draws whole frames of cells calls [Screen.Ready] and [Screen.ShowFrame] instead of Show. A [Presenter]
// shows such frames on any tcell.Screen.
//
// All methods of a Screen are safe for concurrent use.
//
// # Differences from tcell's own screens
//
//   - Show does not wait, and a slow terminal receives only the latest picture.
//   - Resume shows the cells that were shown before Suspend.
//   - Sync keeps the picture in locked regions.
//   - Control characters in text are not sent.
//   - Text in the color of its background is sent as blanks, unless it has attributes.
//   - Fill draws question marks for a wide character.
//   - A hyperlink does not extend to later text without a link.
//   - Beep does nothing while other output is queued.
//   - A line feed from the terminal is reported as Enter. Alt with Enter is reported as Enter with ModAlt.
//   - Mouse events report all pressed buttons.
//   - Up to 65,536 events are queued. Further events are dropped.
//   - A clipboard event is sent only after GetClipboard, and contains up to 768 KiB.
package screen

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// Intervals at which to check whether the terminal accepts more bytes.
const (
	firstPoll   = time.Millisecond       // interval before the first frame
	writePoll   = 10 * time.Millisecond  // interval after the first frame
	stalledPoll = 100 * time.Millisecond // interval after the terminal has accepted nothing for stalledAfter
)

// ErrGone means that the connection to the terminal was lost.
var ErrGone = errors.New("the terminal is gone")

// Options are the options of New.
type Options struct {
	Tier        cell.Tier                  // color tier: the number of colors to send
	Term        string                     // value of TERM, which identifies terminals that lack features
	UTF8        bool                       // the terminal displays UTF-8; a query measures the width of some characters
	Title       string                     // window title from the first Start on; "" leaves the terminal's title
	Input       bool                       // report mouse motion, pastes and focus from the first Start on
	Bleed       bool                       // glyphs may reach into neighboring cells
	Queries     bool                       // queries may be sent, for capabilities and after frames
	Remote      bool                       // the terminal is behind a network, so replies take longer
	Cap         Cap                        // limits the rate if the link cannot be measured
	KeyRecords  bool                       // the transport always reports key releases, and the mouse in cells
	Now         func() time.Duration       // time since a fixed origin; nil means since New
	SchedDelay  func() time.Duration       // current scheduling delay of goroutines; nil means none
	Lines       bool                       // start with lines of text, see Screen.Lines
	HandlePanic func()                     // deferred in every goroutine; if nil, a panic ends the Screen with an error
	Signal      func(input.Keystroke) bool // handles keys such as Ctrl-C and returns true for them; may be nil
	Details     bool                       // send events of package input, with key releases and replies
}

// A device is the part of a screen that reads input from a terminal and queues events.
type device struct {
	transport Transport // closed after the connection to the terminal is lost
	options   Options
	reader    reader
	gone      chan struct{} // closed when the terminal is gone

	mu      sync.Mutex
	events  events
	goneErr error // why the terminal is gone; nil while it is available
}

// A Screen is a tcell.Screen. Init takes over the terminal, Suspend restores it until Resume, and Fini restores it
// permanently. Suspend and Fini leave all modes that the Screen has entered, even if the terminal has stopped reading.
//
// Init and Resume call Start, and call Listen in a new goroutine. Suspend calls Stop, and Fini calls Close. Callers
// with their own reading goroutine call Start, Listen, Stop and Close themselves.
type Screen struct {
	device // its mu protects the following fields

	lifecycle sync.Mutex // held during Start and Stop
	writer    *writer    // never nil, but possibly stopped by giveUp

	started        bool    // Start has entered the modes, and Stop was not called since then
	lines          bool    // lines of text are shown, so no full-screen modes are entered; see Lines
	ended          bool    // Close was called
	titlePushed    int     // position after pushTitle in the writer's output
	modes          modeSet // modes that the program has enabled
	used           modeSet // modes that were enabled at any time since Start
	keyboardOnEnd  int     // position after keyboard.on in the writer's output
	keyboardOffEnd int     // position after keyboard.off in the writer's output
	linesLeftEnd   int     // position after the sequence by which Lines left the modes; 0 if it was not sent

	canvas *canvas // nil for a program that shows frames

	keyboard           keyboard // keyboard protocol to enable after the modes; zero if none is supported
	link               link
	escapeKeyboard     keyboard      // protocol that encodes Escape as a sequence; zero if none is known to be on
	keyboardCheckDue   time.Duration // deadline for the reply about escapeKeyboard, after a lone ESC; 0 if none
	lastQueryEnd       int           // position after the last query in the writer's output
	frameDelayed       bool          // Ready has returned false, so a frame may be waiting for the link
	skipReplies        bool          // do not wait for replies when leaving; see StopWaiting
	clipboardRequested bool          // the clipboard was requested, so its contents become events
	probe              probe
	caps               Caps          // as of the last complete probe
	probeTimer         *time.Timer   // time limit of the probe; nil before it begins
	announcedWait      time.Duration // maximum time for replies, as announced to the transport
	firstFrameAt       time.Duration // when the first frame is sent even if replies to the probe are missing
}

// New returns a screen that has not taken over the terminal yet.
func New(tr Transport, o Options) (*Screen, error) {
	t := &Screen{probe: newProbe(o.Queries, o.Term), lines: o.Lines}
	t.init(tr, o, t.handleEvent, t.expect)
	t.link = newLink(o.Queries, o.Remote, o.Cap, t.options.Now())
	if o.Input {
		t.modes = inputModes
	}
	if o.Title != "" && hasTitle(o.Term) {
		t.modes |= titleMode
	}
	t.used = t.modes
	if tty, ok := tr.(*ttyTransport); ok {
		tty.resized = t.Resized
	}
	return t, t.openWriter()
}

// init sets the fields of a device. The reader calls handle with each event.
func (d *device) init(tr Transport, o Options, handle func(tcell.Event), expect func() input.Context) {
	if o.Now == nil {
		begun := time.Now()
		o.Now = func() time.Duration { return time.Since(begun) }
	}
	if o.Signal == nil {
		o.Signal = func(input.Keystroke) bool { return false }
	}
	if o.HandlePanic == nil {
		o.HandlePanic = func() {
			if err := worker.Caught(recover()); err != nil {
				d.markLost(err)
			}
		}
	}
	d.transport, d.options, d.gone, d.events = tr, o, make(chan struct{}), newEvents(o)
	d.reader = reader{transport: tr, handle: handle, joinPastes: o.Details, handlePanic: o.HandlePanic, expect: expect}
}

// openWriter starts a writer unless one is running.
func (t *Screen) openWriter() error {
	if t.writer != nil {
		if !t.writer.ended() {
			return nil
		}
		t.writer.giveUp() // the writer's goroutine may still be running
	}
	to, err := t.transport.Writer()
	if err != nil {
		return fmt.Errorf("start writing to the terminal: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writer = newWriter(to, t.MarkLost, t.options.HandlePanic)
	t.lastQueryEnd, t.linesLeftEnd = 0, 0
	t.setFeatures()
	return nil
}

// setFeatures passes the known features of the terminal to the writer. Styled text and scrolling are used only for a
// canvas. The caller holds mu.
func (t *Screen) setFeatures() {
	c := t.canvas
	t.writer.setFeatures(features{
		tier: t.options.Tier, sync: t.caps.Sync, bleeds: t.options.Bleed || t.caps.Bleeds(),
		styled:  c != nil && !isBasic(t.options.Term),
		scrolls: c != nil && canScroll(t.options.Term) && !c.hasLockedCells(),
	})
}

// MarkLost marks the terminal as gone, with the error ErrGone.
func (d *device) MarkLost() { d.markLost(ErrGone) }

// markLost marks the terminal as gone, with the error why. Only the error of the first call is recorded.
func (d *device) markLost(why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.goneErr == nil {
		d.goneErr = why
		close(d.gone)
		d.events.end()
	}
}

// Err returns nil, or the reason why the terminal is gone: ErrGone, or a *worker.Panic from one of its goroutines.
func (d *device) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.goneErr
}

// Gone returns a channel that is closed when the terminal is gone.
func (d *device) Gone() <-chan struct{} { return d.gone }

// Listen reads from the terminal until StopListening or Stop, or until the terminal is gone. If the transport calls its
// reader itself, as an SSH server's transport does, Listen returns immediately.
func (d *device) Listen() {
	defer d.options.HandlePanic()
	if d.reader.read(d.MarkLost) != nil {
		d.MarkLost()
	}
}

// StopListening makes Listen return.
func (d *device) StopListening() { d.reader.end() }

// Start takes over the terminal, for the first time or after Stop.
func (t *Screen) Start() error {
	t.lifecycle.Lock()
	defer t.lifecycle.Unlock()
	t.mu.Lock()
	taken, ended := t.started, t.ended
	t.mu.Unlock()
	switch {
	case taken:
		return nil
	case ended: // Close was called after Stop
		return errors.New("start the screen: it was closed")
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
	t.started = true
	t.events.endPaste() // Stop may have interrupted a paste
	if !t.lines {
		t.enter()
	}
	t.announcedWait = 0
	t.announce()
	return nil
}

// enter sends the sequences that set the terminal modes. The first call also starts the probe, which queries the
// capabilities of the terminal. The caller holds mu.
func (t *Screen) enter() {
	t.used = t.modes
	t.titlePushed = t.writer.writeRaw(enterModes(screenMode|t.modes, t.options.Title)) + len(pushTitle)
	t.enableKeyboard()
	t.enterPixelMouse()
	t.resetOutput()
	t.startProbe()
	t.clearMargin() // after the probe, which clears the screen
	t.redrawAll()
}

// enableKeyboard enables t.keyboard, the extended keyboard protocol of this terminal, if it has one. The caller holds
// mu.
func (t *Screen) enableKeyboard() {
	if on := t.keyboard.on; on != "" {
		t.keyboardOnEnd = t.writer.writeRaw(on) + len(on)
		t.writer.writeRaw(t.keyboard.query)
		t.expectReply(t.keyboard.reply)
	}
	t.escapeKeyboard, t.keyboardCheckDue = t.keyboard, 0
}

// enterPixelMouse enters the mode in which mouse positions are reported in pixels, if the terminal is known to support
// it. Otherwise positions are reported in cells. Over a network, cells are sufficient and need far fewer reports. The
// caller holds mu.
func (t *Screen) enterPixelMouse() {
	w, _ := t.cellSize()
	if t.modes&mouseModes != 0 && t.caps.HasPixelMouse() && w > 0 && !t.options.Remote && !t.options.KeyRecords {
		t.writer.writeRaw(pixelMouse)
		t.expectReply(input.ModeReply)
	}
}

// cellSize returns the size of a cell in pixels, or 0, 0 if it is unknown. The caller holds mu.
func (t *Screen) cellSize() (w, h float64) {
	if s := t.transport.Size(); s.hasPixels() {
		return float64(s.Width) / float64(s.Cols), float64(s.Height) / float64(s.Rows)
	}
	return float64(t.caps.CellW), float64(t.caps.CellH)
}

// resetOutput marks the terminal's contents as unknown and restarts the link, because another program has used the
// terminal. The caller holds mu.
func (t *Screen) resetOutput() {
	now := t.options.Now()
	t.link.Reset(now)
	t.writer.forget()
	if t.link.NeedsQuery(now) {
		t.query(queryDSR)
	}
}

// Renew enters the modes again after another program has used the terminal without a preceding Stop, for example
// after a SIGSTOP. It reports whether this Screen has taken over the terminal.
func (t *Screen) Renew() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.started {
		return false
	}
	t.transport.Renew(t.leaveSequence())
	if t.lines {
		return true
	}
	if t.modes&mouseModes != 0 && t.caps.HasPixelMouse() {
		t.expectReply(input.ModeReply)
		t.writer.writeRaw(cellMouse) // enterModes then selects cells, even if the other program has selected pixels
	}
	t.writer.writeRaw(enterModes(screenMode|t.modes&^titleMode, "") + t.keyboard.reenter)
	t.escapeKeyboard, t.keyboardCheckDue = t.keyboard, 0
	t.enterPixelMouse()
	t.resetOutput()
	t.clearMargin()
	t.redrawAll()
	return true
}

// setKeyboard changes the keyboard protocol for each later Start, and immediately if the screen is started. The
// caller holds mu.
func (t *Screen) setKeyboard(k keyboard) {
	if k == t.keyboard {
		return
	}
	if t.started && !t.lines {
		t.writer.writeRaw(t.keyboard.off)
	}
	t.keyboard = k
	if t.started && !t.lines {
		t.transport.Renew(t.leaveSequence())
		t.enableKeyboard()
	}
}

// reply handles a reply from the terminal. The caller holds mu.
func (t *Screen) reply(r input.Reply) {
	t.link.ReplyArrived(t.options.Now(), r.Kind)
	apply := t.probe.HandleReply(r)
	if t.started && !t.lines {
		t.probeNext()
	}
	if apply {
		t.applyCaps()
	}
	t.present()
}

// applyCaps applies the capabilities that the probe has found. The caller holds mu.
func (t *Screen) applyCaps() {
	becameWide := t.probe.caps.Wide() && !t.caps.Wide()
	t.caps = t.probe.caps
	if becameWide { // earlier frames were drawn with cells in wrong places
		t.writer.forget()
		t.redraw()
	}
	t.setFeatures()
	if !t.options.KeyRecords {
		t.setKeyboard(keyboardOf(t.caps))
	}
	if t.started && !t.lines {
		t.enterPixelMouse()
	}
	t.queueResize()
}

// Resized handles a possible change of the terminal's size. Afterwards the contents are unknown, even if the size is
// the same, so the next frame is sent completely.
func (t *Screen) Resized() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writer.resized()
	if t.started && !t.lines {
		t.clearMargin()
	}
	if t.canvas != nil {
		t.canvas.fit(t.transport.Size().Clamped())
		t.redraw()
	}
	t.queueResize()
}

// clearMargin clears the part of the window beyond the frame, if there is one. The caller holds mu.
func (t *Screen) clearMargin() {
	if c, ok := t.transport.(cropper); ok {
		if text := c.Margin(); text != "" {
			t.writer.writeRaw(text)
		}
	}
}

// Size returns the terminal's current size in cells, at least 1×1 and at most 500×200. For a program that draws cell by
// cell, the size changes only with a resize event, Show or Sync.
func (t *Screen) Size() (cols, rows int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.canvas; c != nil {
		return c.frame.W, c.frame.H
	}
	return t.transport.Size().Clamped()
}

// Caps returns the capabilities of the terminal that are known so far.
func (t *Screen) Caps() Caps {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, size := t.caps, t.transport.Size()
	c.Pixels, c.Aspect = size.hasPixels(), size.Aspect()
	if !c.Pixels && c.CellW > 0 && c.CellH > 0 {
		c.Aspect = clampAspect(float64(c.CellW) / float64(c.CellH))
	}
	return c
}

// SetTier sets the color tier, beginning with the next frame.
func (t *Screen) SetTier(tier cell.Tier) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.options.Tier = tier
	t.setFeatures()
}

// Ready reports whether a frame may be sent, because the screen is started and the path to the terminal is free.
// Otherwise again is the time at which to call Ready again unless an event arrives earlier. If only an event can change
// the result, again is the maximum duration.
func (t *Screen) Ready() (ok bool, again time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ok, again = t.ready()
	t.frameDelayed = !ok && t.started
	return ok, again
}

// ready is like Ready. The caller holds mu.
func (t *Screen) ready() (ok bool, again time.Duration) {
	now := t.options.Now()
	if !t.started {
		return false, never
	}
	t.announce()
	if t.options.SchedDelay != nil {
		t.link.schedDelay = replyHops * t.options.SchedDelay()
	}
	free := t.writer.ready()
	_, sent := t.writer.progress()
	t.link.KernelAccepted(now, sent, !free)
	switch {
	case !free && t.link.Stalled(now):
		return false, now + stalledPoll
	case !free && !t.link.frameSent:
		return false, now + firstPoll
	case !free:
		return false, now + writePoll
	case t.lines:
		return true, never
	case t.probe.DelaysFirstFrame() && now < t.firstFrameAt:
		return false, t.firstFrameAt
	}

	ok, again = t.link.Ready(now)
	if !ok && t.link.ShouldRetry(now) {
		t.query(t.link.NextQuery(now, true))
		_, again = t.link.Ready(now)
	}
	return ok, again
}

// replyHops is the number of goroutines that handle a query and its reply in this program. Each of them may be delayed.
const replyHops = 4

// ShowFrame sends the changes that make the terminal show f. If the link is too slow for all of them, it sends the most
// urgent ones, and later frames send the rest; see [Flow]. It does not wait.
func (t *Screen) ShowFrame(f *cell.Frame) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.goneErr != nil {
		return t.goneErr
	}
	if !t.started || t.lines {
		return nil
	}
	t.show(f)
	return nil
}

// show is like ShowFrame, for a screen that is started. The caller holds mu.
func (t *Screen) show(f *cell.Frame) {
	now := t.options.Now()
	kind, text := t.link.NextQuery(now, false), ""
	queries := t.link.NeedsQuery(now)
	if queries {
		text = querySequence[kind]
	}
	limit := ansi.Limit{Bytes: t.link.FrameBudget(), Now: int64(now)}
	before, _ := t.writer.progress()
	if t.writer.show(f, limit, text, t.link.MaxUnread(before-t.lastQueryEnd)) {
		after, _ := t.writer.progress()
		t.link.FrameSent(now, after-before)
		switch {
		case queries:
			t.querySent(kind)
		case t.link.NeedsQuery(now): // the frame had more bytes than may be sent without a query
			t.query(kind)
		}
	}
}

// query sends a query. The caller holds mu.
func (t *Screen) query(kind input.ReplyKind) {
	t.writer.writeRaw(querySequence[kind])
	t.querySent(kind)
}

// querySent records that the output so far ends with a query. The caller holds mu.
func (t *Screen) querySent(kind input.ReplyKind) {
	queued, _ := t.writer.progress()
	t.link.QuerySent(t.options.Now(), queued-t.lastQueryEnd, kind)
	t.lastQueryEnd = queued
}

// startProbe starts the probe if necessary. The caller holds mu.
func (t *Screen) startProbe() {
	if !t.probeNext() {
		return
	}
	t.firstFrameAt = t.options.Now() + firstFrameLimit
	limit := probeLimit
	if t.options.Remote {
		limit = probeLimitRemote
	}
	t.probeTimer = time.AfterFunc(limit, func() {
		defer t.options.HandlePanic()
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.probe.Expire() {
			t.applyCaps()
		}
	})
}

// probeNext sends the probe's next round of queries and reports whether there was one. The caller holds mu.
func (t *Screen) probeNext() bool {
	queries := t.probe.NextQueries(t.options.UTF8)
	if queries == "" {
		return false
	}
	if t.link.frameSent { // the terminal may print parts of the queries over the frame
		queries = cursorHome + queries
		t.writer.forgetFirstRow()
	}
	t.writer.writeRaw(queries)
	t.querySent(queryDA1)
	return true
}

// A Flow describes the flow of frames to a terminal.
type Flow struct {
	RateKnown       bool          // the rate of the link can be derived from the delay of frames
	Silent          bool          // the terminal does not reply to queries
	Stalled         bool          // the terminal has not read for a second
	RTT             time.Duration // round-trip time of the last query to which the terminal replied
	QueueDelay      time.Duration // part of RTT that the query waited behind frames
	Rate            int           // bytes of frames per second that the link carries; 0 if unknown or unlimited
	Source          RateSource    // source of Rate
	Cap             Cap           // the limit that applies if the link cannot be measured
	State           string        // name of the link's state
	Sent            int           // total bytes sent or queued
	PendingCells    int           // cells omitted so far; if greater than 0, another frame is needed
	IncompleteSince time.Duration // when the first incomplete frame was shown; valid if PendingCells > 0
}

// LineRate returns the rate on the link in bytes per second. If the cap limits the rate, LineRate returns the cap,
// which includes the overhead of packets.
func (f *Flow) LineRate() int {
	if f.Source == RateCap || f.Source == RateChosen {
		return f.Cap.Rate
	}
	return f.Rate
}

// Flow returns the current state of the flow.
func (t *Screen) Flow() Flow {
	t.mu.Lock()
	defer t.mu.Unlock()
	queued, _ := t.writer.progress()
	l := &t.link
	pendingCells, since := t.writer.incomplete()
	if t.lines {
		pendingCells = 0 // no frame is shown
	}
	rate, source := l.Rate()
	state := l.state.String()
	switch {
	case l.state == linkStarting || l.state == linkStalled:
	case source == RateCap:
		state = "cap"
	case source == RateChosen:
		state = "cap, set"
	}
	return Flow{
		RateKnown:       l.RateKnown(),
		Silent:          l.Silent(),
		Stalled:         l.Stalled(t.options.Now()),
		RTT:             l.lastRTT,
		QueueDelay:      l.path.queueDelay,
		Rate:            int(rate),
		Source:          source,
		Cap:             l.cap,
		State:           state,
		Sent:            queued,
		PendingCells:    pendingCells,
		IncompleteSince: since,
	}
}

// SetCap changes the rate limit, for example because another client is attached to a multiplexer.
func (t *Screen) SetCap(c Cap) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.link.cap, t.link.limitedUntil = c, 0
}
