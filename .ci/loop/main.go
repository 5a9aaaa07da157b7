// Loop measures what the program costs while it is played: the share of a core, how often it goes to sleep and is
// woken, and what it sends, for scenes from a pause to a storm. The program runs on a pseudo-terminal that answers
// its queries at once. Linux only, since the figures come from /proc.
//
//	go run ./.ci/loop [-short] [-seconds 5] [-only ball] PROGRAM
//
// A share of a core depends on the machine and on what else runs on it. The switches hardly do, so they have limits.
// With -short some scenes run at the same time as the least that a program could do, one write 60 times a second, and their
// shares have limits as multiples of its.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/creack/pty"

	"arkterm/.ci/proc"
	"arkterm/.ci/replies"
)

// A scene is what the program shows while it is measured.
type scene struct {
	name string
	wide bool // 200×60 instead of 80×24
	args string
	keys string // typed one by one before, each followed by a pause
	most int    // switches a second; 0: no limit

	times float64 // with -short: the most times what the least program costs; 0: the scene is left out
}

var scenes = []scene{
	{name: least, times: 1},
	{name: "pause", args: "--difficulty medium --level 1", keys: "\r p", most: 20, times: 0.2},
	{name: "title", args: "--difficulty medium"},
	{name: "serve", args: "--difficulty medium --level 1 --fps 60", keys: "\r", most: 500, times: 2.5},
	{name: "ball", args: "--bot --level 1 --drops 0 --fps 60", most: 500, times: 3.5},
	{name: "ball 30", args: "--bot --level 1 --drops 0 --fps 30", most: 500},
	{name: "ball wide", wide: true, args: "--bot --level 1 --drops 0 --fps 60"},
	{name: "level 32", args: "--bot --level 32 --fps 60"},
	{name: "level 32 wide", wide: true, args: "--bot --level 32 --fps 60"},
	{name: "level 33 wide", wide: true, args: "--bot --level 33 --fps 60", times: 6},
	{name: "storm 200", args: "--bot --mode storm --balls 200 --fps 60"},
}

// least is the scene of the least program, which is this one.
const least = "least"

// settling is how long a scene runs before it is measured.
const settling = 3 * time.Second

func main() {
	seconds := flag.Float64("seconds", 5, "how long each scene is measured")
	only := flag.String("only", "", "measure only the scenes whose names contain this")
	short := flag.Bool("short", false, "measure a few scenes at the same time, which have to be near the least program")
	flag.Parse()
	switch {
	case flag.NArg() == 1 && flag.Arg(0) == least:
		leastLoop()
		return
	case flag.NArg() != 1:
		fmt.Fprintln(os.Stderr, "usage: loop [-short] [-seconds N] [-only NAME] PROGRAM")
		os.Exit(2)
	}

	var chosen []scene
	for _, s := range scenes {
		if strings.Contains(s.name, *only) && (!*short || s.times > 0) {
			chosen = append(chosen, s)
		}
	}
	figures, err := measureAll(chosen, flag.Arg(0), time.Duration(*seconds*float64(time.Second)), *short)
	if err != nil {
		fmt.Fprintln(os.Stderr, "loop:", err)
		os.Exit(1)
	}

	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "scene\t% of a core\tswitches/s\tpreempted/s\tthreads\tMB\tpictures/s\tbytes/s\t")
	for i, f := range figures {
		fmt.Fprintf(table, "%s\t%.2f\t%d\t%d\t%d\t%d\t%d\t%d\t\n", chosen[i].name, 100*f.share, f.switches, f.preempted, f.threads, f.megabytes, f.pictures, f.bytes)
	}
	table.Flush()
	faults := faultsOf(chosen, figures, *short)
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, "loop:", fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// measureAll measures scenes, one after the other or together.
func measureAll(all []scene, program string, window time.Duration, together bool) ([]figures, error) {
	got, errs := make([]figures, len(all)), make([]error, len(all))
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { got[i], errs[i] = all[i].measure(program, window) })
		if !together {
			wg.Wait()
		}
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", all[i].name, err)
		}
	}
	return got, nil
}

// faultsOf returns what costs too much.
func faultsOf(all []scene, got []figures, short bool) (faults []string) {
	for i, s := range all {
		if f := got[i]; s.most > 0 && f.switches > s.most {
			faults = append(faults, fmt.Sprintf("%s: %d switches a second, want at most %d", s.name, f.switches, s.most))
		}
		if k := got[i].share / got[0].share; short && all[0].name == least && k > s.times {
			faults = append(faults, fmt.Sprintf("%s: %.1f times what the least program costs, want at most %.1f", s.name, k, s.times))
		}
	}
	return faults
}

// leastLoop writes as much as a frame has, 60 times a second, and reads what comes.
func leastLoop() {
	go func() { _, _ = io.Copy(io.Discard, os.Stdin) }()
	frame := bytes.Repeat([]byte("\x1b[10;10H\x1b[38;2;1;2;3m█"), 4)
	for range time.Tick(time.Second / 60) {
		_, _ = os.Stdout.Write(frame)
	}
}

// figures are what a scene costs.
type figures struct {
	share               float64 // of a core
	switches, preempted int     // a second
	threads, megabytes  int
	pictures, bytes     int // a second
}

// measure runs the program, and returns what it costs.
func (s *scene) measure(program string, window time.Duration) (f figures, err error) {
	home, err := os.MkdirTemp("", "arkterm-loop-")
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(home)
	cmd := exec.Command(program, append(strings.Fields(s.args), "--seed", "7", "--sound", "off")...)
	if s.name == least {
		self, err := os.Executable()
		if err != nil {
			return f, err
		}
		cmd = exec.Command(self, least)
	}
	cmd.Env = []string{"HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	for _, name := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
		cmd.Env = append(cmd.Env, "XDG_"+name+"_HOME="+filepath.Join(home, name))
	}
	size := pty.Winsize{Cols: 80, Rows: 24}
	if s.wide {
		size = pty.Winsize{Cols: 200, Rows: 60}
	}
	ptm, err := pty.StartWithSize(cmd, &size)
	if err != nil {
		return f, err
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		ptm.Close()
	}()

	t := &screen{file: ptm}
	go t.read()
	time.Sleep(time.Second)
	for _, key := range s.keys {
		_, _ = ptm.WriteString(string(key))
		time.Sleep(time.Second)
	}
	time.Sleep(settling)

	before, err := look(cmd.Process.Pid)
	if err != nil {
		return f, err
	}
	sent, shown, begun := t.sent.Load(), t.shown.Load(), time.Now()
	time.Sleep(window)
	after, err := look(cmd.Process.Pid)
	if err != nil {
		return f, err
	}
	took := time.Since(begun).Seconds()
	rate := func(n int) int { return int(float64(n) / took) }
	return figures{
		share: (after.cpu - before.cpu).Seconds() / took, switches: rate(after.waits - before.waits), preempted: rate(after.pushed - before.pushed),
		threads: after.threads, megabytes: after.kilobytes / 1024,
		pictures: rate(int(t.shown.Load() - shown)), bytes: rate(int(t.sent.Load() - sent)),
	}, nil
}

// A screen is the other end of the terminal: it answers the queries that the program waits for.
type screen struct {
	file  *os.File
	sent  atomic.Int64 // bytes
	shown atomic.Int64 // pictures, or rather reads: a picture comes in one, but for long ones
}

func (t *screen) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := t.file.Read(buf)
		if err != nil {
			return
		}
		t.sent.Add(int64(n))
		t.shown.Add(1)
		if said := replies.To(buf[:n]); len(said) > 0 {
			_, _ = t.file.Write(said)
		}
	}
}

// A cost is what a process has used since it began.
type cost struct {
	cpu           time.Duration
	waits, pushed int // voluntary and other switches, of all threads
	threads       int
	kilobytes     int
}

// look returns the cost of a process.
func look(pid int) (c cost, err error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	if err != nil || len(tasks) == 0 {
		return c, fmt.Errorf("the program has ended (%v)", err)
	}
	for _, task := range tasks {
		ran, err := os.ReadFile(task + "/schedstat")
		if err != nil {
			continue // a thread that has just ended
		}
		nanos, _ := strconv.Atoi(strings.Fields(string(ran))[0])
		c.cpu += time.Duration(nanos)
		c.waits += proc.Field(task+"/status", "voluntary_ctxt_switches:")
		c.pushed += proc.Field(task+"/status", "nonvoluntary_ctxt_switches:")
		c.threads++
	}
	c.kilobytes = proc.Field(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:")
	return c, nil
}
