package scores

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
)

// A Placing is what the player is told of a score that was saved.
type Placing struct {
	ID     int64   // of the row
	Place  int     // in its table, from 1
	Scored bool    // it has points: without any it has no place
	Of     int     // scores there
	Best   bool    // no other of the same name there is as high
	Name   *string // which the row got; nil: the player was never asked
}

// Top is how many scores a table shows, and how many replays are never removed.
const Top = 10

// A Page is a table with its best scores.
type Page struct {
	Table
	Scores []Line `json:"scores"`
}

// Text returns a page as lines, each of that many columns at most. The score with the id mine is pointed
// at; 0 is none.
func (p *Page) Text(columns int, mine int64) []string {
	head := fmt.Sprintf("From level %d", p.First)
	if p.Own() {
		head = p.Set
	}
	if k := p.Kind(); k != "" {
		head += " · " + k
	}
	if p.FirstName != "" && !p.Own() {
		head += " · " + p.FirstName // last: it is what may be cut
	}
	lines := []string{head}
	if columns >= wideScores {
		lines = append(lines, Head)
	} else {
		lines = append(lines, shortHead)
	}
	for i := range p.Scores {
		l := &p.Scores[i]
		row := l.short()
		if columns >= wideScores {
			row = l.Row()
		}
		if l.ID == mine {
			row = "▸" + row[1:] // places of three digits are not shown here
		}
		lines = append(lines, row)
	}
	if len(p.Scores) == 0 {
		lines = append(lines, "", "no scores yet")
	}
	return lines
}

// wideScores is how many columns the whole of a row takes.
const wideScores = 58

// shortHead stands above the short rows of a table.
const shortHead = "  # name           score  to date"

// A Line is a score in a table.
type Line struct {
	ID      int64   `json:"-"`
	Place   int     `json:"place"`
	Name    string  `json:"name"`
	Best    bool    `json:"personal_best"`
	Score   int     `json:"score"`
	Last    int     `json:"last"`
	Cleared int     `json:"levels_cleared"`
	Combo   int     `json:"best_combo"`
	Ticks   uint64  `json:"ticks"`
	Outcome Outcome `json:"outcome"`
	Rules   int     `json:"rules"`
	Seed    string  `json:"seed"` // a string: JSON's readers round such large numbers
	Ended   string  `json:"ended"`
	Replay  string  `json:"replay"`
}

// Row returns a score as a line of a table. A star marks the best of its name.
func (l *Line) Row() string {
	name, star := l.Name, " "
	if name == "" {
		name = "-"
	}
	if l.Best {
		star = "*"
	}
	return fmt.Sprintf("%3d%s %-*s %8d %3d %6d %8s  %s", l.Place, star, words.MaxName, name, l.Score, l.Last, l.Combo,
		words.PlayTime(l.Ticks), l.Ended[:len(time.DateOnly)])
}

func (l *Line) Clean() {
	l.Name = words.Name(l.Name)
	l.Outcome = Outcome(words.Clean(string(l.Outcome), words.MaxLabel))
	l.Replay = words.Clean(l.Replay, 255)
	if _, err := strconv.ParseUint(l.Seed, 10, 64); err != nil {
		l.Seed = "0"
	}
	if _, err := time.Parse(time.RFC3339, l.Ended); err != nil {
		l.Ended = time.Time{}.Format(time.RFC3339)
	}
}

// short returns a score as a line of 34 columns.
func (l *Line) short() string {
	name := l.Name
	if name == "" {
		name = "-"
	}
	return fmt.Sprintf("%3d %-*s %7d %3d %s", l.Place, words.MaxName, name, l.Score, l.Last, l.Ended[len("2006-"):len(time.DateOnly)])
}

// Clean makes what a file says fit to be shown: anybody may have written it.
func (t *Table) Clean() {
	for _, s := range []*string{&t.Set, &t.Hash, &t.FirstName, &t.Mode, &t.Difficulty} {
		*s = words.Clean(*s, words.MaxLabel)
	}
}

// Kind says how the games of a table were played, if not as usual.
func (t Table) Kind() string {
	var words []string
	if t.Mode != engine.Campaign.String() && !(t.Own() && !strings.Contains(t.Mode, " ")) {
		words = append(words, t.Mode)
	}
	if t.Difficulty != engine.Difficulties[engine.Usual].Name {
		words = append(words, t.Difficulty)
	}
	if t.Assisted {
		words = append(words, "assisted")
	}
	if t.Drops != UsualDrops {
		words = append(words, fmt.Sprintf("%d %% drops", t.Drops))
	}
	return strings.Join(words, ", ")
}

// Head stands above the rows of a table.
const Head = "  #  name            score  to  combo     time  date"
