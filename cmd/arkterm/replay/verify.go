package replay

import (
	"errors"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Verdict is the result of verifying a recording.
type Verdict struct {
	Rules       int    `json:"rules"`            // version of the rules under which the game was recorded
	Player      string `json:"player,omitempty"` // name in the recording
	Date        string `json:"date,omitempty"`
	Assisted    bool   `json:"assisted"`
	Pack        string `json:"pack"`
	OwnLevels   bool   `json:"own_levels"` // the recording contains its levels
	Seed        uint64 `json:"seed"`
	Difficulty  string `json:"difficulty"`
	Lives       int    `json:"lives,omitempty"`    // lives at the start; 0 means the default of the difficulty
	TakenAt     uint64 `json:"taken_at,omitempty"` // tick at which this game continues another game; 0 if it does not
	From        int    `json:"from"`               // number of the first level, from 1
	Level       int    `json:"level"`              // number of the last level, from 1
	Score       int    `json:"score"`
	Points      []int  `json:"points,omitempty"` // points of both players of a match
	Ticks       uint64 `json:"ticks"`            // length of the game
	Phase       string `json:"phase"`            // last phase; over and won mean that the game has ended
	Hash        string `json:"hash"`
	Checkpoints int    `json:"marks"`  // number of checkpoints compared
	Cut         bool   `json:"cut"`    // the end of the recording is missing
	Excerpt     bool   `json:"linked"` // the recording starts in the middle of a game
}

// Verify plays the replay to its end, until it differs from the recording, or until it exceeds WorkLimit. If it fails,
// the Verdict describes the game up to that tick. The error has the code [cli.ExitVerify] if the game differs from the
// recording or has other rules, otherwise [cli.ExitFile].
func (r *Replay) Verify() (v Verdict, err error) {
	rec := r.Recording
	v = Verdict{
		Rules: rec.Rules, Player: rec.Player, Date: rec.Date, Assisted: rec.Assisted, Cut: rec.Cut,
		Pack: rec.Pack, OwnLevels: len(rec.Files) > 0, Seed: rec.Seed, Lives: rec.Lives,
		Difficulty: engine.Difficulties[rec.Difficulty].Name, Excerpt: rec.Start != nil, From: rec.First + 1,
		Checkpoints: rec.Checkpoints(),
	}
	if v.Excerpt {
		v.From = rec.Start.Level + 1
	} else {
		v.TakenAt = rec.Parent.Tick
	}

	g, err := r.Play(nil)
	if g != nil {
		v.setResult(g)
	}

	switch _, differs := errors.AsType[*record.Mismatch](err); {
	case differs:
		return v, cli.Errorf(cli.ExitVerify, "%s: %w", r.Name, err)
	case err != nil:
		return v, cli.Errorf(cli.ExitFile, "%s: %w", r.Name, err)
	case rec.Rules != engine.Rules:
		return v, cli.Errorf(cli.ExitVerify,
			"%s: cannot verify a recording with rules version %d (this program has version %d)",
			r.Name, rec.Rules, engine.Rules)
	}
	return v, nil
}

// setResult sets the fields that depend on the final state of the game.
func (v *Verdict) setResult(g *engine.Game) {
	e := g.Result()
	v.Difficulty, v.Assisted = engine.Difficulties[g.Easiest()].Name, v.Assisted || g.UsedAssists != 0
	if g.Mode.Versus() {
		v.Points = g.Match.Points[:]
	}
	v.Level, v.Score, v.Ticks, v.Phase, v.Hash = e.Level+1, e.Score, e.Ticks, e.Phase.String(), engine.HashText(e.Hash)
}
