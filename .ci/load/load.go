// Package load measures an arcade server with many clients. It prints the server's share of the processors, its
// memory, the output for each client, and the time until a key is answered. The clients run in this process, on the
// same machine. Linux only.
//
//	load [-sessions 300] [-matches 0] [-watch 0] [-seconds 20] [-pings 0] [-hostile 0] [-attack NAME]
//	     [-memory 0] [-peak 0]
//	load -table
//
// Players type 30 keys per second. A tenth of them are in a menu and type five keys per second. Nothing moves there,
// so the next output is the answer. One client of each match measures when a key has moved its paddle. Spectators
// watch the most popular game. A missed tick is a tick that the server has left out because it was more than 0.1 s
// late.
//
// With -pings, each client sends this number of pings per second, and keys together with the next ping, as OpenSSH
// does to hide the times of keystrokes.
//
// With -hostile, clients in another process attack the server, each time from another address. When all clients are
// gone, the server must have as many goroutines and open files as before. Without -hostile, the server must end
// within six seconds while all clients play.
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
	flags   = flag.NewFlagSet("load", flag.ContinueOnError)
	seconds = flags.Int("seconds", 20, "measure for `N` seconds")
	cols    = flags.Int("cols", 80, "`COLUMNS` of the clients' terminals")
	rows    = flags.Int("rows", 24, "`ROWS` of the clients' terminals")
	limit   = flags.Duration("limit", 0, "maximum `TIME` of 99 of 100 answers in a menu; 0: unlimited")
	memory  = flags.Int("memory", 0, "GOMEMLIMIT of the server in `MiB`; 0: none")
	peak    = flags.Int("peak", 0, "maximum memory of the server in `MB`; 0: unlimited")
	only    = flags.String("attack", "", "use only the attack `NAME`")
	table   = flags.Bool("table", false, "measure the loads of the table in docs/measurements.md and print it")
)

// A load is a number of clients of each kind.
type load struct {
	title                                string
	sessions, matches, watchers, hostile int
	pings                                int // per second and client
}

// loads are the rows of the table in docs/measurements.md, section Arcade.
var loads = []load{
	{title: "300 players with 50 pings/s", sessions: 300, pings: 50},
	{title: "600 players", sessions: 600},
	{title: "1,000 spectators, 20 players", sessions: 20, matches: 1, watchers: 1000},
	{title: "50 players, 40 attackers", sessions: 50, pings: 50, hostile: 40},
}

// Run carries out the subcommand.
func Run(dir string, args []string) error {
	var l load
	flags.IntVar(&l.sessions, "sessions", 300, "`N` players, including a tenth in a menu")
	flags.IntVar(&l.matches, "matches", 0, "`N` matches of two more clients")
	flags.IntVar(&l.watchers, "watch", 0, "`N` spectators of one game")
	flags.IntVar(&l.pings, "pings", 0, "`N` pings per second of each client")
	flags.IntVar(&l.hostile, "hostile", 0, "`N` clients that attack")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if len(chosen(*only)) == 0 {
		return fmt.Errorf("there is no attack %q", *only)
	}
	program, err := harness.Build(dir, "arkterm-arcade")
	if err != nil {
		return err
	}
	if !*table {
		r, err := l.measure(program, filepath.Join(dir, "state"))
		if err != nil {
			return err
		}
		return r.judge()
	}
	text, errs := tableHead, []error(nil)
	for i, l := range loads {
		r, err := l.measure(program, filepath.Join(dir, fmt.Sprint("state", i)))
		if err == nil {
			text += r.row()
			err = r.judge()
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", l.title, err))
		}
	}
	fmt.Print("\n", text)
	return errors.Join(errs...)
}

// startServer starts a server with room for a number of clients and the timer slack of deploy/arkterm.service.
func startServer(program, dir string, clients int) (*arcadeclient.Server, error) {
	cmd := exec.Command(program, "serve", "--metrics", "127.0.0.1:0", "--most", fmt.Sprint(clients))
	if *memory > 0 {
		cmd.Env = append(os.Environ(), fmt.Sprintf("GOMEMLIMIT=%dMiB", *memory))
	}
	runtime.LockOSThread() // the process inherits the slack of its thread
	defer runtime.UnlockOSThread()
	defer unix.Prctl(unix.PR_SET_TIMERSLACK, 0, 0, 0, 0)
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(time.Millisecond), 0, 0, 0); err != nil {
		return nil, err
	}
	return arcadeclient.Start(cmd, dir)
}

// A crowd is the clients of a load.
type crowd struct {
	server  *arcadeclient.Server
	pings   int
	clients []*client
}

// join connects clients, four at the same time.
func (w *crowd) join(kinds ...*kind) error {
	before := len(w.clients)
	w.clients = append(w.clients, make([]*client, len(kinds))...)
	errs := make([]error, len(kinds))
	slots := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, k := range kinds {
		slots <- struct{}{}
		wg.Go(func() {
			w.clients[before+i], errs[i] = newClient(w.server, k, before+i, w.pings)
			<-slots
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// maxArrive is how long clients may take to get to their places. A client that is lost does not count.
const maxArrive = 5 * time.Minute

// arrive waits until all clients are where they are measured.
func (w *crowd) arrive() error {
	if !harness.Until(maxArrive, func() bool {
		return !slices.ContainsFunc(w.clients, func(c *client) bool { return !c.arrived() })
	}) {
		return errors.New("clients do not get to their places")
	}
	return nil
}

// open connects all clients of a load.
func (w *crowd) open(l load) error {
	menus := l.sessions / 10
	if err := w.join(slices.Repeat([]*kind{player}, l.sessions-menus)...); err != nil {
		return err
	}
	for range l.matches { // in turn, so a joiner meets its opener
		if err := w.join(opener); err != nil {
			return err
		}
		if !harness.Until(maxArrive, w.clients[len(w.clients)-1].waits) {
			return errors.New("a match does not open")
		}
		if err := errors.Join(w.join(joiner), w.arrive()); err != nil {
			return err
		}
	}
	// Spectators come before the clients in a menu, which pause their games.
	return errors.Join(w.arrive(), w.join(slices.Repeat([]*kind{watcher}, l.watchers)...),
		w.join(slices.Repeat([]*kind{menu}, menus)...), w.arrive())
}

// each calls f for each client that is connected.
func (w *crowd) each(f func(c *client)) {
	for _, c := range w.clients {
		if c != nil {
			c.mu.Lock()
			f(c)
			c.mu.Unlock()
		}
	}
}

// close ends all clients.
func (w *crowd) close() {
	w.each(func(c *client) {
		c.ending = true
		c.lose(nil)
	})
}

// unseen returns the name of a kind with a client that has received nothing, or "".
func (w *crowd) unseen() (name string) {
	w.each(func(c *client) {
		if c.bytes == 0 && !c.gone {
			name = c.name
		}
	})
	return name
}

// Times of a measurement.
const (
	settleTime = 3 * time.Second  // before it
	maxBlind   = 20 * time.Second // for a client without output, because the game that it watches may be paused
	maxEnd     = 6 * time.Second  // five seconds for the server, and one for the machine
)

// measure plays on a new server. An error means that nothing was measured.
func (l load) measure(program, dir string) (*result, error) {
	s, err := startServer(program, dir, l.sessions+l.watchers+2*l.matches+l.hostile+10)
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
	fmt.Printf("all are connected after %v\n", time.Since(begun).Round(10*time.Millisecond))
	attackers, err := startAttackers(s.SSH, l.hostile)
	if err != nil {
		return nil, err
	}
	defer attackers.stop()
	time.Sleep(settleTime)

	w.each(func(c *client) { c.bytes, c.pongs, c.answers = 0, 0, nil })
	own, theirs := processorTime(os.Getpid()), attackers.processorTime()
	before, err1 := usageOf(s)
	time.Sleep(time.Duration(*seconds) * time.Second)
	after, err2 := usageOf(s)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	r := w.result(l)
	r.server, r.own, r.attackers = share(after.worked-before.worked), share(processorTime(os.Getpid())-own),
		share(attackers.processorTime()-theirs)
	r.kilobytes = float64(after.kilobytes-idle.kilobytes) / float64(len(w.clients))
	r.missed = after.missed - before.missed
	r.peak = harness.StatusField(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid), "VmHWM:") * 1024 / 1_000_000
	r.print()
	if !harness.Until(maxBlind, func() bool { return w.unseen() == "" }) {
		r.errs = append(r.errs, fmt.Errorf("a client receives no output, although others who %s do", w.unseen()))
	}

	w.each(func(c *client) { c.ending = true })
	if l.hostile == 0 {
		took, err := s.Stop(maxEnd)
		fmt.Printf("the server has ended after %v with all clients in it\n", took.Round(10*time.Millisecond))
		r.errs = append(r.errs, err)
		return r, nil
	}
	r.errs = append(r.errs, attackers.stop())
	w.close()
	r.errs = append(r.errs, isAsBefore(s, idle))
	return r, nil
}

// isAsBefore waits until the server has as many goroutines and open files as before.
func isAsBefore(s *arcadeclient.Server, before usage) (err error) {
	const spare = 4 // the connection for the metrics
	var now usage
	if !harness.Until(time.Minute, func() bool {
		now, err = usageOf(s)
		return err != nil || now.goroutines <= before.goroutines+spare && now.files <= before.files+spare
	}) {
		return fmt.Errorf(
			"without clients the server has %d goroutines and %d open files, before them %d and %d; it is at\n%s",
			now.goroutines, now.files, before.goroutines, before.files, s.Stacks())
	}
	fmt.Printf("without clients: %d goroutines and %d files (%d and %d before them), %d KB (%d)\n",
		now.goroutines, now.files, before.goroutines, before.files, now.kilobytes, before.kilobytes)
	return err
}

// share returns processor time as percent of one processor.
func share(t time.Duration) float64 { return 100 * t.Seconds() / float64(*seconds) }

// processorTime returns the time that a process has used so far, or 0 if it has ended.
func processorTime(pid int) time.Duration {
	c, _ := harness.CostOf(pid)
	return c.CPU
}
