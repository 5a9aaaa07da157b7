package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/levels"
)

// This file provides the values for shell completion. The scripts that cobra generates run the hidden command
// __complete.

// completions makes shell completion offer names for a flag.
func completions(cmd *cobra.Command, flag string, names []string) {
	cli.CompleteFlag(cmd, flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// completeOption makes shell completion offer the values of an option, including the player's own themes. For an option
// that takes several values, it offers one more value after a comma.
func completeOption(cmd *cobra.Command, option int) {
	o := &settings.Options[option]
	cli.CompleteFlag(cmd, o.Name,
		func(_ *cobra.Command, _ []string, begun string) (all []string, _ cobra.ShellCompDirective) {
			values := o.HelpValues()
			if o.HasOwnFiles {
				values = slices.Concat(values, userThemes(store.UserFolders()).Names())
			}
			before := ""
			if o.AcceptsList {
				before = begun[:strings.LastIndexByte(begun, ',')+1]
			}
			given := strings.Split(before, ",")
			if before != "" {
				values = values[1:] // the first value, "none", cannot be combined
				for _, v := range given[:len(given)-1] {
					if !slices.Contains(values, v) {
						return nil, cobra.ShellCompDirectiveNoFileComp
					}
				}
			}
			for _, v := range values {
				if !slices.Contains(given, v) {
					all = append(all, before+v)
				}
			}
			return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
}

// completeLevel makes shell completion offer levels for --level. It offers their numbers if the player has typed a
// digit, and otherwise their names. With --mode challenges, it offers the challenges. In other modes, it offers the
// levels at path. If path is nil, the first argument of the command is the path.
func completeLevel(cmd *cobra.Command, path *levelsPath) {
	cli.CompleteFlag(cmd, "level",
		func(cmd *cobra.Command, args []string, begun string) (all []string, _ cobra.ShellCompDirective) {
			in := levelsPath("")
			switch {
			case path != nil:
				in = *path
			case len(args) > 0:
				in = levelsPath(args[0])
			}
			pack, err := openPack(store.UserFolders(), in)
			if f := cmd.Flags().Lookup(settings.Options[settings.Mode].Name); f != nil {
				if m, known := engine.ParseMode(f.Value.String()); known == nil && engine.Modes[m].HasChallenges {
					pack, err = levels.Challenges(), nil
				}
			}
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			byNumber := begun != "" && begun[0] >= '0' && begun[0] <= '9'
			for i, l := range pack.Levels {
				number, slug := strconv.Itoa(pack.Number(i)), levels.Slug(l.Name)
				switch at, err := pack.Find(slug); {
				case byNumber && pack.Number(i) != i+1: // on a route
				case byNumber:
					all = append(all, number+"\t"+l.Name)
				case err == nil && at == i: // the name is unique and is not a number
					all = append(all, fmt.Sprintf("%s\t%s", slug, strings.TrimSuffix(number+", "+l.World, ", ")))
				}
			}
			return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
}

// completeLevels completes --levels: names of sets, or files if no set matches.
func completeLevels(_ *cobra.Command, _ []string, begun string) (names []string, _ cobra.ShellCompDirective) {
	if begun == "" { // offer local files first
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, dir := range store.UserFolders().SetFolders() {
		for _, name := range store.SetsIn(dir) {
			if strings.HasPrefix(name, begun) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}
