package terminal

import (
	"testing"
	"time"
)

// A linkStep is what happens to a link at a time in milliseconds: "send" a frame if it is ready,
// "answer", "reset", or nothing. Then its state is checked, and whether it is ready.
type linkStep struct {
	ms    int
	do    string
	state linkState
	ready bool
}

func TestLink(t *testing.T) {
	for name, steps := range map[string][]linkStep{
		"two frames may be on the way": {
			{0, "send", linkOpening, false},
			{5, "answer", linkReplying, true},
			{10, "send", linkReplying, true},
			{20, "send", linkReplying, false},
			{600, "", linkReplying, false},
			{610, "answer", linkReplying, true},
			{620, "send", linkReplying, false},
			{630, "answer", linkReplying, true},
			{640, "answer", linkReplying, true},
			{650, "answer", linkReplying, true}, // to nothing
			{660, "send", linkReplying, true},
			{661, "send", linkReplying, false},
		},
		"no answer ever": {
			{0, "send", linkOpening, false},
			{99, "", linkOpening, false},
			{100, "send", linkOpening, false},
			{200, "send", linkOpening, false},
			{999, "send", linkOpening, false},
			{1000, "send", linkMute, true},
			{1001, "send", linkMute, true},
			{60000, "send", linkMute, true},
		},
		"a late first answer": {
			{0, "send", linkOpening, false},
			{1100, "", linkMute, true},
			{1500, "answer", linkReplying, true},
		},
		"answers stop and come back": {
			{0, "send", linkOpening, false},
			{5, "answer", linkReplying, true},
			{10, "send", linkReplying, true},
			{20, "send", linkReplying, false},
			{2009, "", linkReplying, false},
			{2010, "send", linkSilent, false}, // one more question
			{2500, "", linkSilent, false},
			{2510, "send", linkSilent, false},
			{2600, "answer", linkSettling, false},
			{2610, "answer", linkSettling, false},
			{2620, "answer", linkSettling, false},
			{2630, "answer", linkReplying, true},
		},
		"a reset has swallowed the questions": {
			{0, "send", linkOpening, false},
			{5, "answer", linkReplying, true},
			{10, "send", linkReplying, true},
			{20, "send", linkReplying, false},
			{2010, "send", linkSilent, false},
			{2015, "answer", linkSettling, false},
			{2264, "", linkSettling, false},
			{2265, "send", linkReplying, true},
			{2270, "send", linkReplying, false},
		},
		"somebody attached a mute terminal": {
			{0, "send", linkOpening, false},
			{5, "answer", linkReplying, true},
			{10, "send", linkReplying, true},
			{20, "send", linkReplying, false},
			{2020, "", linkSilent, true},
			{7019, "", linkSilent, true},
			{7020, "", linkMute, true},
			{7030, "send", linkMute, true},
			{9000, "answer", linkSettling, false},
		},
		"after a stop": {
			{0, "send", linkOpening, false},
			{5, "answer", linkReplying, true},
			{10, "send", linkReplying, true},
			{20, "send", linkReplying, false},
			{60000, "reset", linkOpening, true},
			{60001, "send", linkOpening, false},
			{60002, "answer", linkReplying, true},
		},
	} {
		l := newLink(true, 0)
		for _, s := range steps {
			now := time.Duration(s.ms) * time.Millisecond
			switch s.do {
			case "send":
				if l.Ready(now) {
					questions := 0
					if l.Queries(now) {
						questions = 1
					}
					l.Sent(now, questions)
				}
			case "answer":
				l.Reply(now)
			case "reset":
				l.Reset(now)
			}
			if ready := l.Ready(now); l.state != s.state || ready != s.ready {
				t.Errorf("%s: at %d ms after %q: %v, ready %v; want %v, %v", name, s.ms, s.do, l.state, ready, s.state, s.ready)
				break
			}
		}
	}
}

func TestLinkThatIsOffAsksNothing(t *testing.T) {
	var l link
	for ms := range 10_000 {
		now := time.Duration(ms) * time.Millisecond
		if !l.Ready(now) || l.Queries(now) {
			t.Fatalf("at %d ms: ready %v, asks %v", ms, l.Ready(now), l.Queries(now))
		}
		l.Sent(now, 0)
		l.Reply(now)
	}
}

// A glass is a slow terminal at the end of a slow network: what is written arrives at a rate,
// the answer to each question some time later. It has a time of its own.
type glass struct {
	rate    int             // bytes a second
	delay   time.Duration   // of an answer
	frames  []passing       // on the way, the oldest first
	free    time.Duration   // when all that is on the way will have been read
	shown   time.Duration   // when what it shows was drawn
	answers []time.Duration // when answers will arrive
}

// A passing is a frame on its way.
type passing struct {
	drawn, read time.Duration
	asks        bool
}

// kernelRoom is how many bytes of output a pseudo-terminal holds; beyond that the writer waits.
const kernelRoom = 4096

func (g *glass) write(now time.Duration, bytes int, asks bool) {
	g.free = max(g.free, now) + time.Duration(bytes)*time.Second/time.Duration(g.rate)
	g.frames = append(g.frames, passing{now, g.free, asks})
}

// written reports whether all that was written has left the program.
func (g *glass) written(now time.Duration) bool {
	return (g.free-now)*time.Duration(g.rate)/time.Second <= kernelRoom
}

// read lets time pass.
func (g *glass) read(now time.Duration) {
	for len(g.frames) > 0 && g.frames[0].read <= now {
		f := g.frames[0]
		g.frames = g.frames[1:]
		g.shown = f.drawn
		if f.asks {
			g.answers = append(g.answers, f.read+g.delay)
		}
	}
}

// TestNeverBehind plays a minute of storm on slow terminals: what they show is never older than
// 300 ms beyond the delay, and all of the bandwidth is used.
func TestNeverBehind(t *testing.T) {
	for _, c := range []struct {
		rate   int
		delay  time.Duration
		frame  int // bytes of one
		redraw int // bytes of each hundredth
	}{
		{40_000, 0, 1200, 1200},
		{40_000, 30 * time.Millisecond, 1200, 1200},
		{40_000, 0, 5000, 5000},
		{40_000, 100 * time.Millisecond, 2500, 10_000},
		{1000, 0, 120, 120},
		{1_000_000, 5 * time.Millisecond, 1200, 40_000},
	} {
		g := glass{rate: c.rate, delay: c.delay}
		l, p := newLink(true, 0), NewPace(60, false)
		next, owed, sent, oldest := time.Duration(0), false, 0, time.Duration(0)
		for now := time.Duration(0); now < time.Minute; now += time.Millisecond {
			g.read(now)
			for len(g.answers) > 0 && g.answers[0] <= now {
				p.Reply(l.Reply(now))
				g.answers = g.answers[1:]
			}
			due := next <= now
			if due || owed {
				ready := g.written(now) && l.Ready(now)
				if due && l.Steady() {
					p.Frame(now, !ready)
				}
				if ready {
					bytes, questions := c.frame, 0
					if sent%100 == 99 {
						bytes = c.redraw
					}
					if l.Queries(now) {
						questions = 1
					}
					g.write(now, bytes, questions == 1)
					l.Sent(now, questions)
					sent++
				}
				if ready || due {
					next = now + time.Second/time.Duration(p.FPS())
				}
				owed = !ready
			}
			if now > 50*time.Second {
				oldest = max(oldest, now-g.shown)
			}
		}
		most := 300 * time.Millisecond
		if whole := 3 * time.Duration(c.redraw) * time.Second / time.Duration(c.rate); whole > most {
			most = whole // even alone it takes as long
		}
		fps := sent / 60
		t.Logf("%d B/s, answers after %v, frames of %d and %d B: %d fps, the picture at most %v old", c.rate, c.delay, c.frame, c.redraw, fps, oldest)
		if oldest > most+2*c.delay {
			t.Errorf("%d B/s, answers after %v: a picture %v old, want %v at most", c.rate, c.delay, oldest, most)
		}
		if able := min(c.rate/c.frame, 15); fps < able*8/10 {
			t.Errorf("%d B/s, answers after %v: %d fps, the terminal is able to show %d", c.rate, c.delay, fps, able)
		}
	}
}
