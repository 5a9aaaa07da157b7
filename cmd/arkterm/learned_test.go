package main

import (
	"strings"
	"testing"
	"time"
)

// hold presses an arrow for a second and a half, as a keyboard does that waits for delay.
func (p *sitting) hold(key string, delay, period time.Duration) {
	p.key(key)
	p.wait(delay)
	for range 30 {
		p.key(key)
		p.wait(period)
	}
	p.wait(time.Second)
}

func TestKeyboardIsLearnedAndKept(t *testing.T) {
	p := sit(t)
	p.keys("enter")
	p.wait(time.Second)
	p.hold("left", 300*time.Millisecond, 40*time.Millisecond)
	p.hold("right", 300*time.Millisecond, 40*time.Millisecond)
	p.keys("p")
	text := p.settings()
	if !strings.Contains(text, "delay = 300\nperiod = 40\n") {
		t.Fatalf("keeps %q", text)
	}
	c, notice, err := chosen(t, "", text)
	if err != nil || notice != "" || c.repeat != (repeat{300 * time.Millisecond, 40 * time.Millisecond}) {
		t.Fatalf("reads %+v, %q, %v", c.repeat, notice, err)
	}
	q := sit(t, func(set *settings) { set.choices = c })
	if delay, period := q.s.keys.Learned(); delay != c.repeat.delay || period != c.repeat.period {
		t.Errorf("begins with %v and %v", delay, period)
	}
	q.keys("enter p")
	if text := q.settings(); text != "" {
		t.Errorf("keeps what was known: %q", text)
	}
}

func TestKeyboardErrorsSayWhere(t *testing.T) {
	for text, want := range map[string]string{
		"keyboard = 1":                     "config.toml:1:12: keyboard: want a table",
		"[keyboard]\ndelay = 0":            "config.toml:2:9: keyboard.delay: want a whole number of ms, 1 to 2000",
		"[keyboard]\nperiod = 'x'":         "config.toml:2:10: keyboard.period: want a whole number of ms",
		"[keyboard]\nrepeat = 3":           "config.toml:2:10: keyboard.repeat: there is no such key",
		"[keyboard]\ndelya = 3\nfps = 300": "did you mean delay?",
	} {
		if _, _, err := chosen(t, text, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
