package engine

import "fmt"

// Terms are what a player may change while playing: how hard it is, and what helps. They
// are part of a recording, where it begins and wherever they change.
type Terms struct {
	Difficulty Difficulty // never Usual
	Assists    Assist
	Speed      int // percent of time's usual speed
}

// Terms returns the terms that hold now.
func (g *Game) Terms() Terms {
	return Terms{g.Difficulty.Known(), g.assists, g.speed}
}

// Known returns d, and Medium for Usual.
func (d Difficulty) Known() Difficulty {
	if d == Usual {
		return Medium
	}
	return d
}

// Easiest returns the easiest difficulty that the game was played at so far: the one
// that its score counts for.
func (g *Game) Easiest() Difficulty {
	if g.easiest == Usual {
		return g.Difficulty.Known()
	}
	return g.easiest
}

// used returns the assists that playing by t uses, among them a slow speed.
func (t Terms) used() Assist {
	if t.Speed < UsualSpeed {
		return t.Assists | assistSpeed
	}
	return t.Assists
}

// Assisted reports whether t helps.
func (t Terms) Assisted() bool { return t.used() != 0 }

// String returns t as the words of a recording's line: what helps, and a speed that is not
// the usual one, only where they are.
func (t Terms) String() string {
	s := "difficulty " + Difficulties[t.Difficulty].Name
	if t.Assists != 0 {
		s += " assist " + t.Assists.String()
	}
	if t.Speed != UsualSpeed {
		s += fmt.Sprintf(" speed %d", t.Speed)
	}
	return s
}

// check says what of t no game can have.
func (t Terms) check() error {
	if t.Difficulty == Usual || int(t.Difficulty) >= len(Difficulties) {
		return fmt.Errorf("difficulty %d", t.Difficulty)
	}
	if t.Assists&^choosable != 0 {
		return fmt.Errorf("assists %b", t.Assists)
	}
	return checkSpeed(t.Speed)
}

// Change has the game go on by other terms, from the next tick on. Speeds, shares of
// points and the drops that may fall are those of the new terms at once: balls in
// flight go on as far along the ramp as they were. The paddle grows or shrinks to its new width as
// it does after a drop. Balls that are left stay, even more than the new difficulty lets
// one collect; the first time that [AssistLives] is on, three are added.
//
// It must be called between two ticks, and be recorded: see [Recording.Change].
func (g *Game) Change(t Terms) {
	if err := t.check(); err != nil {
		panic(fmt.Sprintf("engine: tick %d: terms changed: %v", g.Tick, err))
	}
	was := g.Terms()
	if t == was || g.Phase.Ended() {
		return
	}
	if t.Difficulty != was.Difficulty {
		g.easiest = min(g.Easiest(), t.Difficulty)
	}
	if t.Assists&AssistLives != 0 && g.Used&AssistLives == 0 {
		g.Lives = max(g.Lives, min(g.Lives+moreLives, Difficulties[t.Difficulty].mostLives(t.Assists)))
	}
	g.Used |= t.used()
	slow, fast := g.SpeedRange()
	ramp, pace := (g.Speed-slow)/(fast-slow), g.Pace()
	for k := range g.Paddles { // by how much it is wider than usual is what stays
		_, usual, _ := g.widths(k)
		g.Paddles[k].want -= usual
	}

	g.Difficulty, g.assists, g.speed = t.Difficulty, t.Assists, t.Speed

	slow, fast = g.SpeedRange()
	g.Speed = slow + float64(ramp*(fast-slow))
	if g.Pace() != pace {
		g.setPace()
	}
	for k := range g.Paddles {
		_, usual, _ := g.widths(k)
		g.widen(k, usual)
	}
}

// easiestRow says what may be left of playing at the easiest difficulty: more balls and more drops
// than the present one lets one have.
func (g *Game) easiestRow() *DifficultyRow { return &Difficulties[g.Easiest()] }
