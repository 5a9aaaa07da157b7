package arcade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/replay"
)

// Verified recordings of games that were played on other machines have their own boards.

// Limits of a submission. One network may hand in some in ten minutes, see [leaderboard.Tries].
const (
	submitTime = 30 * time.Second // to send it
	mostQueued = 8                // that are sent, or wait to be verified, one after another
)

// verifyPause is between two pieces of work. Players come first: what is verified takes a quarter of one processor at most.
const verifyPause = 3 * replay.SubmissionPiece

// errBusy is the error of who would have to wait for too many others.
var errBusy = errors.New("too many recordings wait to be verified; please try again in a few minutes")

// submit takes the recording that the client sends.
func (a *Arcade) submit(ctx context.Context, v *user, _ []string, w io.Writer) error {
	if !a.submissions.Take(customerOf(v.Network), time.Now()) {
		return errTries
	}
	select {
	case a.queue <- struct{}{}:
		defer func() { <-a.queue }()
	default:
		return errBusy
	}
	if v.Terminal != nil {
		return wrongUsage("submit", "a recording does not come from a terminal (ssh -t)")
	}
	data, err := v.ReadAll(replay.MaxSubmission, submitTime)
	if err != nil {
		return fmt.Errorf("%w: %w", replay.ErrRefused, err)
	}

	a.verifying.Lock() // one at a time
	defer a.verifying.Unlock()
	verified, err := replay.VerifySubmission(data, v.name.String(), func() error {
		select {
		case <-time.After(verifyPause):
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	if err != nil {
		return err
	}
	g := leaderboard.Game{
		Player: v.player.ID, Source: leaderboard.Submitted,
		State: verified.State, Score: verified.Score, Recording: verified.Recording,
	}
	g.Score.Ended = time.Now()
	type outcome struct {
		placing leaderboard.Placing
		err     error
	}
	done := make(chan outcome, 2)
	a.desk.Finish(g, func() []byte { return g.Recording }, func(p leaderboard.Placing, err error) {
		if err == nil {
			a.countGame(g.Player)
		}
		done <- outcome{p, err}
	})
	select {
	case o := <-done:
		if o.err != nil {
			return o.err
		}
		_, err := fmt.Fprintf(w, "verified: %d points, game %d\n", g.Score.Score, o.placing.ID)
		if text := o.placing.String(); text != "" {
			_, err = fmt.Fprintln(w, "place:", text)
		}
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
