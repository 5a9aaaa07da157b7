package leaderboard

import "math"

// Elo ratings of players in matches between opponents. The winner gains what the loser loses: more points for an
// unexpected result.
const (
	InitialRating = 1500
	maxGain       = 32    // maximum gain of one match
	ratingScale   = 400.0 // with this difference, the better player wins ten of eleven matches
)

// MaxRatedMatches is the number of matches between the same two players that count per day. It limits the gain from a
// friend who loses on purpose.
const MaxRatedMatches = 5

// Limits for matches with new players, because one person can create many accounts.
const (
	// with fewer rated matches, a player is a new opponent. Only MaxRatedMatches wins per day against new opponents
	// count
	NewcomerMatches = 10
	NewcomerDivisor = 4  // divides the gain of a match between a new and an established player
	NewcomerGames   = 10 // with fewer finished games, a player is a new partner
)

// A Rating is a player's rating in a mode and difficulty.
type Rating struct {
	Mode       string `json:"mode"` // name of the match kind
	Difficulty string `json:"difficulty"`
	Rating     int    `json:"rating"`
	Won        int    `json:"won"` // number of rated matches won
	Lost       int    `json:"lost"`
}

// Gain returns the number of points that the winner of a match gains and the loser loses.
func Gain(winner, loser int) int {
	return int(math.Round(maxGain / (1 + math.Pow(10, float64(winner-loser)/ratingScale))))
}
