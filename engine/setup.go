package engine

import (
	"errors"
	"fmt"
	"strconv"

	"arkterm/engine/parse"
)

// A Setup contains the choices before the start of a game. Together with the levels and the inputs,
// it determines the game completely. The zero Setup is a campaign with default values.
type Setup struct {
	Mode       Mode
	Seed       uint64
	First      int // index of the first level
	Lives      int // initial lives; 0 means the difficulty's default
	Difficulty Difficulty
	Assists    Assist
	Speed      int // speed of time in percent, see [Game.Rate]; 0 means 100
	Drops      int // percentage of bricks with a random drop, in levels that do not set Level.Drops
	Day        Day // day of a daily game, otherwise 0
	Storm      int // number of balls in a storm; 0 means DefaultStorm
	WinPoints  int // points that win a match; 0 means DefaultWinPoints
}

// Terms returns the initial terms of the game.
func (s *Setup) Terms() Terms {
	t := Terms{s.Difficulty.OrMedium(), s.Assists, s.Speed}
	setDefault(&t.Speed, DefaultTimeSpeed)
	return t
}

// SetTerms sets the initial terms of the game.
func (s *Setup) SetTerms(t Terms) {
	s.Difficulty, s.Assists, s.Speed = t.Difficulty, t.Assists, t.Speed
}

// A SetupField describes a field of a [Setup]. The table of fields checks configurations, reads and
// writes recordings and share codes, and documents the fields in flags and in arkterm-replay(5).
type SetupField struct {
	Name  string // name in recordings
	Value string // placeholder for the value in the documentation
	Code  string // name in share codes; "" means that codes do not contain it
	Help  string // description for players and operators

	Min, Max int // limits of a number

	number func(*Setup) *int          // nil if the field is not a number; the value 0 means the default
	text   func(*Setup) string        // formats the value; nil if the text is a decimal number
	read   func(*Setup, string) error // parses and sets the value; nil if the text is a decimal number
}

// setupFields are the fields of a Setup, in the order of recordings. To add one, add a field to
// Setup and a row here.
var setupFields = [...]SetupField{
	{
		Name: "mode", Value: "NAME", Code: "mode", Help: "game mode",
		text: func(s *Setup) string { return s.Mode.String() },
		read: func(s *Setup, v string) (err error) {
			if s.Mode, err = ParseMode(v); err != nil {
				return errors.New("unknown mode (from a newer version of arkterm)")
			}
			return nil
		},
	},
	{
		Name: "seed", Value: "N", Code: "seed", Help: "seed of the random number generator",
		text: func(s *Setup) string { return strconv.FormatUint(s.Seed, 10) },
		read: func(s *Setup, v string) error { return parse.Uint64(v, &s.Seed) },
	},
	{
		Name: "first", Value: "N", Code: "first", Help: "first level", Min: 1, Max: MaxLevels,
		text: func(s *Setup) string { return strconv.Itoa(s.First + 1) },
		read: func(s *Setup, v string) error {
			err := parse.Int(v, &s.First, 1, MaxLevels)
			s.First--
			return err
		},
	},
	{
		Name: "lives", Value: "N", Help: "initial lives; default by difficulty",
		Min: 1, Max: LivesLimit, number: func(s *Setup) *int { return &s.Lives },
	},
	{
		Name: "difficulty", Value: "NAME", Code: "difficulty", Help: "difficulty; default medium",
		text: func(s *Setup) string {
			if s.Difficulty == DefaultDifficulty {
				return ""
			}
			return Difficulties[s.Difficulty].Name
		},
		read: func(s *Setup, v string) (err error) { s.Difficulty, err = ParseDifficulty(v); return err },
	},
	{
		Name: "assist", Value: "NAMES",
		Help: "initial assists, separated by commas",
		text: func(s *Setup) string {
			if s.Assists == 0 {
				return ""
			}
			return s.Assists.String()
		},
		read: func(s *Setup, v string) (err error) { s.Assists, err = ParseAssists(v); return err },
	},
	{
		Name: "speed", Value: "N", Help: "speed of time in percent; default 100",
		Min: MinTimeSpeed, Max: MaxTimeSpeed, number: func(s *Setup) *int { return &s.Speed },
		text: func(s *Setup) string {
			if s.Speed == DefaultTimeSpeed {
				return ""
			}
			return numberText(s.Speed)
		},
	},
	{
		Name: "drops", Value: "N", Code: "drops",
		Help: "percentage of bricks with a drop",
		Min:  0, Max: 100, number: func(s *Setup) *int { return &s.Drops },
	},
	{
		Name: "day", Value: "YYYY-MM-DD", Code: "day",
		Help: "day of a daily game, in UTC",
		text: func(s *Setup) string {
			if s.Day == 0 {
				return ""
			}
			return s.Day.String()
		},
		read: func(s *Setup, v string) (err error) { s.Day, err = ParseDay(v); return err },
	},
	{
		Name: "storm", Value: "N", Code: "balls", Help: "balls in a storm; default 200",
		Min: 1, Max: MaxStorm, number: func(s *Setup) *int { return &s.Storm },
	},
	{
		Name: "to", Value: "N", Help: "points that win a match; default 7",
		Min: 1, Max: MaxWinPoints, number: func(s *Setup) *int { return &s.WinPoints },
	},
}

// SetupFields returns the fields of a [Setup], in the order of recordings. Callers must not modify
// them.
func SetupFields() []SetupField { return setupFields[:] }

// SetupNamed returns the field of a [Setup] with the given name. It panics if there is none.
func SetupNamed(name string) *SetupField {
	for i := range setupFields {
		if setupFields[i].Name == name {
			return &setupFields[i]
		}
	}
	panic("engine: unknown field of Setup: " + name)
}

// Text formats the value of the field in s. It returns "" for the default, which recordings omit.
func (f *SetupField) Text(s *Setup) string {
	if f.text != nil {
		return f.text(s)
	}
	return numberText(*f.number(s))
}

// numberText formats n. It returns "" for 0.
func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Read parses text and sets the field in s. The error contains only the allowed values.
func (f *SetupField) Read(s *Setup, text string) error {
	if f.read != nil {
		return f.read(s, text)
	}
	return parse.Int(text, f.number(s), f.Min, f.Max)
}

// check returns an error if a number in s is out of range.
func (s *Setup) check() error {
	for i := range setupFields {
		f := &setupFields[i]
		if f.number == nil {
			continue
		}
		if n := *f.number(s); n != 0 && (n < f.Min || n > f.Max) {
			return fmt.Errorf("%s %d, want %d to %d", f.Name, n, f.Min, f.Max)
		}
	}
	return nil
}
