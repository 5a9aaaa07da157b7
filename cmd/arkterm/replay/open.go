// Package replay opens recordings and renders them without a terminal. A [Replay] is a recording with its levels. A
// [Rendering] draws a part of a replay into frames and writes them as a cast, a GIF, an SVG or a WAV file. A [Share]
// encodes a game or levels in one line of text.
//
// The package does not access files or the clock, so it can be built for browsers. Callers pass the data.
package replay

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

// A Replay is a recording with its levels.
type Replay struct {
	Name      string // file name as given by the user
	Recording *record.Recording
	Pack      levels.Pack

	StartMismatch error  // how the start of the game differs from the recorded start; nil if it does not
	WorkLimit     uint64 // maximum work of Play, see [engine.Game.Work]; Open sets it to MaxWork
}

// MaxWork limits the work of playing a recording from another player. It is enough for four hours of ordinary shipped
// levels, or half an hour of the busiest levels. Playing takes at most about twenty seconds.
const MaxWork = 96 << 20

// ErrTooMuchWork is the error of playing a recording that needs more work than WorkLimit.
var ErrTooMuchWork = errors.New("the recording needs more work than any real game: " +
	"too many moving objects for its number of ticks")

// Play plays the replay to its end, or until it differs from the recording. It returns the game, or nil if the game
// cannot be set up. If each is not nil, Play calls it after every tick, and stops with its error.
func (r *Replay) Play(each func(*engine.Game) error) (*engine.Game, error) {
	return r.Recording.Play(r.Pack.Levels, func(g *engine.Game) error {
		if g.Work() > r.WorkLimit {
			return ErrTooMuchWork
		}
		if each == nil {
			return nil
		}
		return each(g)
	})
}

// Begin sets up the recorded game. If its start differs from the recorded start, Begin sets StartMismatch and returns a
// nil error.
func (r *Replay) Begin() (*record.Playback, error) {
	p, err := r.Recording.Begin(r.Pack.Levels)
	if p == nil {
		return nil, cli.Errorf(cli.ExitFile, "%s: %w%s", r.Name, err, r.advice())
	}
	r.StartMismatch = err
	return p, nil
}

// Seeker returns a seeker for the recording. Its copies of the game take at most the given number of bytes; 0 means
// seekerBytes. It returns an error if the game cannot be set up.
func (r *Replay) Seeker(bytes int) (*record.Seeker, error) {
	p, err := r.Begin()
	if err != nil {
		return nil, err
	}
	return record.NewSeeker(p, cmp.Or(bytes, seekerBytes)), nil
}

// seekerBytes is the default limit of the memory for a seeker's copies of the game, in bytes.
const seekerBytes = 32 << 20

// Note returns a warning to show with the replay, or "".
func (r *Replay) Note() string {
	switch {
	case r.Recording.Rules != engine.Rules:
		return text.Viewer.OlderRules
	case r.Recording.Cut:
		return text.Viewer.IncompleteFile
	}
	return ""
}

// advice returns a hint to append to an error about levels that do not match, or "".
func (r *Replay) advice() string {
	if len(r.Recording.Boards) > 0 && len(r.Recording.Files) == 0 {
		return "; use --levels PATH to select the levels"
	}
	return ""
}

// title returns the title of the replay's cast.
func (r *Replay) title() string {
	title := "arkterm"
	if r.Recording.Player != "" {
		title += ": " + r.Recording.Player
	}
	if e := r.Recording.End; e != nil {
		title += ", " + text.Number(e.Score) + " points"
	}
	return title
}

// stamp returns the date of the recording in Unix seconds, or 0 if there is no date.
func (r *Replay) stamp() int64 {
	t, err := time.Parse(time.RFC3339, r.Recording.Date)
	if err != nil || t.Unix() < 0 {
		return 0
	}
	return t.Unix()
}

// Open parses a recording and finds its levels. own contains the levels of the recording. If own is nil, Open uses the
// levels in the recording, or if there are none, the shipped levels that the recording names. name is the file name,
// for errors.
func Open(name string, data []byte, own *levels.Pack) (*Replay, error) {
	rec, err := record.Parse(name, data)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%w", err)
	}
	return openParsed(name, rec, own)
}

// openParsed finds the levels of a recording. See Open.
func openParsed(name string, rec *record.Recording, own *levels.Pack) (_ *Replay, err error) {
	r := &Replay{Name: name, Recording: rec, WorkLimit: MaxWork}
	switch {
	case own != nil:
		r.Pack = *own
	case len(rec.Files) > 0:
		r.Pack, err = PackOf(rec)
		if err != nil {
			return nil, cli.Errorf(cli.ExitFile, "%s: invalid levels in the recording:\n%w", name, err)
		}
	default:
		r.Pack, err = shippedFor(rec)
		if err != nil {
			return nil, cli.Errorf(cli.ExitFile, "%s: %w", name, err)
		}
	}

	if _, err := r.Begin(); err != nil {
		return nil, err
	}
	return r, nil
}

// PackOf returns the levels that a recording contains.
func PackOf(rec *record.Recording) (levels.Pack, error) {
	var files []levels.Source
	for _, f := range rec.Files {
		files = append(files, levels.Source(f))
	}
	return levels.FromSources(rec.Pack, files)
}

// A RulesError is the error for a recording with other rules. Its value is the recording's version of the rules.
type RulesError int

func (e RulesError) Error() string {
	return fmt.Sprintf("played with rules version %d (this program has version %d)", int(e), engine.Rules)
}

// shippedFor returns the shipped levels in the order of the recording, or all shipped levels if the recording has no
// list.
func shippedFor(rec *record.Recording) (levels.Pack, error) {
	all := levels.PackFor(rec.Mode, rec.Day, levels.Shipped())
	if len(rec.Boards) == 0 {
		return all, nil
	}

	known := map[uint64]spec.Level{}
	for _, pack := range append(append(levels.ModePacks(), levels.Campaigns()...), all) {
		for i := range pack.Levels {
			known[spec.Digest(pack.Levels[i:i+1])] = pack.Levels[i]
		}
	}

	pack := levels.Pack{Name: rec.Pack}
	for i, b := range rec.Boards {
		l, ok := known[b.Digest]
		switch {
		case !ok && rec.Rules != engine.Rules: // under other rules, the levels often differ too
			return pack, RulesError(rec.Rules)
		case !ok:
			return pack, fmt.Errorf("level %d, %q, is not a shipped level; use --levels PATH to select the levels",
				i+1, b.Name)
		}
		pack.Levels = append(pack.Levels, l)
	}
	return pack, nil
}

// NewRecording starts the recording of a game on a pack. It includes the pack's level files unless they are too large.
// Shipped packs have no files. program is the name and version of the program.
func NewRecording(program string, c engine.Config, pack levels.Pack) *record.Recording {
	rec := record.New(c, pack.Name)
	rec.Program = program
	var files []record.File
	for _, s := range pack.Sources {
		files = append(files, record.File(s))
	}
	if record.FilesFit(files) {
		rec.Files = files
	}
	return rec
}
