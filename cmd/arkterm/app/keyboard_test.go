package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
)

// hold holds an arrow key for 1.5 s on a keyboard with the given delay and repeat period.
func (p *sitting) hold(key string, delay, period time.Duration) {
	p.key(key)
	p.wait(delay)
	for range 30 {
		p.key(key)
		p.wait(period)
	}
	p.wait(time.Second)
}

func TestKeyTimingIsLearnedAndSaved(t *testing.T) {
	p := sit(t)
	p.keys("enter")
	p.wait(time.Second)
	p.hold("left", 300*time.Millisecond, 40*time.Millisecond)
	p.hold("right", 300*time.Millisecond, 40*time.Millisecond)
	p.keys("p")
	text := p.settings()
	if !strings.Contains(text, "delay = 300\nperiod = 40\n") {
		t.Fatalf("saved %q", text)
	}
	var c settings.Choices
	if err := c.Read("settings.toml", []byte(text), settings.ByMenu); err != nil ||
		c.Repeat != (settings.Repeat{Delay: 300 * time.Millisecond, Period: 40 * time.Millisecond}) {
		t.Fatalf("loaded %+v, %v", c.Repeat, err)
	}
	q := sit(t, func(set *Setup) { set.Choices = c })
	if delay, period := q.s.Keys.KeyTiming(); delay != c.Repeat.Delay || period != c.Repeat.Period {
		t.Errorf("starts with %v and %v", delay, period)
	}
	q.keys("enter p")
	if text := q.settings(); text != "" {
		t.Errorf("saves a timing that was known: %q", text)
	}
}
