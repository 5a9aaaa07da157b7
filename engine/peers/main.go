// Command peers compares arkterm's engine with github.com/jakecoffman/cp, a physics engine for Go.
// It runs the same scenes on both, and prints their processor time, energy drift and lost balls.
//
//	go run . [-docs FILE] [-rounds N] [-only NAMES] [-scenes DIR]
//
// The scenes come from a generator with a fixed seed, or from the files DIR/w1.txt and so on. See
// [scenes.Parse] for their format. The command is a separate module, so that the game does not
// depend on the other engine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"arkterm/engine/world/scenes"
)

func main() {
	docs := flag.String("docs", "", "update the table in this `file`")
	rounds := flag.Int("rounds", 5, "number of runs per engine and scene")
	only := flag.String("only", "", "run only these `scenes`, separated by commas")
	dir := flag.String("scenes", "", "read the scenes from this `directory`")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	if err := measure(*docs, *rounds, *only, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// measure runs the scenes and prints the report. If docs is not empty, it also writes the report to
// that file.
func measure(docs string, rounds int, only, dir string) error {
	var report Report
	printed := 0
	printNew := func() {
		fmt.Print(report.String()[printed:])
		printed = report.Len()
	}

	report.heading(rounds, origin(dir))
	if err := checkNames(only); err != nil {
		return err
	}

	for _, w := range workloads() {
		if only != "" && !slices.Contains(strings.Split(only, ","), w.Name) {
			continue
		}

		s, err := scene(w, dir)
		if err != nil {
			return err
		}

		t, err := compare(&s, w, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}

		report.timings(w, t)
		printNew()
	}

	if only == "" || slices.Contains(strings.Split(only, ","), scenes.Crowd.Name) {
		s := scenes.Crowd.Scene()
		t, err := run(Engines[ours], &s, scenes.Crowd)
		if err != nil {
			return fmt.Errorf("%s: %w", scenes.Crowd.Name, err)
		}

		report.crowd(&s, t)
		printNew()
	}

	if only == "" {
		found, err := escapes(dir)
		if err != nil {
			return err
		}

		report.escapes(found)
		printNew()
	}

	if docs == "" {
		return nil
	}
	return updateTable(docs, report.String())
}

// checkNames returns an error if list contains an unknown scene.
func checkNames(list string) error {
	if list == "" {
		return nil
	}
	names := []string{scenes.Crowd.Name}
	for _, w := range workloads() {
		names = append(names, w.Name)
	}
	for _, name := range strings.Split(list, ",") {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown scene %q (want one or more of %s)", name, strings.Join(names, ","))
		}
	}
	return nil
}

// workloads returns all scenes that run on every engine.
func workloads() []scenes.Workload { return slices.Concat(scenes.All, scenes.Others, levelScenes) }

// origin describes the source of the scenes for the report.
func origin(dir string) string {
	if dir == "" {
		return "generated with a fixed seed"
	}
	return "from files"
}

// scene reads the scene of w from its file in dir. If dir is empty, it generates the scene.
func scene(w scenes.Workload, dir string) (scenes.Scene, error) {
	if dir == "" {
		return w.Scene(), nil
	}
	name := filepath.Join(dir, w.Name+".txt")
	f, err := os.Open(name)
	isNamed := func(a scenes.Workload) bool { return a.Name == w.Name }
	if errors.Is(err, fs.ErrNotExist) && !slices.ContainsFunc(scenes.All, isNamed) {
		return w.Scene(), nil // only the scenes of All have files
	}
	if err != nil {
		return scenes.Scene{}, fmt.Errorf("read scene: %w", err)
	}
	defer f.Close()
	return scenes.Parse(name, f)
}

// escapes counts the fast balls that leave the box of scene W2, for each engine and speed.
func escapes(dir string) (found [len(Engines)][len(EscapeTestSpeeds)]Escape, err error) {
	w := scenes.All[slices.IndexFunc(scenes.All, func(w scenes.Workload) bool { return w.Name == "w2" })]
	s, err := scene(w, dir)
	if err != nil {
		return found, err
	}
	for k, e := range Engines {
		for j, speed := range EscapeTestSpeeds {
			if found[k][j], err = escape(e, s, speed); err != nil {
				return found, fmt.Errorf("%s: %w", e.Name, err)
			}
		}
	}
	return found, nil
}
