package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/render/text"
)

// A choiceFlag is a flag that takes one of several names.
type choiceFlag struct {
	p     *string
	names []string
}

func (c choiceFlag) String() string {
	if c.p == nil {
		return ""
	}
	return *c.p
}

// Type returns the word for the value in the help. Two short names are listed instead.
func (c choiceFlag) Type() string {
	if c.Choices() == nil {
		return strings.Join(c.names, "|")
	}
	return "NAME"
}

// Choices implements [cli.Chooser]. It returns the names, or nil if Type returns them.
func (c choiceFlag) Choices() []string {
	if len(c.names) == 2 {
		return nil
	}
	return c.names
}

// Default implements [cli.Chooser]. It returns "", because the initial value of the flag is the default.
func (c choiceFlag) Default() string { return "" }

func (c choiceFlag) Set(text string) error {
	for _, name := range c.names {
		if parse.SameName(text, name) {
			*c.p = name
			return nil
		}
	}
	return fmt.Errorf("want %s%s", strings.Join(c.names, ", "), parse.DidYouMean(text, "", c.names))
}

// A shorthandFlag is a switch that sets another flag to a value.
type shorthandFlag struct {
	value string
	p     *string
}

func (s shorthandFlag) String() string   { return "" }
func (s shorthandFlag) Type() string     { return "bool" }
func (s shorthandFlag) IsBoolFlag() bool { return true }

func (s shorthandFlag) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if on {
		*s.p = s.value
	}
	return err
}

// A seedFlag is a flag that takes a seed.
type seedFlag struct {
	value uint64
	given bool
}

func (s *seedFlag) String() string {
	if !s.given {
		return ""
	}
	return strconv.FormatUint(s.value, 10)
}

func (s *seedFlag) Type() string { return "N" }

func (s *seedFlag) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number, 0 to %d", uint64(math.MaxUint64))
	}
	s.value, s.given = v, true
	return nil
}

// A playerFlag is a flag that takes a player's name for the scores.
type playerFlag struct{ p *string }

func (n playerFlag) String() string {
	if n.p == nil {
		return ""
	}
	return *n.p
}

func (n playerFlag) Type() string { return "NAME" }

func (n playerFlag) Set(value string) error {
	name, err := text.CheckPlayerName(value)
	if err == nil {
		*n.p = name
	}
	return err
}

// A sizeFlag is a flag that takes columns and rows, such as 80x24.
type sizeFlag struct{ w, h int }

// maxSize is the maximum width and height of a frame.
const maxSize = 1000

func (s *sizeFlag) String() string { return fmt.Sprintf("%dx%d", s.w, s.h) }
func (s *sizeFlag) Type() string   { return "WxH" }

func (s *sizeFlag) Set(text string) error {
	left, right, _ := strings.Cut(strings.ToLower(text), "x")
	w, errW := strconv.Atoi(left)
	h, errH := strconv.Atoi(right)
	if errW != nil || errH != nil || w < 1 || w > maxSize || h < 1 || h > maxSize {
		return fmt.Errorf("want columns x rows, such as 80x24, each 1 to %d", maxSize)
	}
	s.w, s.h = w, h
	return nil
}

// A timeFlag is a flag that takes a time in a game, such as 90, 1:30, 1:02:05 or 12.5.
type timeFlag struct {
	ticks    *uint64
	positive bool // the time must not be 0
}

func (m timeFlag) String() string {
	if m.ticks == nil || *m.ticks == 0 {
		return ""
	}
	return text.PlayTime(*m.ticks)
}

func (m timeFlag) Type() string { return "TIME" }

func (m timeFlag) Set(text string) error {
	errFormat := errors.New("want seconds, such as 12.5, or minutes and seconds, such as 1:30, at most 4 hours")
	total := time.Duration(0)
	parts := strings.Split(text, ":")
	for i, part := range parts {
		if part == "" || strings.Trim(part, "0123456789.") != "" || i < len(parts)-1 && strings.Contains(part, ".") {
			return errFormat
		}
		d, err := time.ParseDuration(part + "s")
		if err != nil || len(parts) > 3 || d > 4*time.Hour || total > 4*time.Hour {
			return errFormat
		}
		total = 60*total + d
	}
	if total > 4*time.Hour {
		return errFormat
	}
	ticks := uint64(total * engine.TicksPerSecond / time.Second)
	if m.positive && ticks == 0 {
		return fmt.Errorf("want at least one tick, 1/%d s", engine.TicksPerSecond)
	}
	*m.ticks = ticks
	return nil
}

// addOptions adds a flag for each option to a command.
func addOptions(cmd *cobra.Command, c *settings.Choices) {
	for i := range settings.Options {
		o := &settings.Options[i]
		cmd.Flags().Var(settings.Flag{Option: o, Value: &c.Values[i][settings.ByFlag]}, o.Name, o.Help)
		completeOption(cmd, i)
		for _, s := range o.Shorthands {
			cmd.Flags().Var(shorthandFlag{s.Value, &c.Values[i][settings.ByFlag]}, s.Name, s.Help)
			cmd.Flags().Lookup(s.Name).NoOptDefVal = "true"
		}
	}
}

// checkExclusive returns an error if flag is given together with one of the others.
func checkExclusive(cmd *cobra.Command, flag string, others ...string) error {
	for _, other := range others {
		if cmd.Flags().Changed(flag) && cmd.Flags().Changed(other) {
			return cli.Errorf(cli.ExitUsage, "--%s and --%s cannot be combined", flag, other)
		}
	}
	return nil
}
