package web

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// A Metric is a metric in the text format of Prometheus. It has a single value, or one value for each value of a label.
// Metrics whose names end with _total are counters. Other metrics with numbers are gauges.
type Metric struct {
	Name  string // lower-case letters, digits and _
	Help  string // one line
	Value any    // an integer, a float64 or a *Histogram; unused if there is a label

	Label  string // name of the label; "" if there is none
	Values []LabelValue
}

// A LabelValue is the value of a metric for one value of its label.
type LabelValue struct {
	Label string // value of the label
	Value any    // an integer or a float64
}

// HistogramBounds are the upper bounds of the buckets of a [Histogram].
var HistogramBounds = [...]time.Duration{
	100 * time.Microsecond, 200 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond,
	5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond,
	200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
}

// A Histogram counts durations in buckets. The zero value is ready to use. Observe may be called from any goroutine.
type Histogram struct {
	counts [len(HistogramBounds) + 1]atomic.Int64 // by bucket; the last one contains durations above all bounds
	sum    atomic.Int64                           // total of the durations in nanoseconds
}

// Observe adds a duration. It does not allocate.
func (h *Histogram) Observe(d time.Duration) {
	i := 0
	for i < len(HistogramBounds) && d > HistogramBounds[i] {
		i++
	}
	h.counts[i].Add(1)
	h.sum.Add(int64(d))
}

// append appends the histogram in Prometheus's text format. There, the count of a bucket includes the counts of all
// smaller buckets.
func (h *Histogram) append(dst []byte, name string) []byte {
	total := int64(0)
	for i, bound := range HistogramBounds {
		total += h.counts[i].Load()
		dst = fmt.Appendf(dst, "%s %d\n", BucketName(name, bound), total)
	}
	total += h.counts[len(HistogramBounds)].Load()
	return fmt.Appendf(dst, "%s_bucket{le=\"+Inf\"} %d\n%s_sum %v\n%s_count %d\n", name, total, name,
		time.Duration(h.sum.Load()).Seconds(), name, total)
}

// BucketName returns the name and label of a bucket of a histogram.
func BucketName(name string, bound time.Duration) string {
	return fmt.Sprintf("%s_bucket{le=\"%v\"}", name, bound.Seconds())
}

// escapeLabel escapes the value of a label.
var escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

// AppendMetrics appends metrics in Prometheus's text format.
func AppendMetrics(dst []byte, metrics []Metric) []byte {
	for _, m := range metrics {
		kind := "gauge"
		h, isHistogram := m.Value.(*Histogram)
		if isHistogram {
			kind = "histogram"
		} else if strings.HasSuffix(m.Name, "_total") {
			kind = "counter"
		}
		dst = fmt.Appendf(dst, "# HELP %s %s\n# TYPE %s %s\n", m.Name, m.Help, m.Name, kind)
		if isHistogram {
			dst = h.append(dst, m.Name)
		} else if m.Label == "" {
			dst = fmt.Appendf(dst, "%s %v\n", m.Name, m.Value)
		}
		for _, v := range m.Values {
			dst = fmt.Appendf(dst, "%s{%s=\"%s\"} %v\n", m.Name, m.Label, escapeLabel.Replace(v.Label), v.Value)
		}
	}
	return dst
}

// OperatorHandler returns a handler that serves /metrics and /health to the operator. /health returns 503 and the error
// if healthy returns an error. Otherwise, it returns 200 and the warning, if there is one.
func OperatorHandler(metrics func() []Metric, healthy func() (warning, err error)) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(AppendMetrics(nil, metrics()))
	})
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		text := "ok\n"
		switch warning, err := healthy(); {
		case err != nil:
			w.WriteHeader(http.StatusServiceUnavailable)
			text = err.Error() + "\n"
		case warning != nil:
			text = "ok, but " + warning.Error() + "\n"
		}
		_, _ = w.Write([]byte(text))
	})
	return mux
}
