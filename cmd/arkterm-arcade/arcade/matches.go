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
	"arkterm/render/text"
)

// matchFinished adds a game of a match to the write queue. The recording is stored without names. recordingOf adds the
// current names of the players.
func (a *Arcade) matchFinished(m *lobby.Match, r lobby.MatchResult) {
	r.Game.Score.Ended = time.Now()
	unnamed := *r.Recording
	unnamed.Player, unnamed.Opponent, unnamed.Seal = "", "", ""
	a.writeQueue.AddGame(r.Game, unnamed.Packed, func(p leaderboard.Placing, err error) {
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

// outcomeText returns the text about the outcome of a match for one of its players: the Player of r.Game if first is
// true, and otherwise the Other.
func (a *Arcade) outcomeText(r *lobby.MatchResult, p leaderboard.Placing, err error, first bool) string {
	g := &r.Game
	rating, gain := p.Ratings[0], text.Race.RatingUp
	if !first {
		rating, gain = p.Ratings[1], text.Race.RatingDown
	}
	switch {
	case errors.Is(err, leaderboard.ErrNoPlayer): // the player has been deleted
		return ""
	case err != nil:
		return fmt.Sprintf(text.Race.Ranked, publicError(a, err))
	case p.RatingGain > 0:
		return fmt.Sprintf(gain, rating, p.RatingGain)
	case rating > 0:
		return fmt.Sprintf(text.Race.RatingSame, rating)
	case g.Measure == leaderboard.ByRating && p.PlayerDeleted:
		return text.Race.PlayerDeleted
	case g.Measure == leaderboard.ByRating:
		return text.Race.DailyLimit
	case g.Measure == leaderboard.Uncounted && r.Helped:
		return text.Race.NotRanked
	case p.String() == "":
		return ""
	}
	return fmt.Sprintf(text.Race.Ranked, p)
}

// recordingOf returns the recording of a game with the current names of its players.
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

// openGame opens a game for playback, with the current names of its players.
func openGame(r *leaderboard.Record, data []byte) (*replay.Replay, error) {
	f, err := replay.Open(r.Name.String(), data, nil)
	if err == nil && r.Source == leaderboard.Matches {
		setNames(f.Recording, r)
	}
	return f, err
}

// setNames writes the current names of a match's players into its recording.
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
