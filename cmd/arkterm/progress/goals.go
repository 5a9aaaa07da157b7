package progress

import (
	"fmt"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/format"
)

// A Round is a game with what it is compared with.
type Round struct {
	Game  *engine.Game
	Pack  levels.Pack
	First int // index of the level that it began with
	Best  Best
	Ghost *engine.Game // at the same tick; nil: none
}

// A Best is what the player has reached before this game.
type Best struct {
	Score int         // in games of the same table; 0: none
	Level Achievement // in the level being played
}

// A Goal is a row of a dialog: a mark, for instance a star, and a text with a label.
type Goal struct{ Mark, Label, Text string }

// labelWidth is the width of the widest label.
const labelWidth = len("Another ball")

// String returns the line with its parts in columns.
func (l Goal) String() string {
	return strings.TrimRight(fmt.Sprintf("%1s %-*s %s", l.Mark, labelWidth, l.Label, l.Text), " ")
}

// mode returns the row of the game's mode.
func (r *Round) mode() *engine.ModeRow { return &engine.Modes[r.Game.Mode] }

// Place names the mode and the level.
func (r *Round) Place() string {
	g, row := r.Game, r.mode()
	text := fmt.Sprintf("Level %d", g.Level+1)
	switch name := r.Pack.Levels[g.Level].Name; {
	case row.Rooms:
		text = fmt.Sprintf("%d %s", g.Level+1, name)
	case row.Rows:
		text = format.Count(g.Rows.Down(), "row")
	case name != "":
		text += " · " + name
	}
	if !row.Usual {
		text = row.Title + " · " + text
	}
	return text
}

// InPlay returns the lines about a game in
func (r *Round) InPlay() (all []Goal) {
	g, row := r.Game, r.mode()
	switch {
	case g.Mode.Faces():
		return append(all, Goal{"", "Points", fmt.Sprintf("%d : %d, first to %d", g.Match.Points[0], g.Match.Points[1], g.Match.To)})
	case row.Rooms:
		all = r.room()
	case !row.Endless:
		all = r.stars()
	}
	if !row.Pointless && !row.Rooms {
		all = append(all, Goal{"", "Score", r.score()})
	}
	if best := r.Best.Level; best.Ticks > 0 {
		all = append(all, Goal{"", "Your best", strings.TrimPrefix(best.Text(), "best: ")})
	}
	if r.Ghost != nil {
		all = append(all, Goal{"", "Ghost", LeadText(r.Ghost.LeadOver(g))})
	}
	if text := runningText(g); text != "" {
		all = append(all, Goal{"", "Running", text})
	}
	return all
}

// stars returns a line for each star of the level, with what it still takes.
func (r *Round) stars() []Goal {
	g, t := r.Game, &r.Game.Tally
	bricks := format.Count(g.BricksLeft, "brick") + " to go"
	if left, of := g.BossHits(); of > 0 {
		bricks = fmt.Sprintf("the boss: %d of %d hits to go", left, of)
	}
	all := []Goal{{"☆", "Cleared", bricks}}
	if g.OpenStars() == engine.StarCleared {
		return all
	}

	mark := "☆"
	if t.Ticks > t.Par {
		mark = "×"
	}
	all = append(all, Goal{mark, "Time", format.PlayTime(uint64(t.Ticks)) + " of " + format.PlayTime(uint64(t.Par))})

	mark, lost := "☆", "none lost"
	if t.Lost > 0 {
		mark, lost = "×", format.Count(t.Lost, "ball")+" lost"
	}
	all = append(all, Goal{mark, "Balls", lost})

	if t.ParScore > 0 {
		mark = "☆"
		if t.Total() >= t.ParScore {
			mark = "★"
		}
		all = append(all, Goal{mark, "Points", format.Number(t.Total()) + " of " + format.Number(t.ParScore)})
	}
	return all
}

// score returns the score, and how it compares with the player's best.
func (r *Round) score() string {
	score, best := r.Game.Score, r.Best.Score
	text := format.Number(score)
	switch {
	case best == 0:
	case score > best:
		text += fmt.Sprintf(", your best by %s", format.Number(score-best))
	case score == best:
		text += ", as much as your best"
	default:
		text += fmt.Sprintf(", %s short of your best", format.Number(best-score))
	}
	return text
}

// runningText lists the effects that run, with the seconds that remain.
func runningText(g *engine.Game) string {
	var all []string
	always := spec.Twists[g.Challenge().Twist].Always // without end
	for k := spec.NoDrop + 1; k < spec.DropKinds; k++ {
		if left, _ := g.TimeLeft(k); left > 0 && k != always {
			all = append(all, fmt.Sprintf("%s %d s", spec.Drops[k].Word, (left+engine.TicksPerSecond-1)/engine.TicksPerSecond))
		}
	}
	return strings.Join(all, ", ")
}

// LeadText says how far a game is ahead or behind.
func LeadText(l engine.Lead) string {
	say := func(n int, what string) string {
		if n < 0 {
			return format.Count(-n, what) + " behind"
		}
		return format.Count(n, what) + " ahead"
	}
	switch {
	case l.Levels != 0:
		return say(l.Levels, "level")
	case l.Bricks != 0:
		return say(l.Bricks, "brick")
	case l.Points != 0:
		return say(l.Points, "point")
	}
	return "level with you"
}

// nearBall is the number of points short of another ball that counts as near.
const nearBall = 2000

// AtEnd returns the lines about a game that has ended: how close it was.
func (r *Round) AtEnd() (all []Goal) {
	g, row := r.Game, r.mode()
	if row.Rooms {
		all = r.medals()
	}
	if g.Phase == engine.Over && !row.Endless {
		all = append(all, r.progress()...)
	}
	if !row.Pointless && !row.Rooms {
		all = append(all, Goal{"", "Score", r.score()})
	}
	if short := engine.NextLife(g.Score) - g.Score; g.Phase == engine.Over && !row.Deathless && !row.OneBall && row.TimeLimit == 0 && short <= nearBall {
		all = append(all, Goal{"", "Another ball", format.Number(short) + " points away"})
	}
	if r.Ghost != nil {
		all = append(all, Goal{"", "Ghost", LeadText(r.Ghost.LeadOver(g))})
	}
	return append(all, Goal{"", "Best combo", strconv.Itoa(g.BestCombo)})
}

// progress says how much of the level was left, with a bar of what was done.
func (r *Round) progress() []Goal {
	g := r.Game
	left, of := g.BossHits()
	what := "hit"
	if of == 0 {
		left, of, what = g.BricksLeft, max(g.Needed(), g.BricksLeft, 1), "brick"
	}
	const width = 16
	done := (of - left) * width / of
	return []Goal{
		{"", "Level", format.Count(left, what) + " to go"},
		{"", "", strings.Repeat("━", done) + strings.Repeat("─", width-done)},
	}
}
