// Package cli provides the command-line parts that arkterm and arkterm-arcade share: help, errors, version and shell
// completion.
//
// A program builds a root command, passes it to [Init] and runs it with [Execute].
package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Init completes a root command. Add the subcommands of the program before calling Init. It adds the commands version,
// help and completion, the flag --version, and the texts of help and errors. If a command has many flags, its help
// lists them in groups.
func Init(root *cobra.Command, groups ...FlagGroup) {
	root.Args = KnownCommand
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(func(cmd *cobra.Command) error { return printUsage(cmd, groups) })
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd, groups) })
	root.AddCommand(newVersion(root.Name()))
	root.SetHelpCommand(newHelp(root.Name()))
	root.InitDefaultHelpCmd()
	initCompletion(root)
	addVersionFlag(root)
}

// Execute runs the command line of the process and returns its exit code. It prints errors to standard error.
func Execute(root *cobra.Command) ExitCode {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], cobra.ShellCompRequestCmd) {
		limitFileCompletion(root)
	}
	out := &output{to: os.Stdout}
	root.SetOut(out)

	err := helpError(root, os.Args[1:])
	if err == nil {
		err = root.Execute()
	}
	if err == nil {
		err = out.err
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", root.Name(), err)
	}
	return ExitCodeOf(err)
}

// An output writes to stdout and stores the first write error, because some callers, such as cobra's help, ignore it.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// initCompletion adds cobra's command for shell completion, with shorter texts and with checks of the arguments.
func initCompletion(root *cobra.Command) {
	if root.CompletionOptions.DisableDefaultCmd {
		return
	}
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	c.Args = KnownCommand
	c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	c.Short = "Print a shell completion script"
	c.Long = "Print a script that completes commands, flags and their values in a shell."

	command := root.Name() + " completion "
	c.Example = "  source <(" + command + "bash)"
	for _, shell := range c.Commands() {
		shell.Args = NoArgs
		shell.Short = "Print the completion script for " + shell.Name()
		shell.Long = shell.Short + "."
		session, permanent := "  source <("+command+shell.Name()+")", ""
		switch shell.Name() {
		case "bash":
			shell.Long += " It needs the package bash-completion."
			permanent = command + "bash > /etc/bash_completion.d/" + root.Name()
		case "fish":
			session = "  " + command + "fish | source"
			permanent = command + "fish > ~/.config/fish/completions/" + root.Name() + ".fish"
		case "powershell":
			session = "  " + command + "powershell | Out-String | Invoke-Expression"
			shell.Long += " To load it in every session, add the command of the example to your profile."
		case "zsh":
			shell.Long += ` It needs the line "autoload -U compinit; compinit" in ~/.zshrc.`
			permanent = command + `zsh > "${fpath[1]}/_` + root.Name() + `"`
		}

		shell.Example = session
		if permanent != "" {
			shell.Long += " The first example loads it in this session, the second one in every session."
			shell.Example += "\n  " + permanent
		}
	}
}

// limitFileCompletion disables the completion of file names for arguments and flags that do not name files. It changes
// cmd and its subcommands. Without it, shells offer file names for all words that the program does not complete.
func limitFileCompletion(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") && !strings.Contains(cmd.Use, "PATH") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok && kind != "" && !strings.EqualFold(kind, "FILE") &&
			kind != "PATH" {
			CompleteFlag(cmd, f.Name, cobra.NoFileCompletions)
		}
	})
	for _, c := range cmd.Commands() {
		limitFileCompletion(c)
	}
}

// CompleteFlag sets the function that completes the value of a flag in shells.
func CompleteFlag(cmd *cobra.Command, flag string, offer cobra.CompletionFunc) {
	// The only possible error is a missing flag, which the test of the help would find.
	_ = cmd.RegisterFlagCompletionFunc(flag, offer)
}
