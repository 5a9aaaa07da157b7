package parse

import (
	"errors"
	"fmt"
	"strings"
)

// Named is the constraint for types whose constants have names, such as the indices of a table.
// String returns the name of a constant.
type Named interface {
	~uint8
	String() string
}

// Name returns the constant with the given name. It checks the constants from first up to but not
// including end. If none has the name, it returns 0 and an error that lists the names.
func Name[T Named](name string, first T, end int) (T, error) {
	for v := first; int(v) < end; v++ {
		if v.String() == name {
			return v, nil
		}
	}
	return 0, errors.New("want " + List(Names(first, end), "or"))
}

// Names returns the names of the constants from first up to but not including end.
func Names[T Named](first T, end int) (names []string) {
	for v := first; int(v) < end; v++ {
		names = append(names, v.String())
	}
	return names
}

// List joins words as in a sentence. With the conjunction "or" the result is "a, b or c".
func List(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// SameName reports whether two strings spell the same name of a setting. It ignores case, and
// hyphens, underscores and spaces after the first character. For example, "Co-op" equals "coop",
// but "-60" does not equal "60".
func SameName(a, b string) bool {
	bare := func(s string) string {
		first := min(len(s), 1)
		return s[:first] + strings.NewReplacer("-", "", "_", "", " ", "").Replace(s[first:])
	}
	return strings.EqualFold(bare(a), bare(b))
}

// Nearest returns the candidate that the user most likely meant by word. This is the first
// candidate that starts with word, or the candidate with the fewest typing errors. One error is
// always allowed; more are allowed up to a third of the length of the shorter word. Nearest returns
// "" if there is no such candidate.
func Nearest(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, fewest := "", maxEdits
	for _, c := range candidates {
		lower := strings.ToLower(c)
		if len(word) >= 2 && strings.HasPrefix(lower, word) {
			return c
		}
		if d := EditDistance(word, lower); d < fewest && d <= max(1, min(len(word), len(c))/3) {
			best, fewest = c, d
		}
	}
	return best
}

// DidYouMean returns text that suggests the candidate nearest to word, to append to an error. In
// the text, the prefix precedes the candidate. If no candidate is near, DidYouMean returns "".
func DidYouMean(word, prefix string, candidates []string) string {
	if c := Nearest(word, candidates); c != "" {
		return fmt.Sprintf("; did you mean %s%s?", prefix, c)
	}
	return ""
}

// maxEdits is the maximum result of EditDistance, and the maximum number of characters that it
// compares.
const maxEdits = 64

// EditDistance returns the number of characters that must be inserted, deleted, replaced or swapped
// with their neighbor to turn a into b (optimal string alignment distance). If a or b has more than
// maxEdits characters, it returns maxEdits.
func EditDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s) > maxEdits || len(t) > maxEdits {
		return maxEdits
	}

	before, above := make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range above {
		above[j] = j
	}

	for i := range s {
		row := make([]int, len(t)+1)
		row[0] = i + 1
		for j := range t {
			change := above[j]
			if s[i] != t[j] {
				change++
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}

		before, above = above, row
	}

	return above[len(t)]
}
