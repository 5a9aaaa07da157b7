package screen

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/input"
)

// A remoteTerminal is a terminal behind a network delay. It replies to queries. A stall delays both directions. While
// stopped is set, the terminal does not read, and output stays in the kernel.
type remoteTerminal struct {
	*fake
	trip           time.Duration // round-trip time
	begun          time.Time
	stall          [2]time.Duration // start and end of the stall
	stopped        bool
	silent         bool               // the terminal reads queries but does not reply
	kernelBuffered string             // bytes that were sent but not read
	partialQuery   string             // the beginning of a query
	last           [2]time.Duration   // arrival of the last bytes in each direction
	pictures       []displayedPicture // in the order of display
	leaked         string             // replies that arrived after Leave
	dev            *Screen            // the screen of the program
	waits          time.Duration      // the last argument of SetReplyWait
}

func newRemoteTerminal(trip time.Duration) *remoteTerminal {
	f := newFake()
	f.sent = make(chan string, 10_000)
	return &remoteTerminal{fake: f, trip: trip, begun: time.Now()}
}

func (d *remoteTerminal) now() time.Duration { return time.Since(d.begun) }

// after calls f after the delay of one direction: 0 is to the terminal, 1 is from the terminal.
func (d *remoteTerminal) after(direction int, f func()) {
	at := d.now() + d.trip/2
	if at >= d.stall[0] && at < d.stall[1] {
		at = d.stall[1]
	}
	at = max(at, d.last[direction]+1)
	d.last[direction] = at
	time.AfterFunc(at-d.now(), f)
}

// SetReplyWait records the announced time.
func (d *remoteTerminal) SetReplyWait(replies time.Duration) { d.waits = replies }

// Leave passes the terminal to the shell. Input that has arrived is discarded.
func (d *remoteTerminal) Leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.entered = false
	for len(d.sent) > 0 {
		<-d.sent
	}
}

// Force discards output beyond the first 4 KB, like a Linux pty.
func (d *remoteTerminal) Force(sequence string) {
	d.mu.Lock()
	d.kernelBuffered = d.kernelBuffered[:min(len(d.kernelBuffered), 4096)]
	d.mu.Unlock()
	d.deliver(sequence)
	d.forced = sequence
}

func (d *remoteTerminal) Writer() (Writer, error) { return remoteEnd{newFakeEnd(d.fake), d}, nil }

// A remoteEnd is the Writer of a remoteTerminal.
type remoteEnd struct {
	*fakeEnd
	d *remoteTerminal
}

func (e remoteEnd) Write(p []byte) (int, error) {
	n, err := e.fakeEnd.Write(p)
	e.d.deliver(string(p[:n]))
	return n, err
}

// deliver sends text to the terminal, or to the kernel's buffer if the terminal is stopped.
func (d *remoteTerminal) deliver(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		d.kernelBuffered += text
		return
	}
	d.after(0, func() { d.read(text) })
}

// resume makes a stopped terminal read again.
func (d *remoteTerminal) resume() {
	d.mu.Lock()
	text := d.kernelBuffered
	d.stopped, d.kernelBuffered = false, ""
	d.mu.Unlock()
	d.setRoom(-1)
	d.deliver(text)
}

// A displayedPicture is a picture that the terminal has displayed, with the times at which it was drawn and displayed.
type displayedPicture struct{ drawn, seen time.Duration }

// picture returns the text of a frame: the time in milliseconds, as letters that all differ from the previous picture.
func picture(shown int, drawn time.Duration) string {
	digits := []byte(fmt.Sprintf("%06d", drawn/ms))
	for i := range digits {
		digits[i] += "Aa"[shown%2] - '0'
	}
	return string(digits)
}

var queriesAndPictures = regexp.MustCompile(`\x1b\[5n|\x1b\[>?c|\x1b\[\?u|[a-j]{6}|[A-J]{6}`)

// read handles text that has arrived at the terminal.
func (d *remoteTerminal) read(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text = d.partialQuery + text
	end := 0
	for _, at := range queriesAndPictures.FindAllStringIndex(text, -1) {
		end = at[1]
		switch q := text[at[0]:end]; {
		case d.silent && q[0] == '\x1b':
		case q == seqDSR:
			d.send(statusReply)
		case q == seqDA1:
			d.send("\x1b[?62;22c")
		case q == seqDA2:
			d.send("\x1b[>1;4000;26c")
		case q == kittyKeyboard.query:
			d.send("\x1b[?0u")
		default:
			drawn := 0
			for _, r := range strings.ToLower(q) {
				drawn = 10*drawn + int(r-'a')
			}
			d.pictures = append(d.pictures, displayedPicture{time.Duration(drawn) * ms, d.now()})
		}
	}
	d.partialQuery = text[max(end, len(text)-8):]
}

// send sends text to the program, or to the shell after the program has left. The caller holds mu.
func (d *remoteTerminal) send(text string) {
	d.after(1, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.entered {
			d.sent <- text
		} else {
			d.leaked += text
		}
	})
}

// press sends a key.
func (d *remoteTerminal) press(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.send(key)
}

// play shows a picture every 33 ms until a key is pressed or stop is closed. Then it leaves the terminal. It returns
// the duration of Close.
func (d *remoteTerminal) play(t *testing.T, remote bool, stop <-chan struct{}) (dev *Screen, took time.Duration) {
	dev = newTestTerminal(t, d, func(o *Options) { o.Queries, o.Remote = true, remote })
	d.dev = dev
	start(t, dev)
	frame := time.NewTicker(33 * time.Millisecond)
	defer frame.Stop()
	for shown, over := 0, false; !over; {
		select {
		case <-stop:
			over = true
		case ev := <-dev.Events():
			_, over = input.KeystrokeOf(ev)
		case <-frame.C:
			if ready(dev) {
				_ = dev.ShowFrame(lineFrame(picture(shown, d.now()) + strings.Repeat("x", shown%50)))
				shown++
			}
		}
	}
	left := d.now()
	dev.Close()
	return dev, d.now() - left
}

// firstReplies is a time after which the first replies have arrived. Before that, a terminal that is stalled cannot be
// distinguished from a terminal that does not reply.
const firstReplies = 2 * time.Second

// After an exit by a key or a signal, the shell receives no replies. Five hundred exits cover different round-trip
// times, stalls, and terminals that do not read.
func TestNoReplyReachesTheShell(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		trip := []time.Duration{0, 10, 50, 150, 300, 450, 600, 800, 1000}[i%9] * ms
		byKey := i%2 == 0
		stall, stopped := time.Duration(0), false
		switch i % 5 {
		case 1, 2:
			stall = time.Duration(1+rng.IntN(10)) * time.Second
		case 3:
			stopped = !byKey // a key does not arrive while the terminal is stopped
		}
		at := time.Duration(rng.IntN(9000)+1) * ms
		if stall > 0 || stopped {
			at += firstReplies + 3*time.Second
		}
		name := fmt.Sprintf("exit %d at %v: RTT %v, key %v, stall %v, stopped %v", i, at, trip, byKey, stall, stopped)
		synctest.Test(t, func(t *testing.T) {
			d := newRemoteTerminal(trip)
			if stall > 0 {
				before := min(at-firstReplies, time.Duration(rng.IntN(int(stall/ms)))*ms)
				d.stall = [2]time.Duration{at - before, at - before + stall}
			}
			if stopped {
				from := at - time.Duration(rng.IntN(3000))*ms
				time.AfterFunc(from, func() {
					d.mu.Lock()
					d.stopped = true
					d.mu.Unlock()
					d.setRoom(4096)
				})
				time.AfterFunc(from+time.Duration(4+rng.IntN(6))*time.Second, d.resume)
			}
			stop := make(chan struct{})
			time.AfterFunc(at, func() {
				if byKey {
					d.press("q")
				} else {
					close(stop)
				}
			})
			dev, took := d.play(t, trip > 0 || stall > 0, stop)
			time.Sleep(30 * time.Second)
			if d.leaked != "" {
				t.Errorf("%s: after leaving in %v, the shell received %q, want nothing", name, took, d.leaked)
			}
			limit := max(minReplyWait, 2*trip) + flushLimit
			if stall > 0 || stopped { // the program cannot distinguish the two
				limit += stallWait
			}
			if dev.link.Responded() && took > limit {
				t.Errorf("%s: leaving took %v, want at most %v", name, took, limit)
			}
		})
	}
}

// During a stall, a few queries but no pictures are sent. When the link recovers, the current picture is sent.
func TestNoOldPicturesAfterAStall(t *testing.T) {
	for _, stall := range []time.Duration{2 * time.Second, 10 * time.Second, 2 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			d := newRemoteTerminal(100 * ms)
			begin, end := 5*time.Second, 5*time.Second+stall
			d.stall = [2]time.Duration{begin, end}
			stop := make(chan struct{})
			counts := make(chan int, 2)
			count := func() {
				out := d.written()
				counts <- strings.Count(out, seqDSR) + strings.Count(out, seqDA1) + strings.Count(out, seqDA2)
			}
			time.AfterFunc(begin+time.Second, count)
			time.AfterFunc(end, count)
			time.AfterFunc(end+time.Second, func() { close(stop) })
			d.play(t, true, stop)
			before := <-counts
			queries := <-counts - before
			if limit := int(stall/stalledQueryGap) + 1; queries > limit {
				t.Errorf("stall of %v: %d queries, want at most %d", stall, queries, limit)
			}
			old, current := 0, time.Duration(0)
			for _, p := range d.pictures {
				if p.seen >= end && p.seen-p.drawn > 500*ms {
					old++
				}
				if current == 0 && p.drawn >= end {
					current = p.seen
				}
			}
			// Frames in flight when the stall began are still displayed. At most 8 frames are sent in a round-trip time
			// and 60 ms.
			if old > 8 {
				t.Errorf("stall of %v: %d old pictures were displayed, want at most 8", stall, old)
			}
			if current == 0 || current > end+250*ms {
				t.Errorf("stall of %v: the first current picture was displayed after %v, want at most 250ms", stall,
					current-end)
			}
		})
	}
}

// Leaving waits for pending replies, and not longer.
func TestRepliesAreAwaited(t *testing.T) {
	for _, c := range []struct {
		name string
		trip time.Duration
		want time.Duration
	}{
		{"local", 0, 0},
		{"remote", 300 * ms, 300 * ms},
		{"satellite", 600 * ms, 600 * ms},
		{"overloaded network", 1000 * ms, 1000 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newRemoteTerminal(c.trip)
			stop := make(chan struct{})
			time.AfterFunc(5*time.Second, func() { close(stop) })
			dev, took := d.play(t, c.trip > 0, stop)
			if took < c.want || took > c.want+10*ms || dev.link.ExpectsReplies(d.now()) {
				t.Errorf("%s: leaving took %v, want %v", c.name, took, c.want)
			}
			if limit := 5*c.trip + 300*ms; d.waits < 2*c.trip || d.waits > limit {
				t.Errorf("%s: the announced time is %v, want %v to %v", c.name, d.waits, 2*c.trip, limit)
			}
		})
	}
}

// StopListening ends the wait for replies. StopWaiting also prevents a later wait.
func TestStopWaiting(t *testing.T) {
	for _, c := range []struct {
		name string
		at   time.Duration
		end  func(*Screen)
		want time.Duration
	}{
		{"StopListening", 10 * time.Second, (*Screen).StopListening, 2 * time.Second},
		{"StopWaiting", 10 * time.Second, (*Screen).StopWaiting, 2 * time.Second},
		{"StopWaiting before", 8*time.Second - 1, (*Screen).StopWaiting, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newRemoteTerminal(100 * ms)
			d.stall = [2]time.Duration{5 * time.Second, 60 * time.Second}
			stop := make(chan struct{})
			time.AfterFunc(8*time.Second, func() { close(stop) })
			over := make(chan time.Duration, 1)
			go func() {
				_, took := d.play(t, true, stop)
				over <- took
			}()
			time.Sleep(c.at)
			c.end(d.dev)
			if took := <-over; took != c.want {
				t.Errorf("%s: leaving took %v, want %v", c.name, took, c.want)
			}
		})
	}
}

// Before the first reply, the time to wait depends on whether the terminal is remote.
func TestLeaveWithoutReplies(t *testing.T) {
	for remote, want := range map[bool]time.Duration{false: firstReplyWait, true: remoteReplyWait} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries, o.Remote = true, remote })
			start(t, dev)
			_ = dev.ShowFrame(lineFrame("x"))
			begun := time.Now()
			dev.Close()
			if took := time.Since(begun); took != want || !strings.Contains(f.forced, "\x1b[?1049l") ||
				strings.Contains(f.forced, clearScreen) {
				t.Errorf("remote %v: leaving took %v, want %v; forced output %q", remote, took, want, f.forced)
			}
		})
	}
}

// The release of the key that quits arrives after the press. The shell must not receive it.
func TestKeyReleaseDoesNotLeak(t *testing.T) {
	const trip, held = 200 * time.Millisecond, 80 * time.Millisecond
	for name, replied := range map[string]string{
		"to all":      "\x1b[0n\x1b[0n\x1b[?62;c",
		"to DA1 only": "\x1b[?0u\x1b[?62;c",
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
			start(t, dev)
			_ = dev.ShowFrame(lineFrame("x"))
			f.sent <- replied
			waitForResize(dev)
			go func() {
				time.Sleep(held)
				f.sent <- "\x1b[113;1:3u"
				time.Sleep(trip - held)
				f.sent <- "\x1b[?62;c"
			}()
			begun := time.Now()
			dev.Close()
			if took := time.Since(begun); took != trip || len(f.sent) > 0 || f.entered {
				t.Errorf("replies %s: leaving took %v, want %v; %d reports were not read", name, took, trip,
					len(f.sent))
			}
			if !strings.HasSuffix(f.written(), leaveModes(gameModes)+seqDA1) {
				t.Errorf("replies %s: sent %q, want the leave sequence and DA1 at the end", name, f.written())
			}
		})
	}
}

// A terminal that has never replied does not delay leaving.
func TestSilentTerminalDoesNotDelayLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		for range 3 {
			_ = dev.ShowFrame(lineFrame("x"))
			time.Sleep(5 * time.Second)
			dev.Ready() // updates the state of the link
			_ = dev.ShowFrame(lineFrame("y"))
		}
		begun := time.Now()
		dev.Close()
		if took := time.Since(begun); took != 0 || !strings.HasSuffix(f.written(), leaveModes(gameModes)) {
			t.Errorf("leaving took %v, want 0; sent %q", took, f.written())
		}
	})
}

// Leaving waits for the clipboard, even if the terminal has replied to later queries.
func TestClipboardReplyIsAwaited(t *testing.T) {
	for name, c := range map[string]struct {
		request time.Duration // time from the request to leaving; 0 if there is no request
		reply   string        // the reply, which arrives 300 ms after the request
		want    time.Duration
	}{
		"no request":           {0, "", 0},
		"a reply":              {ms, "\x1b]52;c;dGV4dA==\x1b\\", 300*ms - ms},
		"no reply":             {ms, "", minReplyWait},
		"no reply for a while": {4 * time.Second, "", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newRemoteTerminal(0)
			stop := make(chan struct{})
			end := 5 * time.Second
			if c.request > 0 {
				time.AfterFunc(end-c.request, func() {
					d.dev.GetClipboard()
					time.Sleep(300 * ms)
					if c.reply != "" {
						d.press(c.reply)
					}
				})
			}
			time.AfterFunc(end, func() { close(stop) })
			_, took := d.play(t, false, stop)
			time.Sleep(time.Second)
			if took < c.want || took > c.want+10*ms || d.leaked != "" {
				t.Errorf("%s: leaving took %v, want %v; the shell received %q, want nothing", name, took, c.want,
					d.leaked)
			}
		})
	}
}

// If keys arrive but no replies, a multiplexer may have attached another terminal that does not reply. It receives
// frames again, and queries in case the next terminal replies. A link on which keys and replies are late counts as
// stalled.
func TestTerminalStopsReplying(t *testing.T) {
	const change = 5 * time.Second
	for name, c := range map[string]struct {
		trip    time.Duration
		silent  [2]time.Duration // start and end of the time without replies
		stall   time.Duration    // duration of a stall
		stopped bool             // the terminal does not read for a minute
		want    [2]time.Duration // minimum and maximum time until the link is silent; 0, 0 for never
	}{
		"another terminal": {
			10 * ms,
			[2]time.Duration{0, 50 * time.Second},
			0, false,
			[2]time.Duration{3 * time.Second, 8 * time.Second},
		},
		"another terminal, remote": {
			900 * ms,
			[2]time.Duration{0, 50 * time.Second},
			0, false,
			[2]time.Duration{5 * time.Second, 12 * time.Second},
		},
		"another terminal, briefly": {10 * ms, [2]time.Duration{0, 2 * time.Second}, 0, false, [2]time.Duration{}},
		"a stall":                   {300 * ms, [2]time.Duration{-ms, 0}, 20 * time.Second, false, [2]time.Duration{}},
		"a stall, remote": {
			time.Second,
			[2]time.Duration{-time.Second, 0},
			time.Minute, false,
			[2]time.Duration{},
		},
		"the terminal does not read": {10 * ms, [2]time.Duration{}, 0, true, [2]time.Duration{}},
		"no problem":                 {300 * ms, [2]time.Duration{}, 0, false, [2]time.Duration{}},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newRemoteTerminal(c.trip)
			d.stall = [2]time.Duration{change, change + c.stall}
			dev := newTestTerminal(t, d, func(o *Options) { o.Queries, o.Remote = true, true })
			start(t, dev)
			var silentSince, repliesSince time.Duration // after change; 0 if it has not happened
			for shown, at := 0, time.Duration(0); at < change+90*time.Second; shown, at = shown+1, d.now() {
				d.mu.Lock()
				d.silent = at >= change+c.silent[0] && at < change+c.silent[1]
				d.mu.Unlock()
				if c.stopped && at >= change && at < change+time.Minute {
					d.setRoom(0)
				} else {
					d.setRoom(-1)
				}
				if ready(dev) {
					_ = dev.ShowFrame(lineFrame(picture(shown, at)))
				}
				if shown%15 == 0 && at >= change {
					d.press("a")
				}
				keysOf(dev)
				switch flow := dev.Flow(); {
				case flow.Silent && silentSince == 0:
					silentSince = at - change
				case !flow.Silent && silentSince > 0 && repliesSince == 0:
					repliesSince = at - change
				}
				time.Sleep(33 * ms)
			}
			if silentSince < c.want[0] || silentSince > c.want[1] {
				t.Errorf("%s: the link is silent after %v, want %v", name, silentSince, c.want)
			}
			if flow := dev.Flow(); flow.Silent || flow.Stalled || c.want[1] > 0 && repliesSince < c.silent[1] {
				t.Errorf("%s: at the end, the link is %+v, want neither silent nor stalled; it was no longer "+
					"silent after %v", name, flow, repliesSince)
			}
			d.mu.Lock()
			seen := slices.ContainsFunc(d.pictures,
				func(p displayedPicture) bool {
					return p.drawn > change+silentSince && p.seen < change+silentSince+2*time.Second
				})
			d.mu.Unlock()
			if silentSince > 0 && !seen {
				t.Errorf("%s: no picture was displayed within 2 s after the link became silent, want at least one",
					name)
			}
			dev.Close()
		})
	}
}
