// Package sound synthesizes the sounds of a game.
//
// A [Band] turns the events of each tick into [Note]s, and a [Mixer] turns notes into samples. Both are
// deterministic. The caller provides the clock, the audio device and files.
//
//	band := sound.Band{Levels: sound.Levels{Volume: 100}}
//	var mixer sound.Mixer
//	game.Step(in)
//	band.Observe(game)
//	for _, n := range band.Take() {
//		mixer.Play(n)
//	}
//	mixer.Mix(samples[:2*sound.PerTick]) // the samples of one tick
//
// Every event with a sound is also visible, so the game can be played without sound.
//
// Samples are pairs for left and right with 16 bits each, [Rate] pairs per second. Pitches are MIDI keys with 12
// per octave and 69 at 440 Hz. Loudness is an amplitude from 0 to 1. Pan is −1 on the left and 1 on the right.
package sound

import "arkterm/engine"

const (
	// Rate is the number of samples per second and channel.
	Rate = 48_000

	// PerTick is the number of samples in a tick. Rate is a multiple of the tick rate.
	PerTick = Rate / engine.TicksPerSecond
)

// A Note is a single sound.
type Note struct {
	Timbre Timbre
	Key    int     // pitch
	Gain   float64 // loudness
	Pan    float64 // position from −1 to 1
	Delay  int     // delay in samples
}
