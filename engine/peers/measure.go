package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"syscall"
	"time"

	"arkterm/engine/world/scenes"
)

// warmUp steps are run before the timed ones, in a new world each time.
const warmUp = 240

// A Timing is what one engine needs for one workload.
type Timing struct {
	Ns       float64 // processor time for a ball-step: one ball, 1/120 s of the game
	Allocs   float64 // a step
	Drift    float64 // of the kinetic energy, relative, warm-up included
	Out      int     // balls that are outside of the field at the end
	Contacts float64 // in a ball-step; of our own engine only
	Ratio    float64 // median of the rounds: this one's time to ours in the same round
}

// cpuTime returns the processor time that this process has used, the garbage
// collector's included.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // RUSAGE_SELF is always there
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// run times w in new worlds of e, one after the other.
func run(e Engine, s *scenes.Scene, w scenes.Workload) (Timing, error) {
	worlds := make([]World, max(1, w.Times))
	before := 0.0
	for k := range worlds {
		world, err := e.New(s)
		if err != nil {
			return Timing{}, err
		}
		before = energy(world, s)
		for range warmUp {
			world.Step()
		}
		worlds[k] = world
	}
	contacts := -met(worlds)
	runtime.GC() // nobody pays for what an earlier world has left

	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	start := cpuTime()
	for _, world := range worlds {
		for range w.Steps {
			world.Step()
		}
	}
	spent := cpuTime() - start
	runtime.ReadMemStats(&m1)
	contacts += met(worlds)

	steps := float64(w.Steps * len(worlds))
	last := worlds[len(worlds)-1]
	t := Timing{
		Ns:       float64(spent.Nanoseconds()) / (steps * float64(len(s.Balls))),
		Allocs:   float64(m1.Mallocs-m0.Mallocs) / steps,
		Contacts: float64(contacts) / (steps * float64(len(s.Balls))),
		Drift:    energy(last, s)/before - 1,
	}
	for i := range s.Balls {
		if outside(last, s, i) {
			t.Out++
		}
	}
	return t, nil
}

// met returns how many contacts there were so far, if the worlds are ours.
func met(worlds []World) (contacts int) {
	for _, w := range worlds {
		if ours, ok := w.(*scenes.Run); ok {
			contacts += ours.Contacts
		}
	}
	return contacts
}

// compare runs w on every engine in turn, rounds times over, so that whatever
// else the machine does meets all of them. It returns the medians; that of the
// ratios is of those within a round.
func compare(s *scenes.Scene, w scenes.Workload, rounds int) ([len(Engines)]Timing, error) {
	var all [len(Engines)][]Timing
	for round := range rounds {
		for k, e := range Engines {
			t, err := run(e, s, w)
			if err != nil {
				return [len(Engines)]Timing{}, fmt.Errorf("%s: %w", e.Name, err)
			}
			all[k] = append(all[k], t)
			all[k][round].Ratio = t.Ns / all[us][round].Ns
		}
	}
	var medians [len(Engines)]Timing
	for k, ts := range all {
		medians[k] = ts[0] // drift, contacts and losses are the same in every round
		medians[k].Ns = median(ts, func(t Timing) float64 { return t.Ns })
		medians[k].Allocs = median(ts, func(t Timing) float64 { return t.Allocs })
		medians[k].Ratio = median(ts, func(t Timing) float64 { return t.Ratio })
	}
	return medians, nil
}

func median(ts []Timing, of func(Timing) float64) float64 {
	var v []float64
	for _, t := range ts {
		v = append(v, of(t))
	}
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// Escapes are the speeds at which balls are let loose to see whether they stay
// in the box, in units/s.
var Escapes = [...]float64{20, 200, 2000, 20000}

// An Escape is what became of balls at one speed.
type Escape struct {
	Out   int     // balls that were ever outside of the field
	Drift float64 // of the kinetic energy, relative
}

// escape lets 100 balls of s fly for ten seconds at the given speed.
func escape(e Engine, s scenes.Scene, speed float64) (Escape, error) {
	s.Balls = slices.Clone(s.Balls[:min(100, len(s.Balls))])
	for i := range s.Balls {
		b := &s.Balls[i]
		f := speed / math.Hypot(b.VX, b.VY)
		b.VX, b.VY = b.VX*f, b.VY*f
	}
	w, err := e.New(&s)
	if err != nil {
		return Escape{}, err
	}
	before := energy(w, &s)
	gone := make([]bool, len(s.Balls))
	result := Escape{}
	for range int(10 / s.Dt) {
		w.Step()
		for i := range s.Balls {
			if !gone[i] && outside(w, &s, i) {
				gone[i] = true
				result.Out++
			}
		}
	}
	result.Drift = energy(w, &s)/before - 1
	return result, nil
}
