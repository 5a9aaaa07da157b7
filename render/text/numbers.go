package text

import (
	"fmt"
	"strconv"

	"arkterm/engine"
)

// NumberOf returns n with a noun, for example "1 level" or "3 levels". It forms the plural by appending an s.
//
//go:noinline // would be copied into many callers
func NumberOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Number returns n with commas between thousands, for example 12,340. n must not be negative.
func Number(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// PlayTime formats a duration in ticks, for example as 2:05, or as 1:02:05 from one hour on.
func PlayTime(ticks uint64) string {
	s := ticks / engine.TicksPerSecond
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
