package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMeasures has a module in which two files use each other by a method and a
// field, and a third one uses both and is used by neither.
func TestMeasures(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module hall\n\ngo 1.26\n",
		"a.go":        "package hall\n\ntype A struct{ n int }\n\nfunc (a A) N() int { return a.half() }\n",
		"b.go":        "package hall\n\nfunc (a A) half() int { return a.n / 2 }\n",
		"c.go":        "package hall\n\nimport \"strings\"\n\nfunc C() string { return strings.Repeat(\"c\", A{n: 2}.N()) }\n",
		"a_test.go":   "package hall\n\nvar cycle = C\n",
		"room/one.go": "package room\n\nimport \"hall\"\n\nvar One = hall.C()\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	packages, err := load(dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) != 2 {
		t.Fatalf("%d packages, want 2", len(packages))
	}
	hall := packages[slices.IndexFunc(packages, func(p *measured) bool { return p.path == "hall" })]
	if hall.lines != 5+3+5 || hall.files != 3 {
		t.Errorf("hall has %d lines in %d files, want 13 in 3", hall.lines, hall.files)
	}
	if want := []string{"a.go", "b.go"}; !slices.Equal(hall.cycle, want) {
		t.Errorf("the cycle is %v, want %v", hall.cycle, want)
	}

	var b strings.Builder
	printCycles(&b, packages, []string{"hall"})
	if want := "hall: 2 files\n  a.go → b.go\n  b.go → a.go\n"; b.String() != want {
		t.Errorf("the cycle is printed as %q, want %q", b.String(), want)
	}
}

func TestLimits(t *testing.T) {
	files := make([]string, maxCycle+1)
	for _, test := range []struct {
		p          measured
		exceptions map[string]exception
		fault      string
	}{
		{p: measured{path: "p", lines: maxLines, cycle: files[1:]}},
		{p: measured{path: "p", lines: maxLines + 1}, fault: "p has 6201 lines"},
		{p: measured{path: "p", cycle: files}, fault: "p has a cycle of 22 files"},
		{p: measured{path: "p", cycle: files}, exceptions: map[string]exception{"p": {maxLines, maxCycle + 1, "why"}}},
		{p: measured{path: "p", lines: 1}, exceptions: map[string]exception{"p": {9000, maxCycle + 1, "why"}}, fault: "p needs no exception"},
		{p: measured{path: "p"}, exceptions: map[string]exception{"q": {9000, maxCycle + 1, "why"}}, fault: "q has an exception, and does not exist"},
	} {
		var b strings.Builder
		ok := report(&b, []*measured{&test.p}, test.exceptions)
		if ok != (test.fault == "") || !strings.Contains(b.String(), test.fault) {
			t.Errorf("%+v: %v, %s\nwant the fault %q", test.p, ok, b.String(), test.fault)
		}
	}
}
