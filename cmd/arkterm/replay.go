package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"arkterm/engine"
	"arkterm/levels"
)

// maxRecording is the most bytes of a recording; four hours of a mouse are less.
const maxRecording = 64 << 20

// newReplay returns the command that plays a recording without a terminal.
func newReplay() *cobra.Command {
	var path levelsPath
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a recording without a terminal and print the result",
		Long: `Play a recording without a terminal, as the file that a crash leaves behind, and print
one JSON object, as sim does. A recording notes the state of its game every ten
seconds: where the game that is played differs, replay says so and exits with 5.`,
		Example: `  arkterm replay crash-42-2400.ark
  arkterm replay crash-42-2400.ark --levels my/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fail(exitUsage, "%s takes one file, got %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			pack, err := openPack(path)
			if err != nil {
				return fileError(path, err)
			}
			g, err := replay(args[0], pack)
			if err != nil {
				return err
			}
			return printResult(cmd.OutOrStdout(), g)
		},
	}
	path.add(cmd)
	return cmd
}

// replay plays the recording in a file and returns the game as it is at the end.
func replay(name string, pack levels.Pack) (*engine.Game, error) {
	text, err := readRecording(name)
	if err != nil {
		return nil, fail(exitFile, "%w", err)
	}
	rec, err := engine.ParseRecording(name, text)
	if err != nil {
		return nil, fail(exitFile, "%w", err)
	}
	if rec.Levels != 0 && rec.Levels != engine.Digest(pack.Levels) {
		return nil, fail(exitFile, "%s: recorded on other levels than these, %q; --levels PATH names them", name, rec.Pack)
	}
	g, err := rec.Play(pack.Levels, nil)
	if _, ok := errors.AsType[*engine.Mismatch](err); ok {
		return nil, fail(exitVerify, "%s: %w", name, err)
	}
	if err != nil {
		return nil, fail(exitFile, "%s: %w", name, err)
	}
	return g, nil
}

// readRecording reads a file, but no pipe or device, which might never end.
func readRecording(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, levels.Unreadable(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, levels.Error{File: name, What: "not a file"}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, levels.Unreadable(name, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRecording+1))
	if err != nil {
		return nil, levels.Unreadable(name, err)
	}
	if len(text) > maxRecording {
		return nil, levels.Error{File: name, What: fmt.Sprintf("longer than %d MiB", maxRecording>>20)}
	}
	return text, nil
}
