package arcade

import (
	"errors"
	"fmt"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
)

// Games of matches on their way to the boards, and back.

// finishedMatch hands in a game of a match. Its recording is kept without names: they are those that the players have when
// somebody asks for it.
func (a *Arcade) matchFinished(m *lobby.Match, r lobby.MatchResult) {
	r.Game.Score.Ended = time.Now()
	bare := *r.Recording
	bare.Player, bare.Opponent, bare.Seal = "", "", ""
	a.writeQueue.AddGame(r.Game, bare.Packed, func(p leaderboard.Placing, err error) {
		if err == nil {
			a.countGame(r.Game.Player, r.Game.Other)
		}
		for seat, id := range m.Players {
			if id != "" && (id == r.Game.Player || id == r.Game.Other) {
				m.SetOutcome(seat, a.outcomeText(&r, p, err, id == r.Game.Player))
			}
		}
		a.lobby.Notify()
	})
}

// became returns what has become of a game of a match, for its player, or for the other one.
func (a *Arcade) outcomeText(r *lobby.MatchResult, p leaderboard.Placing, err error, first bool) string {
	g := &r.Game
	rating, moved := p.Ratings[0], "up"
	if !first {
		rating, moved = p.Ratings[1], "down"
	}
	switch {
	case errors.Is(err, leaderboard.ErrNoPlayer): // they are deleted
		return ""
	case err != nil:
		return "On the boards: " + publicError(a, err).Error()
	case p.RatingGain > 0:
		return fmt.Sprintf("Your rating: %d, %s by %d", rating, moved, p.RatingGain)
	case rating > 0:
		return fmt.Sprintf("Your rating stays %d: who has won was far ahead.", rating)
	case g.Measure == leaderboard.ByRating && p.PlayerDeleted:
		return "This match does not count: the other player is deleted."
	case g.Measure == leaderboard.ByRating:
		return "Your ratings stay: five matches a day count of the same two, and five against new players."
	case g.Measure == leaderboard.Uncounted && r.Helped:
		return "On no board: a bot has played for a while."
	case p.String() == "":
		return ""
	}
	return "On the boards: " + p.String()
}

// recordingOf returns the recording of a game, by the names that its players have now.
func recordingOf(r *leaderboard.Record, data []byte) ([]byte, error) {
	if r.Source != leaderboard.Matches {
		return data, nil
	}
	rec, err := record.Parse("the recording", data)
	if err != nil {
		return nil, err
	}
	setNames(rec, r)
	return rec.Packed(), nil
}

// openGame opens a game to watch it.
func openGame(r *leaderboard.Record, data []byte) (*replay.Replay, error) {
	f, err := replay.Open(r.Name.String(), data, nil)
	if err == nil && r.Source == leaderboard.Matches {
		setNames(f.Recording, r)
	}
	return f, err
}

// name writes the names of a match's players into its recording.
func setNames(rec *record.Recording, r *leaderboard.Record) {
	other := r.Other.String()
	if other == "" {
		other = "guest"
	}
	rec.Player = r.Name.String()
	if engine.Modes[rec.Mode].Paddles < 2 {
		return
	}
	rec.Opponent = other
	if r.Paddle == 1 {
		rec.Player, rec.Opponent = rec.Opponent, rec.Player
	}
}
