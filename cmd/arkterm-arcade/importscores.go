package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/text"
)

// newImportScores returns the command that imports scores of earlier versions of the game. This command belongs to the
// server program, because the game does not contain SQLite.
func newImportScores() *cobra.Command {
	return &cobra.Command{
		Use:   "import-scores [FILE]",
		Short: "Import scores that earlier versions of the game saved",
		Long: `Add your scores and achievements from FILE, a database of earlier versions of the game, to
the file that the game uses now. The default FILE is scores.db in your state folder. The
command skips games that are already in the file. It renames FILE to FILE.imported.`,
		Example: "  arkterm-arcade import-scores",
		Args:    cli.AtMostOne("file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			filePath := store.UserFolders().ScoresFile()
			databasePath := store.OldScores(filePath)
			if len(args) == 1 {
				databasePath = args[0]
			}
			if databasePath == "" {
				return cli.Errorf(cli.ExitFile, "no scores.db next to %s", filePath)
			}
			games, err := importScores(databasePath, filePath)
			if err != nil {
				return cli.Errorf(cli.ExitFile, "import scores: %w", err)
			}
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s added to %s\n", text.NumberOf(games, "game"),
				filePath); err != nil {
				return err
			}
			if err := os.Rename(databasePath, databasePath+".imported"); err != nil {
				return cli.Errorf(cli.ExitFile, "mark scores as imported: %w", err)
			}
			return nil
		},
	}
}

// importScores adds the scores of an old database to a score file. It returns the number of added games.
func importScores(databasePath, filePath string) (games int, err error) {
	old, err := leaderboard.ReadOldScores(databasePath)
	if err != nil {
		return 0, err
	}
	return store.NewScoreFile(filePath).Import(old)
}
