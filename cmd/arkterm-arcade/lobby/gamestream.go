package lobby

import (
	"sync"
	"sync/atomic"

	"arkterm/engine/record"
	"arkterm/levels"
)

// A GameStream publishes a game in progress to its spectators. Its methods are safe for concurrent use. Only the player
// calls Publish and Close.
type GameStream struct {
	numSpectators       atomic.Int32
	numRemoteSpectators atomic.Int32
	hidden              atomic.Bool
	connect             func() error // see NewRemoteGameStream; nil for games on this server
	disconnect          func()

	mu        sync.Mutex
	pack      levels.Pack
	recording *record.Recording // last published recording; nil before the first Publish
	header    *record.Recording // header of the last published recording; kept after Close
	prefix    record.Prefix     // published part of the recording
	version   uint64            // number of changes, including Close
	epoch     int               // number of recordings so far, see Publish
	closed    bool              // Close was called
	changed   chan struct{}     // closed at the next publication; nil if no reader waits
}

// NewGameStream returns an empty stream for a game on the given levels.
func NewGameStream(pack levels.Pack) *GameStream { return &GameStream{pack: pack} }

// NewRemoteGameStream returns the stream of a game on another server. When a spectator starts to watch, the stream
// calls connect, which must publish the game so far. When the last spectator has left, the stream calls disconnect.
func NewRemoteGameStream(connect func() error, disconnect func()) *GameStream {
	return &GameStream{connect: connect, disconnect: disconnect}
}

// open connects a remote stream, see NewRemoteGameStream. It must be called before reading the stream. It does nothing
// for a game on this server.
func (s *GameStream) open() error {
	if s.connect == nil {
		return nil
	}
	return s.connect()
}

// Pack returns the levels of the game.
func (s *GameStream) Pack() levels.Pack {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pack
}

// SetPack sets the levels of a game on another server, before the first call of Publish.
func (s *GameStream) SetPack(pack levels.Pack) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pack = pack
}

// A StreamSnapshot contains everything that was published at one moment.
type StreamSnapshot struct {
	Header *record.Recording // header of the recording; nil before the first Publish
	Prefix record.Prefix     // content of the recording
	Epoch  int               // number of recordings so far, see Publish
	Closed bool              // the game has ended
}

// Snapshot returns everything that was published.
func (s *GameStream) Snapshot() StreamSnapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return StreamSnapshot{s.header, s.prefix, s.epoch, s.closed}
}

// Publish makes the current content of r visible to readers. Usually, r is the same recording in each call, with more
// ticks. If the player has rewound the game to an earlier tick, r is a new recording, and readers start again. The
// caller may append to r afterwards. After Close, Publish does nothing.
func (s *GameStream) Publish(r *record.Recording) {
	part := r.Prefix()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}

	if s.recording != r {
		s.recording, s.header = r, r.Header()
		s.epoch++
	} else if !part.HasMoreThan(&s.prefix) {
		return // there are no new ticks, for example while the game is paused
	}
	s.prefix = part
	s.notify()
}

// Close ends the stream, because the game has ended or was left. Readers can still read everything that was published.
func (s *GameStream) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed, s.recording = true, nil
		s.notify()
	}
}

// notify increments the version and wakes waiting readers. The caller must hold s.mu.
func (s *GameStream) notify() {
	s.version++
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// Closed reports whether Close was called.
func (s *GameStream) Closed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Tick returns the last published tick of the game, or 0 if there is none.
func (s *GameStream) Tick() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.header == nil {
		return 0
	}
	return s.header.Tick() + uint64(s.prefix.Ticks())
}

// Recording returns a copy of the game so far, or nil if nothing was published.
func (s *GameStream) Recording() *record.Recording {
	s.mu.Lock()
	header, part := s.header, s.prefix
	s.mu.Unlock()
	if header == nil {
		return nil
	}
	return part.Recording(header)
}

// AddSpectator counts a spectator until leave is called. Further calls of leave do nothing. The player sees the number
// of spectators.
func (s *GameStream) AddSpectator() (leave func()) {
	s.numSpectators.Add(1)
	return sync.OnceFunc(func() {
		if s.numSpectators.Add(-1) == 0 && s.disconnect != nil {
			s.disconnect()
		}
	})
}

// SetNumRemoteSpectators sets the number of spectators on other servers.
func (s *GameStream) SetNumRemoteSpectators(n int) { s.numRemoteSpectators.Store(int32(n)) }

// NumLocalSpectators returns the number of spectators on this server.
func (s *GameStream) NumLocalSpectators() int { return int(s.numSpectators.Load()) }

// NumSpectators returns the number of spectators on all servers. For a game on another server, it counts only the
// spectators on this server.
func (s *GameStream) NumSpectators() int {
	return s.NumLocalSpectators() + int(s.numRemoteSpectators.Load())
}

// SetHidden sets whether the game is hidden from spectators. Existing readers can still read the stream, so their
// owners must check Hidden.
func (s *GameStream) SetHidden(hidden bool) { s.hidden.Store(hidden) }

// Hidden reports whether the game is hidden from spectators.
func (s *GameStream) Hidden() bool { return s.hidden.Load() }

// A StreamReader reads a stream. It must be used by one goroutine at a time.
type StreamReader struct {
	// Recording contains the game from the start of a level to the last Update. A playback from its Begin method or
	// from [record.NewSeeker] continues with the new ticks after each further Update. Callers must not change it.
	Recording *record.Recording

	stream   *GameStream
	version  uint64 // version of the stream at the last Update
	epoch    int    // epoch of the stream at the last Update
	fromTick uint64 // requested tick
	over     bool   // see Over
}

// Read returns a reader whose recording starts at the beginning of the level that was played at the given tick. ok is
// false before the first Publish.
func (s *GameStream) Read(tick uint64) (r *StreamReader, ok bool) {
	r = &StreamReader{stream: s, fromTick: tick}
	r.Update()
	return r, r.Recording != nil
}

// Update adds new publications to Recording. same is false if the player has rewound the game to an earlier tick. In
// that case, Recording is a new recording, which must be played from its beginning.
func (r *StreamReader) Update() (same bool) {
	s := r.stream
	s.mu.Lock()
	header, part, epoch, closed := s.header, s.prefix, s.epoch, s.closed
	same = epoch == r.epoch
	r.version = s.version
	s.mu.Unlock()

	switch {
	case header == nil:
		return true
	case same:
		r.Recording.Follow(part)
	default:
		r.epoch = epoch
		r.Recording = record.Following(header, part, r.fromTick)
	}
	if closed {
		r.over = true
		r.Recording.Finish()
	}
	return same
}

// Over reports whether Recording contains the end of the game.
func (r *StreamReader) Over() bool { return r.over }

// Changed returns a channel that is closed when there are publications that Update has not read. After Close of the
// stream, the channel is always closed.
func (r *StreamReader) Changed() <-chan struct{} {
	s := r.stream
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.version != r.version || s.closed {
		return closedChannel
	}
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed
}

// closedChannel is a closed channel, for readers that do not have to wait.
var closedChannel = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
