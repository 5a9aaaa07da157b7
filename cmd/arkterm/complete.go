package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/levels"
)

// What shells offer when one presses Tab. cobra writes their scripts, which ask the program itself by its hidden command
// __complete.

// initCompletion adds cobra's command for shell completion. cobra's own accepts any word and shows no
// examples.
func initCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	c.Args = knownCommand
	c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	c.Example = "  source <(arkterm completion bash)"
	for _, shell := range c.Commands() {
		shell.Args = noArgs
		switch shell.Name() {
		case "fish":
			shell.Example = "  arkterm completion fish | source"
		case "powershell":
			shell.Example = "  arkterm completion powershell | Out-String | Invoke-Expression"
		default:
			shell.Example = "  source <(arkterm completion " + shell.Name() + ")"
		}
	}
}

// offerFilesOnlyWhereTheyBelong makes cmd and all below it offer no files where none is taken. Shells do so wherever a
// program does not say what else.
func offerFilesOnlyWhereTheyBelong(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") && !strings.Contains(cmd.Use, "PATH") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		of, _ := pflag.UnquoteUsage(f)
		if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok && of != "" && of != "file" && of != "PATH" {
			completeBy(cmd, f.Name, cobra.NoFileCompletions)
		}
	})
	for _, c := range cmd.Commands() {
		offerFilesOnlyWhereTheyBelong(c)
	}
}

// completeBy makes shell completion ask a function for what a flag takes.
func completeBy(cmd *cobra.Command, flag string, offers cobra.CompletionFunc) {
	// The only error is a missing flag, which the test of the help would find.
	_ = cmd.RegisterFlagCompletionFunc(flag, offers)
}

// completions makes shell completion offer names for a flag.
func completions(cmd *cobra.Command, flag string, names []string) {
	completeBy(cmd, flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// completeOption makes shell completion offer the values of an option, including the player's own themes. For an option
// that takes several values, it offers one more value after a comma.
func completeOption(cmd *cobra.Command, option int) {
	o := &settings.Options[option]
	completeBy(cmd, o.Name, func(_ *cobra.Command, _ []string, begun string) (all []string, _ cobra.ShellCompDirective) {
		values := o.Values
		if o.Own {
			values = slices.Concat(values, ownThemes(userFolders()).Names())
		}
		before := ""
		if o.Several {
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

// completeLevel makes shell completion offer levels for --level: those of path, which without one is an argument, or of the
// mode that is asked for. It offers their names, and their numbers once a digit is typed.
func completeLevel(cmd *cobra.Command, path *levelsPath) {
	completeBy(cmd, "level", func(cmd *cobra.Command, args []string, begun string) (all []string, _ cobra.ShellCompDirective) {
		in := levelsPath("")
		switch {
		case path != nil:
			in = *path
		case len(args) > 0:
			in = levelsPath(args[0])
		}
		pack, err := openPack(userFolders(), in)
		if f := cmd.Flags().Lookup(settings.Options[settings.Mode].Name); f != nil {
			if m, known := engine.ModeNamed(f.Value.String()); known == nil && engine.Modes[m].Rooms {
				pack, err = levels.Challenges(), nil
			}
		}
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		byNumber := begun != "" && begun[0] >= '0' && begun[0] <= '9'
		for i, l := range pack.Levels {
			number, slug := strconv.Itoa(i+1), levels.Slug(l.Name)
			switch at, err := pack.Find(slug); {
			case byNumber:
				all = append(all, number+"\t"+l.Name)
			case err == nil && at == i: // not one of two levels with the same name, nor one that is called 2048
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
	for _, dir := range userFolders().SetFolders() {
		for _, name := range store.SetsIn(dir) {
			if strings.HasPrefix(name, begun) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}
