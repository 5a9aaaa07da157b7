package arcade

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/worker"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/text"
)

// saveTimeout is the maximum time for which a slow disk delays the end of a visit. Together with sshd.closeTimeout
// and queueTimeout, it ensures that the server closes within five seconds.
const saveTimeout = 2500 * time.Millisecond

// idleCheckInterval is the time between two checks for inactive players.
const idleCheckInterval = 30 * time.Second

// SaveInterval is the maximum time between two saves of a game in progress. Each save writes a file. With 300 players,
// an interval of 5 s would cause 60 writes per second.
const SaveInterval = 10 * time.Second

// drawLimit limits the cells that are drawn per second for one session. It allows 60 frames per second for windows of
// up to 200×60 cells, and fewer frames for larger windows.
var drawLimit = runloop.Limit{FPS: 60, Cells: 60 * 200 * 60}

// Reasons for the end of a visit, in addition to errors of its context and its terminal.
var (
	errIdle        = errors.New("no key was pressed for a while")
	errInterrupted = errors.New("Ctrl-C")
)

// play runs a visitor's session until the visitor quits or disconnects, or the context is canceled. It returns nil if
// the visitor has quit. setup selects the first screen.
//
// The functions that create the parts of a session are separate, because they need several kilobytes of stack, which
// play would keep during the whole visit.
func (a *Arcade) play(ctx context.Context, v *user, window *window, setup *arcadeui.Setup) (err error) {
	now := func() time.Duration { return time.Since(a.startTime) }
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	parts, err := a.newSession(v, window, now, func() { cancel(errInterrupted) })
	if err != nil {
		return err
	}
	defer parts.saveSlot.Close()
	defer parts.term.Close()
	defer v.Terminal.OnResize(nil)

	// The handler writes files and scores in other goroutines.
	visitOver := make(chan struct{})
	defer close(visitOver)
	handler := a.newHandler(v, parts, visitOver)
	var saveDeadline time.Time // time until which the end of the visit waits for the disk; set at the end
	defer func() { handler.Close(max(0, time.Until(saveDeadline))) }()

	// Enter the lobby, and add the arcade's screens to the session.
	member := a.lobby.Enter(v.name.String(), v.player.ID, now())
	defer func() { member.Leave(now()) }()
	member.ReturnToMatch(now())
	member.SetHidden(v.player.Hidden)
	screens := a.newScreens(v, parts, member, setup, now())
	defer screens.Close()

	calls := make(chan func() error)
	h := a.newHost(v, window, parts.session, handler)
	h.Screen, h.Session, h.Now, h.Calls = parts.term, screens, now, calls
	var goroutines sync.WaitGroup
	defer goroutines.Wait()
	defer parts.term.StopListening()
	eventsDone := make(chan struct{})
	defer close(eventsDone)
	goroutines.Go(parts.term.Listen)
	e := a.newEvents(ctx, v, window, parts, handler, member, screens, h)
	goroutines.Go(func() { e.run(h, calls, eventsDone) })

	err = h.Run()
	saveDeadline = time.Now().Add(saveTimeout)
	handler.SaveNow(now())
	v.quitText = parts.session.Farewell()
	v.gameNote = a.gameNote(v, parts, member, handler.Flush(saveTimeout), err)
	return err
}

// newHandler returns the handler that writes the files and scores of a visitor until visitOver is closed.
func (a *Arcade) newHandler(v *user, parts *visitParts, visitOver chan struct{}) *store.Handler {
	s, term := parts.session, parts.term
	return store.NewHandler(s, store.HandlerOptions{
		Files: v.folders, Slot: parts.saveSlot, Bell: func() { _ = term.Beep() },
		Scores: a.storeFor(v, func(places string) {
			v.inbox.put(func(time.Duration) { s.SetBoardPlaces(places) })
		}, visitOver),
		Player:     v.name.String(),
		Copy:       func(text string) { term.SetClipboard([]byte(text)) },
		HideFolder: v.folders.State,
		Room:       func(bytes int) bool { return v.Admission.ChargeStorage(time.Now(), bytes) },
		Saved:      parts.hasSavedGame.Store,
		HandlePanic: func() {
			if err := worker.Caught(recover()); err != nil {
				a.logFailure("save files of a player", err)
				term.MarkLost()
			}
		},
	})
}

// newHost returns the host of a visitor's session. The caller sets its screen, session, clock and calls.
func (a *Arcade) newHost(v *user, window *window, s *app.Session, handler *store.Handler) *runloop.Host {
	countedMisses := int64(0) // ticks that are included in a.missedTicks
	serve := func(now time.Duration) bool {
		a.missedTicks.Add(s.MissedTicks() - countedMisses)
		countedMisses = s.MissedTicks()
		if !s.Watching() {
			window.releaseCopies()
		}
		return handler.Serve(now)
	}
	return &runloop.Host{
		Serve: serve, Turns: a.turns, Limit: drawLimit,
		Observe: func(m runloop.Measurement, d time.Duration) { a.latencies[m].Observe(d) },
		Charge: func(work time.Duration, bytes int) time.Duration {
			return v.Admission.Charge(time.Now(), work, bytes)
		},
		ThreadTime: threadTime,
	}
}

// newEvents returns the events of a visit other than input. ctx is the context of the visit.
func (a *Arcade) newEvents(ctx context.Context, v *user, window *window, parts *visitParts, handler *store.Handler,
	member *lobby.Member, screens *arcadeui.Session, h *runloop.Host,
) *visitEvents {
	return &visitEvents{
		ctx: ctx, writeErrors: handler.Failed(), scoresReady: handler.ScoresReady(), inboxReady: v.inbox.ready,
		lobbyChanged: member.Changed(),
		reportError:  a.logFirst(handler.ShowError), deliverScores: handler.DeliverScores, callInbox: v.inbox.callAll,
		changedInLobby: screens.Changed,
		checkVisit: func() error {
			if a.handedOver.Load() && parts.session.LastNotice() == "" {
				parts.session.ShowNotice(text.Notice.Upgraded)
			}
			if window.fit() { // other sessions may have released memory
				parts.term.Resized()
			}
			return a.checkIdle(h, screens)
		},
	}
}

// gameNote returns the part of the final message about the visitor's game. saveErr is the error of saving the game, or
// nil. err is the reason for the end of the visit.
func (a *Arcade) gameNote(v *user, parts *visitParts, member *lobby.Member, saveErr, err error) string {
	if saveErr != nil && !v.isGuest() {
		a.Log.Error("save game", "error", withoutPaths(saveErr))
	}
	p, ok := member.Party()
	hasGame := parts.hasSavedGame.Load()
	if parts.saveSlot == nil { // the visitor is a guest, or the file cannot be created
		_, _, gameID := parts.session.GameInProgress()
		hasGame = gameID != 0
	}
	switch inMatch := ok && p.Match != nil && !p.MatchOver; {
	case inMatch && errors.Is(err, sshd.ErrClosing):
		return "; your match ends with it"
	case inMatch, saveErr == nil && !hasGame:
		return ""
	case v.isGuest():
		return "; a guest's game is not kept"
	case saveErr == nil && parts.saveSlot != nil:
		return "; your game is saved"
	}
	return "; your game could not be saved"
}

// logFirst returns a function that calls report and also logs the first error. It does not log later errors, because a
// full disk causes many errors.
func (a *Arcade) logFirst(report func(error) func(time.Duration)) func(error) func(time.Duration) {
	logged := false
	return func(err error) func(time.Duration) {
		if !logged {
			logged = true
			a.Log.Error("write file", "error", withoutPaths(err))
		}
		return report(err)
	}
}

// A visitParts contains the objects of a visit in progress that newSession creates.
type visitParts struct {
	term         *screen.Screen
	session      *app.Session
	saveSlot     *store.SaveSlot // nil if games in progress are not saved
	hasSavedGame atomic.Bool     // the folder contains a saved game
	bleeds       bool            // see [arcadeui.Setup]
}

// newSession creates the terminal and session of a visitor. interrupt is called when Ctrl-C is typed.
func (a *Arcade) newSession(v *user, window *window, now func() time.Duration, interrupt func()) (_ *visitParts,
	err error,
) {
	parts := new(visitParts)
	defer func() {
		if err != nil {
			parts.saveSlot.Close()
		}
	}()
	var set app.Setup
	set, parts.saveSlot = a.setup(v, v.folders)
	parts.hasSavedGame.Store(set.Saved != nil)
	set.MaxCopyBytes = window.reserveCopies
	parts.bleeds = set.Auto.Bleeds
	parts.term, err = screen.New(window, screen.Options{
		Details: true, Title: "arkterm", Input: true, Tier: set.Render.Tier, Term: set.Term, Bleed: parts.bleeds,
		Queries: set.Probe,
		UTF8:    settings.UTF8Locale(v.Env), Remote: true, Cap: screen.Cap{Rate: screen.RemoteRate}, Now: now,
		SchedDelay: a.schedDelay.Delay,
		Signal: func(ev input.Keystroke) bool {
			interrupted := ev.IsCtrl('c') || ev.IsCtrl('\\')
			if interrupted {
				interrupt()
			}
			return interrupted
		},
	})
	if err != nil {
		return nil, err
	}
	v.Terminal.OnResize(func() {
		window.fit()
		parts.term.Resized()
	})
	window.fit() // the size may have changed already
	set.Render.Aspect = parts.term.Caps().Aspect
	if err = parts.term.Start(); err == nil {
		parts.session, err = app.New(set, now())
	}
	if err != nil {
		parts.term.Close()
		return nil, err
	}
	parts.session.Text.Device = parts.term
	return parts, nil
}

// newScreens returns the screens of the session and of the arcade.
func (a *Arcade) newScreens(v *user, parts *visitParts, member *lobby.Member, setup *arcadeui.Setup,
	now time.Duration,
) *arcadeui.Session {
	setup.Member, setup.Boards, setup.Hub, setup.Bleeds = member, v, &a.hub, parts.bleeds
	setup.Finished = func(m *lobby.Match, r lobby.MatchResult) { a.matchFinished(v.Admission, m, r) }
	setup.SSHCommand, setup.NumLevels = a.sshCommand, len(a.pack.Levels)
	if !v.isGuest() {
		setup.Account = v
	}
	return arcadeui.New(parts.session, *setup, now)
}

// minNotifyInterval is the minimum time between two notifications of a visit about changes in the lobby. Each change
// wakes all listening sessions, and one client can cause a thousand changes per second.
const minNotifyInterval = 200 * time.Millisecond

// A visitEvents contains the event sources of a visit other than input, and the functions that handle the events. A
// single goroutine waits for all events, because each visit already has seven goroutines.
type visitEvents struct {
	ctx          context.Context // context of the visit
	writeErrors  <-chan error    // receives errors of writing files
	scoresReady  <-chan struct{} // receives a value when results of score queries are available
	inboxReady   <-chan struct{} // receives a value when functions are in the inbox
	lobbyChanged <-chan struct{} // receives a value when the lobby has changed

	// run calls reportError with an error from writeErrors. The host calls the function that reportError returns.
	reportError func(err error) func(now time.Duration)

	// The host calls these functions after values from scoresReady, inboxReady and lobbyChanged.
	deliverScores, callInbox, changedInLobby func(now time.Duration)

	checkVisit func() error // called by the host every idleCheckInterval; an error ends the visit
}

// run waits for events until visitEnd is closed. For each event, run sends a function to calls. The host h receives and
// calls these functions.
func (e *visitEvents) run(h *runloop.Host, calls chan<- func() error, visitEnd <-chan struct{}) {
	ticker := time.NewTicker(idleCheckInterval)
	defer ticker.Stop()
	changed := e.lobbyChanged
	var pause <-chan time.Time // receives a value when the next change can be reported; nil if there is no pause
	for {
		var do func(now time.Duration)
		call := func() error {
			h.Do(do)
			return nil
		}

		// Wait for an event.
		select {
		case err := <-e.writeErrors:
			do = e.reportError(err)
		case <-e.scoresReady:
			do = e.deliverScores
		case <-e.inboxReady:
			do = e.callInbox
		case <-changed:
			do, changed, pause = e.changedInLobby, nil, time.After(minNotifyInterval)
		case <-pause:
			changed, pause = e.lobbyChanged, nil
			continue
		case <-ticker.C:
			call = e.checkVisit
		case <-e.ctx.Done():
			call = func() error { return context.Cause(e.ctx) }
		case <-visitEnd:
			return
		}

		// Send the function for the event to the host.
		select {
		case calls <- call:
		case <-visitEnd:
			return
		}
	}
}

// checkIdle returns errIdle if the player has pressed no key for the idle timeout. It also removes expired parties.
func (a *Arcade) checkIdle(h *runloop.Host, s *arcadeui.Session) error {
	if h.Now()-s.LastInput() > a.IdleTimeout {
		return errIdle
	}
	a.lobby.RemoveExpired(h.Now())
	return nil
}

// setup returns the setup of a visitor's session and the slot for saved games. The slot is nil for guests, and if the
// file cannot be opened.
func (a *Arcade) setup(v *user, in store.Folders) (app.Setup, *store.SaveSlot) {
	getenv := func(name string) string {
		if name == "SSH_CONNECTION" {
			return "arcade" // so that the session treats the terminal as remote
		}
		return v.Env(name)
	}
	var choices settings.Choices
	set := app.Setup{
		Notice:     store.ReadSettings(&choices, in.SettingsFile(), time.Now()),
		Program:    "arkterm " + a.Version,
		Auto:       settings.Detect(getenv),
		Pack:       a.pack,
		Seed:       newSeed,
		Today:      today,
		Diary:      store.ReadDiary(in.DailyFile()),
		FieldGuide: store.ReadFieldGuide(in.FieldGuideFile()),
		Probe:      settings.CanSendQueries(getenv),
		Term:       getenv("TERM"),
		Remote:     true,

		NameManaged:    true,
		SavingDisabled: v.isGuest(),
		SaveEvery:      a.sharedFiles.saveInterval(),
		TextDevice:     true,
	}

	var saves *store.SaveSlot
	if !set.SavingDisabled {
		var err error
		if saves, err = store.OpenSaveSlot(in, app.FirstID); err == nil {
			saves.Turns = a.saveTurn
			set.Saved, err = saves.Load(time.Now())
			set.SavedID = app.FirstID
		}
		_, otherRules := errors.AsType[replay.RulesError](err)
		switch {
		case otherRules:
			set.Notice = "Your saved game cannot be continued, because the rules have changed."
		case err != nil:
			a.Log.Error("open saved games", "error", store.WithoutFolder(withoutPaths(err).Error(), in.State))
			set.Notice = "Your saved game cannot be opened."
		}
	}
	set.Notice = cmp.Or(v.notice, store.WithoutFolder(set.Notice, in.State))

	set.Choices, set.TierGuessed = choices, choices.TierIsGuess(getenv)
	set.Render = render.Options{Tier: choices.Tier(getenv), Names: levels.LevelNames(a.pack)}
	set.Themes = settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
	if notice, err := choices.CheckTheme(set.Themes); err == nil && notice != "" {
		set.Notice = notice
	}
	set.Apply()
	return set, saves
}

// newSeed returns a random seed of 48 bits. It is unlikely that two games have the same seed. Players see it as a
// number.
func newSeed() uint64 {
	var b [8]byte
	rand.Read(b[2:]) // never fails
	return binary.BigEndian.Uint64(b[:])
}

// today returns the day of the current daily game.
func today() engine.Day { return dayOf(time.Now()) }

// dayOf returns the day of the daily game at the given time. The day starts at midnight UTC for all players.
func dayOf(now time.Time) engine.Day {
	year, month, day := now.UTC().Date()
	return engine.NewDay(year, int(month), day)
}
