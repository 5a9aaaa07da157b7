package progress

// SeriesWins is the number of games that win a best of three.
const SeriesWins = 2

// A Series counts the games won by two opponents, by the index of the paddle. The zero Series is the start of the first
// best of three.
type Series struct {
	Wins  [2]int // games won in the current best of three
	Total [2]int // games won since the first best of three
}

// CountWin counts a game that player k has won. If the best of three has been decided, the game is the first of the
// next best of three.
func (s *Series) CountWin(k int) {
	if s.Decided() {
		s.Wins = [2]int{}
	}
	s.Wins[k]++
	s.Total[k]++
}

// Decided reports whether a player has won the best of three.
func (s *Series) Decided() bool { return max(s.Wins[0], s.Wins[1]) >= SeriesWins }

// CurrentWins returns the wins to show during the next game. They are 0 after a decided best of three.
func (s *Series) CurrentWins() [2]int {
	if s.Decided() {
		return [2]int{}
	}
	return s.Wins
}

// HasEarlier reports whether the series contains games of an earlier best of three.
func (s *Series) HasEarlier() bool { return s.Total != s.Wins }

// Swap exchanges the players.
func (s *Series) Swap() {
	s.Wins[0], s.Wins[1] = s.Wins[1], s.Wins[0]
	s.Total[0], s.Total[1] = s.Total[1], s.Total[0]
}
