package main

import (
	"os/exec"
	"syscall"
)

const (
	defaultEditor       = "notepad" // editor if neither VISUAL nor EDITOR is set
	editorNeedsTerminal = false     // the default editor opens a window
)

// editorCommand returns the command that opens a file in an editor. The editor can have arguments. A path with
// spaces can be in quotes. The command line is set directly, because Go would escape the inner quotes. cmd removes only
// the outer quotes.
func editorCommand(editor, path string) *exec.Cmd {
	c := exec.Command("cmd")
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + editor + ` "` + path + `""`}
	return c
}
