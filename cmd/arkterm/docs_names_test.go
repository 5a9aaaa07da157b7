package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsNameExistingTests checks that the tests in security.md and accessibility.md exist.
func TestDocsNameExistingTests(t *testing.T) {
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

	names := regexp.MustCompile(`\b(Test|Fuzz)[A-Z][A-Za-z]+`)
	for _, file := range []string{"security.md", "accessibility.md"} {
		doc, err := os.ReadFile(filepath.Join("..", "..", "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		found := names.FindAllString(string(doc), -1)
		if len(found) < 20 {
			t.Errorf("docs/%s names %d tests, want at least 20", file, len(found))
		}
		for _, name := range found {
			if !bytes.Contains(tests, []byte("\nfunc "+name+"(")) {
				t.Errorf("docs/%s names the test %s, which does not exist", file, name)
			}
		}
	}
}
