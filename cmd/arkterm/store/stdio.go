package store

import (
	"io"
	"os"

	"arkterm/cmd/arkterm/cli"
)

// IsStdin reports whether a path means standard input.
func IsStdin(path string) bool { return path == cli.Stdio || path == "/dev/stdin" }

// InputName returns the name of an input file for messages.
func InputName(path string) string {
	if IsStdin(path) {
		return "stdin"
	}
	return path
}

// openInput opens a regular file or standard input. Standard input may be any kind of file.
func openInput(path string) (io.ReadCloser, error) {
	if IsStdin(path) {
		return io.NopCloser(os.Stdin), nil
	}
	return openRegular(path)
}
