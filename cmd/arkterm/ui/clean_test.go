package ui

import (
	"slices"
	"testing"
)

// In text for screen readers, signs become words, and columns are separated by punctuation.
func TestClean(t *testing.T) {
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
			t.Errorf("clean(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWrapWords(t *testing.T) {
	for text, want := range map[string][]string{
		"one two three four five": {"one two three four", "five"},
		"a":                       {"a"},
		"":                        {""},
		"averyveryverylongwordthatisalone and more": {"averyveryverylongwordthatisalone", "and more"},
	} {
		if got := wrapWords(text, 20); !slices.Equal(got, want) {
			t.Errorf("wrapWords(%q, 20) = %q, want %q", text, got, want)
		}
	}
}
