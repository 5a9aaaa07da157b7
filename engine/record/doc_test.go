package record

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"arkterm/engine"
)

var update = flag.Bool("update", false, "update the list in doc.go")

// TestSetupDoc compares the list of setup fields in doc.go with the fields in recordings. To update the list, run:
// go test ./engine/record -run SetupDoc -update
func TestSetupDoc(t *testing.T) {
	const file, begin, end = "doc.go", "marked (code):\n//\n", "//\n// # Ticks\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, hasEnd := strings.Cut(rest, end)
	if !ok || !hasEnd {
		t.Fatalf("%s: list of setup fields not found", file)
	}
	got := before + begin + setupList() + end + after
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(text) {
		t.Errorf("%s is outdated, run: go test ./engine/record -run SetupDoc -update", file)
	}
}

// setupList returns the setup fields as a block of code in a comment.
func setupList() string {
	var b strings.Builder
	for _, f := range engine.SetupFields() {
		fmt.Fprintf(&b, "//\t%-15s  %s", f.Name+" "+f.Value, f.Help)
		if f.Max > 0 {
			fmt.Fprintf(&b, "; %d to %d", f.Min, f.Max)
		}
		switch f.Code {
		case "":
		case f.Name:
			b.WriteString(" (code)")
		default:
			fmt.Fprintf(&b, " (code %s)", f.Code)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
