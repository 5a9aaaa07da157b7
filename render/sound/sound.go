// Package sound turns what happens in a game into sound. A [Band] listens to the events of each tick and plays
// [Note]s; a [Mixer] makes samples of them. Both are machines like the engine: the same game gives the same
// notes, and the same notes the same samples. They know no clock, no loudspeaker and no file.
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
// Nothing is said by sound alone: each event that has a sound has a picture as well.
//
// Samples are pairs, left and right, of 16 bits, [Rate] of them a second. Pitches are keys of a piano with 12
// to an octave, 69 at 440 Hz. Loudness is an amplitude from 0 to 1, places run from −1, left, to 1.
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
