package main

import (
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// The figures do not depend on how games are shared out: twice the same, and each game is counted.
func TestRatingIsTheSameAgain(t *testing.T) {
	one := spec.Level{
		Name:   "One",
		Bricks: []spec.BrickSpec{{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 8, 0)}},
	}
	job := rateJob{levels: []spec.Level{one, one}, seeds: 2, drops: 15}
	var games atomic.Int32
	first, err := job.rate(func() { games.Add(1) })
	if err != nil || int(games.Load()) != job.games() || job.games() != 2*2*len(bot.Strengths) {
		t.Fatalf("%d of %d games, %v", games.Load(), job.games(), err)
	}
	again, err := job.rate(func() {})
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, then %+v, %v", first, again, err)
	}
	for i := range first {
		first[i].Level, first[i].level = 0, nil
	}
	if !reflect.DeepEqual(first[0], first[1]) {
		t.Errorf("one level is %+v and %+v", first[0], first[1])
	}
	job.levels = []spec.Level{{Balls: 9}}
	if _, err := job.rate(func() {}); err == nil || !strings.Contains(err.Error(), "serves 9 balls") {
		t.Errorf("a level that cannot be set up: %v", err)
	}
}

// The difficulty is the mean share of balls that is lost; the pars come from what the two best bots do.
func TestFiguresOfARating(t *testing.T) {
	r := rating{level: &spec.Level{Name: "A"}, trials: [][]trial{
		{{lost: 5, given: 5}, {lost: 5, given: 5}},                                                               // beginner: all
		{{lost: 5, given: 5}, {passed: true, ticks: 9, lost: 1, given: 5}},                                       // casual: 6 of 10
		{{passed: true, lost: 2, given: 5, ticks: 1}, {passed: true, lost: 1, given: 5, ticks: 1}},               // able: 3 of 10
		{{passed: true, ticks: 100 * 240, given: 5, points: 900}, {lost: 0, given: 5}},                           // skilled: half, it took too long
		{{passed: true, ticks: 60 * 240, given: 6, points: 2060}, {passed: true, ticks: 240, given: 5, lost: 1}}, // master: 1 of 10
	}}
	r.sum(3)
	if r.Level != 4 || r.Cleared != 6 || r.Games != 2 || r.Difficulty != 50 {
		t.Errorf("%+v", r)
	}
	if b := r.Bots[1]; b.Cleared != 1 || b.Lost != 3 || b.Took != 0.6 || b.Seconds != 9.0/240 {
		t.Errorf("casual: %+v", b)
	}
	// The median of 1, 60 and 100 s, and a quarter more: 75 s, and so the next 5 s; of 0, 900 and
	// 2,060 points four fifths, in hundreds.
	if r.ParTime != 80 || r.ParScore != 700 {
		t.Errorf("par %d s, %d points", r.ParTime, r.ParScore)
	}
	none := rating{level: &spec.Level{}, trials: [][]trial{{{given: 5}}, {{given: 5}}, {{given: 5}}, {{given: 5}}, {{given: 5}}}}
	none.sum(0)
	if none.Difficulty != 100 || none.ParTime != 0 || none.ParScore != 0 || unsolved([]rating{none}) == nil || unsolved([]rating{r}) != nil {
		t.Errorf("nobody clears it: %+v", none)
	}
}
