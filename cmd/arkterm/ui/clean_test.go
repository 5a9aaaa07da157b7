package ui

import (
	"slices"
	"testing"
)

// TestLinesAreReadAloud: columns and signs become words.
func TestLinesAreReadAloud(t *testing.T) {
	for text, want := range map[string]string{
		"Theme        ◂ arcade   ▸":     "Theme: arcade",
		"Co-op       two paddles":       "Co-op: two paddles",
		" 1  Ann    12,300   Level 4":   "1: Ann, 12,300, Level 4",
		"★ Cleared    60 bricks":        "star Cleared: 60 bricks",
		"× Balls      1 ball lost":      "star lost Balls: 1 ball lost",
		"3 of 10 · personal best":       "3 of 10, personal best",
		"← → turn, ×2":                  "left right turn, times 2",
		"The new game takes the place.": "The new game takes the place.",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestLongLinesBreak between words.
func TestLongLinesBreak(t *testing.T) {
	for text, want := range map[string][]string{
		"one two three four five": {"one two three four", "five"},
		"a":                       {"a"},
		"":                        {""},
		"averyveryverylongwordthatisalone and more": {"averyveryverylongwordthatisalone", "and more"},
	} {
		if got := broken(text, 20); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
