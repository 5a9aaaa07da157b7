package main

import (
	"fmt"
	"strings"

	"arkterm/levels"
)

// nearest returns the candidate that word most likely was meant to be: one that begins with it, or
// the one with the fewest typing errors, at most a third of its length and one for short
// ones. It returns "" if there is none.
func nearest(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, least := "", 1+max(1, len(word)/3)
	for _, c := range candidates {
		low := strings.ToLower(c)
		if len(word) >= 2 && strings.HasPrefix(low, word) {
			return c
		}
		if d := levels.Edits(word, low); d < least {
			best, least = c, d
		}
	}
	return best
}

// didYouMean returns what to append to the error about word: the nearest candidate, or
// nothing.
func didYouMean(word, prefix string, candidates []string) string {
	if c := nearest(word, candidates); c != "" {
		return fmt.Sprintf("; did you mean %s%s?", prefix, c)
	}
	return ""
}
