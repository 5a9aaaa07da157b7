package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"arkterm/engine/world/scenes"
)

// A Report is a Markdown report of measurements.
type Report struct{ strings.Builder }

// line adds a formatted line.
func (r *Report) line(format string, args ...any) { fmt.Fprintf(r, format+"\n", args...) }

// heading describes the measurement and starts the table of scenes.
func (r *Report) heading(rounds int, origin string) {
	r.line("Medians of %d rounds on one thread (%s, %s/%s), scenes %s.", rounds, runtime.Version(),
		runtime.GOOS, runtime.GOARCH, origin)
	r.line("A *step* is 1/120 s of one ball: two ticks of arkterm or one step of Chipmunk (cp v2.4.0).")
	r.line("")
	r.line("* *ns*: time of arkterm for a step")
	r.line("* *tree*, *hash*: time of cp with a tree or spatial hash, as a multiple of *ns*")
	r.line("* *out*: balls that leave the box in cp with a tree; in arkterm, none")
	r.line("")
	r.line("| scene | ns | tree | hash | out |")
	r.line("|---|--:|--:|--:|--:|")
}

// timings adds the row of one workload.
func (r *Report) timings(w scenes.Workload, t [len(Engines)]Timing) {
	r.line("| %s | %.0f | %.1f | %.1f | %d |", w.Summary, t[ours].Ns, t[tree].Ratio, t[hashed].Ratio, t[tree].Escaped)
}

// crowd adds the cost of the scene Crowd, which only arkterm's engine runs.
func (r *Report) crowd(s *scenes.Scene, t Timing) {
	r.line("")
	cores := t.Ns * 1e-9 * float64(len(s.Balls)) / s.Dt
	r.line("With %s, a step takes arkterm %.0f ns. In real time,\nthe scene needs %.1f cores.",
		scenes.Crowd.Summary, t.Ns, cores)
}

// percent formats a relative change, with powers of ten for small values.
func percent(d float64) string {
	if d > -1e-5 && d < 1e-5 {
		return strings.ReplaceAll(fmt.Sprintf("%+.0e %%", 100*d), "-", "−")
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.1f %%", 100*d), "-", "−")
}

// escapes adds the table of balls that left the box.
func (r *Report) escapes(found [len(Engines)][len(EscapeTestSpeeds)]Escape) {
	r.line("")
	r.line("100 balls move for 10 s in a closed box with 60 hexagons. The next table shows how many are")
	r.line("outside the box at the end. A correct engine has 0. The relative change of the total energy is in")
	r.line("parentheses.")
	r.line("")
	r.line("| speed, units/s | %s |", join(len(EscapeTestSpeeds),
		func(k int) string { return fmt.Sprintf("%.0f", EscapeTestSpeeds[k]) }))
	r.line("|---|%s", strings.Repeat("--:|", len(EscapeTestSpeeds)))
	for k, e := range Engines {
		r.line("| %s | %s |", e.Name, join(len(EscapeTestSpeeds), func(j int) string {
			f := found[k][j]
			if f.Escaped == 100 {
				return "100"
			}
			return fmt.Sprintf("%d (%s)", f.Escaped, percent(f.Drift))
		}))
	}
}

// join returns the cells 0 to n−1 of a table row, separated by bars.
func join(n int, cell func(k int) string) string {
	cells := make([]string, n)
	for k := range cells {
		cells[k] = cell(k)
	}
	return strings.Join(cells, " | ")
}

// updateTable replaces the text between these lines.
const (
	beginMark = "<!-- peers:begin -->"
	endMark   = "<!-- peers:end -->"
)

// replaceBlock returns text with block between the two marks. It returns an error unless both marks
// are present in this order.
func replaceBlock(text, block string) (string, error) {
	before, rest, ok := strings.Cut(text, beginMark+"\n")
	_, after, hasEnd := strings.Cut(rest, endMark)
	if !ok || !hasEnd {
		return "", fmt.Errorf("missing lines %s and %s", beginMark, endMark)
	}
	return before + beginMark + "\n" + block + endMark + after, nil
}

// updateTable writes block between the marks in a file.
func updateTable(file, block string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("update table: %w", err)
	}
	updated, err := replaceBlock(string(text), block)
	if err != nil {
		return fmt.Errorf("update table in %s: %w", file, err)
	}
	return os.WriteFile(file, []byte(updated), 0o644)
}
