package replay

import (
	"errors"
	"fmt"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/record"
)

// MaxSubmission is the maximum length of a submitted recording in bytes. It is enough for hours of a game with a mouse.
const MaxSubmission = 1 << 20

// A Submission is the result of a verified recording of a game that was played on another machine.
type Submission struct {
	Recording []byte // packed recording, with the name of the player who submits it
	State     uint64 // hash of the game's last state
	Score     progress.Score
	Day       engine.Day // day of a daily game; 0 in other modes
}

// ErrRejected is the error for a recording that arcades do not accept.
var ErrRejected = errors.New("recording rejected")

// PauseInterval is the time between two calls of pause by VerifySubmission.
const PauseInterval = 4 * time.Millisecond

// rejected returns an ErrRejected with a reason.
func rejected(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrRejected, fmt.Errorf(format, args...))
}

// VerifySubmission plays a recording and returns the result, and the recording with the player's name. It returns an
// ErrRejected unless the recording is a complete game under the current rules on shipped levels and plays back as
// recorded. VerifySubmission calls pause after each PauseInterval of work. If pause returns an error, VerifySubmission
// stops and returns it.
//
// A verified recording proves that the inputs lead to the score. It does not prove that a person has played, or that
// the player has not practiced the same game with rewinds. The game verifies a recording before it sends it, and the
// server verifies it again.
func VerifySubmission(data []byte, player string, pause func() error) (s Submission, err error) {
	r, err := OpenSubmission(data)
	if err != nil {
		return s, err
	}
	var counts progress.Counts
	var stopped error // error from pause
	start := time.Now()
	g, err := r.Play(func(g *engine.Game) error {
		counts.Observe(g.Events)
		if time.Since(start) > PauseInterval {
			stopped = pause()
			start = time.Now()
		}
		return stopped
	})
	switch {
	case stopped != nil:
		return s, stopped
	case err != nil:
		return s, rejected("%w", err)
	}

	outcome := progress.OutcomeOver
	switch g.Phase {
	case engine.Won:
		outcome = progress.OutcomeWon
	case engine.Over:
	default:
		return s, rejected("the game has not ended")
	}
	r.Recording.Player, r.Recording.Seal = player, ""
	config := r.Recording.Config(r.Pack.Levels)
	config.Difficulty = g.Easiest()
	table := progress.TableOf(r.Pack, &config, g.UsedAssists != 0)
	return Submission{
		State: g.Hash(), Recording: r.Recording.Packed(), Day: config.Day,
		Score: progress.ScoreOf(table, g, r.Recording.Seed, outcome, counts),
	}, nil
}

// OpenSubmission opens a recording for a submission to an arcade. It returns an ErrRejected if arcades do not accept
// the recording.
func OpenSubmission(data []byte) (*Replay, error) {
	rec, err := record.Parse("recording", data)
	if err != nil {
		return nil, rejected("%w", err)
	}
	switch {
	case rec.Rules != engine.Rules:
		return nil, rejected("it has rules version %d (want %d)", rec.Rules, engine.Rules)
	case rec.Cut || rec.End == nil:
		return nil, rejected("the end of the game is missing")
	case len(rec.Files) > 0:
		return nil, rejected("it contains its own levels")
	case rec.Start != nil || rec.Parent != (record.Parent{}):
		return nil, rejected("it is a part of a game or continues another game")
	case rec.Lives != 0:
		return nil, rejected("it starts with %d lives (want the default for its difficulty)", rec.Lives)
	case engine.Modes[rec.Mode].Unranked:
		return nil, rejected("the mode %s has no scores", engine.Modes[rec.Mode].Title)
	}
	r, err := openParsed("recording", rec, nil)
	if err != nil {
		return nil, rejected("%w", err)
	}
	return r, nil
}
