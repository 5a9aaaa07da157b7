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

// warmUp is the number of steps of each new world before the measurement starts.
const warmUp = 240

// A Timing is the cost of one workload in one engine.
type Timing struct {
	Ns       float64 // processor time per ball-step; a ball-step is 1/120 s of one ball
	Allocs   float64 // per step
	Escaped  int     // balls outside the field at the end
	Contacts float64 // per ball-step; only for arkterm's engine
	Ratio    float64 // median over the rounds of this engine's time divided by arkterm's in the same round
}

// cpuTime returns the processor time that this process has used, including the garbage collector.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // cannot happen with RUSAGE_SELF
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// run measures the workload w of scene s in w.Runs new worlds of e.
func run(e Engine, s *scenes.Scene, w scenes.Workload) (Timing, error) {
	worlds := make([]World, max(1, w.Runs))
	for k := range worlds {
		world, err := e.New(s)
		if err != nil {
			return Timing{}, err
		}
		for range warmUp {
			world.Step()
		}
		worlds[k] = world
	}

	contacts := -totalContacts(worlds)
	runtime.GC() // so that garbage of earlier worlds does not affect the timing

	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	start := cpuTime()
	for _, world := range worlds {
		for range w.Steps {
			world.Step()
		}
	}

	elapsed := cpuTime() - start
	runtime.ReadMemStats(&m1)
	contacts += totalContacts(worlds)

	steps := float64(w.Steps * len(worlds))
	last := worlds[len(worlds)-1]
	t := Timing{
		Ns:       float64(elapsed.Nanoseconds()) / (steps * float64(len(s.Balls))),
		Allocs:   float64(m1.Mallocs-m0.Mallocs) / steps,
		Contacts: float64(contacts) / (steps * float64(len(s.Balls))),
	}

	for i := range s.Balls {
		if outside(last, s, i) {
			t.Escaped++
		}
	}

	return t, nil
}

// totalContacts returns the total number of contacts in the worlds of arkterm's engine.
func totalContacts(worlds []World) (contacts int) {
	for _, w := range worlds {
		if ours, ok := w.(*scenes.Run); ok {
			contacts += ours.Contacts
		}
	}
	return contacts
}

// compare runs w on all engines in turn, for the given number of rounds, so that other load on the
// machine affects all of them. It returns the medians. A ratio compares timings of the same round.
func compare(s *scenes.Scene, w scenes.Workload, rounds int) ([len(Engines)]Timing, error) {
	var all [len(Engines)][]Timing
	for round := range rounds {
		for k, e := range Engines {
			t, err := run(e, s, w)
			if err != nil {
				return [len(Engines)]Timing{}, fmt.Errorf("%s: %w", e.Name, err)
			}
			all[k] = append(all[k], t)
			all[k][round].Ratio = t.Ns / all[ours][round].Ns
		}
	}

	var medians [len(Engines)]Timing
	for k, ts := range all {
		medians[k] = ts[0] // drift, contacts and lost balls are equal in all rounds
		medians[k].Ns = median(ts, func(t Timing) float64 { return t.Ns })
		medians[k].Allocs = median(ts, func(t Timing) float64 { return t.Allocs })
		medians[k].Ratio = median(ts, func(t Timing) float64 { return t.Ratio })
	}

	return medians, nil
}

// median returns the median of value over all timings.
func median(ts []Timing, value func(Timing) float64) float64 {
	var v []float64
	for _, t := range ts {
		v = append(v, value(t))
	}
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// EscapeTestSpeeds are the ball speeds of the escape test, in units/s.
var EscapeTestSpeeds = [...]float64{20, 200, 2000, 20000}

// An Escape is the result of the escape test at one speed.
type Escape struct {
	Escaped int     // balls that left the field at any time
	Drift   float64 // relative change of the kinetic energy
}

// escape simulates 100 balls of s for ten seconds at the given speed.
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
	escaped := make([]bool, len(s.Balls))
	result := Escape{}
	for range int(10 / s.Dt) {
		w.Step()
		for i := range s.Balls {
			if !escaped[i] && outside(w, &s, i) {
				escaped[i] = true
				result.Escaped++
			}
		}
	}

	result.Drift = energy(w, &s)/before - 1
	return result, nil
}
