// Package audio plays notes on the audio output of this machine. It uses the sound server (PulseAudio or PipeWire). If
// there is none, it uses a program that reads samples from a pipe, or on Windows the system's mixer. Playing notes
// never blocks. If there is no audio output, notes are dropped.
package audio

import (
	"errors"
	"sync"
	"time"

	"arkterm/render/sound"
)

// A Device plays samples. It requests samples when it needs them.
type Device interface {
	// Requests returns a channel that receives the number of samples that the device needs now. The channel is closed
	// when the device is lost.
	Requests() <-chan int

	// Write plays samples in the format of [sound.AppendBytes]. It blocks for at most a second.
	Write(p []byte) error

	// SetPaused pauses the device during silence, or resumes it if paused is false.
	SetPaused(paused bool) error

	// Close closes the device and ends its goroutines.
	Close() error
}

const (
	// pauseAfter is the number of silent samples after which the device is paused. Until then, notes start without
	// delay.
	pauseAfter = 3 * sound.Rate

	// maxQueuedNotes is the maximum number of queued notes. The queue is full only if the device does not play.
	maxQueuedNotes = 256

	// retryAfter is the time after a failure before the device is opened again.
	retryAfter = 10 * time.Second

	// maxFailures is the number of failures after which the speaker gives up.
	maxFailures = 3
)

// errClosed is the error after Close.
var errClosed = errors.New("closed")

// A Speaker plays notes on a device from its own goroutine. It opens the device at the first call of Play. A nil
// Speaker is silent. The methods are safe for concurrent use.
type Speaker struct {
	open func() (Device, error)
	wake chan struct{} // contains a token if there are notes or Close was called
	done chan struct{} // closed when the goroutine has ended

	mu        sync.Mutex
	notes     []sound.Note
	stopSound bool // the current sound must stop
	closed    bool

	// The following fields are used only by the goroutine.
	device        Device
	mixer         sound.Mixer
	taken         []sound.Note
	buf           []int16
	bytes         []byte
	silentSamples int       // number of silent samples since the last sound
	failures      int       // number of failures of the device so far
	retryAt       time.Time // time at which the device may be opened again
}

// New starts a speaker. It calls open to open the device. The goroutine of the speaker defers handlePanic.
func New(open func() (Device, error), handlePanic func()) *Speaker {
	s := &Speaker{open: open, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer handlePanic()
		defer close(s.done)
		s.run()
	}()
	return s
}

// Play queues notes. It never blocks, and drops notes if the queue is full.
func (s *Speaker) Play(notes []sound.Note) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.notes = append(s.notes, notes[:min(len(notes), maxQueuedNotes-len(s.notes))]...)
	s.mu.Unlock()
	s.signal()
}

// StopSound stops the current sound and drops queued notes.
func (s *Speaker) StopSound() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.notes, s.stopSound = s.notes[:0], true
	s.mu.Unlock()
	s.signal()
}

// signal wakes the speaker's goroutine.
func (s *Speaker) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Close stops the speaker. It waits up to limit for its goroutine.
func (s *Speaker) Close(limit time.Duration) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.signal()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-s.done:
	case <-timer.C:
	}
}

// take moves the queued notes to the mixer. It returns false after Close.
func (s *Speaker) take() bool {
	s.mu.Lock()
	s.taken, s.notes = s.notes, s.taken[:0]
	closed, stopSound := s.closed, s.stopSound
	s.stopSound = false
	s.mu.Unlock()
	if stopSound {
		s.mixer = sound.Mixer{}
	}
	for _, n := range s.taken {
		s.mixer.Play(n)
	}
	if len(s.taken) > 0 {
		s.silentSamples = 0
	}
	return !closed
}

// run plays notes until Close.
func (s *Speaker) run() {
	defer s.closeDevice(nil)
	for range s.wake {
		if !s.take() {
			return
		}
		if !s.ready() {
			s.mixer = sound.Mixer{} // drop the notes that could not be played
			continue
		}
		if s.mixer.Silent() {
			continue
		}
		if err := s.play(); errors.Is(err, errClosed) {
			return
		} else if err != nil {
			s.closeDevice(err)
		}
	}
}

// ready opens the device if it is not open, and reports whether it is open.
func (s *Speaker) ready() bool {
	if s.device != nil {
		return true
	}
	if s.failures >= maxFailures || time.Now().Before(s.retryAt) {
		return false
	}
	d, err := s.open()
	if err != nil {
		s.closeDevice(err)
		return false
	}
	s.device = d
	return true
}

// closeDevice closes the device. If err is not nil, it counts a failure, and ready does not open the device again for
// retryAfter.
func (s *Speaker) closeDevice(err error) {
	if s.device != nil {
		s.device.Close()
		s.device = nil
	}
	if err != nil {
		s.failures++
		s.retryAt = time.Now().Add(retryAfter)
	}
}

// play plays notes until there is silence for pauseAfter. Then it pauses the device.
func (s *Speaker) play() error {
	if err := s.device.SetPaused(false); err != nil {
		return err
	}
	for s.silentSamples < pauseAfter {
		select {
		case n, ok := <-s.device.Requests():
			if !ok {
				return errors.New("the connection to the sound server was lost")
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
	return s.device.SetPaused(true)
}

// feed writes n samples to the device.
func (s *Speaker) feed(n int) error {
	const maxPart = sound.Rate / 10
	for n > 0 {
		part := min(n, maxPart)
		if s.buf == nil {
			s.buf = make([]int16, 2*maxPart)
		}
		s.mixer.Mix(s.buf[:2*part])
		if s.mixer.Silent() {
			s.silentSamples += part
		}
		s.bytes = sound.AppendBytes(s.bytes[:0], s.buf[:2*part])
		if err := s.device.Write(s.bytes); err != nil {
			return err
		}
		n -= part
	}
	return nil
}
