package progress

import (
	"fmt"
	"slices"
	"strings"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// An Offer is a suggested next game, shown at the end of a game.
type Offer struct {
	Label    string
	Help     string       // difference from the finished game; "" if none
	Level    int          // index of the first level
	Terms    engine.Terms // terms of the game
	Opponent string       // player of the second paddle, as in recordings; "" if none
}

// An offerFunc changes o into another offer. When it is called, o offers to retry the finished game. It returns false
// if the new offer does not suit the finished game.
type offerFunc func(r *Round, o *Offer) bool

// offerFuncs lists the functions for all possible offers, in the order in which the dialog shows them.
var offerFuncs = [...]offerFunc{nextChallenge, retry, fromFirstLevel, otherDifficulty, withAssist, otherOpponent}

// Offers returns the suggested next games. opponent is the player of the second paddle in the finished game, as in
// recordings; "" if none.
func (r *Round) Offers(opponent string) (all []Offer) {
	for _, row := range offerFuncs {
		o := Offer{Level: r.retryLevel(), Terms: r.Game.Terms(), Opponent: opponent}
		if row(r, &o) {
			all = append(all, o)
		}
	}
	return all
}

// retryLevel returns the index of the level at which a retry starts. This is the lost level, or the first level of the
// game if the mode does not allow a start at the lost level.
func (r *Round) retryLevel() int {
	if row := r.modeRow(); row.OwnLevels || row.FromFirst || row.Loops || row.Single || r.Game.Phase != engine.Over {
		return r.First
	}
	return r.Game.Level
}

// retryLabel returns the label of a retry. The label names the level, unless the level is the first one of the game.
func (r *Round) retryLabel() string {
	if r.retryLevel() == r.First {
		return text.Offer.Again
	}
	return fmt.Sprintf(text.Offer.LevelAgain, r.retryLevel()+1)
}

// nextChallenge offers the next open challenge, if the player has won a medal.
func nextChallenge(r *Round, o *Offer) bool {
	next := r.First + 1
	for r.ChallengeOpen != nil && next < len(r.Pack.Levels) && !r.ChallengeOpen(next) {
		next++
	}
	if !r.modeRow().HasChallenges || r.Game.Medal() == spec.NoMedal || next >= len(r.Pack.Levels) {
		return false
	}
	o.Label, o.Level = fmt.Sprintf(text.Offer.Next, r.Pack.Levels[next].Name), next
	o.Help = text.Translate(spec.Twists[r.Pack.Levels[next].Challenge.Twist].Help)
	return true
}

// retry offers the same game again.
func retry(r *Round, o *Offer) bool {
	o.Label = r.retryLabel()
	return true
}

// fromFirstLevel offers to start again at the first level of the game, if a retry would start at another level.
func fromFirstLevel(r *Round, o *Offer) bool {
	o.Label, o.Level = fmt.Sprintf(text.Offer.FromLevel, r.First+1), r.First
	return r.retryLevel() != r.First
}

// canChangeDifficulty reports whether another difficulty or an assist may be offered. This is not the case in matches,
// in modes with a time limit, and in daily games, which are the same for all players.
func (r *Round) canChangeDifficulty() bool {
	row := r.modeRow()
	return row.TimeLimit == 0 && !row.Dated && !row.Versus
}

// manyDefeats is a number of consecutive defeats on a level. After that many defeats, the offered difficulty is Very
// easy or an easier one.
const manyDefeats = 2

// otherDifficulty offers an easier difficulty after a defeat and a harder difficulty after a victory.
func otherDifficulty(r *Round, o *Offer) bool {
	d := o.Terms.Difficulty + 1
	if r.Game.Phase == engine.Over {
		d = o.Terms.Difficulty - 1
		if r.Defeats >= manyDefeats {
			d = min(d, engine.VeryEasy)
		}
	}
	if !r.canChangeDifficulty() || d == engine.DefaultDifficulty || int(d) >= len(engine.Difficulties) {
		return false
	}
	o.Label = fmt.Sprintf(text.Offer.On, r.retryLabel(),
		strings.ReplaceAll(text.Translate(engine.Difficulties[d].Name), "-", " "))
	o.Help = fmt.Sprintf(text.Offer.With, difference(&engine.Difficulties[o.Terms.Difficulty], &engine.Difficulties[d]))
	o.Terms.Difficulty = d
	return true
}

// difference describes how difficulty after differs from difficulty before.
func difference(before, after *engine.DifficultyRow) string {
	var all []string
	compare := func(a, b float64, more, less string) {
		switch {
		case b > a:
			all = append(all, more)
		case b < a:
			all = append(all, less)
		}
	}
	compare(before.StartSpeed, after.StartSpeed, text.Offer.FasterBalls, text.Offer.SlowerBalls)
	compare(before.HalfWidth, after.HalfWidth, text.Offer.WiderPaddle, text.Offer.NarrowerPaddle)
	if before.Lives != after.Lives {
		all = append(all, text.Count.Lives.Of(after.Lives))
	}
	if before.PointsPercent != after.PointsPercent {
		all = append(all, fmt.Sprintf(text.Offer.PointShare, after.PointsPercent))
	}
	return strings.Join(all, ", ")
}

// withAssist offers a retry after a defeat, with the first assist that the game did not use.
func withAssist(r *Round, o *Offer) bool {
	if r.Game.Phase != engine.Over || !r.canChangeDifficulty() {
		return false
	}
	i := slices.IndexFunc(engine.Assists[:], func(a engine.AssistRow) bool {
		bit, err := engine.ParseAssists(a.Name)
		return err == nil && o.Terms.Assists&bit == 0
	})
	if i < 0 {
		return false
	}
	a := &engine.Assists[i]
	bit, _ := engine.ParseAssists(a.Name)
	o.Label = fmt.Sprintf(text.Offer.WithAssist, r.retryLabel(), strings.ToLower(text.Translate(a.Title)))
	o.Help = fmt.Sprintf(text.Offer.ScoresApart, text.Translate(a.Help))
	o.Terms.Assists |= bit
	return true
}

// otherOpponent offers a weaker opponent after a defeat and a stronger opponent after a victory.
func otherOpponent(r *Round, o *Offer) bool {
	strength, err := bot.ParseStrength(o.Opponent)
	if err != nil || !r.Game.Mode.Versus() {
		return false
	}
	next := int(strength) + 1
	if r.Game.Phase == engine.Over {
		next = int(strength) - 1
	}
	if next < 0 || next >= len(bot.Strengths) {
		return false
	}
	s := &bot.Strengths[next]
	o.Label = fmt.Sprintf(text.Offer.PlayAgainst, text.Translate(s.Name))
	o.Help, o.Opponent = text.Translate(s.Help), s.Name
	return true
}
