package main

import (
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// shellCommand returns the command that runs a command line in a shell. The command line is set directly, because Go
// would escape quotes in it.
func shellCommand(line string) *exec.Cmd {
	c := exec.Command("cmd")
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + line + `"`}
	return c
}

// A processGroup is a Windows job object that contains a program and the processes that it starts.
type processGroup struct{ job windows.Handle }

// startGroup starts a command in a new job object. When arkterm ends, Windows closes the job object and kills its
// processes.
func startGroup(cmd *exec.Cmd) (processGroup, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return processGroup{}, fmt.Errorf("create a job object: %w", err)
	}
	g := processGroup{job}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY,
		},
		ProcessMemoryLimit: maxBotMemory,
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		g.close()
		return processGroup{}, fmt.Errorf("set up a job object: %w", err)
	}
	if err := cmd.Start(); err != nil {
		g.close()
		return processGroup{}, err
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false,
		uint32(cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
		_ = windows.CloseHandle(process)
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		g.close()
		return processGroup{}, fmt.Errorf("add the program to a job object: %w", err)
	}
	return g, nil
}

// kill kills the processes in the job object.
func (g processGroup) kill() { _ = windows.TerminateJobObject(g.job, 1) }

// close closes the job object, which kills its processes.
func (g processGroup) close() { _ = windows.CloseHandle(g.job) }
