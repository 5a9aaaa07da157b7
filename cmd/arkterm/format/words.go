// Package format writes what people read: counts, times of a game, the word that was probably meant,
// and texts of others in a form that a terminal may be shown.
package format

import (
	"fmt"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/levels"
)

// Nearest returns the candidate that word most likely was meant to be: one that begins with it, or
// the one with the fewest typing errors, at most a third of its length and one for short
// ones. It returns "" if there is none.
func Nearest(word string, candidates []string) string {
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

// SameName reports whether two strings spell the same name of a setting. Case, hyphens, underscores and spaces do not
// matter after the first character: Co-op is coop, and "time attack" is time-attack, but -60 is not 60.
func SameName(a, b string) bool {
	bare := func(s string) string {
		first := min(len(s), 1)
		return s[:first] + strings.NewReplacer("-", "", "_", "", " ", "").Replace(s[first:])
	}
	return strings.EqualFold(bare(a), bare(b))
}

// DidYouMean returns what to append to the error about word: the nearest candidate, or
// nothing.
func DidYouMean(word, prefix string, candidates []string) string {
	if c := Nearest(word, candidates); c != "" {
		return fmt.Sprintf("; did you mean %s%s?", prefix, c)
	}
	return ""
}

// Count writes n of a thing: "1 level", "3 levels".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Number writes n, which is not negative, with commas between thousands: 12,340.
func Number(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// PlayTime writes a time of the game as minutes and seconds, 2:05, and as 1:02:05 where there are
// hours.
func PlayTime(ticks uint64) string {
	s := ticks / engine.TicksPerSecond
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
