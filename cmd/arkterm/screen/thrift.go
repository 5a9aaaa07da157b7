package screen

import "time"

// A Thrift chooses how often the frames show moving bricks where they are now. Where the link is too slow for all of
// thriftFPS frames a second, most of them get along without some bricks: a late brick harms less than a late ball. Only
// if that is not enough, there are fewer frames, see [Pace]. Like a link it reads no clock.
type Thrift struct {
	step   int           // twice as many frames at each
	begun  time.Duration // start of the window
	sent   int           // bytes, before it
	frames int           // in it
	calm   int           // windows in a row in which half of the thrift would do
}

// thriftFPS is the rate that a Thrift saves for: that over a network. mostThrift is the last step, at which each brick is
// shown anew in every sixteenth frame.
const (
	thriftFPS  = 30
	mostThrift = 4
)

// A window of a Thrift, and how many calm ones lead to less of it.
const (
	thriftWindow = 300 * time.Millisecond
	thriftCalm   = 8
)

// Frame notes that a frame is drawn, and returns in how many frames each moving brick is shown anew once.
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

// judge compares the bytes of a frame with those that there is room for. Between more and less thrift lies a factor
// of three, since frames without it are up to twice as long.
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
