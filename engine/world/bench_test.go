package world

import (
	"fmt"
	"testing"
)

func BenchmarkStorm(b *testing.B) {
	for _, n := range []int{32, 200} {
		w := storm(honeycomb(), n, 0.25, 20, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tick(w)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n)*2, "ns/ball-step")
		})
	}
}
