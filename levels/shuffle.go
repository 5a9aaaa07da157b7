package levels

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// This file selects the levels of a shuffled game from all available sets, in an order that depends on a seed.

// NumShuffled is the number of levels in a shuffled game.
const NumShuffled = 12

// Limits of a shuffle. They ensure that all selected levels fit into a recording.
const (
	maxShuffleTries = 200      // attempts to select a level
	maxLevelText    = 32 << 10 // size of a level's text, in bytes
)

// A Set is a collection of levels that are read when they are needed.
type Set struct {
	Name string
	Read func() ([]Source, error)

	// Split returns the levels in a text of another game, or nil for a level file. Convert returns the level file for
	// one of them. They are nil if Read returns only level files.
	Split   func(text string) []string
	Convert func(set, text string) (string, error)
}

// ShippedSet returns the levels of the campaign as a set.
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

// Shuffle returns levels of the sets, selected by the seed. In each step, it selects a set and then a level that was
// not selected before. The same seed and sets produce the same levels. Unreadable sets and invalid levels are skipped.
// The pack has a source for each level.
func Shuffle(seed uint64, sets []Set) Pack {
	c := random(seed)
	opened := make([]*setLevels, len(sets)) // nil for sets that were not selected yet
	s := shuffler{pack: Pack{Name: "Shuffle"}, names: levelNames{}}
	for range maxShuffleTries {
		if len(s.pack.Levels) == NumShuffled || len(sets) == 0 {
			break
		}
		n := c.below(len(sets))
		if opened[n] == nil {
			opened[n] = openSet(sets[n])
		}
		if d := opened[n]; len(d.levels) > 0 {
			k := c.below(len(d.levels))
			s.add(d.levels[k], d.name)
			d.levels[k] = levelText{}
		}
	}
	return s.pack
}

// A setLevels contains the levels of a set. Selected levels are replaced by empty ones.
type setLevels struct {
	name   string
	levels []levelText
}

// A levelText is the text of one level. It consists of the head, which is the part of the file before the first level,
// and the body of the level. They are joined only when the level is selected, because a file of 64 KiB can have a long
// head and thousands of levels. Levels of other games are converted when they are selected, because converting a level
// takes 5 ms.
type levelText struct {
	head, body string
	convert    func(set, text string) (string, error) // converts a level of another game; nil for level files
}

// openSet reads a set. The result is empty if the set cannot be read.
func openSet(s Set) *setLevels {
	d := &setLevels{name: s.Name}
	files, err := s.Read()
	if err != nil {
		return d
	}
	for _, f := range files {
		var imported []string
		if s.Split != nil {
			imported = s.Split(f.Text)
		}
		for _, text := range imported {
			d.levels = append(d.levels, levelText{body: text, convert: s.Convert})
		}
		if len(imported) == 0 {
			d.levels = append(d.levels, splitFile(f.Text)...)
		}
	}
	return d
}

// A SetLevel is a level of a set. Its text is converted when it is needed.
type SetLevel struct {
	Name string // name of the level, or of its file if the level has no name
	File string // name of its file
	text levelText
	set  string
}

// Levels returns the levels of the set. A file in which no level begins counts as a level.
func (s Set) Levels() ([]SetLevel, error) {
	files, err := s.Read()
	var all []SetLevel
	for _, f := range files {
		add := func(name string, text levelText) { all = append(all, SetLevel{Clean(name), f.Name, text, s.Name}) }
		var imported []string
		if s.Split != nil {
			imported = s.Split(f.Text)
		}
		for i, text := range imported {
			add(fmt.Sprint(i+1), levelText{body: text, convert: s.Convert})
		}
		own := splitFile(f.Text)
		for _, text := range own {
			line, _, _ := strings.Cut(text.body, "\n")
			_, name, _ := strings.Cut(line, ":")
			add(strings.TrimSpace(name), text)
		}
		if len(imported)+len(own) == 0 {
			add(f.Name, levelText{body: f.Text})
		}
	}
	return all, err
}

// Text returns the text of a level file with only this level.
func (l *SetLevel) Text() (string, error) {
	text := l.text.head + l.text.body
	if l.text.convert != nil {
		return l.text.convert(l.set, text)
	}
	return text, nil
}

// IsImported reports whether the level belongs to a set of another game. Converting such a level takes about 5 ms.
func (l *SetLevel) IsImported() bool { return l.text.convert != nil }

// Preview parses the text of the level and returns the level. It does not check that balls can reach all bricks,
// because this check takes 80 % of the time of [Read].
func (l *SetLevel) Preview() (*spec.Level, error) {
	text, err := l.Text()
	if err != nil {
		return nil, err
	}
	var p parser
	p.parse(l.File, text, true)
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	return &p.pack.Levels[0], nil
}

// A shuffler contains the levels selected so far.
type shuffler struct {
	pack  Pack
	names levelNames
}

// levelNames is a set of level names, as returned by FoldName.
type levelNames map[string]bool

// add adds a name and returns it. If the set already contains the name, add appends a number to it.
func (s levelNames) add(name string) string {
	numbered := name
	for n := 2; s[FoldName(numbered)]; n++ {
		tail := fmt.Sprintf(" (%d)", n)
		r := []rune(name)
		numbered = strings.TrimSpace(string(r[:min(len(r), MaxName-len(tail))])) + tail
	}
	s[FoldName(numbered)] = true
	return numbered
}

// Join joins level files with one level each. Repeated names get a number.
func Join(texts []string) string {
	var b strings.Builder
	b.WriteString("arkterm levels 1\n")
	names := levelNames{}
	for _, text := range texts {
		name := ""
		for line := range strings.Lines(text) {
			if beginsLevel(line) {
				_, name, _ = strings.Cut(line, ":")
			}
		}
		_, text, _ = strings.Cut(renamed(text, names.add(strings.TrimSpace(name))), "\n")
		b.WriteString(text)
	}
	return b.String()
}

// add adds a level unless it is empty, too long or invalid.
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
	pack, err := Parse("level", []byte(text))
	if err != nil {
		return
	}

	l := pack.Levels[0]
	name := s.names.add(l.Name)
	l.Name = name
	s.pack.Levels = append(s.pack.Levels, l)
	file := fmt.Sprintf("%02d %s%s", len(s.pack.Levels), Clean(set), Suffix)
	s.pack.Sources = append(s.pack.Sources, Source{file, renamed(text, name)})
}

// splitFile splits a level file into its levels.
func splitFile(text string) (all []levelText) {
	head, begin, at := "", -1, 0
	for line := range strings.Lines(text) {
		if beginsLevel(line) {
			if begin < 0 {
				head = text[:at]
			} else {
				all = append(all, levelText{head: head, body: text[begin:at]})
			}
			begin = at
		}
		at += len(line)
	}
	if begin >= 0 {
		all = append(all, levelText{head: head, body: text[begin:]})
	}
	return all
}

// beginsLevel reports whether a line of a level file starts a level.
func beginsLevel(line string) bool {
	key, _, found := strings.Cut(line, ":")
	return found && strings.TrimRight(key, " \t") == "level"
}

// renamed replaces the name of the level in the text of a level file that has one level.
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

// shippedShuffle returns the levels of a shuffled game with only the shipped set.
func shippedShuffle(engine.Day) Pack { return Shuffle(0, []Set{ShippedSet()}) }

// FoldName returns the same text for all names that are equal under strings.EqualFold.
func FoldName(s string) string {
	return strings.Map(func(r rune) rune {
		smallest := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			smallest = min(smallest, f)
		}
		return smallest
	}, s)
}
