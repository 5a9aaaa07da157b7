package arcade

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The queries of the dashboard in deploy/cluster use only metrics that exist.
func TestDashboard(t *testing.T) {
	data, err := os.ReadFile("../../../deploy/cluster/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(data, &dashboard); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`arkterm_\w+`)
	queries := 0
	for _, p := range dashboard.Panels {
		for _, q := range p.Targets {
			queries++
			for _, name := range names.FindAllString(q.Expr, -1) {
				name = strings.TrimSuffix(name, "_bucket")
				if !strings.Contains(string(source), `"`+name+`"`) {
					t.Errorf("panel %q: there is no metric %s", p.Title, name)
				}
			}
		}
	}
	if queries < 10 {
		t.Errorf("the dashboard has %d queries, want at least 10", queries)
	}
}
