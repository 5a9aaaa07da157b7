package arcade

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// moduleRoot is the relative path of the module's root.
const moduleRoot = "../../.."

// The packages of this module that the arcade imports do not import packages that execute programs, load plugins or use
// an SSH agent.
func TestArcadeExecutesNoProgram(t *testing.T) {
	forbidden := map[string]bool{"os/exec": true, "golang.org/x/crypto/ssh/agent": true, "plugin": true}
	seen := map[string]bool{"arkterm/cmd/arkterm-arcade/arcade": true}
	queue := []string{"arkterm/cmd/arkterm-arcade/arcade"}
	for len(queue) > 0 {
		pkg := queue[0]
		queue = queue[1:]
		files, err := filepath.Glob(filepath.Join(moduleRoot, strings.TrimPrefix(pkg, "arkterm/"), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files were found for the package %s, error %v", pkg, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range parsed.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				if forbidden[path] {
					t.Errorf("%s imports %s, which the arcade must not use", file, path)
				}
				if strings.HasPrefix(path, "arkterm/") && !seen[path] {
					seen[path] = true
					queue = append(queue, path)
				}
			}
		}
	}
	if len(seen) < 30 {
		t.Errorf("the test has checked %d packages, want at least 30", len(seen))
	}
}

// minCryptoVersion is the minimum minor version of golang.org/x/crypto. In earlier versions, clients can make a
// connection hang with crafted channel messages (CVE-2026-56855, CVE-2026-78662).
const minCryptoVersion = 56

// The build does not use a version of the SSH library with known vulnerabilities.
func TestCryptoVersion(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(moduleRoot, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "golang.org/x/crypto v0.")
	minor := 0
	if _, err := fmt.Sscanf(rest, "%d.", &minor); !ok || err != nil || minor < minCryptoVersion {
		t.Errorf("golang.org/x/crypto v0.%d, want v0.%d or newer", minor, minCryptoVersion)
	}
	if strings.Contains(string(text), "\nreplace ") {
		t.Error("go.mod contains a replace directive, want none")
	}
}
