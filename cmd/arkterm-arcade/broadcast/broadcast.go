// Package broadcast shows games in progress to many: it plays, draws and encodes a game once for all who watch it live on
// screens of the same kind.
//
//	r, err := station.Tune(f, name, class, now)
//	frame.Shared = r          // at each frame, after r.Advance(now)
//	r.Close()
//
// A channel is a game for one [Class] of screens. It draws 30 frames a second, as long as anybody looks, and keeps the bytes of the last few: who
// has seen one of those is sent what has changed since; who comes or was too slow is sent a key frame, which is encoded at most once a
// frame. So one who watches costs what it takes to send the bytes, and nobody waits for anybody.
//
// It is told the time, which is the same for all of a station, and has no goroutine: whoever comes first when a frame is
// due draws it.
package broadcast

import (
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/livefeed"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// A Class is a kind of screens that the same bytes do for.
type Class struct {
	W, H    int
	Glyphs  cell.Glyphs
	Tier    cell.Tier
	Aspect  float64
	Theme   theme.Theme
	Effects render.Effects
	Bare    bool // without the line that says what keys do: nobody has any
	Bleeds  bool // glyphs reach into the cells beside theirs, see [ansi.Encoder.SetBleed]
}

// ClassOf returns the class of a screen of w×h cells.
func ClassOf(w, h int, o render.Options, bleeds bool) Class {
	return Class{W: w, H: h, Glyphs: o.Glyphs, Tier: o.Tier, Aspect: o.Aspect, Theme: o.Theme, Effects: o.Effects, Bleeds: bleeds}
}

// options returns how the class is drawn.
func (c *Class) options() render.Options {
	return render.Options{Glyphs: c.Glyphs, Tier: c.Tier, Aspect: c.Aspect, Theme: c.Theme, Effects: c.Effects}
}

// A Station has the channels of all games. Its zero value has none. Its methods may be called in any goroutine.
type Station struct {
	mu       sync.Mutex
	channels map[place]*channel
	last     uint64 // id
}

// A place is where a channel is found.
type place struct {
	feed *livefeed.Feed
	Class
}

// Channels returns how many games are encoded, for how many classes in all.
func (s *Station) Channels() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.channels)
}

// Tune begins to watch a game of somebody with a name. Close the receiver. The error is that of spectate.New.
func (s *Station) Tune(f *livefeed.Feed, name string, c Class, now time.Duration) (*Receiver, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := place{f, c}
	ch := s.channels[at]
	if ch == nil {
		w, err := spectate.New(f, name, c.options(), now)
		if err != nil {
			return nil, err
		}
		s.last++
		w.Bare = c.Bare
		ch = &channel{watch: w, number: s.last << numberBits, due: now}
		ch.frame.Resize(c.W, c.H)
		for _, e := range []*ansi.Encoder{&ch.changes, &ch.whole} {
			e.SetTier(c.Tier)
			e.SetBleed(c.Bleeds)
		}
		if s.channels == nil {
			s.channels = map[place]*channel{}
		}
		s.channels[at] = ch
	}
	ch.named(name)
	ch.users++
	return &Receiver{channel: ch, station: s, at: at}, nil
}

// numberBits is for the numbers of one channel's frames: four years of them.
const numberBits = 32

// Every is the time between two frames.
const Every = time.Second / 30

// kept is how many frames' changes are kept: a quarter of a second, in which a machine may be busy.
const kept = 8

// A channel shows one game on one class of screens.
type channel struct {
	users int // receivers; the station's mu is held

	mu      sync.Mutex
	watch   *spectate.Watch
	frame   cell.Frame
	due     time.Duration
	changes ansi.Encoder
	whole   ansi.Encoder
	number  uint64       // of the frame
	deltas  [kept][]byte // from the frame before to the one with the number, by number
	drawn   int          // frames in all
	key     []byte       // the whole of a frame
	keyOf   uint64       // its number
}

// advance draws a frame if one is due.
func (c *channel) advance(now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now < c.due {
		return
	}
	if c.due += Every; c.due <= now {
		c.due = now + Every // nobody has looked for a while
	}
	if c.drawn > 0 && c.watch.Over() {
		return
	}

	c.watch.Advance(now)
	c.watch.Draw(&c.frame)
	c.changes.ForgetCursor() // a terminal may have been sent something else between two frames
	delta := &c.deltas[(c.number+1)%kept]
	*delta = c.changes.Frame((*delta)[:0], &c.frame)
	if len(*delta) > 0 {
		c.number++
		c.drawn++
	}
}

// append is [cell.Shared.Append].
func (c *channel) append(dst []byte, since uint64) (bytes []byte, number uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drawn == 0 {
		return dst, 0
	}
	if behind := c.number - since; since>>numberBits == c.number>>numberBits && since <= c.number && behind < kept && behind < uint64(c.drawn) {
		for n := since + 1; n <= c.number; n++ {
			dst = append(dst, c.deltas[n%kept]...)
		}
		return dst, c.number
	}
	if c.keyOf != c.number {
		c.whole.Forget()
		c.key, c.keyOf = c.whole.Frame(c.key[:0], &c.frame), c.number
	}
	return append(dst, c.key...), c.number
}

// A Receiver is one who watches a channel. It is a [cell.Shared].
type Receiver struct {
	channel *channel
	station *Station
	at      place
	closed  bool
}

// Close ends it. The last one ends the channel.
func (r *Receiver) Close() {
	r.station.mu.Lock()
	defer r.station.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	if r.channel.users--; r.channel.users == 0 {
		delete(r.station.channels, r.at)
	}
}

// Named says what the player is called now: see [spectate.Watch.Named].
func (r *Receiver) Named(name string) { r.channel.named(name) }

func (c *channel) named(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watch.Named(name)
}

// Name returns who plays: see [spectate.Watch.Name].
func (r *Receiver) Name() string {
	r.channel.mu.Lock()
	defer r.channel.mu.Unlock()
	return r.channel.watch.Name()
}

// Class returns the class of the screen.
func (r *Receiver) Class() *Class { return &r.at.Class }

// Advance draws the frame that is due, if nobody else has. Append and Copy give the latest one.
func (r *Receiver) Advance(now time.Duration) { r.channel.advance(now) }

// Append implements [cell.Shared].
func (r *Receiver) Append(dst []byte, since uint64) (bytes []byte, number uint64) {
	return r.channel.append(dst, since)
}

// Copy implements [cell.Shared].
func (r *Receiver) Copy(f *cell.Frame) {
	c := r.channel
	c.mu.Lock()
	defer c.mu.Unlock()
	f.Resize(c.frame.W, c.frame.H)
	copy(f.Cells, c.frame.Cells)
	f.First = append(f.First[:0], c.frame.First...)
	f.Cursor = c.frame.Cursor
}

// Number returns the number of the frame that Append would give.
func (r *Receiver) Number() uint64 {
	r.channel.mu.Lock()
	defer r.channel.mu.Unlock()
	return r.channel.number
}

// Due returns when the next frame is.
func (r *Receiver) Due() time.Duration {
	r.channel.mu.Lock()
	defer r.channel.mu.Unlock()
	return r.channel.due
}

// Tick returns the game's tick that is shown, and whether that is the end: nothing follows.
func (r *Receiver) Tick() (tick uint64, over bool) {
	c := r.channel
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.watch.Game().Tick, c.watch.Over()
}
