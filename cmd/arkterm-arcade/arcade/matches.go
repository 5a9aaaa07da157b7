package arcade

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/render/text"
)

// matchFinished adds the result of a match to the write queue. The stored recording contains no player names, because
// recordingOf adds the current names. The recording counts toward the storage limit of c. If the limit is exceeded, the
// game is stored without a recording.
func (a *Arcade) matchFinished(c *connlimit.Admission, m *lobby.Match, r lobby.MatchResult) {
	r.Game.Score.Ended = time.Now()
	unnamed := *r.Recording
	unnamed.Player, unnamed.Opponent, unnamed.Seal = "", "", ""
	charged := chargeRecording(c, unnamed.Packed, new(atomic.Bool))
	encode := func() []byte {
		if data := charged(); data != nil {
			return data
		}
		return []byte{} // the store would reject a match with a nil recording
	}
	a.writeQueue.AddGame(r.Game, encode, func(p leaderboard.Placing, err error) {
		if err == nil {
			a.countGame(r.Game.Player, r.Game.Other)
		}
		for seat, id := range m.PlayerIDs {
			if id != "" && (id == r.Game.Player || id == r.Game.Other) {
				m.SetOutcome(seat, a.outcomeText(&r, p, err, id == r.Game.Player))
			}
		}
		a.lobby.Notify()
	})
}

// outcomeText returns the text about the outcome of a match for one of its players: r.Game.Player if forPlayer is true,
// and otherwise r.Game.Other. p and err are the results of Store.Add.
func (a *Arcade) outcomeText(r *lobby.MatchResult, p leaderboard.Placing, err error, forPlayer bool) string {
	g := &r.Game
	rating, gain := p.Ratings[0], text.Race.RatingUp
	if !forPlayer {
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
	case g.Measure == leaderboard.StoredOnly && r.BotHelped:
		return text.Race.NotRanked
	case g.Measure == leaderboard.StoredOnly && r.Slow:
		return text.Race.SlowNotRanked
	case g.Measure == leaderboard.StoredOnly && r.WinnerIdle:
		return text.Race.WinnerIdle
	case p.String() == "":
		return ""
	}
	return fmt.Sprintf(text.Race.Ranked, p)
}

// recordingOf returns the recording of a game. data is the stored recording. For a match, recordingOf adds the current
// names of its players.
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
