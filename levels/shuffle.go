package levels

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"arkterm/engine"
)

// This file makes the levels of a shuffled game: some of all sets that there are, in an order that
// a seed decides.

// ShuffledLevels is how many levels a shuffled game has.
const ShuffledLevels = 12

// The most that is tried to find another level, and the longest text of one: with these, all of
// them fit into a recording.
const (
	shuffleTries = 200
	longestLevel = 32 << 10
)

// A Set is level files, or sets of LBreakout's, that can be read when they are needed.
type Set struct {
	Name string
	Read func() ([]Source, error)
}

// ShippedSet returns the levels that come with the game as a set.
func ShippedSet() Set {
	return Set{Name: "arkterm", Read: func() (files []Source, err error) {
		names, err := fs.Glob(shipped, "shipped/*"+suffix)
		for _, name := range names {
			text, e := fs.ReadFile(shipped, name)
			files, err = append(files, Source{path.Base(name), string(text)}), errors.Join(err, e)
		}
		return files, err
	}}
}

// Shuffle returns levels of the sets, drawn by the seed: each time a set, and then one of its levels
// that was not drawn before. The same seed and sets give the same levels. Sets that cannot be read,
// and levels that are not right, are passed over. The pack has a source for each level.
func Shuffle(seed uint64, sets []Set) Pack {
	c := dice(seed)
	decks := make([]*deck, len(sets))
	s := shuffled{pack: Pack{Name: "Shuffle"}, names: map[string]bool{}}
	for range shuffleTries {
		if len(s.pack.Levels) == ShuffledLevels || len(sets) == 0 {
			break
		}
		n := c.below(len(sets))
		if decks[n] == nil {
			decks[n] = open(sets[n])
		}
		if d := decks[n]; len(d.cards) > 0 {
			k := c.below(len(d.cards))
			s.add(d.cards[k], d.name)
			d.cards[k] = card{}
		}
	}
	return s.pack
}

// A deck is the levels of a set; those that were drawn are empty.
type deck struct {
	name  string
	cards []card
}

// A card is the text of one level: what stands before the first level of its file, and its own part. Both
// are parts of that file, joined only when the card is drawn: a file of 64 KiB may have thousands of
// levels below a long head.
type card struct{ head, body string }

// open reads a set. What cannot be read has no levels.
func open(s Set) *deck {
	d := &deck{name: s.Name}
	files, err := s.Read()
	if err != nil {
		return d
	}
	for _, f := range files {
		d.cards = append(d.cards, single(f.Text)...)
	}
	return d
}

// A shuffled is the levels drawn so far.
type shuffled struct {
	pack  Pack
	names map[string]bool // folded
}

// add adds a level, unless it was drawn before, is too long, or is not right.
func (s *shuffled) add(c card, set string) {
	if c.body == "" || len(c.head)+len(c.body) > longestLevel {
		return
	}
	text := c.head + c.body
	if IsSet([]byte(text)) {
		files, _, err := SetSources(set, []byte(text))
		if err != nil || len(files) == 0 {
			return
		}
		text = files[0].Text
	}
	one, err := Parse("level", []byte(text))
	if err != nil {
		return
	}

	l := one.Levels[0]
	name := l.Name
	for n := 2; s.names[folded(name)]; n++ {
		tail := fmt.Sprintf(" (%d)", n)
		r := []rune(l.Name)
		name = strings.TrimSpace(string(r[:min(len(r), MaxName-len(tail))])) + tail
	}
	l.Name, s.names[folded(name)] = name, true
	s.pack.Levels = append(s.pack.Levels, l)
	file := fmt.Sprintf("%02d %s%s", len(s.pack.Levels), clean(set), suffix)
	s.pack.Sources = append(s.pack.Sources, Source{file, renamed(text, name)})
}

// single takes a level file apart into its levels, or a set of LBreakout's into sets of one level: to import one takes
// 5 ms, and one of a few hundred is drawn.
func single(text string) (cards []card) {
	if IsSet([]byte(text)) {
		for _, board := range splitSet([]byte(text)) {
			cards = append(cards, card{body: board})
		}
		return cards
	}
	head, begin, at := "", -1, 0
	for line := range strings.Lines(text) {
		if beginsLevel(line) {
			if begin < 0 {
				head = text[:at]
			} else {
				cards = append(cards, card{head, text[begin:at]})
			}
			begin = at
		}
		at += len(line)
	}
	if begin >= 0 {
		cards = append(cards, card{head, text[begin:]})
	}
	return cards
}

// beginsLevel reports whether a line of a level file has the key of a level's name.
func beginsLevel(line string) bool {
	key, _, found := strings.Cut(line, ":")
	return found && strings.TrimRight(key, " \t") == "level"
}

// renamed returns the text of a level file with one level, which gets the given name.
func renamed(text, name string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if beginsLevel(line) {
			line = "level: " + name + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// shuffledOf returns the levels of a shuffled game without any sets but the shipped one.
func shuffledOf(engine.Day) Pack { return Shuffle(0, []Set{ShippedSet()}) }
