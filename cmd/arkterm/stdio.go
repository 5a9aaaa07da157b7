package main

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
)

// checkFiles returns an error if a command line uses standard input or standard output twice, or writes two outputs to
// one file.
func checkFiles(cmd *cobra.Command, args []string) error {
	var in, out []string
	written := map[string]string{} // flags by the files that they write
	var same error
	for _, arg := range args {
		if store.IsStdin(arg) {
			in = append(in, arg)
		}
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		file, isFile := f.Value.(cli.File)
		_, isLevels := f.Value.(*levelsPath)
		switch name := "--" + f.Name + " " + f.Value.String(); {
		case isFile && file.Output && *file.Path == cli.Stdio:
			out = append(out, name)
		case (isFile && !file.Output || isLevels) && store.IsStdin(f.Value.String()):
			in = append(in, name)
		case isFile && file.Output && replaceable(*file.Path):
			path := filepath.Clean(*file.Path)
			if other, twice := written[path]; twice {
				same = cli.Errorf(cli.ExitUsage, "%s and %s: want two different files", other, name)
			}
			written[path] = name
		}
	})
	switch {
	case same != nil:
		return same
	case len(in) > 1:
		return cli.Errorf(cli.ExitUsage, "%s and %s: standard input can be read only once", in[0], in[1])
	case len(out) > 1:
		return cli.Errorf(cli.ExitUsage,
			"%s and %s: only one file can be written to standard output", out[0], out[1])
	}
	return nil
}

// writeOutput writes the file at path, or to standard output for "-". Binary data is not written to a
// terminal.
func writeOutput(stdout io.Writer, path string, binary bool, write func(io.Writer) error) error {
	if path != cli.Stdio {
		return writeFile(path, write)
	}
	if binary && term.IsTerminal(int(os.Stdout.Fd())) {
		return cli.Errorf(cli.ExitUsage,
			"standard output is a terminal, which cannot show this file; redirect it, or name a file")
	}
	return writeBuffered(stdout, write)
}

// outputName returns the name of an output file in messages.
func outputName(path string) string {
	if path == cli.Stdio {
		return "stdout"
	}
	return path
}

// replaceable reports whether a file is regular or does not exist. Other files, such as /dev/stdout, are written to and
// not replaced.
func replaceable(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// writeFile writes regular files with writeInterruptible, and other files directly.
func writeFile(path string, write func(io.Writer) error) error {
	if replaceable(path) {
		return writeInterruptible(path, write)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return writeBuffered(f, write)
}

func writeBuffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	return cmp.Or(write(b), b.Flush())
}

// writeInterruptible writes a file as store.WriteThrough does. If a signal ends the program, it also removes the
// unfinished file.
func writeInterruptible(path string, write func(io.Writer) error) error {
	done := func() {}
	defer func() { done() }()
	return store.WriteThrough(path, write, func(temporary string) {
		done = tty.OnExitSignal(func() { os.Remove(temporary) })
	})
}

// rejectStdin returns an error if an input of a game in the terminal is standard input.
func rejectStdin(flag, path string) error {
	if !store.IsStdin(path) {
		return nil
	}
	return cli.Errorf(cli.ExitUsage, "%s %s: a game reads keys from standard input; name a file", flag, path)
}

// rejectStdout returns an error if an output of a game in the terminal is standard output.
func rejectStdout(flag, path string) error {
	if path != cli.Stdio {
		return nil
	}
	return cli.Errorf(cli.ExitUsage,
		"%s %s: a game is drawn on standard output; name a file, or use arkterm replay", flag, path)
}
