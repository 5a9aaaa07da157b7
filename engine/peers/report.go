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
	r.line("A ball-step is 1/120 s of one ball: two ticks of arkterm or one step of cp v2.4.0. *Core* is the")
	r.line("fraction of a core that arkterm needs in real time. *Tree* and *hash* are the times of cp relative")
	r.line("to arkterm, with its two indexes. *Drift* and *out* are the change of the energy and the number of")
	r.line("balls outside the box at the end, for cp with a tree.")
	r.line("")
	r.line("| scene | ns per ball-step | core | tree | hash | drift | out |")
	r.line("|---|--:|--:|--:|--:|--:|--:|")
}

// timings adds the row of one workload.
func (r *Report) timings(w scenes.Workload, s *scenes.Scene, t [len(Engines)]Timing) {
	drift := percent(t[tree].Drift)
	if len(s.Paddles) > 0 && s.Paddles[0].Amp != 0 {
		drift = "–" // a moving paddle changes the energy
	}
	r.line("| %s: %s | %.0f | %.2g %% | %.1f | %.1f | %s | %d |", strings.ToUpper(w.Name), w.Summary,
		t[ours].Ns, 100*core(s, t[ours]), t[tree].Ratio, t[hashed].Ratio, drift, t[tree].Out)
}

// growth adds the cost of a ball-step among many balls relative to its cost among few.
func (r *Report) growth(few, many [len(Engines)]Timing) {
	if few[ours].Ns == 0 {
		return // the small scene was not measured
	}
	r.line("")
	var cells []string
	for k := range Engines {
		cells = append(cells, fmt.Sprintf("%s %.2f", Engines[k].Name, many[k].Ns/few[k].Ns))
	}
	r.line("Cost of a ball-step with 16,000 balls relative to 250 balls:")
	r.line("%s.", strings.Join(cells, ", "))
}

// crowd adds the cost of the scene Crowd, which only arkterm's engine runs.
func (r *Report) crowd(s *scenes.Scene, t Timing) {
	r.line("")
	r.line("%s, measured on arkterm only:\n%.0f ns per ball-step, %.1f cores in real time.",
		scenes.Crowd.Summary, t.Ns, core(s, t))
}

// core returns the fraction of a processor core that the scene needs in real time.
func core(s *scenes.Scene, t Timing) float64 { return t.Ns * 1e-9 * float64(len(s.Balls)) / s.Dt }

// percent formats a relative change, with powers of ten for small values.
func percent(d float64) string {
	if d > -1e-5 && d < 1e-5 {
		return strings.ReplaceAll(fmt.Sprintf("%+.0e %%", 100*d), "-", "−")
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.1f %%", 100*d), "-", "−")
}

// escapes adds the table of balls that left the box.
func (r *Report) escapes(found [len(Engines)][len(EscapeSpeeds)]Escape) {
	r.line("")
	r.line("Out of 100 balls, the number that escaped from the W2 box within 10 s, with the energy drift in")
	r.line("parentheses:")
	r.line("")
	r.line("| units/s | %s |", join(len(EscapeSpeeds),
		func(k int) string { return fmt.Sprintf("%.0f", EscapeSpeeds[k]) }))
	r.line("|---|%s", strings.Repeat("--:|", len(EscapeSpeeds)))
	for k, e := range Engines {
		r.line("| %s | %s |", e.Name, join(len(EscapeSpeeds), func(j int) string {
			f := found[k][j]
			if f.Out == 100 {
				return "100"
			}
			return fmt.Sprintf("%d (%s)", f.Out, percent(f.Drift))
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
