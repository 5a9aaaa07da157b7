// Package sound synthesizes the sound of a game.
//
// A [Band] receives the events of each tick and plays [Note]s. A [Mixer] makes samples of notes. Both are deterministic: the
// same game gives the same notes, and the same notes give the same samples. Clock, audio device and files are left to the
// caller.
//
//	band := sound.Band{Volume: 100}
//	var mixer sound.Mixer
//	game.Step(in)
//	band.Observe(game)
//	for _, n := range band.Take() {
//		mixer.Play(n)
//	}
//	mixer.Mix(samples[:2*sound.PerTick]) // a tick's worth
//
// Every event that has a sound has a picture too, so the game can be played without sound.
//
// Samples are pairs, left and right, of 16 bits, [Rate] pairs per second. Pitches are piano keys with 12 per octave, 69 at
// 440 Hz. Loudness is an amplitude from 0 to 1. Places are between −1 on the left and 1 on the right.
package sound

import "arkterm/engine"

const (
	// Rate is the number of samples a second, on each side.
	Rate = 48_000

	// PerTick is the number of samples in a tick: the two rates go together without a rest.
	PerTick = Rate / engine.TicksPerSecond
)

// A Note is one sound.
type Note struct {
	Timbre Timbre
	Key    int     // pitch
	Gain   float64 // loudness
	Pan    float64 // place
	After  int     // samples until it begins
}
