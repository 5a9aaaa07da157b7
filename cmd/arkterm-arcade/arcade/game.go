package arcade

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/worker"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
)

// saveLimit is how long the end of a visit may be held up by a slow disk. With the time that a client has to take the end,
// and that of the desk, a server ends within five seconds: see sshd.closeTime.
const saveTimeout = 2500 * time.Millisecond

// idleEvery is how often it is looked whether a player is still there.
const idleCheckInterval = 30 * time.Second

// SaveInterval is the maximum time between two saves of a game in progress. Each save writes a file to the disk. With
// 300 players, 5 s would be 60 files per second.
const SaveInterval = 10 * time.Second

// drawLimit bounds how much a visit draws: 60 frames per second up to 200×60 cells, fewer of larger ones.
var drawLimit = runloop.Limit{FPS: 60, Cells: 60 * 200 * 60}

// Reasons for which a visit ends, beside those of its context and its terminal.
var (
	errIdle        = errors.New("no key was pressed for a while")
	errInterrupted = errors.New("Ctrl-C")
)

// play runs a visitor's session until the visitor quits, which is not an error, or disconnects, or the context ends. set has the
// first screen, if it is not the title.
func (a *Arcade) play(ctx context.Context, v *user, window *window, set arcadeui.Setup) (err error) {
	in := v.folders
	now := func() time.Duration { return time.Since(a.started) }

	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	at, err := a.newSession(v, window, now, func() { end(errInterrupted) })
	if err != nil {
		return err
	}
	defer at.saves.Close()
	defer at.term.Close()
	defer v.Terminal.OnResize(nil)
	s, term := at.session, at.term
	visitOver := make(chan struct{})
	defer close(visitOver)
	results := a.storeFor(v, func(text string) { v.inbox.put(func(time.Duration) { s.Placed(text) }) }, visitOver)
	kept := store.NewHandler(s, store.HandlerOptions{
		Files: in, Scores: results, Saves: at.saves, Bell: func() { _ = term.Beep() }, Player: v.name.String(), Hide: in.State,
		Saved: at.saved.Store,
		Guard: func() {
			if err := worker.Caught(recover()); err != nil {
				a.logFailure("saving failed", err)
				term.Lose()
			}
		},
	})
	var until time.Time // when nobody waits for the disk any more
	defer func() { kept.Close(max(0, time.Until(until))) }()

	person := a.lobby.Enter(v.name.String(), v.player.ID, now())
	defer func() { person.Leave(now()) }()
	person.SetHidden(v.player.Hidden)
	shown := a.newScreens(v, at, person, set, now())
	defer shown.Close()
	calls := make(chan func() error)
	missed := int64(0)
	serve := func(now time.Duration) bool {
		a.missedTicks.Add(s.Missed() - missed)
		missed = s.Missed()
		if !s.Watching() {
			window.returnCopies()
		}
		return kept.Serve(now)
	}
	h := &runloop.Host{Screen: term, Session: shown, Now: now, Serve: serve, Calls: calls, Turns: a.turns, Limit: drawLimit}
	var parts sync.WaitGroup
	defer parts.Wait()
	defer term.StopListening()
	over := make(chan struct{})
	defer close(over)
	parts.Go(term.Listen)
	e := visitEvents{
		ctx: ctx, failed: kept.Failed(), answers: kept.Answers(), inbox: v.inbox.more, changed: person.Changed(),
		fail: a.logFirst(kept.Fail), answer: kept.Answer, tell: v.inbox.call, changedInLobby: shown.Changed,
		check: func() error {
			if window.fit() { // there is memory for more of the window now
				term.Resized()
			}
			return a.checkIdle(h, shown)
		},
	}
	parts.Go(func() { e.run(h, calls, over) })

	err = h.Run()
	until = time.Now().Add(saveTimeout)
	kept.SaveNow(now())
	v.goodbye = a.goodbyeText(v, at, person, kept.Flush(saveTimeout), err)
	return err
}

// savedOf returns what a visitor is told of their game at the end of the visit, after the reason for it, which is err. failed
// is why the game could not be saved.
func (a *Arcade) goodbyeText(v *user, at *session, person *lobby.Member, failed, err error) string {
	if failed != nil && !v.isGuest() {
		a.Log.Error("game not saved", "error", withoutPaths(failed))
	}
	p, ok := person.Party()
	there := at.saved.Load()
	if at.saves == nil { // nothing is ever saved: of a guest, or where no file can be made
		_, _, game := at.session.Playing()
		there = game != 0
	}
	switch plays := ok && p.Match != nil && !p.Over; {
	case plays && errors.Is(err, sshd.ErrClosing):
		return "; your match ends with it"
	case plays, failed == nil && !there:
		return ""
	case v.isGuest():
		return "; a guest's game is not kept"
	case failed == nil && at.saves != nil:
		return "; your game is saved"
	}
	return "; your game could not be saved"
}

// logsFirst returns tell as a function that also logs the first error of a visit: a disk that is full has many.
func (a *Arcade) logFirst(tell func(error) func(time.Duration)) func(error) func(time.Duration) {
	logged := false
	return func(err error) func(time.Duration) {
		if !logged {
			logged = true
			a.Log.Error("file not written", "error", withoutPaths(err))
		}
		return tell(err)
	}
}

// A session is what a visitor plays with.
type session struct {
	term    *screen.Screen
	session *app.Session
	saves   *store.Saves // nil: games in progress are not saved
	saved   atomic.Bool  // there is a game to continue
	bleeds  bool         // see [arcadeui.Setup]
}

// newSession gives a visitor a terminal and a session. It is not a part of play, nor is frontOf, since what they need takes kilobytes of
// the stack, which would be play's for as long as the visit. broken is called when Ctrl-C is typed.
func (a *Arcade) newSession(v *user, window *window, now func() time.Duration, broken func()) (_ *session, err error) {
	at := new(session)
	defer func() {
		if err != nil {
			at.saves.Close()
		}
	}()
	var set app.Setup
	set, at.saves = a.setup(v, v.folders)
	at.saved.Store(set.Saved != nil)
	set.Copies = window.lendCopies
	at.bleeds = set.Auto.Bleeds
	at.term, err = screen.New(window, screen.Options{
		Details: true, Title: "arkterm", Input: true, Tier: set.Render.Tier, Term: set.Term, Bleed: at.bleeds, Queries: set.Probe,
		Measure: settings.UTF8Locale(v.Env), Remote: true, Cap: screen.Cap{Rate: screen.RemoteRate}, Now: now, SchedDelay: a.lateness.Now,
		Signal: func(ev input.Keystroke) bool {
			is := ev.IsCtrl('c') || ev.IsCtrl('\\')
			if is {
				broken()
			}
			return is
		},
	})
	if err != nil {
		return nil, err
	}
	v.Terminal.OnResize(func() {
		window.fit()
		at.term.Resized()
	})
	window.fit() // the size may have changed before
	set.Render.Aspect = at.term.Caps().Aspect
	if err = at.term.Start(); err == nil {
		at.session, err = app.New(set, now())
	}
	if err != nil {
		at.term.Close()
		return nil, err
	}
	at.session.Text.Device = at.term
	return at, nil
}

// newScreens returns what shows a visitor's session, and the arcade around it.
func (a *Arcade) newScreens(v *user, at *session, person *lobby.Member, set arcadeui.Setup, now time.Duration) *arcadeui.Session {
	set.Person, set.Boards, set.Station, set.Bleeds, set.Finished = person, v, &a.hub, at.bleeds, a.matchFinished
	set.Client, set.Levels = a.sshCommand, len(a.pack.Levels)
	if !v.isGuest() {
		set.Self = v
	}
	return arcadeui.New(at.session, set, now)
}

// newsEvery is how often a visit hears of changes in the hall at most: each change wakes everybody who listens, and one client can
// make a thousand a second.
const minNotifyInterval = 200 * time.Millisecond

// Errands are what a host is called for besides its terminal. They are run by one goroutine: a visit has seven as it is.
type visitEvents struct {
	ctx     context.Context // of the visit
	failed  <-chan error    // a file could not be written
	answers <-chan struct{} // of the database of scores
	inbox   <-chan struct{} // something is in the inbox
	changed <-chan struct{} // something in the hall is not as it was

	fail                         func(err error) func(now time.Duration)
	answer, tell, changedInLobby func(now time.Duration)
	check                        func() error // every now and then; an error ends the visit
}

// run hands what is to be done to h by its calls, until over is closed.
func (e *visitEvents) run(h *runloop.Host, calls chan<- func() error, over <-chan struct{}) {
	looks := time.NewTicker(idleCheckInterval)
	defer looks.Stop()
	changed := e.changed
	var heard <-chan time.Time // when the next change may be told
	for {
		var do func(now time.Duration)
		call := func() error {
			h.Do(do)
			return nil
		}
		select {
		case err := <-e.failed:
			do = e.fail(err)
		case <-e.answers:
			do = e.answer
		case <-e.inbox:
			do = e.tell
		case <-changed:
			do, changed, heard = e.changedInLobby, nil, time.After(minNotifyInterval)
		case <-heard:
			changed, heard = e.changed, nil
			continue
		case <-looks.C:
			call = e.check
		case <-e.ctx.Done():
			call = func() error { return context.Cause(e.ctx) }
		case <-over:
			return
		}
		select {
		case calls <- call:
		case <-over:
			return
		}
	}
}

// look returns an error if the player has done nothing for long.
func (a *Arcade) checkIdle(h *runloop.Host, s *arcadeui.Session) error {
	if h.Now()-s.LastInput() > a.Idle {
		return errIdle
	}
	a.lobby.RemoveExpired(h.Now())
	return nil
}

// setup returns the setup of a visitor's session.
func (a *Arcade) setup(v *user, in store.Folders) (app.Setup, *store.Saves) {
	env := func(name string) string {
		if name == "SSH_CONNECTION" {
			return "arcade" // the terminal is at the other end of one
		}
		return v.Env(name)
	}
	var choices settings.Choices
	set := app.Setup{
		Notice: store.ReadSettings(&choices, in.SettingsFile(), time.Now()),
		Made:   "arkterm " + a.Version,
		Auto:   settings.Detect(env),
		Pack:   a.pack,
		Seed:   newSeed,
		Today:  today,
		Diary:  store.ReadDiary(in.DailyFile()),
		Book:   store.ReadBook(in.FieldGuideFile()),
		Probe:  settings.CanSendQueries(env),
		Term:   env("TERM"),
		Link:   true,

		Named:     true,
		Unsaved:   v.isGuest(),
		SaveEvery: SaveInterval,
		Speaks:    true,
	}

	var saves *store.Saves
	if !set.Unsaved {
		var err error
		if saves, err = store.OpenSaves(in, app.FirstID); err == nil {
			saves.Turns = a.saveTurn
			set.Saved, err = saves.Load(time.Now())
			set.SavedID = app.FirstID
		} else {
			a.Log.Error("games of a player will not be saved", "error", withoutPaths(err))
		}
		if err != nil && set.Notice == "" {
			set.Notice = fmt.Sprintf("your saved game: %v", err)
		}
	}
	set.Notice = cmp.Or(v.notice, store.WithoutFolder(set.Notice, in.State))

	set.Choices, set.TierGuessed = choices, choices.GuessesTier(env)
	set.Render = render.Options{Tier: choices.Tier(env), Names: levels.Names(a.pack)}
	set.Themes = settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
	if notice, err := choices.CheckTheme(set.Themes); err == nil && notice != "" {
		set.Notice = notice
	}
	set.Apply()
	return set, saves
}

// newSeed returns a seed that nobody can know before.
func newSeed() uint64 {
	var b [4]byte
	rand.Read(b[:]) // never fails
	return uint64(binary.BigEndian.Uint32(b[:]))
}

// today returns the day of the daily game, which begins at midnight UTC for all.
func today() engine.Day {
	year, month, day := time.Now().UTC().Date()
	return engine.NewDay(year, int(month), day)
}
