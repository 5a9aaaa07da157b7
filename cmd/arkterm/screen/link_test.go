package screen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arkterm/input"
)

const ms = time.Millisecond

// A linkStep is what happens to a link at a time in milliseconds: a "send" of a frame if it is ready, or of what
// is asked without one; "ask" or "fence", a bare query; "answer", "fenced" or "secondary", a reply; "reset", or nothing. Then its state is checked, and whether it is ready.
type linkStep struct {
	ms    int
	do    string
	state linkState
	ready bool
}

// sendTo sends a frame of 100 bytes, or a bare query if the link wants one.
func sendTo(l *link, now time.Duration) {
	switch ok, _ := l.Ready(now); {
	case ok:
		l.FrameSent(now, 100)
		if l.NeedsQuery(now) {
			l.QuerySent(now, 100, l.NextQuery(now, false))
		}
	case l.TakeRetry(now):
		l.QuerySent(now, 4, l.NextQuery(now, true))
	}
}

// open is the beginning of most links: the answers to the bare query and to the first frame take 10 ms, which is
// the distance; that frame takes 10 ms more, for 100 bytes.
func opened(steps ...linkStep) []linkStep {
	return append([]linkStep{
		{0, "ask", linkStarting, true},
		{0, "send", linkStarting, false},
		{10, "answer", linkResponding, false},
		{20, "answer", linkResponding, true},
	}, steps...)
}

func TestLink(t *testing.T) {
	for name, steps := range map[string][]linkStep{
		"one frame before the answers": opened(),
		"a frame follows when the one before has passed": opened(
			linkStep{100, "send", linkResponding, true}, // 10 ms, and so much ahead is allowed
			linkStep{101, "send", linkResponding, false},
			linkStep{109, "", linkResponding, false},
			linkStep{110, "send", linkResponding, false},
			linkStep{120, "answer", linkResponding, true},
		),
		"no answer ever": {
			{0, "ask", linkStarting, true},
			{0, "send", linkStarting, false},
			{1499, "send", linkStarting, false},
			{1500, "send", linkSilent, true},
			{1501, "send", linkSilent, true},
			{60000, "send", linkSilent, true},
		},
		"answers stop and come back": opened(
			linkStep{100, "send", linkResponding, true},
			linkStep{180, "", linkResponding, true},  // 120 was expected, and 60 later is no wonder
			linkStep{181, "", linkResponding, false}, // one that waits
			linkStep{210, "send", linkResponding, false},
			linkStep{1180, "", linkResponding, false},
			linkStep{1181, "", linkStalled, false},
			linkStep{3000, "answer", linkResponding, true},
		),
		"an answer that was lost while nothing moved is no stall": opened(
			linkStep{100, "send", linkResponding, true},
			linkStep{60000, "send", linkResponding, false},
			linkStep{60001, "send", linkResponding, false},
			linkStep{60010, "answer", linkResponding, true}, // to nobody knows what
		),
		"a fence ends the waiting for all before it": opened(
			linkStep{25, "send", linkResponding, true},
			linkStep{25, "fence", linkResponding, false},
			linkStep{36, "fenced", linkResponding, true},
			linkStep{60, "send", linkResponding, true},
			linkStep{200, "send", linkResponding, false}, // the answer is late: another fence
			linkStep{210, "fenced", linkResponding, true},
		),
		"an answer that is late is asked for in another way": opened(
			linkStep{25, "secondary", linkResponding, true}, // to the probe's
			linkStep{60, "send", linkResponding, true},
			linkStep{200, "send", linkResponding, false},
			linkStep{210, "secondary", linkResponding, true},
		),
		"a stall of any length": opened(
			linkStep{100, "send", linkResponding, true},
			linkStep{300, "", linkResponding, false},
			linkStep{1300, "", linkStalled, false},
			linkStep{6300, "send", linkStalled, false},
			linkStep{60000, "send", linkStalled, false},
			linkStep{90000, "answer", linkResponding, true},
		),
		"after a stop": opened(
			linkStep{60000, "reset", linkStarting, true},
			linkStep{60000, "ask", linkStarting, true},
			linkStep{60001, "send", linkStarting, false},
			linkStep{60010, "answer", linkResponding, false},
			linkStep{60012, "answer", linkResponding, true},
		),
	} {
		kinds := map[string]input.ReplyKind{"ask": queryDSR, "answer": queryDSR, "fence": queryDA1, "fenced": queryDA1, "secondary": queryDA2}
		l := newLink(true, false, Cap{}, 0)
		for _, s := range steps {
			now := time.Duration(s.ms) * ms
			switch s.do {
			case "send":
				sendTo(&l, now)
			case "ask", "fence":
				l.QuerySent(now, 4, kinds[s.do])
			case "answer", "fenced", "secondary":
				l.Reply(now, kinds[s.do])
			case "reset":
				l.Reset(now)
			}
			if ready, _ := l.Ready(now); l.state != s.state || ready != s.ready {
				t.Errorf("%s: at %d ms after %q: %v, ready %v; want %v, %v", name, s.ms, s.do, l.state, ready, s.state, s.ready)
				break
			}
		}
	}
}

func TestLinkThatIsOffAsksNothing(t *testing.T) {
	var l link
	for i := range 10_000 {
		now := time.Duration(i) * ms
		if ok, _ := l.Ready(now); !ok || l.NeedsQuery(now) || l.TakeRetry(now) {
			t.Fatalf("at %v: ready %v, asks %v", now, ok, l.NeedsQuery(now))
		}
		l.FrameSent(now, 1000)
		l.Reply(now, queryDSR)
	}
}

// A way is what is between a program and the player's eye: a queue without end in front of a narrow place, and a
// distance. It has a time of its own.
type way struct {
	name   string
	rate   int           // bytes a second
	there  time.Duration // for each byte, after the narrow place
	back   time.Duration // for an answer
	jitter time.Duration // up to so much longer there
	loss   float64       // of the answers
	from   time.Duration // the time from which the rate is another
	then   int

	rnd     *rand.Rand
	free    time.Duration // when the narrow place will be free
	read    time.Duration // when all will have been read
	frames  []passing     // on the way
	answers []answer      // on the way back
	shown   time.Duration // when what is shown was drawn; less than 0: nothing is
	unasked int           // bytes since the last query
	queries int
}

// A passing is a frame on its way, an answer one to a query.
type (
	passing struct{ drawn, read time.Duration }
	answer  struct {
		at   time.Duration
		kind input.ReplyKind
	}
)

func (w *way) write(now time.Duration, bytes int) {
	rate := w.rate
	if w.then > 0 && now >= w.from {
		rate = w.then
	}
	w.free = max(w.free, now) + time.Duration(bytes)*time.Second/time.Duration(rate)
	at := w.free + w.there
	if w.jitter > 0 {
		at += time.Duration(w.rnd.Int64N(int64(w.jitter)))
	}
	w.read = max(w.read, at)
	w.unasked += bytes
}

func (w *way) ask(l *link, now time.Duration, bytes int, late bool) {
	kind := l.NextQuery(now, late)
	w.write(now, bytes)
	l.QuerySent(now, w.unasked, kind)
	w.unasked = 0
	w.queries++
	if w.rnd.Float64() >= w.loss {
		w.answers = append(w.answers, answer{w.read + w.back, kind})
	}
}

// pass lets time pass: frames arrive, and answers.
func (w *way) pass(now time.Duration, take func(a answer)) {
	for len(w.frames) > 0 && w.frames[0].read <= now {
		w.shown = w.frames[0].drawn
		w.frames = w.frames[1:]
	}
	for len(w.answers) > 0 && w.answers[0].at <= now {
		take(w.answers[0])
		w.answers = w.answers[1:]
	}
}

// A film is a series of frames. What has changed since the last one grows with the time, and has an end.
type film struct {
	name  string
	first int // bytes of the whole frame
	at30  int // bytes of a frame at 30 a second
	most  int // bytes
}

// films are as large as those measured at 80×24, the second one at 120×40.
var films = []film{
	{"one ball", 7000, 130, 2000},
	{"level 33", 16_000, 1700, 12_000},
	{"storm of 200", 9000, 1645, 6000},
}

func (f film) bytes(since time.Duration) int {
	return max(20, min(f.most, int(float64(f.at30)*math.Sqrt(30*since.Seconds()))))
}

// led is how many bytes of a frame go first.
const led = 150

// An outcome is how a film was: how old what goes first was at most in 95 of 100 milliseconds, after the first five
// seconds, and how many pictures and queries there were a second.
type outcome struct {
	p95  time.Duration
	fps  float64
	asks float64 // queries a second
}

// partsOf is Room of a way that is known.
func partsOf(rate int) int { return rate/minFPS - frameOverhead }

// play shows a film over a way, by a link, or as if the way were known.
func (f film) play(w way, known bool) outcome {
	const begin, end = 5 * time.Second, 25 * time.Second
	w.rnd, w.shown = rand.New(rand.NewPCG(1, 2)), -1
	l := newLink(true, false, Cap{}, 0)
	if !known {
		w.ask(&l, 0, 200, false)
	}
	var next, drawn time.Duration
	var ages []time.Duration
	frames, owed, left := 0, false, 0 // bytes that were left out
	for now := time.Duration(0); now < end; now += ms {
		w.pass(now, func(a answer) {
			l.Reply(now, a.kind)
		})
		if due := next <= now; due || owed {
			ok := w.free <= now
			if !known {
				ok, _ = l.Ready(now)
				if !ok && l.TakeRetry(now) {
					w.ask(&l, now, 4, true)
				}
			}
			if ok {
				bytes := min(left+f.bytes(now-drawn), f.most)
				if frames == 0 {
					bytes, l.answers = f.first, receivedKinds{queryDSR: true, queryDA1: true, queryDA2: true}
				}
				room := partsOf(w.rate)
				if !known {
					room = l.FrameBudget()
				}
				if left = 0; room > 0 && bytes > max(room, led) && frames > 0 {
					left, bytes = bytes-max(room, led), max(room, led)
				}
				drawn = now
				l.FrameSent(now, bytes)
				switch {
				case known || !l.NeedsQuery(now):
					w.write(now, bytes)
				default:
					w.ask(&l, now, bytes+4, false)
				}
				w.frames = append(w.frames, passing{now, w.read})
				if now >= begin {
					frames++
				} else {
					frames = max(frames, 1)
				}
			}
			if ok || due {
				next = now + time.Second/30
			}
			owed = !ok || left > 0
		}
		if now >= begin && w.shown >= 0 {
			ages = append(ages, now-w.shown)
		}
	}
	slices.Sort(ages)
	return outcome{ages[len(ages)*95/100], float64(frames) / (end - begin).Seconds(), float64(w.queries) / end.Seconds()}
}

// TestLinkKnowsDistance shows three films over ways of all kinds. What goes first is as new, nearly, as if the way were
// known exactly and a frame were sent in each moment in which it is free, and at most 150 ms older than it has to be.
func TestLinkKnowsDistance(t *testing.T) {
	for _, rate := range []int{8000, 40_000, 150_000, 10_000_000} {
		for _, trip := range []time.Duration{0, 100 * ms, 300 * ms} {
			for _, kind := range []way{
				{name: "plain"},
				{name: "jitter", jitter: 30 * ms},
				{name: "a tenth of the answers lost", loss: 0.1},
				{name: "late answers", back: 300 * ms},
			} {
				for _, f := range films {
					w := kind
					w.rate, w.there, w.back = rate, trip/2, w.back+trip/2+ms/2
					got, ideal := f.play(w, false), f.play(w, true)
					late, slow := min(ideal.p95*5/4+45*ms, w.there+w.jitter+150*ms), 0.8
					if w.loss > 0 {
						late, slow = ideal.p95*2+trip+100*ms, 0.6
					}
					t.Logf("%8d B/s, %v, %s, %s: %v old, %.1f a second, %.1f queries; the ideal %v, %.1f",
						rate, trip, w.name, f.name, got.p95, got.fps, got.asks, ideal.p95, ideal.fps)
					if got.p95 > late || got.fps < ideal.fps*slow {
						t.Errorf("%d B/s, %v, %s, %s: %v old, %.1f a second; want %v and %.1f",
							rate, trip, w.name, f.name, got.p95, got.fps, late, ideal.fps*slow)
					}
				}
			}
		}
	}
}

// Where frames take next to nothing of the way, of ten a second is asked how far they are. Elsewhere it is of each.
func TestLinkAsksSeldomWhereTheWayIsFree(t *testing.T) {
	for _, c := range []struct{ rate, least, most int }{{10_000_000, 5, 10}, {4000, 20, 30}} {
		w := way{rate: c.rate, there: 20 * ms, back: 20 * ms}
		if got := films[0].play(w, false); got.asks < float64(c.least) || got.asks > float64(c.most) {
			t.Errorf("%d B/s: %.1f queries a second, want %d to %d", c.rate, got.asks, c.least, c.most)
		}
	}
}

// A way that becomes narrow or wide is found to be so.
func TestLinkFollowsTheRate(t *testing.T) {
	for _, f := range films {
		for _, c := range [][2]int{{1_000_000, 40_000}, {40_000, 400_000}} {
			w := way{rate: c[0], there: 50 * ms, back: 50 * ms, from: 4 * time.Second, then: c[1]}
			got, ideal := f.play(w, false), f.play(way{rate: c[1], there: 50 * ms, back: 50 * ms}, true)
			if got.p95 > ideal.p95*5/4+20*ms || got.fps < ideal.fps*0.8 {
				t.Errorf("%d then %d B/s, %s: %+v, want nearly %+v", c[0], c[1], f.name, got, ideal)
			}
		}
	}
}

// A way that has become longer is found to be so, although the least trip is not exceeded by a queue.
func TestLinkMeasuresTheDistanceAgain(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	l.QuerySent(0, 4, queryDSR)
	l.QuerySent(0, 1000, queryDSR)
	l.FrameSent(0, 1000)
	l.Reply(10*ms, queryDSR)
	l.Reply(20*ms, queryDSR)
	var due []time.Duration
	frames := 0
	for now := 30 * ms; now < 60*time.Second; now += ms {
		for len(due) > 0 && due[0] <= now {
			due = due[1:]
			l.Reply(now, queryDSR)
		}
		before := len(l.pending)
		if ok, _ := l.Ready(now); ok && now%(33*ms) == 0 {
			l.FrameSent(now, 100)
			l.QuerySent(now, 100, queryDSR)
			frames++
		} else if !ok && l.TakeRetry(now) {
			l.QuerySent(now, 4, queryDSR)
		}
		if len(l.pending) > before {
			due = append(due, now+200*ms) // it is 10 ms no more
		}
	}
	if l.path.minRTT != 200*ms || frames < 1000 {
		t.Errorf("the least trip is %v after %d frames", l.path.minRTT, frames)
	}
}

// A machine that is busy takes replies late, which says nothing of the way: frames are as large as before. But what is later than
// that does.
func TestLinkIsNotSlowerOnABusyMachine(t *testing.T) {
	room := func(slack time.Duration) int {
		l := newLink(true, false, Cap{}, 0)
		l.QuerySent(0, 4, queryDSR)
		l.QuerySent(0, 1000, queryDSR)
		l.FrameSent(0, 1000)
		l.Reply(10*ms, queryDSR)
		l.Reply(15*ms, queryDSR)
		sent := 0
		for now := 33 * ms; now < 20*time.Second; now += 33 * ms {
			trip := 13 * ms
			if now > 5*time.Second {
				trip, l.schedDelay = 100*ms, slack
			}
			if ok, _ := l.Ready(now); ok {
				l.FrameSent(now, 800)
				l.QuerySent(now, 800, queryDSR)
				l.Reply(now+trip, queryDSR)
				sent++
			}
		}
		if slack > 80*ms && sent < 600 {
			t.Errorf("%d frames in 20 s of a busy machine", sent)
		}
		return l.FrameBudget()
	}
	slow, late, busy := room(0), room(20*ms), room(90*ms)
	if slow > 1000 || late > 1000 || busy < 4*slow {
		t.Errorf("a frame has room for %d bytes where the way takes long, %d where the machine does for a fifth, and %d where it does for all of that", slow, late, busy)
	}
}

// The first reply tells the distance, and with it nobody knows yet what of it the machine was late.
func TestLinkHasADistanceOnABusyMachine(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	l.schedDelay = 200 * ms
	l.QuerySent(0, 4, queryDSR)
	l.QuerySent(0, 1000, queryDSR)
	l.FrameSent(0, 1000)
	l.Reply(100*ms, queryDSR)
	l.Reply(110*ms, queryDSR)
	if l.path.minRTT != 100*ms {
		t.Errorf("the least trip is %v, want 100 ms", l.path.minRTT)
	}
}

// What a terminal may not have read is what was sent since the last query that it has replied to.
func TestLinkKnowsWhatIsUnread(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	at := time.Duration(0)
	for _, step := range []struct {
		does   string
		do     func()
		unread int
	}{
		{"nothing has come yet", func() { l.QuerySent(at, 100, queryDSR) }, math.MaxInt},
		{"the reply", func() { l.Reply(at, queryDSR) }, 7},
		{"two queries", func() { l.QuerySent(at, 40, queryDA1); l.QuerySent(at, 2, queryDSR) }, 49},
		{"the reply to the second", func() { l.Reply(at, queryDSR) }, 7},
		{"a query", func() { l.QuerySent(at, 1, queryDSR) }, 8},
		{"no reply for long", func() {
			for range 200 {
				at += 50 * time.Millisecond
				l.update(at)
			}
		}, math.MaxInt},
	} {
		at += time.Millisecond
		if step.do(); l.MaxUnread(7) != step.unread {
			t.Errorf("after %s: %d, want %d", step.does, l.MaxUnread(7), step.unread)
		}
	}
}
