//go:build unix

package main

import (
	"fmt"
	"os/exec"
	"syscall"
)

// shellCommand returns the command that runs a command line in a shell. The shell limits the memory of each process, on
// systems that support this, and prevents core files.
func shellCommand(line string) *exec.Cmd {
	limits := fmt.Sprintf("ulimit -c 0; ulimit -d %d 2>/dev/null", maxBotMemory>>10)
	return exec.Command("sh", "-c", limits+"\n"+line)
}

// A processGroup is the process group of a program and the processes that it starts.
type processGroup struct{ id int }

// startGroup starts a command in a new process group.
func startGroup(cmd *exec.Cmd) (processGroup, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return processGroup{}, err
	}
	return processGroup{cmd.Process.Pid}, nil
}

// kill kills the processes in the group. Call it before Wait, because the ID may be reused afterwards.
func (g processGroup) kill() { _ = syscall.Kill(-g.id, syscall.SIGKILL) }

func (g processGroup) close() {}
