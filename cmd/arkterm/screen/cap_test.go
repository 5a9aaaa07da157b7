package screen

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestKernelRate(t *testing.T) {
	var o kernelRate
	for now := time.Duration(0); now <= time.Second; now += 10 * ms {
		if o.Update(now, 5000+int(now/ms)*8, true) {
			t.Fatalf("at %v: Update = true, want false while bytes are queued", now)
		}
		if known := o.rate != 0; known != (now >= kernelSampleTime) {
			t.Fatalf("at %v: rate = %v, want a rate from %v on", now, o.rate, kernelSampleTime)
		}
	}
	if o.rate < 7900 || o.rate > 8100 {
		t.Errorf("measured rate = %v bytes per second, want 8000", o.rate)
	}
	if !o.Update(time.Second, 14_000, false) || o.Update(time.Second, 14_000, false) {
		t.Error("Update must report exactly once that the queue is empty")
	}
	if o.Raise(time.Second + 2*kernelRaiseAfter); o.rate < 8900 || o.rate > 9100 {
		t.Errorf("rate after Raise = %v bytes per second, want 9000", o.rate)
	}
}

// A cap applies if replies do not measure the link, or if the player has set it.
func TestCapApplies(t *testing.T) {
	for _, c := range []struct {
		name     string
		state    linkState
		cap      Cap
		measured float64
		kernel   float64
		source   RateSource
		rate     int
	}{
		{"measured", linkResponding, Cap{Rate: 7000}, 100_000, 0, RateMeasured, 100_000},
		{"nothing is known", linkSilent, Cap{}, 0, 0, RateUnknown, 0},
		{"no replies, local", linkSilent, Cap{}, 0, 4000, RateKernel, 4000},
		{"no replies, remote", linkSilent, Cap{Rate: 7000}, 0, 0, RateCap, 4840}, // 7000 - 24*90
		{"no replies, remote, slower", linkSilent, Cap{Rate: 7000}, 0, 1000, RateKernel, 1000},
		{"no queries", linkOff, Cap{Rate: 7000}, 0, 0, RateCap, 7000 - minFPS*packetBytes},
		{
			"multiplexer", linkResponding,
			Cap{Rate: 7000, Multiplexer: true},
			1e6, 0, RateCap,
			(7000 - minFPS*packetBytes) * 3 / 4,
		},
		{"local multiplexer", linkResponding, Cap{Multiplexer: true}, 1e6, 0, RateMeasured, 1e6},
		{"set", linkResponding, Cap{Rate: 20_000, Chosen: true}, 1e6, 0, RateChosen, 20_000 - minFPS*packetBytes},
		{
			"set, but measured to be slower", linkResponding,
			Cap{Rate: 20_000, Chosen: true},
			5000, 0, RateMeasured,
			5000,
		},
		{"set, very low", linkSilent, Cap{Rate: 1200, Chosen: true}, 0, 0, RateChosen, 400},
	} {
		l := newLink(true, true, c.cap, 0)
		l.state, l.path.rate, l.kernel.rate = c.state, c.measured, c.kernel
		if rate, source := l.Rate(); int(rate) != c.rate || source != c.source {
			t.Errorf("%s: Rate() = %v, %q; want %v, %q", c.name, rate, source, c.rate, c.source)
		}
	}
}

// A multiplexer reads all output immediately. Frames are sent at the rate of the cap.
func TestFramesInAMultiplexerAreCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) {
			o.Queries, o.Remote = true, true
			o.Cap = Cap{Rate: RemoteRate, Multiplexer: true}
		})
		start(t, dev)
		replied, first := 0, 0
		for at := time.Duration(0); at < 20*time.Second; at += 10 * ms {
			if ready(dev) {
				_ = dev.ShowFrame(lineFrame(strings.Repeat(string(rune('a'+at/(10*ms)%26)), 80)))
			}
			synctest.Wait()
			out := f.written()
			for range strings.Count(out[replied:], seqDSR) {
				f.sent <- statusReply
			}
			for range strings.Count(out[replied:], seqDA1) {
				f.sent <- "\x1b[?62;c"
			}
			replied = len(out)
			if at < 5*time.Second {
				first = replied
			}
			time.Sleep(10 * ms)
		}
		flow := dev.Flow()
		if flow.Source != RateCap || flow.State != "cap" || flow.Silent {
			t.Errorf("Flow() = %+v, want the default cap", flow)
		}
		perSecond := (replied - first) / 15
		if want := flow.Rate; perSecond > want*11/10 || perSecond < want*7/10 {
			t.Errorf("%d bytes per second were sent, want about %d", perSecond, want)
		}
		dev.SetCap(Cap{Multiplexer: true})
		if got := dev.Flow().Source; got != RateMeasured {
			t.Errorf("source of the rate without a cap = %q, want %q", got, RateMeasured)
		}
		dev.Close()
	})
}
