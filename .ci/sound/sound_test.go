package sound

import (
	"math"
	"testing"
	"time"

	"arkterm/render/sound"
)

// tones returns a recording with notes: each is a sine of 200 ms.
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

// TestFind tests that notes are found, and that missing, wrong and late notes are errors.
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
			t.Errorf("%s: no error", name)
		}
	}
}

// TestSearch finds a part of an envelope.
func TestSearch(t *testing.T) {
	samples := tones([]note{{time.Second, 60}, {1300 * time.Millisecond, 70}, {3 * time.Second, 80}}, 0).samples
	all := envelope(samples)
	if at, like := search(all[40:100], all); at != 40 || like < 0.999 {
		t.Errorf("part found at %d with similarity %.3f, want 40 and 1", at, like)
	}
	if s := similarity(make([]float64, 5), all); s != 0 {
		t.Errorf("silence has similarity %.2f", s)
	}
}

// TestLeftChannel decodes 16-bit stereo.
func TestLeftChannel(t *testing.T) {
	if got := leftChannel([]byte{1, 1, 9, 9, 0xff, 0xff, 9, 9, 5}); len(got) != 2 || got[0] != 257 || got[1] != -1 {
		t.Errorf("%v", got)
	}
}

// TestAttempt tests that a check may fail twice of three times.
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
			t.Errorf("%d failures: %v", failures, err)
		}
	}
}

var errTest = errorString("failed")

type errorString string

func (e errorString) Error() string { return string(e) }
