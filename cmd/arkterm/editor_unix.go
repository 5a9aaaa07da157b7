//go:build unix

package main

import "os/exec"

// defaultEditor is the editor that runs if neither VISUAL nor EDITOR is set.
const (
	defaultEditor       = "vi"
	editorNeedsTerminal = true
)

// editorCommand returns the command that opens a file in an editor. The editor can have arguments.
func editorCommand(editor, path string) *exec.Cmd {
	return exec.Command("sh", "-c", editor+` "$1"`, "sh", path)
}
