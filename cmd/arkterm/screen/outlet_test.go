package screen

import (
	"testing"
	"time"
)

// What the kernel takes while more waits is the rate, and when all is taken, this is over.
func TestOutletMeasuresWhatTheKernelTakes(t *testing.T) {
	var o outlet
	for now := time.Duration(0); now <= time.Second; now += 10 * ms {
		if o.Note(now, 5000+int(now/ms)*8, true) {
			t.Fatalf("over at %v", now)
		}
	}
	if rate := o.Rate(time.Second, false); rate < 7900 || rate > 8100 {
		t.Errorf("%v bytes a second, want 8000", rate)
	}
	if !o.Note(time.Second, 14_000, false) || o.Note(time.Second, 14_000, false) {
		t.Error("it is not over once")
	}
	if rate := o.Rate(time.Second+2*raiseAfter, false); rate < 8900 || rate > 9100 {
		t.Errorf("%v bytes a second after a calm time, want 9000", rate)
	}
}

// Over a network nothing is known, and the rate has a limit.
func TestOutletFarAway(t *testing.T) {
	var o outlet
	if near, far := o.Rate(0, false), o.Rate(0, true); near != 0 || far != farRate {
		t.Errorf("near %v, far %v", near, far)
	}
}
