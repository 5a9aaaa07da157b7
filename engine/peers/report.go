package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"arkterm/engine/world/scenes"
)

// A Report collects rows for people to read, as Markdown.
type Report struct{ strings.Builder }

func (r *Report) line(format string, args ...any) { fmt.Fprintf(r, format+"\n", args...) }

// heading says what was measured, and begins the table of timings.
func (r *Report) heading(rounds int, origin string) {
	r.line("Processor time of one thread (%s, %s/%s), medians of %d rounds in which the engines took turns; scenes %s.",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, rounds, origin)
	r.line("A ball-step is 1/120 s of one ball: two of our ticks, one step of cp. cp v2.4.0 has two indexes: a tree, which it uses")
	r.line("unless it is told otherwise, and a hash. A ratio is the median of those within a round. “Core” is the share of one")
	r.line("processor core that the whole scene takes us in real time; “out” counts the balls that are outside of the box at the end.")
	r.line("")
	r.line("| scene | arkterm, ns per ball-step | per contact | cp, tree | ratio | cp, hash | ratio | core | allocations a step: arkterm | cp | energy drift: arkterm | cp | out: arkterm | cp |")
	r.line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
}

// timings adds the row of one workload.
func (r *Report) timings(w scenes.Workload, s *scenes.Scene, t [len(Engines)]Timing) {
	drift := func(d float64) string {
		if len(s.Paddles) > 0 && s.Paddles[0].Amp != 0 {
			return "–" // a moving paddle gives energy, and rightly
		}
		return percent(d)
	}
	a, b, c := t[us], t[tree], t[hashed]
	r.line("| %s: %s | %.0f | %.0f | %.0f | %.1f | %.0f | %.1f | %.2g %% | %.0f | %.0f | %s | %s | %d | %d |", strings.ToUpper(w.Name), w.What,
		a.Ns, a.Ns/a.Contacts, b.Ns, b.Ratio, c.Ns, c.Ratio, 100*core(s, a), a.Allocs, b.Allocs, drift(a.Drift), drift(b.Drift), a.Out, b.Out)
}

// growth says what a ball costs among many, in terms of one among few.
func (r *Report) growth(few, many [len(Engines)]Timing) {
	if few[us].Ns == 0 {
		return // the small scene was not asked for
	}
	r.line("")
	var cells []string
	for k := range Engines {
		cells = append(cells, fmt.Sprintf("%s %.2f", Engines[k].Name, many[k].Ns/few[k].Ns))
	}
	r.line("From 250 balls to 16,000 a ball-step becomes so many times as dear: %s.", strings.Join(cells, ", "))
}

// crowd says what the scene takes of which only our own engine is asked.
func (r *Report) crowd(s *scenes.Scene, t Timing) {
	r.line("")
	r.line("%s, which the others are not asked for, take arkterm %.0f ns per ball-step: %.1f cores of real time.",
		scenes.Crowd.What, t.Ns, core(s, t))
}

// core returns which share of a processor core a scene takes in real time.
func core(s *scenes.Scene, t Timing) float64 { return t.Ns * 1e-9 * float64(len(s.Balls)) / s.Dt }

// percent spells a relative change: small ones in powers of ten.
func percent(d float64) string {
	if d > -1e-5 && d < 1e-5 {
		return strings.ReplaceAll(fmt.Sprintf("%+.0e %%", 100*d), "-", "−")
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.1f %%", 100*d), "-", "−")
}

// escapes adds the table of balls that left the box.
func (r *Report) escapes(found [len(Engines)][len(Escapes)]Escape) {
	r.line("")
	r.line("Balls of 100 that were ever outside of W2's box within 10 s, its walls 0.1 thick, and the drift of the energy:")
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

// The lines around what renew replaces.
const (
	beginMark = "<!-- peers:begin -->"
	endMark   = "<!-- peers:end -->"
)

// replaceBlock returns text with block between the two marks, which must be
// there, once and in order.
func replaceBlock(text, block string) (string, error) {
	before, rest, ok := strings.Cut(text, beginMark+"\n")
	_, after, also := strings.Cut(rest, endMark)
	if !ok || !also {
		return "", fmt.Errorf("no lines %s and %s", beginMark, endMark)
	}
	return before + beginMark + "\n" + block + endMark + after, nil
}

// renew writes block between the marks of a file.
func renew(file, block string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("renew: %w", err)
	}
	renewed, err := replaceBlock(string(text), block)
	if err != nil {
		return fmt.Errorf("renew %s: %w", file, err)
	}
	return os.WriteFile(file, []byte(renewed), 0o644)
}
