// Package metrics writes numbers about a server in the text form that Prometheus reads. A metric is a row of a table;
// its values are asked for when somebody reads them.
package metrics

import (
	"iter"
	"strconv"
	"strings"
)

// A Kind says how a metric's values change.
type Kind int

// The kinds.
const (
	Counter Kind = iota // only ever more, since the server began
	Gauge               // what there is now
)

func (k Kind) String() string { return [...]string{"counter", "gauge"}[k] }

// A Row is a metric: one value, or one for each value of its label.
type Row struct {
	Name  string // in small letters, digits and _; a counter's ends with _total, and units are seconds and bytes
	Help  string // one line
	Kind  Kind
	Label string // the label's name; "": the metric has one value

	// Values yields the label's values with those of the metric, or one value with any label. It may be called in any
	// goroutine.
	Values iter.Seq2[string, float64]
}

// One is the values of a metric without a label.
func One[N int | int64 | uint64 | float64](value func() N) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) { yield("", float64(value())) }
}

// escape is how the text form writes a label's value.
var escape = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

// Append appends the rows' values to dst.
func Append(dst []byte, rows []Row) []byte {
	for _, r := range rows {
		dst = append(dst, "# HELP "+r.Name+" "+r.Help+"\n# TYPE "+r.Name+" "+r.Kind.String()+"\n"...)
		for label, value := range r.Values {
			dst = append(dst, r.Name...)
			if r.Label != "" {
				dst = append(dst, "{"+r.Label+`="`+escape.Replace(label)+`"}`...)
			}
			dst = append(dst, ' ')
			dst = strconv.AppendFloat(dst, value, 'g', -1, 64)
			dst = append(dst, '\n')
		}
	}
	return dst
}
