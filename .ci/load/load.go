// Package load measures an arcade server with many clients. It prints the server's processor time and memory, the
// output per client, and the time until a key is answered. The clients run in this process, on the same machine. The
// package works only on Linux.
//
//	load [-sessions 300] [-matches 0] [-watch 0] [-seconds 20] [-pings 0] [-hostile 0] [-attack NAME]
//	     [-memory 0] [-peak 0]
//	load -table
//	load -cluster [-rounds 3] [-sessions 120] [-watch 60]
//
// Players type 30 keys per second. A tenth of them are in a menu and type five keys per second. Menus are not animated,
// so the next output is the answer to a key. One client of each match measures the time until a key moves its paddle.
// Spectators watch the most popular game. A missed tick is a tick that the server has skipped because it was more than
// 0.1 s late.
//
// With -pings, each client sends this number of pings per second, and sends keys together with the next ping. OpenSSH
// does the same to hide the times of keystrokes.
//
// With -hostile, clients in another process attack the server. Each attack comes from a different address. After all
// clients have disconnected, the server must have as few goroutines and open files as before. Without -hostile, the
// server must end within six seconds while all clients play.
//
// With -cluster, it compares one server with three servers that share PostgreSQL and NATS behind HAProxy, and have the
// same clients. All programs run on this machine.
package load

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
)

var (
	flags      = flag.NewFlagSet("load", flag.ContinueOnError)
	seconds    = flags.Int("seconds", 20, "measure for `N` seconds")
	cols       = flags.Int("cols", 80, "`COLUMNS` of the clients' terminals")
	rows       = flags.Int("rows", 24, "`ROWS` of the clients' terminals")
	maxLatency = flags.Duration("limit", 0,
		"maximum `TIME` until an answer in a menu (99th percentile); 0 for unlimited")
	memory     = flags.Int("memory", 0, "GOMEMLIMIT of the server in `MiB`; 0 for none")
	maxMemory  = flags.Int("peak", 0, "maximum memory of the server in `MB`; 0 for unlimited")
	attackName = flags.String("attack", "", "use only the attack `NAME`")
	cluster    = flags.Bool("cluster", false, "compare one server with several servers")
	rounds     = flags.Int("rounds", 3, "measure one server and several servers `N` times")
	printTable = flags.Bool("table", false, "measure the loads in docs/measurements.md and print the table")
)

// A load is the number of clients of each kind.
type load struct {
	title                                string
	sessions, matches, watchers, hostile int
	pings                                int // pings per second and client
}

// loads are the rows of the table in docs/measurements.md, section Arcade.
var loads = []load{
	{title: "300 players with 50 pings/s", sessions: 300, pings: 50},
	{title: "600 players", sessions: 600},
	{title: "1,000 spectators, 20 players", sessions: 20, matches: 1, watchers: 1000},
	{title: "50 players, 40 attackers", sessions: 50, pings: 50, hostile: 40},
}

// Run carries out the subcommand load.
func Run(dir string, args []string) error {
	var l load
	flags.IntVar(&l.sessions, "sessions", 300, "`N` players; a tenth of them are in a menu")
	flags.IntVar(&l.matches, "matches", 0, "`N` matches with two additional clients each")
	flags.IntVar(&l.watchers, "watch", 0, "`N` spectators of one game")
	flags.IntVar(&l.pings, "pings", 0, "`N` pings per second of each client")
	flags.IntVar(&l.hostile, "hostile", 0, "`N` hostile clients")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if len(selectAttacks(*attackName)) == 0 {
		return fmt.Errorf("unknown attack %q", *attackName)
	}
	program, err := harness.Build(dir, "arkterm-arcade")
	if err != nil {
		return err
	}
	if *cluster {
		return compare(program, filepath.Join(dir, "cluster"), l, *rounds)
	}
	if !*printTable {
		r, err := l.measure(program, filepath.Join(dir, "state"))
		if err != nil {
			return err
		}
		return r.check()
	}
	text, errs := tableHead, []error(nil)
	for i, l := range loads {
		r, err := l.measure(program, filepath.Join(dir, fmt.Sprint("state", i)))
		if err == nil {
			text += r.row()
			err = r.check()
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", l.title, err))
		}
	}
	fmt.Print("\n", text)
	return errors.Join(errs...)
}

// startServer starts a server for the given number of clients. The server has the timer slack of
// deploy/arkterm-arcade.service. more contains additional arguments. procs is the server's GOMAXPROCS; 0 means the
// default.
func startServer(program, dir string, clients, procs int, more ...string) (*arcadeclient.Server, error) {
	most := clients*8/7 + 1 // an eighth is for players who have finished a game
	cmd := exec.Command(program, "serve", "--metrics", "127.0.0.1:0", "--most", fmt.Sprint(most))
	cmd.Args = append(cmd.Args, more...)
	cmd.Env = os.Environ()
	if *memory > 0 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("GOMEMLIMIT=%dMiB", *memory))
	}
	if procs > 0 {
		cmd.Env = append(cmd.Env, fmt.Sprint("GOMAXPROCS=", procs))
	}
	runtime.LockOSThread() // the server inherits the timer slack of this thread
	defer runtime.UnlockOSThread()
	defer unix.Prctl(unix.PR_SET_TIMERSLACK, 0, 0, 0, 0)
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(time.Millisecond), 0, 0, 0); err != nil {
		return nil, err
	}
	return arcadeclient.Start(cmd, dir)
}

// A crowd is a set of clients of one server.
type crowd struct {
	server      *arcadeclient.Server
	pings       int
	sameAddress bool // all clients have the same address; otherwise each has its own network
	clients     []*client
}

// join connects clients of the given kinds, at most four at the same time.
func (w *crowd) join(kinds ...*clientKind) error {
	before := len(w.clients)
	w.clients = append(w.clients, make([]*client, len(kinds))...)
	errs := make([]error, len(kinds))
	slots := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, k := range kinds {
		slots <- struct{}{}
		wg.Go(func() {
			w.clients[before+i], errs[i] = newClient(w, k, before+i)
			<-slots
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// maxArrive is the maximum time until all clients have reached the screens on which they are measured.
const maxArrive = 5 * time.Minute

// waitUntilArrived waits until all clients have reached the screens on which they are measured, or are gone.
func (w *crowd) waitUntilArrived() error {
	if !harness.Until(maxArrive, func() bool {
		return !slices.ContainsFunc(w.clients, func(c *client) bool { return !c.arrived() })
	}) {
		return fmt.Errorf("some clients have not reached their screens after %v", maxArrive)
	}
	return nil
}

// open connects all clients of a load.
func (w *crowd) open(l load) error {
	menus := l.sessions / 10
	if err := w.join(slices.Repeat([]*clientKind{player}, l.sessions-menus)...); err != nil {
		return err
	}
	for range l.matches { // one after another, so that each joiner joins the match of its opener
		if err := w.join(opener); err != nil {
			return err
		}
		if !harness.Until(maxArrive, w.clients[len(w.clients)-1].waitsForOpponent) {
			return fmt.Errorf("a match is not open after %v", maxArrive)
		}
		if err := errors.Join(w.join(joiner), w.waitUntilArrived()); err != nil {
			return err
		}
	}
	// Spectators join before the clients in a menu, because those pause their games.
	return errors.Join(w.waitUntilArrived(), w.join(slices.Repeat([]*clientKind{watcher}, l.watchers)...),
		w.join(slices.Repeat([]*clientKind{menu}, menus)...), w.waitUntilArrived())
}

// forEach calls f for each client that was connected. f is called with the client's lock held.
func (w *crowd) forEach(f func(c *client)) {
	for _, c := range w.clients {
		if c != nil {
			c.mu.Lock()
			f(c)
			c.mu.Unlock()
		}
	}
}

// close disconnects all clients.
func (w *crowd) close() {
	w.forEach(func(c *client) {
		c.mayBeGone = true
		c.disconnect(nil)
	})
}

// kindWithoutOutput returns the name of a kind with a connected client that has received nothing, or "".
func (w *crowd) kindWithoutOutput() (name string) {
	w.forEach(func(c *client) {
		if c.bytes == 0 && !c.gone {
			name = c.name
		}
	})
	return name
}

// Times of a measurement.
const (
	settleTime = 3 * time.Second  // time to wait before the measurement
	maxSilence = 20 * time.Second // maximum time without output, because a spectator's game may be paused
	maxEnd     = 6 * time.Second  // maximum time for the server to end: its limit of 5 s, and 1 s for a busy machine
)

// measure measures a load on a new server. Faults of the server are part of the result. An error means that nothing was
// measured.
func (l load) measure(program, dir string) (*result, error) {
	s, err := startServer(program, dir, l.sessions+l.watchers+2*l.matches+l.hostile+10, 0)
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	idle, err := usageOf(s)
	if err != nil {
		return nil, err
	}
	w := &crowd{server: s, pings: l.pings}
	defer w.close()
	begun := time.Now()
	if err := w.open(l); err != nil {
		return nil, err
	}
	fmt.Printf("all clients are connected after %v\n", time.Since(begun).Round(10*time.Millisecond))
	attackers, err := startAttackers(s.SSH, l.hostile)
	if err != nil {
		return nil, err
	}
	defer attackers.stop()
	time.Sleep(settleTime)

	w.forEach(func(c *client) { c.bytes, c.pongs, c.answers = 0, 0, nil })
	own, theirs := processorTime(os.Getpid()), attackers.processorTime()
	before, err1 := usageOf(s)
	time.Sleep(time.Duration(*seconds) * time.Second)
	after, err2 := usageOf(s)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	r := w.result(l)
	r.server = cpuPercent(after.processorTime - before.processorTime)
	r.own, r.attackers = cpuPercent(processorTime(os.Getpid())-own),
		cpuPercent(attackers.processorTime()-theirs)
	r.kilobytes = float64(after.kilobytes-idle.kilobytes) / float64(len(w.clients))
	r.missed = after.missed - before.missed
	r.peak = harness.StatusField(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid), "VmHWM:") * 1024 / 1_000_000
	r.print()
	if !harness.Until(maxSilence, func() bool { return w.kindWithoutOutput() == "" }) {
		r.errs = append(r.errs, fmt.Errorf("a client receives no output for %v (kind: %s)", maxSilence,
			w.kindWithoutOutput()))
	}

	w.forEach(func(c *client) { c.mayBeGone = true })
	if l.hostile == 0 {
		took, err := s.Stop(maxEnd)
		fmt.Printf("the server took %v to end while all clients were connected\n", took.Round(10*time.Millisecond))
		r.errs = append(r.errs, err)
		return r, nil
	}
	r.errs = append(r.errs, attackers.stop())
	w.close()
	r.errs = append(r.errs, checkNoLeaks(s, idle))
	return r, nil
}

// checkNoLeaks waits until the server has as few goroutines and open files as it had when it was idle. It returns an
// error after a minute.
func checkNoLeaks(s *arcadeclient.Server, idle usage) (err error) {
	const allowed = 4 // goroutines and files of the connection that reads the metrics
	var now usage
	if !harness.Until(time.Minute, func() bool {
		now, err = usageOf(s)
		return err != nil || now.goroutines <= idle.goroutines+allowed && now.files <= idle.files+allowed
	}) {
		return fmt.Errorf(
			"after all clients, the server has %d goroutines and %d open files; before, it had %d and %d; stacks:\n%s",
			now.goroutines, now.files, idle.goroutines, idle.files, s.Stacks())
	}
	fmt.Printf("after all clients: %d goroutines and %d files (before: %d and %d), %d KB (before: %d)\n",
		now.goroutines, now.files, idle.goroutines, idle.files, now.kilobytes, idle.kilobytes)
	return err
}

// cpuPercent converts a processor time that was used during the measurement to a percentage of one processor.
func cpuPercent(t time.Duration) float64 { return 100 * t.Seconds() / float64(*seconds) }

// processorTime returns the processor time that a process has used so far, or 0 if the process has ended.
func processorTime(pid int) time.Duration {
	c, _ := harness.CostOf(pid)
	return c.CPU
}
