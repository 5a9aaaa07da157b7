package links

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/ci/harness"
)

// overlayText returns output that shows the debug overlay.
func overlayText(tick int, pending string) []byte {
	return fmt.Appendf(nil, "\x1b[2;2Htick   %d,%03d  \x1b[3;2Hpending %s  ", tick/1000, tick%1000, pending)
}

// TestMeter measures pictures of a known age. A program draws a picture every 100 ms, and the link has a delay of 300
// ms.
func TestMeter(t *testing.T) {
	for _, observable := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			m := newMeter(link{rtt: 600 * time.Millisecond}, scenes[0], observable, nil)
			toTerminal := harness.NewLine(0, 300*time.Millisecond, 0, m.arrived)
			defer toTerminal.Close()
			go func() {
				for i := range 200 {
					p := overlayText(1000+24*i, "20ms")
					if observable {
						m.sent(p)
					}
					toTerminal.Write(p)
					time.Sleep(100 * time.Millisecond)
				}
			}()
			a, err := m.result(10 * time.Second)
			if err != nil {
				t.Fatal(err)
			}
			for name, got := range map[string]time.Duration{
				"p50": a.p50 - 350*time.Millisecond,
				"p95": a.p95 - 395*time.Millisecond, "oldest": a.oldest - 370*time.Millisecond, "growth": a.growth,
			} {
				if got.Abs() > 15*time.Millisecond {
					t.Errorf("observable %v: %s differs by %v from the expected age, want at most 15 ms: %+v",
						observable, name, got, a)
				}
			}
			time.Sleep(time.Minute) // until the program ends
			if a.pictures < 9.5 || a.pictures > 10.5 {
				t.Errorf("observable %v: %.1f pictures per second, want 10", observable, a.pictures)
			}
		})
	}
}

// TestMeterGrowth measures a link that is slower than the output of the program, so that the age grows.
func TestMeterGrowth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMeter(link{}, scenes[0], true, nil)
		toTerminal := harness.NewLine(300, 0, 0, m.arrived) // the program sends about 400 bytes per second
		defer toTerminal.Close()
		go func() {
			for i := range 300 {
				p := overlayText(1000+24*i, "0s")
				m.sent(p)
				toTerminal.Write(p)
				time.Sleep(100 * time.Millisecond)
			}
		}()
		a, err := m.result(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute) // until the program ends
		if r := (&trial{link: link{kind: "direct"}, ages: a}); !r.grows() || !r.late() ||
			!strings.Contains(r.String(), "too old  grows") {
			t.Errorf("with the ages %+v, late() = %v and grows() = %v, want true and true", a, r.late(), r.grows())
		}
	})
}

// TestMeterNothing tests that a program that shows no overlay is an error.
func TestMeterNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMeter(link{}, scenes[0], false, nil)
		m.arrived([]byte("no overlay"))
		if _, err := m.result(time.Second); err == nil {
			t.Error("result without an overlay returns no error, want one")
		}
	})
}

// TestTrials tests the combinations of arguments, and invalid arguments.
func TestTrials(t *testing.T) {
	all, err := trials("direct,ssh,tmux", "8000,40000", "0,100,300", "ball,storm")
	if err != nil || len(all) != 3*2*3*2+1 || all[len(all)-1].kind != "jump" {
		t.Errorf("trials returns %d trials, %v; want 37, the last of the kind jump", len(all), err)
	}
	for _, args := range [][3]string{
		{"0", "0", "ball"},
		{"8000", "-1", "ball"},
		{"8000", "x", "ball"},
		{"8000", "0", "pong"},
	} {
		if all, err := trials("direct", args[0], args[1], args[2]); err == nil {
			t.Errorf("trials(%q) returns %d trials and no error, want an error", args, len(all))
		}
	}
}

// TestExitPlan tests that both plans include all methods and conditions.
func TestExitPlan(t *testing.T) {
	for short, want := range map[bool]int{false: 100, true: 10} {
		plan := exitPlan(short)
		methods := map[int]bool{}
		stalled, stopped := false, false
		for _, e := range plan {
			methods[e.method] = true
			stalled, stopped = stalled || e.stall > 0, stopped || e.terminalStopped
		}
		if len(plan) != want || len(methods) != len(exitMethods) || !stalled || !stopped {
			t.Errorf("exitPlan(%v) has %d exits with %d methods, stalls: %v, stopped terminals: %v; want %d, %d, "+
				"true, true", short, len(plan), len(methods), stalled, stopped, want, len(exitMethods))
		}
	}
}
