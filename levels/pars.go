package levels

import (
	"fmt"
	"strings"

	"arkterm/engine/parse"
)

// A Par contains the time and points for the stars of a level; 0 means no par.
type Par struct{ Seconds, Points int }

// CountLevels returns the number of levels in the text of a level file.
func (s Source) CountLevels() int {
	n := 0
	for line := range strings.Lines(s.Text) {
		if keyOf(line) == "level" {
			n++
		}
	}
	return n
}

// WithPars returns the text of a valid level file with a par below the first line of each level. It replaces existing
// pars, except where the new par is 0. Everything else remains unchanged.
func WithPars(s Source, pars []Par) string {
	var b strings.Builder
	var par Par
	for line := range strings.Lines(s.Text) {
		switch key := keyOf(line); {
		case key == "par time" && par.Seconds > 0, key == "par score" && par.Points > 0:
			continue
		case key != "level" || len(pars) == 0:
			b.WriteString(line)
			continue
		}

		par, pars = pars[0], pars[1:]
		text := strings.TrimRight(line, "\r\n")
		end := line[len(text):]
		if end == "" {
			end = "\n"
		}
		b.WriteString(text + end)

		if par.Seconds > 0 {
			seconds := min(par.Seconds, MaxParTime)
			fmt.Fprintf(&b, "par time: %d:%02d%s", seconds/60, seconds%60, end)
		}
		if par.Points > 0 {
			fmt.Fprintf(&b, "par score: %d%s", min(par.Points, MaxParScore), end)
		}
	}
	return b.String()
}

// keyOf returns the key in a line of a level file, or "".
func keyOf(line string) string {
	key, _, found := strings.Cut(parse.WithoutMark(line), ":")
	if !found || key == "" || key[0] == '#' || key[0] == ' ' || key[0] == '\t' {
		return ""
	}
	return strings.TrimRight(key, " \t")
}
