package main

import "testing"

func TestMomentFlag(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true},
		{"90", 90 * 240, true},
		{"1:30", 90 * 240, true},
		{"0.5", 120, true},
		{"1:02:05", 3725 * 240, true},
		{"4:00:00", 4 * 3600 * 240, true},
		{"4:00:01", 0, false},
		{"99999999999999999999", 0, false},
		{"1e3", 0, false},
		{"", 0, false},
		{":", 0, false},
		{"1.5:30", 0, false},
		{"1:2:3:4", 0, false},
		{"-1", 0, false},
		{"NaN", 0, false},
	} {
		var got uint64
		if err := (moment{&got}).Set(c.text); (err == nil) != c.ok || got != c.want {
			t.Errorf("%q: %d ticks, %v; want %d", c.text, got, err, c.want)
		}
	}
}

func TestShellWord(t *testing.T) {
	for s, want := range map[string]string{
		"/tmp/a-1.ark": "/tmp/a-1.ark",
		"my game.ark":  "'my game.ark'",
		"it's":         `'it'\''s'`,
		"$(rm)":        "'$(rm)'",
	} {
		if got := shellWord(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}
