package record

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"arkterm/engine"
)

var update = flag.Bool("update", false, "write the table in docs/formats.md anew")

// TestSetupDoc compares the table of a game's set-up in docs/formats.md with the fields
// that recordings are read and written by.
func TestSetupDoc(t *testing.T) {
	const file, begin, end = "../../docs/formats.md", "<!-- setup:begin -->\n", "<!-- setup:end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("%s: no marks for the set-up", file)
	}
	got := before + begin + setupTable() + end + after
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(text) {
		t.Errorf("%s is not what recordings are read by: go test ./engine/record -run SetupIsInTheDoc -update", file)
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
