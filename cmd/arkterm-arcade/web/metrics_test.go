package web

import (
	"math"
	"testing"
	"time"
)

func TestMetrics(t *testing.T) {
	var h Histogram
	for _, d := range []time.Duration{0, time.Millisecond, time.Millisecond + 1, 30 * time.Second} {
		h.Observe(d)
	}
	metrics := []Metric{
		{Name: "arkterm_visits_total", Help: "Sessions.", Value: int64(12_345_678)},
		{Name: "arkterm_load", Help: "A share.", Value: 0.25},
		{Name: "arkterm_none", Help: "Unknown.", Value: math.NaN()},
		{
			Name: "arkterm_refused_total", Help: "Connections.", Label: "reason",
			Values: []LabelValue{{"a \"b\"\\\n", 3}, {"c", uint64(4)}},
		},
		{Name: "arkterm_time_seconds", Help: "A time.", Value: &h},
	}
	want := `# HELP arkterm_visits_total Sessions.
# TYPE arkterm_visits_total counter
arkterm_visits_total 12345678
# HELP arkterm_load A share.
# TYPE arkterm_load gauge
arkterm_load 0.25
# HELP arkterm_none Unknown.
# TYPE arkterm_none gauge
arkterm_none NaN
# HELP arkterm_refused_total Connections.
# TYPE arkterm_refused_total counter
arkterm_refused_total{reason="a \"b\"\\\n"} 3
arkterm_refused_total{reason="c"} 4
# HELP arkterm_time_seconds A time.
# TYPE arkterm_time_seconds histogram
arkterm_time_seconds_bucket{le="0.0001"} 1
arkterm_time_seconds_bucket{le="0.0002"} 1
arkterm_time_seconds_bucket{le="0.0005"} 1
arkterm_time_seconds_bucket{le="0.001"} 2
arkterm_time_seconds_bucket{le="0.002"} 3
arkterm_time_seconds_bucket{le="0.005"} 3
arkterm_time_seconds_bucket{le="0.01"} 3
arkterm_time_seconds_bucket{le="0.02"} 3
arkterm_time_seconds_bucket{le="0.05"} 3
arkterm_time_seconds_bucket{le="0.1"} 3
arkterm_time_seconds_bucket{le="0.2"} 3
arkterm_time_seconds_bucket{le="0.5"} 3
arkterm_time_seconds_bucket{le="1"} 3
arkterm_time_seconds_bucket{le="2"} 3
arkterm_time_seconds_bucket{le="5"} 3
arkterm_time_seconds_bucket{le="+Inf"} 4
arkterm_time_seconds_sum 30.002000001
arkterm_time_seconds_count 4
`
	if got := string(AppendMetrics(nil, metrics)); got != want {
		t.Errorf("AppendMetrics appends\n%s\nwant\n%s", got, want)
	}
	if n := testing.AllocsPerRun(100, func() { h.Observe(time.Second) }); n > 0 {
		t.Errorf("Observe makes %v allocations, want 0", n)
	}
}
