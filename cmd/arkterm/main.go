// Command arkterm is a brick-and-paddle game for the terminal: hexagons instead of bricks, and balls
// that move by fractions of a cell.
//
// It handles everything that the other packages leave out: flags, the clock, files, the environment,
// and taking the terminal and giving it back. local_play.go puts the parts together.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/tty"
)

func main() {
	run(func() *cobra.Command { return newRoot(nil) })
}

// run executes the command line, or the monitor, and ends the process.
func run(commands func() *cobra.Command) {
	findHome()
	if tty.IsMonitor(os.Args) {
		os.Exit(int(tty.RunMonitor(func(said []byte) (path string, err error) {
			return writeNote(said, userFolders().Crashes(), time.Now())
		})))
	}
	root := commands()
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], cobra.ShellCompRequestCmd) {
		offerFilesOnlyWhereTheyBelong(root)
	}
	out := &output{to: os.Stdout}
	root.SetOut(out)
	err := helpError(root, os.Args[1:])
	if err == nil {
		err = root.Execute()
	}
	if err == nil {
		err = out.err
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: %v\n", err)
	}
	os.Exit(int(exitcode.CodeOf(err)))
}

// An output is stdout. It notes the first failure, so that what could not be written is never a success: some of it
// is written by callers that do not look, such as cobra's help.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}
