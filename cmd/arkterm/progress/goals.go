package progress

import (
	"fmt"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

// A Round is a game together with the player's earlier results. Its methods return texts for the dialogs of a paused or
// ended game.
type Round struct {
	Game  *engine.Game
	Pack  levels.Pack
	First int // index of the first level of the game
	Best  Best
	Ghost *engine.Game // the ghost's game, at the same tick as Game; nil if there is no ghost

	// ChallengeOpen reports whether the challenge at an index of Pack may be offered. A nil function means that all
	// challenges may be offered.
	ChallengeOpen func(level int) bool

	Defeats int // number of consecutive defeats on the level, including this one
}

// Best contains the results that the player had before this game.
type Best struct {
	Score int         // best score in the same score table; 0 if none
	Level Achievement // best result in the current level
}

// A Goal is a row in the dialog of a paused or ended game: a mark such as a star, a label, and a text. Each of them may
// be "".
type Goal struct{ Mark, Label, Text string }

// labelWidth returns the width of the widest label of all goals, in columns.
func labelWidth() int {
	g := &text.Goal
	return text.Widest(g.Points, g.Score, g.Best, g.Ghost, g.RunningEffects, g.Cleared, g.Time, g.Balls, g.NextBall,
		g.Combo,
		g.Level, g.Keys, g.Player2,
		g.ToBeat, g.Place, g.Assisted, text.Week.Label, text.Rank.Label)
}

// String returns the goal as a line with aligned columns, so that the lines of several goals form a table.
func (l Goal) String() string {
	return strings.TrimRight(fmt.Sprintf("%1s %-*s %s", l.Mark, labelWidth(), l.Label, l.Text), " ")
}

// modeRow returns the row of the game's mode in engine.Modes.
func (r *Round) modeRow() *engine.ModeRow { return &engine.Modes[r.Game.Mode] }

// ModeAndLevel returns a headline with the mode, unless it is the default, and the level.
func (r *Round) ModeAndLevel() string {
	g, row := r.Game, r.modeRow()
	place := fmt.Sprintf(text.Goal.LevelNumber, g.Level+1)
	switch name := r.Pack.Levels[g.Level].Name; {
	case row.HasChallenges:
		place = fmt.Sprintf("%d %s", g.Level+1, name)
	case row.HasRows:
		place = text.Count.Rows.Of(g.Rows.NumEntered())
	case row.HasBosses:
		place = fmt.Sprintf(text.Goal.BossNumber, g.Level+1, g.NumLevels()) + " · " + name
	case name != "":
		place += " · " + name
	}
	if !row.Default {
		place = text.Translate(row.Title) + " · " + place
	}
	return place
}

// InPlayRows returns the rows for the dialog of a paused game.
func (r *Round) InPlayRows() (all []Goal) {
	g, row := r.Game, r.modeRow()
	switch {
	case g.Mode.Versus():
		return append(all, Goal{
			"", text.Goal.Points,
			fmt.Sprintf(text.Goal.MatchPoints, g.Match.Points[0], g.Match.Points[1], g.Match.WinPoints),
		})
	case row.HasChallenges:
		all = r.challengeRows()
	case !row.Endless:
		all = r.starRows()
	}
	if !row.NoPoints && !row.HasChallenges {
		all = append(all, Goal{"", text.Goal.Score, r.scoreText()})
	}
	if best := r.Best.Level; best.Ticks > 0 {
		all = append(all, Goal{
			"", text.Goal.Best,
			fmt.Sprintf(text.Goal.TimeAndPoints, text.PlayTime(uint64(best.Ticks)), text.Number(best.Points)),
		})
	}
	if r.Ghost != nil {
		all = append(all, Goal{"", text.Goal.Ghost, LeadText(r.Ghost.LeadOver(g))})
	}
	if running := runningText(g); running != "" {
		all = append(all, Goal{"", text.Goal.RunningEffects, running})
	}
	return all
}

// starRows returns a row for each star of the level, with its condition and the progress. The mark × means that the
// star can no longer be earned.
func (r *Round) starRows() []Goal {
	g, t := r.Game, &r.Game.Tally
	bricks := text.Goal.BricksLeft.Of(g.BricksLeft)
	if left, of := g.BossHits(); of > 0 {
		bricks = fmt.Sprintf(text.Goal.BossLeft, left, of)
	}
	all := []Goal{{"☆", text.Goal.Cleared, bricks}}
	if g.AvailableStars() == engine.StarCleared {
		return all
	}

	mark := "☆"
	if t.Ticks > t.Par {
		mark = "×"
	}
	all = append(all, Goal{
		mark, text.Goal.Time,
		fmt.Sprintf(text.Goal.Of, text.PlayTime(uint64(t.Ticks)), text.PlayTime(uint64(t.Par))),
	})

	mark, lost := "☆", text.Goal.NoneLost
	if t.BallsLost > 0 {
		mark, lost = "×", text.Goal.BallsLost.Of(t.BallsLost)
	}
	all = append(all, Goal{mark, text.Goal.Balls, lost})

	if t.ParScore > 0 {
		mark = "☆"
		if t.Total() >= t.ParScore {
			mark = "★"
		}
		all = append(all,
			Goal{mark, text.Goal.Points, fmt.Sprintf(text.Goal.Of, text.Number(t.Total()), text.Number(t.ParScore))})
	}
	return all
}

// scoreText returns the score. If the player has a best score, the text also contains the difference from it.
func (r *Round) scoreText() string {
	score, best := r.Game.Score, r.Best.Score
	switch {
	case best == 0:
		return text.Number(score)
	case score > best:
		return fmt.Sprintf(text.Goal.NewBest, text.Number(score), text.Number(score-best))
	case score == best:
		return fmt.Sprintf(text.Goal.SameBest, text.Number(score))
	}
	return fmt.Sprintf(text.Goal.BelowBest, text.Number(score), text.Number(best-score))
}

// runningText lists the active effects with their remaining seconds.
func runningText(g *engine.Game) string {
	var all []string
	always := spec.Twists[g.Challenge().Twist].ConstantDrop // active for the whole level, so not listed
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		if left, _ := g.EffectTicks(k); left > 0 && k != always {
			all = append(all, fmt.Sprintf(text.Goal.Effect, text.Translate(spec.Drops[k].Label),
				(left+engine.TicksPerSecond-1)/engine.TicksPerSecond))
		}
	}
	return strings.Join(all, ", ")
}

// LeadText describes the lead l. The text contains the number of levels, bricks or points ahead or behind, or states
// that both players are even.
func LeadText(l engine.Lead) string {
	format := func(n int, ahead, behind text.Plural) string {
		if n < 0 {
			return behind.Of(-n)
		}
		return ahead.Of(n)
	}
	switch {
	case l.Levels != 0:
		return format(l.Levels, text.Goal.LevelsAhead, text.Goal.LevelsBehind)
	case l.Bricks != 0:
		return format(l.Bricks, text.Goal.BricksAhead, text.Goal.BricksBehind)
	case l.Points != 0:
		return format(l.Points, text.Goal.PointsAhead, text.Goal.PointsBehind)
	}
	return text.Goal.EvenWithBest
}

// nearLifePoints is the maximum number of points missing for the next life at which the dialog at the end of a game
// mentions that life.
const nearLifePoints = 2000

// EndRows returns the rows for the dialog at the end of a game.
func (r *Round) EndRows() (all []Goal) {
	g, row := r.Game, r.modeRow()
	if row.HasChallenges {
		all = r.medalRows()
	}
	if g.Phase == engine.Over && !row.Endless {
		all = append(all, r.progressRows()...)
	}
	if !row.NoPoints && !row.HasChallenges {
		all = append(all, Goal{"", text.Goal.Score, r.scoreText()})
	}
	earnsLives := !row.UnlimitedLives && !row.OneLife && row.TimeLimit == 0
	if missing := engine.NextLife(g.Score) - g.Score; g.Phase == engine.Over &&
		earnsLives && missing <= nearLifePoints {
		all = append(all, Goal{"", text.Goal.NextBall, fmt.Sprintf(text.Goal.NextLifeIn, text.Number(missing))})
	}
	if r.Ghost != nil {
		all = append(all, Goal{"", text.Goal.Ghost, LeadText(r.Ghost.LeadOver(g))})
	}
	return append(all, Goal{"", text.Goal.Combo, strconv.Itoa(g.BestCombo)})
}

// progressRows returns two rows about a lost level: the number of remaining bricks or boss hits, and a progress bar.
func (r *Round) progressRows() []Goal {
	g := r.Game
	left, of := g.BossHits()
	count := text.Goal.HitsLeft
	if of == 0 {
		left, of, count = g.BricksLeft, max(g.BricksNeeded(), g.BricksLeft, 1), text.Goal.BricksLeft
	}
	const width = 16
	done := (of - left) * width / of
	return []Goal{
		{"", text.Goal.Level, count.Of(left)},
		{"", "", strings.Repeat("━", done) + strings.Repeat("─", width-done)},
	}
}
