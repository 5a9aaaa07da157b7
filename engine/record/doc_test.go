package record

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"arkterm/engine"
)

var update = flag.Bool("update", false, "update the list in docs/formats.md")

// TestSetupDoc compares the list of setup fields in docs/formats.md with the fields in recordings. To update the
// table, run: go test ./engine/record -run SetupDoc -update
func TestSetupDoc(t *testing.T) {
	const file, begin, end = "../../docs/formats.md", "<!-- setup:begin -->\n", "<!-- setup:end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("%s: setup markers not found", file)
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

// setupList returns the setup fields as a list in Markdown with lines of at most 100 columns.
func setupList() string {
	const maxColumns = 100
	var b strings.Builder
	for _, f := range engine.SetupFields() {
		item := fmt.Sprintf("* `%s %s`", f.Name, f.Value)
		if f.Code != "" {
			item += fmt.Sprintf(" (code `%s`)", f.Code)
		}
		item += ": " + f.Help
		if f.Max > 0 {
			item += fmt.Sprintf("; %d to %d", f.Min, f.Max)
		}

		column := 0
		for i, word := range strings.Fields(item) {
			switch n := utf8.RuneCountInString(word); {
			case i == 0:
				column = n
			case column+1+n > maxColumns:
				b.WriteString("\n  ")
				column = 2 + n
			default:
				b.WriteByte(' ')
				column += 1 + n
			}
			b.WriteString(word)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
