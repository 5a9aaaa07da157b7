package audio

import (
	"errors"
	"os"
	"sync"
	"time"

	"github.com/ebitengine/oto/v3"

	"arkterm/render/sound"
)

// The buffer of package oto as a duration, and the buffer of a stream in bytes.
const (
	mixerBuffer  = 20 * time.Millisecond
	streamBuffer = sound.Rate * 15 / 1000 * sampleBytes

	// sampleBytes is the size of a stereo sample in bytes.
	sampleBytes = 4
)

// mixer is the connection of this process to the Windows mixer. Package oto allows one per process.
var mixer = sync.OnceValues(func() (*oto.Context, error) {
	c, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate: sound.Rate, ChannelCount: 2, Format: oto.FormatSignedInt16LE, BufferSize: mixerBuffer,
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-ready:
		return c, c.Err()
	case <-time.After(serverTimeout):
		return nil, errors.New("the Windows mixer does not respond")
	}
})

// openSystem opens a stream of the Windows mixer.
func openSystem() (Device, string, error) {
	c, err := mixer()
	if err != nil {
		return nil, "", err
	}
	s := &stream{mixer: c, requests: make(chan int), filled: make(chan struct{}, 1)}
	s.player = c.NewPlayer(s)
	s.player.SetBufferSize(streamBuffer)
	return s, "the Windows mixer", nil
}

// A stream is a Device from which the mixer reads samples. While it is paused, the mixer reads silence.
type stream struct {
	mixer    *oto.Context
	player   *oto.Player
	requests chan int
	into     []byte        // rest of the buffer that Read has to fill
	filled   chan struct{} // receives a value when the buffer has been filled

	mu    sync.Mutex
	awake chan struct{} // closed when the stream is paused; nil while it is paused
}

// Read requests samples and waits for them. The mixer calls it from its own goroutine.
func (s *stream) Read(p []byte) (int, error) {
	p = p[:len(p)/sampleBytes*sampleBytes]
	clear(p)
	s.mu.Lock()
	awake := s.awake
	s.into = p
	select {
	case <-s.filled: // left over from the last time that the stream was awake
	default:
	}
	s.mu.Unlock()
	if awake == nil {
		return len(p), nil
	}
	select {
	case s.requests <- len(p) / sampleBytes:
	case <-awake:
		return len(p), nil
	}
	select {
	case <-s.filled:
	case <-awake:
	}
	return len(p), nil
}

// Requests implements Device.
func (s *stream) Requests() <-chan int { return s.requests }

// Write implements Device.
func (s *stream) Write(samples []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.into = s.into[copy(s.into, samples):]; len(s.into) == 0 {
		select {
		case s.filled <- struct{}{}:
		default:
		}
	}
	return errors.Join(s.mixer.Err(), s.player.Err())
}

// SetPaused implements Device.
func (s *stream) SetPaused(paused bool) error {
	switch {
	case paused == (s.awake == nil):
		return nil
	case paused:
		close(s.awake)
		s.setAwake(nil)
		s.player.Pause()
		return s.mixer.Suspend()
	}
	if err := s.mixer.Resume(); err != nil {
		return err
	}
	s.player.Play() // reads silence at first, because the caller of SetPaused supplies the samples
	s.setAwake(make(chan struct{}))
	return nil
}

// setAwake sets the channel awake, with the lock held.
func (s *stream) setAwake(awake chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.awake = awake
}

// Close implements Device.
func (s *stream) Close() error { return s.SetPaused(true) }

// dialUnix returns an error, because Windows has no sound servers with a Unix socket.
func dialUnix(string) (*os.File, error) { return nil, errors.ErrUnsupported }
