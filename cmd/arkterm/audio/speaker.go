// Package audio plays notes on the loudspeaker of this machine: through the sound server (PulseAudio, or
// PipeWire, which speaks its protocol), or else through a program that takes samples from a pipe. Whoever plays
// notes never waits. Where there is no loudspeaker there is silence, and Err says why.
package audio

import (
	"errors"
	"sync"
	"time"

	"arkterm/render/sound"
)

// A Device takes samples as it needs them.
type Device interface {
	// Wants returns a channel of how many samples the device wants now. It is closed when the device is gone.
	Wants() <-chan int

	// Write passes samples on, as [sound.AppendBytes] makes them. It waits for a second at most.
	Write(p []byte) error

	// Rest stops the device while there is nothing to hear, and starts it again.
	Rest(rests bool) error

	// Close ends the device and its goroutines.
	Close() error
}

const (
	// restAfter is how long there is silence before the device rests. Notes that follow sooner start at once.
	restAfter = 3 * sound.Rate

	// most is how many notes may wait. More come only while the device takes none.
	maxQueuedNotes = 256

	// retryAfter is how long a device that failed is left alone.
	retryAfter = 10 * time.Second

	// patience is how often a device may fail.
	maxFailures = 3
)

// errClosed is the error of a speaker that was closed.
var errClosed = errors.New("closed")

// A Speaker plays notes on a device from its own goroutine. A nil Speaker is silent. The device is opened with
// the first call of Play.
type Speaker struct {
	open func() (Device, error)
	wake chan struct{} // holds a token when there are notes, or it is over
	done chan struct{} // closed when the goroutine has ended

	mu        sync.Mutex
	notes     []sound.Note
	stopSound bool // what is heard is to end
	over      bool

	// The rest belongs to the goroutine.
	device Device
	mixer  sound.Mixer
	taken  []sound.Note
	buf    []int16
	bytes  []byte
	silent int       // samples since something was heard
	failed int       // times that the device failed
	retry  time.Time // when it may be opened again
}

// New returns a speaker for the device that open opens. Its goroutine defers guard.
func New(open func() (Device, error), guard func()) *Speaker {
	s := &Speaker{open: open, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer guard()
		defer close(s.done)
		s.run()
	}()
	return s
}

// Play plays notes. It never waits; notes beyond those that may wait are dropped.
func (s *Speaker) Play(notes []sound.Note) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.notes = append(s.notes, notes[:min(len(notes), maxQueuedNotes-len(s.notes))]...)
	s.mu.Unlock()
	s.signal()
}

// Hush ends what is heard, and drops what waits.
func (s *Speaker) StopSound() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.notes, s.stopSound = s.notes[:0], true
	s.mu.Unlock()
	s.signal()
}

// signal wakes the goroutine.
func (s *Speaker) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Close ends the speaker. It waits for its goroutine at most for limit.
func (s *Speaker) Close(limit time.Duration) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.signal()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-s.done:
	case <-timer.C:
	}
}

// take moves the notes that wait to the mixer, and reports whether the speaker goes on.
func (s *Speaker) take() bool {
	s.mu.Lock()
	s.taken, s.notes = s.notes, s.taken[:0]
	over, hush := s.over, s.stopSound
	s.stopSound = false
	s.mu.Unlock()
	if hush {
		s.mixer = sound.Mixer{}
	}
	for _, n := range s.taken {
		s.mixer.Play(n)
	}
	if len(s.taken) > 0 {
		s.silent = 0
	}
	return !over
}

// run plays until Close.
func (s *Speaker) run() {
	defer s.drop(nil)
	for range s.wake {
		if !s.take() {
			return
		}
		if !s.ready() {
			s.mixer = sound.Mixer{} // what was not heard is not made up
			continue
		}
		if s.mixer.Silent() {
			continue
		}
		if err := s.play(); errors.Is(err, errClosed) {
			return
		} else if err != nil {
			s.drop(err)
		}
	}
}

// ready opens the device if it is not open, and reports whether it is.
func (s *Speaker) ready() bool {
	if s.device != nil {
		return true
	}
	if s.failed >= maxFailures || time.Now().Before(s.retry) {
		return false
	}
	d, err := s.open()
	if err != nil {
		s.drop(err)
		return false
	}
	s.device = d
	return true
}

// drop closes the device. If it failed, it is not tried again for a while.
func (s *Speaker) drop(err error) {
	if s.device != nil {
		s.device.Close()
		s.device = nil
	}
	if err != nil {
		s.failed++
		s.retry = time.Now().Add(retryAfter)
	}
}

// play plays until there has been silence for a while.
func (s *Speaker) play() error {
	if err := s.device.Rest(false); err != nil {
		return err
	}
	for s.silent < restAfter {
		select {
		case n, ok := <-s.device.Wants():
			if !ok {
				return errors.New("the sound server has gone")
			}
			if err := s.feed(n); err != nil {
				return err
			}
		case <-s.wake:
			if !s.take() {
				return errClosed
			}
		}
	}
	return s.device.Rest(true)
}

// feed passes n samples on.
func (s *Speaker) feed(n int) error {
	const most = sound.Rate / 10 // at a time
	for n > 0 {
		some := min(n, most)
		if s.buf == nil {
			s.buf = make([]int16, 2*most)
		}
		s.mixer.Mix(s.buf[:2*some])
		if s.mixer.Silent() {
			s.silent += some
		}
		s.bytes = sound.AppendBytes(s.bytes[:0], s.buf[:2*some])
		if err := s.device.Write(s.bytes); err != nil {
			return err
		}
		n -= some
	}
	return nil
}
