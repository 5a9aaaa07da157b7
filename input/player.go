package input

import (
	"time"

	"arkterm/engine"
)

// A player is the input state of one player.
type player struct {
	held       heldKey    // inferred state of the keys, if no releases are reported
	keys       downKeys   // keys that are down, if releases are reported
	start      softStart  // acceleration of the paddle, if releases are reported
	tap        int8       // direction of a press that Next has not returned yet, or 0
	toggleDir  int8       // direction in which the paddle moves in Toggle mode, or 0
	toggleStop toggleStop // the last stop by Toggle

	fire, up, down button
}

// A button counts presses and turns them into button states for each tick.
type button struct {
	presses int  // presses that no tick has reported yet
	down    bool // state in the last tick
}

// press adds a press. At most two presses are kept, because people do not press faster.
func (b *button) press() { b.presses = min(b.presses+1, 2) }

// next returns the state of the button in the next tick. Every press is reported as down for at least one tick, and
// as up for at least one tick before the next press. held is true while the button is held down.
func (b *button) next(held bool) bool {
	switch {
	case b.presses > 0 && b.down:
		b.down = false
	case b.presses > 0:
		b.presses--
		b.down = true
	default:
		b.down = b.down && held
	}
	return b.down
}

// press handles a press or a repeat of a key that moves the paddle while it is down. doubleTap reports whether a
// second tap keeps the paddle running.
func (p *player) press(now time.Duration, ev Keystroke, dir int8, doubleTap bool) {
	if !p.keys.has(ev.Name()) {
		p.keys.press(ev.Name(), dir)
		p.tap = dir
	} else if ev.Kind == Press {
		p.keys.press(ev.Name(), dir)
	}
	p.held.press(now, dir, ev.Kind == Repeat, doubleTap)
}

// A toggleStop is the time and direction of the key that stopped the paddle in Toggle mode.
type toggleStop struct {
	dir int8          // direction of the key
	at  time.Duration // time of the press
}

// toggle handles a press in Toggle mode. The press starts, reverses or stops the paddle. repeat is true if the event
// follows too fast to be a new press. A key that is held down must not stop the motion that it has started. If its
// first repeat looks like a press, the paddle stops, but it continues at the second repeat.
func (p *player) toggle(now time.Duration, dir int8, repeat bool) {
	switch {
	case repeat:
		if p.toggleDir == 0 && p.toggleStop.dir == dir && now-p.toggleStop.at < minPressGap {
			p.toggleDir = dir
		}
	case p.toggleDir == dir:
		p.toggleDir, p.toggleStop = 0, toggleStop{dir, now}
	default:
		p.toggleDir = dir
	}
}

// stop stops the paddle immediately, even if keys are down.
func (p *player) stop() {
	p.held.stop()
	p.keys.clear()
	p.tap, p.toggleDir = 0, 0
}

// release forgets the state of all keys, but keeps the learned key timing.
func (p *player) release() {
	p.held.release()
	*p = player{held: p.held}
}

// next returns the Move for the tick at time now.
func (p *player) next(now time.Duration, releases bool) int8 {
	tap := p.tap
	p.tap = 0
	switch {
	case p.toggleDir != 0:
		return p.toggleDir * engine.MoveFull
	case !releases:
		return p.held.next(now)
	case p.held.mode == running:
		return p.start.next(p.held.dir)
	}
	dir := p.keys.dir()
	if dir == 0 {
		dir = tap // the key went down and up between two ticks
	}
	return p.start.next(dir)
}

// A softStart accelerates the paddle gently if key releases are reported, so that a tap is a small step. A tap of
// 60 ms moves 1.5 units and a tap of 100 ms moves 3, instead of 2.8 and 5.3. The first ticks are at full speed, so
// that a tap is visible immediately. A paddle that reverses while running keeps its speed.
type softStart struct {
	dir       int8 // current or last direction
	ticks     int  // ticks of motion in that direction
	restTicks int  // ticks since the motion ended
	reversing bool // the paddle was running in the opposite direction before
}

// Phases of a soft start. The paddle moves at full speed for fullStartTicks, at gentleMove until gentleTicks, and
// then accelerates evenly until rampEndTicks.
const (
	fullStartTicks = 3                                 // half a unit of motion
	gentleTicks    = 80 * engine.TicksPerSecond / 1000 // 80 ms
	rampEndTicks   = 100 * engine.TicksPerSecond / 1000
	gentleMove     = 28

	// A paddle counts as running after runTicks. It reverses if the opposite key goes down within maxTurnRest (60 ms).
	runTicks    = engine.KeyRamp
	maxTurnRest = 60 * engine.TicksPerSecond / 1000
)

// next returns the Move of the next tick, with dir as the direction that the keys request.
func (s *softStart) next(dir int8) int8 {
	switch {
	case dir == 0:
		s.restTicks++
		return 0
	case dir != s.dir:
		*s = softStart{dir: dir, reversing: s.ticks >= runTicks && s.restTicks <= maxTurnRest}
	case s.restTicks > 0:
		*s = softStart{dir: dir}
	}

	i := s.ticks
	s.ticks++
	switch {
	case s.reversing, i < fullStartTicks, i >= rampEndTicks:
		return dir * engine.MoveFull
	case i < gentleTicks:
		return dir * gentleMove
	}
	return dir * int8(gentleMove+(engine.MoveFull-gentleMove)*(i-gentleTicks)/(rampEndTicks-gentleTicks))
}

// pressDown handles a press of Down. If the paddle moves without a key held down, the press stops the paddle. Otherwise
// it requests a shove. Without key release reports, the program cannot detect that a key is held down, so a press also
// stops a paddle that moves because of a held key.
func (p *player) pressDown(releases bool) {
	if p.toggleDir != 0 || p.held.mode == running || !releases && (p.held.mode == pressed || p.held.mode == held) {
		p.stop()
		return
	}
	p.down.press()
}

// buttons returns the buttons that are down in the next tick. held is true if Fire is held down.
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

// downKeys lists the steering keys that are down, oldest first. The newest key determines the direction. If the
// list is full, the oldest key is dropped.
type downKeys struct {
	keys [4]downKey
	n    int
}

// A downKey is a steering key that is down.
type downKey struct {
	name KeyName
	dir  int8
}

// has reports whether the key is in the list.
func (d *downKeys) has(name KeyName) bool {
	for _, k := range d.keys[:d.n] {
		if k.name == name {
			return true
		}
	}
	return false
}

// press makes the key the newest one.
func (d *downKeys) press(name KeyName, dir int8) {
	d.up(name)
	if d.n == len(d.keys) {
		d.up(d.keys[0].name)
	}
	d.keys[d.n] = downKey{name, dir}
	d.n++
}

// up removes the key, if it is in the list.
func (d *downKeys) up(name KeyName) {
	for i, k := range d.keys[:d.n] {
		if k.name == name {
			copy(d.keys[i:d.n], d.keys[i+1:d.n])
			d.n--
			return
		}
	}
}

// clear removes all keys.
func (d *downKeys) clear() { d.n = 0 }

// dir returns the direction of the key that went down last, or 0 if no key is down.
func (d *downKeys) dir() int8 {
	if d.n == 0 {
		return 0
	}
	return d.keys[d.n-1].dir
}
