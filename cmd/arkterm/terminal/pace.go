package terminal

import "time"

// A Pace chooses how many frames a second are drawn: as many as the way to the terminal
// carries without waiting. Like a link it is told the time.
//
// It goes a step down when, in two half seconds on end, more than a quarter of the frames that
// were due could not be sent: one may be a hitch of the machine. It goes a step up after a while in which all could, and in which the
// replies came soon enough for the faster rate. Each step up that did not last makes
// the while twice as long.
type Pace struct {
	top   int // the fastest rate; 0: the first of paces
	fixed bool
	step  int // index in paces; those above top count as top

	begun        time.Duration // of the window
	due, skipped int           // frames in it
	slowest      time.Duration // reply in it
	bad          int           // windows on end with too many left out
	calm         time.Duration // when frames were last skipped
	wait         time.Duration // how long since then is a while
	raised       time.Duration // when the rate was last raised
}

// paces are the rates, in frames a second. All divide the ticks of a second.
var paces = [...]int{60, 30, 20, 15}

// The pace's times.
const (
	paceWindow = 500 * time.Millisecond
	paceWait   = 3 * time.Second
	maxWait    = 48 * time.Second // paceWait, doubled four times
)

// muteFPS is the rate for terminals that do not say what they have read.
const muteFPS = 30

// NewPace returns a pace that begins with its fastest rate. A fixed one keeps to it.
func NewPace(top int, fixed bool) Pace {
	return Pace{top: top, fixed: fixed, wait: paceWait}
}

// Limit begins anew where the fastest rate or its being fixed is another one.
func (p *Pace) Limit(top int, fixed bool) {
	if top != p.top || fixed != p.fixed {
		*p = NewPace(top, fixed)
	}
}

// FPS returns the rate.
func (p *Pace) FPS() int { return p.rate(p.step) }

// Over returns the rate for a way on which frames get along so. A terminal that does not tell what it
// has read gets frames that any link can take.
func (p *Pace) Over(f Flow) int {
	if f.Mute && !p.fixed {
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

// Reply notes how long the terminal took for a reply.
func (p *Pace) Reply(trip time.Duration) { p.slowest = max(p.slowest, trip) }

// Frame notes that a frame was due, and whether it had to be left out.
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

// judge draws the conclusion from a window.
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

// slower and faster go to the next rate that differs.
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

// bearable is how long replies may take at the next faster rate: with maxOpen frames on the
// way none is left out, and a quarter is reserve.
func (p *Pace) bearable() time.Duration {
	return maxOpen * time.Second / time.Duration(p.rate(p.step-1)) * 3 / 4
}
