// Command arkterm is a brick-and-paddle game for the terminal: hexagons instead of
// bricks, and balls that fly between the cells.
//
// It owns what the other packages know nothing of: flags, the clock, the loop, files, the
// environment and the terminal's life. local_play.go is where the parts meet.
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

// run executes the command line, or what a monitor does, and ends the process.
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
