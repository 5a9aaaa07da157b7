package record

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"arkterm/engine"
)

var update = flag.Bool("update", false, "update the table in docs/formats.md")

// TestSetupDoc compares the table of setup fields in docs/formats.md with the fields in recordings. To update the
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
	got := before + begin + setupTable() + end + after
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

func setupTable() string {
	var b strings.Builder
	b.WriteString("| line | in a code | what it says |\n|---|---|---|\n")
	for _, f := range engine.SetupFields() {
		code, limits := "–", ""
		if f.Code != "" {
			code = "`" + f.Code + "`"
		}
		if f.Max > 0 {
			limits = fmt.Sprintf("; %d to %d", f.Min, f.Max)
		}
		fmt.Fprintf(&b, "| `%s %s` | %s | %s%s |\n", f.Name, f.Value, code, f.Help, limits)
	}
	return b.String()
}
