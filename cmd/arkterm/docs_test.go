package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/testenv"
)

var docLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksInDocs follows the links within the repository, to headings too.
func TestLinksInDocs(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	design, err := filepath.Glob(filepath.Join(root, "docs", "design", "*.md"))
	if err != nil || len(design) == 0 {
		t.Fatalf("docs/design: %d files, %v", len(design), err)
	}
	files = append(files, design...)
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/pictures/README.md"} {
		files = append(files, filepath.Join(root, filepath.FromSlash(name)))
	}

	for _, file := range files {
		text := testenv.ReadDoc(t, file)
		for _, link := range docLink.FindAllStringSubmatch(text, -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			path, heading, _ := strings.Cut(link[1], "#")
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which does not exist", file, link[1])
			} else if heading != "" && !hasHeading(testenv.ReadDoc(t, target), heading) {
				t.Errorf("%s links to %s, which has no such heading", file, link[1])
			}
		}
	}
}

// TestArchitectureListsEveryPackage requires a row of a table for each package. TestLinksInDocs reports rows of removed packages.
func TestArchitectureListsEveryPackage(t *testing.T) {
	text := testenv.ReadDoc(t, filepath.Join("..", "..", "docs", "architecture.md"))
	out, err := exec.Command("go", "list", "arkterm/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 30 {
		t.Errorf("go list shows %d packages, want at least 30", len(packages))
	}
	for _, pkg := range packages {
		if dir := strings.TrimPrefix(pkg, "arkterm/"); strings.Count(text, "](../"+dir+") | ") != 1 {
			t.Errorf("docs/architecture.md: %s has no row, or several", dir)
		}
	}
}

// The documents name the intervals at which games are saved.
func TestDocsAgreeOnTheSaveInterval(t *testing.T) {
	every := regexp.MustCompile(`\bsaved? at [^.]{0,150}every (\w+) seconds`)
	for _, c := range []struct {
		file     string
		interval time.Duration
	}{
		{"docs/manual.md", app.SaveInterval},
		{"docs/accessibility.md", app.SaveInterval},
		{"docs/man/arkterm.1", app.SaveInterval},
	} {
		text := strings.Join(strings.Fields(testenv.ReadDoc(t, filepath.Join("..", "..", filepath.FromSlash(c.file)))), " ")
		found, want := every.FindStringSubmatch(text), fmt.Sprint(c.interval.Seconds())
		if found == nil || found[1] != want {
			t.Errorf("%s: games are saved %q, want every %s seconds", c.file, found, want)
		}
	}
}

// TestReadmeIsShort keeps the manual out of the README.
func TestReadmeIsShort(t *testing.T) {
	if n := strings.Count(testenv.ReadDoc(t, filepath.Join("..", "..", "README.md")), "\n"); n > 120 {
		t.Errorf("README.md has %d lines, want at most 120", n)
	}
}

// hasHeading reports whether a text has a heading that GitHub gives the anchor: its letters
// and digits in lower case, a hyphen for each blank.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		got := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(strings.TrimLeft(line, "#")))
		if got == anchor {
			return true
		}
	}
	return false
}
