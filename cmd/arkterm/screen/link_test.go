package screen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arkterm/input"
)

const ms = time.Millisecond

// A linkStep is an action, followed by a check of the link. The actions are "send" (send a frame if the link is ready,
// or a query if one is due), "DSR" and "DA1" (send a query without a frame), "DSR reply", "DA1 reply" and "DA2 reply"
// (receive a reply), "reset", and "" (no action).
type linkStep struct {
	ms    int       // time in milliseconds
	do    string    // action
	state linkState // expected state
	ready bool      // expected result of Ready
}

// sendTo sends a frame of 100 bytes if the link is ready, or a query without a frame if one is due.
func sendTo(l *link, now time.Duration) {
	switch ok, _ := l.Ready(now); {
	case ok:
		l.FrameSent(now, 100)
		if l.NeedsQuery(now) {
			l.QuerySent(now, 100, l.NextQuery(now, false))
		}
	case l.ShouldRetry(now):
		l.QuerySent(now, 4, l.NextQuery(now, true))
	}
}

// stepsAfterStart returns steps that begin with a typical start. The replies to the first query and to the first frame
// have a round-trip time of 10 ms, and the bottleneck needs 10 ms for the 100 bytes of the frame.
func stepsAfterStart(steps ...linkStep) []linkStep {
	return append([]linkStep{
		{0, "DSR", linkStarting, true},
		{0, "send", linkStarting, false},
		{10, "DSR reply", linkResponding, false},
		{20, "DSR reply", linkResponding, true},
	}, steps...)
}

func TestLink(t *testing.T) {
	for name, steps := range map[string][]linkStep{
		"before the replies, only one frame is sent": stepsAfterStart(),
		"a frame is sent when the previous one has left the bottleneck": stepsAfterStart(
			linkStep{100, "send", linkResponding, true}, // sent 10 ms early, as sendAhead allows
			linkStep{101, "send", linkResponding, false},
			linkStep{109, "", linkResponding, false},
			linkStep{110, "send", linkResponding, false},
			linkStep{120, "DSR reply", linkResponding, true},
		),
		"the terminal never replies": {
			{0, "DSR", linkStarting, true},
			{0, "send", linkStarting, false},
			{1499, "send", linkStarting, false},
			{1500, "send", linkSilent, true},
			{1501, "send", linkSilent, true},
			{60000, "send", linkSilent, true},
		},
		"replies stop and start again": stepsAfterStart(
			linkStep{100, "send", linkResponding, true},
			linkStep{180, "", linkResponding, true},  // expected at 120, and 60 ms of delay are tolerated
			linkStep{181, "", linkResponding, false}, // a reply is overdue
			linkStep{210, "send", linkResponding, false},
			linkStep{1180, "", linkResponding, false},
			linkStep{1181, "", linkStalled, false},
			linkStep{3000, "DSR reply", linkResponding, true},
		),
		"a reply that was lost while nothing was sent is not a stall": stepsAfterStart(
			linkStep{100, "send", linkResponding, true},
			linkStep{60000, "send", linkResponding, false},
			linkStep{60001, "send", linkResponding, false},
			linkStep{60010, "DSR reply", linkResponding, true}, // a reply without a pending query
		),
		"the reply to DA1 ends the wait for all earlier replies": stepsAfterStart(
			linkStep{25, "send", linkResponding, true},
			linkStep{25, "DA1", linkResponding, false},
			linkStep{36, "DA1 reply", linkResponding, true},
			linkStep{60, "send", linkResponding, true},
			linkStep{200, "send", linkResponding, false}, // the reply is late, so a DA1 query is sent
			linkStep{210, "DA1 reply", linkResponding, true},
		),
		"if a reply is late, a DA2 query is sent": stepsAfterStart(
			linkStep{25, "DA2 reply", linkResponding, true}, // the reply to the probe
			linkStep{60, "send", linkResponding, true},
			linkStep{200, "send", linkResponding, false},
			linkStep{210, "DA2 reply", linkResponding, true},
		),
		"a long stall": stepsAfterStart(
			linkStep{100, "send", linkResponding, true},
			linkStep{300, "", linkResponding, false},
			linkStep{1300, "", linkStalled, false},
			linkStep{6300, "send", linkStalled, false},
			linkStep{60000, "send", linkStalled, false},
			linkStep{90000, "DSR reply", linkResponding, true},
		),
		"after a reset": stepsAfterStart(
			linkStep{60000, "reset", linkStarting, true},
			linkStep{60000, "DSR", linkStarting, true},
			linkStep{60001, "send", linkStarting, false},
			linkStep{60010, "DSR reply", linkResponding, false},
			linkStep{60012, "DSR reply", linkResponding, true},
		),
	} {
		kinds := map[string]input.ReplyKind{
			"DSR": queryDSR, "DSR reply": queryDSR, "DA1": queryDA1, "DA1 reply": queryDA1,
			"DA2 reply": queryDA2,
		}
		l := newLink(true, false, Cap{}, 0)
		for _, s := range steps {
			now := time.Duration(s.ms) * ms
			switch s.do {
			case "send":
				sendTo(&l, now)
			case "DSR", "DA1":
				l.QuerySent(now, 4, kinds[s.do])
			case "DSR reply", "DA1 reply", "DA2 reply":
				l.ReplyArrived(now, kinds[s.do])
			case "reset":
				l.Reset(now)
			}
			if ready, _ := l.Ready(now); l.state != s.state || ready != s.ready {
				t.Errorf("%s: at %d ms, after %q: state %v, Ready = %v; want %v, %v", name, s.ms, s.do, l.state, ready,
					s.state, s.ready)
				break
			}
		}
	}
}

func TestLinkOff(t *testing.T) {
	var l link
	for i := range 10_000 {
		now := time.Duration(i) * ms
		if ok, _ := l.Ready(now); !ok || l.NeedsQuery(now) || l.ShouldRetry(now) {
			t.Fatalf("at %v: Ready = %v, NeedsQuery = %v; want true, false", now, ok, l.NeedsQuery(now))
		}
		l.FrameSent(now, 1000)
		l.ReplyArrived(now, queryDSR)
	}
}

// A simPath simulates the path between the program and the terminal: a bottleneck with an unlimited queue in front of
// it, and a propagation delay. Its methods take the simulated time.
type simPath struct {
	name     string
	rate     int           // bytes per second
	forward  time.Duration // delay from the bottleneck to the terminal
	back     time.Duration // delay of a reply
	jitter   time.Duration // maximum of the additional forward delay
	loss     float64       // probability that a reply is lost
	changeAt time.Duration // when the rate changes to newRate
	newRate  int

	rnd       *rand.Rand
	idleAt    time.Duration   // when the bottleneck will be idle
	readAt    time.Duration   // when the terminal will have read all bytes
	frames    []frameInFlight // frames in flight
	replies   []replyInFlight // replies in flight
	shown     time.Duration   // when the displayed frame was drawn; less than 0 if none
	unqueried int             // bytes since the last query
	queries   int
}

// A frameInFlight is a frame that was sent but not read yet. A replyInFlight is a reply that was not received yet.
type (
	frameInFlight struct{ drawn, read time.Duration }
	replyInFlight struct {
		at   time.Duration
		kind input.ReplyKind
	}
)

// send sends bytes of a frame or a query to the terminal.
func (w *simPath) send(now time.Duration, bytes int) {
	rate := w.rate
	if w.newRate > 0 && now >= w.changeAt {
		rate = w.newRate
	}
	w.idleAt = max(w.idleAt, now) + time.Duration(bytes)*time.Second/time.Duration(rate)
	at := w.idleAt + w.forward
	if w.jitter > 0 {
		at += time.Duration(w.rnd.Int64N(int64(w.jitter)))
	}
	w.readAt = max(w.readAt, at)
	w.unqueried += bytes
}

// query sends bytes that end with a query, and schedules the reply unless it is lost.
func (w *simPath) query(l *link, now time.Duration, bytes int, late bool) {
	kind := l.NextQuery(now, late)
	w.send(now, bytes)
	l.QuerySent(now, w.unqueried, kind)
	w.unqueried = 0
	w.queries++
	if w.rnd.Float64() >= w.loss {
		w.replies = append(w.replies, replyInFlight{w.readAt + w.back, kind})
	}
}

// deliver shows the frames that have arrived by now, and calls receive with the replies that have arrived.
func (w *simPath) deliver(now time.Duration, receive func(a replyInFlight)) {
	for len(w.frames) > 0 && w.frames[0].read <= now {
		w.shown = w.frames[0].drawn
		w.frames = w.frames[1:]
	}
	for len(w.replies) > 0 && w.replies[0].at <= now {
		receive(w.replies[0])
		w.replies = w.replies[1:]
	}
}

// A video is a series of frames. The longer the time since the last frame, the more bytes a frame needs, up to a
// maximum.
type video struct {
	name       string
	firstFrame int // bytes of the first frame, which is complete
	frameAt30  int // bytes of a frame at 30 frames per second
	maxFrame   int // maximum number of bytes of a later frame
}

// videos have frame sizes that were measured at 80×24 cells; level 33 at 120×40 cells.
var videos = []video{
	{"one ball", 7000, 130, 2000},
	{"level 33", 16_000, 1700, 12_000},
	{"storm of 200", 9000, 1645, 6000},
}

// bytes returns the size of a frame, given the time since the last frame.
func (f video) bytes(since time.Duration) int {
	return max(20, min(f.maxFrame, int(float64(f.frameAt30)*math.Sqrt(30*since.Seconds()))))
}

// urgentBytes is the number of bytes of a frame that are sent first.
const urgentBytes = 150

// A playback is the result of playing a video: the 95th percentile of the age of the urgent part of the picture after
// the first five seconds, and the numbers of frames and queries per second.
type playback struct {
	p95       time.Duration
	fps       float64
	queryRate float64 // queries per second
}

// budgetOf returns the FrameBudget for a path whose rate is known.
func budgetOf(rate int) int { return rate/minFPS - frameOverhead }

// play plays a video over a path. The times to send frames are chosen by a link, or are optimal for the known path.
func (f video) play(w simPath, known bool) playback {
	const begin, end = 5 * time.Second, 25 * time.Second
	w.rnd, w.shown = rand.New(rand.NewPCG(1, 2)), -1
	l := newLink(true, false, Cap{}, 0)
	if !known {
		w.query(&l, 0, 200, false)
	}
	var next, drawn time.Duration
	var ages []time.Duration
	frames := 0
	postponed := false // a frame was due but not sent completely
	omitted := 0       // bytes omitted so far
	for now := time.Duration(0); now < end; now += ms {
		w.deliver(now, func(a replyInFlight) {
			l.ReplyArrived(now, a.kind)
		})
		if due := next <= now; due || postponed {
			ok := w.idleAt <= now
			if !known {
				ok, _ = l.Ready(now)
				if !ok && l.ShouldRetry(now) {
					w.query(&l, now, 4, true)
				}
			}
			if ok {
				bytes := min(omitted+f.bytes(now-drawn), f.maxFrame)
				if frames == 0 {
					bytes, l.answers = f.firstFrame, receivedKinds{queryDSR: true, queryDA1: true, queryDA2: true}
				}
				budget := budgetOf(w.rate)
				if !known {
					budget = l.FrameBudget()
				}
				if omitted = 0; budget > 0 && bytes > max(budget, urgentBytes) && frames > 0 {
					omitted, bytes = bytes-max(budget, urgentBytes), max(budget, urgentBytes)
				}

				drawn = now
				l.FrameSent(now, bytes)
				switch {
				case known || !l.NeedsQuery(now):
					w.send(now, bytes)
				default:
					w.query(&l, now, bytes+4, false)
				}
				w.frames = append(w.frames, frameInFlight{now, w.readAt})
				if now >= begin {
					frames++
				} else {
					frames = max(frames, 1)
				}
			}
			if ok || due {
				next = now + time.Second/30
			}
			postponed = !ok || omitted > 0
		}
		if now >= begin && w.shown >= 0 {
			ages = append(ages, now-w.shown)
		}
	}
	slices.Sort(ages)
	return playback{
		ages[len(ages)*95/100], float64(frames) / (end - begin).Seconds(),
		float64(w.queries) / end.Seconds(),
	}
}

// TestLinkIsNearlyOptimal plays videos over different paths. The urgent part of the picture must be nearly as new as
// with a known path whose bottleneck never idles, and at most 150 ms older than necessary.
func TestLinkIsNearlyOptimal(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}

	for _, rate := range []int{8000, 40_000, 150_000, 10_000_000} {
		for _, rtt := range []time.Duration{0, 100 * ms, 300 * ms} {
			for _, w := range []simPath{
				{name: "plain"},
				{name: "jitter", jitter: 30 * ms},
				{name: "10 % of the replies are lost", loss: 0.1},
				{name: "late replies", back: 300 * ms},
			} {
				w.rate, w.forward, w.back = rate, rtt/2, w.back+rtt/2+ms/2
				for _, f := range videos {
					checkNearlyOptimal(t, f, w)
				}
			}
		}
	}
}

// checkNearlyOptimal plays a video over a path and compares the result with that of a link that knows the path. If
// replies are lost, the limits are less strict, because each loss delays a frame.
func checkNearlyOptimal(t *testing.T, f video, w simPath) {
	t.Helper()
	got, ideal := f.play(w, false), f.play(w, true)
	maxAge, minRatio := min(ideal.p95*5/4+45*ms, w.forward+w.jitter+150*ms), 0.8
	if w.loss > 0 {
		maxAge, minRatio = ideal.p95*2+2*w.forward+100*ms, 0.6
	}
	name := fmt.Sprintf("%d B/s, %v in one direction, %s, %s", w.rate, w.forward, w.name, f.name)
	t.Logf("%s: age %v, %.1f frames/s, %.1f queries/s; optimal age %v, %.1f frames/s", name, got.p95, got.fps,
		got.queryRate, ideal.p95, ideal.fps)
	if got.p95 > maxAge || got.fps < ideal.fps*minRatio {
		t.Errorf("%s: age %v, %.1f frames/s; want at most %v and at least %.1f", name, got.p95, got.fps, maxAge,
			ideal.fps*minRatio)
	}
}

// If frames need only a small part of the rate, the link sends ten queries per second. Otherwise it sends one per
// frame.
func TestLinkSendsFewQueriesOnFastPaths(t *testing.T) {
	for _, c := range []struct{ rate, min, max int }{{10_000_000, 5, 10}, {4000, 20, 30}} {
		w := simPath{rate: c.rate, forward: 20 * ms, back: 20 * ms}
		if got := videos[0].play(w, false); got.queryRate < float64(c.min) || got.queryRate > float64(c.max) {
			t.Errorf("%d B/s: %.1f queries per second, want %d to %d", c.rate, got.queryRate, c.min, c.max)
		}
	}
}

// The link detects when the rate of the path rises or falls.
func TestLinkFollowsTheRate(t *testing.T) {
	for _, f := range videos {
		for _, c := range [][2]int{{1_000_000, 40_000}, {40_000, 400_000}} {
			w := simPath{rate: c[0], forward: 50 * ms, back: 50 * ms, changeAt: 4 * time.Second, newRate: c[1]}
			got, ideal := f.play(w, false), f.play(simPath{rate: c[1], forward: 50 * ms, back: 50 * ms}, true)
			if got.p95 > ideal.p95*5/4+20*ms || got.fps < ideal.fps*0.8 {
				t.Errorf("%d, then %d B/s, %s: %+v, want about %+v", c[0], c[1], f.name, got, ideal)
			}
		}
	}
}

// The link detects an increase of the minimum round-trip time, although a queue causes the same delays at first.
func TestLinkMeasuresMinRTTAgain(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	l.QuerySent(0, 4, queryDSR)
	l.QuerySent(0, 1000, queryDSR)
	l.FrameSent(0, 1000)
	l.ReplyArrived(10*ms, queryDSR)
	l.ReplyArrived(20*ms, queryDSR)
	var due []time.Duration
	frames := 0
	for now := 30 * ms; now < 60*time.Second; now += ms {
		for len(due) > 0 && due[0] <= now {
			due = due[1:]
			l.ReplyArrived(now, queryDSR)
		}
		before := len(l.pending)
		if ok, _ := l.Ready(now); ok && now%(33*ms) == 0 {
			l.FrameSent(now, 100)
			l.QuerySent(now, 100, queryDSR)
			frames++
		} else if !ok && l.ShouldRetry(now) {
			l.QuerySent(now, 4, queryDSR)
		}
		if len(l.pending) > before {
			due = append(due, now+200*ms) // the round-trip time is longer than 10 ms now
		}
	}
	if l.path.minRTT != 200*ms || frames < 1000 {
		t.Errorf("after %d frames, minRTT is %v, want 200ms", frames, l.path.minRTT)
	}
}

// On a busy machine, replies are processed late. This delay is not attributed to the path, so frames keep their size.
// Longer delays still reduce the size.
func TestBusyMachineDoesNotReduceTheRate(t *testing.T) {
	budget := func(schedDelay time.Duration) int {
		l := newLink(true, false, Cap{}, 0)
		l.QuerySent(0, 4, queryDSR)
		l.QuerySent(0, 1000, queryDSR)
		l.FrameSent(0, 1000)
		l.ReplyArrived(10*ms, queryDSR)
		l.ReplyArrived(15*ms, queryDSR)
		sent := 0
		for now := 33 * ms; now < 20*time.Second; now += 33 * ms {
			trip := 13 * ms
			if now > 5*time.Second {
				trip, l.schedDelay = 100*ms, schedDelay
			}
			if ok, _ := l.Ready(now); ok {
				l.FrameSent(now, 800)
				l.QuerySent(now, 800, queryDSR)
				l.ReplyArrived(now+trip, queryDSR)
				sent++
			}
		}
		if schedDelay > 80*ms && sent < 600 {
			t.Errorf("on a busy machine, %d frames were sent in 20 s, want at least 600", sent)
		}
		return l.FrameBudget()
	}
	slowPath, partlyBusy, busy := budget(0), budget(20*ms), budget(90*ms)
	if slowPath > 1000 || partlyBusy > 1000 || busy < 4*slowPath {
		t.Errorf("frame budgets = %d bytes with a slow path, %d if the machine causes a fifth of the delay, and %d if "+
			"it causes all; want at most 1000, at most 1000, and at least four times the first", slowPath, partlyBusy,
			busy)
	}
}

// The first reply determines minRTT, although it includes an unknown delay of the machine.
func TestMinRTTOnABusyMachine(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	l.schedDelay = 200 * ms
	l.QuerySent(0, 4, queryDSR)
	l.QuerySent(0, 1000, queryDSR)
	l.FrameSent(0, 1000)
	l.ReplyArrived(100*ms, queryDSR)
	l.ReplyArrived(110*ms, queryDSR)
	if l.path.minRTT != 100*ms {
		t.Errorf("minRTT is %v, want 100ms", l.path.minRTT)
	}
}

// MaxUnread counts the bytes since the last query to which the terminal has replied.
func TestMaxUnread(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	at := time.Duration(0)
	for _, step := range []struct {
		name   string
		do     func()
		unread int // expected result of MaxUnread(7)
	}{
		{"no reply yet", func() { l.QuerySent(at, 100, queryDSR) }, math.MaxInt},
		{"the reply", func() { l.ReplyArrived(at, queryDSR) }, 7},
		{"two queries", func() { l.QuerySent(at, 40, queryDA1); l.QuerySent(at, 2, queryDSR) }, 49},
		{"the reply to the second query", func() { l.ReplyArrived(at, queryDSR) }, 7},
		{"a query", func() { l.QuerySent(at, 1, queryDSR) }, 8},
		{"no reply for a long time", func() {
			for range 200 {
				at += 50 * time.Millisecond
				l.update(at)
			}
		}, math.MaxInt},
	} {
		at += time.Millisecond
		if step.do(); l.MaxUnread(7) != step.unread {
			t.Errorf("%s: MaxUnread(7) = %d, want %d", step.name, l.MaxUnread(7), step.unread)
		}
	}
}

// Every frame ends with a query until the rate is known. Then small frames end with a query only at times.
func TestSmallFramesNeedFewerQueries(t *testing.T) {
	l := newLink(true, false, Cap{}, 0)
	l.QuerySent(0, maxQueryBytes-1, queryDSR)
	l.ReplyArrived(10*ms, queryDSR)
	if !l.NeedsQuery(20 * ms) {
		t.Error("before the rate is known, NeedsQuery = false, want true")
	}
	l.FrameSent(20*ms, 2000)
	l.QuerySent(20*ms, 2000, queryDSR)
	l.ReplyArrived(31*ms, queryDSR)
	l.FrameSent(40*ms, 100)
	if l.NeedsQuery(20*ms + smallFrameQueryGap - 1) {
		t.Errorf("less than %v after the last query, NeedsQuery = true, want false", smallFrameQueryGap)
	}
	if !l.NeedsQuery(20*ms + smallFrameQueryGap) {
		t.Errorf("%v after the last query, NeedsQuery = false, want true", smallFrameQueryGap)
	}
	if l.FrameSent(41*ms, 100_000); !l.NeedsQuery(41 * ms) {
		t.Error("after a large frame, NeedsQuery = false, want true")
	}
}
