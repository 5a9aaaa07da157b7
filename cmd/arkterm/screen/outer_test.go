package screen

import (
	"testing"
	"time"
)

// Behind a multiplexer frames go as the connection carries them, although the multiplexer takes any, and may be slow.
func TestOuterConnection(t *testing.T) {
	for _, slow := range []time.Duration{0, 20 * ms} {
		outerCarries(t, slow)
	}
}

// outerCarries plays frames through a multiplexer that writes them after a while.
func outerCarries(t *testing.T, slow time.Duration) {
	t.Helper()
	const rate, trip, frame = 40_000, 100 * ms, 2000
	o := newOuter(0)
	written, frames, given := 0, 0, never
	var free, waited time.Duration
	var acks []answerTo
	acked, news := 0, time.Duration(0)
	for now := time.Duration(0); now < 10*time.Second; now += 5 * ms {
		for len(acks) > 0 && acks[0].at <= now {
			acked, news = acks[0].bytes, acks[0].at
			acks = acks[1:]
		}
		if given <= now-slow {
			free = max(free, now) + frame*time.Second/rate
			written += frame
			acks = append(acks, answerTo{free + trip, written})
			if now > time.Second {
				waited = max(waited, free-now)
			}
			given = never
		}
		c := Connection{Acked: acked, Queued: written - acked, Least: trip, Idle: now - news}
		if ok, again := o.Ready(now, c); !ok {
			if again <= now || again > now+outerPoll {
				t.Fatalf("at %v: ask again at %v", now, again)
			}
			continue
		}
		o.Frame(now, 2*frame)
		if frames++; given != never {
			t.Fatalf("at %v: another frame before the last one was written", now)
		}
		given = now
	}
	if n := frames * frame / 10; n < rate*7/10 || n > rate*11/10 {
		t.Errorf("%d bytes a second, the connection carries %d", n, rate)
	}
	if waited > 120*ms { // its own 50, and little more
		t.Errorf("a frame takes %v", waited)
	}

	if room := o.Room(); room < 2*rate/partsFPS*8/10 || room > 2*rate/partsFPS*12/10 { // it makes half of what it is given
		t.Errorf("room for %d bytes of a frame", room)
	}

	// Another client is attached, by another connection.
	if ok, _ := o.Ready(11*time.Second, Connection{Acked: 100, Least: ms}); !ok || len(o.open) > 0 {
		t.Error("the next connection is not ready")
	}
}

// However slow a connection is, and however much a multiplexer makes of a frame, there is a limit.
func TestOuterRoomOnTheSlowestLine(t *testing.T) {
	o := newOuter(0)
	if o.Room() != 0 {
		t.Error("there is a limit, although no rate is known")
	}
	o.Ready(0, Connection{Least: 10 * ms})
	o.route.rate, o.share = 100, 0.25
	if o.Room() != 1 {
		t.Errorf("room for %d bytes", o.Room())
	}
}

// An answerTo says how many bytes have arrived, and when this is known.
type answerTo struct {
	at    time.Duration
	bytes int
}

// A connection whose other end is silent stalls, once what was sent would have arrived at the slowest rate.
func TestOuterConnectionStalls(t *testing.T) {
	o := newOuter(0)
	o.Ready(0, Connection{Least: 10 * ms})
	o.Frame(0, 100)
	for now := 5 * ms; now < 8*time.Second; now += 5 * ms {
		o.Ready(now, Connection{Queued: 5000, Least: 10 * ms, Idle: now})
	}
	if !o.Stalled(8 * time.Second) {
		t.Errorf("it is %v", o.state)
	}
}

// A connection that is busier than the one before is another one all the same; and one that is gone says nothing of
// the way that frames take then.
func TestOuterConnectionChanges(t *testing.T) {
	o := newOuter(0)
	stall := func(number int) {
		t.Helper()
		o.Ready(0, Connection{Number: number, Least: 10 * ms})
		o.Frame(0, 100)
		for now := 5 * ms; now < 8*time.Second; now += 5 * ms {
			o.Ready(now, Connection{Number: number, Queued: 5000, Least: 10 * ms, Idle: now})
		}
		if !o.Stalled(8 * time.Second) {
			t.Fatalf("it is %v", o.state)
		}
	}
	stall(1)
	if ok, _ := o.Ready(8*time.Second, Connection{Number: 2, Acked: 9000, Least: ms}); !ok || o.Stalled(8*time.Second) {
		t.Error("the next connection is not ready")
	}

	o = newOuter(0)
	stall(1)
	o.Lost(8 * time.Second)
	if o.Known() || o.Stalled(8*time.Second) {
		t.Error("a connection that is gone stalls the game")
	}
}
