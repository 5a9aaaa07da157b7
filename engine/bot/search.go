package bot

import (
	"arkterm/engine"
	"arkterm/engine/spec"
)

// Parameters of a search. The number of games per strength is the default of "arkterm levels rate".
const (
	searchSeeds        = 3         // games per strength and level
	searchError        = 5         // difference from the target that is accepted after searchRatings
	searchAim          = 2         // a smaller difference ends the search
	searchRatings      = 4         // number of ratings after which the best level is accepted
	maxRatings         = 8         // number of ratings after which the search ends if it has found a level
	difficultyPerSpeed = 0.4       // increase of the difficulty per percent of ball speed
	earlyError         = 20        // a larger difference ends the rating before the last seed
	maxSearchTicks     = 1_200_000 // ticks of all games after which the search accepts the best or the next level
	minSearchSpeed     = 55        // minimum ball speed that the search tries, percent
)

// A Search generates levels until the bots rate a level about as difficult as requested. Between two ratings, it
// changes the ball speed of the level, or takes the next draft. The result depends only on the arguments of
// [NewSearch].
type Search struct {
	target int
	draft  func(try, speed int) (spec.Level, error)
	ticks  int // ticks of all games
	count  int // number of ratings so far
	done   bool
	err    error

	// The rating in progress.
	try    int // number of the current draft, from 0
	level  [1]spec.Level
	rating Rating
	played int          // games of this rating that have ended
	game   *engine.Game // current game; nil before its first tick
	player *Bot

	// The ratings of the current draft so far.
	rated   int     // number of ratings
	baseSum float64 // sum of the rated difficulties, each without the effect of the ball speed

	best      Rating
	bestTry   int
	bestSpeed int
	bestError int // difference of the best difficulty from the target; −1 if there is none
}

// NewSearch returns a search for a level whose difficulty in a [Rating] is about target. The search calls draft for the
// drafts try = 0, 1, 2 and so on, with a ball speed in percent. If the speed is 0, draft chooses an appropriate one.
func NewSearch(target int, draft func(try, speed int) (spec.Level, error)) *Search {
	s := &Search{target: target, draft: draft, bestError: -1}
	s.begin(0)
	return s
}

// begin starts to rate the current draft with a ball speed.
func (s *Search) begin(speed int) {
	if s.level[0], s.err = s.draft(s.try, speed); s.err != nil {
		s.done = true
		return
	}
	s.rating = Rating{level: &s.level[0], results: make([][]gameResult, len(Strengths))}
	s.played = 0
}

// Step plays up to the given number of ticks. It reports whether the search has ended.
func (s *Search) Step(ticks int) bool {
	for i := 0; i < ticks && !s.done; i++ {
		s.tick()
	}
	return s.done
}

// tick plays one tick of the current game.
func (s *Search) tick() {
	strength, seed := Strength(s.played%len(Strengths)), s.played/len(Strengths)
	if s.game == nil {
		if s.game, s.err = new(Job).game(s.level[:], seed); s.err != nil {
			s.done = true
			return
		}
		s.player = OfStrength(strength, uint64(seed)+1)
	}
	s.ticks++
	s.game.Step(engine.Input{s.player.Play(s.game), engine.Idle})
	if !isOver(s.game) {
		return
	}

	s.rating.results[strength] = append(s.rating.results[strength], resultOf(s.game))
	s.game = nil
	s.played++
	if s.played%len(Strengths) == 0 {
		s.endRound()
	}
}

// endRound is called when all bots have played with one seed. It ends the rating after the last seed, or earlier if
// the difficulty is far from the target. If the search has found no level after maxSearchTicks, it no longer ends
// ratings early.
func (s *Search) endRound() {
	r := s.rating
	r.summarize(0)
	miss, complete := distance(r.Difficulty, s.target), s.played == searchSeeds*len(Strengths)
	anyLevel := s.bestError < 0 && s.ticks >= maxSearchTicks // accept the first level whose rating is complete
	if !complete && (miss <= earlyError || anyLevel) {
		return
	}

	s.count++
	s.rated++
	s.baseSum += float64(r.Difficulty) - float64(difficultyPerSpeed*float64(s.level[0].Speed))
	wins := r.Bots[Master].Cleared == r.Games && r.Bots[Skilled].Cleared == r.Games
	if complete && (wins || anyLevel) && (s.bestError < 0 || miss < s.bestError) {
		s.best, s.bestTry, s.bestSpeed, s.bestError = r, s.try, s.level[0].Speed, miss
	}
	if s.bestError >= 0 && (s.bestError <= searchAim || s.bestError <= searchError && s.count >= searchRatings ||
		s.count >= maxRatings || s.ticks >= maxSearchTicks) {
		s.done = true
		return
	}

	// The difficulty increases about linearly with the ball speed.
	speed := int((float64(s.target)-s.baseSum/float64(s.rated))/difficultyPerSpeed + 0.5)
	if speed == s.level[0].Speed {
		speed++
	}
	if !wins || speed < minSearchSpeed || speed > spec.MaxSpeed || s.rated == searchRatings {
		s.try++
		s.rated, s.baseSum = 0, 0
		speed = 0
	}
	s.begin(speed)
}

// distance returns the absolute difference of a and b.
func distance(a, b int) int { return max(a-b, b-a) }

// Progress returns an estimate of the progress of the search, in percent.
func (s *Search) Progress() int {
	if s.done {
		return 100
	}
	const games = searchSeeds * len(Strengths)
	n := s.count*games + s.played
	return 100 * n / (n + 2*games)
}

// Result returns the number of the best draft so far, its ball speed in percent and its rating. The error is not
// nil if a draft or a game could not be created.
func (s *Search) Result() (try, speed int, r Rating, err error) {
	return s.bestTry, s.bestSpeed, s.best, s.err
}
