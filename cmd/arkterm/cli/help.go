package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The layout of the help, in columns.
const (
	helpWidth    = 80
	helpColumn   = 26 // column in which descriptions of flags begin
	maxUngrouped = 10 // maximum number of flags, besides --help, in a list without groups
)

// A FlagGroup is a heading in the help with the names of its flags, in order.
type FlagGroup struct {
	Heading string
	Flags   []string
}

// A Chooser is the value of a flag whose help lists the accepted values.
type Chooser interface {
	pflag.Value
	Choices() []string // returns the accepted values; nil if the description contains them
	Default() string   // returns the default; "" if there is none or pflag.Flag.DefValue contains it
}

// FlagGroups returns the flags of a command under their headings, in the order of groups. Flags that are not in groups
// are last, below "Other flags". A command with few flags has one group, "Flags".
func FlagGroups(cmd *cobra.Command, groups []FlagGroup) []FlagGroup {
	var all []string
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all = append(all, f.Name)
		}
	})
	if len(all) <= maxUngrouped+1 || len(groups) == 0 {
		return []FlagGroup{{"Flags", all}}
	}

	var result []FlagGroup
	for _, g := range groups {
		var found []string
		for _, name := range g.Flags {
			if i := slices.Index(all, name); i >= 0 {
				found = append(found, name)
				all = slices.Delete(all, i, i+1)
			}
		}
		if len(found) > 0 {
			result = append(result, FlagGroup{g.Heading, found})
		}
	}
	return append(result, FlagGroup{"Other flags", all})
}

// DescribeFlag returns the parts of a flag's help. kind is the placeholder for the value, or "" for a switch. text is
// the description. choices lists the accepted values, or is "" if the description contains them.
func DescribeFlag(f *pflag.Flag) (kind, text, choices string) {
	if f.Name == "help" {
		return "", "show this help", ""
	}
	kind, text = pflag.UnquoteUsage(f)
	value := f.DefValue
	if c, ok := f.Value.(Chooser); ok {
		choices = strings.Join(c.Choices(), ", ")
		if value == "" {
			value = c.Default()
		}
	}
	if !slices.Contains([]string{"", "0", "false"}, value) {
		text += fmt.Sprintf(" (default %s)", value)
	}
	return kind, text, choices
}

// newHelp returns the help command.
func newHelp(program string) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Example: "  " + program + " help version",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion,
			cobra.ShellCompDirective,
		) {
			var names []cobra.Completion
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

// helpError returns an error if --help is given with an unknown command. cobra would print the help of the last known
// command instead.
func helpError(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil || !cmd.HasAvailableSubCommands() ||
		!slices.Contains(rest, "--help") && !slices.Contains(rest, "-h") {
		return nil
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil { // cobra reports the error
		return nil
	}
	given := cmd.Flags().Args()
	if len(given) > 0 && slices.Contains(commandNames(cmd), given[0]) { // a known command after --help
		return nil
	}
	return KnownCommand(cmd, given)
}

// The following functions print the help without text/template. That package calls methods by name, so the linker would
// have to keep all exported methods, a fifth of the program.

// printHelp prints the help of a command: its description, followed by usage.
func printHelp(cmd *cobra.Command, groups []FlagGroup) {
	description := cmd.Long
	if description == "" {
		description = cmd.Short
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", wrapParagraphs(strings.TrimSpace(description)), usage(cmd, groups))
}

// wrapParagraphs wraps each paragraph of a text to the width of the help. Paragraphs with indented lines, such as
// tables, keep their lines.
func wrapParagraphs(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") {
			continue
		}
		paragraphs[i] = strings.Join(wrap(p, helpWidth), "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

// printUsage prints the part of the help below the description.
func printUsage(cmd *cobra.Command, groups []FlagGroup) error {
	_, err := fmt.Fprint(cmd.OutOrStderr(), usage(cmd, groups))
	return err
}

// usage returns the examples, the usage line, the subcommands and the flags of a command.
func usage(cmd *cobra.Command, groups []FlagGroup) string {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}

	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n\nCommands:\n", cmd.CommandPath())
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
			}
		}
	}

	if cmd.HasAvailableLocalFlags() {
		for _, g := range FlagGroups(cmd, groups) {
			fmt.Fprintf(&b, "\n%s:\n", g.Heading)
			for _, name := range g.Flags {
				b.WriteString(flagHelp(cmd.LocalFlags().Lookup(name)))
			}
		}
	}
	return b.String()
}

// flagHelp returns the help of a flag: its name and description, with the accepted values below.
func flagHelp(f *pflag.Flag) string {
	kind, text, choices := DescribeFlag(f)
	name := "  "
	if f.Shorthand != "" {
		name += "-" + f.Shorthand + ", "
	}
	name += "--" + f.Name
	if kind != "" {
		name += " " + kind
	}
	if choices != "" {
		text += ":"
	}
	lines := append(wrap(text, helpWidth-helpColumn), wrap(choices, helpWidth-helpColumn)...)

	var b strings.Builder
	for i, line := range lines {
		switch {
		case i == 0 && len(name) < helpColumn:
			fmt.Fprintf(&b, "%-*s%s\n", helpColumn, name, line)
		case i == 0:
			fmt.Fprintf(&b, "%s\n%*s%s\n", name, helpColumn, "", line)
		default:
			fmt.Fprintf(&b, "%*s%s\n", helpColumn, "", line)
		}
	}
	return b.String()
}

// wrap breaks a text into lines of at most width characters. A longer word has a separate line.
func wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
