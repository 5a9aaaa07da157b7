//go:build ignore

// Command catch is a bot for arkterm. It moves the paddle to the next landing of a ball, and catches good drops while
// there is time. It needs only the standard library:
//
//	go build -o catch docs/bots/catch.go
//	arkterm bot --cmd ./catch
package main

import (
	"encoding/json"
	"log"
	"math"
	"os"
)

// A line is a line from arkterm, with the fields that this bot needs.
type line struct {
	Type       string
	Tick       int
	FireAction string `json:"fire_action"`
	Landings   []struct{ X, Ticks float64 }
	Paddles    []struct{ X, Y float64 }
	Drops      []struct {
		Benefit  int
		X, Y, VY float64
	}
}

// An answer is the decision for a state.
type answer struct {
	Tick   int     `json:"tick"`
	Target float64 `json:"target"`
	Fire   bool    `json:"fire"`
}

const (
	ticksPerSecond = 240
	speed          = 0.5 // units per tick that the paddle moves at least
)

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var s line
		if err := in.Decode(&s); err != nil {
			log.Fatal(err)
		}
		switch s.Type {
		case "end":
			return
		case "state":
			a := answer{Tick: s.Tick, Target: target(&s)}
			a.Fire = s.FireAction == "serve" || s.FireAction == "launch" || s.FireAction == "recall"
			if err := out.Encode(a); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// target returns the position to which the paddle moves.
func target(s *line) float64 {
	paddle := s.Paddles[0]
	x, ticks := paddle.X, math.Inf(1)
	if len(s.Landings) > 0 {
		x, ticks = s.Landings[0].X, s.Landings[0].Ticks
	}
	for _, d := range s.Drops {
		if d.Benefit < 0 || d.VY <= 0 {
			continue
		}
		fall := (paddle.Y - d.Y) / d.VY * ticksPerSecond
		if back := math.Abs(d.X-x) / speed; fall > -20 && fall+back < ticks {
			return d.X
		}
	}
	return x
}
