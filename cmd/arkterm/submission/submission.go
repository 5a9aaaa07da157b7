// Package submission verifies recordings of games that were played on other machines, by playing them again.
//
// A verified recording proves its score under the present rules and on the shipped levels. It does not prove that nobody
// practised the game with rewinds, or that no program played it. The game verifies a recording before it sends it, and the
// server verifies it when it arrives.
package submission

import (
	"errors"
	"fmt"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/engine/record"
)

// MaxRecording is the maximum length of a recording in bytes. It is enough for hours of a game with a mouse.
const MaxRecording = 1 << 20

// A Game is the result of a verified recording.
type Game struct {
	Recording []byte // packed, with the name of the player who submits it
	State     uint64 // hash of the last state
	Score     scores.Score
}

// ErrRefused is the error for a recording that no arcade accepts.
var ErrRefused = errors.New("not taken")

// Piece is the work between two calls of the function rest of Verify.
const Piece = 4 * time.Millisecond

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrRefused, fmt.Errorf(format, args...))
}

// Verify plays a recording and returns its result, with the recording under the player's name. The error is ErrRefused unless the
// recording is one whole game under the present rules on shipped levels, and plays as recorded. Verify calls rest after each Piece
// of work and stops at its error.
func Verify(data []byte, player string, rest func() error) (g Game, err error) {
	r, err := Open(data)
	if err != nil {
		return g, err
	}
	p, err := r.Begin()
	if err == nil {
		err = r.Differs
	}
	if err != nil {
		return g, refused("%w", err)
	}
	var counts scores.Counts
	for begun := time.Now(); !p.Ended(); {
		if _, err := p.Next(); err != nil {
			return g, refused("%w", err)
		}
		counts.Observe(p.Game.Events)
		if p.Game.Work() > r.MostWork {
			return g, refused("%w", replay.ErrTooMuchWork)
		}
		if time.Since(begun) > Piece {
			if err := rest(); err != nil {
				return g, err
			}
			begun = time.Now()
		}
	}

	how := scores.OutcomeOver
	switch p.Game.Phase {
	case engine.Won:
		how = scores.OutcomeWon
	case engine.Over:
	default:
		return g, refused("the game has not ended")
	}
	r.Recording.Player, r.Recording.Seal = player, ""
	config := r.Recording.Config(r.Pack.Levels)
	config.Difficulty = p.Game.Easiest()
	table := scores.TableOf(r.Pack, &config, p.Game.Used != 0)
	return Game{
		State: p.Game.Hash(), Recording: r.Recording.Packed(),
		Score: scores.Of(table, p.Game, r.Recording.Seed, how, counts),
	}, nil
}

// Open opens a recording that an arcade may accept. The error is ErrRefused.
func Open(data []byte) (*replay.Replay, error) {
	rec, err := record.Parse("recording", data)
	if err != nil {
		return nil, refused("%w", err)
	}
	switch {
	case rec.Rules != engine.Rules:
		return nil, refused("it was made by rules %d, these are rules %d", rec.Rules, engine.Rules)
	case rec.Cut || rec.End == nil:
		return nil, refused("the end of the game is missing")
	case len(rec.Files) > 0:
		return nil, refused("it has levels of its own")
	case rec.Start != nil || rec.Parent != (record.Parent{}):
		return nil, refused("it is a part of a game, or continues another one")
	case rec.Lives != 0:
		return nil, refused("it begins with other balls than its difficulty has")
	case engine.Modes[rec.Mode].Unranked:
		return nil, refused("%s has no scores", engine.Modes[rec.Mode].Title)
	}
	r, err := replay.Open("recording", data, nil)
	if err != nil {
		return nil, refused("%w", err)
	}
	return r, nil
}
