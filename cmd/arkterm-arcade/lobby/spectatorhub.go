package lobby

import (
	"sync"
	"time"

	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// A ScreenClass describes screens that show a game in the same way, so that they can share the output.
type ScreenClass struct {
	W, H     int // size in cells
	Glyphs   cell.Glyphs
	Tier     cell.Tier
	Aspect   float64 // see [render.Options]
	Theme    theme.Theme
	Effects  render.Effects
	NoKeyBar bool // no key bar is drawn, for screens without a keyboard
	Bleed    bool // glyphs reach into neighboring cells, see [ansi.Encoder.SetBleed]
}

// ScreenClassOf returns the class of a screen of w×h cells. bleeds sets the field Bleed.
func ScreenClassOf(w, h int, o render.Options, bleeds bool) ScreenClass {
	return ScreenClass{
		W: w, H: h, Glyphs: o.Glyphs, Tier: o.Tier, Aspect: o.Aspect, Theme: o.Theme, Effects: o.Effects,
		Bleed: bleeds,
	}
}

// options returns the render options of the class.
func (c *ScreenClass) options() render.Options {
	return render.Options{Glyphs: c.Glyphs, Tier: c.Tier, Aspect: c.Aspect, Theme: c.Theme, Effects: c.Effects}
}

// A SpectatorHub draws and encodes games for spectators who watch them live. It draws each game once for all screens of
// a class. The zero value is ready to use. Its methods are safe for concurrent use. All callers of a hub measure time
// from the same origin.
//
// For each combination of a game and a screen class that has subscribers, the hub has a spectatorChannel. It draws 30
// frames per second, and keeps the changes of the last few frames. A spectator who has received one of these frames
// receives only the changes since then. All other spectators receive a key frame, which draws the whole screen and is
// encoded at most once per frame. Therefore, an additional spectator costs only the transmission of the bytes.
type SpectatorHub struct {
	mu          sync.Mutex
	channels    map[spectatorChannelKey]*spectatorChannel
	lastChannel uint64 // number of the newest channel; part of its frame numbers
}

// A spectatorChannelKey identifies a spectatorChannel.
type spectatorChannelKey struct {
	stream *GameStream
	ScreenClass
}

// NumChannels returns the number of combinations of a game and a screen class that are drawn.
func (h *SpectatorHub) NumChannels() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.channels)
}

// Subscribe starts to watch a stream on a screen of class c. name is the name of the player. The caller must close the
// subscription. Subscribe fails with the same errors as [NewGameViewer].
func (h *SpectatorHub) Subscribe(
	stream *GameStream, name string, c ScreenClass, now time.Duration,
) (*GameSubscription, error) {
	if err := stream.open(); err != nil { // may take a while, so do it before the lock
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	key := spectatorChannelKey{stream, c}
	ch := h.channels[key]
	if ch == nil {
		w, err := NewGameViewer(stream, name, c.options(), now)
		if err != nil {
			return nil, err
		}
		h.lastChannel++
		w.NoKeyBar = c.NoKeyBar
		ch = &spectatorChannel{viewer: w, frameNumber: h.lastChannel << frameNumberBits, nextFrame: now}
		ch.frame.Resize(c.W, c.H)
		for _, e := range []*ansi.Encoder{&ch.deltaEncoder, &ch.keyEncoder} {
			e.SetTier(c.Tier)
			e.SetBleed(c.Bleed)
		}
		if h.channels == nil {
			h.channels = map[spectatorChannelKey]*spectatorChannel{}
		}
		h.channels[key] = ch
	}
	ch.setName(name)
	ch.numSubscribers++
	return &GameSubscription{channel: ch, hub: h, key: key}, nil
}

// frameNumberBits is the number of lower bits of a frame number, which count the frames of a spectatorChannel. They
// overflow after four years. The upper bits are the number of the channel, so that frame numbers of different channels
// differ.
const frameNumberBits = 32

// SpectatorFrameInterval is the time between two frames of a spectatorChannel.
const SpectatorFrameInterval = time.Second / 30

// maxDeltas is the number of frames whose changes are kept. They span a quarter of a second, which covers short delays
// on a busy machine.
const maxDeltas = 8

// A spectatorChannel draws one game for one class of screens.
type spectatorChannel struct {
	numSubscribers int // number of subscriptions; guarded by the hub's mu

	mu             sync.Mutex
	viewer         *GameViewer
	frame          cell.Frame
	nextFrame      time.Duration     // time at which the next frame is due
	deltaEncoder   ansi.Encoder      // encodes changes
	keyEncoder     ansi.Encoder      // encodes key frames
	frameNumber    uint64            // number of the latest frame
	deltas         [maxDeltas][]byte // changes of the last frames, by frame number modulo maxDeltas
	numDrawn       int               // number of drawn frames
	keyFrame       []byte            // the last encoded key frame
	keyFrameNumber uint64            // number of the frame in keyFrame
}

// advance draws a frame if one is due and the game is not over.
func (c *spectatorChannel) advance(now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now < c.nextFrame {
		return
	}
	if c.nextFrame += SpectatorFrameInterval; c.nextFrame <= now {
		c.nextFrame = now + SpectatorFrameInterval // Advance was not called for a while
	}
	if c.numDrawn > 0 && c.viewer.Over() {
		return
	}

	c.viewer.Advance(now)
	c.viewer.Draw(&c.frame)
	c.deltaEncoder.ForgetCursor() // other output may have moved the cursor between two frames
	delta := &c.deltas[(c.frameNumber+1)%maxDeltas]
	*delta = c.deltaEncoder.Frame((*delta)[:0], &c.frame)
	if len(*delta) > 0 {
		c.frameNumber++
		c.numDrawn++
	}
}

// append implements [cell.Shared.Append].
func (c *spectatorChannel) append(dst []byte, since uint64) (bytes []byte, number uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.numDrawn == 0 {
		return dst, 0
	}
	if behind := c.frameNumber - since; since>>frameNumberBits == c.frameNumber>>frameNumberBits &&
		since <= c.frameNumber &&
		behind < maxDeltas && behind < uint64(c.numDrawn) {
		for n := since + 1; n <= c.frameNumber; n++ {
			dst = append(dst, c.deltas[n%maxDeltas]...)
		}
		return dst, c.frameNumber
	}
	if c.keyFrameNumber != c.frameNumber {
		c.keyEncoder.Forget()
		c.keyFrame, c.keyFrameNumber = c.keyEncoder.Frame(c.keyFrame[:0], &c.frame), c.frameNumber
	}
	return append(dst, c.keyFrame...), c.frameNumber
}

// A GameSubscription provides the frames of a spectatorChannel for one spectator. It implements [cell.Shared].
type GameSubscription struct {
	channel *spectatorChannel
	hub     *SpectatorHub
	key     spectatorChannelKey
	closed  bool
}

// Close ends the subscription. The hub removes the spectatorChannel after its last subscription has ended.
func (s *GameSubscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	if s.channel.numSubscribers--; s.channel.numSubscribers == 0 {
		delete(s.hub.channels, s.key)
	}
}

// SetName changes the name of the player, see [GameViewer.SetName].
func (s *GameSubscription) SetName(name string) { s.channel.setName(name) }

// setName implements SetName.
func (c *spectatorChannel) setName(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.viewer.SetName(name)
}

// Name returns the name of the player, see [GameViewer.Name].
func (s *GameSubscription) Name() string {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.viewer.Name()
}

// ScreenClass returns the class of the screen.
func (s *GameSubscription) ScreenClass() *ScreenClass { return &s.key.ScreenClass }

// Advance draws a new frame if one is due. Append and Copy return the latest frame.
func (s *GameSubscription) Advance(now time.Duration) { s.channel.advance(now) }

// Append implements [cell.Shared].
func (s *GameSubscription) Append(dst []byte, since uint64) (bytes []byte, number uint64) {
	return s.channel.append(dst, since)
}

// Copy implements [cell.Shared].
func (s *GameSubscription) Copy(f *cell.Frame) {
	c := s.channel
	c.mu.Lock()
	defer c.mu.Unlock()
	f.Resize(c.frame.W, c.frame.H)
	copy(f.Cells, c.frame.Cells)
	f.Urgent = append(f.Urgent[:0], c.frame.Urgent...)
	f.Cursor = c.frame.Cursor
}

// FrameNumber returns the number of the latest frame.
func (s *GameSubscription) FrameNumber() uint64 {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.frameNumber
}

// NextFrameTime returns the time at which the next frame is due.
func (s *GameSubscription) NextFrameTime() time.Duration {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.nextFrame
}

// Tick returns the tick of the latest frame, and whether the game ends there.
func (s *GameSubscription) Tick() (tick uint64, over bool) {
	c := s.channel
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.viewer.Game().Tick, c.viewer.Over()
}
