// Command arkterm is a brick-breaker for the terminal, with hexagonal bricks and exact physics.
//
// It provides the flags, the clock, the files, the environment and the terminal to the other packages. Each command has
// a file. play.go reads the flags of a game, and local_play.go connects the session, the terminal and the files.
package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
)

func main() {
	run(func() *cobra.Command { return rootFor(os.Args[1:]) })
}

// run executes the command line, or the monitor, and ends the process.
func run(commands func() *cobra.Command) {
	cli.FindHome()
	if tty.IsMonitor(os.Args) {
		os.Exit(int(tty.RunMonitor(func(output []byte) (path string, err error) {
			return writeRuntimeOutput(output, store.UserFolders().Crashes(), time.Now())
		})))
	}
	os.Exit(int(cli.Execute(commands())))
}
