package record

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// honeycomb returns the first level of the campaign.
func honeycomb() spec.Level { return levels.Shipped().Levels[0] }

// mixed returns a level with all kinds of state that could leak into the next level.
func mixed() spec.Level {
	l := honeycomb()
	l.Bricks = l.Bricks[:12]
	l.Balls, l.Shots, l.Drops = 2, 5, 70
	l.Emitters = []spec.EmitterSpec{{At: geom.Vec{X: 2, Y: 30}, Degrees: 20, Spin: 40, On: 300, Off: 200}}
	return l
}

// A wildPlayer plays at random, with keys, targets that jump from wall to wall, Fire and shoves.
type wildPlayer struct {
	rng engine.Random
	c   engine.Control
}

func (w *wildPlayer) play() engine.Control {
	if w.rng.Below(20) == 0 {
		w.c = engine.Idle
		switch w.rng.Below(4) {
		case 0:
			w.c.Move = int8(w.rng.Below(2*engine.MoveFull+1) - engine.MoveFull)
		case 1, 2:
			w.c.Target = int16(w.rng.Below(int(spec.FieldW) * 64))
		}
		if w.rng.Below(3) == 0 {
			buttons := [...]engine.Button{engine.Fire, engine.Up, engine.Down, engine.Fire | engine.Up}
			w.c.Buttons = buttons[w.rng.Below(4)]
		}
	}
	return w.c
}
