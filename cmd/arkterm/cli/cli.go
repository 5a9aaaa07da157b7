// Package cli provides the command line that both programs share: their help, errors, exit codes, version and shell completion.
//
// A program builds a root command, passes it to [Init] and runs it with [Execute].
package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm/exitcode"
)

// Init completes a root command that already has its own subcommands. It adds the commands version, help and completion, the flag
// --version, and the texts of help and errors.
func Init(root *cobra.Command) {
	root.Args = KnownCommand
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(printUsage)
	root.SetHelpFunc(printHelp)
	root.AddCommand(newVersion(root.Name()))
	root.SetHelpCommand(newHelp(root.Name()))
	root.InitDefaultHelpCmd()
	initCompletion(root)
	addVersionFlag(root)
}

// Execute runs the command line of the process and returns its exit code. It prints errors.
func Execute(root *cobra.Command) exitcode.Code {
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
	return exitcode.CodeOf(err)
}

// An output is stdout. It keeps the first write error, because some callers, such as cobra's help, ignore it.
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

// newHelp returns the help command.
func newHelp(program string) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Explain a command",
		Example: "  " + program + " help version",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			found, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) == 0 {
				names = commandNames(found)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if err := KnownCommand(found, rest); err != nil {
				return err
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// helpError returns an error if --help is given with an unknown command. cobra prints the help of the last
// known command instead.
func helpError(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil || !cmd.HasAvailableSubCommands() || !slices.Contains(rest, "--help") && !slices.Contains(rest, "-h") {
		return nil
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil { // cobra reports it
		return nil
	}
	given := cmd.Flags().Args()
	if len(given) > 0 && slices.Contains(commandNames(cmd), given[0]) { // after --help
		return nil
	}
	return KnownCommand(cmd, given)
}

// The help is printed here rather than by templates. text/template finds methods by name, so with it the linker has
// to keep every method of every type, a fifth of the program.

// printHelp prints the help of a command: description, examples, then details.
func printHelp(cmd *cobra.Command, _ []string) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", strings.TrimSpace(about), usage(cmd))
}

// printUsage prints the part of the help below the description.
func printUsage(cmd *cobra.Command) error {
	_, err := fmt.Fprint(cmd.OutOrStderr(), usage(cmd))
	return err
}

func usage(cmd *cobra.Command) string {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	b.WriteString("Usage:")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "\n  %s", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s COMMAND\n\nCommands:", cmd.CommandPath())
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "\n  %-*s %s", c.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	if cmd.HasAvailableLocalFlags() {
		fmt.Fprintf(&b, "\n\nFlags:\n%s", strings.TrimRightFunc(cmd.LocalFlags().FlagUsages(), unicode.IsSpace))
	}
	return b.String() + "\n"
}

// initCompletion adds cobra's command for shell completion. cobra's own accepts any word and shows no
// examples.
func initCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	c.Args = KnownCommand
	c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	command := root.Name() + " completion "
	c.Example = "  source <(" + command + "bash)"
	for _, shell := range c.Commands() {
		shell.Args = NoArgs
		switch shell.Name() {
		case "fish":
			shell.Example = "  " + command + "fish | source"
		case "powershell":
			shell.Example = "  " + command + "powershell | Out-String | Invoke-Expression"
		default:
			shell.Example = "  source <(" + command + shell.Name() + ")"
		}
	}
}

// limitFileCompletion stops cmd and its subcommands from offering file names for arguments and flags that take none. Shells offer
// file names unless a program completes a word differently.
func limitFileCompletion(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") && !strings.Contains(cmd.Use, "PATH") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok && kind != "" && kind != "file" && kind != "PATH" {
			CompleteFlag(cmd, f.Name, cobra.NoFileCompletions)
		}
	})
	for _, c := range cmd.Commands() {
		limitFileCompletion(c)
	}
}

// CompleteFlag makes shell completion call offer for the value of a flag.
func CompleteFlag(cmd *cobra.Command, flag string, offer cobra.CompletionFunc) {
	// The only error is a missing flag, which the test of the help would find.
	_ = cmd.RegisterFlagCompletionFunc(flag, offer)
}
