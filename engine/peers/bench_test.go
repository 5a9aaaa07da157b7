package main

import (
	"testing"
)

// BenchmarkStep measures one step of each scene in arkterm's engine, for profiling. The results
// in docs/measurements.md are of complete runs instead.
func BenchmarkStep(b *testing.B) {
	for _, w := range workloads() {
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
