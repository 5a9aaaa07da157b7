package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/engine/parse"
)

// Stdio is the path that means standard input or standard output.
const Stdio = "-"

// A numberFlag is a flag that takes a whole number from min to max.
type numberFlag struct {
	p        *int
	min, max int
}

// Number returns a flag that stores a whole number from lowest to highest in p. If *p is 0, the flag has no default.
func Number(p *int, lowest, highest int) pflag.Value { return numberFlag{p, lowest, highest} }

func (n numberFlag) String() string {
	if n.p == nil || *n.p == 0 {
		return ""
	}
	return strconv.Itoa(*n.p)
}

func (n numberFlag) Type() string { return "N" }

func (n numberFlag) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil || v < n.min || v > n.max {
		return fmt.Errorf("want a whole number, %d to %d", n.min, n.max)
	}
	*n.p = v
	return nil
}

// A File is a flag that takes the path of an input or output file. The path "-" means standard input or output.
type File struct {
	Path   *string
	Output bool
}

// InputFile returns a flag for a file that the command reads.
func InputFile(path *string) File { return File{Path: path} }

// OutputFile returns a flag for a file that the command writes.
func OutputFile(path *string) File { return File{Path: path, Output: true} }

// Type returns the placeholder for the value in the help.
func (f File) Type() string { return "FILE" }

// String returns the path.
func (f File) String() string {
	if f.Path == nil {
		return ""
	}
	return *f.Path
}

// Set sets the path. It rejects an empty path, for example from an unset shell variable.
func (f File) Set(path string) error {
	if path == "" {
		return errors.New("want a file")
	}
	*f.Path = path
	return nil
}

// A Folder is a flag that takes the path of a folder.
type Folder struct{ Path *string }

// Type returns the placeholder for the value in the help.
func (f Folder) Type() string { return "DIR" }

// String returns the path.
func (f Folder) String() string {
	if f.Path == nil {
		return ""
	}
	return *f.Path
}

// Set sets the path. It rejects an empty path and "-".
func (f Folder) Set(path string) error {
	switch path {
	case "":
		return errors.New("want a folder")
	case Stdio:
		return errors.New("want a folder, not standard input or output; for a folder named -, use ./-")
	}
	*f.Path = path
	return nil
}

// flagError turns an error of pflag into a usage error that names the allowed values or similar flags.
func flagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if e.GetFlag().Value.Type() == "bool" { // replace the error of package strconv
			return Errorf(ExitUsage, "--%s %q: want true or false", e.GetFlag().Name, e.GetValue())
		}
		return Errorf(ExitUsage, "--%s %q: %w", e.GetFlag().Name, e.GetValue(), e.Unwrap())
	}
	e, ok := errors.AsType[*pflag.NotExistError](err)
	if ok && e.GetSpecifiedShortnames() == "" {
		return Errorf(ExitUsage, "%sunknown flag --%s%s", commandPrefix(cmd), e.GetSpecifiedName(),
			parse.DidYouMean(e.GetSpecifiedName(), "--", flagNames(cmd)))
	}
	if ok {
		return Errorf(ExitUsage, "%sunknown flag -%s", commandPrefix(cmd), e.GetSpecifiedName())
	}
	return Errorf(ExitUsage, "%s%w", commandPrefix(cmd), err)
}

// commandPrefix returns the command's name for an error. It is empty for the root command, whose name [Execute] prints.
func commandPrefix(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return ""
	}
	return cmd.Name() + ": "
}

// flagNames returns the names of a command's visible flags.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}
