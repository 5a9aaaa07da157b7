package screen

import "time"

// A Pace chooses the frame rate: as many frames a second as the link carries without waiting. Like a link
// it reads no clock.
//
// It steps down after two windows of half a second in a row in each of which more than a quarter of the
// due frames could not be sent; one such window may be a hitch of the machine. It steps up after a calm
// time, in which all frames could be sent and waited for less than the faster rate allows. Each step up
// that did not last doubles that time.
type Pace struct {
	top   int // the fastest rate
	fixed bool
	step  int // index in paces; rates above top count as top

	begun        time.Duration // start of the window
	due, skipped int           // frames in the window
	slowest      time.Duration // longest delay in the window
	bad          int           // consecutive windows with too many skipped frames
	calm         time.Duration // when a frame was last skipped
	wait         time.Duration // calm time needed for a step up
	raised       time.Duration // when the rate was last raised
}

// paces are the rates, in frames a second. Both divide 240, the ticks of a second. There are no slower ones: what a
// slow link cannot carry is left out of the frames, see [link.Room].
var paces = [...]int{60, 30}

// Times of a Pace.
const (
	paceWindow = 500 * time.Millisecond
	paceWait   = 3 * time.Second
	maxWait    = 48 * time.Second // paceWait, doubled four times
)

// muteFPS is the maximum rate for links that cannot be measured.
const muteFPS = 30

// NewPace returns a pace that begins with its fastest rate. If fixed, it stays there.
func NewPace(top int, fixed bool) Pace {
	return Pace{top: top, fixed: fixed, wait: paceWait}
}

// Limit starts over if top or fixed has changed.
func (p *Pace) Limit(top int, fixed bool) {
	if top != p.top || fixed != p.fixed {
		*p = NewPace(top, fixed)
	}
}

// FPS returns the rate in frames a second.
func (p *Pace) FPS() int { return p.rate(p.step) }

// Over returns the rate for a flow. If the link cannot be measured, it is at most muteFPS, unless it is fixed.
func (p *Pace) Over(f Flow) int {
	if (f.Mute || f.Source == RateCap) && !p.fixed {
		return min(p.FPS(), muteFPS)
	}
	return p.FPS()
}

func (p *Pace) rate(step int) int {
	if p.fixed {
		return p.top
	}
	return min(p.top, paces[step])
}

// Delay notes how long a frame has waited on its way.
func (p *Pace) Delay(delay time.Duration) { p.slowest = max(p.slowest, delay) }

// Frame notes that a frame was due, and whether it was skipped.
func (p *Pace) Frame(now time.Duration, skipped bool) {
	switch since := now - p.begun; {
	case since >= 4*paceWindow: // nothing has moved for a while
		p.begin(now)
		p.calm = max(p.calm, now-paceWindow)
	case since >= paceWindow:
		p.judge(now)
		p.begin(now)
	}
	p.due++
	if skipped {
		p.skipped++
	}
}

func (p *Pace) begin(now time.Duration) { p.begun, p.due, p.skipped, p.slowest = now, 0, 0, 0 }

// judge evaluates a window and changes the rate.
func (p *Pace) judge(now time.Duration) {
	if p.skipped > 0 {
		p.calm = now
	}
	if 4*p.skipped > p.due {
		p.bad++
	} else {
		p.bad = 0
	}
	switch {
	case p.bad > 1 && p.step < len(paces)-1:
		p.bad = 0
		if p.raised > 0 && now-p.raised < 2*paceWait {
			p.wait = min(2*p.wait, maxWait)
		} else {
			p.wait = paceWait
		}
		p.slower()
		p.raised = 0
	case now-p.calm >= p.wait && p.step > 0 && p.slowest < p.bearable():
		p.faster()
		p.raised, p.calm = now, now
	}
}

// slower and faster step to the next rate that differs.
func (p *Pace) slower() {
	for before := p.FPS(); p.step < len(paces)-1 && p.FPS() == before; {
		p.step++
	}
}

func (p *Pace) faster() {
	for before := p.FPS(); p.step > 0 && p.FPS() == before; {
		p.step--
	}
}

// bearable returns how long frames may wait at the next faster rate. A quarter is reserve.
func (p *Pace) bearable() time.Duration {
	return time.Second / time.Duration(p.rate(p.step-1)) * 3 / 4
}

// A Thrift chooses how often frames update moving bricks. If the link is too slow for thriftFPS frames per second, most
// frames omit some bricks, because a late brick harms less than a late ball. Only if that is not enough, there are fewer
// frames, see [Pace]. Like a link, it reads no clock.
type Thrift struct {
	step   int           // each brick is updated every 2^step frames
	begun  time.Duration // start of the window
	sent   int           // bytes, before it
	frames int           // in it
	calm   int           // windows in a row in which half of the thrift would do
}

// thriftFPS is the frame rate over a network. mostThrift is the maximum step. There, each brick is updated every 16 frames.
const (
	thriftFPS  = 30
	mostThrift = 4
)

// The window of a Thrift, and the number of calm windows before it decreases its step.
const (
	thriftWindow = 300 * time.Millisecond
	thriftCalm   = 8
)

// Frame notes that a frame is drawn, and returns the number of frames in which each moving brick is updated once.
func (t *Thrift) Frame(now time.Duration, f Flow) (frames int) {
	switch since := now - t.begun; {
	case !f.Steady || f.Rate == 0:
		t.begin(now, f)
		t.step = 0
	case since >= 4*thriftWindow: // nothing has moved for a while
		t.begin(now, f)
	case since >= thriftWindow && t.frames > 0:
		t.judge((f.Sent-t.sent)/t.frames, f.Rate/thriftFPS)
		t.begin(now, f)
	}
	t.frames++
	return 1 << t.step
}

func (t *Thrift) begin(now time.Duration, f Flow) { t.begun, t.sent, t.frames = now, f.Sent, 0 }

// judge compares the bytes of a frame with the room for them. The limits differ by a factor of three, because frames with all
// bricks are up to twice as long.
func (t *Thrift) judge(bytes, room int) {
	t.calm++
	switch {
	case bytes > room*9/10:
		t.step, t.calm = min(t.step+1, mostThrift), 0
	case bytes > room*3/10:
		t.calm = 0
	case t.calm >= thriftCalm:
		t.step, t.calm = max(t.step-1, 0), 0
	}
}
