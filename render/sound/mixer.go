package sound

import "math"

// A Mixer turns notes into samples. The zero Mixer is silent. It does not allocate.
type Mixer struct {
	voices [maxVoices]voice
	noise  uint32                // state of the random generator; 0 before the first call of Mix
	sum    [2 * mixBlock]float64 // sum of all voices before limiting
}

const (
	// maxVoices is the maximum number of simultaneous notes. A further note replaces the note that would end first.
	maxVoices = 24

	// mixBlock is the number of samples per channel that are mixed in one pass.
	mixBlock = 256

	// minAttack is the minimum duration of an attack, in seconds. Without an attack, the start of a note would click.
	minAttack = 0.001

	// silenceLevel is the loudness at which a note ends, relative to its start: −66 dB.
	silenceLevel = 1.0 / 2000

	// fadeOutSamples is the number of samples over which the end of a note is faded out.
	fadeOutSamples = 64
)

// A voice is a sounding note.
type voice struct {
	delay         int // number of samples until the note begins
	remaining     int // number of remaining samples; 0 if the voice is free
	sines         [4]sine
	bendFactor    float64 // factor of the steps of all sines per sample
	attackStep    float64 // increase of level per sample
	level         float64 // level of the attack, up to 1
	noiseGain     float64 // loudness of the noise
	noiseFade     float64 // factor of noiseGain per sample
	noiseFilter   float64 // coefficient of the low-pass filter for noise, 0 to 1
	filteredNoise float64 // output of the filter
	left, right   float64 // loudness of both channels
}

// A sine is one partial of a voice.
type sine struct {
	phase, step float64 // phase, and its increase per sample, in periods
	gain, fade  float64 // gain, and its factor per sample
}

// Frequency returns the frequency of a key in Hz.
func Frequency(key int) float64 { return 440 * math.Exp2(float64(key-69)/12) }

// Play adds a note that begins n.Delay samples after the samples mixed so far.
func (m *Mixer) Play(n Note) {
	if n.Gain <= 0 || int(n.Timbre) >= NumTimbres {
		return
	}
	m.freeVoice().begin(n)
}

// freeVoice returns a free voice. If there is none, it returns the voice that ends first.
func (m *Mixer) freeVoice() *voice {
	first := &m.voices[0]
	for i := range m.voices {
		v := &m.voices[i]
		if v.remaining == 0 {
			return v
		}
		if v.delay+v.remaining < first.delay+first.remaining {
			first = v
		}
	}
	return first
}

// begin initializes v for a note.
func (v *voice) begin(n Note) {
	row := &timbres[n.Timbre]
	*v = voice{delay: max(n.Delay, 0), bendFactor: math.Exp2(row.bend / Rate)}
	v.attackStep = 1 / (Rate * max(row.attack, minAttack))

	minDecay := math.Inf(1)
	f := Frequency(n.Key)
	for i, p := range row.partials {
		if p.gain == 0 || f*p.ratio > Rate/2.5 {
			continue
		}
		v.sines[i] = sine{step: f * p.ratio / Rate, gain: p.gain, fade: math.Exp(-p.decay / Rate)}
		minDecay = min(minDecay, p.decay)
	}

	if row.noiseGain > 0 {
		v.noiseGain, v.noiseFade = row.noiseGain, math.Exp(-row.noiseDecay/Rate)
		v.noiseFilter = 1 - math.Exp(-2*math.Pi*row.noiseCutoff/Rate)
		minDecay = min(minDecay, row.noiseDecay)
	}

	if !math.IsInf(minDecay, 1) {
		v.remaining = int(math.Log(1/silenceLevel)/minDecay*Rate) + fadeOutSamples
	}

	// Constant power: equally loud at the sides and in the middle.
	angle := (max(-1, min(n.Pan, 1)) + 1) * math.Pi / 4
	v.left, v.right = n.Gain*math.Cos(angle), n.Gain*math.Sin(angle)
	if n.Pan == 0 {
		v.right = v.left // without a rounding error
	}
}

// Silent reports whether no note is sounding or waiting.
func (m *Mixer) Silent() bool {
	for i := range m.voices {
		if m.voices[i].remaining > 0 {
			return false
		}
	}
	return true
}

// Mix fills out with the next samples, alternating left and right.
func (m *Mixer) Mix(out []int16) {
	if m.noise == 0 {
		m.noise = 2463534242
	}
	for len(out) > 1 {
		n := min(len(out)/2, mixBlock)
		sum := m.sum[:2*n]
		clear(sum)
		for i := range m.voices {
			if m.voices[i].remaining > 0 {
				m.add(&m.voices[i], sum)
			}
		}
		for i, x := range sum {
			out[i] = int16(softLimit(x) * math.MaxInt16)
		}
		out = out[2*n:]
	}
}

// add adds a voice to the sums.
func (m *Mixer) add(v *voice, sum []float64) {
	skipped := min(v.delay, len(sum)/2)
	v.delay -= skipped
	for sum = sum[2*skipped:]; len(sum) > 0 && v.remaining > 0; sum = sum[2:] {
		x := v.next(m)
		sum[0] += x * v.left
		sum[1] += x * v.right
	}
}

// next returns the voice's next sample.
func (v *voice) next(m *Mixer) float64 {
	x := 0.0
	for i := range v.sines {
		s := &v.sines[i]
		if s.gain == 0 {
			continue
		}
		x += s.gain * sineWave(s.phase)
		s.gain *= s.fade
		s.step *= v.bendFactor
		s.phase += s.step
		s.phase -= math.Floor(s.phase)
	}

	if v.noiseGain > 0 {
		v.filteredNoise += (m.random() - v.filteredNoise) * v.noiseFilter
		x += v.noiseGain * v.filteredNoise
		v.noiseGain *= v.noiseFade
	}

	v.level = min(v.level+v.attackStep, 1)
	x *= v.level
	if v.remaining < fadeOutSamples {
		x *= float64(v.remaining) / fadeOutSamples
	}
	v.remaining--
	return x
}

// sineWave returns the sine of a phase, which is in periods from 0 to 1. It approximates the sine by two parabolas and
// corrects the result by its square. The error is about 0.001.
func sineWave(phase float64) float64 {
	t := 2*phase - 1
	y := -4 * t * (1 - math.Abs(t))
	return y * (0.775 + 0.225*math.Abs(y))
}

// random returns a uniform pseudorandom number from −1 to 1.
func (m *Mixer) random() float64 {
	m.noise ^= m.noise << 13
	m.noise ^= m.noise >> 17
	m.noise ^= m.noise << 5
	return float64(m.noise)/(1<<31) - 1
}

// softLimit limits a sum to the range from −1 to 1. Quiet sounds hardly change. Loud sounds are compressed, because
// clipping them would crackle. The formula is a rational approximation of tanh.
func softLimit(x float64) float64 {
	x = max(-3, min(x, 3))
	return x * (27 + x*x) / (27 + 9*x*x)
}
