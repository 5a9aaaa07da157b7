// Package arcade is a server of games: whoever comes in by SSH gets a session of their own on their terminal. The
// sessions share the shipped levels and nothing else.
//
// A player is a key. All that belongs to one is in a folder named by the key's hash, with the same files that a player
// on this machine has: settings, saved games, book, diary, scores, recordings. A guest has a folder too, for as long
// as the visit lasts.
package arcade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm/arcade/door"
	"arkterm/cmd/arkterm/arcade/hall"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/worker"
	"arkterm/levels"
)

// Options are the options of New.
type Options struct {
	Dir     string // of all that the arcade keeps
	Version string // of the program
	Idle    time.Duration
	Log     *slog.Logger
}

// An Arcade is what visitors come to.
type Arcade struct {
	Options
	pack    levels.Pack
	hall    hall.Hall
	opened  time.Time // what the times of all sessions count from
	playing atomic.Int64
	guests  atomic.Int64 // guests that have come, to number their folders
}

// New returns an arcade, and makes its folders. Guests' folders that a killed server has left are removed.
func New(o Options) (*Arcade, error) {
	a := &Arcade{Options: o, pack: levels.Shipped(), opened: time.Now()}
	if err := os.RemoveAll(a.guestsDir()); err != nil {
		return nil, err
	}
	for _, dir := range []string{a.guestsDir(), a.playersDir()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// HostKey returns the path of the key by which clients know a server with the folder dir.
func HostKey(dir string) string { return filepath.Join(dir, "host_ed25519") }

func (a *Arcade) playersDir() string { return filepath.Join(a.Dir, "players") }
func (a *Arcade) guestsDir() string  { return filepath.Join(a.Dir, "guests") }

// Playing returns how many sessions there are.
func (a *Arcade) Playing() int { return int(a.playing.Load()) }

// folders makes the folders of a visitor. leave is called when the visit is over.
func (a *Arcade) folders(v *door.Visit) (in store.Folders, leave func(), err error) {
	leave = func() {}
	dir := filepath.Join(a.playersDir(), v.Key)
	if v.Key == "" {
		dir = filepath.Join(a.guestsDir(), fmt.Sprint(a.guests.Add(1)))
		leave = func() {
			if err := os.RemoveAll(dir); err != nil {
				a.Log.Warn("a guest's folder stays", "error", err)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return in, leave, err
	}
	return store.Folders{Config: dir, Data: dir, State: dir, Home: dir}, leave, nil
}

// name returns what others call a visitor.
func (a *Arcade) name(v *door.Visit) string {
	if v.Key == "" {
		return fmt.Sprintf("guest %d", a.guests.Load())
	}
	return "player " + v.Key[:4]
}

// Visit plays with a visitor, or does what a command says. It returns the exit status for the client. It ends soon after
// the context.
func (a *Arcade) Visit(ctx context.Context, v *door.Visit) (status int) {
	if v.Command {
		return a.command(v)
	}
	if v.Seat == nil {
		fmt.Fprint(v, "arkterm: a game needs a terminal: ssh -t …\r\n")
		return 2
	}

	in, leave, err := a.folders(v)
	if err != nil {
		a.Log.Error("no folder for a visitor", "error", bare(err))
		fmt.Fprint(v, "arkterm: the server cannot keep your games at the moment; please try again later\r\n")
		return 1
	}
	defer leave()

	a.playing.Add(1)
	defer a.playing.Add(-1)
	begun := time.Now()
	err = a.play(ctx, v, in)
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		a.Log.Error("a game has failed", "error", p, "stack", string(p.Stack))
		fmt.Fprint(v, "arkterm: the game has failed; the server's log says where\r\n")
	}
	a.Log.Info("visit", "guest", v.Key == "", "term", v.Env("TERM"), "lasted", time.Since(begun).Round(time.Second), "end", endOf(bare(err)))
	switch {
	case err == nil, errors.Is(err, errBreak):
		return 0
	case errors.Is(err, door.ErrClosing), errors.Is(err, errIdle):
		kept := "; your game is saved"
		if v.Key == "" {
			kept = ""
		}
		fmt.Fprintf(v, "arkterm: %v%s\r\n", err, kept)
	}
	return 1
}

// endOf returns how a visit ended, for the log.
func endOf(err error) string {
	if err == nil {
		return "quit"
	}
	return err.Error()
}

// bare returns an error without the path that it is about, which may name a player.
func bare(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", p.Op, p.Err)
	}
	return err
}

// commands are the words that a client may send in place of playing, and the text that they are answered with.
var commands = map[string]func(a *Arcade) string{
	"version": func(a *Arcade) string { return "arkterm " + a.Version + "\n" },
	"help": func(*Arcade) string {
		return "ssh -t HOST            play\nssh HOST version       the version of the server\nssh HOST help          this\n"
	},
}

// command carries out a command.
func (a *Arcade) command(v *door.Visit) (status int) {
	text, status := fmt.Sprintf("arkterm: no command %q; ssh HOST help lists them\n", strings.Join(v.Words, " ")), 2
	if len(v.Words) == 1 {
		if answer := commands[v.Words[0]]; answer != nil {
			text, status = answer(a), 0
		}
	}
	if v.Seat != nil { // its terminal is raw
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	_, _ = io.WriteString(v, text)
	return status
}
