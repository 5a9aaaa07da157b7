package web

import (
	"math"
	"testing"
)

func TestMetrics(t *testing.T) {
	metrics := []Metric{
		{Name: "arkterm_visits_total", Help: "Sessions.", Value: int64(12_345_678)},
		{Name: "arkterm_load", Help: "A share.", Value: 0.25},
		{Name: "arkterm_none", Help: "Unknown.", Value: math.NaN()},
		{
			Name: "arkterm_refused_total", Help: "Connections.", Label: "reason",
			Values: []LabelValue{{"a \"b\"\\\n", 3}, {"c", uint64(4)}},
		},
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
`
	if got := string(AppendMetrics(nil, metrics)); got != want {
		t.Errorf("AppendMetrics appends\n%s\nwant\n%s", got, want)
	}
}
