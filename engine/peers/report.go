package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"arkterm/engine/world/scenes"
)

// A Report is a Markdown report of measurements.
type Report struct {
	strings.Builder
	details []string // rows of the second table
}

func (r *Report) line(format string, args ...any) { fmt.Fprintf(r, format+"\n", args...) }

// heading describes the measurement and starts the table of timings.
func (r *Report) heading(rounds int, origin string) {
	r.line("Processor time of one thread (%s, %s/%s), medians of %d rounds. The engines ran in turn.",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, rounds)
	r.line("Scenes %s. A ball-step is 1/120 s of one ball, which equals two ticks of arkterm", origin)
	r.line("or one step of cp v2.4.0. cp has two indexes: a tree (the default) and a hash. A ratio compares")
	r.line("timings of the same round.")
	r.line("")
	r.line("| scene | arkterm, ns per ball-step | per contact | cp, tree | ratio | cp, hash | ratio |")
	r.line("|---|--:|--:|--:|--:|--:|--:|")
}

// timings adds the rows of one workload to both tables.
func (r *Report) timings(w scenes.Workload, s *scenes.Scene, t [len(Engines)]Timing) {
	drift := func(d float64) string {
		if len(s.Paddles) > 0 && s.Paddles[0].Amp != 0 {
			return "–" // a moving paddle changes the energy
		}
		return percent(d)
	}
	a, b, c := t[ours], t[tree], t[hashed]
	name := strings.ToUpper(w.Name)
	r.line("| %s: %s | %.0f | %.0f | %.0f | %.1f | %.0f | %.1f |",
		name, w.What, a.Ns, a.Ns/a.Contacts, b.Ns, b.Ratio, c.Ns, c.Ratio)
	r.details = append(r.details, fmt.Sprintf("| %s | %.2g %% | %.0f | %.0f | %s | %s | %d | %d |",
		name, 100*core(s, a), a.Allocs, b.Allocs, drift(a.Drift), drift(b.Drift), a.Out, b.Out))
}

// finish adds the second table.
func (r *Report) finish() {
	r.line("")
	r.line("“Core” is the fraction of a processor core that arkterm needs for the scene in real time.")
	r.line("Allocations are per step. “Drift” is the relative change of the energy. “Out” counts the balls")
	r.line("outside the box at the end.")
	r.line("")
	r.line("| scene | core | allocations: arkterm | cp | drift: arkterm | cp | out: arkterm | cp |")
	r.line("|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, row := range r.details {
		r.line("%s", row)
	}
}

// growth compares the cost of a ball among many with its cost among few.
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

// crowd adds the cost of the scene that only arkterm's engine runs.
func (r *Report) crowd(s *scenes.Scene, t Timing) {
	r.line("")
	r.line("%s, measured on arkterm only:\n%.0f ns per ball-step, %.1f cores in real time.",
		scenes.Crowd.What, t.Ns, core(s, t))
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
func (r *Report) escapes(found [len(Engines)][len(Escapes)]Escape) {
	r.line("")
	r.line("Number of 100 balls that left the box of W2 within 10 s (walls 0.1 thick), and the energy drift:")
	r.line("")
	r.line("| units/s | %s |", join(len(Escapes), func(k int) string { return fmt.Sprintf("%.0f", Escapes[k]) }))
	r.line("|---|%s", strings.Repeat("--:|", len(Escapes)))
	for k, e := range Engines {
		r.line("| %s | %s |", e.Name, join(len(Escapes), func(j int) string {
			f := found[k][j]
			if f.Out == 100 {
				return "100"
			}
			return fmt.Sprintf("%d (%s)", f.Out, percent(f.Drift))
		}))
	}
}

func join(n int, cell func(k int) string) string {
	cells := make([]string, n)
	for k := range cells {
		cells[k] = cell(k)
	}
	return strings.Join(cells, " | ")
}

// renew replaces the text between these lines.
const (
	beginMark = "<!-- peers:begin -->"
	endMark   = "<!-- peers:end -->"
)

// replaceBlock returns text with block between the two marks. Both marks must be present, once and
// in order.
func replaceBlock(text, block string) (string, error) {
	before, rest, ok := strings.Cut(text, beginMark+"\n")
	_, after, also := strings.Cut(rest, endMark)
	if !ok || !also {
		return "", fmt.Errorf("missing lines %s and %s", beginMark, endMark)
	}
	return before + beginMark + "\n" + block + endMark + after, nil
}

// renew writes block between the marks in a file.
func renew(file, block string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("update table: %w", err)
	}
	renewed, err := replaceBlock(string(text), block)
	if err != nil {
		return fmt.Errorf("update table in %s: %w", file, err)
	}
	return os.WriteFile(file, []byte(renewed), 0o644)
}
