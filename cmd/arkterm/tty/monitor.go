//go:build unix

package tty

import (
	"encoding/json"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The program restores the terminal at its normal end, when it is stopped, for every signal that can be caught, and
// after a panic in any of its goroutines. It cannot do so after SIGKILL, a fatal error of the runtime (concurrent map
// writes, stack overflow, out of memory) or a panic in a library's goroutine. In these cases, the monitor restores the
// terminal. The monitor is a child process that runs the same program with monitorArg.
//
// The monitor reads from a pipe that closes when the parent ends. Through the pipe, the parent reports each time that
// it takes over or restores the terminal, so the monitor never changes a terminal that the shell uses. The parent also
// reports its normal end. If the pipe closes without that report, the monitor restores the terminal. It discards the
// output that the terminal has not read, including queries, and writes the leave sequence. It discards input while
// replies may arrive, and restores the line settings unless another program has changed them. It also saves the last
// output of Go's runtime in a file.
//
// The monitor has its own process group, so Ctrl-C, Ctrl-Z and the shell's `kill -9 %1` do not reach it. If the
// monitor is killed, the program starts another one. The program also works without a monitor.
//
// While the parent uses the terminal, its stderr is redirected to the monitor. On the alternate screen, error
// messages would disturb the frame and disappear with it. debug.SetCrashOutput is not sufficient, because its output
// lacks the line with the cause (Go 1.26).

// monitorArg is the argument that makes the program a monitor.
const monitorArg = "__monitor"

// The monitor's descriptors after the standard ones.
const (
	reportsFD = 3 // reports from the parent
	errorsFD  = 4 // the parent's stderr
)

const (
	monitorTimeout     = 100 * time.Millisecond // maximum time to send a report, or to wait for the end of the monitor
	minMonitorInterval = time.Second            // minimum time between two starts of a monitor
)

// A report is a message from the parent to the monitor, in JSON.
type report struct {
	Terminal *terminalState `json:",omitempty"` // how to restore the terminal; nil if the parent does not use it
	End      bool           `json:",omitempty"` // the parent ends normally, so the monitor ends, too
	Saved    bool           `json:",omitempty"` // there is a saved game to continue
}

// A terminalState describes how to restore the terminal.
type terminalState struct {
	Leave      string        // sequence that leaves the modes
	Found, Set unix.Termios  // original line settings, and those set by the parent
	Wait       time.Duration // maximum time for replies to the parent's queries
}

// A monitor is the parent's connection to the monitor process, which is started again if it ends before the parent. A
// nil monitor does nothing.
type monitor struct {
	stderr *os.File      // the original stderr; nil if it is closed
	ending chan struct{} // closed by end
	gone   chan struct{} // closed when the last child has ended or failed to start

	mu         sync.Mutex
	current    report   // the current report
	running    bool     // a child is running and uses the next three files
	pipe       *os.File // reports are written to it
	readEnd    *os.File // the reading end of pipe, kept open so that a write never causes SIGPIPE
	errs       *os.File // replaces stderr
	redirected bool     // errs has replaced stderr
}

// startMonitor starts a monitor for this process. Call it before the first Enter. It does not wait until the monitor is
// ready, because the pipe buffers the reports. The goroutine of the monitor defers handlePanic.
func startMonitor(handlePanic func()) *monitor {
	debug.SetMaxStack(maxStack)
	m := &monitor{ending: make(chan struct{}), gone: make(chan struct{})}
	if fd, err := unix.FcntlInt(uintptr(unix.Stderr), unix.F_DUPFD_CLOEXEC, 3); err == nil {
		m.stderr = os.NewFile(uintptr(fd), "stderr")
	}
	child, err := m.start()
	go func() {
		defer handlePanic()
		defer close(m.gone)
		for err == nil {
			next := time.After(minMonitorInterval)
			_ = child.Wait()
			m.mu.Lock()
			m.closeFiles()
			m.mu.Unlock()
			select {
			case <-m.ending:
				return
			case <-next:
				child, err = m.start()
			}
		}
	}()
	return m
}

// start starts a child and sends it the current report. Each child has its own pipes, because an earlier child may have
// read half a report.
func (m *monitor) start() (child *exec.Cmd, err error) {
	reports, pipe, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	errs, in, err := os.Pipe()
	if err != nil {
		reports.Close()
		pipe.Close()
		return nil, err
	}
	child = &exec.Cmd{
		Path:        ownExecutable(),
		Args:        []string{os.Args[0], monitorArg},
		Stdin:       os.Stdin,
		Stdout:      os.Stdout,
		Stderr:      m.stderr,
		ExtraFiles:  []*os.File{reports, errs},
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	err = child.Start()
	errs.Close()

	m.mu.Lock()
	defer m.mu.Unlock()
	m.pipe, m.readEnd, m.errs, m.running = pipe, reports, in, true
	if err != nil {
		m.closeFiles()
		return nil, err
	}
	m.sendReport()
	return child, nil
}

// ownExecutable returns a path of this program's executable. An upgrade or `go run` may have replaced or removed the
// file since the start, but Linux still provides the file in /proc.
func ownExecutable() string {
	const linux = "/proc/self/exe"
	if _, err := os.Stat(linux); err == nil {
		return linux
	}
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

// reportEntered informs the monitor process that the parent uses the terminal, and how to restore it.
func (m *monitor) reportEntered(b terminalState) { m.report(func(r *report) { r.Terminal = &b }) }

// reportLeft informs the monitor process that the parent has restored the terminal.
func (m *monitor) reportLeft() { m.report(func(r *report) { r.Terminal = nil }) }

// reportSaved informs the monitor process whether there is a saved game.
func (m *monitor) reportSaved(saved bool) { m.report(func(r *report) { r.Saved = saved }) }

// report changes the report and sends it.
func (m *monitor) report(change func(r *report)) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.current)
	m.sendReport()
}

// end ends the monitor process and waits up to monitorTimeout for its end, because the process keeps the terminal open.
func (m *monitor) end() {
	if m == nil {
		return
	}
	m.report(func(r *report) {
		if !r.End {
			*r = report{End: true}
			close(m.ending)
		}
	})
	select {
	case <-m.gone:
	case <-time.After(monitorTimeout):
	}
}

// sendReport sends the current report, and redirects stderr while this process uses the terminal. If a signal has
// stopped the monitor, the deadline ends the write. The caller holds mu.
func (m *monitor) sendReport() {
	text, err := json.Marshal(m.current)
	if !m.running || err != nil {
		return
	}
	_ = m.pipe.SetWriteDeadline(time.Now().Add(monitorTimeout))
	_, _ = m.pipe.Write(append(text, '\n'))
	if m.current.Terminal != nil {
		m.redirectStderr()
	} else {
		m.restoreStderr()
	}
	if m.current.End {
		m.errs.Close() // marks the end for the monitor
	}
}

// redirectStderr redirects stderr to the monitor. Writes do not block, because a crashing runtime must not wait for a
// monitor that does not read. Output that does not fit into the pipe is lost. The caller holds mu.
func (m *monitor) redirectStderr() {
	if m.redirected || m.stderr == nil {
		return
	}
	in := int(m.errs.Fd())
	_ = unix.SetNonblock(in, true)
	m.redirected = replaceFile(in, unix.Stderr) == nil
}

// restoreStderr restores stderr. The caller holds mu.
func (m *monitor) restoreStderr() {
	if m.redirected {
		_ = replaceFile(int(m.stderr.Fd()), unix.Stderr)
		m.redirected = false
	}
}

// closeFiles restores stderr and closes the files of a child that does not run. The caller holds mu.
func (m *monitor) closeFiles() {
	m.restoreStderr()
	m.pipe.Close()
	m.readEnd.Close()
	m.errs.Close()
	m.running = false
}
