package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/store"
	"arkterm/input"
	"arkterm/render"
)

// A loop is where the parts meet: it pulls the terminal's events and the clock through
// the session and shows what that draws. One goroutine, the caller of run, owns it all.
//
//	event ─► session: the ticks that are due, then the event
//	frame due ─► session: the ticks that are due, then Draw ─► painter.Show
//
// It sleeps until the next event or frame; when the screen stands still, until the next
// event. A terminal that is behind gets no new frame, and as soon as it has caught up the
// one that shows how things are then: nothing queues.
//
// In a crash another goroutine reads the recording; so whatever changes the game
// holds mu.
type loop struct {
	term    *terminal
	mu      sync.Mutex
	session *session
	painter *render.Painter
	cast    *castRecorder
	keeper  *keeper
	scores  *scorekeeper
	files   store.Folders
	saves   *saves // nil: games are not kept
	link    link
	probe   probe
	pace    pace
	meter   meter
	quit    bool // the player has left
	owed    bool // a frame was left out: the next one is due when it can be sent
	origin  time.Duration
	timer   *time.Timer
	crash   <-chan os.Signal // brings the wish to crash, in tests
}

// runLoop plays on the terminal, and gives it back as it was found.
func runLoop(term *terminal, set settings, in store.Folders, kept *saves) error {
	defer term.Close()
	l := &loop{
		term:    term,
		painter: render.NewPainter(term, term.tty, set.render.Tier),
		keeper:  newKeeper(term.Guard),
		scores:  newScorekeeper(in.ScoresFile(), term.Guard),
		files:   in,
		saves:   kept,
		origin:  uptime(),
		timer:   time.NewTimer(0),
		crash:   crashSignal(set.how != nil),
	}
	if set.cast != nil {
		l.cast = newCastRecorder(set.cast, set.render.Tier, term.Guard)
	}
	defer l.release()
	session, err := newSession(set, l.now())
	if err != nil {
		return err
	}
	l.session = session
	term.tty.monitor.kept(set.kept != nil)
	l.link = newLink(set.probe, l.now())
	l.probe = newProbe(set.probe)
	term.OnPanic(l.reportCrash)
	l.tidy()
	defer l.say()
	defer term.Guard()
	return l.run()
}

// say repeats on the player's own screen what a card had no room for.
func (l *loop) say() {
	l.flush()
	l.term.Close()
	if text := l.session.set.notice; text != "" && !strings.HasPrefix(text, scoresNotKept) {
		fmt.Fprintln(os.Stderr, "arkterm: "+text)
	}
	switch n, err := l.scores.Unkept(); {
	case n > 0 && err == nil:
		fmt.Fprintf(os.Stderr, "arkterm: %sthe disk is too slow\n", scoresNotKept)
	case n > 0:
		fmt.Fprintf(os.Stderr, "arkterm: %s%v\n", scoresNotKept, err)
	}
}

// flush waits until all that was handed over is on the disk, for as long as keepLimit. What the
// scores did not take they are given once more.
func (l *loop) flush() {
	begun := time.Now()
	l.scores.AskAgain()
	l.keeper.Flush(keepLimit)
	l.scores.Flush(keepLimit - time.Since(begun))
	l.cast.Flush(keepLimit - time.Since(begun))
}

// release ends the goroutines of the loop, within keepLimit. What they had to write was given its
// time before.
func (l *loop) release() {
	begun := time.Now()
	l.keeper.Close(keepLimit)
	l.scores.Close(keepLimit - time.Since(begun))
	l.cast.Close(keepLimit - time.Since(begun))
}

// now is the time that the session is told.
func (l *loop) now() time.Duration { return uptime() - l.origin }

// run plays until the player quits, the terminal is lost, or a signal ends the program.
func (l *loop) run() error {
	for !l.quit {
		select {
		case ev := <-l.term.Events():
			l.event(l.now(), ev)
		case <-l.term.Resized():
			l.resize(l.now())
		case sig := <-l.term.Signals():
			l.obey(sig)
		case <-l.term.Lost():
			l.saveNow()
			l.term.Close()
			l.flush()
			dieBy(unix.SIGHUP)
		case err := <-l.keeper.Failed():
			l.session.Notice("not kept: " + err.Error())
		case err := <-l.cast.Failed():
			l.session.Notice("the cast ends here: " + err.Error())
		case <-l.scores.News():
			l.answer()
		case <-l.crash:
			l.session.set.how()
		case <-l.timer.C:
		}
		now := l.now()
		l.advance(now)
		l.fulfil() // before the frame: after it the screen may stand still until the next event
		l.show(now)
	}
	return nil
}

// keepLimit is how long a slow disk may hold up the end.
const keepLimit = 200 * time.Millisecond

// fulfil does what the session asks for.
func (l *loop) fulfil() {
	replay := "" // of the game that has just ended
	for _, r := range l.session.Requests(l.now()) {
		switch r := r.(type) {
		case writeSettings:
			l.keeper.Keep(l.files.SettingsFile(), r.text)
		case noteTry:
			l.keeper.Keep(l.files.DailyFile(), []byte(r.day.String()+"\n"))
		case keepReplay:
			replay = l.keepReplay(r.recording, time.Now())
		case askScores:
			l.scores.Ask(withReplay(r.question, replay))
		case saveGame:
			l.save(r)
		case refuseSave:
			if l.saves != nil {
				l.session.Notice(l.saves.Refuse(r.id, r.reason, time.Now()).Error())
			}
		case markCast:
			l.cast.Mark(r.name)
		case quit:
			l.quit = true
		}
	}
}

// withReplay returns the question with the name of the file that the game is written to, if it asks
// for a game to be kept that has come to its end.
func withReplay(q scores.Request, replay string) scores.Request {
	if add, ok := q.(scores.Add); ok && add.Score.Outcome != scores.OutcomeLeft {
		add.Score.Replay = replay
		return add
	}
	return q
}

// save has a game written, or removed.
func (l *loop) save(o saveGame) {
	if l.saves == nil {
		return
	}
	l.keeper.Do(l.saves.path, func() error {
		err := l.saves.Put(o)
		l.term.tty.monitor.kept(err == nil && o.recording != nil)
		return err
	})
}

// saveNow has all written that the program's end would lose.
func (l *loop) saveNow() {
	l.session.SaveNow(l.now())
	l.fulfil()
}

// answer passes the answers about scores on to the session.
func (l *loop) answer() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.scores.Take() {
		l.session.Answer(l.now(), a)
	}
}

// event takes one event of the terminal, after the ticks that came before it.
func (l *loop) event(now time.Duration, ev input.Event) {
	l.mu.Lock()
	defer l.mu.Unlock() // also in a panic: the report of it takes the lock
	l.session.Advance(now)
	switch ev.Type {
	case input.EventKey:
		l.session.Key(now, ev.Key)
	case input.EventMouse:
		l.session.Mouse(now, ev.Mouse)
	case input.EventBlur:
		l.session.Away(now)
	case input.EventReply:
		l.reply(now, ev.Reply)
	}
}

// resize takes over the terminal's size, after the ticks that came before. All is drawn anew,
// also when the size is the old one again.
func (l *loop) resize(now time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session.Advance(now)
	l.measure(now)
	l.term.Forget()
	l.painter.Forget()
	l.session.Repaint()
}

// reply takes what the terminal has answered.
func (l *loop) reply(now time.Duration, r input.Reply) {
	if r.Kind == input.StatusReply {
		l.pace.Answer(l.link.Answer(now))
	}
	if l.probe.Take(r) {
		l.settle(now)
	}
}

// settle makes use of what the terminal has told of itself.
func (l *loop) settle(now time.Duration) {
	f := l.probe.found
	l.term.SetSync(f.Sync)
	l.term.SetKeyboard(f.keyboard())
	if !l.term.HasPixels() {
		l.session.set.render.Aspect = f.aspect(l.session.set.render.Aspect)
	}
	l.session.Found(f, now)
	l.painter.SetTier(l.session.set.render.Tier)
}

// obey does what a signal asks for: end, or stop and be back some time later.
func (l *loop) obey(sig os.Signal) {
	l.saveNow()
	if stopped := l.term.Obey(sig); !stopped {
		l.term.Close()
		l.flush()
		dieBy(sig)
	}
	l.away(l.now())
	l.painter.Forget()
	l.link.Reset(l.now())
}

// away pauses the game, and has everything drawn anew.
func (l *loop) away(now time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session.Away(now)
	l.session.Repaint()
}

// advance plays the ticks that are due.
func (l *loop) advance(now time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session.Advance(now)
	l.meter.Ticks(l.session.round.game.Tick, l.now()-now)
}

// measure takes over the terminal's size. What a terminal shows after a change of it is the
// terminal's own affair, so everything is drawn anew.
func (l *loop) measure(now time.Duration) {
	w, h := l.term.Size()
	if f := &l.session.frame; w == f.W && h == f.H {
		return
	}
	l.session.Resize(w, h, now)
	l.painter.Forget()
}

// show draws the frame if it is due, and sets the timer for the next one.
func (l *loop) show(now time.Duration) {
	s := l.session
	if due := s.NextFrame(now) <= now; due || l.owed {
		l.frame(now, due)
	}
	if l.probe.Over(now) {
		l.settle(now)
	}
	if next := min(s.NextFrame(now), l.probe.Until()); next == never {
		l.timer.Stop()
	} else {
		l.timer.Reset(next - l.now())
	}
}

// frame draws one, unless the terminal is behind: then one that is due is put off.
func (l *loop) frame(now time.Duration, due bool) {
	l.pace.Limit(l.session.set.fps, l.session.set.fixed)
	ready := l.term.Ready() && l.link.Ready(now)
	if due && l.link.Steady() {
		l.pace.Frame(now, !ready)
		l.session.Rate(l.fps())
	}
	switch {
	case ready:
		l.draw(now)
	case due:
		l.session.Skip(now)
		l.meter.Skip()
	}
	l.owed = !ready
}

// fps returns the draw rate. A terminal that does not tell what it has read gets frames that
// any link can take.
func (l *loop) fps() int {
	if l.link.Mute() && !l.pace.fixed {
		return min(l.pace.FPS(), muteFPS)
	}
	return l.pace.FPS()
}

// draw draws the frame, and sends what has changed.
func (l *loop) draw(now time.Duration) {
	l.measure(now)
	asked := l.term.Questions()
	l.term.Ask(l.link.Asks(now))
	if l.link.Mute() {
		l.term.Unheard()
	}
	l.figures(now)
	frame := l.session.Draw(now)
	l.cast.Frame(now, l.session)
	if l.painter.Show(frame) > 0 {
		l.link.Sent(now, l.term.Questions()-asked)
	}
	l.meter.Frame(l.now() - now)
	if l.probe.Due() { // behind the first frame: the player does not wait for the answers
		l.term.Query(probeQueries)
		l.probe.Begin(now, l.session.set.probeLimit())
	}
}

// figures tells the session what its debug overlay shows.
func (l *loop) figures(now time.Duration) {
	d := &l.session.debug.figures
	d.Aim, d.TripNanos, d.Link = l.fps(), int(l.link.trip), l.link.state.String()
	l.meter.Show(d, now, l.term.Sent())
}
