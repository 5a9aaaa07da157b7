package engine

import "fmt"

// Terms are the settings that players can change during a game: difficulty, assists and speed.
// Recordings store the initial terms and all changes.
type Terms struct {
	Difficulty Difficulty // never DefaultDifficulty
	Assists    Assist
	Speed      int // speed of time, percent
}

// Terms returns the current terms.
func (g *Game) Terms() Terms {
	return Terms{g.Difficulty.OrMedium(), g.assists, g.timeSpeed}
}

// OrMedium returns Medium for DefaultDifficulty, and d otherwise.
func (d Difficulty) OrMedium() Difficulty {
	if d == DefaultDifficulty {
		return Medium
	}
	return d
}

// Easiest returns the easiest difficulty of the game so far. The score counts for this difficulty.
func (g *Game) Easiest() Difficulty {
	if g.easiest == DefaultDifficulty {
		return g.Difficulty.OrMedium()
	}
	return g.easiest
}

// usedAssists returns the assists in t, including assistSpeed if the speed is below 100 %.
func (t Terms) usedAssists() Assist {
	if t.Speed < DefaultTimeSpeed {
		return t.Assists | assistSpeed
	}
	return t.Assists
}

// Assisted reports whether t includes an assist.
func (t Terms) Assisted() bool { return t.usedAssists() != 0 }

// String formats t as in a recording. It omits assists and speed if they have their default values.
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
		return fmt.Errorf("unknown difficulty %d", t.Difficulty)
	}
	if t.Assists&^selectableAssists != 0 {
		return fmt.Errorf("unknown assists %b", t.Assists)
	}
	return checkSpeed(t.Speed)
}

// Change changes the terms of the game from the next tick on. It panics if t is invalid. Speeds,
// percentages of points and allowed drops change immediately. Balls keep their relative progress
// between the initial and the maximum speed. Paddles change their widths gradually. Lives stay the
// same, even if they exceed the new maximum. When [AssistLives] is turned on for the first time, it
// adds three lives.
//
// Call Change between two ticks, and record the change with Recording.Change of package record.
func (g *Game) Change(t Terms) {
	if err := t.check(); err != nil {
		panic(fmt.Sprintf("engine: tick %d: change terms: %v", g.Tick, err))
	}

	old := g.Terms()
	if t == old || g.Phase.Ended() {
		return
	}
	if t.Difficulty != old.Difficulty {
		g.easiest = min(g.Easiest(), t.Difficulty)
	}
	if t.Assists&AssistLives != 0 && g.UsedAssists&AssistLives == 0 {
		g.Lives = max(g.Lives, min(g.Lives+extraLives, Difficulties[t.Difficulty].maxLives(t.Assists)))
	}

	g.UsedAssists |= t.usedAssists()
	slow, fast := g.SpeedRange()
	ramp, speed := (g.Speed-slow)/(fast-slow), g.BallSpeed()
	for k := range g.Paddles { // keep the difference from the default width
		_, normal, _ := g.widths(k)
		g.Paddles[k].targetHalf -= normal
	}

	g.Difficulty, g.assists, g.timeSpeed = t.Difficulty, t.Assists, t.Speed

	slow, fast = g.SpeedRange()
	g.Speed = slow + float64(ramp*(fast-slow))
	if g.BallSpeed() != speed {
		g.setBallSpeeds()
	}

	for k := range g.Paddles {
		_, normal, _ := g.widths(k)
		g.widen(k, normal)
	}
}

// easiestDifficultyRow returns the table row of the easiest difficulty so far. Lives and drops may
// exceed the limits of the current difficulty, but not the limits of the easiest.
func (g *Game) easiestDifficultyRow() *DifficultyRow { return &Difficulties[g.Easiest()] }
