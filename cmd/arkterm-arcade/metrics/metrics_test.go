package metrics

import (
	"maps"
	"math"
	"testing"
)

func TestText(t *testing.T) {
	rows := []Row{
		{Name: "arkterm_visits_total", Help: "Visits that have begun.", Kind: Counter, Values: One(func() int { return 12_345_678 })},
		{Name: "arkterm_load", Help: "A share.", Kind: Gauge, Values: One(func() float64 { return 0.25 })},
		{Name: "arkterm_none", Help: "Nobody knows.", Kind: Gauge, Values: One(math.NaN)},
		{
			Name: "arkterm_refused_total", Help: "Connections.", Kind: Counter, Label: "reason",
			Values: maps.All(map[string]float64{"a \"b\"\\\n": 3}),
		},
	}
	want := `# HELP arkterm_visits_total Visits that have begun.
# TYPE arkterm_visits_total counter
arkterm_visits_total 1.2345678e+07
# HELP arkterm_load A share.
# TYPE arkterm_load gauge
arkterm_load 0.25
# HELP arkterm_none Nobody knows.
# TYPE arkterm_none gauge
arkterm_none NaN
# HELP arkterm_refused_total Connections.
# TYPE arkterm_refused_total counter
arkterm_refused_total{reason="a \"b\"\\\n"} 3
`
	if got := string(Append(nil, rows)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
