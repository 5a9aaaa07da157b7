package sound

import (
	"math"
	"testing"
	"time"

	"arkterm/render/sound"
)

// tones returns a recording with notes, each of which is a sine of 200 ms. Each note is late by the given latency.
func tones(notes []note, latency time.Duration) *recording {
	r := &recording{samples: make([]float64, 5*sound.Rate)}
	for _, n := range notes {
		first := r.index(n.at + latency)
		for i := range sound.Rate / 5 {
			r.samples[first+i] = 5000 * math.Cos(2*math.Pi*sound.Frequency(n.key)*float64(i)/sound.Rate)
		}
	}
	return r
}

// TestFind tests that find accepts a recording with all notes, and rejects missing, wrong and late notes.
func TestFind(t *testing.T) {
	notes := []note{{time.Second, 60}, {2 * time.Second, 75}, {3 * time.Second, 83}}
	if err := tones(notes, 20*time.Millisecond).find(notes); err != nil {
		t.Error(err)
	}
	for name, r := range map[string]*recording{
		"late":    tones(notes, 70*time.Millisecond),
		"missing": tones(notes[:2], 20*time.Millisecond),
		"wrong":   tones([]note{notes[0], {2 * time.Second, 76}, notes[2]}, 20*time.Millisecond),
	} {
		if err := r.find(notes); err == nil {
			t.Errorf("%s note: find returns no error, want one", name)
		}
	}
}

// TestBestMatch finds a part of an envelope.
func TestBestMatch(t *testing.T) {
	samples := tones([]note{{time.Second, 60}, {1300 * time.Millisecond, 70}, {3 * time.Second, 80}}, 0).samples
	all := envelope(samples)
	if at, s := bestMatch(all[40:100], all); at != 40 || s < 0.999 {
		t.Errorf("bestMatch = %d with similarity %.3f, want 40 with 1", at, s)
	}
	if s := similarity(make([]float64, 5), all); s != 0 {
		t.Errorf("similarity with silence = %.2f, want 0", s)
	}
}

// TestLeftChannel decodes 16-bit stereo.
func TestLeftChannel(t *testing.T) {
	if got := leftChannel([]byte{1, 1, 9, 9, 0xff, 0xff, 9, 9, 5}); len(got) != 2 || got[0] != 257 || got[1] != -1 {
		t.Errorf("leftChannel = %v, want 257 and -1", got)
	}
}

// TestAttempt tests that a check with three attempts may fail twice.
func TestAttempt(t *testing.T) {
	for failures, want := range map[int]bool{0: true, 2: true, 3: false} {
		n := 0
		err := attempt(3, func() error {
			if n++; n <= failures {
				return errTest
			}
			return nil
		})
		if (err == nil) != want {
			t.Errorf("attempt with %d failures = %v, want success: %v", failures, err, want)
		}
	}
}

var errTest = errorString("failed")

type errorString string

func (e errorString) Error() string { return string(e) }
