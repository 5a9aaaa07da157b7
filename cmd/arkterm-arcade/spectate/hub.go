package spectate

import (
	"sync"
	"time"

	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// A Class is a kind of screen. The same bytes draw a game on all screens of a class.
type Class struct {
	W, H     int
	Glyphs   cell.Glyphs
	Tier     cell.Tier
	Aspect   float64
	Theme    theme.Theme
	Effects  render.Effects
	NoKeyBar bool // without the line of keys, for screens without a keyboard
	Bleed    bool // glyphs reach into neighboring cells, see [ansi.Encoder.SetBleed]
}

// ClassOf returns the class of a screen of w×h cells.
func ClassOf(w, h int, o render.Options, bleeds bool) Class {
	return Class{
		W: w, H: h, Glyphs: o.Glyphs, Tier: o.Tier, Aspect: o.Aspect, Theme: o.Theme, Effects: o.Effects,
		Bleed: bleeds,
	}
}

// options returns the render options of the class.
func (c *Class) options() render.Options {
	return render.Options{Glyphs: c.Glyphs, Tier: c.Tier, Aspect: c.Aspect, Theme: c.Theme, Effects: c.Effects}
}

// A Hub draws and encodes each game once for each class of screens on which spectators watch it live. Its zero value is
// ready to use. Its methods are safe for concurrent use. All callers of a hub measure time from the same origin.
//
// A channel draws 30 frames per second while it has subscribers, and keeps the changes of the last few frames. A
// spectator who has seen one of these frames receives the changes since then. All others receive a key frame, which is
// encoded at most once per frame. So an additional spectator costs only the transmission of the bytes.
type Hub struct {
	mu          sync.Mutex
	channels    map[channelKey]*channel
	lastChannel uint64 // number of the newest channel
}

// A channelKey identifies a channel.
type channelKey struct {
	stream *Stream
	Class
}

// Channels returns the number of channels.
func (h *Hub) Channels() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.channels)
}

// Subscribe starts to watch a player's game. name is the player's name. The caller must close the subscription. The
// errors are the same as for NewViewer.
func (h *Hub) Subscribe(f *Stream, name string, c Class, now time.Duration) (*Subscription, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := channelKey{f, c}
	ch := h.channels[key]
	if ch == nil {
		w, err := NewViewer(f, name, c.options(), now)
		if err != nil {
			return nil, err
		}
		h.lastChannel++
		w.NoKeyBar = c.NoKeyBar
		ch = &channel{viewer: w, number: h.lastChannel << numberBits, due: now}
		ch.frame.Resize(c.W, c.H)
		for _, e := range []*ansi.Encoder{&ch.deltaEncoder, &ch.keyEncoder} {
			e.SetTier(c.Tier)
			e.SetBleed(c.Bleed)
		}
		if h.channels == nil {
			h.channels = map[channelKey]*channel{}
		}
		h.channels[key] = ch
	}
	ch.setName(name)
	ch.subscribers++
	return &Subscription{channel: ch, hub: h, key: key}, nil
}

// numberBits is the size of the frame number within a channel, in bits. The number overflows after four years.
const numberBits = 32

// FrameInterval is the time between two frames.
const FrameInterval = time.Second / 30

// maxDeltas is the number of frames whose changes are kept. It corresponds to a quarter of a second, for the case that
// the machine is busy for a moment.
const maxDeltas = 8

// A channel draws one game for one class of screens.
type channel struct {
	subscribers int // number of subscriptions, guarded by the hub's mu

	mu             sync.Mutex
	viewer         *Viewer
	frame          cell.Frame
	due            time.Duration
	deltaEncoder   ansi.Encoder
	keyEncoder     ansi.Encoder
	number         uint64            // number of the frame
	deltas         [maxDeltas][]byte // changes of a frame, by its number modulo maxDeltas
	drawn          int               // number of drawn frames
	keyFrame       []byte            // the last key frame
	keyFrameNumber uint64            // number of that frame
}

// advance draws a frame if one is due.
func (c *channel) advance(now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now < c.due {
		return
	}
	if c.due += FrameInterval; c.due <= now {
		c.due = now + FrameInterval // Advance was not called for a while
	}
	if c.drawn > 0 && c.viewer.Over() {
		return
	}

	c.viewer.Advance(now)
	c.viewer.Draw(&c.frame)
	c.deltaEncoder.ForgetCursor() // other output may have moved the cursor between two frames
	delta := &c.deltas[(c.number+1)%maxDeltas]
	*delta = c.deltaEncoder.Frame((*delta)[:0], &c.frame)
	if len(*delta) > 0 {
		c.number++
		c.drawn++
	}
}

// append implements [cell.Shared.Append].
func (c *channel) append(dst []byte, since uint64) (bytes []byte, number uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drawn == 0 {
		return dst, 0
	}
	if behind := c.number - since; since>>numberBits == c.number>>numberBits && since <= c.number &&
		behind < maxDeltas && behind < uint64(c.drawn) {
		for n := since + 1; n <= c.number; n++ {
			dst = append(dst, c.deltas[n%maxDeltas]...)
		}
		return dst, c.number
	}
	if c.keyFrameNumber != c.number {
		c.keyEncoder.Forget()
		c.keyFrame, c.keyFrameNumber = c.keyEncoder.Frame(c.keyFrame[:0], &c.frame), c.number
	}
	return append(dst, c.keyFrame...), c.number
}

// A Subscription represents a spectator of a channel. It implements [cell.Shared].
type Subscription struct {
	channel *channel
	hub     *Hub
	key     channelKey
	closed  bool
}

// Close ends the subscription. Without subscriptions, the channel ends.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	if s.channel.subscribers--; s.channel.subscribers == 0 {
		delete(s.hub.channels, s.key)
	}
}

// SetName changes the name of the player, see [Viewer.SetName].
func (s *Subscription) SetName(name string) { s.channel.setName(name) }

func (c *channel) setName(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.viewer.SetName(name)
}

// Name returns the name of the player, see [Viewer.Name].
func (s *Subscription) Name() string {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.viewer.Name()
}

// Class returns the class of the screen.
func (s *Subscription) Class() *Class { return &s.key.Class }

// Advance draws a new frame if one is due. Append and Copy return the latest frame.
func (s *Subscription) Advance(now time.Duration) { s.channel.advance(now) }

// Append implements [cell.Shared].
func (s *Subscription) Append(dst []byte, since uint64) (bytes []byte, number uint64) {
	return s.channel.append(dst, since)
}

// Copy implements [cell.Shared].
func (s *Subscription) Copy(f *cell.Frame) {
	c := s.channel
	c.mu.Lock()
	defer c.mu.Unlock()
	f.Resize(c.frame.W, c.frame.H)
	copy(f.Cells, c.frame.Cells)
	f.Urgent = append(f.Urgent[:0], c.frame.Urgent...)
	f.Cursor = c.frame.Cursor
}

// Number returns the number of the latest frame.
func (s *Subscription) Number() uint64 {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.number
}

// Due returns the time of the next frame.
func (s *Subscription) Due() time.Duration {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.due
}

// Tick returns the tick of the latest frame, and whether it is the last one.
func (s *Subscription) Tick() (tick uint64, over bool) {
	c := s.channel
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.viewer.Game().Tick, c.viewer.Over()
}
