// Package harness starts programs on pseudo-terminals, for tools that measure or compare them.
package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Build compiles a program of the repository, for example "arkterm", into a folder and returns its path. The current
// folder must be the root of the repository.
func Build(dir, name string, flags ...string) (string, error) {
	path := filepath.Join(dir, name)
	args := append([]string{"build", "-o", path}, flags...)
	return path, Run(exec.Command("go", append(args, "./cmd/"+name)...))
}

// Run runs a command to its end. The error includes its output.
func Run(cmd *exec.Cmd) error {
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", cmd, err, strings.TrimSpace(string(output)))
	}
	return nil
}

// Self returns a command that runs a subcommand of this program.
func Self(args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	return exec.Command(self, args...), err
}

// Environment returns the environment for a program whose home folder is home, with the additional variables more.
func Environment(home string, more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"XDG_DATA_HOME=" + home + "/data", "XDG_STATE_HOME=" + home + "/state",
		"XDG_CONFIG_HOME=" + home + "/config", "XDG_CACHE_HOME=" + home + "/cache",
	}, more...)
}

// Until waits until a condition is true, and reports whether that happened within limit. It checks every 20 ms.
func Until(limit time.Duration, condition func() bool) bool {
	for end := time.Now().Add(limit); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// StatusField returns the number after a name such as "VmRSS:" in a file like /proc/1/status, or 0 if there is none.
func StatusField(path, name string) int {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			if fields := strings.Fields(rest); len(fields) > 0 {
				n, _ := strconv.Atoi(fields[0])
				return n
			}
		}
	}
	return 0
}

// A Cost is the processor time, context switches and memory of a process so far.
type Cost struct {
	CPU                 time.Duration
	Switches, Preempted int // voluntary and involuntary switches of all threads
	Threads             int
	Kilobytes           int // resident memory
}

// CostOf returns the cost of a running process.
func CostOf(pid int) (c Cost, err error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	if err != nil || len(tasks) == 0 {
		return c, fmt.Errorf("read the cost of process %d: the process has ended", pid)
	}
	for _, task := range tasks {
		ran, err := os.ReadFile(task + "/schedstat")
		if err != nil {
			continue // the thread has just ended
		}
		nanos, _ := strconv.Atoi(strings.Fields(string(ran))[0])
		c.CPU += time.Duration(nanos)
		c.Switches += StatusField(task+"/status", "voluntary_ctxt_switches:")
		c.Preempted += StatusField(task+"/status", "nonvoluntary_ctxt_switches:")
		c.Threads++
	}
	if c.Kilobytes = StatusField(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:"); c.Kilobytes == 0 {
		return c, fmt.Errorf("read the cost of process %d: the process has ended", pid)
	}
	return c, nil
}
