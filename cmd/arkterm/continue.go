package main

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
)

// newContinue returns the command that continues a saved game.
func newContinue(testHook func(*playSession)) *cobra.Command {
	f := playFlags{testHook: testHook}
	cmd := &cobra.Command{
		Use:   "continue [FILE]",
		Short: "Continue the game you left",
		Long: fmt.Sprintf(`Continue the game you left, even after a crash. arkterm saves a game at the first serve, at
the start of each level, at each pause, and every %v seconds. FILE is another recording to
continue.`, app.SaveInterval.Seconds()),
		Example: `  arkterm continue
  arkterm continue crash-42-2400.ark       continue from the crash`,
		Args: cli.AtMostOne("file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(checkExclusive(cmd, "lines", "plain", "narrate"),
				checkExclusive(cmd, "plain", "narrate")); err != nil {
				return err
			}
			f.resume = true
			if len(args) > 0 {
				f.continueFile = args[0]
			}
			return f.play(tty.Getenv, store.UserFolders())
		},
	}

	f.game.level = "1"
	addOptions(cmd, &f.choices)
	f.addPlayer(cmd)
	f.addDebugging(cmd)
	return cmd
}

// openSaved opens the saved games and loads the game to continue. Errors are notices on the screen, except in the
// continue command. noSave is the reason why this game cannot be saved.
func (f *playFlags) openSaved(set *app.Setup, in store.Folders) (saved *store.SaveSlot, noSave, err error) {
	if f.bot {
		return nil, nil, nil
	}
	saved, noSave = store.OpenSaveSlot(in, app.FirstID)
	if noSave != nil {
		set.Notice = "games cannot be saved: " + noSave.Error()
		saved = nil
	}

	switch {
	case f.replay != nil: // the player may continue from it
		return saved, noSave, nil
	case f.continueFile != "":
		set.Saved, err = store.LoadGame(in, f.continueFile)
		set.SavedID = app.FirstID + 1 // FirstID belongs to the game in the slot
	case saved != nil:
		set.Saved, err = saved.Load(time.Now())
		set.SavedID = app.FirstID
	}

	set.Resume = f.resume

	switch {
	case !f.resume && saved != nil && err != nil:
		set.Notice = err.Error()
		return saved, noSave, nil
	case !f.resume:
		return saved, noSave, nil
	case err != nil:
		return saved, noSave, cli.Errorf(cli.ExitFile, "%w", err)
	case set.Saved == nil:
		return saved, noSave, cli.Errorf(cli.ExitFailure, "no saved game to continue; run arkterm to start one")
	}
	return saved, noSave, nil
}
