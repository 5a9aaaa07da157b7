package progress

// SeriesWins is the number of games that win a best of three.
const SeriesWins = 2

// A Series counts the games that two opponents win in successive best-of-three matches. Arrays are indexed by paddle.
// The zero Series is the start of the first best of three.
type Series struct {
	Wins  [2]int // games won in the current best of three
	Total [2]int // games won since the first best of three
}

// CountWin counts a game won by the player of paddle k. If the current best of three was already decided, the game
// starts the next one.
func (s *Series) CountWin(k int) {
	if s.Decided() {
		s.Wins = [2]int{}
	}
	s.Wins[k]++
	s.Total[k]++
}

// Decided reports whether a player has won the best of three.
func (s *Series) Decided() bool { return max(s.Wins[0], s.Wins[1]) >= SeriesWins }

// CurrentWins returns the wins in the current best of three, to show during the next game. If the next game starts a
// new best of three, the wins are 0.
func (s *Series) CurrentWins() [2]int {
	if s.Decided() {
		return [2]int{}
	}
	return s.Wins
}

// HasEarlier reports whether games of an earlier best of three were counted.
func (s *Series) HasEarlier() bool { return s.Total != s.Wins }

// Swap exchanges the players.
func (s *Series) Swap() {
	s.Wins[0], s.Wins[1] = s.Wins[1], s.Wins[0]
	s.Total[0], s.Total[1] = s.Total[1], s.Total[0]
}
