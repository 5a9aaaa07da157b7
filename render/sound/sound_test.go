package sound

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// pitch returns the key from low to high whose frequency is strongest in the samples.
func pitch(samples []float64, low, high int) (key int) {
	best := 0.0
	for k := low; k <= high; k++ {
		if p := power(samples, Frequency(k)); p > best {
			best, key = p, k
		}
	}
	return key
}

// power returns the strength of a frequency in the samples, by Goertzel's algorithm.
func power(samples []float64, f float64) float64 {
	c := 2 * math.Cos(2*math.Pi*f/Rate)
	var a, b float64
	for _, x := range samples {
		a, b = x+c*a-b, a
	}
	return a*a + b*b - c*a*b
}

// mixSamples returns the next n samples of both channels.
func mixSamples(m *Mixer, n int) (left, right []float64) {
	out := make([]int16, 2*n)
	m.Mix(out)
	for i := range n {
		left = append(left, float64(out[2*i]))
		right = append(right, float64(out[2*i+1]))
	}
	return left, right
}

// loudness returns the root mean square of samples.
func loudness(samples []float64) float64 {
	sum := 0.0
	for _, x := range samples {
		sum += x * x
	}
	return math.Sqrt(sum / float64(len(samples)))
}

func TestNotesHaveTheirPitch(t *testing.T) {
	for timbre := Timbre(0); timbre < Timbre(NumTimbres); timbre++ {
		row := &timbres[timbre]
		if row.bend != 0 || row.partials[0].gain == 0 || timbre == Growl {
			continue
		}
		for _, key := range []int{c4, g4, c5, e5} {
			var m Mixer
			m.Play(Note{Timbre: timbre, Key: key, Gain: 0.5})
			left, _ := mixSamples(&m, Rate/20)
			if got := pitch(left, 40, 100); got != key {
				t.Errorf("timbre %d: a note with key %d sounds like key %d, want the same key", timbre, key, got)
			}
		}
	}
}

func TestNotesBeginWhenTheyAreDue(t *testing.T) {
	var m Mixer
	const after = 1234
	m.Play(Note{Timbre: Pluck, Key: a4, Gain: 0.5, Delay: after})
	left, _ := mixSamples(&m, 2*after)
	if first := slices.IndexFunc(left, func(x float64) bool { return x != 0 }); first < after || first > after+10 {
		t.Errorf("index of the first nonzero sample = %d, want %d to %d", first, after, after+10)
	}
}

// TestSamplesDoNotDependOnTheBlockSize checks that the samples do not depend on the lengths of the slices passed to
// Mix.
func TestSamplesDoNotDependOnTheBlockSize(t *testing.T) {
	play := func(piece int) []int16 {
		var m Mixer
		m.Play(Note{Timbre: Blast, Key: c4, Gain: 0.5})
		m.Play(Note{Timbre: Glass, Key: e5, Gain: 0.5, Pan: -0.4, Delay: 777})
		out := make([]int16, 2*8000)
		for rest := out; len(rest) > 0; {
			n := min(2*piece, len(rest))
			m.Mix(rest[:n])
			rest = rest[n:]
		}
		return out
	}
	want := play(8000)
	for _, piece := range []int{1, 17, 200, 256, 1000} {
		if !slices.Equal(play(piece), want) {
			t.Errorf("Mix with slices of %d samples differs from Mix with one slice, want the same samples", piece)
		}
	}
}

func TestPanIsAudible(t *testing.T) {
	for _, pan := range []float64{-1, -0.5, 0, 0.5, 1} {
		var m Mixer
		m.Play(Note{Timbre: Wood, Key: c4, Gain: 0.5, Pan: pan})
		left, right := mixSamples(&m, Rate/10)
		l, r := loudness(left), loudness(right)
		if l > r != (pan < 0) && math.Abs(pan) > 0 || pan == 0 && math.Abs(l-r) > 1 {
			t.Errorf("pan %v: loudness %.0f on the left and %.0f on the right, want more on the panned side", pan, l, r)
		}
	}
}

func TestNotesEndWithoutAClick(t *testing.T) {
	for timbre := Timbre(0); timbre < Timbre(NumTimbres); timbre++ {
		var m Mixer
		m.Play(Note{Timbre: timbre, Key: c4, Gain: 1})
		left, _ := mixSamples(&m, 6*Rate)
		if !m.Silent() {
			t.Errorf("timbre %d: Silent() = false after 6 s, want true", timbre)
		}
		last := 0
		for i, x := range left {
			if x != 0 {
				last = i
			}
		}
		if tail := loudness(left[max(0, last-20) : last+1]); tail > 40 {
			t.Errorf("timbre %d: loudness of the last 20 samples = %.0f, want at most 40", timbre, tail)
		}
	}
}

// TestManyNotesAreLimited checks that no sample overflows if there are more notes than voices, and that the limiter
// hardly changes quiet notes.
func TestManyNotesAreLimited(t *testing.T) {
	var m Mixer
	for i := range 100 {
		m.Play(Note{Timbre: Brass, Key: c3 + i%24, Gain: 1, Delay: i})
	}
	left, _ := mixSamples(&m, Rate)
	for i := 1; i < len(left); i++ {
		if math.Abs(left[i]-left[i-1]) > 40_000 {
			t.Fatalf("samples %d and %d are %.0f and %.0f, want a difference of at most 40,000",
				i-1, i, left[i-1], left[i])
		}
	}
	if x := softLimit(0.05); math.Abs(x-0.05) > 1e-4 {
		t.Errorf("softLimit(0.05) = %v, want about 0.05", x)
	}
}

func TestMixerDoesNotAllocate(t *testing.T) {
	var m Mixer
	out := make([]int16, 2*PerTick)
	if n := testing.AllocsPerRun(100, func() {
		m.Play(Note{Timbre: Blast, Key: c4, Gain: 0.5})
		m.Mix(out)
	}); n != 0 {
		t.Errorf("Play and Mix allocate %v times per tick, want 0", n)
	}
}

// notesOfGame returns the notes of a game that the bot plays, by tick.
func notesOfGame(t *testing.T, ticks int) (notes [][]Note) {
	t.Helper()
	g, err := engine.New(engine.Config{Levels: levels.Shipped().Levels[:8], Setup: engine.Setup{Seed: 7, First: 3}})
	if err != nil {
		t.Fatal(err)
	}
	band := Band{Levels: Levels{Volume: 100}}
	b := bot.New(7)
	for range ticks {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		band.Observe(g)
		notes = append(notes, slices.Clone(band.Take()))
	}
	return notes
}

func TestNotesAreReproducible(t *testing.T) {
	one, two := notesOfGame(t, 20*engine.TicksPerSecond), notesOfGame(t, 20*engine.TicksPerSecond)
	if fmt.Sprint(one) != fmt.Sprint(two) {
		t.Error("two runs of the same game yield different notes, want the same notes")
	}
	n := 0
	for _, list := range one {
		n += len(list)
	}
	if n < 20 || n > 400 {
		t.Errorf("a game of 20 s has %d notes, want 20 to 400", n)
	}
}

// TestBandDoesNotAllocate checks that a Band does not allocate memory after its slice of notes has grown.
func TestBandDoesNotAllocate(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: levels.Shipped().Levels[:8], Setup: engine.Setup{Seed: 7, First: 3}})
	if err != nil {
		t.Fatal(err)
	}
	band := Band{Levels: Levels{Volume: 100}}
	at := geom.Vec{X: 10, Y: 10}
	g.Events = append(g.Events[:0], engine.Event{Kind: engine.BrickBroken, At: at},
		engine.Event{Kind: engine.WallHit, Brick: -1, At: at},
		engine.Event{Kind: engine.DropCaught, Brick: -1, Value: int(spec.DropLife)})
	if n := testing.AllocsPerRun(100, func() {
		band.Observe(g)
		band.Take()
	}); n != 0 {
		t.Errorf("Observe and Take allocate %v times per tick, want 0", n)
	}
}

// mixedGame returns the samples of a game that the bot plays, and the share of samples with a level above 1 before
// limiting.
func mixedGame(t *testing.T, levels Levels, config engine.Config, ticks int) (samples []int16, overShare float64) {
	t.Helper()
	g, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	band, b := Band{Levels: levels}, bot.New(7)
	var m Mixer
	var out [2 * PerTick]int16
	for range ticks {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		band.Observe(g)
		for _, n := range band.Take() {
			m.Play(n)
		}
		m.Mix(out[:])
		samples = append(samples, out[:]...)
		for _, x := range m.sum[:2*PerTick] {
			if math.Abs(x) > 1 {
				overShare++
			}
		}
	}
	return samples, overShare / float64(len(samples))
}

// decibels returns the peak and the mean level of samples, in dB of full scale.
func decibels(samples []int16) (peak, mean float64) {
	sum := 0.0
	for _, s := range samples {
		x := math.Abs(float64(s)) / (1 << 15)
		peak, sum = max(peak, x), sum+x*x
	}
	return 20 * math.Log10(peak), 10 * math.Log10(sum/float64(len(samples)))
}

// TestNothingClips checks that at full volume and with thirty balls no sample has the maximum value, and that few
// samples are limited.
func TestNothingClips(t *testing.T) {
	config := engine.Config{Levels: levels.Storm().Levels, Setup: engine.Setup{Mode: engine.Storm, Storm: 30, Seed: 7}}
	samples, overShare := mixedGame(t, Levels{Volume: 100, Cues: 100, Pulse: 100}, config, 8*engine.TicksPerSecond)
	peak, mean := decibels(samples)
	t.Logf("thirty balls: peak %.1f dB, mean %.1f dB, %.5f of the samples limited", peak, mean, overShare)
	if peak > -0.1 || peak < -6 || overShare > 0.01 {
		t.Errorf("the peak is %.1f dB, want -6 to -0.1; %.5f of the samples are limited, want at most 0.01", peak,
			overShare)
	}
}

// TestLevels checks that a game at the default volume has a mean level of about -40 dB. Without masterGain the level
// would be -47 dB.
func TestLevels(t *testing.T) {
	config := engine.Config{Levels: levels.Shipped().Levels[:8], Setup: engine.Setup{Seed: 7}}
	samples, _ := mixedGame(t, Levels{Volume: 40}, config, 15*engine.TicksPerSecond)
	peak, mean := decibels(samples)
	t.Logf("volume 40: peak %.1f dB, mean %.1f dB", peak, mean)
	if mean < -42 || mean > -38 || peak > -14 {
		t.Errorf("a game at volume 40 has a peak of %.1f dB and a mean of %.1f dB, want at most -14 and -42 to -38",
			peak,
			mean)
	}
}

func TestMonoHasEqualChannels(t *testing.T) {
	config := engine.Config{Levels: levels.Shipped().Levels[:8], Setup: engine.Setup{Seed: 7, First: 3}}
	for _, mono := range []bool{true, false} {
		samples, _ := mixedGame(t, Levels{Volume: 100, Pulse: 100, Mono: mono}, config, 5*engine.TicksPerSecond)
		differs := 0
		for i := 0; i < len(samples); i += 2 {
			if samples[i] != samples[i+1] {
				differs++
			}
		}
		if differs > 0 == mono {
			t.Errorf("mono %v: %d samples differ between the channels, want 0 only in mono", mono, differs)
		}
	}
}

// TestPulseFollowsTheCombo checks that the pulse sounds only during a combo, becomes faster with longer combos, and is
// quieter than bricks.
func TestPulseFollowsTheCombo(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: firstLevel()})
	if err != nil {
		t.Fatal(err)
	}
	before := 0
	for _, combo := range []int{0, engine.MinCombo - 1, engine.MinCombo, 8, 16, 32} {
		g.Phase, g.Combo, g.Events = engine.Play, combo, nil
		band := Band{Levels: Levels{Volume: 100, Pulse: 50}}
		beats := 0
		for range 10 * engine.TicksPerSecond {
			band.Observe(g)
			for _, n := range band.Take() {
				if beats++; n.Timbre != Pulse || n.Gain >= masterGain*comboGain(0.34, maxComboStep) {
					t.Errorf("combo %d: note %+v, want a quiet note with the timbre Pulse", combo, n)
				}
			}
		}
		if combo < engine.MinCombo && beats > 0 || combo >= engine.MinCombo && beats <= before {
			t.Errorf("combo %d: %d beats in 10 s, %d with the next shorter combo; want more beats from MinCombo on",
				combo, beats, before)
		}
		before = beats
	}
}

// TestCuesAreShort checks that cues are quiet and end within half a second.
func TestCuesAreShort(t *testing.T) {
	for c := range Cue(numCues) {
		band := Band{Levels: Levels{Volume: 100, Cues: 100}}
		band.Cue(c)
		var m Mixer
		for _, n := range band.Take() {
			m.Play(n)
		}
		left, _ := mixSamples(&m, Rate/2)
		if peak := slices.Max(left); peak < 1000 || peak > 12_000 || !m.Silent() {
			t.Errorf("cue %d: peak %.0f, want 1000 to 12000; silent after half a second: %v", c, peak, m.Silent())
		}
	}
}

// firstLevel returns the first shipped level.
var firstLevel = sync.OnceValue(func() []spec.Level { return levels.Shipped().Levels[:1] })

// notesOf returns the notes of a tick with the given events, in a game with a combo of the given length.
func notesOf(t *testing.T, combo int, events ...engine.Event) []Note {
	t.Helper()
	g, err := engine.New(engine.Config{Levels: firstLevel()})
	if err != nil {
		t.Fatal(err)
	}
	g.Combo, g.Events = combo, events
	band := Band{Levels: Levels{Volume: 100}}
	band.Observe(g)
	return band.Take()
}

func TestComboRises(t *testing.T) {
	before := 0
	for combo := 1; combo <= maxComboStep+1; combo++ {
		notes := notesOf(t, combo, engine.Event{Kind: engine.BrickBroken, Brick: 0})
		if len(notes) != 1 || notes[0].Key <= before {
			t.Fatalf("brick %d of a combo: notes %v, want one with a key above %d", combo, notes, before)
		}
		before = notes[0].Key
	}
	if notes := notesOf(t, 500, engine.Event{Kind: engine.BrickBroken, Brick: 0}); notes[0].Key != before {
		t.Errorf("brick 500 has key %d, want the highest, %d", notes[0].Key, before)
	}
	broken := engine.Event{Kind: engine.BrickBroken, Brick: 0}
	notes := notesOf(t, 3, broken, broken, broken)
	if len(notes) != 3 || notes[0].Key != comboKey(0) || notes[1].Key != comboKey(1) || notes[2].Key != comboKey(2) {
		t.Errorf("three bricks broken in a tick: notes %v, want three with the keys of combos 0 to 2", notes)
	}
}

func TestPaddleSoundIsPanned(t *testing.T) {
	left := notesOf(t, 0, engine.Event{Kind: engine.PaddleHit, Brick: -1, At: geom.Vec{X: 5}})
	right := notesOf(t, 0, engine.Event{Kind: engine.PaddleHit, Brick: -1, At: geom.Vec{X: 55}})
	if !(left[0].Pan < -0.3 && right[0].Pan > 0.3) {
		t.Errorf("notes at the left %v, at the right %v, want pans below -0.3 and above 0.3", left, right)
	}
}

// TestEveryKindSounds checks that every kind of brick, drop and event has a sound. Two kinds of event are silent,
// because nothing is audible about a drop before it is caught.
func TestEveryKindSounds(t *testing.T) {
	if len(brickTimbres) != len(spec.Kinds) {
		t.Errorf("brickTimbres has %d rows, want one for each of %d kinds of brick", len(brickTimbres), len(spec.Kinds))
	}
	silent := map[engine.EventKind]bool{engine.DropReleased: true, engine.DropLost: true}
	for k := range engine.EventKind(engine.NumEvents) {
		sounds := int(k) < len(eventSounds) && (eventSounds[k].gain > 0 || eventSounds[k].phrase != nil ||
			eventSounds[k].soundOf != nil)
		if sounds == silent[k] {
			t.Errorf("event %d has a sound: %v, want %v", k, sounds, !sounds)
		}
	}
	for k := range spec.Drops {
		if len(notesOf(t, 0, engine.Event{Kind: engine.DropCaught, Brick: -1, Value: k})) == 0 {
			t.Errorf("drop %d has no sound, want one", k)
		}
	}
}

func TestSimultaneousSoundsAreLimited(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: firstLevel()})
	if err != nil {
		t.Fatal(err)
	}
	band := Band{Levels: Levels{Volume: 100}}
	n := 0
	for range engine.TicksPerSecond {
		g.Events = g.Events[:0]
		for range 30 {
			g.Events = append(g.Events, engine.Event{Kind: engine.WallHit, Brick: -1},
				engine.Event{Kind: engine.BallHit, Brick: -1})
		}
		band.Observe(g)
		n += len(band.Take())
	}
	if n > 40*maxNotes {
		t.Errorf("%d notes in a second with 14,400 contacts, want at most %d", n, 40*maxNotes)
	}
}

// TestNotesKeepTheirDistance checks that the first note that Take returns begins immediately, and that notes of
// different ticks keep their distance.
func TestNotesKeepTheirDistance(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: firstLevel()})
	if err != nil {
		t.Fatal(err)
	}
	band := Band{Levels: Levels{Volume: 50}}
	for tick := range 8 {
		g.Events = g.Events[:0]
		if tick == 2 || tick == 6 {
			g.Events = append(g.Events, engine.Event{Kind: engine.PaddleHit, Brick: -1})
		}
		band.Observe(g)
	}
	notes := band.Take()
	if len(notes) != 2 || notes[0].Delay != 0 || notes[1].Delay != 4*PerTick {
		t.Errorf("Take() = %v, want two notes that are 4 ticks apart", notes)
	}
	if want := masterGain * eventSounds[engine.PaddleHit].gain / 4; math.Abs(notes[0].Gain-want) > 1e-9 {
		t.Errorf("gain at volume 50 = %v, want %v", notes[0].Gain, want)
	}
	if len(band.Take()) > 0 {
		t.Error("a second Take returns notes, want none")
	}
}

func TestBellRingsOnceASecond(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: firstLevel()})
	if err != nil {
		t.Fatal(err)
	}
	var band Band
	n := 0
	for range 3 * engine.TicksPerSecond {
		g.Events = append(g.Events[:0], engine.Event{Kind: engine.BallLost, Brick: -1},
			engine.Event{Kind: engine.WallHit, Brick: -1})
		band.Observe(g)
		if band.TakeBell() {
			n++
		}
	}
	if n != 3 || len(band.Take()) > 0 {
		t.Errorf("TakeBell returned true %d times in three seconds, want 3 and no notes at volume 0", n)
	}
}

func TestWAVHeader(t *testing.T) {
	var b bytes.Buffer
	if err := WriteHeader(&b, 1000); err != nil {
		t.Fatal(err)
	}
	h := b.Bytes()
	if len(h) != headerSize || string(h[:4]) != "RIFF" || string(h[8:16]) != "WAVEfmt " || string(h[36:40]) != "data" {
		t.Errorf("header %q, want %d bytes with the chunks RIFF, WAVE, fmt and data", h, headerSize)
	}
	if riff, data := binary.LittleEndian.Uint32(h[4:]), binary.LittleEndian.Uint32(h[40:]); riff != 4036 ||
		data != 4000 {
		t.Errorf("sizes of the chunks RIFF and data = %d and %d, want 4036 and 4000", riff, data)
	}
	for _, n := range []int64{-1, MaxSamples + 1} {
		if WriteHeader(&b, n) == nil {
			t.Errorf("WriteHeader(%d) = nil, want an error", n)
		}
	}
}

func TestEveryKindOfBrickHasATimbre(t *testing.T) {
	for k := range spec.Kinds {
		if k >= len(brickTimbres) || brickTimbres[k] == Tap {
			t.Errorf("brickTimbres has no row for %q, want one", spec.Kinds[k].Name)
		}
	}
}
