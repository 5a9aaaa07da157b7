package engine

import "fmt"

// Terms are what a player may change during a game: difficulty, assists and speed. A recording
// stores them at its beginning and wherever they change.
type Terms struct {
	Difficulty Difficulty // never Usual
	Assists    Assist
	Speed      int // percent of time's usual speed
}

// Terms returns the present terms.
func (g *Game) Terms() Terms {
	return Terms{g.Difficulty.OrMedium(), g.assists, g.timeSpeed}
}

// Known returns d, and Medium for Usual.
func (d Difficulty) OrMedium() Difficulty {
	if d == DefaultDifficulty {
		return Medium
	}
	return d
}

// Easiest returns the easiest difficulty of the game so far, which its score counts for.
func (g *Game) Easiest() Difficulty {
	if g.easiest == DefaultDifficulty {
		return g.Difficulty.OrMedium()
	}
	return g.easiest
}

// used returns the assists in t, including a slow speed.
func (t Terms) used() Assist {
	if t.Speed < DefaultTimeSpeed {
		return t.Assists | assistSpeed
	}
	return t.Assists
}

// Assisted reports whether t includes an assist.
func (t Terms) Assisted() bool { return t.used() != 0 }

// String returns t as the words of a recording's line. Assists and speed are left out if they are
// at their defaults.
func (t Terms) String() string {
	s := "difficulty " + Difficulties[t.Difficulty].Name
	if t.Assists != 0 {
		s += " assist " + t.Assists.String()
	}
	if t.Speed != DefaultTimeSpeed {
		s += fmt.Sprintf(" speed %d", t.Speed)
	}
	return s
}

// check returns an error if t is invalid.
func (t Terms) check() error {
	if t.Difficulty == DefaultDifficulty || int(t.Difficulty) >= len(Difficulties) {
		return fmt.Errorf("difficulty %d", t.Difficulty)
	}
	if t.Assists&^selectableAssists != 0 {
		return fmt.Errorf("assists %b", t.Assists)
	}
	return checkSpeed(t.Speed)
}

// Change changes the terms of the game from the next tick on. Speeds, shares of points and allowed
// drops change at once; balls in flight keep their progress along the ramp. The paddle grows or
// shrinks to its new width as after a drop. Lives stay, even if more than the new difficulty
// allows; when [AssistLives] is on for the first time, three are added.
//
// Call it between two ticks, and record it: see [Recording.Change].
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
	if t.Assists&AssistLives != 0 && g.UsedAssists&AssistLives == 0 {
		g.Lives = max(g.Lives, min(g.Lives+moreLives, Difficulties[t.Difficulty].maxLives(t.Assists)))
	}
	g.UsedAssists |= t.used()
	slow, fast := g.SpeedRange()
	ramp, pace := (g.Speed-slow)/(fast-slow), g.BallSpeed()
	for k := range g.Paddles { // keep the difference from the usual width
		_, usual, _ := g.widths(k)
		g.Paddles[k].targetHalf -= usual
	}

	g.Difficulty, g.assists, g.timeSpeed = t.Difficulty, t.Assists, t.Speed

	slow, fast = g.SpeedRange()
	g.Speed = slow + float64(ramp*(fast-slow))
	if g.BallSpeed() != pace {
		g.setBallSpeeds()
	}
	for k := range g.Paddles {
		_, usual, _ := g.widths(k)
		g.widen(k, usual)
	}
}

// easiestRow returns the row of the easiest difficulty so far, of which more lives and drops may
// remain than the present one allows.
func (g *Game) easiestRow() *DifficultyRow { return &Difficulties[g.Easiest()] }
