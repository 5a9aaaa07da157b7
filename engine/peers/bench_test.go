package main

import (
	"testing"

	"arkterm/engine/world/scenes"
)

// One step of each scene in our engine, for profiles: the table is made by
// timing whole runs, the engines in turn.
func BenchmarkStep(b *testing.B) {
	for _, w := range scenes.All {
		b.Run(w.Name, func(b *testing.B) {
			s := w.Scene()
			world, err := s.Begin()
			if err != nil {
				b.Fatal(err)
			}
			for range warmUp {
				world.Step()
			}
			b.ReportAllocs()
			start := cpuTime()
			for b.Loop() {
				world.Step()
			}
			b.ReportMetric(float64((cpuTime()-start).Nanoseconds())/float64(b.N*len(s.Balls)), "ns/ball-step")
		})
	}
}
