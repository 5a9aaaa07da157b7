package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/parse"
	"arkterm/render/text"
)

// A stateFlag contains the values of the flags --state and --store.
type stateFlag stateFolder

// add adds the flags --state and --store to a command.
func (s *stateFlag) add(cmd *cobra.Command) {
	cmd.Flags().Var(cli.Folder{Path: &s.dir}, "state",
		"the server's state `folder`; default: arcade in your own state folder")
	_ = cmd.MarkFlagDirname("state")
	cmd.Flags().StringVar(&s.storeURL, "store", "",
		"`URL` postgres://… of a database that several servers share; default: arcade.db in the state folder")
}

// folder returns the state folder and the database of the flags. The default folder is arcade in the folder where the
// game keeps the state of this user.
func (s stateFlag) folder() stateFolder {
	if s.dir == "" {
		s.dir = filepath.Join(store.UserFolders().State, "arcade")
	}
	return stateFolder(s)
}

// An argKind is the first argument of a command, which determines the meaning of the second one.
type argKind struct {
	Name  string // the first argument
	Value string // placeholder for the second argument in help texts
	Help  string // description of the second argument
}

// kindsHelp returns help text with one line per kind.
func kindsHelp(kinds []argKind) (lines string) {
	for _, k := range kinds {
		lines += fmt.Sprintf("\n    %-16s %s", k.Name+" "+k.Value, k.Help)
	}
	return lines
}

// setKinds makes a command check its two arguments, which are a kind and a value, and complete the first one.
func setKinds(cmd *cobra.Command, kinds []argKind) {
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	list := strings.Join(names, ", ")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) != 2:
			return cli.Errorf(cli.ExitUsage, "%s needs two arguments (want a kind and a value; kinds: %s)",
				cmd.CommandPath(), list)
		case !slices.Contains(names, args[0]):
			return cli.Errorf(cli.ExitUsage, "%s: unknown kind %.40q (want %s)%s", cmd.CommandPath(), args[0], list,
				parse.DidYouMean(args[0], "", names))
		}
		return nil
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (all []cobra.Completion,
		_ cobra.ShellCompDirective,
	) {
		if len(args) == 0 {
			for _, k := range kinds {
				all = append(all, cobra.CompletionWithDesc(k.Name, k.Help))
			}
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// newBlock returns the command that adds an entry to the block list.
func newBlock() *cobra.Command {
	var state stateFlag
	var note string
	cmd := &cobra.Command{
		Use:   "block player|key|name|net VALUE",
		Short: "Block a player, a key, a name or a network",
		Long: "Block a player, a key, a name or a network, and print the effect:\n" + kindsHelp(blockKinds()) +
			"\n\nKEY is the SHA-256 hash of a public key, in hexadecimal or as printed by ssh-keygen -l.\n" +
			"The block list is in the database of --store. Without --store, it is the file blocked " +
			"in the state folder, which you can also edit.",
		Example: "  arkterm-arcade block player rude.name --note spam --state /var/lib/arkterm-arcade\n " +
			" arkterm-arcade block net 192.0.2.0/24",
		RunE: func(cmd *cobra.Command, args []string) error {
			lines, err := state.folder().Block(args[0], args[1], note)
			return printLines(cmd.OutOrStdout(), lines, err)
		},
	}
	setKinds(cmd, blockKinds())
	state.add(cmd)
	cmd.Flags().StringVar(&note, "note", "", "add a `text` to the entry, for other operators")
	return cmd
}

// newUnblock returns the command that removes an entry from the block list.
func newUnblock() *cobra.Command {
	var state stateFlag
	cmd := &cobra.Command{
		Use:     "unblock player|key|name|net VALUE",
		Short:   "Remove an entry from the block list",
		Example: "  arkterm-arcade unblock name rude.name --state /var/lib/arkterm-arcade",
		RunE: func(cmd *cobra.Command, args []string) error {
			lines, err := state.folder().Unblock(args[0], args[1])
			return printLines(cmd.OutOrStdout(), lines, err)
		},
	}
	setKinds(cmd, blockKinds())
	state.add(cmd)
	return cmd
}

// printLines prints lines, or converts err to an error with an exit code.
func printLines(w io.Writer, lines []string, err error) error {
	if err != nil {
		return cli.Errorf(cli.ExitFailure, "%w", err)
	}
	_, err = fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// newList returns the command that prints the block list.
func newList() *cobra.Command {
	var state stateFlag
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Print the block list",
		Example: "  arkterm-arcade list --state /var/lib/arkterm-arcade",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, invalid, err := state.folder().Blocked()
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			for _, b := range all {
				line := b.String()
				if !b.Player.IsZero() && b.Note != b.Player.String() {
					line += "  (" + b.Player.String() + ")"
				}
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
					return err
				}
			}
			if invalid != nil {
				return cli.Errorf(cli.ExitFile, "%w", invalid)
			}
			return nil
		},
	}
	state.add(cmd)
	return cmd
}

// maxPlayers is the maximum number of players that the command players prints.
const maxPlayers = 100_000

// newPlayers returns the command that prints players.
func newPlayers() *cobra.Command {
	var state stateFlag
	limit, asJSON := 20, false
	cmd := &cobra.Command{
		Use:     "players [WORD]",
		Short:   "Print the players of an arcade",
		Long:    "Print the players whose names contain WORD, or all players, most recently seen first.",
		Example: "  arkterm-arcade players --state /var/lib/arkterm-arcade\n  arkterm-arcade players rude --json",
		Args:    cli.AtMostOne("word"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := state.folder().Players(strings.Join(args, ""), limit)
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			return printPlayers(cmd.OutOrStdout(), all, asJSON)
		},
	}
	state.add(cmd)
	cmd.Flags().Var(cli.Number(&limit, 1, maxPlayers), "limit", "print at most `N` players")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object for each player")
	return cmd
}

// printPlayers prints players as a table, or as one JSON object per line.
func printPlayers(w io.Writer, all []playerInfo, asJSON bool) error {
	if !asJSON && len(all) > 0 {
		if _, err := fmt.Fprintf(w, "%-*s %5s  %-10s  %-10s  keys\n", text.MaxPlayerName, "name", "games", "since",
			"last seen"); err != nil {
			return err
		}
	}
	for i := range all {
		p := &all[i]
		if asJSON {
			if err := json.NewEncoder(w).Encode(p); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %5d  %s  %s  %s\n", text.Pad(p.Name.String(), text.MaxPlayerName), p.Games,
			p.FirstVisit.Format(time.DateOnly), p.LastVisit.Format(time.DateOnly),
			strings.Join(p.Keys, " ")); err != nil {
			return err
		}
	}
	return nil
}
