// Command ci measures and checks arkterm. Each subcommand is a check or a measurement that the Makefile runs.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arkterm/ci/cost"
	"arkterm/ci/faults"
	"arkterm/ci/golden"
	"arkterm/ci/links"
	"arkterm/ci/load"
	"arkterm/ci/mutate"
	"arkterm/ci/pictures"
	"arkterm/ci/scale"
	"arkterm/ci/scenes"
	"arkterm/ci/sound"
	"arkterm/ci/terminals"
	"arkterm/ci/web"
)

// commands are the subcommands. They run in the root of the repository. dir is a folder for temporary files.
var commands = map[string]func(dir string, args []string) error{
	"bytes":        scenes.RunBytes,
	"cpu":          cost.RunCPU,
	"customers":    load.RunCustomers,
	"exits":        links.RunExits,
	"faults":       faults.Run,
	"golden":       golden.Run,
	"instructions": scenes.RunInstructions,
	"links":        links.Run,
	"load":         load.Run,
	"mutate":       mutate.Run,
	"pictures":     pictures.Run,
	"scale":        scale.Run,
	"sound":        sound.Run,
	"startup":      cost.RunStartup,
	"terminals":    terminals.Run,
	"web":          web.Run,
}

// children are subcommands that other subcommands start as separate processes. Their dir is "".
var children = map[string]func(dir string, args []string) error{
	"attackers":         load.Attackers,
	"cpu-minimal":       func(string, []string) error { cost.WriteOften(); return nil },
	"faults-write":      faults.Write,
	"instructions-play": scenes.Play,
	"links-ticks":       func(string, []string) error { links.ShowTicks(); return nil },
	"painter":           terminals.Paint,
}

func main() {
	if terminals.IsMonitor(os.Args) {
		os.Exit(terminals.RunMonitor())
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", strings.Join(os.Args[1:min(2, len(os.Args))], ""), err)
		os.Exit(1)
	}
}

// run carries out a subcommand.
func run(args []string) error {
	if len(args) > 0 && children[args[0]] != nil {
		return children[args[0]]("", args[1:])
	}
	if len(args) == 0 || commands[args[0]] == nil {
		return fmt.Errorf("unknown or missing subcommand (want %s)",
			strings.Join(slices.Sorted(maps.Keys(commands)), ", "))
	}
	if dir, err := os.Getwd(); err != nil || filepath.Base(dir) == ".ci" { // as with go run -C .ci
		if err := os.Chdir(".."); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "arkterm-ci-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return commands[args[0]](dir, args[1:])
}
