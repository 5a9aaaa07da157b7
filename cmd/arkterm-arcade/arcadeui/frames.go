package arcadeui

import (
	"time"

	"arkterm/engine"
)

// never is a time that never comes.
const never time.Duration = 1<<63 - 1

// frames say when the next frame is due.
type frames struct {
	fps   int
	stale bool          // the screen is out of date
	drawn time.Duration // when the last frame was
	rush  time.Duration // when an earlier frame is due, after a key; never: none
	eager int           // how many more follow that one, a tick apart
}

// eagerFrames is the number of frames after that of a key's first tick: in that one a paddle hardly moves.
const eagerFrames = 3

// next returns when the next frame is due; moves says that each differs from the last.
func (f *frames) next(now time.Duration, moves bool) time.Duration {
	if !moves && !f.stale {
		return f.rush
	}
	return min(f.rush, max(now, f.drawn+time.Second/time.Duration(f.fps)))
}

// drew notes that a frame is drawn or put off.
func (f *frames) drew(now time.Duration) {
	if f.drawn, f.stale = now, false; now < f.rush {
		return // the frame after a key is still to come
	}
	f.rush = never
	if f.eager > 0 {
		f.eager--
		f.rush = now + time.Second/engine.TicksPerSecond
	}
}

// hurry makes a frame due at a time, and some more after it.
func (f *frames) hurry(at time.Duration, more int) { f.rush, f.eager = min(f.rush, at), more }

// NextFrame returns when the next frame is due if no event comes before.
func (s *Session) NextFrame(now time.Duration) time.Duration {
	if !s.outside() {
		return s.Session.NextFrame(now)
	}
	row := s.row()
	next := s.frames.next(now, row.moves != nil && !s.small() && row.moves(s))
	if row.wakes != nil {
		next = min(next, row.wakes(s, now))
	}
	if s.menu.Waits { // the buttons are drawn dimmed until then
		next = min(next, max(now, s.ignoredTo))
	}
	return next
}

// NextTick returns when ticks are to be played although no frame is due.
func (s *Session) NextTick(now time.Duration) time.Duration {
	if !s.outside() {
		return s.Session.NextTick(now)
	}
	if ticks := s.row().ticks; ticks != nil && ticks(s) {
		return now + tickTime
	}
	return never
}

// tickTime is how long what plays without frames may wait.
const tickTime = 50 * time.Millisecond

// Skip puts the frame off, as the device is behind.
func (s *Session) Skip(now time.Duration) {
	s.Session.Skip(now)
	s.frames.drew(now)
	s.frames.stale = true
	s.menu.Waits = false // the next frame shows whether buttons can be pressed
	s.watching.skip()
}

// Repaint makes the next frame due even if nothing has changed.
func (s *Session) Repaint() {
	s.Session.Repaint()
	s.frames.stale = true
}

// Rate sets the number of frames drawn a second.
func (s *Session) Rate(fps int) {
	s.Session.Rate(fps)
	s.frames.fps = fps
}

// Spare says in how many frames each moving brick is to be shown anew once.
func (s *Session) Spare(n int) {
	s.Session.Spare(n)
	if spare := s.row().spare; spare != nil {
		spare(s, n)
	}
}

// Tick returns the tick that the game is at.
func (s *Session) Tick() uint64 {
	if tick := s.row().tick; tick != nil {
		return tick(s)
	}
	return s.Session.Tick()
}
