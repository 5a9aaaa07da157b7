package arcade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"arkterm/cmd/arkterm/arcade/board"
	"arkterm/cmd/arkterm/arcade/names"
	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/engine/record"
)

// Recordings of games that were played elsewhere. To play one again proves its score, by these rules and on these levels; it does
// not prove that nobody practised it with rewinds, or that no program played. So they have boards of their own.

// Limits of a submission. One network may hand in some in ten minutes, see [board.Tries].
const (
	submitTime = 30 * time.Second // to send it
	mostQueued = 8                // that are sent, or wait to be verified, one after another
)

// Players come first: what is verified takes a quarter of one processor at most.
const (
	verifyPiece = 4 * time.Millisecond
	verifyPause = 3 * verifyPiece
)

// Reasons for which a submission is not taken.
var (
	errRefused = errors.New("not taken")
	errBusy    = errors.New("too many recordings wait to be verified; please try again in a few minutes")
)

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errRefused, fmt.Sprintf(format, args...))
}

// submit takes the recording that the client sends.
func (a *Arcade) submit(ctx context.Context, v *caller, _ []string, w io.Writer) error {
	if !a.submissions.Take(v.From, time.Now()) {
		return errTries
	}
	select {
	case a.queue <- struct{}{}:
		defer func() { <-a.queue }()
	default:
		return errBusy
	}
	if v.Seat != nil {
		return wrongUsage("submit", "a recording does not come from a terminal (ssh -t)")
	}
	data, err := v.ReadAll(board.MostRecording, submitTime)
	if err != nil {
		return refused("%v", err)
	}

	a.verifying.Lock() // one at a time
	defer a.verifying.Unlock()
	g, err := verify(ctx, data, v.name)
	if err != nil {
		return err
	}
	g.Player, g.Score.Ended = v.player.ID, time.Now()
	type outcome struct {
		placing board.Placing
		err     error
	}
	done := make(chan outcome, 2)
	a.desk.Finish(g, func() []byte { return g.Recording }, func(p board.Placing, err error) { done <- outcome{p, err} })
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

// verify plays a recording and returns what it has come to. It is refused unless it is one whole game by the present rules on
// shipped levels, which is as it says.
func verify(ctx context.Context, data []byte, by names.Name) (g board.Game, err error) {
	r, err := openRecording(data)
	if err != nil {
		return g, err
	}
	p, err := r.Begin()
	if err == nil {
		err = r.Differs
	}
	if err != nil {
		return g, refused("%v", err)
	}
	var counts scores.Counts
	for begun := time.Now(); !p.Ended(); {
		if _, err := p.Next(); err != nil {
			return g, refused("%v", err)
		}
		counts.Observe(p.Game.Events)
		if p.Game.Work() > r.MostWork {
			return g, refused("%v", replays.ErrTooMuchWork)
		}
		if time.Since(begun) > verifyPiece {
			select {
			case <-time.After(verifyPause):
			case <-ctx.Done():
				return g, context.Cause(ctx)
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
	return board.Game{
		Source: board.Submitted, State: p.Game.Hash(), Recording: r.Recording.Packed(),
		Score: scores.Of(table, p.Game, r.Recording.Seed, how, counts),
	}, nil
}

// openRecording opens a recording that may be taken.
func openRecording(data []byte) (*replays.Replay, error) {
	rec, err := record.Parse("recording", data)
	if err != nil {
		return nil, refused("%v", err)
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
	r, err := replays.Open("recording", data, nil)
	if err != nil {
		return nil, refused("%v", err)
	}
	return r, nil
}
