package leaderboard

import "math"

// Constants of Elo ratings, which players have for matches between opponents. The winner gains the points that the
// loser loses. An unexpected result moves more points.
const (
	InitialRating = 1500  // rating before the first match
	maxGain       = 32    // maximum gain of one match
	ratingScale   = 400.0 // with this difference, the better player wins ten of eleven matches
)

// MaxRatedMatches is the number of matches between the same two players that count per day. It limits the gain from a
// friend who loses on purpose.
const MaxRatedMatches = 5

// Limits for matches with new players, because one person can create many accounts.
const (
	// A player with fewer rated matches is a new opponent. Only MaxRatedMatches wins per day against new opponents
	// count.
	NewcomerMatches = 10
	NewcomerDivisor = 4  // divides the gain of a match between a new and an established opponent
	NewcomerGames   = 10 // a player with fewer finished games is a new partner
)

// A Rating is a player's rating in a mode and difficulty.
type Rating struct {
	Mode       string `json:"mode"` // name of the match kind
	Difficulty string `json:"difficulty"`
	Rating     int    `json:"rating"`
	Won        int    `json:"won"` // number of rated matches won
	Lost       int    `json:"lost"`
}

// RatingGain returns the number of points that the winner of a match gains and the loser loses. Its arguments are their
// ratings before the match.
func RatingGain(winner, loser int) int {
	return int(math.Round(maxGain / (1 + math.Pow(10, float64(winner-loser)/ratingScale))))
}
