package progress

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/render/text"
)

// A Placing is the place of a saved score in its table.
type Placing struct {
	ID          int64   // ID of the entry
	Place       int     // from 1
	Scored      bool    // the score is above 0; otherwise it is not in the table, and Place is not valid
	NumScores   int     // number of scores in the table
	Best        bool    // the score is higher than all other scores of the same name in the table
	Name        *string // name of the entry; nil until the player has chosen one
	BoardPlaces string  // places on the leaderboards of an arcade server, as text; "" if there are none
}

// TableSize is the number of scores that dialogs show of each table. The recordings of these scores are kept.
const TableSize = 10

// A Page is a table with its best scores.
type Page struct {
	Table
	Scores []ScoreRow `json:"scores"`
}

// Text returns the page as lines of at most the given number of columns. An arrow marks the score with the ID markedID.
// If markedID is 0, no score is marked.
func (p *Page) Text(columns int, markedID int64) []string {
	head := fmt.Sprintf(text.Scores.FromLevel, p.FirstLevel)
	if p.HasOwnLevels() {
		head = p.SetName
	}
	if k := p.Kind(); k != "" {
		head += " · " + k
	}
	if p.FirstLevelName != "" && !p.HasOwnLevels() {
		head += " · " + p.FirstLevelName // last, because it may be cut off
	}

	lines := []string{head}
	if columns >= wideScores {
		lines = append(lines, text.Scores.WideHeading)
	} else {
		lines = append(lines, text.Scores.ShortHeading)
	}
	for i := range p.Scores {
		l := &p.Scores[i]
		row := l.shortText()
		if columns >= wideScores {
			row = l.Text()
		}
		if l.ID == markedID {
			row = "▸" + row[1:] // the place has at most two digits
		}
		lines = append(lines, row)
	}

	if len(p.Scores) == 0 {
		lines = append(lines, "", text.Scores.None)
	}
	return lines
}

// wideScores is the minimum number of columns for rows with all details.
const wideScores = 58

// A ScoreRow is a score in a table.
type ScoreRow struct {
	ID            int64   `json:"-"`
	Place         int     `json:"place"`
	Name          string  `json:"name"`
	PersonalBest  bool    `json:"personal_best"`
	Score         int     `json:"score"`
	LastLevel     int     `json:"last"`
	LevelsCleared int     `json:"levels_cleared"`
	BestCombo     int     `json:"best_combo"`
	Ticks         uint64  `json:"ticks"`
	Outcome       Outcome `json:"outcome"`
	Seed          string  `json:"seed"` // a string, because JSON readers round large numbers
	Ended         string  `json:"ended"`
	Replay        string  `json:"replay"`
}

// Text returns the score as a row with all details. An asterisk marks the best score of a name.
func (l *ScoreRow) Text() string {
	name, star := l.Name, " "
	if name == "" {
		name = "-"
	}
	if l.PersonalBest {
		star = "*"
	}
	return fmt.Sprintf("%3d%s %s %9s %3d %5d %8s  %s", l.Place, star, text.Pad(name, text.MaxPlayerName),
		numberIn(l.Score, 9), l.LastLevel, l.BestCombo,
		text.PlayTime(l.Ticks), l.Ended[:len(time.DateOnly)])
}

// Clean removes unsafe characters from a row that was read from a file, and replaces invalid values.
func (l *ScoreRow) Clean() {
	l.Name = text.PlayerName(l.Name)
	l.Outcome = Outcome(text.Clean(string(l.Outcome), text.MaxLabel))
	l.Replay = text.Clean(l.Replay, 255)
	if _, err := strconv.ParseUint(l.Seed, 10, 64); err != nil {
		l.Seed = "0"
	}
	if _, err := time.Parse(time.RFC3339, l.Ended); err != nil {
		l.Ended = time.Time{}.Format(time.RFC3339)
	}
}

// shortText returns the score as a row of 34 columns, without the details.
func (l *ScoreRow) shortText() string {
	name := l.Name
	if name == "" {
		name = "-"
	}
	return fmt.Sprintf("%3d %s %7s %3d %s", l.Place, text.Pad(name, text.MaxPlayerName), numberIn(l.Score, 7),
		l.LastLevel,
		l.Ended[len("2006-"):len(time.DateOnly)])
}

// numberIn returns a number as text. It puts commas between thousands if the result fits into the given number of
// columns.
func numberIn(n, columns int) string {
	if number := text.Number(n); len(number) <= columns {
		return number
	}
	return strconv.Itoa(n)
}

// Clean removes unsafe characters from the texts of a table that was read from a file.
func (t *Table) Clean() {
	for _, s := range []*string{&t.SetName, &t.Hash, &t.FirstLevelName, &t.Mode, &t.Difficulty} {
		*s = text.Clean(*s, text.MaxLabel)
	}
}

// Kind describes how the games of a table differ from games with default settings, for example "easy, assisted". It
// returns "" if they do not differ.
func (t Table) Kind() string {
	var words []string
	if mode := t.mode(); !mode.Default && !(mode.OwnLevels && !strings.Contains(t.Mode, " ")) {
		words = append(words, text.Translate(t.Mode))
	}
	if t.Difficulty != engine.Difficulties[engine.DefaultDifficulty].Name {
		words = append(words, text.Translate(t.Difficulty))
	}
	if t.Assisted {
		words = append(words, text.Scores.Assisted)
	}
	if t.DropPercent != DefaultDrops {
		words = append(words, fmt.Sprintf(text.Scores.Drops, t.DropPercent))
	}
	if t.Rules != engine.Rules {
		words = append(words, fmt.Sprintf(text.Scores.Rules, t.Rules))
	}
	return strings.Join(words, ", ")
}
