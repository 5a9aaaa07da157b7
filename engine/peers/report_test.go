package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine/world/scenes"
)

func TestReplaceBlock(t *testing.T) {
	const text = "# Physics\n\n" + beginMark + "\nold\nolder\n" + endMark + "\n\nmore\n"
	got, err := replaceBlock(text, "new\n")
	if want := "# Physics\n\n" + beginMark + "\nnew\n" + endMark + "\n\nmore\n"; err != nil || got != want {
		t.Errorf("replaceBlock(%q) = %q, %v, want %q", text, got, err, want)
	}
	for _, bad := range []string{"", beginMark + "\n", endMark + "\n" + beginMark + "\n"} {
		if _, err := replaceBlock(bad, "new\n"); err == nil {
			t.Errorf("replaceBlock(%q) = nil error, want an error", bad)
		}
	}
}

func TestUpdateTableKeepsOtherText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "doc.md")
	if err := os.WriteFile(file, []byte("a\n"+beginMark+"\n"+endMark+"\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}

	for range 2 {
		if err := updateTable(file, "table\n"); err != nil {
			t.Fatal(err)
		}
	}

	got, err := os.ReadFile(file)
	if want := "a\n" + beginMark + "\ntable\n" + endMark + "\nb\n"; err != nil || string(got) != want {
		t.Errorf("file after updateTable = %q, %v, want %q", got, err, want)
	}
	if err := updateTable(filepath.Join(t.TempDir(), "none"), ""); err == nil ||
		!strings.Contains(err.Error(), "update table") {
		t.Errorf("updateTable(missing file) = %v, want an error with \"update table\"", err)
	}
}

func TestPercent(t *testing.T) {
	for d, want := range map[float64]string{
		0.0123: "+1.2 %", -0.5: "−50.0 %", 3e-14: "+3e−12 %", -2e-14: "−2e−12 %",
		0: "+0e+00 %",
	} {
		if got := percent(d); got != want {
			t.Errorf("percent(%g) = %q, want %q", d, got, want)
		}
	}
}

// Each row of the table must have as many cells as its heading.
func TestReportHasTable(t *testing.T) {
	var r Report
	r.heading(3, "from nowhere")
	r.timings(scenes.All[0],
		[len(Engines)]Timing{{Ns: 50, Contacts: 0.1}, {Ns: 150, Ratio: 3}, {Ns: 200, Ratio: 4, Escaped: 2}})
	rows := map[int]int{} // by the number of bars
	for line := range strings.Lines(r.String()) {
		if strings.HasPrefix(line, "|") {
			rows[strings.Count(line, "|")]++
		}
	}

	if want := map[int]int{6: 3}; !maps.Equal(rows, want) {
		t.Errorf("number of rows by their number of bars = %v, want %v", rows, want)
	}
	if !strings.Contains(r.String(), " | 50 | 3.0 | 4.0 | 0 |") {
		t.Errorf("the report lacks a row or a value:\n%s", r.String())
	}
}
