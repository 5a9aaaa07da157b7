package process

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

// Who gives the terminal back, and when:
//
//   - The program does, wherever it can still run: at its normal end, for every signal that
//     can be caught, when it is stopped, and in a panic of any goroutine of its own. It
//     does so in terminal.Terminal and nowhere else.
//   - SIGKILL, a fatal error of the runtime (concurrent map writes, a stack overflow, no
//     memory) and a panic in a goroutine of a library's leave it no chance. Then the
//     monitor does: a child, the same program started with monitorArg, that waits on a pipe
//     which closes when the parent is gone, however it went. It writes the way back,
//     restores the line's settings if they are still those that the parent has set, keeps
//     what the runtime said in its last moment, and says where.
//   - When the terminal itself is gone, there is nothing to give back.
//
// The parent says whenever it takes the terminal and gives it back, so the monitor never
// touches a terminal that is the shell's. At the parent's normal end it is told so, and ends
// first. It is in a process group of its own: neither Ctrl-C and Ctrl-Z nor a
// `kill -9 %1` of the shell, which is for the whole group, concern it. Where it cannot be
// started, play goes on without it.
//
// While the terminal is taken, the parent's stderr goes to the monitor: on the
// other screen it would spoil the picture, and be gone with it.
// debug.SetCrashOutput is not enough, as it leaves out the line that says what happened: the
// runtime (Go 1.26) prints it before it counts as dying.

// monitorArg is the argument that makes the program a monitor.
const monitorArg = "__monitor"

// The monitor's files beyond the standard ones.
const (
	monitorReports = 3
	monitorErrors  = 4 // what the parent writes to stderr
)

// monitorLimit is how long the monitor may take to notice something that it is told.
const monitorLimit = 100 * time.Millisecond

// maxStack is how much a goroutine's stack may grow. The runtime's own limit of a gigabyte
// would be reached in seconds, of a machine that swaps.
const maxStack = 64 << 20

// A report is what the parent tells the monitor, in JSON.
type report struct {
	Back  *wayBack `json:",omitempty"` // how to give the terminal back; nil: it was given back
	End   bool     `json:",omitempty"` // all is well, the monitor is to end
	Saved bool     `json:",omitempty"` // there is a game to continue
}

// A wayBack is what is needed to give the terminal back.
type wayBack struct {
	Leave      string       // leaves the modes
	Found, Set unix.Termios // the line's settings before, and as the parent has set them
}

// A monitor is the child as the parent sees it. A nil one does nothing.
type monitor struct {
	mu     sync.Mutex
	now    report
	pipe   *os.File
	other  *os.File      // its end for reading stays open here too: a write never is a SIGPIPE
	errs   *os.File      // takes the place of stderr
	stderr *os.File      // what that is in truth
	muted  bool          // errs has taken its place
	gone   chan struct{} // closed when the child has ended, or could not be started
}

// startMonitor starts a monitor for this process. It returns once there is one, and does not
// wait until that is ready: what it is told waits in the pipe. Whoever takes the terminal
// before there is one may go down with nobody to give it back. guard is deferred in its
// goroutine.
func startMonitor(guard func()) *monitor {
	debug.SetMaxStack(maxStack)
	reports, pipe, err := os.Pipe()
	if err != nil {
		return nil
	}
	errs, in, err := os.Pipe()
	if err != nil {
		reports.Close()
		pipe.Close()
		return nil
	}
	m := &monitor{pipe: pipe, other: reports, errs: in, gone: make(chan struct{})}
	if fd, err := unix.FcntlInt(uintptr(unix.Stderr), unix.F_DUPFD_CLOEXEC, 3); err == nil {
		m.stderr = os.NewFile(uintptr(fd), "stderr")
	}
	cmd := monitorCommand(reports, errs, m.stderr)
	err = cmd.Start()
	errs.Close()
	go func() {
		defer guard()
		defer m.lose()
		if err == nil {
			_ = cmd.Wait()
		}
	}()
	return m
}

// monitorCommand returns the command for a monitor.
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

// self returns a path of this program. It may have been replaced or removed since it was
// started, by an upgrade or by `go run`; Linux knows it nevertheless.
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

// taken tells how to give the terminal back from now on.
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

// given tells that it was given back.
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

// saved tells whether there is a game to continue.
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

// end ends the monitor, and waits a moment for it: it has files of the terminal's.
func (m *monitor) end() {
	if m == nil {
		return
	}
	m.mu.Lock()
	m.now = report{End: true}
	m.unmute()
	m.send()
	m.errs.Close() // the last of it
	m.mu.Unlock()
	select {
	case <-m.gone:
	case <-time.After(monitorLimit):
	}
}

// send sends what holds now. A monitor that was stopped by somebody holds nothing up.
func (m *monitor) send() {
	text, err := json.Marshal(m.now)
	if err != nil {
		return
	}
	_ = m.pipe.SetWriteDeadline(time.Now().Add(monitorLimit))
	_, _ = m.pipe.Write(append(text, '\n'))
}

// mute has stderr go to the monitor. Should that not read, the runtime must not wait for
// it when it crashes; so what does not fit is lost.
func (m *monitor) mute() {
	select {
	case <-m.gone:
		return
	default:
	}
	if m.muted || m.stderr == nil {
		return
	}
	in := int(m.errs.Fd())
	_ = unix.SetNonblock(in, true)
	m.muted = replaceFile(in, unix.Stderr) == nil
}

// unmute has stderr go where it went before.
func (m *monitor) unmute() {
	if m.muted {
		_ = replaceFile(int(m.stderr.Fd()), unix.Stderr)
		m.muted = false
	}
}

// lose does without a monitor: it has ended, or could not be started.
func (m *monitor) lose() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unmute()
	close(m.gone)
}
