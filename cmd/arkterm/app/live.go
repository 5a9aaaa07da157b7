package app

import (
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Source provides the growing recording of a game in progress.
type Source interface {
	// Update returns the recording so far, and whether the game has ended. While the recording grows, Update returns
	// the same pointer. After the player has rewound the game, it returns another pointer.
	Update() (r *record.Recording, over bool)
}

// A liveState describes how a Viewer follows a game in progress.
type liveState struct {
	following bool
	caughtUp  bool // all known ticks have been played
	idleTicks int  // ticks waited for the next update
}

// Parameters of following a live game, in ticks.
const (
	// intended delay: four frames of 1/30 s, because updates come in batches
	liveLag     = 4 * engine.TicksPerSecond / 30
	fasterAfter = engine.TicksPerSecond / 2 // delay beyond which the game is played slightly faster
	jumpAfter   = 1 * engine.TicksPerSecond // delay beyond which the viewer jumps
	stillAfter  = engine.TicksPerSecond     // time without an update after which the game counts as paused
)

// Follow returns a Viewer that shows a game in progress. f contains the recording so far, and source provides the rest.
// The viewer starts close to the current tick of the game. Follow returns an error if the recording cannot be played.
func Follow(f *replay.Replay, source Source, hints []string) (*Viewer, error) {
	seeker, err := seekerOf(f)
	if err != nil {
		return nil, err
	}
	v := viewerOf(f, seeker, hints)
	v.source, v.inProgress = source, true
	v.goLive()
	return v, nil
}

// liveCopyBytes limits the total size of the game copies that make jumps fast, in bytes for each viewer of a game in
// progress. The limit is small, because a server may have many spectators. It is enough for about twenty copies. After
// ten minutes, the copies are half a minute apart. Half a minute can be replayed within a frame.
const liveCopyBytes = 256 << 10

// seekerOf returns a seeker for the recording of a game in progress.
func seekerOf(f *replay.Replay) (*record.Seeker, error) {
	p, err := f.Begin()
	if err != nil {
		return nil, err
	}
	return record.NewSeeker(p, liveCopyBytes), nil
}

// Live reports whether the viewer follows a game in progress and has reached the current tick of this game.
func (v *Viewer) Live() bool { return v.live.following && !v.seeking }

// PlayerPaused reports whether the viewer follows a game whose player seems to have paused, because the recording no
// longer grows.
func (v *Viewer) PlayerPaused() bool { return v.live.following && v.live.idleTicks >= stillAfter }

// InProgress reports whether the watched game may still continue.
func (v *Viewer) InProgress() bool { return v.source != nil }

// goLive starts to follow the game in progress at its current tick.
func (v *Viewer) goLive() {
	v.paused, v.speed = false, normalSpeed
	v.target = max(v.transport.First+liveLag, v.transport.Last) - liveLag
	v.seeking, v.live = true, liveState{following: true}
}

// update gets the current recording from the source. If the player has rewound the game, update starts to follow the
// new recording and returns true.
func (v *Viewer) update() (rewound bool) {
	r, over := v.source.Update()
	if over {
		v.source = nil
	}
	if r == v.replay.Recording {
		_, v.transport.Last = v.seeker.Span()
		return false
	}

	next := *v.replay
	next.Recording = r
	seeker, err := seekerOf(&next)
	if err != nil {
		v.source = nil // the known part can still be watched
		return false
	}
	v.replay, v.seeker = &next, seeker
	v.transport.First, v.transport.Last = seeker.Span()
	v.goLive()
	return true
}

// playLive plays about n ticks of a game in progress. If the delay differs from liveLag, it plays more or fewer. It
// calls observe with the events of each tick.
func (v *Viewer) playLive(n int, observe func([]engine.Event)) {
	behind := int(v.transport.Last - v.seeker.Game().Tick)
	switch {
	case behind > jumpAfter:
		v.goLive()
		return
	case behind < liveLag && v.live.caughtUp && v.source != nil:
		v.live.idleTicks += n
		return
	case behind > fasterAfter:
		n += n/4 + 1
	}
	for range min(n, behind) {
		v.seeker.Next()
		observe(v.seeker.Game().Events)
	}
	v.live.caughtUp = n >= behind
	if behind > 0 {
		v.live.idleTicks = 0
	}
	if v.live.caughtUp && v.source == nil {
		v.live.following = false // the game has ended
	}
}
