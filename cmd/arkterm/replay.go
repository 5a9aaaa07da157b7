package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
	"arkterm/engine/record"
	"arkterm/levels"
)

// A replayFlags holds the flags of the replay command.
type replayFlags struct {
	play   playFlags
	files  pictureFlags
	levels levelsPath
	from   uint64
	last   uint64
	json   bool
	text   bool
}

// newReplay returns the command that shows a recording.
func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Watch a recording, or continue it from any point",
		Long: `Watch a recording in the terminal. Space pauses, arrow keys seek, T or Enter continues the
game from the current point.

Without a terminal, and with --json, replay plays the recording to its end and prints its
result as one JSON object, as sim does. --cast, --gif, --svg and --wav write files instead,
with the same bytes each time. A recording contains a hash of its state for every five
seconds. If the game differs from these hashes, replay reports it and exits with 5.`,
		Example: `  arkterm replay game.ark
  arkterm replay crash-42-2400.ark --last 10   the last ten seconds
  arkterm replay game.ark --from 1:30
  arkterm replay game.ark --cast game.cast     for asciinema and its web player
  arkterm replay game.ark --svg game.svg --from 1:30 --to 1:36
  arkterm replay game.ark --wav game.wav       the sound
  arkterm replay --json game.ark               only the result
  arkterm replay --text game.ark               the contents as text`,
		Args: oneFileArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := cmp.Or(
				checkExclusive(cmd, "from", "last"), checkExclusive(cmd, "json", "text"),
				checkExclusive(cmd, "lines", "plain", "narrate"), checkExclusive(cmd, "plain", "narrate"),
				f.files.check(cmd), checkOverwrite(cmd, args[0], "cast", "gif", "svg", "wav"),
			)
			if err != nil {
				return err
			}
			return f.run(cmd, args[0])
		},
	}

	f.levels.add(cmd)
	f.files.add(cmd)
	addForce(cmd)
	addOptions(cmd, &f.play.choices)
	cmd.Flags().Var(timeFlag{ticks: &f.from}, "from", "start at this time, such as 90 or 1:30")
	cmd.Flags().Var(timeFlag{ticks: &f.last, positive: true}, "last", "start this long before the end")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the result as JSON")
	cmd.Flags().BoolVar(&f.text, "text", false, "print the recording as editable text")
	cmd.Flags().BoolVar(&f.play.noProbe, "no-probe", false, "send no queries to the terminal")
	return cmd
}

// run shows the recording in a file, or prints its result, or writes pictures of it.
func (f *replayFlags) run(cmd *cobra.Command, name string) error {
	w, in := cmd.OutOrStdout(), store.UserFolders()
	game, err := openReplay(in, name, f.levels)
	switch {
	case err != nil:
		return err
	case f.text:
		_, err := w.Write(game.Recording.Text())
		return err
	case f.files.hasOutput():
		return f.files.write(w, cmd.ErrOrStderr(), in, game, f.firstTick(game), &f.play.choices)
	case f.json || !interactive():
		return printReplay(w, game)
	}
	if err := rejectStdin(cmd.Name(), name); err != nil {
		return err
	}
	f.play.replay, f.play.replayFrom = game, f.firstTick(game)
	return f.play.play(tty.Getenv, in)
}

// firstTick returns the first tick to show.
func (f *replayFlags) firstTick(game *replay.Replay) uint64 {
	if ticks := uint64(game.Recording.Ticks()); f.last > 0 {
		return ticks - min(f.last, ticks)
	}
	return f.from
}

// interactive reports whether stdin and stdout are a terminal.
func interactive() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// oneFileArg is the Args function of commands that take one file.
func oneFileArg(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Errorf(cli.ExitUsage, "%s takes one file, got %d", cmd.CommandPath(), len(args))
	}
	return nil
}

// printReplay plays the replay to its end and prints the game's result.
func printReplay(w io.Writer, f *replay.Replay) error {
	g, err := f.Play(nil)
	if _, ok := errors.AsType[*record.Mismatch](err); ok {
		return cli.Errorf(cli.ExitVerify, "%s: %w", f.Name, err)
	}
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%s: %w", f.Name, err)
	}
	return json.NewEncoder(w).Encode(resultOf(g))
}

// openReplay reads a recording. name is the name of its file, or "-" for standard input. A name without a folder is
// also searched in the folder of replays, because scores contain such names. The replay has the levels at path. If path
// is "", it has the levels in the recording. If the recording contains none, it has shipped levels.
func openReplay(in store.Folders, name string, path levelsPath) (*replay.Replay, error) {
	data, err := in.ReadRecording(name)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%w", err)
	}
	return replayOf(in, store.InputName(name), data, path)
}

// replayOf returns the replay of a recording with this content. The name is for messages.
func replayOf(in store.Folders, name string, data []byte, path levelsPath) (*replay.Replay, error) {
	var own *levels.Pack
	if path != "" {
		pack, err := openPack(in, path)
		if err != nil {
			return nil, fileError(path, err)
		}
		own = &pack
	}
	r, err := replay.Open(name, data, own)
	if err == nil {
		r.Recording.Foreign = in.SealOf(r.Recording) != store.SealedHere // for the game that continues it
	}
	return r, err
}
