package engine

// WarpPercent is how many percent of a level's bricks that count must be gone before
// the player may go on to the next level without the rest.
const WarpPercent = 80

// CanWarp reports whether [Warp] leads to the next level now: there is one, the mode
// has levels one after the other, and little is left of this one. What seeds let
// grow counts as left, and nobody gets away from a boss.
func (g *Game) CanWarp() bool {
	row := g.rules()
	if !row.Warps || g.Phase != Play && g.Phase != Serve || g.alive() {
		return false
	}
	next := g.Level < len(g.levels)-1 || row.Around
	return next && 100*(g.needed-g.Left) >= WarpPercent*g.needed
}

// warp leaves the level, if it may be left: there are no bonuses, for it is not
// cleared.
func (g *Game) warp() {
	if !g.CanWarp() {
		return
	}
	g.Card.Warped = true
	g.calm()
	g.enterPhase(Clear)
	g.emit(Event{Kind: LevelWarped, Ball: -1, Brick: -1})
}
