package web

import (
	"fmt"
	"net/http"
	"strings"
)

// A Metric is a metric in the text format of Prometheus. It has a single value, or one for each value of a label.
// Metrics whose names end with _total are counters, and the others are gauges.
type Metric struct {
	Name  string // lower-case letters, digits and _
	Help  string // one line
	Value any    // an integer or a float64; unused if there is a label

	Label  string // name of the label; "" if there is none
	Values []LabelValue
}

// A LabelValue is the value of a metric for one value of its label.
type LabelValue struct {
	Label string // value of the label
	Value any    // an integer or a float64
}

// escapeLabel escapes the value of a label.
var escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

// AppendMetrics appends metrics in Prometheus's text format.
func AppendMetrics(dst []byte, metrics []Metric) []byte {
	for _, m := range metrics {
		kind := "gauge"
		if strings.HasSuffix(m.Name, "_total") {
			kind = "counter"
		}
		dst = fmt.Appendf(dst, "# HELP %s %s\n# TYPE %s %s\n", m.Name, m.Help, m.Name, kind)
		if m.Label == "" {
			dst = fmt.Appendf(dst, "%s %v\n", m.Name, m.Value)
		}
		for _, v := range m.Values {
			dst = fmt.Appendf(dst, "%s{%s=\"%s\"} %v\n", m.Name, m.Label, escapeLabel.Replace(v.Label), v.Value)
		}
	}
	return dst
}

// OperatorHandler returns a handler that serves /metrics and /health to the operator. /health returns 503 and the error
// if healthy returns one.
func OperatorHandler(metrics func() []Metric, healthy func() error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(AppendMetrics(nil, metrics()))
	})
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		text := "ok\n"
		if err := healthy(); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			text = err.Error() + "\n"
		}
		_, _ = w.Write([]byte(text))
	})
	return mux
}
