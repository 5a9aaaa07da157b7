package main

import (
	"os/exec"
	"syscall"
)

// defaultEditor is the editor that runs if neither VISUAL nor EDITOR is set. It opens a window.
const (
	defaultEditor       = "notepad"
	editorNeedsTerminal = false
)

// editorCommand returns the command that opens a file in an editor. The editor can have arguments, and quotes around
// a path with spaces. cmd passes on the text between the outer quotes, but Go would escape the inner quotes.
func editorCommand(editor, path string) *exec.Cmd {
	c := exec.Command("cmd")
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + editor + ` "` + path + `""`}
	return c
}
