// Package arcade implements a server for games over SSH. Visitors play alone or with other players. Each visitor has a
// separate session. The sessions share only the shipped levels, the lobby and the database.
//
// A player is identified by one or more SSH keys. Each player has a folder, which is named after the hash of the first
// key. It contains the files that the game also stores for a local player: settings, saved games, field guide, diary
// and recordings. Names, scores, and finished games with their recordings are in a database that all players share. A
// visitor without a key is a guest. A guest's folder is deleted at the end of the visit.
package arcade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/cluster"
	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/worker"
	"arkterm/levels"
)

// Options contains the options of New.
type Options struct {
	Dir         string        // state folder, which contains the files of the arcade
	StoreURL    string        // URL of a PostgreSQL database; "" means the SQLite database arcade.db in Dir
	NATSURL     string        // URL of a NATS server that connects several servers; "" means that there is only one
	Version     string        // version of the program
	IdleTimeout time.Duration // time without input after which a visit ends
	MaxDrawing  int           // maximum number of sessions that draw at the same time; 0 means unlimited
	MemoryLimit int64         // memory limit in bytes; sessions use at most four fifths of it. 0 means unlimited
	Log         *slog.Logger

	// StartProcess starts a program with the arguments and standard streams of this process, additional files and an
	// environment. If it is nil, the server cannot be upgraded.
	StartProcess func(path string, files []*os.File, env []string) (*os.Process, error)

	isSuccessor bool // this server takes over from one that still uses the folder, see takeOver
}

// An Arcade is a server for games over SSH. It handles the connections of an [sshd.Server].
type Arcade struct {
	Options
	pack              levels.Pack
	lobby             *lobby.Lobby
	sshCommand        string // command that connects to the arcade with a terminal, for example "ssh -t HOST"
	hub               lobby.SpectatorHub
	startTime         time.Time     // time of New, which is time 0 for all sessions
	turns             chan struct{} // holds a token for each session that is drawing; nil if unlimited
	saveTurn          chan struct{} // holds a token while a game in progress is saved
	numSessions       atomic.Int64  // number of sessions in progress
	memoryUsed        func() int64  // returns the memory that the server uses, in bytes
	memory            memoryAccount
	refusedVisitors   atomic.Int64  // number of visitors and exports refused because of too little memory
	missedTicks       atomic.Int64  // game ticks skipped because the server was late
	schedDelay        delayMeter    // scheduling delay of the server's goroutines
	guestCount        atomic.Uint64 // number of guests so far; determines the name of the next guest
	latencies         [runloop.NumMeasurements]web.Histogram
	databaseDurations web.Histogram // durations of sign-ins, and of writes and reads in writeQueue

	store        leaderboard.Store
	sharedFiles  *sharedFiles // files of players in a database that several servers share; nil if there is only one
	writeQueue   *leaderboard.WriteQueue
	bus          cluster.Bus                       // connection to other servers; nil if there are none
	node         *cluster.Node                     // this server, for the others; nil if there are none
	limiter      atomic.Pointer[connlimit.Limiter] // limits SSH connections; nil before Serve
	users        userSet
	handedOver   atomic.Bool // a newer server has taken over
	older        olderServer
	blocklist    liveBlocklist
	codeAttempts leaderboard.AttemptLimiter // attempts to enter codes

	newPlayers leaderboard.AttemptLimiter // registrations of new players
	// a visitor became a guest because of maxPlayers; cleared by runMaintenance
	playerLimitReached atomic.Bool

	submissions leaderboard.AttemptLimiter // uses of the command submit
	submitQueue chan struct{}              // holds a token for each submission in progress
	verifyMu    sync.Mutex                 // held while a submission is verified
	exports     leaderboard.AttemptLimiter // uses of the command export
	exportMu    sync.Mutex                 // held while an export is created
}

// New returns an arcade. It creates the folders and the database, and deletes the guest folders that a killed server
// has left. If another server still uses the database, New does not migrate the database, and fails if the schema is
// older. The caller must call Close.
func New(o Options) (*Arcade, error) {
	a := &Arcade{
		Options: o, pack: levels.Shipped(), startTime: time.Now(),
		submitQueue: make(chan struct{}, maxQueuedSubmissions), saveTurn: make(chan struct{}, 1),
	}
	a.users.open, a.users.removed = make(map[*user]bool), make(map[string]error)
	a.newPlayers.MaxAttempts, a.newPlayers.Window = maxNewPlayers, newPlayersWindow
	a.newPlayers.MaxNetworks = maxTrackedNetworks
	a.sshCommand = "ssh -t HOST"
	a.memoryUsed = measureMemory
	a.lobby = lobby.New(lobby.Options{
		Pack: a.pack, ProgramName: "arkterm " + o.Version, Random: newSeed,
		MissedTicks: &a.missedTicks,
	})
	if !o.isSuccessor {
		if err := os.RemoveAll(a.guestsDir()); err != nil {
			return nil, err
		}
	}
	for _, dir := range []string{a.guestsDir(), a.playersDir()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	if o.MaxDrawing > 0 {
		a.turns = make(chan struct{}, o.MaxDrawing)
	}
	db, err := a.openDB()
	if err != nil {
		return nil, err
	}
	db.IsReserved = func(n leaderboard.Name) bool { return a.blocklist.List().BlocksName(n) }
	a.store = db
	a.writeQueue = leaderboard.NewWriteQueue(a.store, func(err error) { a.logFailure("write finished game", err) })
	a.writeQueue.Observe = a.databaseDurations.Observe
	if err := a.joinCluster(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// joinCluster connects to the other servers, if there are any.
func (a *Arcade) joinCluster() (err error) {
	if a.NATSURL == "" {
		return nil
	}
	if a.bus, err = cluster.Connect(a.NATSURL); err == nil {
		a.node, err = cluster.Join(a.bus, cluster.Options{
			Lobby: a.lobby, Log: a.Log, Now: func() time.Duration { return time.Since(a.startTime) },
			Finished: func(m *lobby.Match, r lobby.MatchResult) { a.matchFinished(nil, m, r) },
			Penalize: func(p connlimit.Penalty) {
				if l := a.limiter.Load(); l != nil {
					l.Penalize(time.Now(), p)
				}
			},
		})
	}
	return err
}

// openDB opens the database. If several servers share the database, openDB also sets a.sharedFiles. If an older server
// still uses the database, openDB neither checks nor migrates it.
func (a *Arcade) openDB() (*leaderboard.DB, error) {
	path := filepath.Join(a.Dir, "arcade.db")
	switch {
	case a.isSuccessor && a.StoreURL == "":
		return leaderboard.OpenEditor(path)
	case a.isSuccessor:
		return nil, errSharedDatabase
	case a.StoreURL == "":
		db, err := leaderboard.Open(path)
		if err != nil {
			return nil, fmt.Errorf("open database: %w; the folder backups contains the latest backups", err)
		}
		if d := db.Damage; d.NumLost > 0 {
			a.Log.Error("read database log", "error", errLogDamaged, "lost", d.NumLost, "kept", d.NumKept, "since",
				d.Since.UTC().Format(time.DateTime))
		}
		return db, nil
	}
	db, err := leaderboard.OpenPostgres(a.StoreURL)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL database: %w", err)
	}
	a.sharedFiles, a.blocklist.db = newSharedFiles(db, a.Log), db
	return db, nil
}

// errLogDamaged is the logged error for changes that the database has lost.
var errLogDamaged = errors.New("arcade.db-wal is damaged; the last changes, such as finished games, are lost")

// queueTimeout is the maximum time for which Close waits for writing finished games.
const queueTimeout = time.Second

// Close leaves the cluster and closes the database. All visits must have ended.
func (a *Arcade) Close() error {
	if a.node != nil {
		a.node.Leave()
	}
	if a.bus != nil {
		a.bus.Close()
	}
	if lost, err := a.writeQueue.Close(queueTimeout); lost > 0 {
		a.Log.Error("write finished games before closing", "lost", lost, "error", withoutPaths(err))
	}
	return a.store.Close()
}

// playersDir returns the folder that contains the folders of players.
func (a *Arcade) playersDir() string { return filepath.Join(a.Dir, "players") }

// guestsDir returns the folder that contains the folders of guests.
func (a *Arcade) guestsDir() string { return filepath.Join(a.Dir, "guests") }

// playerDir returns the folder of a player.
func (a *Arcade) playerDir(id string) string { return filepath.Join(a.playersDir(), id) }

// NumPlaying returns the number of sessions in progress.
func (a *Arcade) NumPlaying() int { return int(a.numSessions.Load()) }

// hasPlayed reports whether the player with a key has finished a game. The limiter reserves connections for such
// players.
func (a *Arcade) hasPlayed(key string) bool {
	p, err := a.store.PlayerByKey(key)
	return err == nil && p.Games > 0
}

// Handle serves a connection until its session or command ends. After the context is canceled, it returns as soon as
// the game is saved. It returns the exit status for the client.
func (a *Arcade) Handle(ctx context.Context, conn *sshd.Conn) (status int) {
	setup := new(arcadeui.Setup)
	if conn.Command {
		if opensScreen, status := a.executeCommand(ctx, conn, setup); !opensScreen {
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
	window, ok := a.admitWindow(conn)
	if !ok {
		a.refusedVisitors.Add(1)
		fmt.Fprintf(v, "arkterm: %v\r\n", errFull)
		return 1
	}
	defer window.close()
	if err := a.openFolder(v); err != nil {
		a.Log.Error("create player folder", "error", withoutPaths(err))
		fmt.Fprint(v, "arkterm: the server cannot save games at the moment; please try again later\r\n")
		return 1
	}
	defer a.closeVisit(v)
	ctx, cancel := a.visitContext(ctx, v)
	defer cancel(nil)

	a.numSessions.Add(1)
	defer a.numSessions.Add(-1)
	start := time.Now()
	err := a.play(ctx, v, window, setup)
	a.Log.Info("visit ended", "guest", v.isGuest(), "term", v.Env("TERM"), "duration",
		time.Since(start).Round(time.Second), "reason", endReason(withoutPaths(err)))
	return a.writeFinalMessage(v, err)
}

// writeFinalMessage writes the last message to a visitor, and returns the exit status for the client. err is the
// result of play.
func (a *Arcade) writeFinalMessage(v *user, err error) (status int) {
	if _, ok := errors.AsType[*worker.Panic](err); ok {
		a.logFailure("run session", err)
		fmt.Fprint(v, "arkterm: the game has ended because of an error in the server\r\n")
	}
	switch {
	case err == nil, errors.Is(err, errInterrupted):
		if v.quitText != "" {
			fmt.Fprint(v, strings.ReplaceAll(v.quitText, "\n", "\r\n")+"\r\n")
		}
		return 0
	case errors.Is(err, errDeleted), errors.Is(err, errMerged):
		fmt.Fprintf(v, "arkterm: %v\r\n", err)
		return 0
	case errors.Is(err, sshd.ErrClosing), errors.Is(err, sshd.ErrReplaced), errors.Is(err, errIdle),
		errors.Is(err, errBlocked),
		errors.Is(err, errRenamed), errors.Is(err, errKeyRemoved):
		fmt.Fprintf(v, "arkterm: %v%s\r\n", err, v.gameNote)
	}
	return 1
}

// logFailure logs that an operation has failed. For a panic, it logs the stack.
func (a *Arcade) logFailure(operation string, err error) {
	log := a.Log.With("error", withoutPaths(err))
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		log = log.With("stack", string(p.Stack))
	}
	log.Error(operation)
}

// endReason returns the logged reason for the end of a visit. err is nil if the visitor has quit.
func endReason(err error) string {
	if err == nil {
		return "quit"
	}
	return err.Error()
}

// withoutPaths returns err without the file paths of an [os.LinkError] or [fs.PathError] that it wraps, because a path
// can identify a player.
func withoutPaths(err error) error {
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		before, after, _ := strings.Cut(err.Error(), l.Error())
		return fmt.Errorf("%s%s: %w%s", before, l.Op, l.Err, after)
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		before, after, _ := strings.Cut(err.Error(), p.Error())
		return fmt.Errorf("%s%s: %w%s", before, p.Op, p.Err, after)
	}
	return err
}
