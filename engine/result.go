package engine

// A Result is what a game has come to.
type Result struct {
	Ticks uint64
	Score int
	Level int // index
	Phase Phase
	Hash  uint64
}

// Result returns what g has come to so far.
func (g *Game) Result() Result { return Result{g.Tick, g.Score, g.Level, g.Phase, g.Hash()} }
