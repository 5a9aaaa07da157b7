// Walls measures what keeps packages apart inside: how many lines a package has, and
// how many of its files form a cycle, in which each uses names of the next. Both are
// without tests. It prints a table, and fails above the limits.
//
// With packages as arguments it lists the files of their largest cycles.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// What a package may have. A reader keeps about so much in his head.
const (
	maxLines = 6200
	maxCycle = 21
)

// An exception is a package that may have more, up to the limits here.
// docs/architecture.md says why for each of them.
type exception struct {
	lines, cycle int
	reason       string
}

var exceptions = map[string]exception{
	"arkterm/engine": {lines: 8000, cycle: 50, reason: "the game is one machine"},
}

func main() {
	packages, err := load(".", "./...")
	if err != nil {
		fmt.Fprintln(os.Stderr, "walls:", err)
		os.Exit(1)
	}

	if len(os.Args) > 1 {
		printCycles(os.Stdout, packages, os.Args[1:])
		return
	}

	if !report(os.Stdout, packages, exceptions) {
		os.Exit(1)
	}
}

// report prints a row for each package and reports whether all are within
// their limits. An exception that is not needed is a fault too.
func report(w io.Writer, packages []*measured, exceptions map[string]exception) bool {
	var faults []string
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "lines\tfiles\tlargest cycle\t\tpackage")

	for _, p := range packages {
		limits := exception{lines: maxLines, cycle: maxCycle}
		e, excepted := exceptions[p.path]
		if excepted {
			limits = e
		}

		if p.lines > limits.lines {
			faults = append(faults, fmt.Sprintf("%s has %d lines, and may have %d", p.path, p.lines, limits.lines))
		}
		if len(p.cycle) > limits.cycle {
			faults = append(faults, fmt.Sprintf("%s has a cycle of %d files, and may have one of %d", p.path, len(p.cycle), limits.cycle))
		}
		if excepted && p.lines <= maxLines && len(p.cycle) <= maxCycle {
			faults = append(faults, p.path+" needs no exception any more")
		}

		fmt.Fprintf(table, "%d\t%d\t%d\t\t%s", p.lines, p.files, len(p.cycle), p.path)
		if excepted {
			fmt.Fprintf(table, " (%s)", e.reason)
		}
		fmt.Fprintln(table)
	}

	for path := range exceptions {
		if !slices.ContainsFunc(packages, func(p *measured) bool { return p.path == path }) {
			faults = append(faults, path+" has an exception, and does not exist")
		}
	}

	table.Flush()
	slices.Sort(faults)
	for _, fault := range faults {
		fmt.Fprintln(w, "walls:", fault)
	}
	return len(faults) == 0
}

// printCycles lists the files of the largest cycle of each package whose path
// ends with one of the names, and for each of them the files of the cycle that it uses.
func printCycles(w io.Writer, packages []*measured, names []string) {
	for _, p := range packages {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(p.path, strings.Trim(name, "./")) }) {
			continue
		}
		fmt.Fprintf(w, "%s: %d files\n", p.path, len(p.cycle))
		for _, file := range p.cycle {
			var uses []string
			for other := range p.uses[file] {
				if slices.Contains(p.cycle, other) {
					uses = append(uses, other)
				}
			}
			slices.Sort(uses)
			fmt.Fprintf(w, "  %s → %s\n", file, strings.Join(uses, " "))
		}
	}
}
