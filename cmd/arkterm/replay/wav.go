package replay

import (
	"io"

	"arkterm/engine/record"
	"arkterm/render/sound"
)

// wavTail is the number of samples in a WAV file after the last tick, in which notes fade out.
const wavTail = 2 * sound.Rate

// WAV writes the sound of the rendered part of the replay as a WAV file, at full volume.
func (r *Rendering) WAV(w io.Writer) error {
	if err := sound.WriteHeader(w, int64(r.to-r.from)*sound.PerTick+wavTail); err != nil {
		return err
	}
	first, _ := r.seeker.Span()
	r.seeker.Seek(max(r.from, first), record.Unlimited)

	r.band = sound.Band{Levels: sound.Levels{Volume: 100, Pulse: 100}}
	var mixer sound.Mixer
	var samples [2 * sound.PerTick]int16
	var buf []byte
	write := func() error {
		mixer.Mix(samples[:])
		buf = sound.AppendBytes(buf[:0], samples[:])
		_, err := w.Write(buf)
		return err
	}

	var err error
	for err == nil && r.seeker.Game().Tick < r.to && r.seeker.Next() {
		r.band.Observe(r.seeker.Game())
		for _, n := range r.band.Take() {
			mixer.Play(n)
		}
		err = write()
	}
	for n := 0; err == nil && n < wavTail; n += sound.PerTick {
		err = write()
	}
	return err
}
