package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A server is a process of ours.
type server struct {
	cmd     *exec.Cmd
	address string
	metrics string // the URL of its numbers

	mu   sync.Mutex
	says []byte // what it has logged, the last of it
}

// mostSays is how much of a server's log is kept, in bytes.
const mostSays = 256 << 10

// Write takes what the server logs.
func (s *server) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.says = append(s.says, p...)
	if over := len(s.says) - mostSays; over > 0 {
		s.says = append(s.says[:0], s.says[over:]...)
	}
	return len(p), nil
}

// begin starts a server that has room for a number of clients. All other limits are those that every server has.
func begin(program, dir string, clients int) (*server, error) {
	cmd := exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--state", dir, "--most", fmt.Sprint(clients))
	if *memory > 0 {
		cmd.Env = append(os.Environ(), fmt.Sprintf("GOMEMLIMIT=%dMiB", *memory))
	}
	log, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := startSlack(cmd); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(log)
	metrics, last := "", ""
	for lines.Scan() {
		last = lines.Text()
		if _, address, ok := strings.Cut(lines.Text(), "msg=open metrics="); ok {
			metrics = "http://" + address + "/metrics"
		}
		if _, rest, ok := strings.Cut(lines.Text(), "msg=open address="); ok {
			address, _, _ := strings.Cut(rest, " ")
			s := &server{cmd: cmd, address: address, metrics: metrics}
			go io.Copy(s, log)
			return s, nil
		}
	}
	cmd.Wait()
	return nil, fmt.Errorf("the server does not open: %s", last)
}

// startSlack starts a program with the timer slack that deploy/arkterm-arcade.service gives the server.
func startSlack(cmd *exec.Cmd) error {
	runtime.LockOSThread() // the program has that of the thread that starts it
	defer runtime.UnlockOSThread()
	defer unix.Prctl(unix.PR_SET_TIMERSLACK, 0, 0, 0, 0) // this thread's own one again
	return errors.Join(unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(time.Millisecond), 0, 0, 0), cmd.Start())
}

// kill ends the server at once.
func (s *server) kill() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// goroutines ends a server that has stopped, and returns where its goroutines were.
func (s *server) goroutines() []byte {
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return []byte(err.Error())
	}
	time.Sleep(2 * time.Second) // it writes them, and ends
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.says)
}

// figures are what a server takes of its machine.
type figures struct {
	kilobytes  int
	worked     time.Duration // its processors, so far
	goroutines int
	files      int // open ones
	missed     int // ticks of games that were left out, so far
}

// figures returns what the server takes now.
func (s *server) figures() (f figures, err error) {
	pid := s.cmd.Process.Pid
	var pages int64
	if f.worked, pages, err = worked(pid); err != nil {
		return f, err
	}
	f.kilobytes = int(pages) * os.Getpagesize() / 1024

	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return f, err
	}
	f.files = len(all)
	err = s.numbers(map[string]*int{"arkterm_goroutines": &f.goroutines, "arkterm_ticks_missed_total": &f.missed})
	return f, err
}

// worked returns how long a process has worked so far, and how many pages of memory it has.
func worked(pid int) (t time.Duration, pages int64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, err
	}
	fields := strings.Fields(string(text[strings.LastIndex(string(text), ")")+1:]))
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12]+" "+fields[21], &user, &system, &pages); err != nil {
		return 0, 0, err
	}
	const hertz = 100 // USER_HZ is the same on every Linux
	return time.Duration(user+system) * time.Second / hertz, pages, nil
}

// peak returns the most memory that the server has had at a time, in MB.
func (s *server) peak() (mb int, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, ok := strings.Cut(string(text), "VmHWM:")
	if !ok {
		return 0, errors.New("the kernel does not report the server's peak memory")
	}
	var kib int
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		return 0, err
	}
	return kib * 1024 / 1_000_000, nil
}

// numbers asks for some of the server's own numbers, by their names.
func (s *server) numbers(wanted map[string]*int) error {
	reply, err := http.Get(s.metrics)
	if err != nil {
		return err
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	for name, n := range wanted {
		_, rest, ok := strings.Cut(string(text), "\n"+name+" ")
		if !ok {
			return fmt.Errorf("the server does not tell %s", name)
		}
		var value float64 // a million is 1e+06
		if _, err := fmt.Sscan(rest, &value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*n = int(value)
	}
	return nil
}

// mostEnd is how long a server may take to end with everybody in it: five seconds, and one for this machine.
const mostEnd = 6 * time.Second

// end tells the server to end, and returns how long that took.
func (s *server) end() (time.Duration, error) {
	begun := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	if err := s.cmd.Wait(); err != nil {
		return 0, fmt.Errorf("the server has ended: %w", err)
	}
	took := time.Since(begun)
	if took > mostEnd {
		return took, fmt.Errorf("the server took %v to end", took)
	}
	return took, nil
}

// isAsBefore waits until the server has as much open as before, which is an error if it takes long.
func (s *server) isAsBefore(before figures) error {
	const spare = 4 // the connection that asks, and what it takes
	var now figures
	for range 300 { // a minute: the machine may be busy
		var err error
		if now, err = s.figures(); err != nil {
			return err
		}
		if now.goroutines <= before.goroutines+spare && now.files <= before.files+spare {
			fmt.Printf("all have gone: %d goroutines and %d files, %d and %d before; %d KB, %d before\n",
				now.goroutines, now.files, before.goroutines, before.files, now.kilobytes, before.kilobytes)
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("all have gone, and the server has %d goroutines and %d open files; before they were %d and %d; they are at\n%s",
		now.goroutines, now.files, before.goroutines, before.files, s.goroutines())
}
