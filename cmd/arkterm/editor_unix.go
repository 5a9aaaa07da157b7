//go:build unix

package main

import "os/exec"

const (
	defaultEditor       = "vi" // editor if neither VISUAL nor EDITOR is set
	editorNeedsTerminal = true // the default editor runs in the terminal
)

// editorCommand returns the command that opens a file in an editor. The editor can have arguments.
func editorCommand(editor, path string) *exec.Cmd {
	return exec.Command("sh", "-c", editor+` "$1"`, "sh", path)
}
