package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/cli"
	"arkterm/render/text"
)

// maxPrintedGames is the maximum number of games that the commands remove and restore print.
const maxPrintedGames = 20

// maxListedGames is the maximum number of a player's games that a command prints or changes.
const maxListedGames = 1_000_000

// newGames returns the command that lists the games of a player.
func newGames() *cobra.Command {
	var state stateFlag
	limit, asJSON := 20, false
	cmd := &cobra.Command{
		Use:     "games NAME",
		Short:   "Print the finished games of a player",
		Long:    "Print the stored games of the player with this name, most recent first, including removed games.",
		Example: "  arkterm-arcade games rude.name --state /var/lib/arkterm-arcade",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Errorf(cli.ExitUsage, "%s needs the name of a player, got %d arguments", cmd.CommandPath(),
					len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			db, err := state.folder().openDB()
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			defer db.Close()
			games, err := gamesOf(db, args[0], limit)
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			return printGames(cmd.OutOrStdout(), games, asJSON)
		},
	}
	state.add(cmd)
	cmd.Flags().Var(cli.Number(&limit, 1, maxListedGames), "limit", "print at most `N` games")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object for each game")
	return cmd
}

// gamesOf returns the games of the player with a name, most recent first.
func gamesOf(db *leaderboard.DB, name string, limit int) ([]leaderboard.Record, error) {
	n, err := leaderboard.ParseName(name)
	if err != nil {
		return nil, err
	}
	p, err := db.PlayerByName(n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", n, err)
	}
	return db.AllGames(p.ID, limit)
}

// printGames prints games as a table, or as one JSON object per line.
func printGames(w io.Writer, games []leaderboard.Record, asJSON bool) error {
	for i := range games {
		g := &games[i]
		if asJSON {
			if err := json.NewEncoder(w).Encode(g); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(w, "%8d  %s  %s\n", g.ID, g.Ended.Format(time.DateTime), describeGame(g)); err != nil {
			return err
		}
	}
	return nil
}

// describeGame returns the players, result and table of a game.
func describeGame(g *leaderboard.Record) string {
	line := g.Summary() + ", " + leaderboard.TableTitle(g.Table, g.Source)
	if g.Removed {
		line += " (removed)"
	}
	return line
}

// gameKinds are the kinds of arguments of the commands remove and restore.
var gameKinds = []argKind{
	{Name: "game", Value: "N", Help: "the game with this number"},
	{Name: "player", Value: "NAME", Help: "all games of the player with this name"},
}

// selectGames returns the games that an operator has selected. If kind is "game", value is the number of a game. If
// kind is "player", value is the name of a player, and selectGames returns all of the player's games.
func selectGames(db *leaderboard.DB, kind, value string) ([]leaderboard.Record, error) {
	if kind == "player" {
		return gamesOf(db, value, maxListedGames)
	}
	return gameByNumber(db, value)
}

// gameByNumber returns the game whose number is given as text.
func gameByNumber(db *leaderboard.DB, value string) ([]leaderboard.Record, error) {
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id < 1 {
		return nil, fmt.Errorf("game %.40q: not a game number (want 1 or more)", value)
	}
	g, err := db.GameByID(id)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	return []leaderboard.Record{g}, nil
}

// newRemove returns the command that removes games from the leaderboards.
func newRemove() *cobra.Command {
	var yes bool
	cmd := newEditCommand("remove", "Remove games from the leaderboards",
		`Remove games from the leaderboards, from the lists of players, and from the web page, after
confirmation. Ratings and personal scores do not change. Within eight days, restore reverses
the removal. To also keep the player away, use block.`,
		func(cmd *cobra.Command, db *leaderboard.DB, games []leaderboard.Record) error {
			if !yes {
				question := fmt.Sprintf("Remove %s?", text.NumberOf(len(games), "game"))
				if err := confirm(cmd.InOrStdin(), cmd.ErrOrStderr(), question); err != nil {
					return err
				}
			}
			n, err := db.RemoveGames(gameIDs(games), time.Now())
			return printChangedCount(cmd.OutOrStdout(), n, "removed", err)
		})
	cmd.Flags().BoolVar(&yes, "yes", false, "remove without confirmation")
	return cmd
}

// newRestore returns the command that restores removed games.
func newRestore() *cobra.Command {
	return newEditCommand("restore", "Restore removed games",
		"Restore games that were removed within the last eight days.",
		func(cmd *cobra.Command, db *leaderboard.DB, games []leaderboard.Record) error {
			n, err := db.RestoreGames(gameIDs(games))
			return printChangedCount(cmd.OutOrStdout(), n, "restored", err)
		})
}

// newEditCommand returns a command that selects games by its arguments, prints them and calls edit with them.
func newEditCommand(name, short, long string,
	edit func(cmd *cobra.Command, db *leaderboard.DB, games []leaderboard.Record) error,
) *cobra.Command {
	var state stateFlag
	cmd := &cobra.Command{
		Use:     name + " game|player VALUE",
		Short:   short,
		Long:    long + "\n" + kindsHelp(gameKinds),
		Example: "  arkterm-arcade " + name + " game 12 --state /var/lib/arkterm-arcade",
		RunE: func(cmd *cobra.Command, args []string) error {
			db, err := state.folder().openEditor()
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			defer db.Close()
			games, err := selectGames(db, args[0], args[1])
			if err == nil {
				err = printGames(cmd.OutOrStdout(), games[:min(len(games), maxPrintedGames)], false)
			}
			if err == nil && len(games) > maxPrintedGames {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "… and %d more\n", len(games)-maxPrintedGames)
			}
			if err == nil {
				err = edit(cmd, db, games)
			}
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			return nil
		},
	}
	setKinds(cmd, gameKinds)
	state.add(cmd)
	return cmd
}

// gameIDs returns the numbers of games.
func gameIDs(games []leaderboard.Record) (ids []int64) {
	for i := range games {
		ids = append(ids, games[i].ID)
	}
	return ids
}

// printChangedCount prints the number of changed games and the change, for example "2 games removed". It returns err if
// it is not nil.
func printChangedCount(w io.Writer, n int, change string, err error) error {
	if err == nil {
		_, err = fmt.Fprintf(w, "%s %s\n", text.NumberOf(n, "game"), change)
	}
	return err
}

// errUnconfirmed is the error if the operator has not confirmed a change.
var errUnconfirmed = errors.New("nothing was changed")

// confirm writes a question to w, reads the answer from r, and returns errUnconfirmed unless the answer is y or yes.
func confirm(r io.Reader, w io.Writer, question string) error {
	if _, err := fmt.Fprint(w, question+" [y/N] "); err != nil {
		return err
	}
	answer, err := bufio.NewReader(io.LimitReader(r, 16)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errUnconfirmed
}
