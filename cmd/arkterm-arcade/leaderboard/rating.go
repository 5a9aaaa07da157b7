package leaderboard

import "math"

// Constants of Elo ratings. A player has a rating for each mode and difficulty of matches between opponents. The winner
// gains the points that the loser loses. The gain is larger if the winner had the lower rating.
const (
	InitialRating = 1500  // rating before the first match
	maxGain       = 32    // maximum gain of one match
	ratingScale   = 400.0 // difference of ratings with which the better player should win ten of eleven matches
)

// MaxRatedMatches is the number of matches between the same two players that are rated per day. It limits the gain from
// a friend who loses on purpose.
const MaxRatedMatches = 5

// Limits for matches with new players, because one person can create many accounts.
const (
	// NewcomerMatches is the number of rated matches after which a player is no longer a new opponent. Of a player's
	// wins against new opponents, only MaxRatedMatches per day count.
	NewcomerMatches = 10

	// NewcomerDivisor divides the gain of a match between a new and an established opponent.
	NewcomerDivisor = 4

	// NewcomerGames is the number of finished games after which a player is no longer a new partner.
	NewcomerGames = 10
)

// A Rating is a player's rating in a mode and difficulty.
type Rating struct {
	Mode       string `json:"mode"` // name of the match kind
	Difficulty string `json:"difficulty"`
	Rating     int    `json:"rating"`
	Won        int    `json:"won"`  // number of rated matches won
	Lost       int    `json:"lost"` // number of rated matches lost
}

// RatingGain returns the number of points that the winner of a match gains and the loser loses. Its arguments are their
// ratings before the match.
func RatingGain(winner, loser int) int {
	return int(math.Round(maxGain / (1 + math.Pow(10, float64(winner-loser)/ratingScale))))
}
