package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A measured is what a package has.
type measured struct {
	path  string
	lines int
	files int
	uses  map[string]map[string]bool // for each file those whose names it uses
	cycle []string                   // files of the largest cycle, sorted
}

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Export     string // file with what the package exports
	DepOnly    bool   // not asked for
}

// load measures the packages that the patterns name, seen from dir.
func load(dir string, patterns ...string) ([]*measured, error) {
	packages, err := list(dir, patterns)
	if err != nil {
		return nil, err
	}

	// Imports are read as the compiler has left them in its cache.
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }

	var all []*measured
	for _, p := range packages {
		if p.DepOnly || len(p.GoFiles) == 0 {
			continue
		}
		m, err := measure(p, open)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *measured) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

// list asks the go command for the packages and all that they import.
func list(dir string, patterns []string) ([]*listed, error) {
	args := append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,GoFiles,Export,DepOnly"}, patterns...)
	command := exec.Command("go", args...)
	command.Dir, command.Stderr = dir, os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}

	var packages []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		if err := d.Decode(p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// measure counts the package's lines and finds which of its files uses names of
// which other: functions, types, methods, fields, variables and constants.
func measure(p *listed, open importer.Lookup) (*measured, error) {
	m := &measured{path: p.ImportPath, files: len(p.GoFiles), uses: map[string]map[string]bool{}}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		m.lines += bytes.Count(text, []byte("\n"))
		m.uses[name] = map[string]bool{}
		files = append(files, file)
	}

	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", open)}
	checked, err := config.Check(p.ImportPath, set, files, &info)
	if err != nil {
		return nil, err
	}

	for use, object := range info.Uses {
		if object.Pkg() != checked {
			continue
		}
		from, to := set.File(use.Pos()).Name(), set.File(object.Pos()).Name()
		if from != to {
			m.uses[from][to] = true
		}
	}
	m.cycle = largestCycle(m.uses)
	return m, nil
}

// largestCycle returns the largest set of files each of which leads to each
// other one, sorted; or nil. The slow way: a package has a hundred files at most.
func largestCycle(uses map[string]map[string]bool) []string {
	reached := map[string]map[string]bool{}
	for file := range uses {
		reached[file] = map[string]bool{}
		for next := []string{file}; len(next) > 0; {
			last := next[len(next)-1]
			next = next[:len(next)-1]
			for other := range uses[last] {
				if !reached[file][other] {
					reached[file][other] = true
					next = append(next, other)
				}
			}
		}
	}

	var largest []string
	for file := range uses {
		var cycle []string
		for other := range reached[file] {
			if reached[other][file] {
				cycle = append(cycle, other)
			}
		}
		slices.Sort(cycle)
		if len(cycle) > len(largest) || len(cycle) == len(largest) && slices.Compare(cycle, largest) < 0 {
			largest = cycle
		}
	}
	return largest
}
