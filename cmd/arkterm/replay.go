package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"arkterm/engine"
)

// newReplay returns the command that prints what a recording's game comes to.
func newReplay() *cobra.Command {
	var path levelsPath
	var asJSON, asText bool
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Show a recording, or print what its game comes to",
		Long: `Play a recording, as the file that a crash leaves behind, and print one JSON object, as
sim does. A recording notes the state of its game every five seconds: where the game
that is played differs, replay says so and exits with 5.`,
		Example: `  arkterm replay crash-42-2400.ark
  arkterm replay --json game.ark           only the result
  arkterm replay --text game.ark           what is in the file`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := openFilm(args[0], path)
			if err != nil {
				return err
			}
			if asText {
				_, err := cmd.OutOrStdout().Write(f.rec.Text())
				return err
			}
			return f.print(cmd.OutOrStdout())
		},
	}
	path.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result")
	cmd.Flags().BoolVar(&asText, "text", false, "print the recording as text, which can be read and edited")
	return cmd
}

// oneFile is the Args of commands that take one file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fail(exitUsage, "%s takes one file, got %d", cmd.CommandPath(), len(args))
	}
	return nil
}

// print plays the film to its end and prints what the game has come to.
func (f *film) print(w io.Writer) error {
	g, err := f.rec.Play(f.pack.Levels, nil)
	if _, ok := errors.AsType[*engine.Mismatch](err); ok {
		return fail(exitVerify, "%s: %w", f.name, err)
	}
	if err != nil {
		return fail(exitFile, "%s: %w", f.name, err)
	}
	return printResult(w, g)
}
