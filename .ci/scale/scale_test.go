package scale

import (
	"os"
	"strings"
	"testing"
)

// docs/scale.md contains the table of the simulation.
func TestDocumentedTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := Table(*seconds); !strings.Contains(string(text), want) {
		t.Errorf("docs/scale.md does not contain this table:\n%s", want)
	}
}
