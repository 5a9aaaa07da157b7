// Command arkterm is a brick-and-paddle game for the terminal: hexagons instead of
// bricks, and balls that fly between the cells.
//
// It owns what the other packages know nothing of: flags, the clock, the loop, files, the
// environment and the terminal's life. loop.go is where the parts meet.
package main

import (
	"fmt"
	"os"

	"arkterm/cmd/arkterm/exit"
)

func main() {
	if isMonitor(os.Args) {
		os.Exit(int(runMonitor()))
	}
	err := newRoot().Execute()
	if err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: %v\n", err)
	}
	os.Exit(int(exit.CodeOf(err)))
}
