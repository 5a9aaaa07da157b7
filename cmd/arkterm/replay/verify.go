package replay

import (
	"errors"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Verdict is the result of playing a recording.
type Verdict struct {
	Rules    int    `json:"rules"`            // version of the rules of the recording
	Player   string `json:"player,omitempty"` // according to the file
	Date     string `json:"date,omitempty"`
	Assisted bool   `json:"assisted"`
	Pack     string `json:"pack"`
	Own      bool   `json:"own_levels"` // the levels are in the file
	Seed     uint64 `json:"seed"`
	Hard     string `json:"difficulty"`
	Lives    int    `json:"lives,omitempty"`    // lives at the start, if they differ from the difficulty
	TakenAt  uint64 `json:"taken_at,omitempty"` // the tick at which it continues another game
	From     int    `json:"from"`               // the first level, from 1
	Level    int    `json:"level"`              // the last level, from 1
	Score    int    `json:"score"`
	Points   []int  `json:"points,omitempty"` // of both players of a match
	Ticks    uint64 `json:"ticks"`            // of the game, at its end
	Phase    string `json:"phase"`            // at the end; over and won mean that the game ended
	Hash     string `json:"hash"`
	Marks    int    `json:"marks"` // checkpoints compared
	Cut      bool   `json:"cut"`   // the file was cut off
	Linked   bool   `json:"linked"`
}

// Verify plays the replay to its end, until it differs from the recording, or until it exceeds WorkLimit. With an
// error, it also returns the partial result. The error has the code [exitcode.Verify] if the game differs from the
// recording or has other rules, otherwise [exitcode.File].
func (r *Replay) Verify() (v Verdict, err error) {
	rec := r.Recording
	v = Verdict{
		Rules: rec.Rules, Player: rec.Player, Date: rec.Date, Assisted: rec.Assisted, Cut: rec.Cut,
		Pack: rec.Pack, Own: len(rec.Files) > 0, Seed: rec.Seed, Lives: rec.Lives,
		Hard: engine.Difficulties[rec.Difficulty].Name, Linked: rec.Start != nil, From: rec.First + 1,
		Marks: rec.Checkpoints(),
	}
	if v.Linked {
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
		return v, exitcode.Errorf(exitcode.Verify, "%s: %w", r.Name, err)
	case err != nil:
		return v, exitcode.Errorf(exitcode.File, "%s: %w", r.Name, err)
	case rec.Rules != engine.Rules:
		return v, exitcode.Errorf(exitcode.Verify,
			"%s: cannot verify a recording with rules version %d (this program has version %d)",
			r.Name, rec.Rules, engine.Rules)
	}
	return v, nil
}

// setResult sets the fields for the final state of a game.
func (v *Verdict) setResult(g *engine.Game) {
	e := g.Result()
	v.Hard, v.Assisted = engine.Difficulties[g.Easiest()].Name, v.Assisted || g.UsedAssists != 0
	if g.Mode.Versus() {
		v.Points = g.Match.Points[:]
	}
	v.Level, v.Score, v.Ticks, v.Phase, v.Hash = e.Level+1, e.Score, e.Ticks, e.Phase.String(), engine.HashText(e.Hash)
}
