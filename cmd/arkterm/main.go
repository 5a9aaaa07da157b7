// Command arkterm is a brick-and-paddle game for the terminal: hexagons instead of bricks, and balls
// that move by fractions of a cell.
//
// It handles everything that the other packages leave out: flags, the clock, files, the environment,
// and taking the terminal and giving it back. local_play.go puts the parts together.
package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/tty"
)

func main() {
	run(func() *cobra.Command { return newRoot(nil) })
}

// run executes the command line, or the monitor, and ends the process.
func run(commands func() *cobra.Command) {
	cli.FindHome()
	if tty.IsMonitor(os.Args) {
		os.Exit(int(tty.RunMonitor(func(said []byte) (path string, err error) {
			return writeNote(said, cli.UserFolders().Crashes(), time.Now())
		})))
	}
	os.Exit(int(cli.Execute(commands())))
}
