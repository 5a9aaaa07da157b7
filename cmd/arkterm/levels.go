package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/words"
	"arkterm/levels"
)

// newLevels returns the command that lists levels, with its subcommands.
func newLevels() *cobra.Command {
	var path levelsPath
	cmd := &cobra.Command{
		Use:   "levels",
		Short: "List the levels, check your own, rate or import them",
		Long: `List the levels that come with the game, and the level sets of LBreakout2 and
LBreakoutHD that are found on this machine. --levels takes these by their names. They are
looked for in .lgames/lbreakout2-levels and .lbreakouthd/levels below your home, and in
games/lbreakout2/levels and games/lbreakouthd/levels below the folders of XDG_DATA_DIRS.`,
		Example: `  arkterm levels                           the shipped ones
  arkterm levels --levels my/              those of a folder
  arkterm levels --levels Abc              those of a set that is found
  arkterm levels check my.level my/
  arkterm levels rate my/                  how hard they are`,
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			in := userFolders()
			pack, err := openPack(in, path)
			if err != nil {
				return fileError(path, err)
			}
			if err := listLevels(cmd, pack); err != nil || path != "" {
				return err
			}
			return listSets(cmd.OutOrStdout(), in.SetFolders())
		},
	}
	path.add(cmd)
	cmd.AddCommand(newLevelsCheck(), newLevelsRate(), newLevelsImport())
	return cmd
}

// listLevels prints one level per line, its number first.
func listLevels(cmd *cobra.Command, pack levels.Pack) error {
	for i, l := range pack.Levels {
		author := ""
		if l.Author != "" {
			author = " by " + l.Author
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%d %s%s\n", i+1, l.Name, author); err != nil {
			return err
		}
	}
	return nil
}

func newLevelsCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check PATH…",
		Short: "Check level files and folders of them",
		Long: `Check level files and folders of them: every error as file:line:column: what. Of a level
set of LBreakout's it says what is not taken as it stands.`,
		Example: `  arkterm levels check my.level
  arkterm levels check my/ && echo fine`,
		Args: needPaths,
		RunE: checkLevels,
	}
}

// needPaths is the Args of commands that take files and folders.
func needPaths(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return exit.Errorf(exit.Usage, "%s: which file or folder?", cmd.CommandPath())
	}
	if slices.Contains(args, "") { // an unset variable in a script
		return exit.Errorf(exit.Usage, "%s: a path is empty", cmd.CommandPath())
	}
	return nil
}

// checkLevels prints the errors in all paths to stderr, and a line to stdout for each path without any.
func checkLevels(cmd *cobra.Command, paths []string) error {
	in := userFolders()
	found, bad := 0, 0
	for _, path := range paths {
		pack, err := in.ReadPack(path)
		if err == nil {
			for _, note := range pack.Notes {
				fmt.Fprintln(cmd.ErrOrStderr(), note)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, fine\n", path, words.Count(len(pack.Levels), "level"))
			continue
		}
		bad++
		found++
		if all, ok := errors.AsType[levels.Errors](err); ok {
			found += len(all) - 1
		}
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	}
	if bad > 0 {
		return exit.Errorf(exit.File, "%s in %d of %d", words.Count(found, "error"), bad, len(paths))
	}
	return nil
}
