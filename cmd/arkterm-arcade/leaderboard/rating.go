package leaderboard

import "math"

// Ratings of players who play against each other, by Elo's rule: who wins takes from who loses, the more the less it was to be
// expected. All begin with the same, and the sum stays.
const (
	InitialRating = 1500
	maxGain       = 32    // of a match
	ratingScale   = 400.0 // who is ahead by so much wins ten of eleven
)

// MostRated is how many matches of the same two count in a day: a friend who loses on purpose is worth little.
const MaxRatedMatches = 5

// Limits of what is won from players who are new, of whom one can be many.
const (
	NewcomerMatches = 10 // that have counted: who has played fewer is new to an opponent, and MostRated matches won against all of those count in a day
	NewcomerDivisor = 4  // a match of one who is new with one who is not moves ratings by this part of what it would
	NewcomerGames   = 10 // that were finished: who has played fewer is new to a partner
)

// A Rating is how a player stands against others.
type Rating struct {
	Mode       string `json:"mode"` // the name of the kind of match
	Difficulty string `json:"difficulty"`
	Rating     int    `json:"rating"`
	Won        int    `json:"won"` // matches that counted, ever
	Lost       int    `json:"lost"`
}

// Gain returns what a match moves from the rating of who has lost it to that of who has won.
func Gain(winner, loser int) int {
	return int(math.Round(maxGain / (1 + math.Pow(10, float64(winner-loser)/ratingScale))))
}
