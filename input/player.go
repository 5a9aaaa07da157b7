package input

import (
	"time"

	"arkterm/engine"
)

// A player is one pair of hands on the keyboard.
type player struct {
	hold  hold     // what is inferred, where no release is reported
	keys  downKeys // what is known, where it is
	start start    // how long the paddle has been going since, where it is
	tap   int8     // direction of a press that no tick has seen
	going int8     // where Toggle has sent the paddle
	ended stopped  // how Toggle stopped it

	fire, up, down button
}

// A button is one that the engine reacts to when it goes down.
type button struct {
	presses int  // that no tick has seen
	is      bool // it was down in the last tick
}

// press takes a press. At most two wait for a tick: nobody presses faster.
func (b *button) press() { b.presses = min(b.presses+1, 2) }

// next reports whether the button is down in the next tick. Every press is down for at least one
// tick, however short it was, and up for one before the next. held says that it is held.
func (b *button) next(held bool) bool {
	switch {
	case b.presses > 0 && b.is:
		b.is = false
	case b.presses > 0:
		b.presses--
		b.is = true
	default:
		b.is = b.is && held
	}
	return b.is
}

// press takes a press or repeat of a key that moves the paddle while it is down.
func (p *player) press(now time.Duration, ev Keystroke, dir int8) {
	if !p.keys.has(ev.Name()) {
		p.keys.press(ev.Name(), dir)
		p.tap = dir
	} else if ev.Kind == Press {
		p.keys.press(ev.Name(), dir)
	}
	p.hold.press(now, dir, ev.Kind == Repeat)
}

// A stopped is when Toggle stopped, and by a key of which direction.
type stopped struct {
	dir int8
	at  time.Duration
}

// toggle takes a press of a key in Toggle steering: the paddle begins to move, turns, or
// stops. repeat says that the press comes too fast to be one. A key that is held down must
// not stop what it began. Where its first repeat looks like a press it does, until the
// second one shows what that was.
func (p *player) toggle(now time.Duration, dir int8, repeat bool) {
	switch {
	case repeat:
		if p.going == 0 && p.ended.dir == dir && now-p.ended.at < repeatGap {
			p.going = dir
		}
	case p.going == dir:
		p.going, p.ended = 0, stopped{dir, now}
	default:
		p.going = dir
	}
}

// stop stops the paddle at once, whatever is down.
func (p *player) stop() {
	p.hold.stop()
	p.keys.clear()
	p.tap, p.going = 0, 0
}

// release forgets all but what was learned.
func (p *player) release() {
	p.hold.release()
	*p = player{hold: p.hold}
}

// next returns the Move for the tick at time now.
func (p *player) next(now time.Duration, releases bool) int8 {
	tap := p.tap
	p.tap = 0
	switch {
	case p.going != 0:
		return p.going * engine.MoveFull
	case !releases:
		return p.hold.next(now)
	}
	dir := p.keys.dir()
	if dir == 0 {
		dir = tap // down and up again between two ticks
	}
	return p.start.next(dir)
}

// A start makes the paddle begin gently where releases are reported, so that a tap is a small step: one of 60 ms
// goes 1.5 units and one of 100 ms 3, in place of 2.8 and 5.3. The first ticks are at full speed, for then the
// tap is seen at once. A paddle that turns round in a run does not begin anew.
type start struct {
	dir   int8 // where it goes, or went last
	ticks int  // for which it has gone there
	rests int  // ticks since then
	swift bool // it was running the other way before
}

// How a start goes on: at full speed for startFull ticks, at gentleMove until startGentle, and evenly faster until
// startRun.
const (
	startFull   = 3                                 // half of a unit
	startGentle = 80 * engine.TicksPerSecond / 1000 // 80 ms
	startRun    = 100 * engine.TicksPerSecond / 1000
	gentleMove  = 28

	// A paddle runs after runTicks, and turns round if the other key is down within turnRests: 60 ms.
	runTicks  = engine.KeyRamp
	turnRests = 60 * engine.TicksPerSecond / 1000
)

// next returns the Move of the next tick, in which the keys ask for dir.
func (s *start) next(dir int8) int8 {
	switch {
	case dir == 0:
		s.rests++
		return 0
	case dir != s.dir:
		*s = start{dir: dir, swift: s.ticks >= runTicks && s.rests <= turnRests}
	case s.rests > 0:
		*s = start{dir: dir}
	}

	i := s.ticks
	s.ticks++
	switch {
	case s.swift, i < startFull, i >= startRun:
		return dir * engine.MoveFull
	case i < startGentle:
		return dir * gentleMove
	}
	return dir * int8(gentleMove+(engine.MoveFull-gentleMove)*(i-startGentle)/(startRun-startGentle))
}

// lower takes a press of Down: it stops a paddle that moves on by itself, and is a shove otherwise.
func (p *player) lower(releases bool) {
	if p.going != 0 || !releases && p.hold.mode != idle {
		p.stop()
		return
	}
	p.down.press()
}

// buttons returns those that are down in the next tick. held says that Fire is held.
func (p *player) buttons(held bool) (all engine.Button) {
	if p.fire.next(held) {
		all |= engine.Fire
	}
	if p.up.next(false) {
		all |= engine.Up
	}
	if p.down.next(false) {
		all |= engine.Down
	}
	return all
}

// downKeys are the player's keys that are down and steer, in the order in which they went
// down: the last one counts. When there is no more room the oldest is forgotten.
type downKeys struct {
	keys [4]downKey
	n    int
}

type downKey struct {
	name KeyName
	dir  int8
}

func (d *downKeys) has(name KeyName) bool {
	for _, k := range d.keys[:d.n] {
		if k.name == name {
			return true
		}
	}
	return false
}

func (d *downKeys) press(name KeyName, dir int8) {
	d.up(name)
	if d.n == len(d.keys) {
		d.up(d.keys[0].name)
	}
	d.keys[d.n] = downKey{name, dir}
	d.n++
}

func (d *downKeys) up(name KeyName) {
	for i, k := range d.keys[:d.n] {
		if k.name == name {
			copy(d.keys[i:d.n], d.keys[i+1:d.n])
			d.n--
			return
		}
	}
}

func (d *downKeys) clear() { d.n = 0 }

// dir returns where the key that went down last moves the paddle, 0 when none is down.
func (d *downKeys) dir() int8 {
	if d.n == 0 {
		return 0
	}
	return d.keys[d.n-1].dir
}
