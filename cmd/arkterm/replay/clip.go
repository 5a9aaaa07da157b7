package replay

import (
	"fmt"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// Share returns the game as a share, with the score as the score to beat. It returns an error if a share code cannot
// describe the game.
func (r *Replay) Share() (*Share, error) {
	rec := r.Recording
	switch {
	case rec.Start != nil:
		return nil, cli.Errorf(cli.ExitFile, "%s: starts in the middle of a game, so it cannot be shared", r.Name)
	case rec.Rules != engine.Rules:
		return nil, cli.Errorf(cli.ExitFile, "%s: %w", r.Name, RulesError(rec.Rules))
	case engine.Modes[rec.Mode].Paddles > 1:
		return nil, cli.Errorf(cli.ExitFile, "%s: games of the mode %s cannot be shared", r.Name, rec.Mode)
	case rec.Lives != 0:
		return nil, cli.Errorf(cli.ExitFile, "%s: starts with %d lives, which a share code cannot contain", r.Name,
			rec.Lives)
	}

	s := &Share{Setup: rec.Setup, HasGame: true, Rules: rec.Rules, Player: NameForShare(rec.Player)}
	if rec.End != nil && !rec.Assisted && !rec.ChangesTerms() { // other players could not reach an assisted score
		s.Score = rec.End.Score
	}
	s.AddLevels(r.Pack)
	shipped := levels.PackFor(rec.Mode, rec.Day, levels.CampaignWithDigest(s.Digest))
	if len(s.Files) == 0 && s.Digest != spec.Digest(shipped.Levels) {
		return nil, cli.Errorf(cli.ExitFile,
			"%s: uses only some of the shipped levels, which a share code cannot contain", r.Name)
	}
	return s, nil
}

// The clip of a combo begins beforeClip ticks before the combo's first brick and ends afterClip ticks after the combo's
// last brick. It has at most maxClip ticks.
const (
	beforeClip = 2 * engine.TicksPerSecond
	afterClip  = engine.TicksPerSecond
	maxClip    = 30 * engine.TicksPerSecond
)

// BestCombo returns the clip with the longest combo of the replay, in ticks from the beginning of the replay. It
// returns an error if no combo is long enough for a bookmark.
func (r *Replay) BestCombo() (from, to uint64, err error) {
	ticks, start, best := uint64(0), uint64(0), record.MinCombo-1
	_, err = r.Play(func(g *engine.Game) error {
		ticks++
		if g.Combo <= 1 {
			start = ticks
		}
		if g.Combo > best {
			best, from, to = g.Combo, start, ticks
		}
		return nil
	})
	if err == nil && to == 0 {
		err = fmt.Errorf("the game has no combo of at least %d bricks", record.MinCombo)
	}
	from -= min(from, beforeClip)
	return from, min(to+afterClip, ticks, from+maxClip), err
}
