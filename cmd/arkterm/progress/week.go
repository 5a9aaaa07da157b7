package progress

import (
	"fmt"

	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/text"
)

// A Week is the number of a week in UTC. Weeks begin on Monday, and week 0 contains 1 January 1970. The number of the
// week determines the weekly goal. The progress toward the goal is computed from the saved games.
type Week int

const secondsPerDay = 24 * 60 * 60

// weekOf returns the week that contains a Unix time in seconds. Times before 1970 are in week 0.
func weekOf(seconds int64) Week { return Week((max(seconds, 0)/secondsPerDay + 3) / 7) } // day 0 was a Thursday

// WeekOf returns the week that contains a day.
func WeekOf(day engine.Day) Week { return weekOf(timeOf(day).Unix()) }

// A weeklyGoal is a goal for a week. The player reaches it when the sum of count over the games of the week is at least
// target.
type weeklyGoal struct {
	label      *string // format for the target and, if needsWorld is set, for the name of the world
	target     int
	count      func(s *Score, w levels.World) int
	needsWorld bool // the goal is about levels of a world of the shipped campaign
}

// weeklyGoals lists all goals. Successive weeks use successive goals. After the last goal, the list repeats.
var weeklyGoals = [...]weeklyGoal{
	{label: &text.Week.Levels, target: 15, count: clearedLevels},
	{label: &text.Week.Combos, target: 20, count: func(s *Score, _ levels.World) int {
		return s.Combos
	}},
	{label: &text.Week.World, target: 5, count: clearedInWorld, needsWorld: true},
	{label: &text.Week.Daily, target: 3, count: func(s *Score, _ levels.World) int {
		return oneIf(s.mode().Dated)
	}},
	{label: &text.Week.Bricks, target: 1500, count: func(s *Score, _ levels.World) int { return s.BricksBroken }},
	{label: &text.Week.Clean, target: 3, count: func(s *Score, w levels.World) int {
		return clearedLevels(s, w) * oneIf(s.BallsLost == 0)
	}},
	{label: &text.Week.LongCombo, target: 3, count: func(s *Score, _ levels.World) int {
		return oneIf(s.BestCombo >= longCombo)
	}},
}

// longCombo is the number of bricks in a combo from which a weekly goal counts it.
const longCombo = 12

// oneIf returns 1 if b is true, otherwise 0.
func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// clearedLevels returns the number of levels that a game has cleared.
func clearedLevels(s *Score, _ levels.World) int { return s.LevelsCleared }

// clearedInWorld returns the number of levels of world w that a game has cleared. It returns 0 for games on other
// levels than the shipped campaign.
func clearedInWorld(s *Score, w levels.World) int {
	if s.SetName != levels.Shipped().Name || !s.mode().HasMap {
		return 0
	}
	from, to := max(s.FirstLevel-1, w.First), min(s.FirstLevel-1+s.LevelsCleared, w.First+w.NumLevels)
	return max(to-from, 0)
}

// goal returns the goal and the world of the week. The world matters only if the goal needs a world.
func (w Week) goal() (*weeklyGoal, levels.World) {
	worlds := levels.Shipped().Worlds()
	return &weeklyGoals[int(w)%len(weeklyGoals)], worlds[int(w)/len(weeklyGoals)%len(worlds)]
}

// Goal returns the goal of the week as text.
func (w Week) Goal() string {
	goal, world := w.goal()
	if goal.needsWorld {
		return fmt.Sprintf(*goal.label, text.Number(goal.target), world.Name)
	}
	return fmt.Sprintf(*goal.label, text.Number(goal.target))
}

// Text returns the goal of the week with the player's progress.
func (w Week) Text(done int) string {
	goal, _ := w.goal()
	if done >= goal.target {
		return fmt.Sprintf(text.Week.Done, w.Goal())
	}
	return fmt.Sprintf(text.Week.Progress, w.Goal(), text.Number(done))
}

// Week returns a player's progress toward the goal of a week, in the unit of the goal's target.
func (r *Results) Week(player string, w Week) (done int) {
	goal, world := w.goal()
	for i := range r.entries {
		if e := &r.entries[i]; e.Player == player && weekOf(e.Ended.Unix()) == w {
			done += goal.count(&e.Score, world)
		}
	}
	return done
}
