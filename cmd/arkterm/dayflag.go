package main

import (
	"time"

	"arkterm/engine"
)

// today returns the current day in UTC, so that a new daily game starts at the same time everywhere.
func today(now time.Time) engine.Day {
	year, month, day := now.UTC().Date()
	return engine.NewDay(year, int(month), day)
}

// A dayFlag is a flag that takes a day.
type dayFlag struct{ day *engine.Day }

func (f dayFlag) String() string {
	if f.day == nil || *f.day == 0 {
		return ""
	}
	return f.day.String()
}

func (f dayFlag) Type() string { return "DAY" }

func (f dayFlag) Set(text string) (err error) {
	*f.day, err = engine.ParseDay(text)
	return err
}
