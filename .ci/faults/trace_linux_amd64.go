package main

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

// A fault is what happens at one of the calls with which a program changes a folder.
type fault uint8

const (
	none   fault = iota
	fails        // the call fails, once
	full         // it writes the half of what it should, and the disk is full from then on
	killed       // the program is killed before it: so after the call that was before that
)

var faultNames = [...]string{"no fault", "fails", "disk full", "killed"}

func (f fault) String() string { return faultNames[f] }

// A trace is a program that runs under ptrace, with a fault at its nth call that changes something in dir.
type trace struct {
	dir   string
	fault fault
	nth   int // from 1; 0: none

	calls   int            // that change something in dir, so far
	last    string         // the name of the nth
	threads map[int]*entry // what each is in the middle of
}

// An entry is a system call that a thread has entered.
type entry struct {
	within bool       // it is in a call
	errno  unix.Errno // what that is to return, if not 0
	regs   unix.PtraceRegs
}

// longest is how long a program may take.
const longest = time.Minute

// run runs a command and returns how it ended. The calling goroutine must be locked to its thread.
func (t *trace) run(cmd *exec.Cmd) (unix.WaitStatus, error) {
	cmd.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	pid := cmd.Process.Pid
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, 0, nil); err != nil { // it has stopped at its exec
		return 0, err
	}
	const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(pid, options); err != nil {
		return 0, fmt.Errorf("ptrace: %w", err)
	}
	var hangs atomic.Bool
	defer time.AfterFunc(longest, func() {
		hangs.Store(true)
		_ = unix.Kill(pid, unix.SIGKILL) // it is not waited for yet, so that its number is its own
	}).Stop()
	t.threads = map[int]*entry{}
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
				return 0, fmt.Errorf("%s at call %d, %s: it hangs: killed after %v", t.fault, t.nth, t.last, longest)
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
		_ = unix.PtraceSyscall(tid, sig) // it may have been killed
	}
}

// stopped handles a thread that is about to make a system call, or has made one.
func (t *trace) stopped(pid, tid int) {
	e := t.threads[tid]
	if e == nil {
		e = &entry{}
		t.threads[tid] = e
	}
	if unix.PtraceGetRegs(tid, &e.regs) != nil {
		return
	}

	if e.within = !e.within; !e.within {
		if e.errno != 0 {
			e.regs.Rax = -uint64(e.errno)
			_ = unix.PtraceSetRegs(tid, &e.regs)
			e.errno = 0
		}
		return
	}

	name, writes := t.changes(pid, &e.regs)
	if name == "" {
		return
	}
	t.calls++
	if t.calls == t.nth {
		t.last = name
	}
	switch {
	case t.nth == 0 || t.calls < t.nth || t.calls > t.nth && t.fault != full:
	case t.fault == killed:
		_ = unix.Kill(pid, unix.SIGKILL)
	case t.fault == fails:
		t.skip(tid, e, unix.EIO)
	case writes && t.calls == t.nth && e.regs.Rdx > 1:
		e.regs.Rdx /= 2
		_ = unix.PtraceSetRegs(tid, &e.regs)
	case takesSpace[name]:
		t.skip(tid, e, unix.ENOSPC)
	}
}

// takesSpace are the calls that fail on a full disk.
var takesSpace = map[string]bool{"write": true, "pwrite64": true, "open": true, "openat": true, "mkdirat": true, "linkat": true, "fsync": true, "fdatasync": true}

// skip makes the call that a thread has entered fail without being made.
func (t *trace) skip(tid int, e *entry, errno unix.Errno) {
	e.regs.Orig_rax = ^uint64(0)
	e.errno = errno
	_ = unix.PtraceSetRegs(tid, &e.regs)
}

// changes returns the name of the call if it changes something in the folder, and whether it writes bytes.
func (t *trace) changes(pid int, r *unix.PtraceRegs) (name string, writes bool) {
	fd := func() bool {
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int(r.Rdi)))
		return err == nil && t.within(to)
	}
	path := func(address uint64) bool { return t.within(text(pid, address)) }
	is := false
	switch r.Orig_rax {
	case unix.SYS_WRITE:
		name, is, writes = "write", fd(), true
	case unix.SYS_PWRITE64:
		name, is, writes = "pwrite64", fd(), true
	case unix.SYS_FSYNC:
		name, is = "fsync", fd()
	case unix.SYS_FDATASYNC:
		name, is = "fdatasync", fd()
	case unix.SYS_FTRUNCATE:
		name, is = "ftruncate", fd()
	case unix.SYS_OPENAT:
		name, is = "openat", r.Rdx&unix.O_ACCMODE != unix.O_RDONLY && path(r.Rsi)
	case unix.SYS_OPEN:
		name, is = "open", r.Rsi&unix.O_ACCMODE != unix.O_RDONLY && path(r.Rdi)
	case unix.SYS_MKDIRAT:
		name, is = "mkdirat", path(r.Rsi)
	case unix.SYS_MKDIR:
		name, is = "mkdirat", path(r.Rdi)
	case unix.SYS_UNLINK, unix.SYS_RMDIR:
		name, is = "unlink", path(r.Rdi)
	case unix.SYS_UNLINKAT:
		name, is = "unlinkat", path(r.Rsi) || fd()
	case unix.SYS_RENAME:
		name, is = "rename", path(r.Rdi)
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2:
		name, is = "renameat", path(r.Rsi)
	case unix.SYS_LINKAT:
		name, is = "linkat", path(r.Rsi)
	case unix.SYS_FCHMODAT:
		name, is = "fchmodat", path(r.Rsi)
	}
	if !is {
		return "", false
	}
	return name, writes
}

// within reports whether a path is in the folder.
func (t *trace) within(path string) bool { return strings.HasPrefix(path, t.dir) }

// text reads a string of the program.
func text(pid int, address uint64) string {
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
