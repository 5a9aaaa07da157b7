// Package arcade is a server of games: whoever comes in by SSH gets a session of their own on their terminal. The
// sessions share the shipped levels and nothing else.
//
// A player is a key, or several. Their files are in a folder named by the first key's hash, and are the same that a player
// on this machine has: settings, saved games, book, diary, scores, recordings. What players have in common is in a
// database: names, and the games that were finished, as boards. A guest has a folder for as long as the visit lasts.
package arcade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/worker"
	"arkterm/levels"
)

// Options are the options of New.
type Options struct {
	Dir     string // of all that the arcade keeps
	Version string // of the program
	Idle    time.Duration
	Turns   int   // how many sessions draw at once, see [host.Host]; 0: any number
	Memory  int64 // in bytes, of which visitors leave a fifth; 0: any amount
	Log     *slog.Logger
}

// An Arcade is what visitors come to.
type Arcade struct {
	Options
	pack        levels.Pack
	lobby       *lobby.Lobby
	sshCommand  string // how a client is called that comes to play
	hub         spectate.Hub
	started     time.Time     // what the times of all sessions count from
	turns       chan struct{} // of Turns; nil: there are any number
	saveTurn    chan struct{} // holds a token while a game in progress is written
	numSessions atomic.Int64
	memoryUsed  func() int64 // how much memory the server uses, in bytes
	memory      memoryAccount
	refused     atomic.Int64  // visitors for whom there was none
	missedTicks atomic.Int64  // ticks of games that were not played in time
	lateness    lateness      // of the server's goroutines
	guestCount  atomic.Uint64 // guests that have come, which have a name by their number

	boards       leaderboard.Store
	writeQueue   *leaderboard.WriteQueue
	users        userSet
	blocked      liveBlocklist
	codeAttempts leaderboard.AttemptLimiter // of codes

	newPlayers     leaderboard.AttemptLimiter
	playerLimitHit atomic.Bool // somebody was not kept, since there are most players already

	submissions leaderboard.AttemptLimiter
	submitQueue chan struct{} // holds a token for each recording that is being verified, or waits to be
	verifying   sync.Mutex    // held while one is
	exports     leaderboard.AttemptLimiter
	exporting   sync.Mutex // held while somebody's files are read
}

// New returns an arcade, and makes its folders and its database. Guests' folders that a killed server has left are removed. The
// owner ends it with Close.
func New(o Options) (*Arcade, error) {
	a := &Arcade{Options: o, pack: levels.Shipped(), started: time.Now(), submitQueue: make(chan struct{}, maxQueued), saveTurn: make(chan struct{}, 1)}
	a.users.open, a.users.removed = make(map[*user]bool), make(map[string]error)
	a.newPlayers.Max, a.newPlayers.Window, a.newPlayers.MaxNetworks = maxNewPlayers, newPlayersWindow, maxTrackedNetworks
	a.sshCommand = "ssh -t HOST"
	a.memoryUsed = measureMemory
	a.lobby = lobby.New(lobby.Options{Pack: a.pack, Made: "arkterm " + o.Version, Random: newSeed, Missed: &a.missedTicks})
	if err := os.RemoveAll(a.guestsDir()); err != nil {
		return nil, err
	}
	for _, dir := range []string{a.guestsDir(), a.playersDir()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	if o.Turns > 0 {
		a.turns = make(chan struct{}, o.Turns)
	}
	db, err := leaderboard.Open(filepath.Join(o.Dir, "arcade.db"))
	if err != nil {
		return nil, fmt.Errorf("%w; the last backups are in the folder backups", err)
	}
	db.Reserved = func(n leaderboard.Name) bool { return a.blocked.List().Name(n) }
	a.boards = db
	a.writeQueue = leaderboard.NewWriteQueue(a.boards, func(err error) { a.logFailure("writing results failed", err) })
	return a, nil
}

// deskLimit is how long the end of an arcade may be held up by a disk that has not taken all finished games yet.
const queueTimeout = time.Second

// Close ends what New has begun. Nobody may be there any more.
func (a *Arcade) Close() error {
	if lost, why := a.writeQueue.Close(queueTimeout); lost > 0 {
		a.Log.Error("finished games lost because they could not be written", "games", lost, "error", withoutPaths(why))
	}
	return a.boards.Close()
}

func (a *Arcade) playersDir() string { return filepath.Join(a.Dir, "players") }
func (a *Arcade) guestsDir() string  { return filepath.Join(a.Dir, "guests") }

// playerDir returns the folder of a player.
func (a *Arcade) playerDir(id string) string { return filepath.Join(a.playersDir(), id) }

// Playing returns how many sessions there are.
func (a *Arcade) Playing() int { return int(a.numSessions.Load()) }

// Handle serves a connection until the session or the command ends, soon after the end of the context. It returns the exit
// status for the client.
func (a *Arcade) Handle(ctx context.Context, conn *sshd.Conn) (status int) {
	var set arcadeui.Setup
	if conn.Command {
		opens := false
		if set, opens, status = a.command(ctx, conn); !opens {
			return status
		}
	}
	v := a.identify(conn)
	if v.Terminal == nil {
		fmt.Fprint(v.Errors, "arkterm: a game needs a terminal\n  ssh -t HOST\n")
		return 2
	}

	if a.isBlocked(v) {
		fmt.Fprintf(v, "arkterm: %v\r\n", errBlocked)
		return 1
	}
	window, ok := a.admit(v.Terminal)
	if !ok {
		a.refused.Add(1)
		fmt.Fprintf(v, "arkterm: %v\r\n", errFull)
		return 1
	}
	defer window.close()
	if err := a.openFolder(v); err != nil {
		a.Log.Error("player directory not created", "error", withoutPaths(err))
		fmt.Fprint(v, "arkterm: the server cannot save games at the moment; please try again later\r\n")
		return 1
	}
	defer a.closeVisit(v)
	ctx, end := a.visitContext(ctx, v)
	defer end(nil)

	a.numSessions.Add(1)
	defer a.numSessions.Add(-1)
	begun := time.Now()
	err := a.play(ctx, v, window, set)
	if _, ok := errors.AsType[*worker.Panic](err); ok {
		a.logFailure("session failed", err)
		fmt.Fprint(v, "arkterm: the game has failed because of an error of the server\r\n")
	}
	a.Log.Info("visit", "guest", v.isGuest(), "term", v.Env("TERM"), "lasted", time.Since(begun).Round(time.Second), "end", endReason(withoutPaths(err)))
	switch {
	case err == nil, errors.Is(err, errInterrupted):
		return 0
	case errors.Is(err, errDeleted), errors.Is(err, errMerged):
		fmt.Fprintf(v, "arkterm: %v\r\n", err)
		return 0
	case errors.Is(err, sshd.ErrClosing), errors.Is(err, errIdle), errors.Is(err, errBlocked), errors.Is(err, errRenamed), errors.Is(err, errKeyRemoved):
		fmt.Fprintf(v, "arkterm: %v%s\r\n", err, v.goodbye)
	}
	return 1
}

// failed logs that a part of the arcade has failed: with a panic's stack.
func (a *Arcade) logFailure(what string, err error) {
	log := a.Log.With("error", withoutPaths(err))
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		log = log.With("stack", string(p.Stack))
	}
	log.Error(what)
}

// endOf returns how a visit ended, for the log.
func endReason(err error) string {
	if err == nil {
		return "quit"
	}
	return err.Error()
}

// withoutPaths returns an error without the paths that it is about, which may name a player.
func withoutPaths(err error) error {
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return fmt.Errorf("%s: %w", l.Op, l.Err)
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", p.Op, p.Err)
	}
	return err
}
