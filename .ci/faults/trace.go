//go:build linux && amd64

package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// A fault is an error that is injected at a system call that changes a folder.
type fault uint8

const (
	callFails     fault = iota // the call fails once
	diskFull                   // the call writes half of its data, and then the disk is full
	programKilled              // the program is killed before the call
)

var faultNames = [...]string{"fails", "disk full", "killed"}

func (f fault) String() string { return faultNames[f] }

// A trace runs a program under ptrace, with a fault at its nth system call that changes dir.
type trace struct {
	dir   string
	fault fault
	nth   int // number of the call, counted from 1

	calls   int                  // number of calls that have changed dir
	name    string               // name of the nth call; "" if the program has not made it
	threads map[int]*threadState // the threads of the program, by thread ID
}

// A threadState describes the current system call of a thread.
type threadState struct {
	inside bool       // the thread is in a system call
	errno  unix.Errno // error that the call must return; 0 if it is not changed
	regs   unix.PtraceRegs
}

// timeLimit is the maximum duration of a program.
const timeLimit = time.Minute

// run runs a command and returns its exit status. The calling goroutine must be locked to its thread.
func (t *trace) run(cmd *exec.Cmd) (unix.WaitStatus, error) {
	cmd.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	pid := cmd.Process.Pid
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, 0, nil); err != nil { // the kernel stops the process at exec
		return 0, err
	}
	const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(pid, options); err != nil {
		return 0, fmt.Errorf("ptrace: %w", err)
	}
	var hangs atomic.Bool
	defer time.AfterFunc(timeLimit, func() {
		hangs.Store(true)
		_ = unix.Kill(pid, unix.SIGKILL) // the process ID stays valid until Wait4 returns
	}).Stop()
	t.threads = map[int]*threadState{}
	_ = unix.PtraceSyscall(pid, 0)

	for {
		tid, err := unix.Wait4(-1, &status, unix.WALL, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("wait: %w", err)
		}
		if !status.Stopped() {
			if tid != pid {
				continue
			}
			if hangs.Load() {
				return 0, fmt.Errorf("%s at call %d, %s: killed after %v", t.fault, t.nth, t.name, timeLimit)
			}
			return status, nil
		}
		sig := 0
		switch stop := status.StopSignal(); {
		case stop == unix.SIGTRAP|0x80:
			t.stopped(pid, tid)
		case stop == unix.SIGTRAP || stop == unix.SIGSTOP: // an exec, a clone, or a thread's first stop
		default:
			sig = int(stop)
		}
		_ = unix.PtraceSyscall(tid, sig) // fails if the thread was killed
	}
}

// stopped handles a thread at the beginning or the end of a system call.
func (t *trace) stopped(pid, tid int) {
	e := t.threads[tid]
	if e == nil {
		e = &threadState{}
		t.threads[tid] = e
	}
	if unix.PtraceGetRegs(tid, &e.regs) != nil {
		return
	}

	if e.inside = !e.inside; !e.inside {
		if e.errno != 0 {
			e.regs.Rax = -uint64(e.errno)
			_ = unix.PtraceSetRegs(tid, &e.regs)
			e.errno = 0
		}
		return
	}

	name, writes := t.changingCall(pid, &e.regs)
	if name == "" {
		return
	}
	t.calls++
	if t.calls == t.nth {
		t.name = name
	}
	switch {
	case t.calls < t.nth || t.calls > t.nth && t.fault != diskFull:
	case t.fault == programKilled:
		_ = unix.Kill(pid, unix.SIGKILL)
	case t.fault == callFails:
		t.skip(tid, e, unix.EIO)
	case writes && t.calls == t.nth && e.regs.Rdx > 1:
		e.regs.Rdx /= 2
		_ = unix.PtraceSetRegs(tid, &e.regs)
	case needsSpace[name]:
		t.skip(tid, e, unix.ENOSPC)
	}
}

// needsSpace contains the calls that fail if the disk is full.
var needsSpace = map[string]bool{
	"write": true, "pwrite64": true, "open": true, "openat": true, "mkdirat": true,
	"linkat": true, "fsync": true, "fdatasync": true,
}

// skip cancels the system call that a thread has entered. The call has no effect and returns errno.
func (t *trace) skip(tid int, e *threadState, errno unix.Errno) {
	e.regs.Orig_rax = ^uint64(0)
	e.errno = errno
	_ = unix.PtraceSetRegs(tid, &e.regs)
}

// A call describes a system call that can change files.
type call struct {
	name  string
	file  int // index of the argument that is a file descriptor, or −1
	path  int // index of the argument that is a path, or −1
	flags int // index of the argument with the open flags, or −1
}

// calls are the system calls that can change files.
var calls = map[uint64]call{
	unix.SYS_WRITE: {"write", 0, -1, -1}, unix.SYS_PWRITE64: {"pwrite64", 0, -1, -1},
	unix.SYS_FTRUNCATE: {"ftruncate", 0, -1, -1},
	unix.SYS_FSYNC:     {"fsync", 0, -1, -1}, unix.SYS_FDATASYNC: {"fdatasync", 0, -1, -1},
	unix.SYS_OPENAT: {"openat", -1, 1, 2}, unix.SYS_OPEN: {"open", -1, 0, 1},
	unix.SYS_MKDIRAT: {"mkdirat", -1, 1, -1}, unix.SYS_MKDIR: {"mkdirat", -1, 0, -1},
	unix.SYS_UNLINK: {"unlink", -1, 0, -1}, unix.SYS_RMDIR: {"unlink", -1, 0, -1},
	unix.SYS_UNLINKAT: {"unlinkat", 0, 1, -1},
	unix.SYS_RENAME:   {"rename", -1, 0, -1}, unix.SYS_RENAMEAT: {"renameat", -1, 1, -1},
	unix.SYS_RENAMEAT2: {"renameat", -1, 1, -1},
	unix.SYS_LINKAT:    {"linkat", -1, 1, -1}, unix.SYS_FCHMODAT: {"fchmodat", -1, 1, -1},
}

// changingCall returns the name of a call that changes the folder, and whether the call writes bytes. For other calls,
// the name is "".
func (t *trace) changingCall(pid int, r *unix.PtraceRegs) (name string, writes bool) {
	c, ok := calls[r.Orig_rax]
	args := [...]uint64{r.Rdi, r.Rsi, r.Rdx}
	if !ok || c.flags >= 0 && args[c.flags]&unix.O_ACCMODE == unix.O_RDONLY {
		return "", false
	}
	inside := false
	if c.file >= 0 {
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int(args[c.file])))
		inside = err == nil && strings.HasPrefix(to, t.dir)
	}
	if c.path >= 0 {
		inside = inside || strings.HasPrefix(textAt(pid, args[c.path]), t.dir)
	}
	if !inside {
		return "", false
	}
	return c.name, c.name == "write" || c.name == "pwrite64"
}

// textAt reads a string of less than 512 bytes from the program's memory. If the memory cannot be read, it returns "".
func textAt(pid int, address uint64) string {
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return ""
	}
	defer mem.Close()
	buf := make([]byte, 512)
	n, _ := mem.ReadAt(buf, int64(address))
	s, _, _ := bytes.Cut(buf[:n], []byte{0})
	return string(s)
}
