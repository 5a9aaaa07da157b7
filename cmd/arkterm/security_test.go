package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityNamesItsProofs checks that the tests in docs/security.md exist.
func TestSecurityNamesItsProofs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests []byte
	for _, root := range []string{"../../cmd", "../../engine", "../../input", "../../levels", "../../render"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			tests = append(tests, text...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	names := regexp.MustCompile("`((Test|Fuzz)[A-Za-z]+)`").FindAllSubmatch(doc, -1)
	if len(names) < 20 {
		t.Errorf("docs/security.md names %d tests, want at least 20", len(names))
	}
	for _, name := range names {
		if !bytes.Contains(tests, append(append([]byte("\nfunc "), name[1]...), '(')) {
			t.Errorf("docs/security.md names the test %s, which does not exist", name[1])
		}
	}
}
