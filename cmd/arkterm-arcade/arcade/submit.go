package arcade

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/replay"
)

// Limits of submitted recordings. See also [leaderboard.AttemptLimiter].
const (
	submitTimeout        = 30 * time.Second // for sending a recording
	maxQueuedSubmissions = 8                // maximum number of submissions that are received, verified or waiting
)

// verifyPause is the pause between two steps of a verification, so that a verification uses at most a quarter of the
// time of one processor.
const verifyPause = 3 * replay.PauseInterval

// errBusy is the error for a submission beyond maxQueuedSubmissions.
var errBusy = errors.New("too many recordings are waiting for verification; please try again in a few minutes")

// submit verifies the recording that the client sends, and adds its game to the leaderboards of submitted games.
func (a *Arcade) submit(ctx context.Context, v *user, _ []string) (out []byte, err error) {
	if !a.submissions.Allow(limitPrefix(v.Network), time.Now()) {
		return nil, errTooManyAttempts
	}
	select {
	case a.submitQueue <- struct{}{}:
		defer func() { <-a.submitQueue }()
	default:
		return nil, errBusy
	}
	if v.Terminal != nil {
		return nil, wrongUsage("submit", "a recording cannot be sent from a terminal; connect without ssh -t")
	}
	data, err := v.ReadAll(replay.MaxSubmission, submitTimeout)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", replay.ErrRejected, err)
	}

	a.verifyMu.Lock() // verify only one recording at a time
	defer a.verifyMu.Unlock()
	verified, err := replay.VerifySubmission(data, v.name.String(), func() error {
		select {
		case <-time.After(verifyPause):
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	if err != nil {
		return nil, err
	}
	if now := time.Now(); verified.Day != 0 && verified.Day != dayOf(now) &&
		verified.Day != dayOf(now.AddDate(0, 0, -1)) {
		return nil, fmt.Errorf("%w: it is the daily game of %s (want today's or yesterday's)", replay.ErrRejected,
			verified.Day)
	}
	g := leaderboard.Game{
		Player: v.player.ID, Source: leaderboard.Submitted,
		State: verified.State, Score: verified.Score, Recording: verified.Recording,
	}

	g.Score.Ended = time.Now()
	if !v.Admission.ChargeStorage(g.Score.Ended, gameBytes+len(g.Recording)) {
		return nil, errTooManyStored
	}
	type outcome struct {
		placing leaderboard.Placing
		err     error
	}
	done := make(chan outcome, 2)
	a.writeQueue.AddGame(g, func() []byte { return g.Recording }, func(p leaderboard.Placing, err error) {
		if err == nil {
			a.countGame(g.Player)
		}
		done <- outcome{p, err}
	})
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		out = fmt.Appendf(nil, "verified: %d points, game %d\n", g.Score.Score, o.placing.ID)
		if text := o.placing.String(); text != "" {
			out = fmt.Appendln(out, "place:", text)
		}
		return out, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
