package main

import (
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/terminal/process"
)

// newContinue returns the command that continues a saved game.
func newContinue(trial func(*play)) *cobra.Command {
	f := playFlags{trial: trial}
	cmd := &cobra.Command{
		Use:   "continue [FILE]",
		Short: "Continue the game you left",
		Long: `Continue the game you left, however it ended: a game is saved at each serve, when it is
paused, at the start of a level and every ten seconds. FILE is another recording to continue.`,
		Example: `  arkterm continue
  arkterm continue crash-42-2400.ark       from where it crashed`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return exit.Errorf(exit.Usage, "%s takes one file at most, got %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			f.resume = true
			if len(args) > 0 {
				f.file = args[0]
			}
			return f.play(process.Getenv, userFolders())
		},
	}
	f.game.level = "1"
	addOptions(cmd, &f.choices)
	f.addPlayer(cmd)
	f.addDebugging(cmd)
	return cmd
}

// openSaved opens the saved games and loads the one to continue. A failure is an error only if that game
// was asked for; otherwise it becomes a notice.
func (f *playFlags) openSaved(set *session.Setup, in store.Folders) (*store.Saves, error) {
	if f.bot {
		return nil, nil
	}
	saved, err := store.OpenSaves(in, session.FirstID)
	if err != nil {
		set.Notice = "game not saved: " + err.Error()
		saved = nil
	}
	switch {
	case f.replay != nil: // the player may continue from it
		return saved, nil
	case f.file != "":
		set.Saved, err = store.LoadGame(in, f.file)
		set.SavedID = session.FirstID + 1 // the saved game keeps its own ID
	case saved != nil:
		set.Saved, err = saved.Load(time.Now())
		set.SavedID = session.FirstID
	}
	set.Resume = f.resume
	switch {
	case !f.resume && saved != nil && err != nil:
		set.Notice = err.Error()
		return saved, nil
	case !f.resume:
		return saved, nil
	case err != nil:
		return saved, exit.Errorf(exit.File, "%w", err)
	case set.Saved == nil:
		return saved, exit.Errorf(exit.Failure, "there is no game to continue; arkterm begins one")
	}
	return saved, nil
}
