// Package submission plays recordings of games that were played elsewhere, which proves their scores, by these rules and on these levels. It
// does not prove that nobody practised the game with rewinds, or that no program played. Both ends use it: who hands one in, before
// anything is sent, and the server.
package submission

import (
	"errors"
	"fmt"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/engine/record"
)

// ErrRefused is the error of a recording that no arcade takes.
var ErrRefused = errors.New("not taken")

// Piece is after how long Verify rests.
const Piece = 4 * time.Millisecond

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrRefused, fmt.Errorf(format, args...))
}

// Verify plays a recording and returns what it has come to, with the recording as the player's. It is refused unless it is one whole game
// by the present rules on shipped levels, which is as it says. rest is called after each Piece of work; its error ends Verify.
func Verify(data []byte, by names.Name, rest func() error) (g leaderboard.Game, err error) {
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
	r.Recording.Player, r.Recording.Seal = by.String(), ""
	config := r.Recording.Config(r.Pack.Levels)
	config.Difficulty = p.Game.Easiest()
	table := scores.TableOf(r.Pack, &config, p.Game.Used != 0)
	return leaderboard.Game{
		Source: leaderboard.Submitted, State: p.Game.Hash(), Recording: r.Recording.Packed(),
		Score: scores.Of(table, p.Game, r.Recording.Seed, how, counts),
	}, nil
}

// Open opens a recording that may be taken.
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
