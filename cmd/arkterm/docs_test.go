package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/testenv"
)

var docLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksInDocs checks that links to files and headings of the repository exist.
func TestLinksInDocs(t *testing.T) {
	for _, file := range documents(t) {
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
				t.Errorf("%s links to %s, but there is no such heading", file, link[1])
			}
		}
	}
}

// TestArchitectureListsEveryPackage requires a row of a table for each package. TestLinksInDocs reports rows of removed
// packages.
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
			t.Errorf("docs/architecture.md: want exactly one row for %s", dir)
		}
	}
}

// TestDocsAgreeOnTheSaveInterval checks the interval at which games are saved.
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
		text := strings.Join(strings.Fields(testenv.ReadDoc(t, filepath.Join("..", "..", filepath.FromSlash(c.file)))),
			" ")
		found, want := every.FindStringSubmatch(text), fmt.Sprint(c.interval.Seconds())
		if found == nil || found[1] != want {
			t.Errorf("%s: found %q, want that games are saved every %s seconds", c.file, found, want)
		}
	}
}

// TestReadmeIsShort keeps the manual out of the README.
func TestReadmeIsShort(t *testing.T) {
	if n := strings.Count(testenv.ReadDoc(t, filepath.Join("..", "..", "README.md")), "\n"); n > 90 {
		t.Errorf("README.md has %d lines, want at most 90", n)
	}
}

// TestDocsHaveShortLines limits the width of the documents to 100 columns.
func TestDocsHaveShortLines(t *testing.T) {
	for _, file := range documents(t) {
		for _, n := range longLines(testenv.ReadDoc(t, file), 100) {
			t.Errorf("%s:%d: more than 100 columns", file, n)
		}
	}
}

// TestGoFilesHaveShortLines limits the width of the Go files of all modules to 120 columns.
func TestGoFilesHaveShortLines(t *testing.T) {
	goFiles(t, func(path string, text []byte) {
		for _, n := range longLines(string(text), 120) {
			t.Errorf("%s:%d: more than 120 columns", path, n)
		}
	})
}

// goFiles calls f for every Go file.
func goFiles(t *testing.T, f func(path string, text []byte)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		f(path, text)
		files++
		return err
	})
	if err != nil || files < 500 {
		t.Fatalf("%d Go files, %v, want at least 500", files, err)
	}
}

func TestLongLines(t *testing.T) {
	wide := strings.Repeat("é", 9)
	text := wide + "\n" + wide + "x\n\t" + wide[:10] + "\n\t" + wide[:12] + "\n" + wide + "x"
	if got := longLines(text, 9); !slices.Equal(got, []int{2, 4, 5}) {
		t.Errorf("long lines: %v, want 2, 4 and 5", got)
	}
}

// longLines returns the numbers of the lines that have more columns. A tab has 4 columns.
func longLines(text string, columns int) (long []int) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    ")
		if utf8.RuneCountInString(line) > columns {
			long = append(long, n)
		}
	}
	return long
}

// documents returns the paths of all documents in Markdown.
func documents(t *testing.T) (files []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	return files
}

// hasHeading reports whether a text has a heading with this anchor on GitHub, which is its letters and digits in lower
// case, with a hyphen for each space.
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
