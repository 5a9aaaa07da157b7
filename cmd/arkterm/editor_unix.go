//go:build unix

package main

import "os/exec"

// editorCommand returns what opens a file in an editor, which may have arguments.
func editorCommand(editor, path string) *exec.Cmd {
	if editor == "" {
		editor = "vi"
	}
	return exec.Command("sh", "-c", editor+` "$1"`, "sh", path)
}
