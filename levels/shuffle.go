package levels

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"arkterm/engine"
)

// This file makes the levels of a shuffled game: some of all sets that there are, in an order that
// a seed decides.

// ShuffledLevels is how many levels a shuffled game has.
const NumShuffled = 12

// The most that is tried to find another level, and the longest text of one: with these, all of
// them fit into a recording.
const (
	maxShuffleTries = 200
	maxLevelText    = 32 << 10
)

// A Set is a collection of levels that are read when they are needed.
type Set struct {
	Name string
	Read func() ([]Source, error)

	// Split returns the levels in a text of another game, or nil for a level file. Convert returns the level file for one
	// of them. They are nil if Read returns only level files.
	Split   func(text string) []string
	Convert func(set, text string) (string, error)
}

// ShippedSet returns the levels that come with the game as a set.
func ShippedSet() Set {
	return Set{Name: "arkterm", Read: func() (files []Source, err error) {
		names, err := fs.Glob(shipped, "shipped/*"+Suffix)
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
	c := random(seed)
	decks := make([]*setLevels, len(sets))
	s := shuffler{pack: Pack{Name: "Shuffle"}, names: map[string]bool{}}
	for range maxShuffleTries {
		if len(s.pack.Levels) == NumShuffled || len(sets) == 0 {
			break
		}
		n := c.below(len(sets))
		if decks[n] == nil {
			decks[n] = openSet(sets[n])
		}
		if d := decks[n]; len(d.levels) > 0 {
			k := c.below(len(d.levels))
			s.add(d.levels[k], d.name)
			d.levels[k] = levelText{}
		}
	}
	return s.pack
}

// A deck has the levels of a set. Levels that were drawn are empty.
type setLevels struct {
	name   string
	levels []levelText
}

// A card is the text of one level: the part of the file before its first level, and the level's own part. They are joined
// only when the card is drawn, because a file of 64 KiB can have thousands of levels below a long head. convert is nil for
// level files; otherwise the level is converted when it is drawn, because that takes 5 ms.
type levelText struct {
	head, body string
	convert    func(set, text string) (string, error)
}

// open reads a set. It has no levels if it cannot be read.
func openSet(s Set) *setLevels {
	d := &setLevels{name: s.Name}
	files, err := s.Read()
	if err != nil {
		return d
	}
	for _, f := range files {
		var foreign []string
		if s.Split != nil {
			foreign = s.Split(f.Text)
		}
		for _, text := range foreign {
			d.levels = append(d.levels, levelText{body: text, convert: s.Convert})
		}
		if len(foreign) == 0 {
			d.levels = append(d.levels, single(f.Text)...)
		}
	}
	return d
}

// A shuffled is the levels drawn so far.
type shuffler struct {
	pack  Pack
	names map[string]bool // folded
}

// add adds a level, unless it was drawn before, is too long, or is not right.
func (s *shuffler) add(c levelText, set string) {
	if c.body == "" || len(c.head)+len(c.body) > maxLevelText {
		return
	}
	text := c.head + c.body
	if c.convert != nil {
		var err error
		if text, err = c.convert(set, text); err != nil {
			return
		}
	}
	one, err := Parse("level", []byte(text))
	if err != nil {
		return
	}

	l := one.Levels[0]
	name := l.Name
	for n := 2; s.names[FoldName(name)]; n++ {
		tail := fmt.Sprintf(" (%d)", n)
		r := []rune(l.Name)
		name = strings.TrimSpace(string(r[:min(len(r), MaxName-len(tail))])) + tail
	}
	l.Name, s.names[FoldName(name)] = name, true
	s.pack.Levels = append(s.pack.Levels, l)
	file := fmt.Sprintf("%02d %s%s", len(s.pack.Levels), Clean(set), Suffix)
	s.pack.Sources = append(s.pack.Sources, Source{file, renamed(text, name)})
}

// single splits a level file into its levels.
func single(text string) (cards []levelText) {
	head, begin, at := "", -1, 0
	for line := range strings.Lines(text) {
		if beginsLevel(line) {
			if begin < 0 {
				head = text[:at]
			} else {
				cards = append(cards, levelText{head: head, body: text[begin:at]})
			}
			begin = at
		}
		at += len(line)
	}
	if begin >= 0 {
		cards = append(cards, levelText{head: head, body: text[begin:]})
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
func shippedShuffle(engine.Day) Pack { return Shuffle(0, []Set{ShippedSet()}) }

// FoldName returns the same text for all names that are equal under strings.EqualFold.
func FoldName(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, s)
}
