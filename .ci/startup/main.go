// Startup plays an installed arkterm as somebody who tries it: asks for its version, looks at the title, plays a level,
// quits. It measures how large the program is, how soon it is there, and how much memory it takes, and fails when that
// is more than a program for terminals should need, or when the terminal is not left as it was. Linux only, since the
// memory is read in /proc.
//
//	go run ./.ci/startup PROGRAM
//
// A time is the least of many: what else runs makes some longer, and none shorter. On a machine where the smallest program in
// Go takes long to start, arkterm may too. What a start costs beside the work is the memory that is touched for the first time, a
// page at a time: some 0.5 µs each on a computer, 25 µs in a virtual machine within another. How many these are is the same
// under any load.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"

	"golang.org/x/term"

	"arkterm/.ci/proc"
	"arkterm/.ci/replies"
)

// What is allowed.
const (
	mostBytes   = 19_800_000 // of the program: 2.5 MB are net/http with TLS for the arcade's page, 0.3 MB tcell's screen
	mostVersion = 10 * time.Millisecond
	mostTitle   = 60 * time.Millisecond
	mostMemory  = 30_000 // KB, at most in a game

	// Or as many times what the smallest program takes: on an idle machine that is 1 to 2 ms.
	timesVersion = 5
	timesTitle   = 25

	// Pages of memory that are touched. The smallest program touches 190.
	pagesVersion = 700
	pagesTitle   = 2000
)

// smallest is the source of that program.
const smallest = "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"arkterm \\n\") }\n"

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: startup PROGRAM")
		os.Exit(2)
	}
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "startup:", err)
		os.Exit(1)
	}
}

func run(program string) error {
	home, err := os.MkdirTemp("", "arkterm-startup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	least, err := startSmallest(home)
	if err != nil {
		return err
	}
	version, err := fastest(30, func() (start, error) { return startVersion(program) })
	if err != nil {
		return err
	}
	title, err := fastest(10, func() (start, error) { return startTitle(program, home) })
	if err != nil {
		return err
	}
	memory, err := play(program, home)
	if err != nil {
		return err
	}

	var faults []error
	row := func(what string, got, most float64, unit string) {
		fmt.Printf("%-28s %6.1f of %5.1f %s\n", what, got, most, unit)
		if got > most {
			faults = append(faults, fmt.Errorf("%s: %.1f %s, want at most %.1f", what, got, unit, most))
		}
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	row("program", float64(info.Size())/1e6, mostBytes/1e6, "MB")
	fmt.Printf("%-28s %6.1f          ms\n", "the smallest program", ms(least.took))
	row("arkterm version", ms(version.took), ms(max(mostVersion, timesVersion*least.took)), "ms")
	row("first picture of the title", ms(title.took), ms(max(mostTitle, timesTitle*least.took)), "ms")
	fmt.Printf("%-28s %6d          pages\n", "the smallest program", least.pages)
	row("arkterm version", float64(version.pages), pagesVersion, "pages")
	row("first picture of the title", float64(title.pages), pagesTitle, "pages")
	row("memory in a game, at most", float64(memory)/1e3, mostMemory/1e3, "MB")
	return errors.Join(faults...)
}

// A start is what it took until something was there, and how many pages of memory were touched.
type start struct {
	took  time.Duration
	pages int64
}

// fastest returns the least of n starts.
func fastest(n int, measure func() (start, error)) (best start, err error) {
	for i := range n {
		s, err := measure()
		if err != nil {
			return start{}, err
		}
		if i == 0 {
			best = s
		}
		best = start{min(best.took, s.took), min(best.pages, s.pages)}
	}
	return best, nil
}

// pagesOf returns how many pages a command that has ended has touched.
func pagesOf(cmd *exec.Cmd) int64 { return cmd.ProcessState.SysUsage().(*syscall.Rusage).Minflt }

// startSmallest starts the smallest program.
func startSmallest(dir string) (start, error) {
	source, program := filepath.Join(dir, "smallest.go"), filepath.Join(dir, "smallest")
	if err := os.WriteFile(source, []byte(smallest), 0o600); err != nil {
		return start{}, err
	}
	if said, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
		return start{}, fmt.Errorf("%w\n%s", err, said)
	}
	return fastest(30, func() (start, error) { return startVersion(program) })
}

func startVersion(program string) (start, error) {
	begun := time.Now()
	cmd := exec.Command(program, "version")
	said, err := cmd.Output()
	took := time.Since(begun)
	switch {
	case err != nil:
		return start{}, err
	case !bytes.HasPrefix(said, []byte("arkterm ")):
		return start{}, fmt.Errorf("version says %q", said)
	}
	return start{took, pagesOf(cmd)}, nil
}

// startTitle starts the program until the title is there.
func startTitle(program, home string) (start, error) {
	v, err := visit(program, home)
	if err != nil {
		return start{}, err
	}
	took, err := v.wait("Play")
	v.end()
	return start{took, pagesOf(v.cmd)}, err
}

// play plays a level for some seconds with the keyboard, quits, and returns the most memory that was taken, in KB.
func play(program, home string) (kilobytes int, err error) {
	v, err := visit(program, home, "--level", "33")
	if err != nil {
		return 0, err
	}
	defer v.end()
	if _, err := v.wait("Play"); err != nil {
		return 0, err
	}
	v.press("\r")
	if _, err := v.wait("Asteroid Belt"); err != nil { // the level's name
		return 0, err
	}
	for _, key := range strings.Split(strings.Repeat("\x1b[C \x1b[D \x1b[D ", 8), " ") {
		v.press(" " + key)
		time.Sleep(100 * time.Millisecond)
	}
	kilobytes = proc.Field(fmt.Sprintf("/proc/%d/status", v.cmd.Process.Pid), "VmHWM:")
	if kilobytes == 0 {
		return 0, fmt.Errorf("the game has ended: %q", v.last(300))
	}

	left := make(chan error, 1)
	go func() { left <- v.cmd.Wait() }()
	for range 50 { // q asks, q confirms, and once more in the title
		v.press("q")
		select {
		case err := <-left:
			if err != nil {
				return 0, fmt.Errorf("quitting: %w", err)
			}
			return kilobytes, v.restored()
		case <-time.After(200 * time.Millisecond):
		}
	}
	return 0, fmt.Errorf("q does not quit: %q", v.last(300))
}

// A visitor is somebody at a terminal with the program.
type visitor struct {
	cmd    *exec.Cmd
	file   *os.File // our end
	tty    *os.File // the program's
	before *term.State
	begun  time.Time

	mu   sync.Mutex
	seen []byte
	more chan struct{} // something was seen
}

// visit starts the program for somebody who has chosen a difficulty before.
func visit(program, home string, args ...string) (*visitor, error) {
	file, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	v := &visitor{file: file, tty: tty, more: make(chan struct{}, 1)}
	if err := pty.Setsize(file, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		return nil, err
	}
	if v.before, err = term.GetState(int(tty.Fd())); err != nil {
		return nil, err
	}
	v.cmd = exec.Command(program, append([]string{"--difficulty", "medium", "--sound", "off"}, args...)...)
	v.cmd.Env = []string{"HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	for _, name := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
		v.cmd.Env = append(v.cmd.Env, "XDG_"+name+"_HOME="+filepath.Join(home, name))
	}
	v.cmd.Stdin, v.cmd.Stdout, v.cmd.Stderr = tty, tty, tty
	v.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	go v.read()
	v.begun = time.Now()
	return v, v.cmd.Start()
}

func (v *visitor) read() {
	b := make([]byte, 1<<16)
	for {
		n, err := v.file.Read(b)
		if err != nil {
			return
		}
		v.mu.Lock()
		v.seen = append(v.seen, b[:n]...)
		v.mu.Unlock()
		if said := replies.To(b[:n]); len(said) > 0 {
			v.press(string(said))
		}
		select {
		case v.more <- struct{}{}:
		default:
		}
	}
}

func (v *visitor) press(keys string) { _, _ = v.file.WriteString(keys) }

// wait waits until the words are seen, and returns how long after the start that was.
func (v *visitor) wait(words string) (time.Duration, error) {
	for limit := time.After(20 * time.Second); ; {
		v.mu.Lock()
		found := bytes.Contains(v.seen, []byte(words))
		v.mu.Unlock()
		if found {
			return time.Since(v.begun), nil
		}
		select {
		case <-v.more:
		case <-limit:
			return 0, fmt.Errorf("%q is not shown: %q", words, v.last(300))
		}
	}
}

// last returns what was seen last, at most n bytes.
func (v *visitor) last(n int) []byte {
	v.mu.Lock()
	defer v.mu.Unlock()
	return bytes.Clone(v.seen[max(0, len(v.seen)-n):])
}

// restored returns an error if the terminal is not as it was.
func (v *visitor) restored() error {
	after, err := term.GetState(int(v.tty.Fd()))
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(after, v.before) {
		return errors.New("the terminal's settings are not as they were")
	}

	if _, err := v.wait("\x1b[?1049l"); err != nil {
		return fmt.Errorf("the other screen was not left: %w", err)
	}
	return nil
}

func (v *visitor) end() {
	_ = v.cmd.Process.Kill()
	_ = v.cmd.Wait()
	v.tty.Close()
	v.file.Close()
}
