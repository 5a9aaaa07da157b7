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

// saveTimeout bounds how long a slow disk delays the end of a visit. Including the time for the client and for the
// write queue, the server closes within five seconds, see sshd.closeTime.
const saveTimeout = 2500 * time.Millisecond

// idleCheckInterval is the time between two checks for inactive players.
const idleCheckInterval = 30 * time.Second

// SaveInterval is the maximum time between two saves of a game in progress. Each save writes a file. With 300 players,
// an interval of 5 s would cause 60 writes per second.
const SaveInterval = 10 * time.Second

// drawLimit bounds the work of drawing for one session: 60 frames per second up to 200×60 cells, and fewer for larger
// windows. A few columns more or less make no noticeable difference.
var drawLimit = runloop.Limit{FPS: 60, Cells: 60 * 200 * 60}

// Reasons for the end of a visit, in addition to errors of its context and its terminal.
var (
	errIdle        = errors.New("no key was pressed for a while")
	errInterrupted = errors.New("Ctrl-C")
)

// play runs a visitor's session until the visitor quits or disconnects, or the context ends. It returns nil if the
// visitor has quit. set contains the first screen, if it is not the title.
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
		Files: in, Scores: results, Slot: at.saves, Bell: func() { _ = term.Beep() }, Player: v.name.String(),
		Copy:  func(text string) { term.SetClipboard([]byte(text)) },
		Hide:  in.State,
		Saved: at.saved.Store,
		Guard: func() {
			if err := worker.Caught(recover()); err != nil {
				a.logFailure("save files of a player", err)
				term.Lose()
			}
		},
	})

	var until time.Time // limit for waiting for the disk; set when the visit ends
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
	h := &runloop.Host{
		Screen: term, Session: shown, Now: now, Serve: serve, Calls: calls, Turns: a.turns,
		Limit: drawLimit,
	}
	var parts sync.WaitGroup
	defer parts.Wait()
	defer term.StopListening()
	over := make(chan struct{})
	defer close(over)
	parts.Go(term.Listen)
	e := visitEvents{
		ctx: ctx, failed: kept.Failed(), answers: kept.ScoresReady(), inbox: v.inbox.more, changed: person.Changed(),
		fail: a.logFirst(kept.Fail), answer: kept.DeliverScores, tell: v.inbox.call, changedInLobby: shown.Changed,
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
	v.farewell = s.Farewell()
	v.goodbye = a.goodbyeText(v, at, person, kept.Flush(saveTimeout), err)
	return err
}

// goodbyeText returns the part of the final message about the visitor's game. err is the reason for the end of the
// visit. failed is the error that prevented saving the game; nil if none.
func (a *Arcade) goodbyeText(v *user, at *session, person *lobby.Member, failed, err error) string {
	if failed != nil && !v.isGuest() {
		a.Log.Error("save game", "error", withoutPaths(failed))
	}
	p, ok := person.Party()
	hasGame := at.saved.Load()
	if at.saves == nil { // nothing is saved, for a guest or if the file cannot be created
		_, _, game := at.session.Playing()
		hasGame = game != 0
	}
	switch plays := ok && p.Match != nil && !p.Over; {
	case plays && errors.Is(err, sshd.ErrClosing):
		return "; your match ends with it"
	case plays, failed == nil && !hasGame:
		return ""
	case v.isGuest():
		return "; a guest's game is not kept"
	case failed == nil && at.saves != nil:
		return "; your game is saved"
	}
	return "; your game could not be saved"
}

// logFirst returns a function that calls tell, and also logs the first error of a visit. On a full disk, there are many
// errors.
func (a *Arcade) logFirst(tell func(error) func(time.Duration)) func(error) func(time.Duration) {
	logged := false
	return func(err error) func(time.Duration) {
		if !logged {
			logged = true
			a.Log.Error("write file", "error", withoutPaths(err))
		}
		return tell(err)
	}
}

// A session contains the parts of a running session.
type session struct {
	term    *screen.Screen
	session *app.Session
	saves   *store.SaveSlot // nil if games in progress are not saved
	saved   atomic.Bool     // there is a game to continue
	bleeds  bool            // see [arcadeui.Setup]
}

// newSession creates the terminal and session of a visitor. interrupt is called when Ctrl-C is typed. newSession and
// newScreens are not part of play, because they need several kilobytes of stack, which play would then hold during the
// whole visit.
func (a *Arcade) newSession(v *user, window *window, now func() time.Duration, interrupt func()) (_ *session,
	err error,
) {
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
		Details: true, Title: "arkterm", Input: true, Tier: set.Render.Tier, Term: set.Term, Bleed: at.bleeds,
		Queries: set.Probe,
		Measure: settings.UTF8Locale(v.Env), Remote: true, Cap: screen.Cap{Rate: screen.RemoteRate}, Now: now,
		SchedDelay: a.lateness.Now,
		Signal: func(ev input.Keystroke) bool {
			is := ev.IsCtrl('c') || ev.IsCtrl('\\')
			if is {
				interrupt()
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
	window.fit() // the size may have changed already
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

// newScreens returns the screens of the session and of the arcade.
func (a *Arcade) newScreens(v *user, at *session, person *lobby.Member, set arcadeui.Setup,
	now time.Duration,
) *arcadeui.Session {
	set.Person, set.Boards, set.Station, set.Bleeds, set.Finished = person, v, &a.hub, at.bleeds, a.matchFinished
	set.Client, set.Levels = a.sshCommand, len(a.pack.Levels)
	if !v.isGuest() {
		set.Account = v
	}
	return arcadeui.New(at.session, set, now)
}

// minNotifyInterval is the minimum time between two notifications of a visit about changes in the lobby. Each change
// wakes all listening sessions, and one client can cause a thousand changes per second.
const minNotifyInterval = 200 * time.Millisecond

// visitEvents are the events of a visit that do not come from its terminal. One goroutine handles all of them, because
// each visit already has seven goroutines.
type visitEvents struct {
	ctx     context.Context // context of the visit
	failed  <-chan error    // errors of writing files
	answers <-chan struct{} // results of score queries are available
	inbox   <-chan struct{} // the inbox has functions
	changed <-chan struct{} // the lobby has changed

	fail                         func(err error) func(now time.Duration)
	answer, tell, changedInLobby func(now time.Duration)
	check                        func() error // called periodically; an error ends the visit
}

// run passes a function for each event to h through calls, until visitEnd is closed.
func (e *visitEvents) run(h *runloop.Host, calls chan<- func() error, visitEnd <-chan struct{}) {
	ticker := time.NewTicker(idleCheckInterval)
	defer ticker.Stop()
	changed := e.changed
	var pause <-chan time.Time // ends when the next change may be reported
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
			do, changed, pause = e.changedInLobby, nil, time.After(minNotifyInterval)
		case <-pause:
			changed, pause = e.changed, nil
			continue
		case <-ticker.C:
			call = e.check
		case <-e.ctx.Done():
			call = func() error { return context.Cause(e.ctx) }
		case <-visitEnd:
			return
		}
		select {
		case calls <- call:
		case <-visitEnd:
			return
		}
	}
}

// checkIdle returns an error if the player has been inactive for too long.
func (a *Arcade) checkIdle(h *runloop.Host, s *arcadeui.Session) error {
	if h.Now()-s.LastInput() > a.Idle {
		return errIdle
	}
	a.lobby.RemoveExpired(h.Now())
	return nil
}

// setup returns the setup of a visitor's session, and the saved games, which are nil for guests.
func (a *Arcade) setup(v *user, in store.Folders) (app.Setup, *store.SaveSlot) {
	env := func(name string) string {
		if name == "SSH_CONNECTION" {
			return "arcade" // for the session, the terminal is at the other end of an SSH connection
		}
		return v.Env(name)
	}
	var choices settings.Choices
	set := app.Setup{
		Notice: store.ReadSettings(&choices, in.SettingsFile(), time.Now()),
		Program:   "arkterm " + a.Version,
		Auto:   settings.Detect(env),
		Pack:   a.pack,
		Seed:   newSeed,
		Today:  today,
		Diary:  store.ReadDiary(in.DailyFile()),
		Book:   store.ReadBook(in.FieldGuideFile()),
		Probe:  settings.CanSendQueries(env),
		Term:   env("TERM"),
		Remote:   true,

		Named:     true,
		Unsaved:   v.isGuest(),
		SaveEvery: SaveInterval,
		TextDevice:    true,
	}

	var saves *store.SaveSlot
	if !set.Unsaved {
		var err error
		if saves, err = store.OpenSaveSlot(in, app.FirstID); err == nil {
			saves.Turns = a.saveTurn
			set.Saved, err = saves.Load(time.Now())
			set.SavedID = app.FirstID
		} else {
			a.Log.Error("open saved games", "error", withoutPaths(err))
		}
		if err != nil && set.Notice == "" {
			set.Notice = fmt.Sprintf("open saved game: %v", err)
		}
	}
	set.Notice = cmp.Or(v.notice, store.WithoutFolder(set.Notice, in.State))

	set.Choices, set.TierGuessed = choices, choices.GuessesTier(env)
	set.Render = render.Options{Tier: choices.Tier(env), Names: levels.LevelNames(a.pack)}
	set.Themes = settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
	if notice, err := choices.CheckTheme(set.Themes); err == nil && notice != "" {
		set.Notice = notice
	}
	set.Apply()
	return set, saves
}

// newSeed returns a random seed.
func newSeed() uint64 {
	var b [4]byte
	rand.Read(b[:]) // never fails
	return uint64(binary.BigEndian.Uint32(b[:]))
}

// today returns the day of the daily game. It starts at midnight UTC for all players.
func today() engine.Day {
	year, month, day := time.Now().UTC().Date()
	return engine.NewDay(year, int(month), day)
}
