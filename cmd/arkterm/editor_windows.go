package main

import (
	"os/exec"
	"syscall"
)

// editorCommand returns what opens a file in an editor, which may have arguments and, around a path with blanks, quotes. cmd
// takes what stands between the outer quotes as it is; Go would escape those within.
func editorCommand(editor, path string) *exec.Cmd {
	if editor == "" {
		return exec.Command("notepad", path)
	}
	c := exec.Command("cmd")
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + editor + ` "` + path + `""`}
	return c
}
