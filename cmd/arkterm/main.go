// Command arkterm is a brick-and-paddle game for the terminal: hexagons instead of bricks, and balls
// that move by fractions of a cell.
//
// It handles everything that the other packages leave out: flags, the clock, files, the environment,
// and taking the terminal and giving it back. local_play.go puts the parts together.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/terminal/process"
)

func main() {
	run(newRoot(nil))
}

// run executes the command line, or the monitor, and ends the process.
func run(root *cobra.Command) {
	if process.IsMonitor(os.Args) {
		os.Exit(int(process.RunMonitor(func(said []byte) (path string, err error) {
			return writeNote(said, userFolders().Crashes(), time.Now())
		})))
	}
	err := root.Execute()
	if err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: %v\n", err)
	}
	os.Exit(int(exit.CodeOf(err)))
}
