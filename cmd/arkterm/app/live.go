package app

import (
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Source brings what is new of a game in progress.
type Source interface {
	// Update returns the game's recording so far, and whether nothing follows any more. It is the same recording each
	// time, which has grown, or another one if the game went back and goes on from an earlier tick.
	Update() (r *record.Recording, over bool)
}

// A live says how a game is followed as it is played.
type live struct {
	on    bool
	dry   bool // all that is known was shown: wait for some more
	still int  // ticks for which nothing new has come
}

// How a live game is followed, in ticks.
const (
	liveLag    = 4 * engine.TicksPerSecond / 30 // shown so much late, four frames of who plays: what comes, comes in batches
	catchUp    = engine.TicksPerSecond / 2      // farther behind, it is shown a little faster
	liveJump   = 1 * engine.TicksPerSecond      // farther behind, it jumps
	stillAfter = engine.TicksPerSecond          // a game without ticks for so long stands still
)

// Follow returns a viewer of a game in progress, which is shown live at first. f has what is known so far, and source
// brings what follows.
func Follow(f *replay.Replay, source Source, hints []string) (*Viewer, error) {
	seeker, err := seekerOf(f)
	if err != nil {
		return nil, err
	}
	v := of(f, seeker, hints)
	v.source, v.progress = source, true
	v.goLive()
	return v, nil
}

// liveBytes limits the memory for copies of a game in progress. It is small: many may watch in one process. That are some twenty copies,
// half a minute apart in ten minutes, and half a minute is played again within a frame.
const liveBytes = 256 << 10

// seekerOf returns a seeker for a game in progress.
func seekerOf(f *replay.Replay) (*record.Seeker, error) {
	p, err := f.Begin()
	if err != nil {
		return nil, err
	}
	return record.NewSeeker(p, liveBytes), nil
}

// Live reports whether a game in progress is shown as it is played.
func (v *Viewer) Live() bool { return v.live.on && !v.seeking }

// Still reports whether a live game stands still, since its player has paused it.
func (v *Viewer) Still() bool { return v.live.on && v.live.still >= stillAfter }

// InProgress reports whether more may follow of the game that is watched.
func (v *Viewer) InProgress() bool { return v.source != nil }

// goLive shows the game as it is played.
func (v *Viewer) goLive() {
	v.paused, v.speed = false, normalSpeed
	v.want = max(v.line.First+liveLag, v.line.Last) - liveLag
	v.seeking, v.live = true, live{on: true}
}

// update takes what is new. It reports whether the game went back: then it is shown live again, from another recording.
func (v *Viewer) update() (back bool) {
	r, over := v.source.Update()
	if over {
		v.source = nil
	}
	if r == v.replay.Recording {
		_, v.line.Last = v.seeker.Span()
		return false
	}

	next := *v.replay
	next.Recording = r
	seeker, err := seekerOf(&next)
	if err != nil {
		v.source = nil // it was possible before; what is known can still be watched
		return false
	}
	v.replay, v.seeker = &next, seeker
	v.line.First, v.line.Last = seeker.Span()
	v.goLive()
	return true
}

// keepUp plays n ticks of a live game, a few more or less to stay as far behind it as is wanted.
func (v *Viewer) keepUp(n int, see func([]engine.Event)) {
	behind := int(v.line.Last - v.seeker.Game().Tick)
	switch {
	case behind > liveJump:
		v.goLive()
		return
	case behind < liveLag && v.live.dry && v.source != nil:
		v.live.still += n
		return
	case behind > catchUp:
		n += n/4 + 1
	}
	for range min(n, behind) {
		v.seeker.Next()
		see(v.seeker.Game().Events)
	}
	v.live.dry = n >= behind
	if behind > 0 {
		v.live.still = 0
	}
	if v.live.dry && v.source == nil {
		v.live.on = false // that was the end
	}
}
