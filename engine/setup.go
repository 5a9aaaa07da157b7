package engine

import (
	"errors"
	"fmt"
	"strconv"

	"arkterm/engine/parse"
)

// A Setup is what is chosen before a game begins. Together with the levels and the inputs it
// decides the whole game. Its zero value is an ordinary campaign.
type Setup struct {
	Mode       Mode
	Seed       uint64
	First      int // index of the level to begin with
	Lives      int // 0: the number of the difficulty
	Difficulty Difficulty
	Assists    Assist
	Speed      int // percent of time's usual speed, see [Game.Rate]; 0: 100
	Drops      int // percent, for levels that do not set Drops
	Day        Day // of a daily game; else 0
	Storm      int // number of balls in the mode storm; 0: UsualStorm
	WinPoints  int // points that win a match; 0: UsualTo
}

// Terms returns the terms at the beginning of the game.
func (s *Setup) Terms() Terms {
	t := Terms{s.Difficulty.OrMedium(), s.Assists, s.Speed}
	set(&t.Speed, DefaultTimeSpeed)
	return t
}

// SetTerms sets the terms at the beginning of the game.
func (s *Setup) SetTerms(t Terms) {
	s.Difficulty, s.Assists, s.Speed = t.Difficulty, t.Assists, t.Speed
}

// A SetupField describes a field of a [Setup]: its spelling, reading, writing, limits and
// explanation. Configurations are checked by it, recordings and codes are read and written by it,
// and flags and docs/formats.md take their words from it.
type SetupField struct {
	Name  string // as recordings spell it
	Value string // what follows the name, for the documentation
	Code  string // as codes spell it; "": not in codes
	Help  string // description for people

	Min, Max int // of a number

	number func(*Setup) *int // 0: the default; nil: it is not a number, and uses the next two
	text   func(*Setup) string
	read   func(*Setup, string) error
}

// setupFields are the fields of a Setup, in the order of recordings. A new one is a field above and
// a row here.
var setupFields = [...]SetupField{
	{
		Name: "mode", Value: "NAME", Code: "mode", Help: "the kind of game",
		text: func(s *Setup) string { return s.Mode.String() },
		read: func(s *Setup, v string) (err error) {
			if s.Mode, err = ParseMode(v); err != nil {
				return errors.New("this arkterm has no such mode: it was made by a newer arkterm")
			}
			return nil
		},
	},
	{
		Name: "seed", Value: "N", Code: "seed", Help: "what chance there is begins with this number",
		text: func(s *Setup) string { return strconv.FormatUint(s.Seed, 10) },
		read: func(s *Setup, v string) error { return parse.Uint64(v, &s.Seed) },
	},
	{
		Name: "first", Value: "N", Code: "first", Help: "the level to begin with, from 1", Min: 1, Max: MaxLevels,
		text: func(s *Setup) string { return strconv.Itoa(s.First + 1) },
		read: func(s *Setup, v string) error {
			err := parse.Int(v, &s.First, 1, MaxLevels)
			s.First--
			return err
		},
	},
	{
		Name: "lives", Value: "N", Help: "the balls to begin with, where it is not as many as the difficulty says",
		Min: 1, Max: LivesLimit, number: func(s *Setup) *int { return &s.Lives },
	},
	{
		Name: "difficulty", Value: "NAME", Code: "difficulty", Help: "how hard the game is, where it is not medium",
		text: func(s *Setup) string {
			if s.Difficulty == DefaultDifficulty {
				return ""
			}
			return Difficulties[s.Difficulty].Name
		},
		read: func(s *Setup, v string) (err error) { s.Difficulty, err = ParseDifficulty(v); return err },
	},
	{
		Name: "assist", Value: "NAMES", Help: "what helps from the start: some of `aim`, `wide`, `slow` and `lives`, with commas between them",
		text: func(s *Setup) string {
			if s.Assists == 0 {
				return ""
			}
			return s.Assists.String()
		},
		read: func(s *Setup, v string) (err error) { s.Assists, err = ParseAssists(v); return err },
	},
	{
		Name: "speed", Value: "N", Help: "percent of its usual speed that time runs at, where it is not 100",
		Min: MinTimeSpeed, Max: MaxTimeSpeed, number: func(s *Setup) *int { return &s.Speed },
		text: func(s *Setup) string {
			if s.Speed == DefaultTimeSpeed {
				return ""
			}
			return numberText(s.Speed)
		},
	},
	{
		Name: "drops", Value: "N", Code: "drops", Help: "from so many of 100 bricks something falls, where the level does not say",
		Min: 0, Max: 100, number: func(s *Setup) *int { return &s.Drops },
	},
	{
		Name: "day", Value: "YYYY-MM-DD", Code: "day", Help: "the day of a daily game in UTC, which its levels are made out of",
		text: func(s *Setup) string {
			if s.Day == 0 {
				return ""
			}
			return s.Day.String()
		},
		read: func(s *Setup, v string) (err error) { s.Day, err = ParseDay(v); return err },
	},
	{
		Name: "storm", Value: "N", Code: "balls", Help: "the balls of a storm, where they are not 200",
		Min: 1, Max: MaxStorm, number: func(s *Setup) *int { return &s.Storm },
	},
	{
		Name: "to", Value: "N", Help: "points that win a match, where it is not 7",
		Min: 1, Max: MaxWinPoints, number: func(s *Setup) *int { return &s.WinPoints },
	},
}

// SetupFields returns the fields of a [Setup], in the order of recordings.
func SetupFields() []SetupField { return setupFields[:] }

// SetupNamed returns the field of a [Setup] with the given name; there must be one.
func SetupNamed(name string) *SetupField {
	for i := range setupFields {
		if setupFields[i].Name == name {
			return &setupFields[i]
		}
	}
	panic("engine: a set-up has no field " + name)
}

// Text returns the value of the field in s as text, or "" if it is the default and not written.
func (f *SetupField) Text(s *Setup) string {
	if f.text != nil {
		return f.text(s)
	}
	return numberText(*f.number(s))
}

func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Read sets the field in s from text.
func (f *SetupField) Read(s *Setup, text string) error {
	if f.read != nil {
		return f.read(s, text)
	}
	return parse.Int(text, f.number(s), f.Min, f.Max)
}

// check returns an error if a number of s is out of range.
func (s *Setup) check() error {
	for i := range setupFields {
		f := &setupFields[i]
		if f.number == nil {
			continue
		}
		if n := *f.number(s); n != 0 && (n < f.Min || n > f.Max) {
			return fmt.Errorf("%s of %d, want %d to %d", f.Name, n, f.Min, f.Max)
		}
	}
	return nil
}
