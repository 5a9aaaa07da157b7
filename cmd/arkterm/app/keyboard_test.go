package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
)

// hold sends the repeats of a held arrow key, for a keyboard with the given delay and repeat period, and waits a
// second.
func (p *testSession) hold(key string, delay, period time.Duration) {
	p.key(key)
	p.wait(delay)
	for range 30 {
		p.key(key)
		p.wait(period)
	}
	p.wait(time.Second)
}

func TestKeyTimingIsLearnedAndSaved(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	p.wait(time.Second)
	p.hold("left", 300*time.Millisecond, 40*time.Millisecond)
	p.hold("right", 300*time.Millisecond, 40*time.Millisecond)
	p.keys("p")
	text := p.settings()
	if !strings.Contains(text, "delay = 300\nperiod = 40\n") {
		t.Fatalf("saved settings %q, want delay 300, period 40", text)
	}
	var c settings.Choices
	if err := c.Read("settings.toml", []byte(text), settings.ByMenu); err != nil ||
		c.Repeat != (settings.Repeat{Delay: 300 * time.Millisecond, Period: 40 * time.Millisecond}) {
		t.Fatalf("the saved settings are read as %+v (error %v)", c.Repeat, err)
	}
	q := newSession(t, func(set *Setup) { set.Choices = c })
	if delay, period := q.s.Keys.KeyTiming(); delay != c.Repeat.Delay || period != c.Repeat.Period {
		t.Errorf("the next session starts with delay %v, period %v; want the saved ones", delay, period)
	}
	q.keys("enter p")
	if text := q.settings(); text != "" {
		t.Errorf("the session saves a known timing again: %q", text)
	}
}
