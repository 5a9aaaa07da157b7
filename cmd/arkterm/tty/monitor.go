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

// How the terminal is given back:
//
//   - The program does it while it can still run: at its normal end, for every signal that can be
//     caught, when it is stopped, and in a panic of any of its goroutines. The code for this is in
//     screen.Screen only.
//   - It cannot after SIGKILL, a fatal error of the runtime (concurrent map writes, stack overflow,
//     out of memory) or a panic in a library's goroutine. Then the monitor does it: a child process,
//     the same program started with monitorArg. It waits on a pipe that closes when the parent ends,
//     in whatever way. It discards the output that the terminal has not read, with the queries in it,
//     and writes the leave sequence. While replies may arrive, it discards input. Then it restores the
//     line settings. It stops as soon as another program has changed them. Finally it saves the
//     runtime's last output and prints the path of the file.
//   - If the terminal itself is gone, there is nothing to give back.
//
// The parent reports each time that it takes the terminal or gives it back, so the monitor never
// changes a terminal that is the shell's. At its normal end the parent reports that too, and the
// monitor ends first. The monitor has its own process group, so Ctrl-C, Ctrl-Z and the shell's
// `kill -9 %1`, which go to a whole group, do not reach it. If the monitor itself is killed, the program
// starts another one. The program works without a monitor if none can be started.
//
// While the terminal is taken, the parent's stderr goes to the monitor: on the alternate screen it
// would spoil the frame and be lost with it. debug.SetCrashOutput is not enough, as it lacks the line
// with the cause, which the runtime (Go 1.26) prints before it turns to the crash output.

// monitorArg is the argument that makes the program a monitor.
const monitorArg = "__monitor"

// The monitor's descriptors after the standard ones.
const (
	monitorReports = 3
	monitorErrors  = 4 // the parent's stderr
)

// monitorLimit is how long the monitor may take to read a report or to end.
const monitorLimit = 100 * time.Millisecond

// monitorEvery is the shortest time between the starts of two monitors.
const monitorEvery = time.Second

// A report is a message from the parent to the monitor, in JSON.
type report struct {
	Back  *wayBack `json:",omitempty"` // how to give the terminal back; nil: it is not taken
	End   bool     `json:",omitempty"` // normal end: the monitor ends too
	Saved bool     `json:",omitempty"` // there is a game to continue
}

// A wayBack holds what the monitor needs to give the terminal back.
type wayBack struct {
	Leave      string        // the sequence that leaves the modes
	Found, Set unix.Termios  // line settings before, and as set by the parent
	Wait       time.Duration // how long replies to the parent's queries may take
}

// A monitor is the parent's side of the child, which is started again if it ends before the parent. A nil
// monitor does nothing.
type monitor struct {
	mu     sync.Mutex
	now    report
	live   bool     // a child is running, which has the next three files
	pipe   *os.File // reports are written to it
	other  *os.File // its reading end, kept open so that a write never causes SIGPIPE
	errs   *os.File // replaces stderr
	stderr *os.File // the original stderr
	muted  bool     // errs has replaced stderr

	ending chan struct{} // closed by end
	gone   chan struct{} // closed when the last child has ended or failed to start
}

// startMonitor starts a monitor for this process; call it before taking the terminal. It does not wait
// until the monitor is ready: reports wait in the pipe. guard is deferred in its goroutine.
func startMonitor(guard func()) *monitor {
	debug.SetMaxStack(maxStack)
	m := &monitor{ending: make(chan struct{}), gone: make(chan struct{})}
	if fd, err := unix.FcntlInt(uintptr(unix.Stderr), unix.F_DUPFD_CLOEXEC, 3); err == nil {
		m.stderr = os.NewFile(uintptr(fd), "stderr")
	}
	child, err := m.start()
	if err != nil {
		close(m.gone)
		return m
	}
	go func() {
		defer guard()
		defer close(m.gone)
		for err == nil {
			next := time.After(monitorEvery)
			_ = child.Wait()
			m.lose()
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

// start starts a child and sends it the current report. Its pipes are its own: an earlier child may have left half
// a report in others.
func (m *monitor) start() (*exec.Cmd, error) {
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
	child := monitorCommand(reports, errs, m.stderr)
	err = child.Start()
	errs.Close()

	m.mu.Lock()
	defer m.mu.Unlock()
	m.pipe, m.other, m.errs, m.live = pipe, reports, in, true
	switch {
	case err != nil:
		m.drop()
		return nil, err
	case m.now.End:
		m.finish()
	case m.now != report{}:
		m.send()
	}
	if m.now.Back != nil {
		m.mute()
	}
	return child, nil
}

// monitorCommand returns the command that starts a monitor.
func monitorCommand(reports, errs, stderr *os.File) *exec.Cmd {
	return &exec.Cmd{
		Path:        self(),
		Args:        []string{os.Args[0], monitorArg},
		Stdin:       os.Stdin,
		Stdout:      os.Stdout,
		Stderr:      stderr,
		ExtraFiles:  []*os.File{reports, errs},
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
}

// self returns a path of this program's executable. An upgrade or `go run` may have replaced or removed
// the file since the start; Linux still has it under /proc.
func self() string {
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

// taken reports that the terminal is taken, and how to give it back.
func (m *monitor) taken(b wayBack) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Back = &b
	m.send()
	m.mute()
}

// given reports that the terminal was given back.
func (m *monitor) given() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Back = nil
	m.send()
	m.unmute()
}

// saved reports whether there is a game to continue.
func (m *monitor) saved(is bool) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.now.Saved != is {
		m.now.Saved = is
		m.send()
	}
}

// end ends the monitor and waits up to monitorLimit for it, as it has the terminal's files open.
func (m *monitor) end() {
	if m == nil {
		return
	}
	m.mu.Lock()
	if !m.now.End {
		m.now = report{End: true}
		m.finish()
		close(m.ending)
	}
	m.mu.Unlock()
	select {
	case <-m.gone:
	case <-time.After(monitorLimit):
	}
}

// finish sends the last report. mu is held.
func (m *monitor) finish() {
	m.unmute()
	if m.live {
		m.send()
		m.errs.Close() // the monitor reads up to here
	}
}

// send sends the current report. The deadline is for a monitor that was stopped by a signal. mu is held.
func (m *monitor) send() {
	if !m.live {
		return
	}
	text, err := json.Marshal(m.now)
	if err != nil {
		return
	}
	_ = m.pipe.SetWriteDeadline(time.Now().Add(monitorLimit))
	_, _ = m.pipe.Write(append(text, '\n'))
}

// mute redirects stderr to the monitor. Writes do not block, since a crashing runtime must not wait for a
// monitor that does not read; output that does not fit into the pipe is lost. mu is held.
func (m *monitor) mute() {
	if !m.live || m.muted || m.stderr == nil {
		return
	}
	in := int(m.errs.Fd())
	_ = unix.SetNonblock(in, true)
	m.muted = replaceFile(in, unix.Stderr) == nil
}

// unmute restores stderr. mu is held.
func (m *monitor) unmute() {
	if m.muted {
		_ = replaceFile(int(m.stderr.Fd()), unix.Stderr)
		m.muted = false
	}
}

// lose notes that the child has ended.
func (m *monitor) lose() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop()
}

// drop restores stderr and closes the files of a child that does not run. mu is held.
func (m *monitor) drop() {
	m.unmute()
	m.pipe.Close()
	m.other.Close()
	m.errs.Close()
	m.live = false
}
