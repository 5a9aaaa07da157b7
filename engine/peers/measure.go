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
	Ns     float64 // processor time for a ball-step: one ball, 1/120 s of the game
	Allocs float64 // a step
	Drift  float64 // of the kinetic energy, relative, warm-up included
	Out    int     // balls that are outside of the field at the end
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

// run times steps of s in a new world of e.
func run(e Engine, s *scenes.Scene, warm, steps int) (Timing, error) {
	w, err := e.New(s)
	if err != nil {
		return Timing{}, err
	}
	before := energy(w, s)
	for k := range warm {
		if k == max(0, warm-16) {
			// Nobody pays for what an earlier world has left. The steps that are
			// still to come fill the caches again.
			runtime.GC()
		}
		w.Step()
	}
	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	start := cpuTime()
	for range steps {
		w.Step()
	}
	spent := cpuTime() - start
	runtime.ReadMemStats(&m1)
	t := Timing{
		Ns:     float64(spent.Nanoseconds()) / float64(steps*len(s.Balls)),
		Allocs: float64(m1.Mallocs-m0.Mallocs) / float64(steps),
		Drift:  energy(w, s)/before - 1,
	}
	for i := range s.Balls {
		if outside(w, s, i) {
			t.Out++
		}
	}
	return t, nil
}

// compare runs s on every engine in turn, rounds times over, so that whatever
// else the machine does meets all of them. It returns the medians.
func compare(s *scenes.Scene, steps, rounds int) ([len(Engines)]Timing, error) {
	var all [len(Engines)][]Timing
	for range rounds {
		for k, e := range Engines {
			t, err := run(e, s, warmUp, steps)
			if err != nil {
				return [len(Engines)]Timing{}, fmt.Errorf("%s: %w", e.Name, err)
			}
			all[k] = append(all[k], t)
		}
	}
	var medians [len(Engines)]Timing
	for k, ts := range all {
		medians[k] = ts[0] // drift and losses are the same in every round
		medians[k].Ns = median(ts, func(t Timing) float64 { return t.Ns })
		medians[k].Allocs = median(ts, func(t Timing) float64 { return t.Allocs })
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
